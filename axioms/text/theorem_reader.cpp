#include "axioms/text/theorem_reader.hpp"

#include "logic/print.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sgl::axioms::text
{

namespace
{

constexpr std::uint32_t largest_label = 4'000'000'000;
constexpr std::string_view a_line = "a line, 'let', 'for' or 'end'";

/// What cannot be a label: the words that a line, or what follows one, may start with.
bool is_no_label(std::string_view word)
{
    constexpr std::array words{"end", "assume", "theorem", "import", "from", "rup", "by", "or"};
    return is_reserved(word) || std::ranges::find(words, word) != words.end();
}

/// The letters of a schema that need a value: not those that its `any` binds.
std::vector<std::string> letters(std::string_view schema)
{
    const Source source{"", std::string(schema)};
    const Limits limits;
    std::vector<std::string> answer, bound;
    const auto is_in = [](const std::vector<std::string>& list, std::string_view word)
    { return std::ranges::find(list, word) != list.end(); };
    for (Lexer lexer(source, limits); !lexer.is(Sign::End); lexer.advance())
    {
        const bool binds = lexer.take("any") || lexer.take("all");
        const std::string word(lexer.word());
        const bool is_letter =
            lexer.is(Sign::Name) && (word.size() == 1 || static_cast<signed char>(word[0]) < 0);
        if (binds)
            bound.push_back(word);
        else if (is_letter && word != "A" && !is_in(bound, word) && !is_in(answer, word))
            answer.push_back(word);
    }
    return answer;
}

std::string shortened(std::string text)
{
    constexpr std::size_t longest = 400;
    if (text.size() <= longest)
        return text;
    std::size_t end = longest;
    while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end) + "…";
}

/// The character of a letter of one or two bytes.
char32_t character(std::string_view letter)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(letter[i]); };
    return letter.size() == 1 ? byte(0) : ((byte(0) & 0x1FU) << 6) | (byte(1) & 0x3FU);
}

} // namespace

// --- labels ----------------------------------------------------------------------------------

std::span<const Action> Labels::tuple(std::size_t line) const
{
    auto after =
        std::ranges::upper_bound(groups, line, {}, [](const Group& group) { return group.first; });
    while (after != groups.begin())
    {
        const Group& group = *--after;
        const std::span lines = std::span(grouped).subspan(group.lines, group.count);
        const auto found = std::ranges::lower_bound(lines, line); // what is generated is before it
        if (found != lines.end())
            return std::span(actions).subspan(
                group.tuples + static_cast<std::size_t>(found - lines.begin()) * group.arity,
                group.arity);
        if (group.count > 0)
            break;
    }
    return {};
}

std::optional<std::uint32_t> Labels::find(const Group& group, std::span<const Action> tuple) const
{
    std::uint32_t low = 0, high = group.count;
    while (low < high)
    {
        const std::uint32_t middle = low + (high - low) / 2;
        const auto there =
            std::span(actions).subspan(group.tuples + middle * group.arity, group.arity);
        if (std::ranges::equal(there, tuple))
            return grouped[group.lines + middle];
        if (std::ranges::lexicographical_compare(there, tuple))
            low = middle + 1;
        else
            high = middle;
    }
    return std::nullopt;
}

std::optional<Labels::Generated> Labels::generated_with(std::size_t line) const
{
    const auto after = std::ranges::upper_bound(generated, line, {},
                                                [](const Generated& run) { return run.first; });
    if (after == generated.begin() || line >= std::prev(after)->first + std::prev(after)->count)
        return std::nullopt;
    return *std::prev(after);
}

TheoremReader::TheoremReader(const Context& context, Symbols& symbols, Lexer& lexer,
                             FormulaReader& formulas)
    : context_(context), symbols_(symbols), lexer_(lexer), formulas_(formulas)
{
}

/// The label that is next.
TheoremReader::Label TheoremReader::label()
{
    const char* const at = lexer_.at();
    if (lexer_.is(Sign::Number))
        return {at, true, lexer_.number(largest_label, "a label")};
    if (!lexer_.is(Sign::Name) || is_no_label(lexer_.word()))
        lexer_.fail_here(a_line);
    const Symbol& symbol = symbols_.intern(lexer_.word(), lexer_.hash());
    lexer_.advance();
    return {at, false, symbols_.index(symbol)};
}

/// The line, or group, of this theorem that is labelled so; null: none is as yet.
std::uint32_t* TheoremReader::known(const Label& label)
{
    if (!label.is_number)
    {
        Symbol& symbol = symbols_[label.value];
        return symbol.labelled_in == theorem_ ? &symbol.label : nullptr;
    }
    if (label.value < numbered_.size() && numbered_[label.value].theorem == theorem_)
        return &numbered_[label.value].line;
    if (far_ones_.empty())
        return nullptr;
    const auto found = far_ones_.find(label.value);
    return found == far_ones_.end() ? nullptr : &found->second;
}

void TheoremReader::define(const Label& label, std::uint32_t value)
{
    if (const std::uint32_t* const first = known(label))
    {
        const Labels& labels = reading_->labels;
        const std::uint32_t line =
            (*first & group_bit) != 0 ? labels.groups[*first & ~group_bit].first : *first;
        const bool is_known = line < labels.places.size();
        lexer_.fail(label.at,
                    fmt::format("a second line labelled '{}'",
                                label.is_number ? std::to_string(label.value)
                                                : std::string(symbols_[label.value].name)),
                    is_known ? fmt::format("the first is on line {}",
                                           lexer_.position(labels.places[line]).line)
                             : "");
    }
    if (!label.is_number)
    {
        symbols_[label.value].label = value;
        symbols_[label.value].labelled_in = theorem_;
        return;
    }
    constexpr std::size_t always_near = 4096;
    const std::size_t near = always_near + 4 * reading_->labels.places.size();
    if (label.value >= near)
    {
        far_ones_[label.value] = value;
        return;
    }
    if (label.value >= numbered_.size())
        numbered_.resize(std::max<std::size_t>(label.value + 1, numbered_.size() * 2));
    numbered_[label.value] = {theorem_, value};
}

void TheoremReader::fail_unknown_line(const Label& label)
{
    const std::string text =
        label.is_number ? std::to_string(label.value) : std::string(symbols_[label.value].name);
    if (current_.at != nullptr && current_.is_number == label.is_number &&
        current_.value == label.value)
        lexer_.fail(label.at, "a line cannot cite itself");
    Lexer ahead = lexer_;
    while (!ahead.is(Sign::End) && !ahead.is("end") && !ahead.is("theorem"))
    {
        const bool is_same =
            (ahead.is(Sign::Name) || ahead.is(Sign::Number)) && ahead.word() == text;
        ahead.advance();
        if (is_same && ahead.is(Sign::Dot))
            lexer_.fail(
                label.at,
                fmt::format("line '{}' comes later: a line can only cite those above it", text));
    }
    lexer_.fail(label.at, fmt::format("no line above is labelled '{}'", text));
}

// --- headings --------------------------------------------------------------------------------

Heading TheoremReader::heading()
{
    Heading answer;
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

Reading TheoremReader::body(std::string name, const Variables& variables)
{
    Reading reading{Derivation(std::move(name), variables)};
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
    Binders binders = formulas_.binders();
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

// --- citations -------------------------------------------------------------------------------

/// A label, not that of the next line: TAUT may cite no line.
bool TheoremReader::next_is_label()
{
    if (lexer_.following() == '.' || (!lexer_.is(Sign::Number) && !lexer_.is(Sign::Name)) ||
        (lexer_.is(Sign::Name) && is_no_label(lexer_.word())))
        return false;
    if (lexer_.following() == ',')
        return true;
    const std::uint32_t place = lexer_.place();
    lexer_.advance();
    const bool answer = !lexer_.is(Sign::Dot);
    lexer_.seek(place);
    return answer;
}

void TheoremReader::citations()
{
    if (!next_is_label())
        return;
    do
        citation();
    while (lexer_.take(Sign::Comma));
}

void TheoremReader::citation()
{
    const Label cited = label();
    const std::uint32_t* const found = known(cited);
    if (found == nullptr)
        fail_unknown_line(cited);
    const bool is_group = (*found & group_bit) != 0;
    const Labels& labels = reading_->labels;
    if (!lexer_.is(Sign::Open))
    {
        if (only_syntax_)
            return;
        if (!is_group)
            return cited_.push_back(*found);
        const Labels::Group& group = labels.groups[*found & ~group_bit];
        lexer_.spend(group.count);
        for (std::uint32_t i = 0; i < group.count; ++i)
            cited_.push_back(labels.grouped[group.lines + i]);
        return;
    }
    if (!is_group)
        lexer_.fail_here(fmt::format("',' or the next line: '{}' is one line",
                                     std::string_view(cited.at, lexer_.at())));
    const Labels::Group group = labels.groups[*found & ~group_bit];
    std::vector<Action> tuple;
    lexer_.advance();
    do
        tuple.push_back(formulas_.ground_action("an action"));
    while (lexer_.take(Sign::Comma));
    lexer_.want(Sign::Close, "')' or ','");
    if (tuple.size() != group.arity)
        lexer_.fail(cited.at, fmt::format("these lines are labelled with {} action{}, not {}",
                                          group.arity, group.arity == 1 ? "" : "s", tuple.size()));
    if (only_syntax_)
        return;
    const std::optional<std::uint32_t> line = labels.find(group, tuple);
    if (!line)
    {
        std::vector<std::string_view> names;
        for (Action a : tuple)
            names.push_back(context_.frame.name(a));
        lexer_.fail(cited.at, fmt::format("there is no line for {}", fmt::join(names, ", ")),
                    "the 'where' of these lines leaves it out");
    }
    cited_.push_back(*line);
}

// --- justifications --------------------------------------------------------------------------

void TheoremReader::justification(Formula f)
{
    const auto by_rule = [&](Rule rule)
    {
        citations();
        if (!only_syntax_)
            reading_->derivation.add(f, rule, "", cited_);
    };
    if (!lexer_.is(Sign::Name))
        lexer_.fail_here("a justification: an axiom, TAUT, MP, GEN, DEF, axiom, lemma or "
                         "replacement");
    if (lexer_.take("TAUT"))
        return tautology(f);
    if (lexer_.take("MP"))
        return by_rule(Rule::ModusPonens);
    if (lexer_.take("GEN"))
    {
        if (lexer_.take("A"))
            return by_rule(Rule::GeneraliseAction);
        if (lexer_.take("C"))
            return by_rule(Rule::GeneraliseChoice);
        if (!lexer_.take("S"))
            lexer_.fail_here("'A', 'C' or 'S'");
        return by_rule(Rule::GeneraliseStrategy);
    }
    if (lexer_.take("DEF"))
        return by_rule(Rule::Definition);
    if (lexer_.take("axiom"))
        return by_game_axiom(f);
    if (lexer_.take("lemma"))
        return by_theorem(f);
    if (lexer_.is("replacement"))
        return by_replacement(f);
    if (lexer_.is("lemma_1"))
        return by_generator(&Generator::lemma_1, f);
    if (lexer_.is("no_restriction"))
        return by_generator(&Generator::no_restriction, f);
    if (lexer_.is("state_wise"))
        return by_generator(&Generator::state_wise, f);
    by_axiom(f);
}

void TheoremReader::tautology(Formula f)
{
    citations();
    if (!lexer_.take("rup"))
    {
        if (!only_syntax_)
            reading_->derivation.tautology(f, cited_);
        return;
    }
    constexpr std::uint32_t largest = 0x7FFFFFFF;
    std::vector<std::int32_t> refutation;
    lexer_.want(Sign::OpenBracket, "'['");
    while (!lexer_.take(Sign::CloseBracket))
    {
        const bool is_negative = lexer_.take(Sign::Minus);
        const auto number = static_cast<std::int32_t>(lexer_.number(largest, "a number, or ']'"));
        refutation.push_back(is_negative ? -number : number);
    }
    if (!only_syntax_)
        reading_->derivation.tautology(f, cited_, std::move(refutation));
}

void TheoremReader::by_axiom(Formula f)
{
    const char* const at = lexer_.at();
    const std::string_view name = lexer_.word();
    std::vector<const Schema*> schemas;
    for (const Schema& schema : context_.schemas)
        if (schema.text().name == name)
            schemas.push_back(&schema);
    if (schemas.empty())
    {
        std::vector<std::string_view> known{"TAUT",           "MP",        "GEN",         "DEF",
                                            "axiom",          "lemma",     "replacement", "lemma_1",
                                            "no_restriction", "state_wise"};
        for (const Schema& schema : context_.schemas)
            known.push_back(schema.text().name);
        lexer_.fail_unknown(at, fmt::format("unknown axiom or rule '{}'", name), name, known);
    }
    lexer_.advance();
    if (lexer_.take("or"))
    {
        // C5 says nothing of one conjunct: "C5 or TAUT", whatever the number of actions.
        lexer_.want("TAUT");
        const auto fits = [&](const Schema* schema)
        { return schema->is_instance(context_.frame, f, *variables_); };
        if (only_syntax_ || std::ranges::none_of(schemas, fits))
            return tautology(f);
        citations();
        reading_->derivation.axiom(name, f);
        return;
    }
    if (!lexer_.is(Sign::Open))
    {
        if (!only_syntax_)
            reading_->derivation.axiom(name, f);
        return;
    }
    const Instance instance = explicit_instance(schemas);
    if (only_syntax_)
        return;
    std::string built;
    for (const Schema* schema : schemas)
    {
        const std::size_t values = instance.formulas.size() + instance.actions.size();
        if (letters(schema->text().text).size() != values) // C3 for a = b has no letter b
            continue;
        const auto formula =
            schema->instantiate(context_.store, context_.frame, instance, *variables_);
        if (formula == f)
        {
            reading_->derivation.axiom(name, f);
            return;
        }
        if (formula)
            built = shown(*formula);
    }
    object(Why::NotAnInstance, std::string(name),
           built.empty() ? fmt::format("an instance within the side conditions of {}", name)
                         : built,
           shown(f));
    objected_line(f);
}

/// `(α := p | q, a := a0)`: all letters of one of the axiom's schemas, once each.
Instance TheoremReader::explicit_instance(const std::vector<const Schema*>& schemas)
{
    const AxiomText& axiom = schemas.front()->text(); // where there are two, they share letters
    const std::vector<std::string> wanted = letters(axiom.text);
    const std::vector<std::string> most = letters(schemas.back()->text().text);
    std::vector<std::string> given;
    Instance answer;
    lexer_.advance();
    do
    {
        const char* const at = lexer_.at();
        const std::string letter(lexer_.word());
        if (!lexer_.is(Sign::Name))
            lexer_.fail_here("a letter of the axiom");
        if (std::ranges::find(wanted, letter) == wanted.end() &&
            std::ranges::find(most, letter) == most.end())
            lexer_.fail(at, fmt::format("{} has no letter '{}'", axiom.name, letter),
                        fmt::format("it is {}", axiom.text));
        if (std::ranges::find(given, letter) != given.end())
            lexer_.fail(at, fmt::format("a second value for '{}'", letter));
        given.push_back(letter);
        lexer_.advance();
        lexer_.want(Sign::Define, "':='");
        if (letter == "a" || letter == "b")
        {
            answer.actions[character(letter)] = formulas_.action();
            continue;
        }
        const char* const value_at = lexer_.at();
        const Formula value = formulas_.formula();
        if (letter == "p" && !is_atom(value) && !only_syntax_)
            lexer_.fail(value_at, "'p' stands for a fluent, initial or terminal");
        answer.formulas[character(letter)] = value;
    } while (lexer_.take(Sign::Comma));
    for (const std::string& letter : wanted)
        if (std::ranges::find(given, letter) == given.end())
            lexer_.fail_here(fmt::format("a value for '{}' too, as in {}", letter, axiom.text));
    lexer_.want(Sign::Close, "')' or ','");
    if (axiom.many)
        answer.conjuncts = {answer.formulas.at(U'φ'), answer.formulas.at(U'ψ')};
    return answer;
}

void TheoremReader::by_game_axiom(Formula f)
{
    const char* const at = lexer_.at();
    const std::string_view name = lexer_.word();
    if (!lexer_.is(Sign::Name))
        lexer_.fail_here("the name of an axiom of the game");
    lexer_.advance();
    const std::vector<std::string>& known = context_.game_axioms;
    if (known.empty())
        lexer_.fail(at, fmt::format("there is no game, so no axiom '{}'", name),
                    "start the file with: game \"FILE\"");
    if (std::ranges::find(known, name) == known.end())
        lexer_.fail_unknown(at, fmt::format("the game has no axiom '{}'", name), name,
                            {known.begin(), known.end()});
    if (!only_syntax_)
        reading_->derivation.game_axiom(name, f);
}

// --- theorems cited --------------------------------------------------------------------------

std::uint32_t TheoremReader::cited_entry(const char* at, std::string_view name)
{
    const std::uint32_t* const found = context_.library.find(name);
    if (found == nullptr || !is_visible(context_.library.entries[*found]))
    {
        std::vector<std::string_view> known;
        for (const Entry& entry : context_.library.entries)
            if (!entry.is_open && is_visible(entry))
                known.push_back(entry.name);
        lexer_.fail_unknown(at, fmt::format("unknown theorem '{}'", name), name, known);
    }
    if (context_.library.entries[*found].is_open)
        lexer_.fail(at, "a theorem cannot cite itself");
    return *found;
}

/// `[a0]`, as many actions as the family has indices.
std::vector<Action> TheoremReader::indices(const char* at, const Entry& entry)
{
    std::vector<Action> tuple;
    if (lexer_.take(Sign::OpenBracket))
    {
        do
            tuple.push_back(formulas_.ground_action("an action"));
        while (lexer_.take(Sign::Comma));
        lexer_.want(Sign::CloseBracket, "']' or ','");
    }
    if (tuple.size() != entry.indices)
        lexer_.fail(at,
                    entry.indices == 0
                        ? fmt::format("'{}' is no family: it has no index", entry.name)
                        : fmt::format("'{}' is a family with {} ind{}, here {}", entry.name,
                                      entry.indices, entry.indices == 1 ? "ex" : "ices",
                                      tuple.size()),
                    entry.indices == 0 ? "" : fmt::format("such as {}[a]", entry.name));
    return tuple;
}

/// `(φ := …, a := …)`
void TheoremReader::substitution(const Entry& entry, Matcher& matcher)
{
    const auto position = [](const std::vector<std::string>& names, std::string_view name)
    { return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()); };
    const Variables& variables = entry.variables;
    Substitution& values = matcher.values;
    do
    {
        const char* const at = lexer_.at();
        const std::string_view name = lexer_.word();
        if (!lexer_.is(Sign::Name))
            lexer_.fail_here("a variable of the theorem");
        lexer_.advance();
        lexer_.want(Sign::Define, "':='");
        const auto only_one = [&](bool is_given)
        {
            if (is_given)
                lexer_.fail(at, fmt::format("a second value for '{}'", name));
        };
        const std::size_t formula = position(variables.formulas, name);
        const std::size_t atom = position(variables.atoms, name);
        const std::size_t action = position(variables.actions, name);
        const char* const value_at = lexer_.at();
        if (formula < variables.formulas.size())
        {
            only_one(bool(values.formulas[formula]));
            values.formulas[formula] = formulas_.formula();
        }
        else if (atom < variables.atoms.size())
        {
            only_one(bool(values.atoms[atom]));
            const Formula value = formulas_.formula();
            if (!is_atom(value) && !only_syntax_)
                lexer_.fail(value_at,
                            fmt::format("'{}' stands for a fluent, initial or terminal", name));
            values.atoms[atom] = value;
        }
        else if (action < variables.actions.size())
        {
            only_one(values.actions[action] != Matcher::no_action);
            values.actions[action] = formulas_.action();
        }
        else
        {
            std::vector<std::string_view> known;
            for (const auto* names : {&variables.formulas, &variables.atoms, &variables.actions})
                known.insert(known.end(), names->begin(), names->end());
            lexer_.fail_unknown(at, fmt::format("'{}' has no variable '{}'", entry.name, name),
                                name, known);
        }
    } while (lexer_.take(Sign::Comma));
    lexer_.want(Sign::Close, "')' or ','");
}

void TheoremReader::by_theorem(Formula f)
{
    const char* const at = lexer_.at();
    const std::string_view name = lexer_.word();
    if (!lexer_.is(Sign::Name))
        lexer_.fail_here("the name of a theorem");
    const std::uint32_t index = cited_entry(at, name);
    lexer_.advance();
    std::vector<Action> tuple = indices(at, context_.library.entries[index]);
    Matcher matcher(context_.library.entries[index].variables);
    if (lexer_.take(Sign::Open))
        substitution(context_.library.entries[index], matcher);
    if (lexer_.take("from"))
    {
        do
            citation();
        while (lexer_.take(Sign::Comma));
    }
    if (only_syntax_)
        return;
    const Theorem* const theorem = cited_theorem(at, index, std::move(tuple));
    if (theorem == nullptr)
        return objected_line(f);
    bool fits = matcher.match(theorem->formula(), f);
    if (theorem->premises().size() == cited_.size())
        for (std::size_t i = 0; fits && i < cited_.size(); ++i)
            fits = matcher.match(theorem->premises()[i],
                                 reading_->derivation.lines()[cited_[i]].formula);
    const std::string missing = matcher.missing(theorem->variables());
    const auto stated = [&](Formula g)
    {
        const NamedVariables names(context_.frame, theorem->variables());
        return shortened(
            print_shared(names.frame(), names.named(context_.store, g), Style::Ascii, 400));
    };
    if (!fits)
    {
        std::string expected = stated(theorem->formula());
        for (std::size_t i = 0; i < theorem->premises().size(); ++i)
            expected += (i == 0 ? ", from " : ", and ") + stated(theorem->premises()[i]);
        object(Why::NotAnInstance, "lemma " + theorem->name(), "an instance of " + expected,
               shown(f));
        return objected_line(f);
    }
    if (!missing.empty() && theorem->premises().size() == cited_.size())
    {
        object(Why::WrongSort, "lemma " + theorem->name(),
               fmt::format("a value for '{0}', which the line does not tell: ({0} := …)", missing),
               "");
        return objected_line(f);
    }
    for (Formula& value : matcher.values.formulas)
        value = value ? value : context_.store.top();
    reading_->derivation.theorem(theorem->name(), f, std::move(matcher.values), cited_);
}

/// The theorem, or nothing: it was objected to, or has to be settled first.
const Theorem* TheoremReader::cited_theorem(const char* at, std::uint32_t entry,
                                            std::vector<Action> tuple)
{
    Library& library = context_.library;
    cited_name_ = member_name(context_.frame, library.entries[entry].name, tuple);
    const Standing* standing = library.standing(cited_name_);
    if (standing == nullptr)
    {
        Request request{entry, std::move(tuple), cited_name_};
        if (!demand)
        {
            reading_->missing.push_back(std::move(request));
            return nullptr;
        }
        demand(request);
        standing = library.standing(request.name);
    }
    if (standing == nullptr || standing->state == State::Absent)
        lexer_.fail(at, fmt::format("there is no '{}': its 'where' leaves it out", cited_name_));
    if (standing->state == State::Accepted)
        return standing->theorem;
    object(Why::NoSuchAxiom, "lemma " + cited_name_, "a theorem that was accepted",
           fmt::format("'{}', which was rejected", cited_name_));
    return nullptr;
}

// --- lines that are generated ----------------------------------------------------------------

/// `replacement 3`, `replacement 3 in 5`.
void TheoremReader::by_replacement(Formula f)
{
    const char* const at = lexer_.at();
    lexer_.advance();
    if (!next_is_label())
        lexer_.fail_here("the line of the equivalence");
    citations();
    std::vector<Derivation::Number> equivalences = std::move(cited_);
    cited_.clear();
    std::optional<Derivation::Number> in;
    if (lexer_.take("in"))
    {
        const char* const in_at = lexer_.at();
        citation();
        if (!only_syntax_ && cited_.size() != 1)
            lexer_.fail(in_at, "one line is wanted here");
        if (!only_syntax_)
            in = cited_.front();
    }
    if (!only_syntax_)
        generated(f, generator(at).replacement(f, equivalences, in));
}

void TheoremReader::by_generator(std::optional<Refusal> (Generator::*generate)(Formula), Formula f)
{
    const char* const at = lexer_.at();
    if (only_syntax_)
        return lexer_.advance();
    Generator& lines = generator(at);
    lexer_.advance();
    generated(f, (lines.*generate)(f));
}

/// For the justification that starts there.
Generator& TheoremReader::generator(const char* at)
{
    generated_at_ = at;
    generated_by_.assign(at, std::find_if_not(at, lexer_.last(), is_name_part));
    if (generator_)
        return *generator_;
    Generator::Tools tools{context_.store, context_.frame, *variables_, {}, {}, {}, {}, {}};
    tools.lemma = [this](std::string_view name, std::span<const Action> index)
    { return library_theorem(generated_at_, name, index); };
    tools.cited = [this](const std::string& name) -> const Theorem*
    {
        const Standing* const standing = context_.library.standing(name);
        return standing == nullptr ? nullptr : standing->theorem;
    };
    tools.find_refutation = find_refutation;
    tools.print = [this](Formula f) { return shown(f); };
    tools.line_written = [this] { lexer_.spend(1); };
    return generator_.emplace(std::move(tools), reading_->derivation);
}

void TheoremReader::generated(Formula f, std::optional<Refusal> refusal)
{
    if (refusal)
        object(refusal->why, generated_by_, std::move(refusal->expected),
               std::move(refusal->found));
    if (refusal || generator_->lacks_lemma())
        objected_line(f);
}

/// As `lemma NAME` would cite it; where it cannot, that is objected to.
const Theorem* TheoremReader::library_theorem(const char* at, std::string_view name,
                                              std::span<const Action> index)
{
    const std::uint32_t* const found = context_.library.find(name);
    const Entry* const entry = found == nullptr ? nullptr : &context_.library.entries[*found];
    if (entry != nullptr && is_visible(*entry) && !entry->is_open && entry->indices == index.size())
        return cited_theorem(at, *found, {index.begin(), index.end()});
    object(Why::NoSuchAxiom, generated_by_,
           fmt::format("the theorem '{}' of the library, which this rests on: import "
                       "\"restrict.sgp\"",
                       name),
           "");
    return nullptr;
}

void TheoremReader::object(Why why, std::string rule, std::string expected, std::string found)
{
    if (!reading_->objection)
        reading_->objection = Rejection{reading_->derivation.lines().size(), why, std::move(rule),
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

} // namespace sgl::axioms::text
