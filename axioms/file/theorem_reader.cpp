#include "axioms/file/theorem_reader.hpp"

#include "logic/formula/print.hpp"

#include <fmt/format.h>

namespace sgl::axioms::text
{

TheoremReader::TheoremReader(const Context& context, Symbols& symbols, Lexer& lexer,
                             FormulaReader& formulas)
    : context_(context), symbols_(symbols), lexer_(lexer), formulas_(formulas)
{
}

// --- headings --------------------------------------------------------------------------------

TheoremHeading TheoremReader::heading()
{
    TheoremHeading answer;
    if (lexer_.take(Sign::Open) && !lexer_.take(Sign::Close))
        variable_list(answer.variables);
    if (lexer_.take("where"))
    {
        do
        {
            const Action a = formulas_.action();
            lexer_.want(Sign::NotEqual, "'!='");
            answer.variables.distinct.emplace_back(a, formulas_.action());
        } while (lexer_.take(Sign::Comma));
    }
    if (lexer_.take("for"))
    {
        answer.is_family = true;
        answer.family = formulas_.binders();
    }
    if (!lexer_.is(Sign::Colon) && !lexer_.is("let"))
        lexer_.fail_here("':' and what the theorem states");
    answer.after = lexer_.place();
    return answer;
}

/// `φ, ψ: formula; a: action)`
void TheoremReader::variable_list(Variables& variables)
{
    do
    {
        std::vector<std::uint32_t> group;
        do
        {
            const Symbol& symbol = formulas_.declare("a variable", Symbol::Local::Formula);
            group.push_back(symbols_.index(symbol));
        } while (lexer_.take(Sign::Comma));
        lexer_.want(Sign::Colon, "':' and the variables' sort");
        const char* const at = lexer_.at();
        const std::string_view sort = lexer_.word();
        if (!lexer_.is(Sign::Name) || (sort != "formula" && sort != "atom" && sort != "action"))
            lexer_.fail(at, "this is no sort of variables",
                        "expected 'formula', 'atom' or 'action'");
        lexer_.advance();
        for (std::uint32_t index : group)
        {
            Symbol& symbol = symbols_[index];
            std::vector<std::string>& names = sort == "formula" ? variables.formulas
                                              : sort == "atom"  ? variables.atoms
                                                                : variables.actions;
            const auto i = static_cast<std::uint32_t>(names.size());
            names.emplace_back(symbol.name);
            if (sort == "action")
            {
                symbol.local = Symbol::Local::Action;
                symbol.local_action = action_variable(i);
            }
            else
                symbol.local_formula = context_.store.fluent(sort == "formula" ? formula_variable(i)
                                                                               : atom_variable(i));
        }
    } while (lexer_.take(Sign::Semicolon));
    lexer_.want(Sign::Close, "')', ';' or ','");
}

// --- bodies ----------------------------------------------------------------------------------

ParsedTheorem TheoremReader::body(std::string name, const Variables& variables)
{
    ParsedTheorem reading{Derivation(std::move(name), variables)};
    reading_ = &reading;
    variables_ = &variables;
    current_ = {};
    generator_.reset();
    ++theorem_;
    far_ones_.clear();
    const std::size_t mark = symbols_.mark();
    while (lexer_.take("let"))
        let(true);
    lexer_.want(Sign::Colon, "':' and what the theorem states");
    reading.derivation.statement = formulas_.formula();
    lines();
    generator_.reset();
    symbols_.close(mark);
    reading_ = nullptr;
    return reading;
}

void TheoremReader::look_over(const Variables& variables)
{
    only_syntax_ = formulas_.only_syntax = true;
    body("", variables);
    only_syntax_ = formulas_.only_syntax = false;
}

void TheoremReader::lines()
{
    for (;;)
    {
        if (lexer_.is(Sign::Number))
            single_line();
        else if (lexer_.take("end"))
            return;
        else if (lexer_.take("for"))
            grouped_line();
        else if (lexer_.take("let"))
            let(true);
        else if (lexer_.take("assume"))
            assume();
        else if (lexer_.is(Sign::Name))
            single_line();
        else
            lexer_.fail_here(a_line);
    }
}

void TheoremReader::let(bool of_theorem)
{
    const char* const at = lexer_.at();
    const std::uint64_t hash = lexer_.hash();
    const std::string_view name = formulas_.own_name("a name");
    const std::uint32_t index = symbols_.index(symbols_.intern(name, hash));
    formulas_.check_free(at, symbols_[index], "the name of a let");
    lexer_.want(Sign::Equal, "'='");
    const Formula f = formulas_.formula();
    if (of_theorem)
    {
        symbols_.bind(index, Symbol::Local::Formula);
        symbols_[index].local_formula = f;
        return;
    }
    symbols_[index].let = f;
    symbols_[index].let_at = lexer_.place(at);
}

void TheoremReader::assume()
{
    const std::uint32_t place = lexer_.place();
    const Label name = label();
    lexer_.want(Sign::Dot, "'.'");
    const Formula f = formulas_.formula();
    define(name, static_cast<std::uint32_t>(reading_->derivation.lines().size()));
    if (only_syntax_)
        return;
    reading_->derivation.premise(f);
    reading_->labels.places.push_back(place);
}

void TheoremReader::single_line()
{
    const std::uint32_t place = lexer_.place();
    current_ = label();
    lexer_.want(Sign::Dot, "'.' and a formula");
    step(place);
    define(current_,
           static_cast<std::uint32_t>(reading_->labels.places.size()) - (only_syntax_ ? 0U : 1U));
}

/// `for c in actions: 2(c). …`, past the word.
void TheoremReader::grouped_line()
{
    const std::size_t mark = symbols_.mark();
    ActionBinders binders = formulas_.binders();
    lexer_.want(Sign::Colon, "':'");
    const std::uint32_t place = lexer_.place();
    current_ = label();
    lexer_.want(Sign::Open, "'(' and the variables of 'for'");
    for (std::size_t i = 0; i < binders.variables.size(); ++i)
    {
        if (i > 0)
            lexer_.want(Sign::Comma, "','");
        const std::string_view variable = symbols_[binders.variables[i].symbol].name;
        if (!lexer_.take(variable))
            lexer_.fail_here(fmt::format("'{}': the label has the variables of 'for'", variable));
    }
    lexer_.want(Sign::Close, "')'");
    if (!lexer_.is(Sign::Dot))
        lexer_.fail_here("'.' and a formula");
    const std::uint32_t start = lexer_.place() + 1;
    lexer_.advance();

    Labels& labels = reading_->labels;
    Labels::Group group{static_cast<std::uint32_t>(labels.places.size()), 0,
                        binders.variables.size(), labels.actions.size(), labels.grouped.size()};
    if (!binders.first(lexer_) || only_syntax_) // once, for the syntax
    {
        const bool before = only_syntax_;
        only_syntax_ = formulas_.only_syntax = true;
        step(place);
        only_syntax_ = formulas_.only_syntax = before;
    }
    else
    {
        do
        {
            if (group.count > 0)
                lexer_.seek(start);
            formulas_.bind(binders);
            for (std::size_t i = 0; i < group.arity; ++i)
                labels.actions.push_back(binders.value(i));
            step(place);
            labels.grouped.push_back(static_cast<std::uint32_t>(labels.places.size()) - 1);
            ++group.count;
        } while (binders.next(lexer_));
    }
    symbols_.close(mark);
    define(current_, group_bit | static_cast<std::uint32_t>(labels.groups.size()));
    labels.groups.push_back(group);
}

/// FORMULA by JUSTIFICATION.
void TheoremReader::step(std::uint32_t place)
{
    const Formula f = formulas_.formula();
    lexer_.want("by");
    cited_.clear();
    justification(f);
    if (only_syntax_)
        return;
    Labels& labels = reading_->labels;
    const auto first = static_cast<std::uint32_t>(labels.places.size());
    const auto count = static_cast<std::uint32_t>(reading_->derivation.lines().size()) - first;
    labels.places.insert(labels.places.end(), count, place);
    if (count > 1)
        labels.generated.push_back({first, count - 1});
}

// --- objections --------------------------------------------------------------------------------

void TheoremReader::object(Why why, std::string rule, std::string expected, std::string found)
{
    if (!reading_->objection)
        reading_->objection = Explanation{reading_->derivation.lines().size(), why, std::move(rule),
                                          std::move(expected), std::move(found)};
}

/// In place of a line that was objected to: one that the kernel does not accept either.
void TheoremReader::objected_line(Formula f)
{
    reading_->derivation.add(f, Rule::Axiom, "no axiom", {});
}

std::string TheoremReader::shown(Formula f) const
{
    const NamedVariables names(context_.frame, *variables_);
    return shortened(
        print_shared(names.frame(), names.named(context_.store, f), Style::Ascii, 400));
}

std::string member_name(const Frame& frame, std::string_view name, std::span<const Action> indices)
{
    std::string answer(name);
    for (std::size_t i = 0; i < indices.size(); ++i)
        answer += (i == 0 ? "[" : ",") + frame.name(indices[i]);
    return indices.empty() ? answer : answer + "]";
}

std::string line_label(const Lexer& lexer, const Frame& frame, const Labels& labels,
                       std::size_t line)
{
    const char* const at = lexer.source().text.data() + labels.places[line];
    const char* after = at;
    while (after != lexer.last() && (is_name_part(*after) || *after < 0))
        ++after;
    std::string answer(at, after);
    const std::span<const Action> tuple = labels.tuple(line);
    for (std::size_t i = 0; i < tuple.size(); ++i)
        answer += (i == 0 ? "(" : ",") + frame.name(tuple[i]);
    if (!tuple.empty())
        answer += ")";
    if (const auto run = labels.generated_with(line)) // no label of its own: 5.1, 5.2, …
        answer += fmt::format(".{}", line - run->first + 1);
    return answer;
}

std::string TheoremReader::shortened(std::string text)
{
    constexpr std::size_t longest = 400;
    if (text.size() <= longest)
        return text;
    std::size_t end = longest;
    while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end) + "…";
}

} // namespace sgl::axioms::text
