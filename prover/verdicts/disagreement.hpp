#pragma once

// Contradictions between two answers to one question.

#include "prover/verdicts/verdict.hpp"

#include <optional>
#include <stdexcept>
#include <string>

namespace sgl
{

/// Exception: two engines contradict each other, so that one of them is wrong. The claim then gets
/// no verdict.
class EnginesDisagree : public std::logic_error
{
public:
    using std::logic_error::logic_error;
};

/// The contradiction between two answers to one question, in words; nothing where both may be
/// right. A bounded answer says nothing about longer plays, or about plays that return to an
/// earlier state.
std::optional<std::string> disagreement(const Verdict& one, const Verdict& other);

} // namespace sgl
