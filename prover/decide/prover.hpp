#pragma once

// The prover, from a claim to its verdict: the formulas that the claim asks about, and the order in
// which the engines are tried.

#include "prover/claims/method.hpp"
#include "prover/decide/consistency.hpp"
#include "prover/decide/cross_check.hpp"
#include "prover/decide/schedule.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/verdicts/verdict.hpp"

#include <functional>
#include <memory>

namespace sgl
{

struct ProveOptions
{
    double seconds = 60;           // per claim; 0: no limit
    std::optional<unsigned> bound; // plies
    const std::atomic<bool>* stop = nullptr;
    Progress* progress = nullptr;      // the progress of the engines; may be null
    Engine engine = Engine::Automatic; // for claims about plays
    bool keeps_models = false;         // Theory::keep_models
    /// Two engines answer each claim about plays; a contradiction throws EnginesDisagree.
    bool compare = engines_are_compared();
    PortfolioLimits patience = {};
};

struct Forced; // prover/reachability/forcing/game_states.hpp
struct GoalsOfAgent;
struct Solution;

/// Decides the claims of one game.
class Prover
{
public:
    /// Store and game must outlive the prover.
    Prover(FormulaStore& store, const Game& game, const ProveOptions& options);

    /// Decides a claim. A limit makes the verdict Undecided or HoldsUpTo. Throws EnginesDisagree.
    ClaimResult prove(const Claim& claim);
    /// The contradictions in the axioms of the game, searched for once, for at most
    /// limits::contradictions_seconds.
    const std::vector<Contradiction>& contradictions();
    /// The largest goal that each agent can force against all others
    /// (prover/decide/forcing/solution.hpp). Throws Interrupted and EvaluationTooDeep.
    Solution solve(const std::vector<GoalsOfAgent>& agents, const Budget& budget);
    /// Sets the time limit of the following claims, in seconds; 0: no limit.
    void set_seconds(double seconds) { options_.seconds = seconds; }

private:
    ClaimResult decide(const Claim& claim, const Budget& budget);
    // Functions that take a budget may throw Interrupted.

    /// Whether f is true at every move of every model of the theory's axioms.
    ClaimResult theorem(Theory& theory, Formula f, const Budget& budget, std::string detail);
    Verdict confirmed(Theory& theory, Replay& replay, Refuted found, Formula f,
                      std::optional<OpenValues> otherwise, const Budget& budget);
    /// Whether no state (with at_moves, no complying legal move) of any model is bad.
    bool never_anywhere(const Question& question, const Budget& budget);
    bool is_nowhere(const Question& question, const std::string& about, const Budget& budget);
    bool looks_far_ahead(const Question& question) const;
    std::optional<PlayAnswer> explore_by_look_ahead(const Question& question,
                                                    std::optional<unsigned> bound,
                                                    const Budget& budget);
    PlayAnswer explore(const Question& question, std::optional<unsigned> bound,
                       const Budget& budget);
    PlayAnswer explore_briefly(const Question& question, std::optional<unsigned> bound,
                               const Budget& budget);
    std::optional<bool> premise_is_never(const Question& question, std::optional<unsigned> bound,
                                         const Budget& budget);
    std::optional<bool> is_never(const Question& question, std::optional<unsigned> bound,
                                 const Budget& budget);
    /// The proof by the invariant of the claim, if all its obligations are proved; the obligations
    /// are recorded in the result.
    /// Where no play is stuck, the question is no longer about that.
    std::optional<Proved> shown_by_invariant(Question& question, const Claim& claim,
                                             ClaimResult& result, const Budget& budget);
    /// The proof by one induction that shows this claim, the claims that it names (`by claim`) as
    /// far as it can, and invariants of random plays; whether it shows each is recorded in the
    /// result.
    std::optional<Proved> shown_with_claims(Question& question, const Claim& claim,
                                            ClaimResult& result, const Budget& budget);
    Formula known_from(const Question& asked, const Proved& proved);
    void compare_engines(const Question& question, const Verdict& verdict,
                         std::optional<unsigned> bound, ClaimResult& result, const Budget& budget);
    ClaimResult along_plays(Question question, const Claim& claim, const Budget& budget);
    ClaimResult strategy_claim(const Claim& claim, const Budget& budget);
    /// The result by the laws of ▽ and △ (Structure); nothing where the laws do not show the claim.
    std::optional<ClaimResult> by_structure(const Claim& claim, const Question& question,
                                            const Budget& budget);
    /// Marks the logged attempts from the n-th on as attempts at this part of the claim.
    void tried_for(std::size_t n, const std::string& what);
    /// A part of a claim, by name: decides it within a budget.
    using Part = std::pair<std::string, std::function<ClaimResult(const Budget&)>>;
    /// The results of the parts, each in its share of the time; parts after a refuted one may be
    /// left undecided. Throws Interrupted where it is stopped.
    std::vector<ClaimResult> in_shares(const std::vector<Part>& parts, const Budget& budget);
    ClaimResult functional(const Claim& claim, const Budget& budget);
    ClaimResult consistent(const Claim& claim, const Budget& budget);
    ClaimResult implements(const Claim& claim, const Budget& budget);
    std::optional<ClaimResult> vacuous_without_start(const Budget& budget);
    ClaimResult can_force(const Claim& claim, const Budget& budget);
    Verdict forced(const Claim& claim, const Budget& budget);
    std::optional<Verdict> forced_by_search(const Claim& claim, const Budget& budget);
    Verdict judged(const Claim& claim, Forced found, const std::string& how, const Budget& budget);
    std::optional<Refuted> prevented(const Forced& found, const Budget& budget);
    std::string why_plays_end(const Question& question, const Claim& claim, ClaimResult& result,
                              const Budget& budget);
    std::size_t measure_of(const Question& question, const Budget& budget);
    Question achievement(const Claim& claim);
    /// The bound on plays, in plies, by the options and the claim; nothing: no bound.
    std::optional<unsigned> bound_for(const Claim& claim) const;

    FormulaStore& store_;
    const Game& game_;
    ProveOptions options_;
    Game frame_only_; // the frame without axioms, for `valid`
    Theory theory_;
    std::unique_ptr<Theory> logic_; // of frame_only_, made at the first `valid` claim
    SolverStatistics statistics_;
    std::vector<EngineAttempt> tried_;
    std::shared_ptr<const std::vector<Contradiction>> contradictions_;
};

} // namespace sgl
