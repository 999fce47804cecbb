// Invariants by property-directed reachability, and what becomes of the plays that it finds.

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"

#include <catch2/catch.hpp>

using namespace sgl;

namespace
{

/// Two counters of `bits` bits that go up together, and round.
Source twin_counters(int bits)
{
    const std::string n = std::to_string(bits);
    std::string text = "agents x\nfluent a(1.." + n + "), b(1.." + n +
                       ")\naction tick by x\naction wait by x\n" +
                       "axiom start: initial -> (all i in 1.." + n + ": !a(i) & !b(i))\n" +
                       "axiom end: terminal <-> false\naxiom t: legal(tick) <-> true\n" +
                       "axiom w: legal(wait) <-> true\n";
    for (int i = 1; i <= bits; ++i)
    {
        for (const std::string name : {"a", "b"})
        {
            const std::string bit = name + "(" + std::to_string(i) + ")";
            std::string below = "true";
            for (int k = 1; k < i; ++k)
                below += " & " + name + "(" + std::to_string(k) + ")";
            text += "axiom " + name + std::to_string(i) + ": next " + bit + " <-> (" + bit +
                    " <-> !(does(tick) & " + below + "))\n";
        }
    }
    text += "claim same: always a(" + n + ") <-> b(" + n + ")\n" + "claim low: always !a(3)\n";
    return {"twins.sgl", text};
}

ClaimResult proved_by(const Source& source, const std::string& name, Engine engine,
                      double seconds = 20)
{
    FormulaStore store;
    const auto reader = GameReader::read(store, source);
    REQUIRE(reader);
    const auto claim = std::ranges::find(reader->game().claims, name, &Claim::name);
    REQUIRE(claim != reader->game().claims.end());
    return Prover(store, reader->game(), {seconds, {}, nullptr, nullptr, engine}).prove(*claim);
}

} // namespace

TEST_CASE("An invariant is found that induction and pairs of fluents do not give")
{
    // Every place of a row has one of three marks or several, which neighbours exchange, and which
    // all change at once: that there is one is to be said of all places, and of all three marks.
    std::string text = R"(agents x
fluent a(1..12), b(1..12), c(1..12)
action turn, swap(1..11), wait by x
axiom start: initial -> (all i in 1..12: a(i) | b(i) | c(i))
axiom end: terminal <-> false
axiom turn_legal: legal(turn) <-> true
axiom swap_legal: for i in 1..11: legal(swap(i)) <-> true
axiom wait_legal: legal(wait) <-> true
claim some: always a(1) | b(1) | c(1)
)";
    for (const auto& [mark, before] :
         {std::pair("a", "c"), std::pair("b", "a"), std::pair("c", "b")})
    {
        const auto of = [name = std::string(mark)](const char* place)
        { return name + "(" + place + ")"; };
        text += "axiom next_" + std::string(mark) + ": for i in 1..12: next " + of("i") +
                " <-> (does(turn) & " + before + "(i)) | (!does(turn) & (" +
                "(any j in 1..11 where j = i: does(swap(j)) & " + of("j + 1") + ") | " +
                "(any j in 1..11 where j + 1 = i: does(swap(j)) & " + of("j") + ") | " + of("i") +
                " & !(any j in 1..11 where j = i | j + 1 = i: does(swap(j)))))\n";
    }
    const Source row{"row.sgl", text};
    const ClaimResult result = proved_by(row, "some", Engine::Pdr);
    REQUIRE(word(result.verdict) == "proved");
    const auto& proved = std::get<Proved>(result.verdict);
    CHECK(proved.method == Method::Pdr);
    CHECK(proved.scheme.method == ProofMethod::Invariant);
    CHECK_FALSE(proved.kept.empty());
    CHECK(word(proved_by(row, "some", Engine::Induction, 2).verdict) == "holds");
}

TEST_CASE("A bad state that is reached is shown by a play")
{
    const ClaimResult result = proved_by(twin_counters(6), "low", Engine::Pdr);
    REQUIRE(word(result.verdict) == "refuted");
    CHECK(std::get<Refuted>(result.verdict).witness.play.size() == 4);
}

TEST_CASE("A search that is out of time is undecided; what is open is chosen by the environment")
{
    const ClaimResult late = proved_by(twin_counters(40), "same", Engine::Pdr, 0.05);
    REQUIRE(word(late.verdict) == "undecided");
    CHECK(std::get<Undecided>(late.verdict).why.cut_short->cause == Cause::Deadline);
    const Source open{"open.sgl", R"(agents x
fluent p, q
action go by x
axiom start: initial -> !p & !q
axiom end: terminal <-> false
axiom legality: legal(go) <-> true
axiom p_next: next p <-> p
axiom q_next: q -> next q
claim about_p: always !p
claim about_q: always !q
)"};
    CHECK(word(proved_by(open, "about_p", Engine::Pdr).verdict) == "proved");
    CHECK(word(proved_by(open, "about_q", Engine::Pdr).verdict) == "refuted");
}

TEST_CASE("An open game is proved, and an invariant that its strategy keeps is certified")
{
    // p(x) is determined nowhere: after a state with p(x) it is false, else the environment
    // chooses.
    const Source game{"open.sgl", R"(agents x, o
range R = 1..2
fluent p(agent)
fluent q
action m(i: agent, j: R) by i
axiom eff2: next q <-> !q
axiom start: initial -> !p(x) & p(o) & !q
axiom leg1: legal(m(x,2)) <-> (p(x) | !q) & !terminal
axiom eff1: next p(o) <-> p(o) | does(m(x,2))
axiom end: terminal <-> (p(o) & p(x)) & (q | !p(o))
axiom leg2: legal(m(o,1)) <-> !q & !terminal
axiom alt0: p(x) -> next !p(x) & next q
axiom leg0: legal(m(x,1)) <-> ((q | !p(o)) | (p(o) | !q)) & !terminal
axiom leg3: legal(m(o,2)) <-> (!q & (!p(x) | !p(o))) & !terminal
strategy s for o = (((initial | !p(x) -> does(m(o,2))) |> (p(o) -> does(m(o,2)))) |> each t in R: does(m(o,t))) |> each t in 1..2: does(m(o,t))
claim c: s is deterministic
claim never_x: always !p(x)
)"};
    for (const Engine engine : {Engine::Pdr, Engine::Automatic})
    {
        CHECK(word(proved_by(game, "c", engine).verdict) == "proved");
        CHECK(word(proved_by(game, "never_x", engine).verdict) == "refuted");
    }
}
