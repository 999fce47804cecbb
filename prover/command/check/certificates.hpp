#pragma once

// Certificates at the command: where they are, and what comes of checking them.

#include "prover/command/check/games_under_check.hpp"
#include "prover/command/input.hpp"
#include "prover/command/proofs/file_access.hpp"
#include "prover/resources/budget.hpp"

#include <string>
#include <vector>

namespace sgl::command
{

/// By its name.
bool is_certificate(const std::string& path);

/// The file itself; of a directory, its certificates, and its derivations that none of those names,
/// by name.
std::vector<std::string> files_at(const std::string& path);

/// What came of checking one.
struct Checked
{
    std::string claim;
    bool proved = false;
    std::string how;       // "theorems", "states", "a play"
    std::string objection; // why it is rejected; empty: it is accepted
    Refusal refusal;       // why there is no answer
    bool has_answer = false;
    double seconds = 0;
};
/// Of one that has an answer: as the value of "certificate", and as lines for people.
Json as_json(const Checked& checked);
std::string text_of(const Checked& checked, bool color);

/// A certificate, checked against the game that it names. `search` is for the derivations beside
/// it. Throws Interrupted.
Checked check_certificate(const Source& source, const Options& options, GamesUnderCheck& games,
                          const SearchForRefutations& search, const Interruption& interruption,
                          const Budget& budget);

} // namespace sgl::command
