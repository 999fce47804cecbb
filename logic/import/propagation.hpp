#pragma once

// What follows in any state from some atoms being true or false, as far as single rules show it.

#include "logic/gdl/ground/program.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace sgl::import
{

/// Unit propagation over the rules, read as definitions: an atom holds exactly where a rule for it
/// does. Atoms in a cycle are read so as well, which is true of their least fixpoint. A move that
/// is done is legal, and a role does one move.
class Propagation
{
public:
    /// Of the fluents `exclusive`, numbers of atoms, at most one holds.
    Propagation(const gdl::Program& program, const std::vector<std::uint32_t>& exclusive);

    /// The literals follow, twice the atom and 1 for `not`, where these hold: all of them, these
    /// included. `is_contradiction` where they cannot hold together. What takes too many steps
    /// follows in part.
    struct Consequences
    {
        bool is_contradiction = false;
        std::vector<std::uint32_t> literals;
    };
    Consequences follow(std::span<const std::uint32_t> literals);

private:
    enum class Value : std::uint8_t
    {
        Unknown,
        True,
        False
    };

    void assume(std::uint32_t literal);
    void look_at_rule(std::uint32_t rule);
    void look_at_head(std::uint32_t atom);
    void look_at_exclusive(std::uint32_t atom);
    bool is_true(std::uint32_t literal) const
    {
        return values_[literal / 2] == (literal % 2 == 0 ? Value::True : Value::False);
    }
    bool is_false(std::uint32_t literal) const
    {
        return values_[literal / 2] == (literal % 2 == 0 ? Value::False : Value::True);
    }
    bool is_falsified(std::uint32_t rule) const;

    const gdl::Program& program_;
    std::vector<std::vector<std::uint32_t>> occurrences_, rules_of_; // by atom: numbers of rules
    std::vector<std::vector<std::uint32_t>> excludes_;               // by atom: atoms
    std::vector<std::uint32_t> legal_of_;                            // by atom (does R M)
    std::vector<bool> is_given_; // has no rules: a fluent, a move
    std::vector<Value> values_;
    std::vector<std::uint32_t> trail_; // literals
    std::size_t steps_ = 0;
    bool is_contradiction_ = false;
};

} // namespace sgl::import
