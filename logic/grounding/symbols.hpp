#pragma once

// The ground instances of what is declared with arguments: how many there are, what their
// arguments and names are.

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"
#include "logic/grounding/terms.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sgl::language
{

/// What a game is made of while it is grounded.
struct Grounding
{
    FormulaStore& store;
    const Texts& texts;
    const GameFile& file;
    const Names& names;
    Terms& terms;
    Frame& frame;
    /// What the policy of a strategy recommends that names a file. It may add fluents to the frame.
    /// Throws Fault.
    std::function<Formula(const SymbolDeclaration&, Agent)> policy = {};
};

/// The arguments an action, fluent, definition or strategy takes, and a number for each tuple. The
/// value of a fluent with values is its last argument here.
struct Shape
{
    std::vector<Values> domains; // counting up
    std::uint32_t first = 0;     // the number of the first tuple, for actions and fluents
    std::int64_t count = 1;
};

/// The arguments' domains, evaluated.
Shape shape_of(const Grounding& in, const SymbolDeclaration& declared);

/// Where the i-th argument ranges over, or the value behind the last one.
const Domain& domain_of(const SymbolDeclaration& declared, std::size_t i);

/// The arguments of the tuple with this number.
std::vector<std::int64_t> arguments_of(const Shape& shape, std::int64_t tuple);

/// The arguments as a frame has them.
std::vector<SymbolArgument> symbol_arguments(const Grounding& in, const SymbolDeclaration& declared,
                                             const std::vector<std::int64_t>& arguments);

/// "p(x,1,1)", for the tuple of arguments.
std::string ground_name(const Grounding& in, const SymbolDeclaration& declared,
                        const std::vector<std::int64_t>& arguments);

/// A value of a domain as it stands in names: an agent's name, or a number.
std::string shown(const Grounding& in, const Domain& domain, std::int64_t v);

} // namespace sgl::language
