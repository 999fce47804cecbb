// Theory: closed states, where no default completes all states that satisfy the constraint. What
// they have in common is a greatest fixpoint (Houdini), as pair invariants are, but over every
// action and not legal moves alone: in a model of Σ an illegal action leads somewhere, too.

#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/read_witness.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/resources/limits.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace sgl
{

namespace
{

/// The fluents of each family, and those of one family that differ in one argument.
std::vector<std::vector<Fluent>> families(const Frame& frame)
{
    std::map<std::string, std::vector<Fluent>> found;
    for (std::uint32_t index = 0; index < frame.fluent_count(); ++index)
    {
        const Fluent p{index};
        std::vector<std::string> arguments;
        for (const SymbolArgument& argument : frame.arguments(p))
            arguments.push_back(frame.text(argument));
        if (arguments.size() != 1)
            found[frame.family(p)].push_back(p);
        std::string any = "_";
        for (std::string& argument : arguments)
        {
            argument.swap(any);
            found[applied(frame.family(p), arguments)].push_back(p);
            argument.swap(any);
        }
    }
    std::vector<std::vector<Fluent>> families;
    for (const auto& [name, fluents] : found)
        families.push_back(fluents);
    return families;
}

/// At most one of the formulas is true.
Formula at_most_one(FormulaStore& store, std::span<const Formula> formulas)
{
    std::vector<Formula> parts;
    Formula before = formulas[0]; // one of those before is true
    for (Formula f : formulas.subspan(1))
    {
        parts.push_back(store.negation(store.conjunction(f, before)));
        before = store.disjunction(before, f);
    }
    return store.conjunction(parts);
}

/// "Each p is false", "at most one p", "some p", for each family; "exactly one is on turn" is two
/// of them.
std::vector<Formula> about_families(FormulaStore& store, const Frame& frame)
{
    std::vector<Formula> found;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        found.push_back(store.negation(store.fluent(Fluent{p})));
    for (const std::vector<Fluent>& family : families(frame))
    {
        std::vector<Formula> fluents;
        for (Fluent p : family)
            fluents.push_back(store.fluent(p));
        if (fluents.size() < 2)
            continue;
        found.push_back(at_most_one(store, fluents));
        found.push_back(store.disjunction(fluents));
    }
    return found;
}

/// Every clause of one or two fluents.
std::vector<Formula> about_pairs(FormulaStore& store, const Frame& frame)
{
    std::vector<Formula> literals, found;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        literals.push_back(store.fluent(Fluent{p}));
        literals.push_back(store.negation(literals.back()));
    }
    for (std::size_t i = 0; i < literals.size(); ++i)
    {
        found.push_back(literals[i]);
        for (std::size_t j = i % 2 == 0 ? i + 2 : i + 1; j < literals.size(); ++j)
            found.push_back(store.disjunction(literals[i], literals[j]));
    }
    return found;
}

} // namespace

class ClosedStatesSearch
{
public:
    ClosedStatesSearch(Theory& theory, Formula constraint, const Budget& budget)
        : theory_(theory), constraint_(constraint), budget_(budget)
    {
    }

    /// The states in which the candidates are true that every action keeps, if they are closed.
    std::optional<ClosedStates> search(const std::vector<Formula>& candidates)
    {
        const auto at_start = true_at_the_start(candidates);
        if (!at_start)
            return std::nullopt;
        for (OpenValues value : theory_.defaults_to_try())
        {
            if (auto closed = closed_under(value, *at_start))
                return closed;
        }
        return std::nullopt;
    }

    std::optional<Witness> open_end;

private:
    /// Drops candidates that some solution makes false, until none does. `assumed` and `kept` are
    /// the literals of the candidates before and after a step.
    void keep_what_is_kept(SatSolver& solver, Encoder& encoder, std::vector<Formula>& open,
                           std::vector<Literal>& assumed, std::vector<Literal>& kept) const
    {
        while (!open.empty())
        {
            std::vector<Literal> lost;
            for (Literal literal : kept)
                lost.push_back(-literal);
            std::vector<Literal> assumptions = assumed;
            assumptions.push_back(encoder.any_of(lost));
            encoder.connect_frames(0, budget_);
            if (solver.solve(assumptions, budget_) == Satisfiable::No)
                return;
            std::size_t still = 0;
            for (std::size_t i = 0; i < open.size(); ++i)
            {
                if (!solver.value(kept[i]))
                    continue;
                open[still] = open[i];
                kept[still] = kept[i];
                if (!assumed.empty())
                    assumed[still] = assumed[i];
                ++still;
            }
            open.resize(still);
            kept.resize(still);
            assumed.resize(assumed.empty() ? 0 : still);
        }
    }

    /// Nothing where no initial state satisfies the constraint.
    std::optional<std::vector<Formula>>
    true_at_the_start(const std::vector<Formula>& candidates) const
    {
        SatSolver solver;
        Encoder encoder(theory_.reduction(), solver);
        encoder.start_initial(constraint_);
        solver.add({encoder.literal(constraint_, 0, budget_)});
        encoder.connect_frames(0, budget_);
        if (solver.solve({}, budget_) == Satisfiable::No)
            return std::nullopt;
        std::vector<Formula> possible;
        std::vector<Literal> here, nothing;
        for (Formula f : candidates)
        {
            const Literal literal = encoder.literal(f, 0, budget_);
            if (literal == -encoder.always_true())
                continue;
            possible.push_back(f);
            here.push_back(literal);
        }
        keep_what_is_kept(solver, encoder, possible, nothing, here);
        return possible;
    }

    std::optional<ClosedStates> closed_under(OpenValues value, std::vector<Formula> open)
    {
        FormulaStore& store = theory_.store();
        const Formula wanted = theory_.wanted_of_states(value, constraint_, budget_);
        const Formula then = theory_.next_by_default(value, wanted, budget_);
        if (!then)
            return std::nullopt;
        SatSolver solver;
        Encoder encoder(theory_.reduction(), solver);
        encoder.choose_action(0, budget_);
        solver.add({encoder.literal(wanted, 0, budget_)});
        std::vector<Literal> assumed, kept;
        for (Formula f : open)
        {
            assumed.push_back(encoder.literal(f, 0, budget_));
            const Formula next = theory_.next_by_default(value, f, budget_);
            kept.push_back(next ? encoder.literal(next, 0, budget_) : -encoder.always_true());
        }
        keep_what_is_kept(solver, encoder, open, assumed, kept);
        assumed.push_back(-encoder.literal(then, 0, budget_));
        encoder.connect_frames(0, budget_);
        if (solver.solve(assumed, budget_) == Satisfiable::No)
            return ClosedStates{value, store.conjunction(open)};
        if (value == OpenValues::False)
            open_end = read_witness(encoder, 0, true);
        return std::nullopt;
    }

    Theory& theory_;
    const Formula constraint_;
    const Budget& budget_;
};

/// What families say first, which is little to ask.
void Theory::seek_closed_states(Formula constraint, const Budget& budget)
{
    if (looks_ahead(constraint))
        return;
    const Budget brief = budget.effort(limits::closed_states_seconds);
    ClosedStatesSearch search(*this, constraint, brief);
    try
    {
        closed_states_ = search.search(about_families(store(), game_.frame));
        if (!closed_states_ && game_.frame.fluent_count() <= limits::most_fluents_in_pairs)
            closed_states_ = search.search(about_pairs(store(), game_.frame));
    }
    catch (const Interrupted&)
    {
        budget.check();
    }
    if (!closed_states_)
        open_end_ = search.open_end;
}

} // namespace sgl
