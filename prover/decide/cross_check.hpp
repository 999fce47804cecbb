#pragma once

// Two engines that answer the same question have to agree. In builds for tests, claims about plays
// are always answered by two; so they are wherever ProveOptions::compare asks for it.

#include "prover/claims/method.hpp"
#include "prover/verdicts/disagreement.hpp"

#include <functional>
#include <optional>
#include <span>

namespace sgl
{

/// As the build says: CMake's SGL_COMPARE_ENGINES.
bool engines_are_compared();

/// An engine that may be asked for a second answer. It may throw Interrupted.
struct SecondEngine
{
    Method method;
    std::function<Verdict()> answer;
};

/// Asks the first of the engines that works in another way than the one that gave the verdict:
/// through all states, or not. The one that agrees; nothing where it has no answer. Throws
/// EnginesDisagree.
std::optional<Method> cross_check(const Verdict& verdict, std::span<const SecondEngine> engines);

} // namespace sgl
