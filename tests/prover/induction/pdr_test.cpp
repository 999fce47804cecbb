// Property-directed reachability against a search through all states of an open system.

#include "prover/induction/pdr/pdr.hpp"

#include "prover/claims/question.hpp"
#include "prover/reduction/theory.hpp"
#include "tests/prover/random_claims.hpp"
#include "tests/prover/random_open_game.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <set>

using namespace sgl;
using namespace sgl::testing;

namespace
{

using Bits = std::vector<bool>;
using States = std::set<Bits>;

/// The states of an open system one by one, and each choice of the environment.
class AllStates
{
public:
    explicit AllStates(const OpenSystem& system) : system_(system), values_(system.circuit)
    {
        CircuitValues start(system.start.circuit);
        for_each(system.start.variables,
                 [&](const Bits& variables)
                 {
                     start.evaluate(variables);
                     const auto bits = static_cast<std::ptrdiff_t>(system.bits.size());
                     if (start[system.start.gate])
                         starts_.emplace(variables.begin(), variables.begin() + bits);
                 });
    }

    const States& starts() const { return starts_; }

    /// Whether there is something bad in the state, or at a move there.
    bool is_bad(const Bits& state, std::optional<Action> move = {})
    {
        bool found = false;
        for_each_choice(state,
                        [&]
                        {
                            if (system_.bad && !move)
                                found = found || values_[*system_.bad];
                            for (const OpenSystem::Move& m : system_.moves)
                            {
                                if (!move || move == m.action)
                                    found = found || (values_[m.allowed] && values_[m.bad]);
                            }
                        });
        return found;
    }

    /// Where moves lead that Σ may allow.
    States after(const Bits& state, std::optional<Action> only = {})
    {
        States found;
        for_each_choice(state,
                        [&]
                        {
                            for (const OpenSystem::Move& m : system_.moves)
                            {
                                if (values_[m.allowed] && (!only || only == m.action))
                                    add_successors(state, m, found);
                            }
                        });
        std::erase_if(found, [&](const Bits& next) { return !is_possible(next); });
        return found;
    }

    States after(const States& states, std::optional<Action> only = {})
    {
        States all;
        for (const Bits& state : states)
            all.merge(after(state, only));
        return all;
    }

private:
    template <typename Look>
    static void for_each(std::size_t n, const Look& look)
    {
        Bits bits(n);
        for (std::uint32_t value = 0; value < (1U << n); ++value)
        {
            for (std::size_t i = 0; i < n; ++i)
                bits[i] = (value >> i & 1U) != 0;
            look(bits);
        }
    }

    template <typename Look>
    void for_each_choice(const Bits& state, const Look& look)
    {
        for_each(system_.choices,
                 [&](const Bits& choices)
                 {
                     values_.evaluate(state, choices);
                     if (std::ranges::all_of(system_.constraint,
                                             [&](Gate gate) { return values_[gate]; }))
                         look();
                 });
    }

    bool is_possible(const Bits& state)
    {
        bool found = false;
        for_each_choice(state, [&] { found = true; });
        return found;
    }

    void add_successors(const Bits& state, const OpenSystem::Move& move, States& found) const
    {
        States made{state};
        for (const OpenSystem::Change& change : move.changes)
        {
            States next;
            for (Bits bits : made)
            {
                for (const bool value : {false, true})
                {
                    if (change.value && values_[*change.value] != value)
                        continue;
                    bits[change.bit] = value;
                    next.insert(bits);
                }
            }
            made = std::move(next);
        }
        found.merge(made);
    }

    const OpenSystem& system_;
    CircuitValues values_;
    States starts_;
};

bool is_in(const Bits& state, const Cube& cube)
{
    return std::ranges::all_of(
        cube, [&](std::int32_t l)
        { return state[static_cast<std::size_t>(std::abs(l)) - 1] == (l > 0); });
}

/// Always, If: the question that a claim about plays asks.
std::optional<Question> question_of(FormulaStore& store, const Claim& claim)
{
    if (claim.kind != ClaimKind::Always && claim.kind != ClaimKind::If)
        return std::nullopt;
    Question question;
    question.profile = claim.strategies;
    question.bad = store.negation(claim.formula);
    question.at_moves = !claim.formula.is_state_wise();
    return question;
}

struct Tally
{
    unsigned long plays = 0, invariants = 0, with_choices = 0;
};

void compare(const OpenSystem& system, unsigned plies, Tally& tally)
{
    AllStates all(system);
    // The states after 0, 1, … moves, and those after any multiple of `plies` moves.
    States reached = all.starts(), at_rounds;
    std::vector<States> rounds(plies);
    bool is_bad = false;
    for (unsigned t = 0;; t = (t + 1) % plies)
    {
        const std::size_t before = rounds[t].size();
        States fresh;
        for (const Bits& state : reached)
        {
            if (rounds[t].insert(state).second)
                fresh.insert(state);
            is_bad = is_bad || all.is_bad(state);
        }
        if (rounds[t].size() == before)
            break;
        reached = all.after(fresh);
    }
    const Budget budget;
    Pdr search(system, plies, budget);
    const PdrResult found = search.run(budget);
    REQUIRE(found.play.has_value() == is_bad);
    tally.with_choices += system.choices > 0 ? 1 : 0;
    if (!found.play)
    {
        ++tally.invariants;
        for (const Cube& cube : found.excluded)
        {
            for (const Bits& state : rounds[0])
                CHECK_FALSE(is_in(state, cube));
        }
        return;
    }
    ++tally.plays;
    std::vector<Action> moves = *found.play;
    std::optional<Action> last;
    if (system.at_moves)
    {
        REQUIRE_FALSE(moves.empty());
        last = moves.back();
        moves.pop_back();
    }
    States states = all.starts();
    for (const Action a : moves)
        states = all.after(states, a);
    CHECK(std::ranges::any_of(states, [&](const Bits& state) { return all.is_bad(state, last); }));
}

} // namespace

TEST_CASE("The search finds a play exactly where a bad state is reached, and else an invariant")
{
    CAPTURE(seed());
    constexpr std::size_t most_choices = 8, most_start_variables = 14;
    Tally tally;
    unsigned long too_large = 0;
    for (unsigned long i = 0; i < sample_count(8'000, 300); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const bool is_open = random.coin();
        const Game game = is_open ? random_open_game(random, store)
                                  : random_game(random, store, Trouble::Contradictions);
        Theory theory(store, game);
        const Budget budget;
        theory.completion(budget);
        for (int k = 0; k < 4; ++k)
        {
            const auto question =
                question_of(store, random_claim(random, store, game, random.one_in(3)));
            if (!question)
                continue;
            const OpenSystem system = open_system(theory, *question, {}, budget);
            if (system.choices > most_choices || system.start.variables > most_start_variables)
            {
                ++too_large;
                continue;
            }
            CAPTURE(i, k, is_open);
            compare(system, 1 + random.below(3), tally);
        }
    }
    CAPTURE(too_large, tally.plays, tally.invariants);
    CHECK(tally.plays > 0);
    CHECK(tally.invariants > 0);
    CHECK(tally.with_choices > 0);
}

TEST_CASE("A search that is cut short goes on where it stopped")
{
    CAPTURE(seed());
    unsigned long cut = 0;
    for (unsigned long i = 0; i < sample_count(1'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game(random, store);
        Theory theory(store, game);
        const Budget budget;
        theory.completion(budget);
        const auto question = question_of(store, random_claim(random, store, game, false));
        if (!question)
            continue;
        const OpenSystem system = open_system(theory, *question, {}, budget);
        Pdr whole(system, 2, budget), in_parts(system, 2, budget);
        const PdrResult expected = whole.run(budget);
        std::optional<PdrResult> found;
        for (std::uint64_t steps = 20; !found; steps += 20)
        {
            try
            {
                found = in_parts.run(budget.at_most_steps(steps));
            }
            catch (const Interrupted&)
            {
                ++cut;
            }
        }
        CAPTURE(i);
        CHECK(found->play.has_value() == expected.play.has_value());
    }
    CHECK(cut > 0);
}

TEST_CASE("Sampled states are states of plays")
{
    CAPTURE(seed());
    unsigned long samples = 0;
    for (unsigned long i = 0; i < sample_count(1'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_open_game(random, store);
        Theory theory(store, game);
        const Budget budget;
        theory.completion(budget);
        Question question;
        question.bad = random_state_wise(random, store, game.frame);
        const OpenSystem system = open_system(theory, question, {}, budget);
        if (system.choices > 8 || system.start.variables > 14)
            continue;
        AllStates all(system);
        const std::vector<Bits> starts(all.starts().begin(), all.starts().end());
        const SampledStates sampled(system, starts, 1, budget);
        States reached, fresh = all.starts();
        while (!fresh.empty())
        {
            reached.insert(fresh.begin(), fresh.end());
            fresh = all.after(fresh);
            std::erase_if(fresh, [&](const Bits& state) { return reached.contains(state); });
        }
        for (std::uint32_t value = 0; value < (1U << system.bits.size()); ++value)
        {
            Bits state;
            Cube cube;
            for (std::size_t bit = 0; bit < system.bits.size(); ++bit)
            {
                state.push_back((value >> bit & 1U) != 0);
                const auto number = static_cast<std::int32_t>(bit + 1);
                cube.push_back(state.back() ? number : -number);
            }
            CAPTURE(i, value);
            if (sampled.any_in(cube))
                CHECK(reached.contains(state));
        }
        samples += sampled.size();
    }
    CHECK(samples > 0);
}
