#pragma once

// Reading: from text to a grounded game, to formulas and to strategies over it.
//
// A text is parsed, its names are resolved and its sorts checked, and then it is grounded:
// definitions are expanded, quantifiers become finite conjunctions and disjunctions, parameters
// become numbers. Whatever is wrong with a text comes back as diagnostics; nothing is printed.

#include "logic/model/game.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sgl
{

struct ReadOptions
{
    /// Values for the game's parameters, in place of the defaults in its header (`-D m=5`).
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    /// How deep brackets, prefixes, implications and quantifiers may nest.
    std::size_t nesting_limit = 20'000;
    /// How many formula nodes grounding may make. Quantifiers that would take more are refused
    /// before they are expanded, with an error that says how many.
    std::size_t formula_limit = 200'000'000;
    /// Asked now and then while a text is read; an answer that is not empty, such as "10 s
    /// passed", ends the reading with an error that says so.
    std::function<std::string()> interruption = {};
    /// Bytes that a policy may take in memory.
    std::uint64_t policy_bytes = std::uint64_t{4} << 30;
    /// Policies of at most so many states become formulas, which every engine knows. The states of
    /// larger ones are looked up.
    std::size_t policy_states_written_out = 2'000;
};

/// A game text, parsed and grounded; it can ground more formulas over the same names.
class GameReader
{
public:
    /// Reads a game; its formulas live in `store`, which must outlive the reader.
    static Result<GameReader> read(FormulaStore& store, const Source& source,
                                   const ReadOptions& options = {});

    GameReader(GameReader&&) noexcept;
    GameReader& operator=(GameReader&&) noexcept;
    ~GameReader();

    const Game& game() const;

    /// A formula in the game's language; its definitions and strategies may be named.
    Result<Formula> formula(const Source& source);

    /// A strategy: `sensible(x)`, or a rule in parentheses with its agent, `(win(x) |> any(x)) for
    /// x`.
    Result<Strategy> strategy(const Source& source);

    /// The definitions, and the strategies, with arguments: `wins(x)`, `wins(o)`. Of those that
    /// have more than `most` tuples of arguments, none.
    std::vector<std::string> definition_names(std::size_t most) const;
    std::vector<std::string> strategy_names(std::size_t most) const;

    /// The name of a strategy met so far that is this formula, such as an operand of a rule.
    std::optional<std::string> strategy_name(Formula moves) const;

private:
    struct GroundedFile;
    explicit GameReader(std::unique_ptr<GroundedFile> content);

    std::unique_ptr<GroundedFile> content_;
};

/// Reads a formula over a frame: actions and fluents by their names there, such as
/// `[a(x,1,1)] p(x,1,1)`. There are no definitions, and no quantifiers.
Result<Formula> read_formula(FormulaStore& store, const Frame& frame, const Source& source,
                             const ReadOptions& options = {});

} // namespace sgl
