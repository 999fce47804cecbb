#pragma once

// Certificate files: finding them and checking them.

#include "prover/command/check/games_under_check.hpp"
#include "prover/command/input.hpp"
#include "prover/command/proofs/file_access.hpp"
#include "prover/resources/budget.hpp"

#include <string>
#include <vector>

namespace sgl::command
{

/// True if the file name is that of a certificate.
bool is_certificate(const std::string& path);
/// True if the text is a certificate's, by the name of its file or by its first line.
bool is_certificate(const Source& source);

/// The files to check at a path. A file: itself. A directory: its certificates, and the derivations
/// that none of these certificates names, ordered by name.
std::vector<std::string> files_at(const std::string& path);

/// The result of checking one certificate.
struct Checked
{
    std::string claim;
    bool proved = false;
    std::string how;       // "theorems", "states", "a play"
    std::string objection; // why the certificate is rejected; empty: accepted
    Refusal refusal;       // why there is no answer
    bool has_answer = false;
    double seconds = 0;
};
/// A certificate that has an answer: as the value of "certificate" in --json, and as lines of text.
Json as_json(const Checked& checked);
std::string text_of(const Checked& checked, bool color);

/// Checks a certificate against the game that the certificate names. `search` is for the
/// derivations beside the certificate. Throws Interrupted and EvaluationTooDeep.
Checked check_certificate(const Source& source, const Options& options, GamesUnderCheck& games,
                          const SearchForRefutations& search, const Interruption& interruption,
                          const Budget& budget);

} // namespace sgl::command
