#include "prover/checker/check.hpp"

#include "logic/states/policies.hpp"
#include "prover/checker/listed/check_forced.hpp"
#include "prover/checker/listed/check_listed.hpp"
#include "prover/checker/rule_check.hpp"
#include "prover/checker/symbolic/model_states.hpp"
#include "prover/claims/proof_obligations.hpp"
#include "prover/claims/recommendation.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_set>

namespace sgl::certificate
{

namespace
{

/// The conjuncts of f, those of ¬(φ ∨ ψ) too, the shallow ones first.
std::vector<Formula> conjuncts(FormulaStore& store, Formula f)
{
    std::vector<Formula> found, stack{f};
    while (!stack.empty())
    {
        const Formula g = stack.back();
        stack.pop_back();
        if (g.is(Kind::And))
            stack.insert(stack.end(), g.children().begin(), g.children().end());
        else if (g.is(Kind::Not) && g[0].is(Kind::Or))
            for (Formula h : g[0].children())
                stack.push_back(store.negation(h));
        else if (g.is(Kind::Not) && g[0].is(Kind::Not))
            stack.push_back(g[0][0]);
        else
            found.push_back(g);
    }
    std::ranges::sort(found, {}, [](Formula g) { return std::pair(g.depth(), g.id()); });
    return found;
}

/// Every leaf of the rule that decides whether it is true is a conjunction with `what` in it.
bool implies_syntactically(Formula rule, Formula what)
{
    return std::ranges::all_of(decisive_leaves(rule),
                               [&](Formula leaf)
                               {
                                   return leaf == what ||
                                          (leaf.is(Kind::And) &&
                                           std::ranges::find(leaf.children(), what) !=
                                               leaf.children().end());
                               });
}

/// Whether all of these can be true at a move of this action, inside.
bool is_possible(Symbolic& symbolic, const std::vector<Formula>& formulas, Action a)
{
    for (Formula f : formulas)
    {
        symbolic.assume(symbolic.where(f, a));
        if (symbolic.inside() == Bdds::none)
            return false;
    }
    return true;
}

} // namespace

Objection objection_to(const GameUnderCheck& ground, const Claim&, const ClaimPart& part,
                       const ByStates& how, Bdds& diagrams)
{
    const Question& question = part.question;
    if (part.theorem)
        return "sets of states that plays reach say nothing of all states";
    if (question.must_end && !how.ends)
        return "it does not show that plays end";
    if (diagrams.without(starts(ground, how.bits, diagrams), how.sets[0]) != Bdds::none)
        return "an initial state is not in the first set";
    StateSetViews views(ground, how.bits, question.profile, diagrams.most());
    for (std::size_t i = 0; i < how.sets.size(); ++i)
    {
        const bool is_last = i + 1 == how.sets.size();
        const Bdds::Node following = !is_last   ? how.sets[i + 1]
                                     : how.ends ? Bdds::none
                                                : how.sets[i];
        const auto wrong = views.with(
            diagrams, std::array{how.sets[i], following},
            [&](StateSetView& view, Bdds& there, const std::vector<Bdds::Node>& sets) -> Objection
            {
                if (view.bad(question) != Bdds::none)
                    return fmt::format("what is claimed is false in a state of set {}", i + 1);
                for (std::uint32_t a = 0; a < ground.game.frame.action_count(); ++a)
                {
                    const Bdds::Node from = view.allowed(Action{a});
                    if (from != Bdds::none &&
                        there.without(view.after(Action{a}, from), sets[1]) != Bdds::none)
                        return fmt::format("{} leads from a state of set {} out of {}",
                                           ground.game.frame.name(Action{a}), i + 1,
                                           is_last && how.ends ? "all" : "the next");
                }
                return std::nullopt;
            });
        if (wrong)
            return wrong;
    }
    return std::nullopt;
}

Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByAllStates& how, Bdds& diagrams)
{
    const Question& question = part.question;
    if (!part.theorem && question.must_end)
        return "it does not show that plays end";
    const Game bare = frame_alone(ground.game);
    const Rules none = Rules::none(ground.game.frame);
    const GameUnderCheck about{ground.store, part.in_frame_alone ? bare : ground.game,
                               part.in_frame_alone ? none : ground.rules, ground.budget,
                               part.in_frame_alone ? nullptr : ground.possible};
    const Bits bits;
    Assumptions assumptions;
    assumptions.definitions = how.definitions;
    if (how.opaque)
    {
        if (claim.strategies.empty() || !claim.strategies[0].moves.is(Kind::PrioritisedAnd))
            return "the claim's strategy has no first part of a △";
        assumptions.opaque = claim.strategies[0].moves[0];
        assumptions.opaque_within =
            legal_move_of(ground.store, ground.game.frame, claim.strategies[0].agent);
        if (!implies_syntactically(assumptions.opaque, assumptions.opaque_within))
            return "the first part of the claim's strategy may recommend what is not legal";
    }
    const Formula bad = part.theorem ? ground.store.negation(part.theorem) : question.bad;
    const auto parts = conjuncts(ground.store, bad);
    const bool at_moves = part.theorem ? !part.theorem.is_state_wise() : question.at_moves;
    for (std::uint32_t a = 0; a < (at_moves ? about.game.frame.action_count() : 1); ++a)
    {
        ground.budget.check();
        Symbolic symbolic(about.game, about.rules, bits, diagrams, Bdds::all, assumptions);
        if (!part.theorem && at_moves)
        {
            const auto strategy = std::ranges::find(
                question.profile, about.game.frame.agent(Action{a}), &Strategy::agent);
            std::vector<Formula> complying{ground.store.negation(ground.store.terminal()),
                                           ground.store.legal(Action{a})};
            if (strategy != question.profile.end())
                complying.push_back(strategy->moves);
            if (!is_possible(symbolic, complying, Action{a}))
                continue;
        }
        if (!is_possible(symbolic, parts, Action{a}))
            continue;
        const auto spoken_of = static_cast<Symbolic::Place>(symbolic.place_count());
        assume_axioms(about, symbolic, diagrams);
        Bdds::Node left = symbolic.inside();
        for (Symbolic::Place place = 1; place < spoken_of && left != Bdds::none; ++place)
            left = with_axioms_at(about, symbolic, diagrams, place, left);
        if (left != Bdds::none)
            return "it is not so in all states that the axioms allow";
    }
    return std::nullopt;
}

std::vector<Formula> obligations(const GameUnderCheck& ground, const Claim& claim,
                                 const ClaimPart& part, const ByTheorems& how)
{
    const Frame& frame = ground.game.frame;
    const Question& question = part.question;
    if (how.way == ProofMethod::Everywhere)
    {
        if (part.theorem)
            return {part.theorem};
        return question.must_end ? std::vector<Formula>()
                                 : std::vector{nothing_bad(ground.store, frame, question)};
    }
    if (part.theorem || question.must_end)
        return {};
    if (how.way == ProofMethod::Unrolling)
        return {by_unrolling(ground.store, frame, question, how.plies)};
    if (how.plies == 0 || (how.way == ProofMethod::Invariant && !claim.invariant))
        return {};
    if (how.way == ProofMethod::Induction)
        return by_induction(ground.store, frame, question, how.known, how.plies);
    return by_invariant(ground.store, frame, question, how.known, *claim.invariant, how.plies);
}

namespace
{

Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByTheorems& how, const ReadTheorems& read_theorems)
{
    const std::vector<Formula> needed = obligations(ground, claim, part, how);
    if (needed.empty())
        return "that way theorems do not show it";
    KernelTheorems shown = read_theorems(how.file);
    if (!shown.failure.empty())
        return shown.failure;
    std::unordered_set<Formula> known(shown.everywhere.begin(), shown.everywhere.end());
    if (!part.in_frame_alone)
        known.insert(shown.theorems.begin(), shown.theorems.end());
    const auto missing =
        std::ranges::find_if(needed, [&](Formula f) { return !known.contains(f); });
    if (missing != needed.end())
        return needed.size() == 1
                   ? fmt::format("the formula that must be a theorem is not one of {}", how.file)
                   : fmt::format("number {} of the {} formulas that must be theorems is not one "
                                 "of {}",
                                 missing - needed.begin() + 1, needed.size(), how.file);
    return std::nullopt;
}

Objection objection_to(const GameUnderCheck& ground, const ClaimPart& part,
                       const ByListedStates& how, std::size_t most_nodes,
                       const ReadStates& read_states)
{
    if (!read_states)
        return "there is no file of states";
    const auto list = read_states(how.file);
    if (const auto* failure = std::get_if<std::string>(&list))
        return *failure;
    return objection_to_list(ground, part, std::get<StateList>(list), most_nodes);
}

Objection objection_to_parts(const GameUnderCheck& ground, const Claim& claim,
                             const Certificate& certificate, Bdds& diagrams,
                             const ReadTheorems& read_theorems, const ReadStates& read_states)
{
    for (const ClaimPart& part : parts_of(ground.store, ground.game, claim))
    {
        const auto found = std::ranges::find(certificate.parts, part.name,
                                             &std::pair<std::string, Argument>::first);
        if (found == certificate.parts.end())
            return part.name.empty() ? "it says nothing of the claim"
                                     : fmt::format("nothing shows '{}'", part.name);
        Objection wrong;
        if (const auto* theorems = std::get_if<ByTheorems>(&found->second))
            wrong = objection_to(ground, claim, part, *theorems, read_theorems);
        else if (const auto* states = std::get_if<ByStates>(&found->second))
            wrong = objection_to(ground, claim, part, *states, diagrams);
        else if (const auto* clauses = std::get_if<ByClauses>(&found->second))
            wrong = objection_to(ground, claim, part, *clauses, diagrams.most());
        else if (const auto* listed = std::get_if<ByListedStates>(&found->second))
            wrong = objection_to(ground, part, *listed, diagrams.most(), read_states);
        else if (std::holds_alternative<ByPolicy>(found->second))
            wrong = "a policy shows what can be forced, and nothing else";
        else
            wrong =
                objection_to(ground, claim, part, std::get<ByAllStates>(found->second), diagrams);
        if (wrong)
            return part.name.empty() ? *wrong : part.name + ": " + *wrong;
    }
    return std::nullopt;
}

/// What a policy shows of a claim `can force`.
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, bool proved,
                       const ByPolicy& how, std::size_t most_nodes, const ReadStates& read_states)
{
    if (!read_states)
        return "there are no files of states";
    const auto policy = read_states(how.policy);
    if (const auto* failure = std::get_if<std::string>(&policy))
        return *failure;
    const auto states = read_states(how.states);
    if (const auto* failure = std::get_if<std::string>(&states))
        return *failure;
    return objection_to_policy(ground, claim, proved, std::get<StateList>(policy),
                               std::get<StateList>(states), how.start, most_nodes);
}

/// The argument of a certificate that has a policy and nothing else.
const ByPolicy* policy_of(const Certificate& certificate)
{
    return certificate.parts.size() == 1 && certificate.parts.front().first.empty()
               ? std::get_if<ByPolicy>(&certificate.parts.front().second)
               : nullptr;
}

} // namespace

Objection objection_to_policy(const GameUnderCheck& ground, const Claim& claim, bool proved,
                              const StateList& policy, const StateList& states,
                              const std::optional<InGame>& start, std::size_t most_nodes)
{
    if (claim.kind != ClaimKind::CanForce)
        return "a policy shows what can be forced, and nothing else";
    if (mentions_policy(ground.game.policies, claim.formula))
        return "what is to be forced depends on a policy";
    const ForcedGoal what{claim.coalition, claim.formula};
    if (proved)
        return start ? Objection("a proof is about all initial states")
                     : objection_to_forced(ground, what, policy, states, most_nodes);
    if (!start)
        return "there is no initial state from which it is prevented";
    if (Objection wrong = objection_to_start(ground, *start, most_nodes))
        return wrong;
    return objection_to_prevented(ground, what, start->witness.start, policy, states, most_nodes);
}

Objection objection(const GameUnderCheck& ground, const Claim& claim,
                    const Certificate& certificate, Bdds& diagrams,
                    const ReadTheorems& read_theorems, const ReadStates& read_states)
{
    const bool has_play = !std::holds_alternative<std::monostate>(certificate.play) ||
                          (policy_of(certificate) != nullptr && !certificate.proved);
    if (certificate.proved != (parts_prove(claim) != has_play))
        return has_play ? "a play shows the contrary" : "what is shown proves the contrary";
    if (const auto* model = std::get_if<InModel>(&certificate.play))
        return objection_to(ground, claim, *model);
    if (Objection wrong = objection_to_rules(ground.store, ground.game, ground.rules))
        return wrong;
    if (const auto* play = std::get_if<InGame>(&certificate.play))
        return objection_to(ground, claim, *play, diagrams.most());
    if (const ByPolicy* policy = policy_of(certificate); policy != nullptr)
        return objection_to(ground, claim, certificate.proved, *policy, diagrams.most(),
                            read_states);
    if (certificate.actions_ahead)
    {
        const ModelStates possible =
            states_of_sigma(ground, *certificate.actions_ahead, diagrams.most());
        GameUnderCheck narrower = ground;
        narrower.possible = &possible;
        return objection_to_parts(narrower, claim, certificate, diagrams, read_theorems,
                                  read_states);
    }
    return objection_to_parts(ground, claim, certificate, diagrams, read_theorems, read_states);
}

} // namespace sgl::certificate
