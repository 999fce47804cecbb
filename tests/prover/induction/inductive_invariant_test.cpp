// Claims that are shown by what the user gives: an invariant, a measure.

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "prover/induction/ranking.hpp"
#include "prover/invariants/pair_invariants.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <set>
#include <sstream>

#include "logic/formula/print.hpp"

using namespace sgl;

namespace
{

std::string example(const std::string& name)
{
    std::ostringstream text;
    text << std::ifstream(std::string(SGL_ROOT "/examples/") + name).rdbuf();
    REQUIRE(!text.str().empty());
    return text.str();
}

/// A game, and its claims by name.
class Subject
{
public:
    explicit Subject(const std::string& text, const ReadOptions& options = {})
        : reader_(GameReader::read(store_, {"game", text}, options)),
          prover_((require(), store_), reader_->game(), ProveOptions{30, {}, nullptr, nullptr})
    {
    }

    ClaimResult operator[](const std::string& name)
    {
        for (const Claim& claim : reader_->game().claims)
            if (claim.name == name)
                return prover_.prove(claim);
        FAIL("no claim " << name);
        return {};
    }
    const Game& game() const { return reader_->game(); }
    FormulaStore& store() { return store_; }

private:
    void require() const
    {
        INFO((reader_ ? "" : reader_.errors().front().text()));
        REQUIRE(static_cast<bool>(reader_));
    }

    FormulaStore store_;
    Result<GameReader> reader_;
    Prover prover_;
};

bool is_proved(const ClaimResult& result)
{
    return std::holds_alternative<Proved>(result.verdict);
}
const Refuted* against(const ClaimResult& result, std::size_t obligation)
{
    REQUIRE(result.conditions.size() > obligation);
    return std::get_if<Refuted>(&result.conditions[obligation].result.verdict);
}

/// A counter to n, up one a move; the agent may start over at most once.
std::string counter(int n, const std::string& claims)
{
    return "game count(n = " + std::to_string(n) +
           ")\nagents i\nrange N = 0..n\naction up by i\naction over by i\nfluent at(N)\n"
           "fluent spent\n"
           "axiom s: initial -> at(0) & !spent & (all k in 1..n: !at(k))\n"
           "axiom t: terminal <-> at(n)\n"
           "axiom u: legal(up) <-> !terminal\naxiom o: legal(over) <-> !terminal & !spent\n"
           "axiom a: for k in N: next at(k) <-> (does(over) & (any l in N where l = 0 & k = 0: "
           "true))"
           " | (does(up) & (any l in N where l + 1 = k: at(l)))\n"
           "axiom p: next spent <-> spent | does(over)\n" +
           claims;
}

} // namespace

TEST_CASE("JPL Observation 8: the invariant of its proof shows that passive defence never loses")
{
    for (const std::int64_t m : {3, 5, 8, 20})
    {
        CAPTURE(m);
        ReadOptions options;
        options.parameters = {{"m", m}};
        Subject subject(example("crossdot.sgl"), options);
        for (const char* name : {"observation_8x", "observation_8o"})
        {
            const ClaimResult result = subject[name];
            REQUIRE(is_proved(result));
            CHECK(std::get<Proved>(result.verdict).detail == "by the invariant");
            REQUIRE(result.conditions.size() == 3);
            CHECK(result.conditions[0].name == "start");
            CHECK(result.conditions[1].name == "step");
            CHECK(result.conditions[2].name == "goal");
            CHECK_FALSE(result.vacuous);
        }
    }
}

TEST_CASE(
    "An invariant that a move breaks is not one: the step is shown to fail, from a state where "
    "the invariant is true, and the claim is decided without it")
{
    Subject subject(counter(5, "claim c: always !(at(1) & at(2)) by invariant !at(3)\n"
                               "claim false_claim: always !at(4) by invariant !at(4)\n"));
    const ClaimResult result = subject["c"];
    CHECK(is_proved(result));
    CHECK(std::get<Proved>(result.verdict).detail != "by the invariant");
    CHECK(against(result, 0) == nullptr);
    const Refuted* step = against(result, 1);
    REQUIRE(step != nullptr);
    REQUIRE(step->witness.play.size() == 1);
    CHECK(subject.game().frame.name(step->witness.play[0]) == "up");
    CHECK(step->states[0].fluents[2]); // at(2)
    CHECK(step->states[1].fluents[3]);

    const ClaimResult refuted = subject["false_claim"];
    REQUIRE(std::holds_alternative<Refuted>(refuted.verdict));
    CHECK(std::get<Refuted>(refuted.verdict).witness.play.size() == 4);
    CHECK(against(refuted, 1) != nullptr);
}

TEST_CASE(
    "An invariant that is false at the start, and one that does not imply the claim, are told "
    "apart")
{
    Subject subject(counter(4, "claim start: always !(at(1) & at(2)) by invariant !at(0)\n"
                               "claim goal: always !(at(1) & at(2)) by invariant true\n"));
    const ClaimResult start = subject["start"];
    CHECK(against(start, 0) != nullptr);
    const ClaimResult goal = subject["goal"];
    CHECK(against(goal, 0) == nullptr);
    CHECK(against(goal, 1) == nullptr);
    CHECK(is_proved(goal));
}

TEST_CASE(
    "An invariant of every second ply, or of the states that are somebody's turn, may be false "
    "in between")
{
    const std::string game =
        "game flip\nagents x, o\naction a by x\naction b by o\nfluent p\nfluent turn(agent)\n"
        "axiom s: initial -> p & turn(x) & !turn(o)\naxiom t: terminal <-> false\n"
        "axiom la: legal(a) <-> turn(x)\naxiom lb: legal(b) <-> turn(o)\n"
        "axiom n: next p <-> !p\n"
        "axiom tx: next turn(x) <-> turn(o)\naxiom to: next turn(o) <-> turn(x)\n"
        "claim second: always p | turn(o) by invariant p & turn(x) every 2 plies\n"
        "claim turn: always p | turn(o) by invariant p when turn(x)\n"
        "claim every_ply: always p | turn(o) by invariant p\n"
        "claim third: always p | turn(o) by invariant p & turn(x) every 3 plies\n"
        "claim late: always p | turn(o) by invariant p every 1 plies when turn(x)\n";
    Subject subject(game);
    for (const char* name : {"second", "turn"})
    {
        CAPTURE(name);
        const ClaimResult result = subject[name];
        REQUIRE(is_proved(result));
        CHECK(std::get<Proved>(result.verdict).detail == "by the invariant");
    }
    for (const char* name : {"every_ply", "third"})
        CHECK(against(subject[name], 1) != nullptr);
    const ClaimResult result = subject["late"];
    const Refuted* late = against(result, 1);
    REQUIRE(late != nullptr);
    CHECK(late->detail == "the condition of the invariant does not come back within 1 ply");
}

TEST_CASE("Fluents of which at most one, or at least one, is ever true are found")
{
    Subject subject(example("crossdot.sgl"));
    Theory theory(subject.store(), subject.game());
    std::set<std::string> found;
    for (Formula f : find_pair_invariants(theory, Budget()))
        found.insert(print(subject.game().frame, f));
    CHECK(found.contains("!(turn(x) & turn(o))"));
    CHECK(found.contains("turn(x) | turn(o)"));
    CHECK(found.contains("!(p(x,3) & p(o,3))"));
    CHECK_FALSE(found.contains("!(p(x,3) & p(x,4))"));
    CHECK_FALSE(found.contains("!p(x,3)"));
}

TEST_CASE("Plays end where each move changes a fluent for good; a measure may be given where none "
          "is found")
{
    ReadOptions options;
    Subject board(example("hex.sgl"), options);
    const ClaimResult found = board["x_first"];
    REQUIRE(is_proved(found));
    CHECK(std::get<Proved>(found.verdict).detail.find("changes one of") != std::string::npos);

    Subject subject(
        counter(6, "strategy any_way for i = does(up) | does(over)\n"
                   "claim given: i achieves at(n) by any_way by invariant any k in N: at(k) "
                   "by measure !spent, each k in 0..n-1: at(k)\n"
                   "claim wrong: i achieves at(n) by any_way by measure each k in 0..n-1: at(k)\n"
                   "claim lazy: i achieves at(n) by any_way by measure at(0)\n"));
    const ClaimResult given = subject["given"];
    REQUIRE(is_proved(given));
    CHECK(std::get<Proved>(given.verdict).detail.find("by the measure") != std::string::npos);
    for (const char* name : {"wrong", "lazy"})
    {
        CAPTURE(name);
        const ClaimResult result = subject[name];
        CHECK(is_proved(result)); // by other means
        const Refuted* step = against(result, 0);
        REQUIRE(step != nullptr);
        CHECK(step->detail == "the measure does not decrease");
        CHECK(step->witness.play.size() == 1);
    }
}

TEST_CASE("A measure is no reason where a play goes round in circles")
{
    Subject subject("game g\nagents i\naction a by i\nfluent p\naxiom s: initial -> p\n"
                    "axiom t: terminal <-> false\naxiom l: legal(a) <-> true\n"
                    "axiom n: next p <-> !p\nstrategy s for i = does(a)\n"
                    "claim c: i achieves p by s by measure p, !p\n");
    const ClaimResult result = subject["c"];
    REQUIRE(std::holds_alternative<Refuted>(result.verdict));
    CHECK(std::get<Refuted>(result.verdict).witness.loop);
    CHECK(against(result, 0) != nullptr);
}

TEST_CASE(
    "What is shown of a functional strategy by induction is all that shows it complete, and all "
    "that shows it deterministic")
{
    Subject subject("game g\nagents x\naction a, b by x\nfluent p, q\n"
                    "axiom s: initial -> p & !q\naxiom t: terminal <-> false\n"
                    "axiom la: legal(a) <-> true\naxiom lb: legal(b) <-> true\n"
                    "axiom np: next p <-> p\naxiom nq: next q <-> q\n"
                    "strategy s for x = (p & does(a)) | (q & does(b))\n"
                    "claim c: s is complete\nclaim d: s is deterministic\n"
                    "claim f: s is functional\n");
    const ClaimResult complete = subject["c"], deterministic = subject["d"], both = subject["f"];
    REQUIRE(is_proved(complete));
    REQUIRE(is_proved(deterministic));
    REQUIRE(is_proved(both));
    std::vector<Formula> parts = std::get<Proved>(complete.verdict).obligations;
    const std::vector<Formula>& second = std::get<Proved>(deterministic.verdict).obligations;
    CHECK(parts.size() > 1);
    CHECK(second.size() > 1);
    parts.insert(parts.end(), second.begin(), second.end());
    CHECK(std::get<Proved>(both.verdict).obligations == parts);
}
