// Questions to the solvers of the frames: what a step reaches, and which part of a state matters.

#include "prover/induction/pdr/pdr.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace sgl
{

namespace
{

bool is_subset(const Cube& small, const Cube& large)
{
    return small.size() <= large.size() && std::ranges::includes(large, small);
}

} // namespace

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

} // namespace sgl
