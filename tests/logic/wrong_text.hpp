#pragma once

// Texts of games that are wrong, and what is said about them. `@` stands where the error is; it is
// taken out before the text is read.

#include "logic/language/reader.hpp"

#include <string>
#include <vector>

namespace sgl::testing
{

struct WrongText
{
    std::string text;
    std::string message;
    std::string expected = {}; // or hint; not compared when empty
};

/// Agents, actions and fluents that tables use, on a line of their own.
inline const std::string names = "agents x, o  action a, b by x  action c by o  fluent p, q, r\n";
inline const std::string line =
    "game line(n = 3) agents x, o range Cell = 1..n fluent p(agent, Cell), q "
    "action a(t: agent, i: Cell) by t let other(x) = o let other(o) = x\n";

/// The one error of a text, or of the first declaration in it that is wrong.
Diagnostic error(const std::string& text, const ReadOptions& options = {});

/// Each text, after `before`, has the error that is given, in its place.
void check(const std::string& before, const std::vector<WrongText>& table,
           const ReadOptions& options = {});

} // namespace sgl::testing
