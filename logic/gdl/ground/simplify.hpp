#pragma once

// What is left of the instances when atoms that never hold, or always do, are left out.

#include "logic/gdl/ground/instances.hpp"

namespace sgl::gdl
{

/// Instances over atoms 0, 1, …: those that may hold.
struct Simplified
{
    std::vector<Term> atoms;
    std::vector<std::uint32_t> number; // of a term among the atoms, or Program::none
    std::vector<std::uint32_t> heads, rules;
    std::vector<std::uint64_t> starts{0};
    std::vector<std::uint32_t> literals; // twice the number, and 1 for `not`

    std::span<const std::uint32_t> body(std::size_t i) const
    {
        return {literals.data() + starts[i], literals.data() + starts[i + 1]};
    }
};

/// An instance without literals is a fact; facts are in no body. `is_given(atom)`: moves and
/// fluents, which hold as the state and the roles will have it, and have no instances; where
/// `initial` has a fluent or an instance gives it by 'next', or a move is legal, it may hold.
Simplified simplify(const Terms& terms, const Instances& instances,
                    const std::vector<Term>& initial);

} // namespace sgl::gdl
