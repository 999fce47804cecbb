#pragma once

// A sheet without variables: what holds in a state, and what follows from a joint move.

#include "logic/gdl/sheet/terms.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace sgl::gdl
{

/// Atoms are numbered so that each depends on smaller ones, and on those of its own component. An
/// atom holds where a rule for it does; within a component, in the least fixpoint.
struct Program
{
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Rule
    {
        std::uint32_t head;
        std::uint32_t first, count; // in literals
        std::uint32_t source;       // in Sheet::rules
    };
    struct Fluent
    {
        Term fluent;
        std::uint32_t holds; // the atom (true F); it has no rules
        std::uint32_t next;  // the atom (next F), or none: then it never holds again
        bool is_initial;
    };
    struct Move
    {
        Term move;
        std::uint32_t does; // the atom (does R M); it has no rules
        std::uint32_t legal;
    };
    struct Goal
    {
        int value;
        std::uint32_t atom;
    };
    struct Role
    {
        Term name;
        std::vector<Move> moves;
        std::vector<Goal> goals;
    };

    std::vector<Term> atoms;
    std::vector<std::uint32_t> component; // of each atom; grows with the atoms
    std::vector<Rule> rules;              // by head
    std::vector<std::uint32_t> literals;  // twice the atom, and 1 for `not`
    std::vector<Fluent> fluents;
    std::vector<Role> roles;
    std::uint32_t terminal = none;
    /// What 'base' and 'input' declare, where they do.
    std::optional<std::vector<Term>> base, input;

    std::span<const std::uint32_t> body(const Rule& rule) const
    {
        return {literals.data() + rule.first, rule.count};
    }
};

} // namespace sgl::gdl
