#pragma once

// Engines and methods for questions about plays.

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sgl
{

enum class Engine : std::uint8_t
{
    Automatic,   // the schedule of all engines
    Reduction,   // proof that the claim is true in all states
    Unrolling,   // bounded model checking, ply by ply
    Induction,   // k-induction for small k
    Diagrams,    // BDDs of all reachable states
    Enumeration, // all reachable states, one by one
    Pdr,         // property-directed reachability
};

/// The method by which an answer was found, or looked for.
enum class Method : std::uint8_t
{
    Reduction,        // the normal form of a formula, in all states
    Structure,        // laws of ▽ and △
    Unrolling,        // bounded model checking
    Induction,        // k-induction, or the invariant that the claim states
    Enumeration,      // all reachable states, one by one
    Diagrams,         // all reachable states, by BDDs
    Pdr,              // an invariant found by property-directed reachability
    Invariant,        // check that the invariant that the claim states is inductive
    LinearInvariants, // search for linear invariants, as lemmas
    PlayInvariants,   // search for invariants of complying plays
    Ranking,          // a measure that shows that plays end
    ModelSearch,      // search for a model in which a state occurs
};

/// True if an answer by this method rests on a search of all plays: nothing that occurs on some
/// play was overlooked.
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
    {"pdr", Engine::Pdr},
}};

} // namespace sgl
