// Derivations that were changed somewhere. The kernel accepts such a mutant only if what it shows
// then is true, as the evaluator finds in random models.
//
// The derivations are the library's, and those of a game, about which there is more to get wrong.

#include "axioms/file/library.hpp"
#include "axioms/file/write.hpp"
#include "tests/axioms/book.hpp"
#include "tests/axioms/judge.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <map>
#include <set>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

// --- derivations that can be changed ---------------------------------------------------------

struct EditableLine
{
    Formula formula;
    Rule rule = Rule::Tautology;
    std::string name;
    std::vector<Derivation::Number> citations;
    Substitution values;
    std::vector<std::int32_t> refutation;
};

struct Editable
{
    std::string name;
    Variables variables;
    std::vector<EditableLine> lines;

    explicit Editable(const Derivation& d) : name(d.name()), variables(d.variables())
    {
        for (const Line& line : d.lines())
        {
            EditableLine editable{line.formula, line.rule, d.name_of(line), {}, {}, {}};
            const auto citations = d.citations(line);
            editable.citations.assign(citations.begin(), citations.end());
            if (line.rule == Rule::Theorem)
                editable.values = d.substitution(line);
            const auto refutation = d.refutation(line);
            editable.refutation.assign(refutation.begin(), refutation.end());
            lines.push_back(std::move(editable));
        }
    }

    Derivation derivation() const
    {
        Derivation d(name, variables);
        for (const EditableLine& line : lines)
        {
            if (line.rule == Rule::Theorem)
                d.theorem(line.name, line.formula, line.values, line.citations);
            else if (line.rule == Rule::Tautology && !line.refutation.empty())
                d.tautology(line.formula, line.citations, line.refutation);
            else
                d.add(line.formula, line.rule, line.name, line.citations);
        }
        return d;
    }
};

constexpr const char* collapse = "axioms/derivations/collapse.sgp";

/// The library's files, and one about a game.
std::vector<std::string> files()
{
    std::vector<std::string> answer{collapse};
    for (const LibraryFile& file : library())
        answer.push_back("axioms/derivations/" + std::string(file.name));
    return answer;
}

FrameAndAxioms setting_for(FormulaStore& store, const std::string& path)
{
    if (path == collapse)
        return std::get<FrameAndAxioms>(house_game(store, "axioms/derivations/collapse.sgl", {}));
    FrameAndAxioms setting;
    const Agent x = setting.frame.add_agent("x"), o = setting.frame.add_agent("o");
    setting.frame.add_action("m0", x);
    setting.frame.add_action("m1", x);
    setting.frame.add_action("m2", o);
    setting.frame.add_fluent("heads");
    setting.frame.add_fluent("tails");
    return setting;
}

/// One file over one frame: its derivations, and a kernel that knows what they show.
struct Shelf
{
    explicit Shelf(std::string file)
        : path(std::move(file)), setting(setting_for(store, path)),
          calculus(store, setting.frame, setting.axioms)
    {
        const auto errors = read(
            [&](const TheoremResult& outcome)
            {
                if (outcome.theorem == nullptr)
                {
                    rejected.emplace_back(*outcome.derivation);
                    return;
                }
                const auto answer = calculus.check(*outcome.derivation);
                REQUIRE(std::holds_alternative<const Theorem*>(answer));
                names.push_back(outcome.name);
                statements.emplace(outcome.name, *std::get<const Theorem*>(answer));
                if (!outcome.is_imported)
                    own.emplace_back(*outcome.derivation);
            });
        REQUIRE(errors.empty());
    }

    std::vector<Diagnostic> read(const DerivationFile::Report& report,
                                 const std::string* text = nullptr)
    {
        return read_house_file(store, path, report, path == collapse ? nullptr : &setting, text);
    }

    std::string path;
    FormulaStore store;
    FrameAndAxioms setting;
    Calculus calculus;
    std::vector<Editable> own;      // accepted
    std::vector<Editable> rejected; // of the collapse: they must not get in by a change either
    std::vector<std::string> names; // of all theorems
    std::map<std::string, Statement> statements;
};

// --- mutations ---------------------------------------------------------------------------------

class Mutator
{
public:
    Mutator(Random& random, Shelf& shelf) : random_(random), shelf_(shelf), store_(shelf.store) {}

    /// One symbol, citation, instance, name or rule is another one; now and then a symbol at all
    /// places at once, which has more chances.
    void change(Editable& d)
    {
        switch (random_.below(10))
        {
        case 0:
        case 1: line(d).formula = other(d, line(d).formula); break;
        case 2: everywhere(d); break;
        case 3:
        case 4: citation(d); break;
        case 5: instance(d); break;
        case 6: rename(d); break;
        case 7: rule(d); break;
        case 8: variables(d); break;
        default: last(d);
        }
    }

private:
    template <class T>
    T& any(std::vector<T>& from)
    {
        return from[random_.below(static_cast<std::uint32_t>(from.size()))];
    }
    template <class T>
    const T& any(const std::vector<T>& from)
    {
        return from[random_.below(static_cast<std::uint32_t>(from.size()))];
    }
    EditableLine& line(Editable& d) { return any(d.lines); }

    Action action(const Editable& d)
    {
        const auto variables = static_cast<std::uint32_t>(d.variables.actions.size());
        const auto actions = static_cast<std::uint32_t>(shelf_.setting.frame.action_count());
        const std::uint32_t choice = random_.below(variables + actions);
        return choice < variables ? action_variable(choice) : Action{choice - variables};
    }

    /// Something small, metavariables of every sort among it.
    Formula small(const Editable& d)
    {
        switch (random_.below(8))
        {
        case 0: return store_.legal(action(d));
        case 1: return store_.does(action(d));
        case 2: return random_.coin() ? store_.initial() : store_.terminal();
        case 3: return store_.constant(random_.coin());
        case 4:
            if (!d.variables.atoms.empty())
                return store_.fluent(atom_variable(
                    random_.below(static_cast<std::uint32_t>(d.variables.atoms.size()))));
            [[fallthrough]];
        case 5: return store_.fluent(random_.fluent(shelf_.setting.frame));
        default:
            if (d.variables.formulas.empty())
                return store_.fluent(random_.fluent(shelf_.setting.frame));
            return store_.fluent(formula_variable(
                random_.below(static_cast<std::uint32_t>(d.variables.formulas.size()))));
        }
    }

    /// f with its top symbol changed.
    Formula other_top(const Editable& d, Formula f)
    {
        const auto operands = f.children();
        if (operands.empty() || random_.one_in(8))
            return small(d);
        if (random_.one_in(8))
            return operands[random_.below(static_cast<std::uint32_t>(operands.size()))];
        if (random_.one_in(6))
            return store_.negation(f);
        if (operands.size() == 1)
            switch (random_.below(5))
            {
            case 0: return store_.negation(operands[0]);
            case 1: return store_.next(operands[0]);
            case 2: return store_.restrict(small(d), operands[0]);
            case 3: return store_.after(action(d), operands[0]);
            default: return store_.select(action(d), operands[0]);
            }
        std::vector<Formula> turned(operands.begin(), operands.end());
        std::swap(turned[0], any(turned));
        switch (random_.below(8))
        {
        case 0: return store_.conjunction(operands);
        case 1: return store_.disjunction(operands);
        case 2: return store_.prioritised_or(operands);
        case 3: return store_.prioritised_and(operands);
        case 4: return store_.implication(operands[0], operands[1]);
        case 5: return store_.equivalence(operands[0], operands[1]);
        case 6: return store_.restrict(operands[0], operands[1]);
        default: return store_.with_children(f, turned);
        }
    }

    /// f with one symbol in it changed.
    Formula other(const Editable& d, Formula f)
    {
        std::vector<std::pair<Formula, std::size_t>> way;
        while (!f.children().empty() && !random_.one_in(4))
        {
            const auto down = random_.below(static_cast<std::uint32_t>(f.children().size()));
            way.emplace_back(f, down);
            f = f[down];
        }
        Formula changed = other_top(d, f);
        for (; !way.empty(); way.pop_back())
        {
            const auto& [above, at] = way.back();
            std::vector<Formula> operands(above.children().begin(), above.children().end());
            operands[at] = changed;
            changed = store_.with_children(above, operands);
        }
        return changed;
    }

    Formula replaced(Formula f, Formula from, Formula to)
    {
        if (f == from)
            return to;
        if (f.children().empty())
            return f;
        std::vector<Formula> operands;
        for (Formula operand : f.children())
            operands.push_back(replaced(operand, from, to));
        return store_.with_children(f, operands);
    }

    void everywhere(Editable& d)
    {
        Formula from = line(d).formula;
        while (!from.children().empty() && !random_.one_in(6))
            from = from[random_.below(static_cast<std::uint32_t>(from.children().size()))];
        const Formula to = other_top(d, from);
        for (EditableLine& l : d.lines)
        {
            l.formula = replaced(l.formula, from, to);
            for (Formula& value : l.values.formulas)
                value = replaced(value, from, to);
            for (Formula& value : l.values.atoms)
                value = replaced(value, from, to);
        }
    }

    void citation(Editable& d)
    {
        EditableLine& l = line(d);
        const std::uint32_t cited = random_.below(static_cast<std::uint32_t>(d.lines.size()) + 2);
        switch (l.citations.empty() ? 0 : random_.below(6))
        {
        case 0: l.citations.push_back(cited); break;
        case 1: l.citations.pop_back(); break;
        case 2: std::swap(any(l.citations), l.citations[0]); break;
        default: any(l.citations) = cited;
        }
    }

    void instance(Editable& d)
    {
        std::vector<EditableLine*> citing;
        for (EditableLine& l : d.lines)
            if (l.rule == Rule::Theorem)
                citing.push_back(&l);
        if (citing.empty())
            return citation(d);
        EditableLine& l = *any(citing);
        Substitution& values = l.values;
        if (!values.actions.empty() && random_.coin())
            any(values.actions) = action(d);
        else if (!values.formulas.empty())
        {
            Formula& value = any(values.formulas);
            value = random_.coin() ? small(d) : other(d, value);
        }
        else if (!values.atoms.empty())
            any(values.atoms) = small(d);
        // The line may say the same: then only the kernel's conditions are in the way.
        const Theorem* const theorem = shelf_.calculus.find(l.name);
        if (theorem != nullptr && random_.coin() &&
            theorem->variables().formulas.size() == values.formulas.size() &&
            theorem->variables().atoms.size() == values.atoms.size() &&
            theorem->variables().actions.size() == values.actions.size())
            l.formula = substitute(store_, theorem->formula(), values);
    }

    void rename(Editable& d)
    {
        EditableLine& l = line(d);
        if (l.rule == Rule::Theorem || random_.one_in(4))
            l.name = any(shelf_.names);
        else if (!shelf_.setting.axioms.empty() && random_.coin())
            l.name = any(shelf_.setting.axioms).name;
        else
            l.name =
                catalogue()[random_.below(static_cast<std::uint32_t>(catalogue().size()))].name;
    }

    void rule(Editable& d)
    {
        EditableLine& l = line(d);
        l.rule = static_cast<Rule>(random_.below(10));
        if (l.rule == Rule::Axiom && random_.coin())
            l.name =
                catalogue()[random_.below(static_cast<std::uint32_t>(catalogue().size()))].name;
    }

    /// Another sort, or actions that need not differ any more.
    void variables(Editable& d)
    {
        Variables& v = d.variables;
        if (!v.distinct.empty() && random_.coin())
            v.distinct.pop_back();
        else if (!v.formulas.empty() && random_.coin())
        {
            v.atoms.push_back(v.formulas.back());
            v.formulas.pop_back();
        }
        else if (!v.atoms.empty())
        {
            // φ where p was: what C1 and D1 must not take.
            const Formula from =
                store_.fluent(atom_variable(static_cast<std::uint32_t>(v.atoms.size()) - 1));
            const Formula to =
                store_.fluent(formula_variable(static_cast<std::uint32_t>(v.formulas.size())));
            v.formulas.push_back(v.atoms.back());
            v.atoms.pop_back();
            for (EditableLine& l : d.lines)
                l.formula = replaced(l.formula, from, to);
        }
        else if (!v.actions.empty())
            v.actions.pop_back();
        else
            last(d);
    }

    /// Lines missing, doubled, or in another order.
    void last(Editable& d)
    {
        const auto count = static_cast<std::uint32_t>(d.lines.size());
        switch (random_.below(4))
        {
        case 0: d.lines.pop_back(); break;
        case 1: d.lines.erase(d.lines.begin() + random_.below(count)); break;
        case 2: std::swap(line(d), line(d)); break;
        default: d.lines.push_back(line(d));
        }
    }

    Random& random_;
    Shelf& shelf_;
    FormulaStore& store_;
};

// --- mutants of texts ----------------------------------------------------------------------------

struct Token
{
    std::size_t at = 0, length = 0;
};

bool is_word(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'' || c < 0;
}

/// Words, numbers and signs, not comments.
std::vector<Token> tokens(const std::string& text)
{
    std::vector<Token> answer;
    for (std::size_t at = 0; at < text.size();)
    {
        std::size_t end = at + 1;
        if (text.compare(at, 2, "//") == 0)
            end = std::min(text.find('\n', at), text.size());
        else if (is_word(text[at]))
        {
            while (end < text.size() && is_word(text[end]))
                ++end;
            answer.push_back({at, end - at});
        }
        else if (std::isspace(static_cast<unsigned char>(text[at])) == 0)
        {
            for (const char* sign : {"<->", "->", "<<", ">>", "|>", "&>", "!=", ":="})
                if (text.compare(at, std::string_view(sign).size(), sign) == 0)
                {
                    end = at + std::string_view(sign).size();
                    break;
                }
            answer.push_back({at, end - at});
        }
        at = end;
    }
    return answer;
}

/// What may stand in a token's place and still be read: tokens of one class replace each other.
enum class Class
{
    Number,     // labels, citations
    Letter,     // α, φ
    Connective, // & | -> <-> |> &>
    Axiom,      // A2 … D8
    Rule,       // TAUT, MP, DEF
    General,    // the A, C, S of GEN
    Lemma,
    Quantifier, // any, all
    Comparison, // = !=
    Name,       // a, legal, h, terminal
    Structure   // words and signs that hold the text together
};

Class class_of(const std::string& word, const std::string& before)
{
    const auto is_one_of = [&](std::initializer_list<std::string_view> words)
    { return std::ranges::find(words, word) != words.end(); };
    const bool is_axiom = std::ranges::find(catalogue(), std::string_view(word),
                                            &AxiomText::name) != catalogue().end();
    return std::isdigit(static_cast<unsigned char>(word[0])) != 0 ? Class::Number
           : word[0] < 0                                          ? Class::Letter
           : is_one_of({"&", "|", "->", "<->", "|>", "&>"})       ? Class::Connective
           : is_axiom                                             ? Class::Axiom
           : is_one_of({"TAUT", "MP", "DEF"})                     ? Class::Rule
           : before == "GEN"                                      ? Class::General
           : before == "lemma" || before == "theorem"             ? Class::Lemma
           : is_one_of({"any", "all"})                            ? Class::Quantifier
           : is_one_of({"=", "!="})                               ? Class::Comparison
           : is_one_of({"by", "end", "let", "in", "actions", "for", "where", "from", "assume",
                        "import", "formula", "atom", "action", "theorem", "lemma", "GEN"})
               ? Class::Structure
           : is_word(word[0]) || word == "!" ? Class::Name
                                             : Class::Structure;
}

/// The text with one token replaced by another of its class, at its place or in all of its theorem;
/// or left out, or said twice.
std::string changed(Random& random, const std::string& text)
{
    const std::vector<Token> all = tokens(text);
    const auto any = [&] { return random.below(static_cast<std::uint32_t>(all.size())); };
    const auto word = [&](std::size_t n) { return text.substr(all[n].at, all[n].length); };
    const auto kind = [&](std::size_t n) { return class_of(word(n), n == 0 ? "" : word(n - 1)); };
    std::size_t n = any();
    while (kind(n) == Class::Structure && !random.one_in(40))
        n = any();
    const Token at = all[n];
    const std::string self = word(n);
    const Class own = kind(n);
    if (random.one_in(16) || own == Class::Structure)
        return text.substr(0, at.at) + (random.coin() ? self + " " + self : "") +
               text.substr(at.at + at.length);
    if (self == "!" || (own == Class::Connective && random.one_in(8)))
        return text.substr(0, at.at) + (self == "!" ? "" : self + " !") +
               text.substr(at.at + at.length);
    // From nearby more often than from far away, where names mean nothing here.
    std::size_t by = n;
    for (int attempt = 0; attempt < 200 && (kind(by) != own || word(by) == self); ++attempt)
        by = attempt % 4 == 0
                 ? any()
                 : std::min(all.size() - 1, std::max<std::size_t>(n, 40) - 40 + random.below(80));
    const std::string other = own == Class::General      ? std::string(1, "ACS"[random.below(3)])
                              : own == Class::Quantifier ? (self == "any" ? "all" : "any")
                                                         : word(by);
    if (random.coin())
        return text.substr(0, at.at) + other + text.substr(at.at + at.length);
    // In the theorem around it: from one `theorem` to the next.
    const std::size_t before = text.rfind("\ntheorem ", at.at);
    const std::size_t first = before == std::string::npos ? 0 : before;
    const std::size_t last = std::min(text.find("\ntheorem ", at.at), text.size());
    std::string answer;
    std::size_t copied = 0;
    for (std::size_t m = 0; m < all.size(); ++m)
    {
        const Token token = all[m];
        if (token.at < first || token.at >= last || word(m) != self)
            continue;
        answer += text.substr(copied, token.at - copied) + other;
        copied = token.at + token.length;
    }
    return answer + text.substr(copied);
}

} // namespace

TEST_CASE("A derivation that was changed is not accepted, unless what it shows then is true")
{
    CAPTURE(seed());
    const unsigned long mutants = sample_count(1'000, 100);
    unsigned long accepted = 0, rejected = 0;
    std::set<Why> reasons;
    for (const std::string& path : files())
    {
        Shelf shelf(path);
        Random random(seed());
        Mutator mutator(random, shelf);
        Judge judge(shelf.store, shelf.setting.frame, seed(), shelf.setting.axioms);
        std::vector<Editable> all = shelf.own;
        all.insert(all.end(), shelf.rejected.begin(), shelf.rejected.end());
        for (unsigned long n = 0; n < mutants; ++n)
        {
            Editable mutant = all[random.below(static_cast<std::uint32_t>(all.size()))];
            mutant.name = "mutant " + std::to_string(n);
            do
                mutator.change(mutant);
            while (!mutant.lines.empty() && random.one_in(4));
            const Derivation derivation = mutant.derivation();
            const auto answer = shelf.calculus.check(derivation);
            if (const auto* rejection = std::get_if<Rejection>(&answer))
            {
                ++rejected;
                reasons.insert(rejection->why);
                continue;
            }
            ++accepted;
            const Statement statement(*std::get<const Theorem*>(answer));
            CAPTURE(path, write(shelf.store, shelf.setting.frame, derivation));
            const auto objection = judge.objection(statement, 200);
            INFO(objection.value_or(""));
            REQUIRE_FALSE(objection);
        }
    }
    CAPTURE(accepted, rejected);
    CHECK(rejected > accepted);
    CHECK(accepted > 0);
    CHECK(reasons.size() >= 8);
}

TEST_CASE("A text that was changed is not accepted, unless what it says then is true")
{
    CAPTURE(seed());
    const unsigned long mutants = sample_count(1'000, 40);
    unsigned long accepted = 0, rejected = 0, unreadable = 0;
    for (const std::string& path : files())
    {
        Shelf shelf(path);
        Random random(seed());
        Judge judge(shelf.store, shelf.setting.frame, seed(), shelf.setting.axioms);
        const std::string text = house_text(path);
        // Texts that can't be read are no mutants: the kernel sees nothing of them.
        for (unsigned long readable = 0; readable < mutants;)
        {
            const std::string mutant = changed(random, text);
            const auto report = [&](const TheoremResult& outcome)
            {
                rejected += outcome.theorem == nullptr;
                if (outcome.theorem == nullptr)
                    return;
                const Statement statement(*outcome.theorem);
                const auto original = shelf.statements.find(outcome.name);
                if (original != shelf.statements.end() && original->second == statement)
                    return;
                ++accepted;
                CAPTURE(path, write(shelf.store, shelf.setting.frame, *outcome.derivation));
                const auto objection = judge.objection(statement, 200);
                INFO(objection.value_or(""));
                REQUIRE_FALSE(objection);
            };
            ++(shelf.read(report, &mutant).empty() ? readable : unreadable);
        }
    }
    CAPTURE(accepted, rejected, unreadable);
    CHECK(accepted > 0);
    CHECK(rejected > accepted);
    CHECK(unreadable > 0);
}
