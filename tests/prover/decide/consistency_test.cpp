// Axioms that contradict each other are found, named and shown.

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "tests/places.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

using namespace sgl;

namespace
{

/// A game of two cells that can be marked once each; what follows are its axioms.
const std::string header = "game g  agents x  action a, b by x  fluent p, q\n";
const std::string effects = "axiom ep: next p <-> p | does(a)  axiom eq: next q <-> q | does(b)\n";

struct Subject
{
    explicit Subject(const std::string& text)
        : reader(GameReader::read(store, {"game", text})),
          prover((require(), store), reader->game(), ProveOptions{20, {}, nullptr, nullptr})
    {
    }
    void require() const { REQUIRE(static_cast<bool>(reader)); }

    /// Without the prover's limit: a build with sanitizers is slow.
    std::vector<Contradiction> contradictions()
    {
        Theory theory(store, reader->game());
        return find_contradictions(theory, Budget());
    }
    ClaimResult result(std::size_t claim) { return prover.prove(reader->game().claims[claim]); }

    FormulaStore store;
    Result<GameReader> reader;
    Prover prover;
};

std::string read_example(const std::string& name)
{
    std::ifstream file(std::string(SGL_ROOT "/examples/") + name);
    std::ostringstream text;
    text << file.rdbuf();
    REQUIRE(!text.str().empty());
    return text.str();
}

} // namespace

TEST_CASE("Axioms without a model are named, and what follows from them is vacuous")
{
    Subject subject(header + effects +
                    "axiom one: p | q  axiom harmless: terminal <-> p & q  axiom two: !p  "
                    "axiom three: !q  axiom l: legal(a) <-> !p & !terminal\n"
                    "claim t: theorem false  claim r: always false\n");
    const auto found = subject.contradictions();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == Contradiction::Kind::NoState);
    CHECK(found[0].axioms == std::vector<std::string>{"one", "two", "three"});
    for (std::size_t claim : {0U, 1U})
    {
        const ClaimResult result = subject.result(claim);
        CHECK(std::holds_alternative<Proved>(result.verdict));
        CHECK(result.vacuous);
    }
}

TEST_CASE("Axioms without an initial state are named; theorems are not vacuous")
{
    Subject subject(
        header + effects +
        "axiom start: initial -> p  axiom empty: initial -> !p & !q\n"
        "axiom t: terminal <-> false  axiom l: legal(a) <-> true  axiom m: legal(b) <-> "
        "true\n"
        "claim t: theorem p -> next p  claim r: always q\n");
    const auto found = subject.contradictions();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == Contradiction::Kind::NoInitialState);
    CHECK(found[0].axioms == std::vector<std::string>{"start", "empty"});
    CHECK_FALSE(subject.result(0).vacuous);
    CHECK(subject.result(1).vacuous);
}

TEST_CASE("`legal` that does not exclude `terminal` contradicts A5, by name, with the play")
{
    std::string text = read_example("tictactoe.sgl");
    const std::string guard = " & !terminal";
    const std::size_t at = text.find(guard, text.find("axiom legality"));
    REQUIRE(at != std::string::npos);
    text.erase(at, guard.size());
    Subject subject(text);
    const auto found = subject.contradictions();
    REQUIRE(!found.empty());
    const auto play = std::ranges::find(found, Contradiction::Kind::Play, &Contradiction::kind);
    REQUIRE(play != found.end());
    CHECK(play->axioms == std::vector<std::string>{"legality"});
    CHECK(play->text.find("A5") != std::string::npos);
    REQUIRE(play->play);
    CHECK(play->play->witness.play.size() == 5); // x has three in a row and o could go on
    CHECK(play->play->states.size() == 6);
    // There is one initial state, and no model has it.
    CHECK(found[0].kind == Contradiction::Kind::NoInitialState);
    const ClaimResult careful = subject.result(4);
    CHECK(std::holds_alternative<Proved>(careful.verdict));
    CHECK(careful.vacuous);
}

TEST_CASE("A play that runs into a contradiction is shown; other initial states go on")
{
    // From an initial state with q, doing a makes p true, which `never` excludes there.
    Subject subject(header + effects +
                    "axiom start: initial -> !p  axiom never: !(p & q)\n"
                    "axiom t: terminal <-> p  axiom l: legal(a) <-> !terminal\n"
                    "axiom m: legal(b) <-> false\n"
                    "claim r: always !q\n");
    const auto found = subject.contradictions();
    // b makes q true after p under some action, legal or not: no state with p or q goes on at all.
    REQUIRE(!found.empty());
    CHECK(found[0].kind == Contradiction::Kind::NoState);
}

TEST_CASE("The examples have no contradictions")
{
    for (const char* name : {"tictactoe.sgl", "crossdot.sgl", "gomoku.sgl"})
    {
        Subject subject(read_example(name));
        CHECK(subject.contradictions().empty());
    }
}

TEST_CASE("What other choices would avoid is no contradiction")
{
    // q is open: it may always be true where `odd` wants it.
    Subject subject(
        header + "axiom ep: next p <-> p | does(a)  axiom odd: p -> [a] next q\n"
                 "axiom t: terminal <-> false  axiom l: legal(a) <-> true  axiom m: legal(b) <-> "
                 "true\n"
                 "claim r: always !p\n");
    CHECK(subject.contradictions().empty());
    CHECK_FALSE(subject.result(0).vacuous);
}

TEST_CASE(
    "A start that runs into a contradiction is reported with the play, where other starts do not")
{
    Subject subject("agents x  action go, stay by x  fluent bad, done\n"
                    "axiom start: initial -> !done  axiom end: terminal <-> bad & done\n"
                    "axiom may_go: legal(go) <-> true  axiom may_stay: legal(stay) <-> !terminal\n"
                    "axiom b: next bad <-> bad  axiom d: next done <-> done | does(go)\n"
                    "claim never_bad: always !bad\n");
    const auto found = subject.contradictions();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == Contradiction::Kind::Play);
    CHECK(found[0].axioms == std::vector<std::string>{"may_go"});
    REQUIRE(found[0].play);
    CHECK(found[0].play->witness.play.size() == 1);
    const ClaimResult result = subject.result(0);
    CHECK(std::holds_alternative<Proved>(result.verdict));
    CHECK(result.contradictions->size() == 1);
}

TEST_CASE("Where every start runs into a contradiction, a play shows which axiom does it")
{
    Subject subject(
        "agents x  action a, b by x  fluent p, q\n" // q is left open, and does not matter
        "axiom i: initial -> !p & !q  axiom n: next p <-> p | does(a)\n"
        "axiom t: terminal <-> p  axiom l: legal(a) <-> true\n"
        "axiom l2: legal(b) <-> !terminal  claim c: always !p\n");
    const auto found = subject.contradictions();
    REQUIRE(found.size() == 2);
    CHECK(found[0].kind == Contradiction::Kind::NoState);
    CHECK(found[1].kind == Contradiction::Kind::Play);
    CHECK(found[1].axioms == std::vector<std::string>{"l"});
    CHECK(subject.result(0).vacuous);
}
