// Invariants of complying plays, found from what the strategies do.

#include "prover/invariants/play_invariants.hpp"

#include "logic/language/reader.hpp"
#include "prover/claims/claim_parts.hpp"
#include "prover/claims/recommendation.hpp"
#include "prover/reduction/theory.hpp"
#include "tests/brute_force.hpp"
#include "tests/games.hpp"
#include "tests/prover/checker/certificate_check.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Text in which each `from` is `to`.
void replace_all(std::string& text, const std::string& from, const std::string& to)
{
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

using Parameters = std::vector<std::pair<std::string, std::int64_t>>;

ReadOptions with(Parameters parameters)
{
    ReadOptions options;
    options.parameters = std::move(parameters);
    return options;
}

/// The question of a claim about plays, as the checker understands it.
std::optional<Question> question_of(FormulaStore& store, const Game& game, const Claim& claim)
{
    if (certificate::is_about_all_states(claim) || !certificate::parts_prove(claim))
        return std::nullopt;
    const auto parts = certificate::parts_of(store, game, claim);
    if (parts.size() != 1 || parts[0].theorem || parts[0].question.must_end)
        return std::nullopt;
    return parts[0].question;
}

} // namespace

TEST_CASE("What is kept of random plays is true in every state that complying plays reach")
{
    CAPTURE(seed());
    unsigned long checked = 0, excluded = 0, excluded_in_error = 0;
    for (unsigned long i = 0; i < sample_count(4'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, false);
        for (const Claim& claim : game.claims)
        {
            std::optional<Question> question = question_of(store, game, claim);
            if (!question)
                continue;
            BruteForce judge(store, game);
            if (!judge.decide(claim))
                continue;
            if (!question->profile.empty())
                question->stuck = nothing_recommended(store, game.frame, question->profile[0].moves,
                                                      question->profile[0].agent);
            Theory theory(store, game);
            const Budget budget(20);
            const PlayInvariants found = find_play_invariants(theory, *question, budget);
            CAPTURE(i, claim.name);
            const auto holds = [&](Formula f)
            {
                Claim about = claim;
                about.kind = question->profile.empty() ? ClaimKind::Always : ClaimKind::If;
                about.strategies = question->profile;
                about.formula = f;
                return judge.decide(about)->holds;
            };
            for (const Formula f : found.formulas)
            {
                CHECK(holds(f));
                ++checked;
            }
            if (found.excludes_stuck && question->stuck)
                CHECK(holds(store.negation(question->stuck)));
            if (!found.excludes_bad)
                continue;
            ++excluded;
            excluded_in_error += judge.decide(claim)->holds ? 0U : 1U;
        }
    }
    CAPTURE(checked, excluded);
    CHECK(excluded_in_error == 0);
    CHECK(checked > 0);
    CHECK(excluded > 0);
}

TEST_CASE("Strategies that answer are proved without an invariant in the file, and certified")
{
    const auto [name, parameters] = GENERATE(table<std::string, Parameters>({
        {"pairs.sgl", {{"n", 5}}},
        {"mirror.sgl", {{"n", 5}, {"k", 4}}},
        {"draw.sgl", {}},
        {"draw5.sgl", {}},
        {"follow.sgl", {{"w", 5}, {"h", 4}}},
        {"mutex.sgl", {{"n", 5}}},
        {"cram.sgl", {}},
    }));
    FormulaStore store;
    const auto reader = GameReader::read(store, bench_game(name), with(parameters));
    REQUIRE(reader);
    const Game& game = reader->game();
    ProveOptions options = keeping_models();
    options.engine = Engine::Induction;
    Prover prover(store, game, options);
    for (const Claim& claim : game.claims)
    {
        CAPTURE(name, claim.name);
        const ClaimResult result = prover.prove(claim);
        const auto* proved = std::get_if<Proved>(&result.verdict);
        REQUIRE(proved != nullptr);
        CHECK(proved->method == Method::Induction);
        const std::string text = certify(store, game, claim, result.verdict, true).text;
        CHECK(text.find("by clauses induction") != std::string::npos);
        CHECK(objection(store, game, text) == "");
    }
}

TEST_CASE("Where the answer is wrong, no invariant is found, and a play shows it")
{
    Source source = bench_game("pairs.sgl");
    // The answer to a mark in the first pair is a mark in the second.
    replace_all(source.text, "p(x,i,3-j) & does(a(o,i,j))",
                "(any k in Pair where k = i & k > 1: p(x,k,3-j)) & does(a(o,i,j))");
    FormulaStore store;
    const auto reader = GameReader::read(store, source, with({{"n", 4}}));
    REQUIRE(reader);
    Prover prover(store, reader->game(), {});
    for (const Claim& claim : reader->game().claims)
        CHECK(std::holds_alternative<Refuted>(prover.prove(claim).verdict));
}

TEST_CASE("A certificate keeps no formula that its induction does not show")
{
    FormulaStore store;
    const auto reader = GameReader::read(store, bench_game("pairs.sgl"), with({{"n", 3}}));
    REQUIRE(reader);
    const Game& game = reader->game();
    ProveOptions options = keeping_models();
    options.engine = Engine::Induction;
    Prover prover(store, game, options);
    const auto never = std::ranges::find(game.claims, "never", &Claim::name);
    REQUIRE(never != game.claims.end());
    const ClaimResult result = prover.prove(*never);
    const std::string text = certify(store, game, *never, result.verdict, true).text;
    REQUIRE(objection(store, game, text) == "");
    REQUIRE(text.find("by clauses induction 2") != std::string::npos);
    const auto changed = [&](const std::string& from, const std::string& to)
    {
        std::string other = text;
        const std::size_t at = other.find(from);
        REQUIRE(at != std::string::npos);
        other.replace(at, from.size(), to);
        return objection(store, game, other);
    };
    CHECK(changed("induction 2", "induction 1") != "");
    CHECK(changed("induction 2", "invariant 2") != "");
    CHECK(changed("induction 2", "unrolling 2") != "");
    CHECK(changed("\nkept ", "\nkept false\nkept ") != "");
    CHECK(changed("\nkept ", "\nkept p(x,1,1)\nkept ") != "");
    CHECK(changed("\nkept ", "\nkept !p(x,1,1)\nkept ") != "");
    CHECK(changed("\nkept ", "\nkept !") != "");
    CHECK(changed("\nkept ", "\nknown ") != "");
    const std::size_t last = text.rfind("\nkept ");
    CHECK(changed(text.substr(last, text.find('\n', last + 1) - last), "") != "");
}
