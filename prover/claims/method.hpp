#pragma once

// The ways in which questions about plays are answered (design: how claims are decided).

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sgl
{

enum class Engine : std::uint8_t
{
    Automatic,   // whatever is quickest
    Reduction,   // as true in all states
    Unrolling,   // of plays, ply by ply
    Induction,   // over few plies
    Diagrams,    // of all states that plays reach
    Enumeration, // of these states, one by one
    Spacer,      // Z3's search for an invariant
};

/// The engines by name.
inline constexpr std::array<std::pair<std::string_view, Engine>, 7> engine_names{{
    {"automatic", Engine::Automatic},
    {"reduction", Engine::Reduction},
    {"unrolling", Engine::Unrolling},
    {"induction", Engine::Induction},
    {"diagrams", Engine::Diagrams},
    {"enumeration", Engine::Enumeration},
    {"spacer", Engine::Spacer},
}};

} // namespace sgl
