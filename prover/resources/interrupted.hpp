#pragma once

// The reasons why work is cut short, as data, and in words.

#include <cstdint>
#include <string>

namespace sgl
{

enum class Cause : std::uint8_t
{
    Deadline,      // the seconds of a limit passed
    TotalDeadline, // the seconds of the limit on a whole run of the program passed
    Stop,          // a stop was requested, by Ctrl-C or by the thread that watches the memory
    Answered,      // another engine answered
    Steps,         // the steps of a budget were used up
    Memory,        // a limit on memory was met
    GaveUp,        // an engine could not go on, for the reason in `what`
};

/// Exception that is thrown inside prover/ when a limit is reached. If no engine handles it, the
/// verdict of the claim is Undecided.
struct Interrupted
{
    std::string what = {}; // Memory, GaveUp: "the states take too much memory"; else empty
    Cause cause = Cause::GaveUp;
    double seconds = 0; // of the limit, for deadlines
    /// The phase, as the end of a sentence: " in the solver, at 5000 states"; may be empty.
    std::string where = {};
};

/// "60 s passed in the solver", "interrupted".
std::string text(const Interrupted& interrupted);

} // namespace sgl
