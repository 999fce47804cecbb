// Lines by theorems that are cited, and lines that are generated.

#include "axioms/file/theorem_reader.hpp"

#include "logic/formula/print.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::axioms::text
{

std::uint32_t TheoremReader::cited_entry(const char* at, std::string_view name)
{
    const std::uint32_t* const found = context_.library.find(name);
    if (found == nullptr || !is_visible(context_.library.entries[*found]))
    {
        std::vector<std::string_view> known;
        for (const DeclaredTheorem& entry : context_.library.entries)
            if (!entry.is_open && is_visible(entry))
                known.push_back(entry.name);
        lexer_.fail_unknown(at, fmt::format("unknown theorem '{}'", name), name, known);
    }
    if (context_.library.entries[*found].is_open)
        lexer_.fail(at, "a theorem cannot cite itself");
    return *found;
}

/// `[a0]`, as many actions as the family has indices.
std::vector<Action> TheoremReader::indices(const char* at, const DeclaredTheorem& entry)
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
void TheoremReader::substitution(const DeclaredTheorem& entry, Matcher& matcher)
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
    Matcher matcher(context_.library.entries[index].variables, variables_->empty());
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
    TheoremIndex& library = context_.library;
    cited_name_ = member_name(context_.frame, library.entries[entry].name, tuple);
    const TheoremState* standing = library.standing(cited_name_);
    if (standing == nullptr)
    {
        TheoremRequest request{entry, std::move(tuple), cited_name_};
        if (!demand)
        {
            reading_->missing.push_back(std::move(request));
            return nullptr;
        }
        demand(request);
        standing = library.standing(request.name);
    }
    if (standing == nullptr || standing->state == TheoremStatus::Absent)
        lexer_.fail(at, fmt::format("there is no '{}': its 'where' leaves it out", cited_name_));
    if (standing->state == TheoremStatus::Accepted)
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

void TheoremReader::by_generator(std::optional<NotGenerated> (Generator::*generate)(Formula),
                                 Formula f)
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
    InductionTools tools{context_.store, context_.frame, *variables_, {}, {}, {}, {}, {}};
    tools.lemma = [this](std::string_view name, std::span<const Action> index)
    { return library_theorem(generated_at_, name, index); };
    tools.cited = [this](const std::string& name) -> const Theorem*
    {
        const TheoremState* const standing = context_.library.standing(name);
        return standing == nullptr ? nullptr : standing->theorem;
    };
    tools.find_refutation = find_refutation;
    tools.print = [this](Formula f) { return shown(f); };
    tools.line_written = [this] { lexer_.spend(1); };
    return generator_.emplace(std::move(tools), reading_->derivation);
}

void TheoremReader::generated(Formula f, std::optional<NotGenerated> refusal)
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
    const DeclaredTheorem* const entry =
        found == nullptr ? nullptr : &context_.library.entries[*found];
    if (entry != nullptr && is_visible(*entry) && !entry->is_open && entry->indices == index.size())
        return cited_theorem(at, *found, {index.begin(), index.end()});
    object(Why::NoSuchAxiom, generated_by_,
           fmt::format("the theorem '{}' of the library, which this rests on: import "
                       "\"restrict.sgp\"",
                       name),
           "");
    return nullptr;
}

} // namespace sgl::axioms::text
