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

/// How an answer was found, or looked for.
enum class Method : std::uint8_t
{
    Reduction,        // the normal form of a formula, in all states
    Structure,        // laws of ▽ and △
    Unrolling,        // bounded model checking
    Induction,        // k-induction, or an invariant of the claim's own
    Enumeration,      // of all reachable states, one by one
    Diagrams,         // the same by BDDs
    Spacer,           // an invariant found by Z3
    Invariant,        // whether the claim's own is inductive
    LinearInvariants, // looked for as lemmas
    Ranking,          // whether plays end, by a measure
    ModelSearch,      // for a model in which a state occurs
};

/// Whether an answer so found rests on all plays having been gone through, so that nothing that
/// occurs on one was overlooked.
constexpr bool covers_all_plays(Method method)
{
    return method == Method::Unrolling || method == Method::Enumeration ||
           method == Method::Diagrams;
}

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
