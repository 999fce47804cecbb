#include "prover/induction/pdr.hpp"

#include "prover/transition/gate_clauses.hpp"

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
        exclude(push_from(level, small, budget), std::move(small));
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

bool Pdr::meets_start(const Cube& cube, const Budget& budget)
{
    for (const std::int32_t l : cube)
    {
        if (fixed_at_start_[static_cast<std::size_t>(std::abs(l)) - 1] == -l)
            return false;
    }
    std::vector<Literal> literals;
    for (const std::int32_t l : cube)
    {
        const Literal bit = start_bits_[static_cast<std::size_t>(std::abs(l)) - 1];
        literals.push_back(l > 0 ? bit : -bit);
    }
    return start_.is_satisfiable(literals, {}, budget);
}

/// Whether a sample or an initial state is in the cube: then no clause may exclude it.
bool Pdr::is_reached(const Cube& cube, const Budget& budget)
{
    return samples_.any_in(cube) || meets_start(cube, budget);
}

/// Whether a clause of the frame excludes the cube.
bool Pdr::is_excluded(const Cube& cube, std::size_t level) const
{
    for (std::size_t k = level; k < frames_.size(); ++k)
    {
        if (std::ranges::any_of(frames_[k].excluded,
                                [&](const Cube& other) { return is_subset(other, cube); }))
            return true;
    }
    return false;
}

/// Whether a step leads from a state of the frame to one of the cube; `from_cube`: the first may be
/// in the cube itself.
bool Pdr::step_reaches(std::size_t level, const Cube& cube, bool from_cube, const Budget& budget)
{
    if (cube.empty() && !from_cube)
        return false; // no state is outside it
    Frame& frame = frames_[level];
    std::vector<Literal> assumed, clause;
    for (const std::int32_t l : cube)
    {
        assumed.push_back(literal_of(frame.states.back(), l));
        if (!from_cube)
            clause.push_back(-literal_of(frame.states.front(), l));
    }
    for (unsigned t = 0; t < plies_; ++t)
        assumed.push_back(frame.states[t].goes_on);
    return frame.solver.is_satisfiable(assumed, clause, budget);
}

/// After a step that does not reach the cube: the part of it that the step does not reach either,
/// and that meets no initial state.
Cube Pdr::core_of(std::size_t level, const Cube& cube, const Budget& budget)
{
    Frame& frame = frames_[level];
    Cube core;
    for (const std::int32_t l : cube)
    {
        if (frame.solver.is_in_core(literal_of(frame.states.back(), l)))
            core.push_back(l);
    }
    for (const std::int32_t l : cube)
    {
        if (!samples_.any_in(core))
            break;
        if (!std::ranges::binary_search(core, l))
            core.insert(std::ranges::upper_bound(core, l), l);
    }
    if (core.size() == cube.size() || !meets_start(core, budget))
        return core;
    // One literal that is false in all initial states will do, or else a core of all of them.
    for (const std::int32_t l : cube)
    {
        if (fixed_at_start_[static_cast<std::size_t>(std::abs(l)) - 1] != -l)
            continue;
        core.insert(std::ranges::upper_bound(core, l), l);
        return core;
    }
    meets_start(cube, budget);
    Cube both;
    for (const std::int32_t l : cube)
    {
        const Literal bit = start_bits_[static_cast<std::size_t>(std::abs(l)) - 1];
        if (start_.is_in_core(l > 0 ? bit : -bit) || std::ranges::binary_search(core, l))
            both.push_back(l);
    }
    return both;
}

/// The first state of the step that the frame's solver found, as far as it matters for the cube.
Cube Pdr::predecessor(Frame& frame, const Cube& target, const Budget& budget)
{
    std::vector<Literal> reached;
    for (const std::int32_t l : target)
        reached.push_back(literal_of(lifting_states_.back(), l));
    return lifted(frame, plies_, std::move(reached), budget);
}

/// The bits of the first state from which these moves and choices lead through states that Σ
/// allows, by allowed moves, to the target.
Cube Pdr::lifted(const Frame& frame, unsigned plies, std::vector<Literal> target,
                 const Budget& budget)
{
    std::vector<Literal> assumed;
    const auto assume = [&](Literal here, Literal there)
    { assumed.push_back(frame.solver.value(there) ? here : -here); };
    for (unsigned t = 0; t < plies_ && t <= plies; ++t)
    {
        const StateLiterals &here = lifting_states_[t], &there = frame.states[t];
        target.insert(target.end(), here.constraint.begin(), here.constraint.end());
        for (std::size_t i = 0; i < here.choices.size(); ++i)
            assume(here.choices[i], there.choices[i]);
        const bool moves = t < plies || system_.at_moves;
        for (std::size_t m = 0; moves && m < here.moves.size(); ++m)
        {
            if (!frame.solver.value(there.moves[m]))
                continue;
            assumed.push_back(here.moves[m]);
            target.push_back(here.allowed[m]);
        }
    }
    const std::size_t fixed = assumed.size();
    for (std::size_t bit = 0; bit < system_.bits.size(); ++bit)
        assume(lifting_states_[0].bits[bit], frame.states[0].bits[bit]);
    std::ranges::transform(target, target.begin(), std::negate<>());
    if (lifting_.is_satisfiable(assumed, target, budget))
        throw Interrupted{"a step does not lead where it was found to lead"};
    Cube cube;
    for (std::size_t bit = 0; bit < system_.bits.size(); ++bit)
    {
        const Literal assumption = assumed[fixed + bit];
        const auto number = static_cast<std::int32_t>(bit + 1);
        if (lifting_.is_in_core(assumption))
            cube.push_back(assumption == lifting_states_[0].bits[bit] ? number : -number);
    }
    std::ranges::sort(cube);
    return cube;
}

Cube Pdr::state_of(const Frame& frame) const
{
    Cube cube;
    for (std::size_t bit = 0; bit < system_.bits.size(); ++bit)
    {
        const auto number = static_cast<std::int32_t>(bit + 1);
        cube.push_back(frame.solver.value(frame.states[0].bits[bit]) ? number : -number);
    }
    std::ranges::sort(cube);
    return cube;
}

std::vector<Action> Pdr::moves_of(const Frame& frame, unsigned plies) const
{
    std::vector<Action> moves;
    for (unsigned t = 0; t < plies; ++t)
    {
        for (std::size_t m = 0; m < system_.moves.size(); ++m)
        {
            if (frame.solver.value(frame.states[t].moves[m]))
                moves.push_back(system_.moves[m].action);
        }
    }
    return moves;
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
