#pragma once

// The rules of a sheet, ready to be grounded: what binds variables apart from what is tested.

#include "logic/gdl/sheet/sheet.hpp"

#include <cstdint>
#include <vector>

namespace sgl::gdl
{

/// A condition that binds no variable, without `not` but on atoms.
struct Test
{
    enum class Kind
    {
        Holds,  // the atom `left`
        Fails,  // the atom `left`
        Differ, // `left` and `right`
        Equal,  // `left` and `right`
        All,    // of `parts`
        Any     // of `parts`
    };

    Kind kind = Kind::Holds;
    Term left = 0, right = 0;
    std::vector<Test> parts;
    Term gate = 0; // of Any: an atom of a name of its own and the variables
    std::vector<Term> variables;
};

/// A rule whose head holds where all of `atoms`, which bind its variables, and `tests` do.
struct Clause
{
    Term head = 0;
    std::vector<Term> atoms;
    std::vector<Test> tests;
    std::uint32_t rule = 0; // in Sheet::rules
};

struct Clauses
{
    std::vector<Clause> list;
    /// A rule whose 'or's are too entangled; then the list is not complete.
    std::optional<std::uint32_t> too_entangled;
};

/// The clauses of the rules that 'next', 'legal', 'terminal', 'goal', 'init', 'base' and 'input'
/// depend on. An 'or' whose variables are bound around it becomes a test; another one becomes a
/// relation of its own, of the variables that it shares with its rule, with a clause a branch, into
/// which the atoms are carried that bind what the branch does not: so that no number of 'or's has
/// to be multiplied out.
Clauses clauses_of(Sheet& sheet);

} // namespace sgl::gdl
