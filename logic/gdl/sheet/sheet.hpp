#pragma once

// A rule sheet: roles, facts and rules in GDL, as they are written.

#include "logic/diagnostic.hpp"
#include "logic/gdl/sheet/expressions.hpp"
#include "logic/gdl/sheet/terms.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sgl::gdl
{

/// A part of a rule's body.
struct Condition
{
    enum class Kind
    {
        Atom,     // `left`
        Distinct, // `left` and `right` are two terms
        Not,      // of its one part
        Or        // of its parts, at least one
    };

    Kind kind = Kind::Atom;
    Term left = 0, right = 0;
    std::vector<std::uint32_t> parts; // in Sheet::conditions
    std::uint32_t expression = 0;     // in Sheet::expressions
};

/// (<= head body…); a fact has no body.
struct Rule
{
    Term head = 0;
    std::vector<std::uint32_t> body; // in Sheet::conditions
    std::uint32_t expression = 0, head_expression = 0;
};

struct Sheet
{
    Source source;
    Terms terms;
    std::vector<Expression> expressions;
    std::vector<Condition> conditions;
    std::vector<Rule> rules;

    Position position(const Rule& rule) const { return expressions[rule.expression].position; }
    Position position(const Condition& condition) const
    {
        return expressions[condition.expression].position;
    }
    /// Where a name occurs first in an expression; the expression's own place if it does not.
    Position position_of(Symbol name, std::uint32_t expression) const;
    /// The roles, in the order of the sheet.
    std::vector<Term> roles() const;
};

/// The number that a goal's value is, from 0 to 100.
std::optional<int> goal_value(const Terms& terms, Term value);

/// Relations with the same name and another number of arguments are two.
using Relation = std::uint64_t;
inline Relation relation(const Terms& terms, Term atom)
{
    return Relation{terms.function(atom)} << 32 | terms.arity(atom);
}
inline Relation keyword_relation(Keyword keyword, std::uint32_t arity)
{
    return Relation{keyword} << 32 | arity;
}

} // namespace sgl::gdl
