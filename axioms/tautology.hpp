#pragma once

// Propositional consequence, decided without any solver from outside: the kernel's A1.

#include "logic/formula.hpp"

#include <cstdint>
#include <span>

namespace sgl::axioms
{

enum class Consequence : std::uint8_t
{
    Yes,
    No,
    TooHard, // more decisions than the limit
};

/// Whether the conclusion is true under every assignment that makes the premises true; fluents,
/// initial, terminal, legal(a), does(a) and every formula that starts with a modality or with ○, ▽
/// or △ count as letters. By clauses and unit propagation with backtracking, at most so many
/// decisions.
Consequence follows(std::span<const Formula> premises, Formula conclusion,
                    std::uint64_t decisions = 100'000);

} // namespace sgl::axioms
