#include "prover/invariants/play_invariants.hpp"

#include "prover/invariants/houdini.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/resources/limits.hpp"

#include <algorithm>
#include <optional>

namespace sgl
{

namespace
{

/// The clause as a formula: what its negative literals say implies what its positive ones say.
Formula as_implication(Reduction& reduction, const TransitionSystem& system,
                       const GateClause& clause)
{
    FormulaStore& store = reduction.store();
    std::vector<Formula> premises, conclusions;
    for (const GateLiteral& literal : clause)
    {
        const Formula f = as_formula(reduction, system, literal.gate);
        if (literal.positive && f.is(Kind::Not))
            premises.push_back(f[0]);
        else
            (literal.positive ? conclusions : premises).push_back(f);
    }
    // A guard is the last literal, and is to be read first.
    std::ranges::reverse(premises);
    const auto joined = [&](const std::vector<Formula>& parts, bool is_and)
    {
        return parts.size() == 1 ? parts[0]
               : is_and          ? store.conjunction(parts)
                                 : store.disjunction(parts);
    };
    if (premises.empty())
        return joined(conclusions, false);
    if (conclusions.empty())
        return store.negation(joined(premises, true));
    return store.implication(joined(premises, true), joined(conclusions, false));
}

class Search
{
public:
    Search(Theory& theory, const Question& question, CandidateKind kind, const Budget& budget)
        : theory_(theory), question_(question), kind_(kind), budget_(budget),
          system_(transition_system(theory, question, budget, kind != CandidateKind::Clauses))
    {
    }

    PlayInvariants run()
    {
        PlayInvariants found;
        found.shown.resize(question_.proposals.size());
        SampledCandidates candidates = sampled_candidates(system_, theory_.game().frame,
                                                          kind_ == CandidateKind::Gates, budget_);
        add_goals(candidates.clauses);
        for (unsigned plies = 1; plies <= limits::most_kept_plies; ++plies)
        {
            budget_.at_phase("while invariants were sought");
            Houdini houdini(system_, candidates.clauses, plies, budget_);
            houdini.run(candidates.turns);
            const bool is_determined = houdini.is_kept(Determined);
            found.excludes_stuck = is_determined && houdini.is_kept(NotStuck);
            for (std::size_t i = 0; i < system_.proposals.size(); ++i)
                found.shown[i] = is_determined && houdini.is_kept(Goals + i);
            if (!found.excludes_bad)
                take(houdini, plies, found);
            found.statistics += houdini.statistics();
            if (found.excludes_bad && (!system_.stuck || found.excludes_stuck))
                break;
        }
        return found;
    }

private:
    enum Goal : std::size_t
    {
        Determined,
        NotBad,
        NotStuck,
        Goals
    };

    /// The properties that are sought come first, and then the proposals. A gate that is not asked
    /// for is false.
    void add_goals(std::vector<GateClause>& candidates) const
    {
        std::vector<GateClause> goals;
        for (const auto& gate : {std::optional(system_.undetermined), system_.bad, system_.stuck})
            goals.push_back({{gate.value_or(Circuit::bottom), false}});
        for (const Gate proposal : system_.proposals)
            goals.push_back({{proposal, true}});
        candidates.insert(candidates.begin(), goals.begin(), goals.end());
    }

    void take(Houdini& houdini, unsigned plies, PlayInvariants& found)
    {
        found.plies = plies;
        found.formulas.clear();
        found.claims.clear();
        std::vector<std::size_t> kept = houdini.kept();
        found.candidates = houdini.clauses().size();
        found.kept = kept.size();
        found.excludes_bad = houdini.is_kept(Determined) && houdini.is_kept(NotBad);
        if (found.excludes_bad)
            kept = houdini.core_of({Determined, NotBad});
        else if (!houdini.is_kept(Determined) || kept.size() > limits::most_kept_lemmas)
            kept.clear(); // what the system does there need not be what the game does
        for (const std::size_t index : kept)
        {
            if (index == NotBad || is_trivial(houdini.clauses()[index]))
                continue; // the question's own, or not asked for
            if (index >= Goals && index < Goals + system_.proposals.size())
            {
                const Proposal& proposal = question_.proposals[index - Goals];
                found.formulas.push_back(proposal.formula);
                if (found.claims.empty() || found.claims.back() != proposal.claim)
                    found.claims.push_back(proposal.claim);
                continue;
            }
            found.formulas.push_back(
                as_implication(theory_.reduction(), system_, houdini.clauses()[index]));
        }
    }

    static bool is_trivial(const GateClause& clause)
    {
        return clause == GateClause{{Circuit::bottom, false}};
    }

    Theory& theory_;
    const Question& question_;
    const CandidateKind kind_;
    const Budget& budget_;
    const TransitionSystem system_;
};

} // namespace

PlayInvariants find_play_invariants(Theory& theory, const Question& question,
                                    CandidateKind candidates, const Budget& budget)
{
    Question only_what_is_bad = question;
    only_what_is_bad.premise = Formula();
    return Search(theory, only_what_is_bad, candidates, budget).run();
}

} // namespace sgl
