#pragma once

// Cross-checks: two engines that answer the same question must agree. Builds for tests, and
// ProveOptions::compare, let two engines answer each claim about plays.

#include "prover/claims/method.hpp"
#include "prover/verdicts/disagreement.hpp"

#include <functional>
#include <optional>
#include <span>

namespace sgl
{

/// Whether the build has CMake's SGL_COMPARE_ENGINES.
bool engines_are_compared();

/// An engine that can give a second answer. `answer` may throw Interrupted.
struct SecondEngine
{
    Method method;
    std::function<Verdict()> answer;
};

/// Asks the first engine of the other class than the engine that gave the verdict; the classes are
/// engines that go through all states, and the others. The method of the engine, if it agrees;
/// nothing where it has no answer, or where there is no such engine. Throws EnginesDisagree.
std::optional<Method> cross_check(const Verdict& verdict, std::span<const SecondEngine> engines);

} // namespace sgl
