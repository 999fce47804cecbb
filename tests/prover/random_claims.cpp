#include "tests/prover/random_claims.hpp"

#include <array>
#include <utility>

namespace sgl::testing
{
namespace
{

class Maker
{
public:
    Maker(Random& random, FormulaStore& store, const Game& game, bool modalities)
        : random_(random), store_(store), game_(game), modalities_(modalities)
    {
    }

    Claim make()
    {
        constexpr std::array kinds{ClaimKind::Valid,         ClaimKind::Theorem,
                                   ClaimKind::Always,        ClaimKind::If,
                                   ClaimKind::Complete,      ClaimKind::Functional,
                                   ClaimKind::Deterministic, ClaimKind::Consistent,
                                   ClaimKind::Refines,       ClaimKind::Equals,
                                   ClaimKind::Implements,    ClaimKind::Achieves};
        Claim claim;
        claim.kind = kinds[random_.below(kinds.size())];
        claim.name = word(claim.kind);
        switch (claim.kind)
        {
        case ClaimKind::Valid:
        case ClaimKind::Theorem: claim.formula = formula(); break;
        case ClaimKind::Always: claim.formula = about_plays(); break;
        case ClaimKind::If:
            claim.formula = about_plays();
            claim.strategies = profile();
            break;
        case ClaimKind::Achieves:
            claim.formula = state_wise();
            claim.strategies = profile();
            break;
        case ClaimKind::Implements:
            claim.alpha_is_strategy = random_.one_in(3);
            claim.alpha = claim.alpha_is_strategy ? strategy(agent()).moves : formula();
            claim.formula = state_wise();
            break;
        case ClaimKind::CanForce:
            claim.formula = state_wise();
            claim.coalition = {agent()};
            break;
        case ClaimKind::Refines:
        case ClaimKind::Equals:
        {
            const Agent i = agent();
            claim.strategies = {strategy(i), strategy(i)};
            if (random_.coin()) // likelier to hold
                claim.strategies[0].moves =
                    store_.conjunction(claim.strategies[1].moves, claim.strategies[0].moves);
            claim.everywhere = random_.coin();
            break;
        }
        case ClaimKind::Complete:
        case ClaimKind::Deterministic:
        case ClaimKind::Functional:
        case ClaimKind::Consistent:
            claim.strategies = {strategy(agent())};
            claim.everywhere = random_.coin();
            break;
        }
        if (random_.one_in(6))
            claim.up_to = random_.below(5);
        const bool about_states =
            claim.kind == ClaimKind::Always || claim.kind == ClaimKind::If ||
            claim.kind == ClaimKind::Achieves ||
            (!claim.everywhere &&
             (claim.kind == ClaimKind::Complete || claim.kind == ClaimKind::Deterministic ||
              claim.kind == ClaimKind::Refines || claim.kind == ClaimKind::Equals));
        if (about_states && random_.one_in(3))
            claim.invariant = invariant(claim.formula);
        if (claim.kind == ClaimKind::Achieves && random_.one_in(3))
            for (std::uint32_t n = 1 + random_.below(3); n > 0; --n)
                claim.measure.push_back(state_wise());
        return claim;
    }

private:
    Agent agent()
    {
        return Agent{random_.below(static_cast<std::uint32_t>(game_.frame.agent_count()))};
    }

    Formula formula()
    {
        const Shape shape{2 + random_.below(3), modalities_, modalities_, true};
        const Formula f = random_formula(random_, store_, game_.frame, shape);
        return random_.coin() ? store_.implication(premise(), f) : f;
    }
    Formula state_wise()
    {
        return random_state_wise(random_, store_, game_.frame,
                                 Shape{2 + random_.below(3), modalities_, modalities_, true});
    }
    /// Something, or what is claimed; it need not be an invariant.
    Invariant invariant(Formula claimed)
    {
        Invariant made;
        made.formula = state_wise();
        if (claimed && claimed.is_state_wise() && random_.coin())
            made.formula = random_.coin() ? claimed : store_.conjunction(claimed, made.formula);
        if (random_.one_in(4))
            made.formula = store_.top();
        if (random_.one_in(3))
            made.when = state_wise();
        if (random_.one_in(3))
            made.every = 1 + random_.below(3);
        return made;
    }
    Formula premise() { return random_atom(random_, store_, game_.frame, random_.coin()); }

    Formula about_plays()
    {
        if (random_.coin())
            return formula();
        const Formula f = state_wise();
        return random_.coin() ? store_.implication(store_.terminal(), f) : f;
    }

    Strategy strategy(Agent i)
    {
        const Formula legal = legal_move_of(store_, game_.frame, i);
        const auto leaf = [&]
        {
            const bool looks = modalities_ && random_.one_in(3);
            return store_.conjunction(
                legal, random_formula(random_, store_, game_.frame, Shape{3, looks, false, true}));
        };
        // chains of two to four, in one another at times
        Formula rule = leaf();
        for (std::uint32_t n = random_.below(3); n > 0; --n)
        {
            std::vector<Formula> operands{rule};
            for (std::uint32_t more = 1 + random_.below(n == 1 ? 3 : 1); more > 0; --more)
                operands.push_back(leaf());
            if (random_.one_in(4))
                std::swap(operands.front(), operands.back());
            rule =
                random_.coin() ? store_.prioritised_or(operands) : store_.prioritised_and(operands);
        }
        return {"s(" + game_.frame.name(i) + ")", i, rule, {}};
    }

    std::vector<Strategy> profile()
    {
        std::vector<Strategy> chosen;
        for (std::uint32_t i = 0; i < game_.frame.agent_count(); ++i)
            if (random_.coin())
                chosen.push_back(strategy(Agent{i}));
        if (chosen.empty())
            chosen.push_back(strategy(agent()));
        return chosen;
    }

    Random& random_;
    FormulaStore& store_;
    const Game& game_;
    bool modalities_;
};

} // namespace

Claim random_claim(Random& random, FormulaStore& store, const Game& game, bool modalities)
{
    return Maker(random, store, game, modalities).make();
}

const char* word(ClaimKind kind)
{
    switch (kind)
    {
    case ClaimKind::Valid: return "valid";
    case ClaimKind::Theorem: return "theorem";
    case ClaimKind::Always: return "always";
    case ClaimKind::Complete: return "complete";
    case ClaimKind::Deterministic: return "deterministic";
    case ClaimKind::Functional: return "functional";
    case ClaimKind::Consistent: return "consistent";
    case ClaimKind::Refines: return "refines";
    case ClaimKind::Equals: return "equals";
    case ClaimKind::If: return "if";
    case ClaimKind::Implements: return "implements";
    case ClaimKind::Achieves: return "achieves";
    case ClaimKind::CanForce: return "can force";
    }
    return "";
}

} // namespace sgl::testing
