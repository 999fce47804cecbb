#include "prover/checker/clause_obligations.hpp"

#include "prover/checker/cone_of_influence.hpp"
#include "prover/checker/symbolic/tseitin.hpp"
#include "prover/checker/symbolic_play.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>
#include <vector>

namespace sgl::certificate
{

namespace
{

using Node = AndInverterGraph::Node;

/// Plays as clauses, ply by ply.
class PathSegment
{
public:
    PathSegment(ClauseProof& proof, const GameUnderCheck& ground, const Bits& bits,
                const std::vector<Strategy>& profile, bool from_start, std::size_t most_nodes)
        : proof_(proof), gates_(ground.budget, most_nodes),
          clauses_(gates_, [&proof](std::span<const Literal> clause) { proof.add(clause); }),
          play_(ground, bits, profile, gates_, from_start)
    {
        proof_.begin();
    }

    Node where(Formula f) { return play_.where(f); }
    Node bad(const Question& question) { return play_.bad(question); }
    Node goes_on() { return play_.goes_on(); }

    void assume(Node f) { clauses_.assert_true(f); }
    void go_on()
    {
        assume(goes_on());
        play_.move();
    }

    /// It is not so where everything else is: none of what it is the disjunction of, one by one.
    bool excludes(Node f, Node where = AndInverterGraph::all)
    {
        if (gates_.both(where, f) == AndInverterGraph::none)
            return true;
        for (const Node fact : play_.facts())
            assume(fact);
        return std::ranges::all_of(disjuncts(f),
                                   [&](Node one)
                                   {
                                       const Node both = gates_.both(where, one);
                                       return both == AndInverterGraph::none ||
                                              proof_.excludes(clauses_.literal(both));
                                   });
    }

private:
    std::vector<Node> disjuncts(Node f) const
    {
        std::vector<Node> found, stack{f};
        std::unordered_set<Node> seen;
        while (!stack.empty())
        {
            const Node g = stack.back();
            stack.pop_back();
            if (!seen.insert(g).second)
                continue;
            if (g > 0 || !gates_.is_and(g))
            {
                found.push_back(g);
                continue;
            }
            const auto [first, second] = gates_.operands(g);
            stack.push_back(-second);
            stack.push_back(-first);
        }
        return found;
    }

    ClauseProof& proof_;
    AndInverterGraph gates_;
    Tseitin clauses_;
    SymbolicPlay play_;
};

class ClauseObligations
{
public:
    ClauseObligations(ClauseProof& proof, const GameUnderCheck& ground, const Claim& claim,
                      const Question& question, const ByClauses& how, std::size_t most_nodes)
        : proof_(proof), ground_(ground), question_(question), how_(how), most_nodes_(most_nodes),
          invariant_(how.way == ProofMethod::Invariant ? invariant_of(claim, how) : std::nullopt)
    {
        std::vector<Formula> others = how.known;
        others.insert(others.end(), how.kept.begin(), how.kept.end());
        if (invariant_)
            others.insert(others.end(), {invariant_->formula, invariant_->when});
        bits_ = relevant_bits(ground, question, others);
    }

    Objection by_unrolling()
    {
        PathSegment play(proof_, ground_, bits_, question_.profile, true, most_nodes_);
        for (unsigned t = 0;; ++t)
        {
            if (!play.excludes(play.bad(question_)))
                return fmt::format("what is claimed may be false after {} moves", t);
            if (t == how_.plies)
                break;
            play.go_on();
        }
        if (!play.excludes(play.goes_on()))
            return fmt::format("plays may be longer than {} moves", how_.plies);
        return std::nullopt;
    }

    Objection by_induction()
    {
        if (Objection wrong = known_is_so())
            return wrong;
        PathSegment play(proof_, ground_, bits_, question_.profile, true, most_nodes_);
        for (unsigned t = 0; t < how_.plies; ++t)
        {
            if (t > 0)
                play.go_on();
            if (!keeps(play))
                return fmt::format("what is kept may be false after {} moves", t);
            if (!play.excludes(play.bad(question_)))
                return fmt::format("what is claimed may be false after {} moves", t);
        }
        PathSegment step(proof_, ground_, bits_, question_.profile, false, most_nodes_);
        for (unsigned t = 0; t < how_.plies; ++t)
        {
            assume_known(step);
            for (Formula f : how_.kept)
                step.assume(step.where(f));
            step.assume(-step.bad(question_));
            step.go_on();
        }
        assume_known(step);
        if (!keeps(step))
            return fmt::format("what is kept may be false after {} moves on which it is true",
                               how_.plies);
        if (!step.excludes(step.bad(question_)))
            return fmt::format("what is claimed may be false after {} moves on which it is true",
                               how_.plies);
        return std::nullopt;
    }

    Objection by_invariant()
    {
        if (Objection wrong = known_is_so())
            return wrong;
        PathSegment play(proof_, ground_, bits_, question_.profile, true, most_nodes_);
        if (Objection wrong = until_said(play, 0))
            return "from the start: " + *wrong;
        PathSegment step(proof_, ground_, bits_, question_.profile, false, most_nodes_);
        assume_known(step);
        step.assume(step.where(invariant_->formula));
        if (invariant_->when)
            step.assume(step.where(invariant_->when));
        if (!step.excludes(step.bad(question_)))
            return "what is claimed may be false where the invariant is true";
        step.go_on();
        return until_said(step, 1);
    }

private:
    /// The claim's own, or what is kept: said of every `plies`-th state.
    std::optional<Invariant> invariant_of(const Claim& claim, const ByClauses& how) const
    {
        if (how.kept.empty())
            return claim.invariant;
        const Formula all =
            how.kept.size() == 1 ? how.kept.front() : ground_.store.conjunction(how.kept);
        return Invariant{all, how.plies, {}};
    }

    /// Nothing bad until the invariant is said again, which is soon, and true then.
    Objection until_said(PathSegment& play, unsigned first)
    {
        for (unsigned t = first;; ++t)
        {
            const bool is_late = t == how_.plies;
            const Node said = invariant_->when    ? play.where(invariant_->when)
                              : t == 0 || is_late ? AndInverterGraph::all
                                                  : AndInverterGraph::none;
            if (first > 0)
                assume_known(play);
            if (said != AndInverterGraph::none &&
                !play.excludes(-play.where(invariant_->formula), said))
                return "the invariant may be false";
            if (said == AndInverterGraph::all)
                return std::nullopt;
            if (is_late && !play.excludes(-said))
                return "the condition of the invariant may not come back in time";
            if (is_late)
                return std::nullopt;
            play.assume(-said);
            if (!play.excludes(play.bad(question_)))
                return "what is claimed may be false";
            play.go_on();
        }
    }

    /// What is said to be known is true at the start, and stays so after every legal move.
    Objection known_is_so()
    {
        if (how_.known.empty())
            return std::nullopt;
        const std::vector<Strategy> nobody;
        PathSegment start(proof_, ground_, bits_, nobody, true, most_nodes_);
        for (Formula f : how_.known)
        {
            if (!start.excludes(-start.where(f)))
                return "what is said to be known may be false at the start";
        }
        PathSegment step(proof_, ground_, bits_, nobody, false, most_nodes_);
        assume_known(step);
        step.go_on();
        for (Formula f : how_.known)
        {
            if (!step.excludes(-step.where(f)))
                return "what is said to be known may become false";
        }
        return std::nullopt;
    }

    /// What is kept is true in the state at hand.
    bool keeps(PathSegment& segment)
    {
        return std::ranges::all_of(how_.kept,
                                   [&](Formula f) { return segment.excludes(-segment.where(f)); });
    }

    void assume_known(PathSegment& segment)
    {
        for (Formula f : how_.known)
            segment.assume(segment.where(f));
    }

    ClauseProof& proof_;
    const GameUnderCheck& ground_;
    const Question& question_;
    const ByClauses& how_;
    std::size_t most_nodes_;
    std::optional<Invariant> invariant_;
    Bits bits_;
};

} // namespace

Objection objection_of(ClauseProof& proof, const GameUnderCheck& ground, const Claim& claim,
                       const ClaimPart& part, const ByClauses& how, std::size_t most_nodes)
{
    if (part.theorem)
        return "clauses about plays say nothing of all states";
    if (part.question.must_end && how.way != ProofMethod::Unrolling)
        return "it does not show that plays end";
    if (how.way != ProofMethod::Unrolling && how.plies == 0)
        return "there is no induction over no moves";
    if (how.way == ProofMethod::Unrolling && !how.kept.empty())
        return "an unrolling keeps no formulas";
    if (how.way == ProofMethod::Invariant && !claim.invariant && how.kept.empty())
        return "the claim has no invariant";
    ClauseObligations obligations(proof, ground, claim, part.question, how, most_nodes);
    switch (how.way)
    {
    case ProofMethod::Unrolling: return obligations.by_unrolling();
    case ProofMethod::Induction: return obligations.by_induction();
    case ProofMethod::Invariant: return obligations.by_invariant();
    case ProofMethod::Everywhere: break;
    }
    return "clauses do not show it that way";
}

} // namespace sgl::certificate
