#pragma once

// Questions about plays of any length, answered by all states that plays reach.

#include "prover/beside.hpp"
#include "prover/confirmation.hpp"
#include "prover/engine.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

namespace sgl
{

/// By the engine that was asked for, diagrams or enumeration. `replays` confirms the plays found.
/// Nothing where the rules leave open what happens, or a play is not confirmed. Throws Interrupted
/// when the budget runs out, or with the engine's reason for giving up. What was done is noted in
/// `tried`.
std::optional<Exploration> explore_all_states(Theory& theory, const Question& question,
                                              std::optional<unsigned> bound, Confirmation& replays,
                                              Engine engine, const Budget& budget,
                                              std::vector<Attempt>* tried = nullptr);

/// By enumeration, if there are no more than so many states; else nothing.
std::optional<Exploration> explore_few_states(Theory& theory, const Question& question,
                                              std::optional<unsigned> bound, Confirmation& replays,
                                              std::size_t most, const Budget& budget,
                                              std::vector<Attempt>* tried = nullptr);

/// The question, answered by diagrams on another core, while this process goes on with it in
/// another way.
class ExplorationBeside
{
public:
    /// Begins, if a core is free, and memory for two. Theory, budget and the flag, which says that
    /// there is an answer, must outlive it.
    static std::unique_ptr<ExplorationBeside>
    start(Theory& theory, const Question& question, std::optional<unsigned> bound,
          const Budget& budget, std::atomic<bool>& answered, std::vector<Attempt>* tried);
    ~ExplorationBeside();
    ExplorationBeside(const ExplorationBeside&) = delete;
    ExplorationBeside& operator=(const ExplorationBeside&) = delete;

    bool is_over() const { return search_->is_over(); }
    /// Waits for its end; to be called once. As explore_all_states, but that giving up is nothing,
    /// too, unless time ran out.
    std::optional<Exploration> result();

private:
    ExplorationBeside(Theory& theory, Question question, std::optional<unsigned> bound,
                      const Budget& budget, std::vector<Attempt>* tried);

    Theory& theory_;
    const Question question_;
    const std::optional<unsigned> bound_;
    const Budget& budget_;
    std::unique_ptr<SearchBeside> search_;
    Trial trial_;
};

} // namespace sgl
