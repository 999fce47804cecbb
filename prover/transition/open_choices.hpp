#pragma once

// Inputs as choices of the environment: a move becomes a move for each way in which the chosen
// inputs may turn out, and a question about a state asks whether they may turn out so.

#include "prover/system/circuit.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sgl
{

/// A move whose gates may depend on choices.
struct OpenMove
{
    Gate allowed;
    std::vector<Gate> questions; // each implies `allowed`
    std::vector<Gate> values;    // that the move gives to bits
};

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
    std::vector<OpenMove> moves_of(OpenMove move);

private:
    std::optional<std::uint32_t> choice_in(const std::vector<Gate>& gates);
    std::vector<Gate> gates_with(const std::vector<Gate>& gates, std::uint32_t input, bool value);
    OpenMove with(const OpenMove& move, std::uint32_t input, bool value);
    Gate differ(const OpenMove& move, const OpenMove& other);

    Circuit& circuit_;
    std::vector<bool> is_choice_;
};

/// The inputs that the gates depend on in a state, given by the values of its variables.
std::vector<std::uint32_t> inputs_that_matter(const Circuit& circuit, std::span<const Gate> gates,
                                              const std::vector<bool>& variables);

} // namespace sgl
