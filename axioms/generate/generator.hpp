#pragma once

// Lines for what no lemma can say, because it needs induction on a formula: replacement of
// equivalents, Lemma 1, and a few more. Nothing here is trusted: the kernel checks each line.

#include "axioms/kernel/calculus.hpp"
#include "axioms/kernel/derivation.hpp"
#include "axioms/kernel/tautology.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sgl::axioms
{

/// Why no lines can be generated; as a Rejection has it.
struct Refusal
{
    Why why = Why::DoesNotFollow;
    std::string expected;
    std::string found;
};

/// Adds lines to a derivation, above the one that is wanted. One for each derivation.
class Generator
{
public:
    using Number = Derivation::Number;

    /// What the lines are written with.
    struct Tools
    {
        FormulaStore& store;
        const Frame& frame;
        const Variables& variables;
        /// A theorem of the library, of a family the member for that action; null ends the
        /// generation without a refusal.
        std::function<const Theorem*(std::string_view name, std::span<const Action> index)> lemma;
        /// A theorem that a line cites, by its full name; null where there is none.
        std::function<const Theorem*(const std::string& name)> cited;
        /// For propositional steps; not needed.
        FindRefutation find_refutation;
        std::function<std::string(Formula)> print;
        /// Told of each line; may throw.
        std::function<void()> line_written;
    };

    Generator(Tools tools, Derivation& derivation);
    ~Generator();

    // Each adds lines of which the last one is f, or says why there are none. Lines may have been
    // added then too. Null: a lemma was not to be had.

    /// f is χ <-> χ', where χ' is χ with one side of the equivalences in place of the other one at
    /// some places. With `in`, the line of χ, f is χ'.
    std::optional<Refusal> replacement(Formula f, std::span<const Number> equivalences,
                                       std::optional<Number> in);
    /// does(a) -> (φ <-> ⟪a⟫φ): Lemma 1 (SGL).
    std::optional<Refusal> lemma_1(Formula f);
    /// ⌊⊤⌋φ <-> φ.
    std::optional<Refusal> no_restriction(Formula f);
    /// ⟪c⟫φ <-> φ, φ state-wise.
    std::optional<Refusal> state_wise(Formula f);

    /// The last one ended for want of a lemma.
    bool lacks_lemma() const { return lacks_lemma_; }

    static constexpr std::size_t most_lines = 1'000'000;

private:
    class Work;

    template <class Make>
    std::optional<Refusal> attempt(Make&& make);
    bool uses_game(Number line);

    Tools tools_;
    Derivation& derivation_;
    Tautologies tautologies_;
    std::vector<bool> uses_game_; // by line, as far as it was asked for
    bool lacks_lemma_ = false;
};

} // namespace sgl::axioms
