#pragma once

// From a claim to its verdict: which formulas it asks about, and in which order the ways of
// deciding them are tried (design: how claims are decided).

#include "prover/claims/method.hpp"
#include "prover/decide/consistency.hpp"
#include "prover/decide/cross_check.hpp"
#include "prover/decide/schedule.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/verdicts/verdict.hpp"

#include <memory>

namespace sgl
{

struct ProveOptions
{
    double seconds = 60;           // per claim; 0: no limit
    std::optional<unsigned> bound; // plies
    const std::atomic<bool>* stop = nullptr;
    Progress* whereabouts = nullptr;   // where the engines say what they do
    Engine engine = Engine::Automatic; // for claims about plays
    bool keeps_models = false;         // with what refutes, where they are small
    /// Claims about plays are answered by two engines: EnginesDisagree is thrown unless they agree.
    bool compare = engines_are_compared();
    PortfolioLimits patience = {};
};

/// Decides the claims of one game.
class Prover
{
public:
    /// Store and game must outlive the prover.
    Prover(FormulaStore& store, const Game& game, const ProveOptions& options);

    ClaimResult prove(const Claim& claim);
    /// What is contradictory in the game's axioms, looked for once, for a few seconds at most.
    const std::vector<Contradiction>& contradictions();
    /// The time limit of the claims to come; 0: none.
    void set_seconds(double seconds) { options_.seconds = seconds; }

private:
    ClaimResult decide(const Claim& claim, const Budget& budget);
    /// True at every move of every model of the theory's axioms.
    ClaimResult theorem(Theory& theory, Formula f, const Budget& budget, std::string detail);
    Verdict confirmed(Theory& theory, Replay& replay, Refuted found, Formula f, bool is_model,
                      const Budget& budget);
    /// Nothing bad in any state (with at_moves, at any complying legal move) of any model.
    bool never_anywhere(const Question& question, const Budget& budget);
    bool is_nowhere(const Question& question, const std::string& about, const Budget& budget);
    PlayAnswer explore(const Question& question, std::optional<unsigned> bound,
                       const Budget& budget);
    PlayAnswer explore_briefly(const Question& question, std::optional<unsigned> bound,
                               const Budget& budget);
    std::optional<bool> premise_is_never(const Question& question, std::optional<unsigned> bound,
                                         const Budget& budget);
    std::optional<bool> is_never(const Question& question, std::optional<unsigned> bound,
                                 const Budget& budget);
    /// What the claim's invariant shows, if it shows that nothing bad is reached; the obligations
    /// go into the result.
    std::optional<Proved> shown_by_invariant(const Question& question, const Claim& claim,
                                             ClaimResult& result, const Budget& budget);
    void compare_engines(const Question& question, const Verdict& verdict,
                         std::optional<unsigned> bound, ClaimResult& result, const Budget& budget);
    ClaimResult along_plays(Question question, const Claim& claim, const Budget& budget);
    ClaimResult strategy_claim(const Claim& claim, const Budget& budget);
    /// By what its rules are made of (Structure); nothing where that does not show it.
    std::optional<ClaimResult> by_structure(const Claim& claim, const Question& question,
                                            const Budget& budget);
    /// The attempts noted from the n-th on were for this.
    void tried_for(std::size_t n, const std::string& what);
    ClaimResult functional(const Claim& claim, const Budget& budget);
    ClaimResult consistent(const Claim& claim, const Budget& budget);
    ClaimResult implements(const Claim& claim, const Budget& budget);
    std::string why_plays_end(const Question& question, const Claim& claim, ClaimResult& result,
                              const Budget& budget);
    std::size_t measure_of(const Question& question, const Budget& budget);
    Question achievement(const Claim& claim);
    /// How long plays need to be looked at, by the options and the claim.
    std::optional<unsigned> bound_for(const Claim& claim) const;

    FormulaStore& store_;
    const Game& game_;
    ProveOptions options_;
    Game frame_only_; // the frame without axioms, for `valid`
    Theory theory_;
    std::unique_ptr<Theory> logic_; // of frame_only_, made when asked for
    SolverStatistics statistics_;
    std::vector<EngineAttempt> tried_;
    std::shared_ptr<const std::vector<Contradiction>> contradictions_;
};

} // namespace sgl
