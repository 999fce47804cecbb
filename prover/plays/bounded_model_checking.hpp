#pragma once

// Plays of 0, 1, 2, … moves from an initial state, as clauses: is there one that ends badly, and is
// there one that long at all? When there is none, the answer is final: bounded model checking with
// the length of the longest play as its completeness threshold. Beside it, k-induction for small k:
// if k good states in a row, wherever they are, are never followed by a bad one, none is reached.

#include "prover/claims/method.hpp"
#include "prover/claims/verdict.hpp"
#include "prover/induction/simple_path_induction.hpp"
#include "prover/plays/confirmation.hpp"
#include "prover/reachability/by_states.hpp"

namespace sgl
{

/// When plays are looked at in other ways than ply by ply.
struct PortfolioLimits
{
    std::size_t very_few_states = 50'000; // gone through as soon as short plays say nothing
    unsigned long_plays = 6;              // plies, when the rest is tried:
    std::size_t few_states = 200'000;     // gone through then
};

/// Answers questions about one theory, and notes what it tries.
class Unrolling
{
public:
    Unrolling(Theory& theory, const Question& question, std::optional<unsigned> bound,
              const Budget& budget, Engine engine = Engine::Automatic,
              std::vector<EngineAttempt>* tried = nullptr, const PortfolioLimits& patience = {});

    /// Never throws Interrupted: a limit ends it with what is known by then. Throws EnginesDisagree
    /// when what was found beside contradicts what was found here.
    PlayAnswer explore();
    SolverStatistics statistics() const;

private:
    void decide_moves();
    Literal bad_at(Path& path, unsigned t);
    Literal repeats(unsigned t);
    void search(PlayAnswer& found, AttemptTimer& unrolled);
    bool shown_by_induction(unsigned t, PlayAnswer& found);
    bool has_very_few_states(PlayAnswer& found);
    bool explored_one_by_one(std::size_t most, const Budget& budget, PlayAnswer& found);
    bool shown_by_balances(unsigned plies, PlayAnswer& found);
    bool is_inductive(Path& path, const Question& question, unsigned k);
    Proved inductive(std::string over, std::vector<Formula> known, unsigned k);
    Budget for_induction(double seconds) const;
    bool shown_by_simple_paths(unsigned k, PlayAnswer& found);
    bool explored_otherwise(unsigned t, PlayAnswer& found);
    Question open_question(const PlayAnswer& found) const;
    bool explored_by_states(unsigned t, PlayAnswer& found);
    bool explored_by_diagrams(const Question& open, unsigned t, PlayAnswer& found);
    bool answered_beside(unsigned t, PlayAnswer& found);
    template <typename Explore>
    bool answered_by(const Explore& explore, PlayAnswer& found);
    bool look_at(unsigned t, PlayAnswer& found);
    bool possible(unsigned t, Literal literal);
    bool occurs(unsigned t, Literal literal, bool with_move);

    Theory& theory_;
    const Question& question_;
    std::optional<unsigned> bound_;
    const Budget& all_;                 // the budget as it was given
    std::atomic<bool> answered_{false}; // by what goes on beside this
    const Budget budget_;               // until then
    Engine engine_;                     // Automatic, or no other than this
    const PortfolioLimits patience_;
    std::vector<EngineAttempt>* tried_;         // where attempts are noted, if anywhere
    Path play_;                                 // from an initial state
    Path step_;                                 // from any state, for induction
    std::vector<Agent> movers_;                 // who have no choice
    std::optional<Question> counted_;           // with what was found about numbers, once it was
    std::string balances_;                      // the same, to be told
    std::optional<SimplePathInduction> simple_; // once it is used
    bool no_simple_paths_ = false;              // they do not apply, or take too long
    std::optional<AttemptTimer> simple_trial_;
    std::string not_simple_; // what they were found not to show
    Confirmation confirmation_;
    double seconds_too_few_ = 0;   // for the search of all states, which was given so many
    bool sought_beside_ = false;   // it was begun on another core
    bool is_to_be_redone_ = false; // what was answered there was not confirmed
    std::unique_ptr<BackgroundQuery> beside_;
};

} // namespace sgl
