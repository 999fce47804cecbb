#pragma once

// Boxes of ground rules as formulas in the language of sgl.

#include "logic/import/symbols.hpp"

#include <string>
#include <vector>

namespace sgl::import
{

/// How a literal is written: `!legal(NAME(…))` has "!legal(" and ")" around it.
struct Literal
{
    std::string before, name, after;
    std::size_t arguments = 0; // how many columns are its own
};

/// Rules for one symbol that differ in numbers and agents alone: a row has the arguments of the
/// head and of each literal.
struct RuleShape
{
    std::vector<ColumnKind> kinds;
    std::vector<Literal> literals;
    std::vector<Row> rows;
};

/// A symbol's arguments as variables: their names, and how they are declared.
struct Parameters
{
    std::vector<std::string> names, domains; // "i", "1..3" or "agent"
    Row least, greatest;
    std::vector<ColumnKind> kinds;

    std::string binders() const;      // "i in 1..3, t in agent"
    std::string declarations() const; // "i: 1..3, t: agent"
};

/// The first letter of variables; symbols of one letter and a number are given other names.
inline char variable_prefix(ColumnKind kind)
{
    return kind == ColumnKind::Agent ? 't' : 'i';
}

class Writer
{
public:
    explicit Writer(const Symbols& symbols) : symbols_(symbols) {}

    Parameters parameters(const Symbol& symbol) const;
    std::string domain(ColumnKind kind, int least, int greatest) const;

    /// The disjunction of all rules, a line each after the first; "false" where there are none.
    std::string rules(const Parameters& head, const std::vector<RuleShape>& shapes) const;

private:
    std::vector<std::string> conjuncts(const Parameters& head, const RuleShape& shape,
                                       const Box& box) const;
    std::string hole(const std::vector<std::string>& names, const RuleShape& shape,
                     const Box& box) const;
    static void bounds(const std::string& name, const Box::Variable& variable, int least,
                       int greatest, std::vector<std::string>& conditions);
    static std::string comparison(const std::vector<std::string>& names, const Comparison& c);
    std::string entry_text(const std::vector<std::string>& names, const RuleShape& shape,
                           const Entry& entry, std::size_t column) const;
    std::string sum(const std::string& variable, int factor, int offset) const;

    const Symbols& symbols_;
};

} // namespace sgl::import
