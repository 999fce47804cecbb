// Derivations written out in full: the kernel accepts them, and their lines are axioms, MP and GEN.

#include "axioms/file/library.hpp"
#include "axioms/file/reader.hpp"
#include "axioms/file/write.hpp"
#include "axioms/generate/expand.hpp"
#include "prover/sat/rup_search.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace sgl;
using namespace sgl::axioms;

namespace
{

struct Shown
{
    Derivation derivation;
    Formula formula;
    bool is_imported;
};

/// A text read over a frame or game; what was accepted, and the first complaint.
struct Read
{
    std::vector<Shown> theorems;
    std::string complaint;
};

Read read(FormulaStore& store, const std::string& text, const FrameAndAxioms* given)
{
    FileAccess files;
    files.text = [&](const std::string& path) -> std::variant<std::string, Unavailable>
    {
        if (path == "main.sgp")
            return text;
        const auto found = library_text(path);
        return found ? std::variant<std::string, Unavailable>(std::string(*found))
                     : Unavailable{"no such file"};
    };
    files.game = [](FormulaStore& formulas, const std::string&,
                    const auto&) -> std::variant<FrameAndAxioms, Unavailable>
    {
        FrameAndAxioms setting{{}, {}, true};
        const Agent x = setting.frame.add_agent("x");
        setting.frame.add_action("a", x);
        setting.frame.add_action("b", x);
        const Formula p = formulas.fluent(setting.frame.add_fluent("p"));
        const Formula q = formulas.fluent(setting.frame.add_fluent("q"));
        const Formula choice = formulas.prioritised_or(std::vector{p, q, formulas.does(Action{0})});
        setting.axioms = {
            {"step", formulas.equivalence(formulas.next(formulas.next(p)), formulas.next(q))},
            {"choice", formulas.equivalence(choice, formulas.prioritised_and(std::vector{p, q}))},
            {"tautology", formulas.implication(p, p)}};
        return setting;
    };
    files.find_refutation = refutations_within(0);
    DerivationFile book(store, files);
    Read answer;
    const auto errors = book.read(
        "main.sgp",
        [&](const TheoremResult& outcome)
        {
            if (outcome.theorem == nullptr)
                answer.complaint += outcome.objection->diagnostic.text();
            else
                answer.theorems.push_back(
                    {*outcome.derivation, outcome.theorem->formula(), outcome.is_imported});
        },
        given);
    for (const Diagnostic& error : errors)
        answer.complaint += error.text();
    return answer;
}

/// Why some line is none that an expansion may have.
std::string fault(const Derivation& derivation, FormulaStore& store, const Frame& frame)
{
    Unfolding unfolded(store, frame);
    for (const Line& line : derivation.lines())
    {
        const auto cited = derivation.citations(line);
        if (line.rule == Rule::Theorem)
            return "a lemma";
        if (line.rule == Rule::Tautology && !cited.empty())
            return "a propositional step with premises";
        if (line.rule == Rule::GameAxiom)
            continue;
        if (line.rule != Rule::Definition)
        {
            if (unfolded(line.formula) != line.formula)
                return "a formula that is not unfolded";
            continue;
        }
        const Rule above = derivation.lines()[cited[0]].rule;
        if (above != Rule::GameAxiom && above != Rule::Definition)
            return "DEF of what is no axiom of the game";
    }
    return "";
}

/// Expands each theorem of the text, and reads them back.
void check_expansions(const std::string& text, const std::string& header,
                      const FrameAndAxioms* given, const Frame& frame, FormulaStore& store)
{
    const Read original = read(store, text, given);
    REQUIRE(original.complaint.empty());
    Expander expander(store, frame);
    expander.find_refutation = refutations_within(0);
    for (const Shown& theorem : original.theorems)
        expander.keep(theorem.derivation);
    Unfolding unfolded(store, frame);
    std::string file = header;
    std::vector<Formula> shown;
    for (const Shown& theorem : original.theorems)
    {
        if (theorem.is_imported)
            continue;
        const auto expansion = expander.expand(theorem.derivation.name());
        INFO(theorem.derivation.name());
        REQUIRE(std::holds_alternative<Derivation>(expansion));
        const Derivation& derivation = std::get<Derivation>(expansion);
        CHECK(fault(derivation, store, frame).empty());
        file += write(store, frame, derivation);
        shown.push_back(unfolded(theorem.formula));
    }
    const Read again = read(store, file, nullptr);
    REQUIRE(again.complaint.empty());
    REQUIRE(again.theorems.size() == shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i)
    {
        INFO(again.theorems[i].derivation.name());
        CHECK(again.theorems[i].formula == shown[i]);
        CHECK(fault(again.theorems[i].derivation, store, frame).empty());
    }
}

Frame frame_of(std::initializer_list<std::uint32_t> actions)
{
    Frame frame;
    std::uint32_t count = 0;
    for (const std::uint32_t own : actions)
    {
        const Agent agent = frame.add_agent(fmt::format("agent{}", frame.agent_count()));
        for (std::uint32_t i = 0; i < own; ++i)
            frame.add_action(fmt::format("act({})", count++), agent);
    }
    frame.add_fluent("p");
    frame.add_fluent("q(x,1)");
    return frame;
}

} // namespace

TEST_CASE("Every theorem of the library, in several frames, expands to axioms, MP and GEN")
{
    for (const auto& actions : {std::initializer_list<std::uint32_t>{1}, {2}, {1, 1}, {2, 1}})
    {
        const FrameAndAxioms setting{frame_of(actions), {}, false};
        for (const LibraryFile& file : library())
        {
            INFO(file.name << " over " << setting.frame.action_count() << " actions");
            FormulaStore store;
            check_expansions(std::string(file.text), frame_header(setting.frame), &setting,
                             setting.frame, store);
        }
    }
}

TEST_CASE("The expansion of what rests on a game cites its axioms as they are")
{
    const std::string header = "game \"some.sgl\"\n";
    const std::string text = header + R"(
        theorem same (φ, ψ: formula): {φ}ψ -> {φ}(ψ | φ)
          1. ψ -> ψ | φ                                 by TAUT
          2. {φ}(ψ -> ψ | φ)                            by GEN S 1
          3. {φ}!(ψ & !(ψ | φ)) <-> !{φ}(ψ & !(ψ | φ))  by D4
          4. {φ}(ψ & !(ψ | φ)) <-> {φ}ψ & {φ}!(ψ | φ)   by D5
          5. {φ}!(ψ | φ) <-> !{φ}(ψ | φ)                by D4
          6. !(ψ & !(ψ | φ))                            by TAUT
          7. {φ}!(ψ & !(ψ | φ))                         by GEN S 6
          8. {φ}ψ -> {φ}(ψ | φ)                         by TAUT 3, 4, 5, 7
        end
        theorem step: [a](next next p <-> next q)
          1. next next p <-> next q             by axiom step
          2. [a](next next p <-> next q)        by GEN A 1
        end
        theorem chosen: p |> q |> does(a) -> p
          1. (p |> q |> does(a)) <-> (p &> q)   by axiom choice
          2. (p &> q) <-> (p &> q)              by TAUT
          3. (p &> q) <-> p & (<<a>>(p & q) | <<b>>(p & q) -> q)     by DEF 2
          4. p |> q |> does(a) -> p             by TAUT 1, 3
        end
        theorem pure: [a](p -> p) & {p}(p -> p)
          1. p -> p                             by axiom tautology
          2. [a](p -> p)                        by GEN A 1
          3. p -> p                             by TAUT
          4. {p}(p -> p)                        by GEN S 3
          5. [a](p -> p) & {p}(p -> p)          by TAUT 2, 4
        end
        theorem premises (φ: formula): [a]φ & {p}(φ | !φ)
          assume h. φ
          1. φ | !φ                             by TAUT h
          2. [a]φ                               by GEN A h
          3. φ | !φ                             by TAUT
          4. {p}(φ | !φ)                        by GEN S 3
          5. [a]φ & {p}(φ | !φ)                 by TAUT 2, 4
        end
        theorem from_game: [a](p -> p) & {p}((p -> p) | !(p -> p))
          1. p -> p                             by axiom tautology
          2. [a](p -> p) & {p}((p -> p) | !(p -> p))    by lemma premises from 1
        end
        theorem assumed (φ: formula): φ
          assume h. φ
        end
        theorem twice: [a](p -> p) & [a](p -> p)
          1. [a](p -> p) & {p}(p -> p)          by lemma pure
          2. [a](p -> p) & [a](p -> p)          by TAUT 1
        end)";
    FormulaStore store;
    Frame frame;
    const Agent x = frame.add_agent("x");
    frame.add_action("a", x);
    frame.add_action("b", x);
    frame.add_fluent("p");
    frame.add_fluent("q");
    check_expansions(text, header, nullptr, frame, store);
}

TEST_CASE("A chain of lemmas is as long as it likes, and a limit says that it was met")
{
    FormulaStore store;
    const Frame frame = frame_of({1});
    Calculus calculus(store, frame);
    Expander::Limits limits;
    limits.lines = 20'000;
    Expander expander(store, frame, limits);
    // Each doubles the one before: with every instance written once, this stays small.
    constexpr int links = 2000;
    Formula f = store.top();
    for (int i = 0; i < links; ++i)
    {
        Derivation link(fmt::format("link{}", i));
        if (i == 0)
            link.tautology(f, {});
        else
        {
            const auto before = fmt::format("link{}", i - 1);
            const auto first = link.theorem(before, f, {});
            const auto second = link.theorem(before, f, {});
            f = store.after(Action{0}, f);
            link.generalise(Rule::GeneraliseAction, f, first);
            link.generalise(Rule::GeneraliseAction, f, second);
        }
        REQUIRE(std::holds_alternative<const Theorem*>(calculus.check(link)));
        expander.keep(link);
    }
    const auto expansion = expander.expand("link1999");
    REQUIRE(std::holds_alternative<Derivation>(expansion));
    CHECK(std::get<Derivation>(expansion).lines().size() == links);

    limits.lines = 1500;
    Expander small(store, frame, limits);
    for (int i = 0; i < links; ++i)
    {
        Derivation link(fmt::format("link{}", i));
        if (i == 0)
            link.tautology(store.top(), {});
        else
            link.generalise(Rule::GeneraliseAction, f,
                            link.theorem(fmt::format("link{}", i - 1), f, {}));
        f = i == 0 ? store.after(Action{0}, store.top()) : store.after(Action{0}, f);
        small.keep(link);
    }
    const auto stopped = small.expand("link1999");
    REQUIRE(std::holds_alternative<NotExpanded>(stopped));
    CHECK(std::get<NotExpanded>(stopped).why ==
          "the expansion of 'link1999' stopped: it has more than 1500 lines");
    CHECK(std::get<NotExpanded>(small.expand("nothing")).why ==
          "there is no theorem 'nothing' that was accepted");
}

TEST_CASE("A name that a theorem can have, for a member of a family")
{
    CHECK(plain_name("does_next[a0]") == "does_next_a0");
    CHECK(plain_name("moves[a(x,1,1),b]") == "moves_a_x_1_1_b");
    CHECK(plain_name("both") == "both");
}
