#pragma once

// Two engines that answer the same question have to agree. In builds for tests, claims about plays
// are always answered by two; so they are wherever ProveOptions::compare asks for it.

#include "prover/claims/verdict.hpp"

#include <optional>
#include <stdexcept>
#include <string>

namespace sgl
{

/// As the build says: CMake's SGL_COMPARE_ENGINES.
bool engines_are_compared();

/// One of two engines is wrong. Nothing is to be said of the claim then.
class EnginesDisagree : public std::logic_error
{
public:
    using std::logic_error::logic_error;
};

/// How two answers to one question contradict each other; nothing where both may be right. An
/// answer up to some ply says nothing of longer plays, nor of those that come back to where they
/// were.
std::optional<std::string> disagreement(const Verdict& one, const Verdict& other);

} // namespace sgl
