#include "prover/prove.hpp"
#include "tests/brute_force.hpp"
#include "tests/prover/random_claims.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Long enough for every state of a game of four fluents to come back.
constexpr unsigned bound = 18;

ProveOptions options()
{
    return ProveOptions{20, bound, nullptr};
}

/// The verdicts there were, by word and claim; the reasons for those undecided.
struct Tally
{
    std::map<std::string, unsigned long> verdicts;
    unsigned long undecided = 0, decided = 0;

    std::string text() const
    {
        std::string all;
        for (const auto& [what, count] : verdicts)
            all += what + ": " + std::to_string(count) + "\n";
        return all;
    }
};

/// What is wrong with a result, by what brute force found; empty if nothing is.
std::string disagreement(const Claim& claim, const ClaimResult& result, const Decision& truth)
{
    const bool refuted = std::holds_alternative<Refuted>(result.verdict);
    const bool held = std::holds_alternative<Proved>(result.verdict) ||
                      std::holds_alternative<HoldsUpTo>(result.verdict);
    if (held && !truth.holds)
        return word(result.verdict) + ", but it does not hold";
    if (refuted && truth.holds)
        return "refuted, but it holds";
    if (!held)
        return "";
    if (claim.kind != ClaimKind::Consistent && result.vacuous != truth.vacuous)
        return truth.vacuous ? "vacuous, and this was not noticed" : "said to be vacuous, and is not";
    if (claim.kind == ClaimKind::If && result.stuck.has_value() != truth.stuck)
        return truth.stuck ? "stuck, and this was not noticed" : "said to be stuck, and is not";
    return "";
}

void compare_with_brute_force(Trouble trouble, unsigned long games, Tally& tally)
{
    Random random(seed() + (trouble == Trouble::None ? 0 : 1));
    for (unsigned long i = 0; i < games; ++i)
    {
        FormulaStore store;
        const Game game = random_game(random, store, trouble);
        BruteForce brute(store, game);
        Prover prover(store, game, options());
        for (int k = 0; k < 4; ++k)
        {
            const Claim claim = random_claim(random, store, game, true);
            const std::optional<Decision> truth = brute.decide(claim);
            if (!truth)
                continue;
            const ClaimResult result = prover.prove(claim);
            const std::string wrong = disagreement(claim, result, *truth);
            INFO("game " << i << ", claim " << k << ": " << claim.name
                         << (claim.everywhere ? " everywhere" : "") << ": " << word(result.verdict));
            if (!wrong.empty())
                FAIL_CHECK(wrong);
            ++tally.decided;
            if (const auto* undecided = std::get_if<Undecided>(&result.verdict))
            {
                ++tally.undecided;
                ++tally.verdicts["undecided " + claim.name +
                                 (claim.everywhere ? " everywhere: " : ": ") + undecided->why];
            }
            else
                ++tally.verdicts[word(result.verdict) + " " + claim.name];
        }
    }
}

} // namespace

TEST_CASE("The prover agrees with brute force on random games")
{
    CAPTURE(seed());
    Tally tally;
    compare_with_brute_force(Trouble::None, sample_count(2'500, 60), tally);
    INFO(tally.text());
    CHECK(tally.undecided * 100 <= tally.decided);
}

TEST_CASE("The prover agrees with brute force on random games that contradict themselves")
{
    CAPTURE(seed());
    Tally tally;
    compare_with_brute_force(Trouble::Contradictions, sample_count(2'500, 60), tally);
    INFO(tally.text());
    CHECK(tally.undecided * 20 <= tally.decided);
}
