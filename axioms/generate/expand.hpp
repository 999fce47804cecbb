#pragma once

// Derivations written out in full: no lemma, no definition, no propositional step with premises.
// What is left are instances of the axioms, MP and the GEN rules, as the paper has them.

#include "axioms/kernel/derivation.hpp"
#include "axioms/kernel/tautology.hpp"
#include "logic/formula/frame.hpp"
#include "logic/formula/transform.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sgl::axioms
{

/// f with every ○, ▽ and △ in it unfolded.
class Unfolding
{
public:
    Unfolding(FormulaStore& store, const Frame& frame) : store_(store), frame_(frame) {}

    Formula operator()(Formula f);

private:
    FormulaStore& store_;
    const Frame& frame_;
    MemoLoop loop_;
};

/// Why a derivation was not expanded.
struct NotExpanded
{
    std::string why;
};

/// Expands derivations that a calculus has accepted.
class Expander
{
public:
    struct Limits
    {
        std::size_t lines =
            1'000'000; // of an expansion, those included that are not needed after all
        /// Asked now and then; an answer that is not empty ends the expansion.
        std::function<std::string()> interruption = {};
    };

    /// The store and the frame must outlive it.
    Expander(FormulaStore& store, const Frame& frame);
    Expander(FormulaStore& store, const Frame& frame, Limits limits);
    ~Expander();
    Expander(const Expander&) = delete;
    Expander& operator=(const Expander&) = delete;

    /// For tautologies that are too large for a table, where unit propagation is not enough.
    FindRefutation find_refutation;

    /// Keeps a derivation that was accepted, to expand it or what cites it. What it cites itself
    /// comes first.
    void keep(const Derivation& accepted);

    /// The derivation of that name with its lines by A1 (TAUT that cites nothing), axioms, MP, GEN
    /// A, GEN C, GEN S, and premises. All formulas are unfolded, what is shown and the premises
    /// included. A game's axiom is cited as the game has it: where ○, ▽ or △ occur in it, DEF
    /// unfolds them one by one, right below.
    std::variant<Derivation, NotExpanded> expand(std::string_view name);

private:
    struct Kept
    {
        explicit Kept(Derivation d) : derivation(std::move(d)) {}

        Derivation derivation;
        std::vector<bool> needed; // the lines that lead to the last one
        bool uses_game = false;
    };
    class OneExpansion;

    FormulaStore& store_;
    const Frame& frame_;
    Limits limits_;
    Unfolding unfolded_;
    std::map<std::string, std::unique_ptr<const Kept>, std::less<>> kept_;
};

/// A name that a theorem can have, like this one: "does_next_a0" for "does_next[a0]".
std::string plain_name(std::string_view name);

} // namespace sgl::axioms
