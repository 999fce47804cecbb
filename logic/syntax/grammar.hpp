#pragma once

// The grammar of the language: text in, syntax nodes out. Faults are thrown (text.hpp).

#include "logic/syntax/syntax.hpp"
#include "logic/syntax/text.hpp"

#include <string_view>

namespace sgl::language
{

/// Where parsing puts its nodes, and how deep they may nest.
struct Parsing
{
    Arena& arena;
    const Texts& texts;
    Watch& watch;
    std::size_t nesting_limit;
};

GameFile parse_file(const Parsing& parsing, std::string_view text);
Expr* parse_formula(const Parsing& parsing, std::string_view text);
StrategyUse parse_strategy(const Parsing& parsing, std::string_view text);

} // namespace sgl::language
