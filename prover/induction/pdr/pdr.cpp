#include "prover/induction/pdr/pdr.hpp"

#include "prover/system/gate_clauses.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <queue>
#include <tuple>

namespace sgl
{

namespace
{

/// An obligation without a successor.
constexpr std::size_t none = ~std::size_t{0};

bool is_subset(const Cube& small, const Cube& large)
{
    return small.size() <= large.size() && std::ranges::includes(large, small);
}

Cube without(const Cube& cube, std::int32_t literal)
{
    Cube rest;
    std::ranges::copy_if(cube, std::back_inserter(rest), [&](auto l) { return l != literal; });
    return rest;
}

} // namespace

Pdr::Pdr(const OpenSystem& system, unsigned plies, const Budget& budget)
    : system_(system), plies_(plies), samples_(samples(budget)), activity_(system.bits.size())
{
    lifting_states_ = add_segment(lifting_, system, plies);
    add_frame();
}

/// The initial states as clauses, and plays from some of them.
SampledStates Pdr::samples(const Budget& budget)
{
    constexpr std::size_t most_starts = 16;
    std::vector<Literal> variables;
    for (std::size_t v = 0; v < system_.start.variables; ++v)
        variables.push_back(start_.new_variable());
    const Circuit& circuit = system_.start.circuit;
    const auto gates = add_gates(start_, circuit, std::array{system_.start.gate},
                                 [&](Gate gate) { return variables[circuit.index(gate)]; });
    start_.add({gates[system_.start.gate]});
    const std::size_t bits = system_.bits.size();
    start_bits_.assign(variables.begin(), variables.begin() + static_cast<std::ptrdiff_t>(bits));
    fixed_at_start_.resize(bits);
    std::vector<std::vector<bool>> starts;
    std::vector<Literal> other; // one differs from the starts found: a clause over fresh literals
    while (starts.size() < most_starts && start_.is_satisfiable({}, other, budget))
    {
        std::vector<bool> start;
        for (const Literal bit : start_bits_)
            start.push_back(start_.value(bit));
        other.clear();
        for (std::size_t bit = 0; bit < bits; ++bit)
        {
            const auto number = static_cast<std::int32_t>(bit + 1);
            const std::int32_t here = start[bit] ? number : -number;
            fixed_at_start_[bit] = starts.empty() || fixed_at_start_[bit] == here ? here : 0;
            if (fixed_at_start_[bit] != 0)
                other.push_back(start[bit] ? -start_bits_[bit] : start_bits_[bit]);
        }
        starts.push_back(std::move(start));
        if (other.empty())
            break;
    }
    if (starts.size() == most_starts)
        std::ranges::fill(fixed_at_start_, 0);
    return SampledStates(system_, starts, plies_, budget);
}

void Pdr::add_frame()
{
    const bool is_first = frames_.empty();
    Frame frame;
    frame.states = add_segment(frame.solver, system_, plies_);
    assert_step(frame, is_first);
    frames_.push_back(std::move(frame));
}

/// What makes the segment one of a play; from an initial state, in the first frame.
void Pdr::assert_step(Frame& frame, bool is_first)
{
    CoreSolver& solver = frame.solver;
    std::vector<StateLiterals>& states = frame.states;
    for (const Literal literal : states[0].constraint)
        solver.add({literal});
    frame.some_bad = solver.new_variable();
    std::vector<Literal> some_bad{-frame.some_bad};
    for (unsigned t = 0; t < plies_; ++t)
    {
        const StateLiterals& state = states[t];
        for (std::size_t m = 0; m < state.moves.size(); ++m)
            solver.add({-state.moves[m], state.allowed[m]});
        for (const Literal literal : states[t + 1].constraint)
            solver.add({-state.goes_on, literal});
        const Literal bad = solver.new_variable();
        frame.bad.push_back(bad);
        some_bad.push_back(bad);
        std::vector<Literal> here{-bad};
        for (std::size_t i = 0; i < state.bad.size(); ++i)
        {
            here.push_back(state.bad[i]);
            if (system_.at_moves)
            {
                here.back() = solver.new_variable();
                solver.add({-here.back(), state.bad[i]});
                solver.add({-here.back(), state.moves[i]});
            }
        }
        solver.add(here);
        for (unsigned before = 0; before < t; ++before)
            solver.add({-bad, states[before].goes_on});
    }
    solver.add(some_bad);
    if (!is_first)
        return;
    const TransitionSystem::InitialStates& start = system_.start;
    std::vector<Literal> variables = states[0].bits;
    while (variables.size() < start.variables)
        variables.push_back(solver.new_variable());
    const auto gates = add_gates(solver, start.circuit, std::array{start.gate},
                                 [&](Gate gate) { return variables[start.circuit.index(gate)]; });
    solver.add({gates[start.gate]});
}

PdrResult Pdr::run(const Budget& budget)
{
    for (;;)
    {
        obligations_.clear();
        while (find_bad(budget))
        {
            if (!exclude_all(budget))
            {
                PdrResult result{std::vector<Action>(), {}};
                for (std::size_t at = *start_of_play_; at != none; at = obligations_[at].next)
                    result.play->insert(result.play->end(), obligations_[at].moves.begin(),
                                        obligations_[at].moves.end());
                return result;
            }
            obligations_.clear();
        }
        propagate(budget);
        if (const auto level = level_where_all_is_kept())
        {
            PdrResult result;
            for (std::size_t k = *level + 1; k < frames_.size(); ++k)
                result.excluded.insert(result.excluded.end(), frames_[k].excluded.begin(),
                                       frames_[k].excluded.end());
            return result;
        }
        add_frame();
    }
}

/// A bad state within a step from the last frame becomes the first obligation.
bool Pdr::find_bad(const Budget& budget)
{
    Frame& frame = frames_.back();
    const std::size_t level = frames_.size() - 1;
    if (!frame.solver.is_satisfiable(std::array{frame.some_bad}, {}, budget))
        return false;
    unsigned t = 0;
    while (!frame.solver.value(frame.bad[t]))
        ++t;
    std::vector<Action> moves = moves_of(frame, t + (system_.at_moves ? 1 : 0));
    std::vector<Literal> target;
    for (std::size_t i = 0; i < frame.states[t].bad.size(); ++i)
    {
        if (!system_.at_moves || frame.solver.value(frame.states[t].moves[i]))
            target.push_back(lifting_states_[t].bad[i]);
    }
    Cube cube = lifted(frame, t, std::move(target), budget);
    obligations_.push_back({std::move(cube), level, none, std::move(moves)});
    return true;
}

/// False where an obligation meets an initial state: then there is a play.
bool Pdr::exclude_all(const Budget& budget)
{
    using Entry = std::pair<std::size_t, std::size_t>; // level, obligation
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const auto take_up = [&](std::size_t index) -> bool
    {
        const Obligation& obligation = obligations_[index];
        if (obligation.level == 0 || meets_start(obligation.cube, budget))
        {
            start_of_play_ = index;
            return false;
        }
        open.emplace(obligation.level, index);
        return true;
    };
    if (!take_up(obligations_.size() - 1))
        return false;
    while (!open.empty())
    {
        const auto [level, index] = open.top();
        const Cube cube = obligations_[index].cube;
        const auto again = [&]
        {
            open.pop();
            if (level + 1 < frames_.size())
                open.emplace(level + 1, index);
        };
        if (is_excluded(cube, level))
        {
            again();
            continue;
        }
        if (!obligations_[index].was_tried)
        {
            obligations_[index].was_tried = true;
            const std::size_t top = frames_.size() - 1;
            if (std::optional<Cube> part = inductive_part(top, cube, budget))
            {
                exclude(top, generalised(top, std::move(*part), 1, budget));
                continue;
            }
        }
        if (step_reaches(level - 1, cube, false, budget))
        {
            Frame& frame = frames_[level - 1];
            std::vector<Action> moves = moves_of(frame, plies_);
            Cube before = predecessor(frame, cube, budget);
            obligations_.push_back({std::move(before), level - 1, index, std::move(moves)});
            if (!take_up(obligations_.size() - 1))
                return false;
            continue;
        }
        Cube small = generalised(level - 1, core_of(level - 1, cube, budget), 1, budget);
        const std::size_t up_to = push_from(level, small, budget);
        exclude(up_to, std::move(small));
        again();
    }
    return true;
}

/// The greatest level, from this one on, up to which the cube can be excluded.
std::size_t Pdr::push_from(std::size_t level, const Cube& cube, const Budget& budget)
{
    while (level + 1 < frames_.size() && !step_reaches(level, cube, false, budget))
        ++level;
    return level;
}

void Pdr::propagate(const Budget& budget)
{
    for (std::size_t level = 1; level + 1 < frames_.size(); ++level)
    {
        std::vector<Cube> cubes = frames_[level].excluded;
        for (const Cube& cube : cubes)
        {
            if (std::ranges::find(frames_[level].excluded, cube) == frames_[level].excluded.end())
                continue; // one that contains it was excluded since
            if (!step_reaches(level, cube, true, budget))
                exclude(level + 1, cube);
        }
    }
}

std::optional<std::size_t> Pdr::level_where_all_is_kept() const
{
    for (std::size_t level = 1; level + 1 < frames_.size(); ++level)
    {
        if (frames_[level].excluded.empty())
            return level;
    }
    return std::nullopt;
}

/// The largest part of the cube that no step from the level's frame reaches from outside it:
/// literals that are false before such a step are left out, until there is none. Nothing where the
/// part would have reached states in it.
std::optional<Cube> Pdr::inductive_part(std::size_t level, Cube cube, const Budget& budget)
{
    for (;;)
    {
        if (is_reached(cube, budget))
            return std::nullopt;
        if (!step_reaches(level, cube, false, budget))
            return core_of(level, cube, budget);
        const Cube state = state_of(frames_[level]);
        Cube common;
        std::ranges::set_intersection(cube, state, std::back_inserter(common));
        cube = std::move(common);
    }
}

/// A smaller cube that no step from the level's frame reaches from outside it.
Cube Pdr::generalised(std::size_t level, Cube cube, unsigned depth, const Budget& budget)
{
    constexpr unsigned most_failures = 3;
    Cube needed;
    unsigned failures = 0;
    Cube order = cube;
    std::ranges::sort(order, {},
                      [&](std::int32_t l)
                      {
                          const auto bit = static_cast<std::size_t>(std::abs(l)) - 1;
                          return std::pair(activity_[bit], l);
                      });
    for (const std::int32_t l : order)
    {
        if (!std::ranges::binary_search(cube, l))
            continue;
        Cube smaller = without(cube, l);
        if (shrinks(level, smaller, needed, depth, budget))
        {
            cube = std::move(smaller);
            continue;
        }
        needed.insert(std::ranges::upper_bound(needed, l), l);
        if (depth > 1 && ++failures == most_failures)
            break;
    }
    return cube;
}

/// Whether the cube, or a part of it with the literals needed, is reached by no step from outside
/// it; then that part. Counterexamples that can be excluded themselves are.
bool Pdr::shrinks(std::size_t level, Cube& cube, const Cube& needed, unsigned depth,
                  const Budget& budget)
{
    constexpr unsigned most_depth = 1, most_counterexamples = 3;
    unsigned counterexamples = 0;
    for (;;)
    {
        if (is_reached(cube, budget))
            return false;
        if (!step_reaches(level, cube, false, budget))
        {
            cube = core_of(level, cube, budget);
            return true;
        }
        if (depth > most_depth)
            return false;
        Frame& frame = frames_[level];
        const Cube state = state_of(frame);
        if (level > 0 && counterexamples < most_counterexamples)
        {
            const Cube before = predecessor(frame, cube, budget);
            if (!is_reached(before, budget) && !step_reaches(level - 1, before, false, budget))
            {
                ++counterexamples;
                Cube core = core_of(level - 1, before, budget);
                const std::size_t up_to = push_from(level, core, budget);
                Cube small = generalised(up_to - 1, std::move(core), depth + 1, budget);
                exclude(up_to, std::move(small));
                continue;
            }
        }
        counterexamples = 0;
        Cube common;
        std::ranges::set_intersection(cube, state, std::back_inserter(common));
        if (common.size() == cube.size() || !is_subset(needed, common))
            return false;
        cube = std::move(common);
    }
}

/// Adds the clause to the frames up to this level.
void Pdr::exclude(std::size_t level, Cube cube)
{
    constexpr double more = 1, decay = 0.99;
    for (double& a : activity_)
        a *= decay;
    for (const std::int32_t l : cube)
        activity_[static_cast<std::size_t>(std::abs(l)) - 1] += more;
    for (std::size_t k = 1; k <= level; ++k)
    {
        Frame& frame = frames_[k];
        std::erase_if(frame.excluded, [&](const Cube& other) { return is_subset(cube, other); });
        std::vector<Literal> clause;
        for (const std::int32_t l : cube)
            clause.push_back(-literal_of(frame.states.front(), l));
        frame.solver.add(clause);
    }
    frames_[level].excluded.push_back(std::move(cube));
}

SolverStatistics Pdr::statistics() const
{
    SolverStatistics sum = start_.statistics();
    sum += lifting_.statistics();
    for (const Frame& frame : frames_)
        sum += frame.solver.statistics();
    return sum;
}

} // namespace sgl
