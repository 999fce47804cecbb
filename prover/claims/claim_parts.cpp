// The prover defines `achieves` and `implements` a second time (prover/decide), on purpose: the
// checker relies on no definition of the prover. tests/prover/checker/claim_meaning_test.cpp
// compares both with a third definition.

#include "prover/claims/claim_parts.hpp"

#include "prover/claims/recommendation.hpp"

namespace sgl::certificate
{

namespace
{

/// Nothing bad in all states of Σ, or in those that are reached.
ClaimPart part_of(FormulaStore& store, const Claim& claim, std::string name, Formula bad)
{
    if (claim.everywhere)
        return {std::move(name), store.negation(bad), false, {}};
    return {std::move(name), Formula(), false, about_states(bad)};
}

Question achievement(FormulaStore& store, const Frame& frame, const Claim& claim)
{
    std::vector<Formula> moves;
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        moves.push_back(allowed_move(store, frame, claim.strategies, Action{a}));
    Question question;
    question.profile = claim.strategies;
    question.must_end = true;
    question.bad =
        store.disjunction(store.conjunction(store.terminal(), store.negation(claim.formula)),
                          store.conjunction(store.negation(store.terminal()),
                                            store.negation(store.disjunction(moves))));
    return question;
}

} // namespace

std::vector<ClaimPart> conditions_of(FormulaStore& store, const Frame& frame, const Claim& claim)
{
    const Formula alpha = claim.alpha;
    std::vector<Formula> legal, steps;
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        legal.push_back(store.legal(Action{a}));
    const Formula some_legal = store.disjunction(legal);
    const Formula goes_on = store.disjunction(store.terminal(), some_legal);
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        steps.push_back(
            store.restrict(alpha, store.implication(legal[a], store.after(Action{a}, goes_on))));
    return {{"starts",
             store.implication(store.initial(), store.restrict(alpha, some_legal)),
             false,
             {}},
            {"goes_on",
             store.implication(store.negation(store.terminal()), store.conjunction(steps)),
             false,
             {}},
            {"achieves",
             store.implication(store.conjunction(store.terminal(), alpha), claim.formula),
             false,
             {}}};
}

std::vector<ClaimPart> parts_of(FormulaStore& store, const Game& game, const Claim& claim)
{
    const Frame& frame = game.frame;
    const auto moves = [&](std::size_t i) { return claim.strategies[i].moves; };
    const auto agent = [&] { return claim.strategies[0].agent; };
    const auto beyond = [&](std::size_t i, std::size_t k)
    { return recommended_beyond(store, frame, moves(i), moves(k), agent()); };
    const auto complete = [&](std::string name)
    {
        return part_of(store, claim, std::move(name),
                       nothing_recommended(store, frame, moves(0), agent()));
    };
    const auto deterministic = [&](std::string name)
    {
        return part_of(store, claim, std::move(name),
                       two_recommended(store, frame, moves(0), agent()));
    };
    switch (claim.kind)
    {
    case ClaimKind::Valid: return {{"", claim.formula, true, {}}};
    case ClaimKind::Theorem: return {{"", claim.formula, false, {}}};
    case ClaimKind::Always:
    case ClaimKind::If:
    {
        Question question = about_states(store.negation(claim.formula));
        question.profile = profile_of(claim);
        question.at_moves = !claim.formula.is_state_wise();
        return {{"", Formula(), false, std::move(question)}};
    }
    case ClaimKind::Complete: return {complete("")};
    case ClaimKind::Deterministic: return {deterministic("")};
    case ClaimKind::Functional: return {complete("complete"), deterministic("deterministic")};
    case ClaimKind::Consistent:
        return {part_of(store, claim, "", recommends(store, frame, moves(0), agent()))};
    case ClaimKind::Refines: return {part_of(store, claim, "", beyond(0, 1))};
    case ClaimKind::Equals:
        return {part_of(store, claim, "", store.disjunction(beyond(0, 1), beyond(1, 0)))};
    case ClaimKind::Implements: return conditions_of(store, frame, claim);
    case ClaimKind::Achieves: return {{"", Formula(), false, achievement(store, frame, claim)}};
    // Where all plays achieve φ, whatever the agents do, they can force it. (By other arguments it
    // is shown as a whole: prover/checker/listed/check_forced.hpp.)
    case ClaimKind::CanForce: return {{"", Formula(), false, achievement(store, frame, claim)}};
    }
    return {};
}

bool parts_prove(const Claim& claim)
{
    return claim.kind != ClaimKind::Consistent;
}

std::vector<Strategy> profile_of(const Claim& claim)
{
    const bool is_about_plays = claim.kind == ClaimKind::If || claim.kind == ClaimKind::Achieves;
    return is_about_plays ? claim.strategies : std::vector<Strategy>();
}

bool is_about_all_states(const Claim& claim)
{
    return claim.everywhere || claim.kind == ClaimKind::Valid || claim.kind == ClaimKind::Theorem ||
           claim.kind == ClaimKind::Implements;
}

} // namespace sgl::certificate
