#pragma once

// Whether what a derivation shows is so: its metavariables replaced by random formulas, atoms and
// actions, in random models, by the evaluator alone. What the kernel accepts must pass.

#include "axioms/kernel/calculus.hpp"
#include "tests/random.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl::testing
{

/// A theorem, or a rule where it has premises.
struct Statement
{
    axioms::Variables variables;
    std::vector<Formula> premises;
    std::vector<bool> pure; // the premises that must rest on no axiom of the game
    Formula conclusion;
    bool uses_game = false;

    explicit Statement(const axioms::Theorem& theorem);
    bool operator==(const Statement& other) const;
};

/// Of the statements of one frame, with the axioms of a game or none.
class Judge
{
public:
    /// The store and the frame must outlive it.
    Judge(FormulaStore& store, const Frame& frame, std::uint64_t seed,
          std::span<const axioms::GameAxiom> game_axioms = {});

    /// An instance that is wrong in some model, if one is found: its premises are true at every
    /// move (those to which GEN S may be applied, also wherever fewer moves are legal), and its
    /// conclusion is not. With a game's axioms, in a model of them.
    std::optional<std::string> objection(const Statement& statement, unsigned long samples);

    /// The instances so far whose premises were true.
    unsigned long tested() const { return tested_; }

private:
    std::optional<axioms::Substitution> values(const axioms::Variables& variables);
    Formula value(const std::vector<Formula>& earlier);
    ExplicitModel& model(bool of_game, bool small);

    FormulaStore& store_;
    const Frame& frame_;
    Random random_;
    std::vector<std::unique_ptr<ExplicitModel>> of_game_; // small models of the axioms
    std::unique_ptr<ExplicitModel> model_;
    unsigned long tested_ = 0;
};

} // namespace sgl::testing
