#pragma once

// The games that certificates name. A game with its parameters is read and grounded once, and kept
// for further certificates.

#include "logic/language/reader.hpp"
#include "logic/model/rules.hpp"
#include "prover/command/input.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sgl::command
{

/// A game, with its rules and its claims by name.
struct GroundedGame
{
    FormulaStore store;
    std::optional<GameReader> reader;
    std::optional<Rules> rules;
    std::unordered_map<std::string_view, const Claim*> claims; // by name

    const Game& game() const { return reader->game(); }
};

/// The games of one run of `sgl check`; a few of them are kept at a time.
class GamesUnderCheck
{
public:
    using Parameters = std::vector<std::pair<std::string, std::int64_t>>;

    /// The game of this file with these parameters, within the limits of the options; null, with a
    /// refusal, where the game cannot be read. The pointer is valid until the next call.
    GroundedGame* game(const std::string& path, const Parameters& parameters,
                       const Options& options, const Interruption& interruption, Refusal& refusal);

private:
    struct Entry
    {
        std::string path; // canonical
        Parameters parameters;
        std::size_t own_formulas = 0; // formulas of the game, without those of certificates
        std::unique_ptr<GroundedGame> ground;
    };
    void forget_large(const Options& options);

    std::vector<Entry> entries_; // least recently used first
};

} // namespace sgl::command
