#pragma once

// Two answers to one question: whether they contradict each other.

#include "prover/verdicts/verdict.hpp"

#include <optional>
#include <stdexcept>
#include <string>

namespace sgl
{

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
