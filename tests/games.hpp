#pragma once

// Games of the papers built by hand, without the parser, so that what is read from a file can be
// compared with them.

#include "logic/formula/formula.hpp"
#include "logic/model/game.hpp"

#include <string>

namespace sgl::testing
{

/// The parts of a board game with marks in cells, and what its formulas are made of.
struct MarkGame
{
    FormulaStore& store;
    Game game;
    std::size_t cells = 0;

    /// Agents are 0 and 1, cells count from 0.
    Formula marked(std::size_t agent, std::size_t cell) const;
    Formula turn(std::size_t agent) const;
    Formula does(std::size_t agent, std::size_t cell) const;
    Formula legal(std::size_t agent, std::size_t cell) const;
    Formula free(std::size_t cell) const;
    Formula wins(std::size_t agent) const;
    Action mark(std::size_t agent, std::size_t cell) const;

    std::vector<std::vector<std::size_t>> lines; // cells that win together
};

/// JPL's CrossDot: m boxes in a line, k in a row win.
MarkGame crossdot(FormulaStore& store, std::size_t m, std::size_t k);
/// SGL's mk-game: m × m cells, k in a row, column or diagonal win. mk(3,3) is tic-tac-toe.
MarkGame mk(FormulaStore& store, std::size_t m, std::size_t k);

/// The text of a file in examples/.
Source example(const std::string& name);
/// The text of a file in bench/games/.
Source bench_game(const std::string& name);

} // namespace sgl::testing
