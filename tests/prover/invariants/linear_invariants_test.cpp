// Invariants about how many fluents are true.

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "prover/induction/k_induction.hpp"
#include "prover/invariants/linear_algebra.hpp"
#include "prover/invariants/linear_invariants.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Boxes in a row, filled in turn until all are full; nobody wins.
std::string fill(int m, const std::string& claims)
{
    return fmt::format("game fill(m = {})\n", m) +
           "agents x, o\nrange Box = 1..m\nfluent p(agent, Box)\nfluent turn(agent)\n"
           "action mark(i: agent, j: Box) by i\nlet other(x) = o\nlet other(o) = x\n"
           "define free(j: Box) = !p(x,j) & !p(o,j)\n"
           "axiom s: initial -> turn(x) & !turn(o) & (all j in Box: free(j))\n"
           "axiom t: terminal <-> (all j in Box: !free(j))\n"
           "axiom l: for i in agent, j in Box: "
           "legal(mark(i,j)) <-> free(j) & turn(i) & !terminal\n"
           "axiom e: for i in agent, j in Box: next p(i,j) <-> p(i,j) | does(mark(i,j))\n"
           "axiom a: for i in agent: turn(i) -> next !turn(i) & next turn(other(i))\n" +
           claims;
}

/// Lamps, of which two are switched at a time.
std::string lamps(int n, const std::string& claims)
{
    return fmt::format("game lamps(n = {})\n", n) +
           "agents i\nrange L = 1..n\nfluent lit(L)\naction flip(l: L, k: L) by i\n"
           "define is_flipped(j: L) = any l in L: does(flip(l,j)) | does(flip(j,l))\n"
           "axiom s: initial -> (all l in L: !lit(l))\naxiom t: terminal <-> false\n"
           "axiom g: for l, k in L: legal(flip(l,k)) <-> !(any j in L where j = l & j = k: true)\n"
           "axiom e: for j in L: next lit(j) <-> (lit(j) <-> !is_flipped(j))\n" +
           claims;
}

/// One of u, v, w is true, in turn, as far as random plays are followed; after 200 moves, counted
/// in binary, two are.
std::string late_surprise(const std::string& claims)
{
    constexpr int late = 200, bits = 8;
    std::string is_late = "true";
    std::string text = "game late\nagents i\naction tick by i\nrange Bit = 0..7\n"
                       "fluent c(Bit)\nfluent u\nfluent v\nfluent w\n"
                       "axiom s: initial -> (all b in Bit: !c(b)) & u & !v & !w\n"
                       "axiom t: terminal <-> false\naxiom l: legal(tick) <-> true\n"
                       "axiom c: for b in Bit: next c(b) <-> "
                       "(c(b) <-> !(all d in Bit where d < b: c(d)))\n";
    for (int bit = 0; bit < bits; ++bit)
        is_late += fmt::format(" & {}c({})", (late >> bit & 1) != 0 ? "" : "!", bit);
    return text + "axiom u: next u <-> w | " + is_late + "\naxiom v: next v <-> u | " + is_late +
           "\naxiom w: next w <-> v\n" + claims;
}

struct Read
{
    explicit Read(const std::string& text) : reader(GameReader::read(store, {"game", text}, {}))
    {
        INFO((reader ? "" : reader.errors().front().text()));
        REQUIRE(static_cast<bool>(reader));
    }

    ClaimResult prove(Engine engine)
    {
        Prover prover(store, reader->game(), ProveOptions{60, {}, nullptr, nullptr, engine});
        return prover.prove(reader->game().claims.front());
    }

    /// The answer of induction with linear invariants alone.
    std::optional<PlayAnswer> by_linear_invariants()
    {
        Theory theory(store, reader->game());
        Question question;
        question.bad = store.negation(reader->game().claims.front().formula);
        const Budget budget(60);
        Confirmation confirmation(theory, question, budget);
        FoundLemmas lemmas;
        return InductionWithLinearInvariants().answer(
            {theory, question, std::nullopt, 2, confirmation, lemmas, nullptr}, budget);
    }

    std::set<std::string> balances()
    {
        Theory theory(store, reader->game());
        Question question;
        question.bad = store.negation(reader->game().claims.front().formula);
        std::set<std::string> texts;
        for (const LinearInvariant& balance : find_balances(theory, question, {}))
            texts.insert(balance.text);
        return texts;
    }

    FormulaStore store;
    Result<GameReader> reader;
};

} // namespace

TEST_CASE("Who marks the last of many boxes is told by how many marks each has made")
{
    for (const int m : {29, 30})
    {
        CAPTURE(m);
        Read read(fill(
            m, fmt::format("claim last: always terminal -> turn({})\n", m % 2 == 0 ? "x" : "o")));
        CHECK(read.balances() == std::set<std::string>{"#p(o,_) + turn(o) = #p(x,_)",
                                                       "#p(o,_) + 1 = #p(x,_) + turn(x)"});
        const std::optional<PlayAnswer> answer = read.by_linear_invariants();
        REQUIRE(answer);
        const auto* proved = std::get_if<Proved>(&answer->verdict);
        REQUIRE(proved != nullptr);
        CHECK(proved->detail.find("given #p(o,_)") != std::string::npos);
        CHECK(std::holds_alternative<Proved>(read.prove(Engine::Induction).verdict));
    }
}

TEST_CASE("Lamps that are switched two at a time are lit in even numbers")
{
    Read read(lamps(30, "claim even: always !(lit(1) & (all l in 2..n: !lit(l)))\n"));
    CHECK(read.balances() == std::set<std::string>{"#lit(_) is even"});
    const ClaimResult result = read.prove(Engine::Automatic);
    const auto* proved = std::get_if<Proved>(&result.verdict);
    REQUIRE(proved != nullptr);
    CHECK(proved->detail == "from one state to the next, given #lit(_) is even");
}

TEST_CASE("What random plays suggest is no invariant if a late move breaks it")
{
    Read read(late_surprise("claim one: always !(u & v)\n"));
    CHECK(read.balances().empty());
    const ClaimResult result = read.prove(Engine::Automatic);
    const auto* refuted = std::get_if<Refuted>(&result.verdict);
    REQUIRE(refuted != nullptr);
    CHECK(refuted->witness.play.size() == 201);
}

namespace
{

/// Six fluents that actions permute, some of them turned round on the way; and an action that
/// clears all, in one state.
std::string permutations(Random& random)
{
    constexpr int n = 6, actions = 3;
    const bool turns = random.coin(), clears = random.coin();
    const auto literal = [&](int j, bool value)
    { return fmt::format("{}q({})", value ? "" : "!", j); };
    std::string initial = "true", last = "true";
    for (int j = 0; j < n; ++j)
    {
        initial += " & " + literal(j, random.coin());
        last += " & " + literal(j, random.coin());
    }
    std::string text = "game permuted\nagents i\nrange N = 0..5\nfluent q(N)\naction a0 by i\n"
                       "action a1 by i\naction a2 by i\naction clear by i\n"
                       "axiom s: initial -> " +
                       initial + "\naxiom t: terminal <-> false\naxiom l: legal(clear) <-> " +
                       (clears ? last : "false") + "\n";
    std::vector<std::string> becomes(n, "false");
    for (int a = 0; a < actions; ++a)
    {
        text += fmt::format("axiom l{0}: legal(a{0}) <-> true\n", a);
        std::vector<int> from{0, 1, 2, 3, 4, 5};
        for (int j = n - 1; j > 0; --j)
            std::swap(from[static_cast<std::size_t>(j)],
                      from[random.below(static_cast<std::uint32_t>(j + 1))]);
        for (int j = 0; j < n; ++j)
            becomes[static_cast<std::size_t>(j)] +=
                fmt::format(" | does(a{}) & {}", a,
                            literal(from[static_cast<std::size_t>(j)], !turns || random.coin()));
    }
    for (int j = 0; j < n; ++j)
        text += fmt::format("axiom n{0}: next q({0}) <-> {1}\n", j,
                            becomes[static_cast<std::size_t>(j)]);
    return text + "claim c: always !(all j in N: q(j))\n";
}

} // namespace

TEST_CASE("Balances are true in all states of random games that plays reach")
{
    CAPTURE(seed());
    Random random(seed());
    std::size_t found = 0;
    for (unsigned long i = 0, n = sample_count(2'000); i < n; ++i)
    {
        CAPTURE(i);
        Read read(permutations(random));
        const Game& game = read.reader->game();
        Theory theory(read.store, game);
        Question question;
        question.bad = read.store.negation(game.claims.front().formula);
        for (const LinearInvariant& balance : find_balances(theory, question, {}))
        {
            CAPTURE(balance.text);
            ++found;
            Claim claim;
            claim.kind = ClaimKind::Always;
            claim.formula = balance.formula;
            Prover prover(read.store, game,
                          ProveOptions{20, {}, nullptr, nullptr, Engine::Enumeration});
            CHECK(std::holds_alternative<Proved>(prover.prove(claim).verdict));
        }
    }
    CHECK(found > sample_count(2'000) / 20);
}

TEST_CASE("Equations and parities of vectors are true of them, and none is missing")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0, n = sample_count(2'000); i < n; ++i)
    {
        CAPTURE(i);
        // x₀ … free; the last few are sums of two that are never true at once, or parities
        const std::uint32_t size = 4 + random.below(6);
        std::vector<std::vector<bool>> vectors;
        for (int k = 0; k < 200; ++k)
        {
            std::vector<bool> x;
            for (std::uint32_t p = 0; p < size; ++p)
                x.push_back(random.coin());
            if (x[0])
                x[1] = false;
            x.push_back(x[0] || x[1]);
            x.push_back(x[2] != x[3]);
            vectors.push_back(std::move(x));
        }
        const auto holds = [&](const std::vector<int>& equation, int modulus)
        {
            return std::ranges::all_of(vectors,
                                       [&](const std::vector<bool>& x)
                                       {
                                           int sum = 0;
                                           for (std::size_t p = 0; p < x.size(); ++p)
                                               sum += x[p] ? equation[p] : 0;
                                           return modulus == 0 ? sum == 0 : sum % modulus == 0;
                                       });
        };
        const auto equations = equations_of(vectors);
        const auto parities = parities_of(vectors);
        CHECK(equations.size() == 1);
        CHECK(parities.size() == 2);
        for (const auto& equation : equations)
            CHECK(holds(equation, 0));
        for (const auto& parity : parities)
            CHECK(holds(parity, 2));
    }
}
