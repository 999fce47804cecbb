#pragma once

// A sheet in GDL as a game in the language of sgl.

#include "logic/diagnostic.hpp"
#include "logic/gdl/ground/limits.hpp"
#include "logic/gdl/machine/explore.hpp"

#include <string>
#include <vector>

namespace sgl::import
{

struct TranslationLimits
{
    gdl::GroundingLimits grounding;
    /// How many states are looked at for whose turn it is.
    gdl::ExploreLimits states{200'000, 2'000'000, gdl::Program::none};
    std::size_t text_bytes = std::size_t{64} << 20;
};

struct Translation
{
    std::string text; // declarations, without a header; empty where there are errors
    std::vector<Diagnostic> errors, warnings;
};

/// Whether a text is a sheet and not a game of sgl: its name ends with `.kif` or `.gdl`, or it
/// begins with a parenthesis or a semicolon.
bool is_sheet(const Source& source);

/// Agents, fluents, actions, axioms, `define goal(agent, value)`, and a board where a fluent has
/// two numbers. An error says why a sheet has no translation: it has errors, it takes too much, two
/// roles move at once, or a relation is recursive even without variables.
Translation translate(const Source& sheet, const TranslationLimits& limits = {});

} // namespace sgl::import
