#pragma once

// Why work was cut short, as data, and in words.

#include <cstdint>
#include <string>

namespace sgl
{

enum class Cause : std::uint8_t
{
    Deadline,      // the seconds of a limit passed
    TotalDeadline, // those of the limit on a whole run of the program
    Stop,          // somebody asked for it: Ctrl-C, or who watches the memory
    Answered,      // another engine answered
    Steps,         // the steps of a budget were taken
    Memory,        // a limit on memory was met
    GaveUp,        // an engine could not go on, for a reason of its own
};

/// Thrown inside prover/ when a limit is reached; becomes Undecided at the claim it happened in.
struct Interrupted
{
    std::string what = {}; // Memory, GaveUp: "the states take too much memory"; else empty
    Cause cause = Cause::GaveUp;
    double seconds = 0; // of the limit, for deadlines
    /// During what, as the end of a sentence: " in the solver, at 5000 states"; may be empty.
    std::string where = {};
};

/// "60 s passed in the solver", "interrupted".
std::string text(const Interrupted& interrupted);

} // namespace sgl
