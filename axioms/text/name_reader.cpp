#include "axioms/text/name_reader.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <span>

namespace sgl::axioms::text
{

// --- binders ---------------------------------------------------------------------------------

bool ActionBinders::holds() const
{
    return std::ranges::all_of(conditions, [this](const Condition& c)
                               { return (value(c.left) == value(c.right)) == c.equal; });
}

bool ActionBinders::first(Lexer& lexer)
{
    for (Variable& v : variables)
    {
        if (v.count == 0)
            return false;
        v.now = 0;
    }
    return holds() || next(lexer);
}

bool ActionBinders::next(Lexer& lexer)
{
    for (;;)
    {
        std::size_t i = variables.size();
        for (; i > 0 && variables[i - 1].now + 1 == variables[i - 1].count; --i)
            variables[i - 1].now = 0;
        if (i == 0)
            return false;
        variables[i - 1].now += 1;
        if (holds())
            return true;
        lexer.spend(1);
    }
}

bool ActionBinders::set(const std::vector<Action>& tuple)
{
    for (std::size_t i = 0; i < variables.size(); ++i)
    {
        Variable& v = variables[i];
        const std::span domain = std::span(actions).subspan(v.at, v.count);
        const auto found = std::ranges::lower_bound(domain, tuple[i]);
        if (found == domain.end() || *found != tuple[i])
            return false;
        v.now = static_cast<std::uint32_t>(found - domain.begin());
    }
    return holds();
}

NameReader::NameReader(FormulaStore& store, const Frame& frame, Symbols& symbols, Lexer& lexer,
                       bool hides)
    : store_(store), frame_(frame), symbols_(symbols), lexer_(lexer), hides_(hides)
{
}

ActionBinders NameReader::binders()
{
    ActionBinders answer;
    do
    {
        const std::size_t first = answer.variables.size();
        do
        {
            Symbol& symbol = declare("the name of a variable", Symbol::Local::Bound);
            symbol.local_action = Action{0};
            answer.variables.push_back({symbols_.index(symbol), 0, 0});
        } while (lexer_.take(Sign::Comma));
        lexer_.want("in");
        lexer_.want("actions");
        const auto at = static_cast<std::uint32_t>(answer.actions.size());
        if (lexer_.take("of"))
        {
            const char* const place = lexer_.at();
            const std::string agent(lexer_.is(Sign::Name) ? lexer_.word() : "");
            const std::optional<Agent> found = frame_.find_agent(agent);
            if (!lexer_.is(Sign::Name))
                lexer_.fail_here("an agent");
            if (!found)
                lexer_.fail(place, fmt::format("unknown agent '{}'", agent));
            lexer_.advance();
            const std::vector<Action>& own = frame_.actions_of(*found);
            answer.actions.insert(answer.actions.end(), own.begin(), own.end());
        }
        else
        {
            for (std::uint32_t i = 0; i < frame_.action_count(); ++i)
                answer.actions.push_back(Action{i});
        }
        lexer_.spend(answer.actions.size() - at);
        const auto count = static_cast<std::uint32_t>(answer.actions.size()) - at;
        for (std::size_t i = first; i < answer.variables.size(); ++i)
        {
            answer.variables[i].at = at;
            answer.variables[i].count = count;
        }
    } while (lexer_.take(Sign::Comma));

    const auto side = [&]() -> ActionBinders::Side
    {
        if (lexer_.is(Sign::Name))
        {
            const Symbol* symbol = symbols_.find(lexer_.word(), lexer_.hash());
            for (std::uint32_t i = 0; symbol != nullptr && i < answer.variables.size(); ++i)
                if (answer.variables[i].symbol == symbols_.index(*symbol))
                {
                    lexer_.advance();
                    return {true, i};
                }
        }
        return {false, ground_action("an action, or a variable bound before").index};
    };
    if (lexer_.take("where"))
    {
        do
        {
            ActionBinders::Condition condition{side(), {}, lexer_.is(Sign::Equal)};
            if (!lexer_.take(Sign::NotEqual))
                lexer_.want(Sign::Equal, "'=' or '!='");
            condition.right = side();
            answer.conditions.push_back(condition);
        } while (lexer_.take(Sign::And));
    }
    return answer;
}

void NameReader::bind(const ActionBinders& binders)
{
    for (std::size_t i = 0; i < binders.variables.size(); ++i)
        symbols_[binders.variables[i].symbol].local_action = binders.value(i);
}

// --- names -----------------------------------------------------------------------------------

std::string_view NameReader::own_name(std::string_view what)
{
    if (!lexer_.is(Sign::Name) || is_reserved(lexer_.word()))
        lexer_.fail_here(what);
    const std::string_view name = lexer_.word();
    lexer_.advance();
    return name;
}

void NameReader::check_free(const char* at, const Symbol& symbol, std::string_view what)
{
    if (symbol.local != Symbol::Local::None)
        lexer_.fail(at, fmt::format("'{}' means something already here", symbol.name),
                    "choose another name");
    if (symbol.let_at < lets_before)
        lexer_.fail(at, fmt::format("'{}' is the name of a let above", symbol.name),
                    "choose another name");
    if (!hides_ && symbol.fluent != Symbol::none)
        lexer_.fail(at, fmt::format("'{}' is a fluent of the frame, not {}", symbol.name, what),
                    "choose another name");
    if (!hides_ && symbol.action != Symbol::none)
        lexer_.fail(at, fmt::format("'{}' is an action of the frame, not {}", symbol.name, what),
                    "choose another name");
}

Symbol& NameReader::declare(std::string_view what, Symbol::Local kind)
{
    const char* const at = lexer_.at();
    const std::uint64_t hash = lexer_.hash();
    const std::string_view word = own_name(what);
    Symbol& symbol = symbols_.intern(word, hash);
    check_free(at, symbol, what);
    symbols_.bind(symbols_.index(symbol), kind);
    return symbol;
}

/// Of a fluent with values, the symbol of one of them, as printed: "heap(1)=5". The name before the
/// `=` has this hash. Past it, where there is one; null: there is none, and nothing was read.
Symbol* NameReader::value_of(const char* equals, std::uint64_t hash)
{
    const char* const at = lexer_.at();
    const char* const last = lexer_.last();
    const char* c = equals;
    if (c == last || *c != '=')
        return nullptr;
    const char* const value = c + 1;
    for (hash = next_hash(hash, *c++); c != last; hash = next_hash(hash, *c++))
        if (!is_name_part(*c) && !(*c == '-' && c == value))
            break;
    Symbol* const found = symbols_.find({at, static_cast<std::size_t>(c - at)}, hash);
    if (found == nullptr)
        return nullptr;
    lexer_.extend(c, hash);
    lexer_.advance();
    return found;
}

/// The symbol of the name that is next, with its arguments, and past it; null: there is none.
Symbol* NameReader::name()
{
    if (lexer_.following() == '=')
        if (Symbol* const value = value_of(lexer_.after(), lexer_.hash()))
            return value;
    std::uint64_t hash = lexer_.hash();
    const char* const at = lexer_.at();
    if (lexer_.following() == '(') // as printed, without blanks: one look at the table
    {
        const char* c = lexer_.after();
        const char* const last = lexer_.last();
        int level = 0;
        for (; c != last; ++c)
        {
            if (*c == '(')
                ++level;
            else if (*c == ')')
                --level;
            else if (!is_name_part(*c) && *c != ',' && *c != '-')
                break;
            hash = next_hash(hash, *c);
            if (level == 0)
            {
                if (Symbol* const value = value_of(c + 1, hash))
                    return value;
                Symbol* found = symbols_.find({at, static_cast<std::size_t>(c + 1 - at)}, hash);
                if (found == nullptr)
                    break;
                lexer_.extend(c + 1, hash);
                lexer_.advance();
                return found;
            }
        }
        hash = lexer_.hash();
    }
    const std::string_view word = lexer_.word();
    const std::uint32_t place = lexer_.place();
    lexer_.advance();
    if (!lexer_.is(Sign::Open))
        return symbols_.find(word, hash);
    lexer_.seek(place);
    return symbols_.find(canonical_name());
}

/// The name that is next as a frame spells it: without blanks, numbers without zeros in front.
std::string NameReader::canonical_name()
{
    std::string answer(lexer_.word());
    lexer_.advance();
    int level = 0;
    bool wants_argument = false;
    do
    {
        if (lexer_.is(Sign::Open) && (answer.back() != ')' && answer.back() != '(') &&
            !wants_argument)
        {
            ++level;
            answer += '(';
            wants_argument = true;
        }
        else if (wants_argument && lexer_.is(Sign::Name) && !is_reserved(lexer_.word()))
        {
            answer += lexer_.word();
            wants_argument = false;
        }
        else if (wants_argument && lexer_.is(Sign::Number))
        {
            std::string_view digits = lexer_.word();
            digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
            answer += digits;
            wants_argument = false;
        }
        else if (wants_argument && lexer_.is(Sign::Minus))
            answer += '-';
        else if (!wants_argument && lexer_.is(Sign::Comma))
        {
            answer += ',';
            wants_argument = true;
        }
        else if (!wants_argument && lexer_.is(Sign::Close))
        {
            answer += ')';
            --level;
        }
        else
            lexer_.fail_here(wants_argument ? "a name or a number" : "',' or ')'");
        lexer_.advance();
    } while (level > 0);
    return answer;
}

void NameReader::unknown_action(const char* at, std::string_view name)
{
    std::vector<std::string_view> known;
    for (const Symbol& symbol : symbols_.all())
        if (symbol.action != Symbol::none || symbol.local == Symbol::Local::Action ||
            symbol.local == Symbol::Local::Bound)
            known.push_back(symbol.name);
    lexer_.fail_unknown(at, fmt::format("unknown action '{}'", name), name, known);
}

Action NameReader::action()
{
    if (!lexer_.is(Sign::Name) || is_reserved(lexer_.word()))
        lexer_.fail_here("an action");
    const char* const at = lexer_.at();
    const Symbol* symbol = name();
    if (symbol != nullptr)
    {
        if (symbol->local == Symbol::Local::Action || symbol->local == Symbol::Local::Bound)
            return symbol->local_action;
        const bool is_hidden =
            symbol->local == Symbol::Local::Formula || symbol->let_at < lets_before;
        if (is_hidden)
            lexer_.fail(at, fmt::format("'{}' is a formula, not an action", symbol->name));
        if (symbol->action != Symbol::none)
            return Action{symbol->action};
    }
    std::string spelled;
    for (const char* c = at; c != lexer_.at() && spelled.size() < 60; ++c)
        if (*c > ' ' || *c < 0)
            spelled += *c;
    unknown_action(at, spelled);
}

Action NameReader::ground_action(std::string_view what)
{
    if (!lexer_.is(Sign::Name))
        lexer_.fail_here(what);
    const char* const at = lexer_.at();
    const std::string_view word = lexer_.word();
    const Symbol* symbol = symbols_.find(word, lexer_.hash());
    if (symbol != nullptr && symbol->local == Symbol::Local::Action)
        lexer_.fail(
            at, fmt::format("'{}' stands for any action: here one of the frame is wanted", word));
    return action();
}

void NameReader::unknown_fluent(const char* at, std::string_view name, const Symbol* symbol)
{
    if (symbol != nullptr &&
        (symbol->action != Symbol::none || symbol->local == Symbol::Local::Action ||
         symbol->local == Symbol::Local::Bound))
        lexer_.fail(at, fmt::format("'{}' is an action, not a formula", name),
                    fmt::format("write does({0}) or legal({0})", name));
    std::vector<std::string_view> known;
    for (const Symbol& one : symbols_.all())
        if (one.fluent != Symbol::none || one.local == Symbol::Local::Formula ||
            one.let_at < lets_before)
            known.push_back(one.name);
    lexer_.fail_unknown(at, fmt::format("unknown fluent '{}'", name), name, known);
}

/// A fluent, a let or a metavariable.
Formula NameReader::named()
{
    const char* const at = lexer_.at();
    const Symbol* symbol = name();
    if (symbol != nullptr)
    {
        if (symbol->local == Symbol::Local::Formula)
            return symbol->local_formula;
        if (symbol->local == Symbol::Local::None && symbol->let_at < lets_before)
            return symbol->let;
        if (symbol->local == Symbol::Local::None && symbol->fluent != Symbol::none)
            return store_.fluent(Fluent{symbol->fluent});
    }
    std::string spelled;
    for (const char* c = at; c != lexer_.at() && spelled.size() < 60; ++c)
        if (*c > ' ' || *c < 0)
            spelled += *c;
    unknown_fluent(at, spelled, symbol);
}

} // namespace sgl::axioms::text
