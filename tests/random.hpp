#pragma once

// Random frames, formulas, models and games, from a seed that tests show when they fail.

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"
#include "logic/model/game.hpp"
#include "logic/model/model.hpp"

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace sgl::testing
{

/// SGL_TESTS=full asks for `full` samples; otherwise `quick` many, a twentieth where none is given.
unsigned long sample_count(unsigned long full);
unsigned long sample_count(unsigned long full, unsigned long quick);

/// SGL_SEED, or a fixed one. Say `CAPTURE(seed())` in the test.
std::uint64_t seed();

/// The same numbers on every platform for the same seed.
class Random
{
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// 0 … n-1, n ≥ 1.
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
    /// True once in n.
    bool one_in(std::uint32_t n) { return below(n) == 0; }
    bool coin() { return below(2) == 0; }

    Action action(const Frame& frame);
    Fluent fluent(const Frame& frame);

private:
    std::mt19937_64 engine_;
};

/// 1–3 agents with 1–4 actions in all, 1–4 fluents.
Frame random_frame(Random& random);
/// So many of each.
Frame plain_frame(std::uint32_t agents, std::uint32_t actions, std::uint32_t fluents);

/// What random formulas may contain.
struct Shape
{
    std::uint32_t depth = 6; // nodes on the longest path, at most
    bool modalities = true;  // [a], ○, ⌊α⌋
    bool choices = true;     // ⟪a⟫, ▽, △
    bool does = true;        // does(a), at the top level too
};

/// Of every kind that the shape allows, with shared parts.
Formula random_formula(Random& random, FormulaStore& store, const Frame& frame, Shape shape = {});
/// A state-wise one.
Formula random_state_wise(Random& random, FormulaStore& store, const Frame& frame,
                          Shape shape = {});
/// ⊤, ⊥, p, initial, terminal, legal(a); does(a) if the shape allows it.
Formula random_atom(Random& random, FormulaStore& store, const Frame& frame, bool does = true);

/// 1–4 states that respect Definition 1, one at least not initial. The frame must outlive it.
std::unique_ptr<ExplicitModel> random_model(Random& random, const Frame& frame);

/// What random games may run into.
enum class Trouble
{
    None,
    Contradictions // static constraints that plays break, legal moves in terminal states
};

/// A small game every atom of which is determined: some initial conditions, terminal and legal
/// defined, successor-state or effect axioms. Some end, some go on for ever, some run into dead
/// ends; and with Trouble::Contradictions, some have states that are none of Σ.
Game random_game(Random& random, FormulaStore& store, Trouble trouble = Trouble::None);

/// A rule of the agent: leaves joined with its legal moves, under ▽ and △.
Strategy random_strategy(Random& random, FormulaStore& store, const Game& game, Agent agent);

} // namespace sgl::testing
