#pragma once

// Inputs as choices of the environment: each move becomes a move for each way in which the chosen
// inputs may turn out, and a question about a state asks whether they may turn out so.

#include "prover/transition/transition_system.hpp"

#include <optional>
#include <vector>

namespace sgl
{

/// Removes inputs from circuits by Shannon expansion (Shannon 1949).
class OpenChoices
{
public:
    /// `is_choice`, by index of the input: whether the input is a choice. The circuit must outlive
    /// the object.
    OpenChoices(Circuit& circuit, std::vector<bool> is_choice)
        : circuit_(circuit), is_choice_(std::move(is_choice))
    {
    }

    /// The states that make the gate true for some choice. Throws Interrupted when the gate depends
    /// on too many choices.
    Gate some(Gate gate);
    /// The moves that together make what the move makes by some choice; in a state where two
    /// choices make the same, there is one move for both. Throws Interrupted when there are too
    /// many of them.
    std::vector<TransitionSystem::Move> moves_of(TransitionSystem::Move move);

private:
    std::optional<std::uint32_t> choice_in(const std::vector<Gate>& gates);
    std::vector<Gate> gates_with(const std::vector<Gate>& gates, std::uint32_t input, bool value);
    TransitionSystem::Move with(const TransitionSystem::Move& move, std::uint32_t input,
                                bool value);
    Gate differ(const TransitionSystem::Move& move, const TransitionSystem::Move& other);

    Circuit& circuit_;
    std::vector<bool> is_choice_;
};

/// The inputs that the gates depend on in a state, given by the values of its variables.
std::vector<std::uint32_t> inputs_that_matter(const Circuit& circuit, std::span<const Gate> gates,
                                              const std::vector<bool>& variables);

} // namespace sgl
