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
    Search(Theory& theory, const Question& question, const Budget& budget)
        : theory_(theory), budget_(budget), system_(transition_system(theory, question, budget)),
          states_(states_for_candidates(system_, budget))
    {
    }

    PlayInvariants run()
    {
        PlayInvariants found;
        for (const bool gates : {false, true})
        {
            SampledCandidates candidates =
                sampled_candidates(system_, theory_.game().frame, states_, gates, budget_);
            add_goals(candidates.clauses);
            for (unsigned plies = 1; plies <= limits::most_kept_plies; ++plies)
            {
                budget_.at_phase("while invariants were sought");
                Houdini houdini(system_, candidates.clauses, plies, budget_);
                houdini.run(candidates.turns);
                found.excludes_stuck = houdini.is_kept(Determined) && houdini.is_kept(NotStuck);
                if (!found.excludes_bad)
                    take(houdini, plies, found);
                found.statistics += houdini.statistics();
                if (found.excludes_bad && (!system_.stuck || found.excludes_stuck))
                    return found;
            }
            if (found.excludes_bad)
                break;
        }
        return found;
    }

private:
    enum Goal : std::size_t
    {
        Determined,
        NotBad,
        NotStuck
    };

    /// The properties that are sought come first; a gate that is not asked for is false.
    void add_goals(std::vector<GateClause>& candidates) const
    {
        for (const auto& gate : {system_.stuck, system_.bad, std::optional(system_.undetermined)})
        {
            const GateClause clause{{gate.value_or(Circuit::bottom), false}};
            candidates.insert(candidates.begin(), clause);
        }
    }

    void take(Houdini& houdini, unsigned plies, PlayInvariants& found)
    {
        found.plies = plies;
        found.formulas.clear();
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
            if (index == NotBad)
                continue; // the question's own
            const Formula f =
                as_implication(theory_.reduction(), system_, houdini.clauses()[index]);
            if (f != theory_.store().negation(theory_.store().bottom()))
                found.formulas.push_back(f);
        }
    }

    Theory& theory_;
    const Budget& budget_;
    const TransitionSystem system_;
    const std::vector<std::vector<bool>> states_;
};

} // namespace

PlayInvariants find_play_invariants(Theory& theory, const Question& question, const Budget& budget)
{
    return Search(theory, question, budget).run();
}

} // namespace sgl
