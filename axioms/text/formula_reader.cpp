#include "axioms/text/formula_reader.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <span>

namespace sgl::axioms::text
{

// --- binders ---------------------------------------------------------------------------------

bool Binders::holds() const
{
    return std::ranges::all_of(conditions, [this](const Condition& c)
                               { return (value(c.left) == value(c.right)) == c.equal; });
}

bool Binders::first(Lexer& lexer)
{
    for (Variable& v : variables)
    {
        if (v.count == 0)
            return false;
        v.now = 0;
    }
    return holds() || next(lexer);
}

bool Binders::next(Lexer& lexer)
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

bool Binders::set(const std::vector<Action>& tuple)
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

FormulaReader::FormulaReader(FormulaStore& store, const Frame& frame, Symbols& symbols,
                             Lexer& lexer, bool hides)
    : store_(store), frame_(frame), symbols_(symbols), lexer_(lexer), hides_(hides)
{
}

Binders FormulaReader::binders()
{
    Binders answer;
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

    const auto side = [&]() -> Binders::Side
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
            Binders::Condition condition{side(), {}, lexer_.is(Sign::Equal)};
            if (!lexer_.take(Sign::NotEqual))
                lexer_.want(Sign::Equal, "'=' or '!='");
            condition.right = side();
            answer.conditions.push_back(condition);
        } while (lexer_.take(Sign::And));
    }
    return answer;
}

void FormulaReader::bind(const Binders& binders)
{
    for (std::size_t i = 0; i < binders.variables.size(); ++i)
        symbols_[binders.variables[i].symbol].local_action = binders.value(i);
}

// --- names -----------------------------------------------------------------------------------

std::string_view FormulaReader::own_name(std::string_view what)
{
    if (!lexer_.is(Sign::Name) || is_reserved(lexer_.word()))
        lexer_.fail_here(what);
    const std::string_view name = lexer_.word();
    lexer_.advance();
    return name;
}

void FormulaReader::check_free(const char* at, const Symbol& symbol, std::string_view what)
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

Symbol& FormulaReader::declare(std::string_view what, Symbol::Local kind)
{
    const char* const at = lexer_.at();
    const std::uint64_t hash = lexer_.hash();
    const std::string_view word = own_name(what);
    Symbol& symbol = symbols_.intern(word, hash);
    check_free(at, symbol, what);
    symbols_.bind(symbols_.index(symbol), kind);
    return symbol;
}

/// The symbol of the name that is next, with its arguments, and past it; null: there is none.
Symbol* FormulaReader::name()
{
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
std::string FormulaReader::canonical_name()
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

void FormulaReader::unknown_action(const char* at, std::string_view name)
{
    std::vector<std::string_view> known;
    for (const Symbol& symbol : symbols_.all())
        if (symbol.action != Symbol::none || symbol.local == Symbol::Local::Action ||
            symbol.local == Symbol::Local::Bound)
            known.push_back(symbol.name);
    lexer_.fail_unknown(at, fmt::format("unknown action '{}'", name), name, known);
}

Action FormulaReader::action()
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

Action FormulaReader::ground_action(std::string_view what)
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

void FormulaReader::unknown_fluent(const char* at, std::string_view name, const Symbol* symbol)
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
Formula FormulaReader::named()
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

// --- formulas --------------------------------------------------------------------------------

namespace
{

/// How tightly an operator holds its operands together, 0 for what is none; loosest first.
int level_of(Sign sign)
{
    switch (sign)
    {
    case Sign::Iff: return 1;
    case Sign::Implies: return 2;
    case Sign::PrioritisedOr: return 3;
    case Sign::PrioritisedAnd: return 4;
    case Sign::Or: return 5;
    case Sign::And: return 6;
    default: return 0;
    }
}

} // namespace

Formula FormulaReader::formula()
{
    const std::size_t bottom = open_.size();
    open_.push_back({Open::Kind::Whole});
    for (;;)
    {
        operand();
        for (;;)
        {
            apply_prefixes();
            const int level = level_of(lexer_.sign());
            if (level > 0)
            {
                take_operator(lexer_.sign());
                lexer_.advance();
                break;
            }
            fold_to(0);
            if (open_.back().kind == Open::Kind::Whole)
            {
                assert(open_.size() == bottom + 1);
                open_.pop_back();
                const Formula answer = values_.back();
                values_.pop_back();
                return answer;
            }
            if (!close_group())
                break;
        }
    }
}

/// Reads to the end of something that is no prefix: its value is the last one then.
void FormulaReader::operand()
{
    for (;;)
    {
        const Sign sign = lexer_.sign();
        if (sign == Sign::Name)
        {
            const Symbol* symbol = symbols_.find(lexer_.word(), lexer_.hash());
            switch (symbol == nullptr ? Word::None : symbol->word)
            {
            case Word::None: return values_.push_back(named());
            case Word::True: lexer_.advance(); return values_.push_back(store_.top());
            case Word::False: lexer_.advance(); return values_.push_back(store_.bottom());
            case Word::Initial: lexer_.advance(); return values_.push_back(store_.initial());
            case Word::Terminal: lexer_.advance(); return values_.push_back(store_.terminal());
            case Word::Legal:
            case Word::Does:
            {
                const bool is_legal = symbol->word == Word::Legal;
                lexer_.advance();
                lexer_.want(Sign::Open, "'('");
                const Action a = action();
                lexer_.want(Sign::Close, "')'");
                return values_.push_back(is_legal ? store_.legal(a) : store_.does(a));
            }
            case Word::Next:
                lexer_.advance();
                open_.push_back({Open::Kind::Next});
                continue;
            case Word::Any:
            case Word::All: open_quantifier(symbol->word == Word::All); continue;
            case Word::Reserved: lexer_.fail_here("a formula");
            }
        }
        if (sign == Sign::Top || sign == Sign::Bottom)
        {
            lexer_.advance();
            return values_.push_back(store_.constant(sign == Sign::Top));
        }
        if (!prefix(sign))
            lexer_.fail_here("a formula");
    }
}

/// Opens what the sign opens; false where it opens nothing.
bool FormulaReader::prefix(Sign sign)
{
    const auto around_action = [&](Open::Kind kind, Sign close, std::string_view what)
    {
        lexer_.advance();
        const Action a = action();
        lexer_.want(close, what);
        open_.push_back({kind, Sign::End, a.index});
    };
    const auto simply = [&](Open one)
    {
        lexer_.advance();
        open_.push_back(one);
    };
    switch (sign)
    {
    case Sign::Not: simply({Open::Kind::Not}); return true;
    case Sign::Next: simply({Open::Kind::Next}); return true;
    case Sign::Open: simply({Open::Kind::Parentheses}); return true;
    case Sign::OpenBrace: simply({Open::Kind::Braces, Sign::CloseBrace}); return true;
    case Sign::OpenFloor: simply({Open::Kind::Braces, Sign::CloseFloor}); return true;
    case Sign::OpenBracket:
        around_action(Open::Kind::After, Sign::CloseBracket, "']'");
        return true;
    case Sign::OpenChoice:
        around_action(Open::Kind::Select, Sign::CloseChoice, "'>>'");
        return true;
    case Sign::OpenAngle: around_action(Open::Kind::Select, Sign::CloseAngle, "'⟫'"); return true;
    default: return false;
    }
}

void FormulaReader::apply_prefixes()
{
    for (;; open_.pop_back())
    {
        const Open& top = open_.back();
        Formula& value = values_.back();
        switch (top.kind)
        {
        case Open::Kind::Not: value = store_.negation(value); continue;
        case Open::Kind::Next: value = store_.next(value); continue;
        case Open::Kind::After: value = store_.after(Action{top.data}, value); continue;
        case Open::Kind::Select: value = store_.select(Action{top.data}, value); continue;
        case Open::Kind::Restrict: value = store_.restrict(top.alpha, value); continue;
        case Open::Kind::Whole:
        case Open::Kind::Parentheses:
        case Open::Kind::Braces:
        case Open::Kind::Quantifier:
        case Open::Kind::Operator: return;
        }
    }
}

/// An operator after an operand: those that hold tighter are done.
void FormulaReader::take_operator(Sign sign)
{
    const int level = level_of(sign);
    fold_to(level);
    Open& top = open_.back();
    const bool continues = top.kind == Open::Kind::Operator && top.sign == sign;
    if (continues && sign == Sign::Iff) // to the left
    {
        const Formula left = join(sign, 2);
        values_.push_back(left);
    }
    else if (continues && sign != Sign::Implies)
        ++top.count;
    else
        open_.push_back({Open::Kind::Operator, sign, 0, 2});
}

/// Joins the operands of the operators on top that hold tighter than the level.
void FormulaReader::fold_to(int level)
{
    while (open_.back().kind == Open::Kind::Operator && level_of(open_.back().sign) > level)
    {
        const Formula whole = join(open_.back().sign, open_.back().count);
        values_.push_back(whole);
        open_.pop_back();
    }
}

/// Takes so many operands off the values.
Formula FormulaReader::join(Sign sign, std::size_t count)
{
    const std::span operands = std::span(values_).last(count);
    Formula answer;
    switch (sign)
    {
    case Sign::And: answer = store_.conjunction(operands); break;
    case Sign::Or: answer = store_.disjunction(operands); break;
    case Sign::Implies: answer = store_.implication(operands[0], operands[1]); break;
    case Sign::Iff: answer = store_.equivalence(operands[0], operands[1]); break;
    case Sign::PrioritisedOr: answer = store_.prioritised_or(operands); break;
    case Sign::PrioritisedAnd: answer = store_.prioritised_and(operands); break;
    default: assert(false && "an operator");
    }
    values_.resize(values_.size() - count);
    return answer;
}

/// At the end of parentheses, braces or a quantifier's body. True where an operand is complete
/// then, false where one has to follow.
bool FormulaReader::close_group()
{
    const Open top = open_.back();
    if (top.kind == Open::Kind::Quantifier)
        return close_quantifier();
    if (top.kind == Open::Kind::Parentheses)
    {
        lexer_.want(Sign::Close, "')' or an operator");
        open_.pop_back();
        return true;
    }
    lexer_.want(top.sign,
                top.sign == Sign::CloseBrace ? "'}' or an operator" : "'⌋' or an operator");
    open_.back() = {Open::Kind::Restrict, Sign::End, 0, 0, values_.back()};
    values_.pop_back();
    return false;
}

void FormulaReader::open_quantifier(bool is_all)
{
    lexer_.advance();
    const std::size_t mark = symbols_.mark();
    Quantifier quantifier{is_all, false, binders(), 0, values_.size(), mark};
    quantifier.is_empty = !quantifier.binders.first(lexer_);
    if (!quantifier.is_empty)
        bind(quantifier.binders);
    if (!lexer_.is(Sign::Colon))
        lexer_.fail_here("':'");
    quantifier.body = lexer_.place() + 1;
    lexer_.advance();
    open_.push_back({Open::Kind::Quantifier});
    quantifiers_.push_back(std::move(quantifier));
}

/// The body has been read for one tuple of actions; where there is none, for the syntax alone.
bool FormulaReader::close_quantifier()
{
    Quantifier& quantifier = quantifiers_.back();
    if (!quantifier.is_empty && !only_syntax && quantifier.binders.next(lexer_))
    {
        bind(quantifier.binders);
        lexer_.seek(quantifier.body);
        return false;
    }
    if (quantifier.is_empty)
        values_.resize(quantifier.first_value);
    const std::span operands = std::span(values_).subspan(quantifier.first_value);
    const Formula whole =
        quantifier.is_all ? store_.conjunction(operands) : store_.disjunction(operands);
    values_.resize(quantifier.first_value);
    values_.push_back(whole);
    symbols_.close(quantifier.mark);
    quantifiers_.pop_back();
    open_.pop_back();
    return true;
}

} // namespace sgl::axioms::text
