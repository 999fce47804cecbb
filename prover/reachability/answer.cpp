#include "prover/reachability/answer.hpp"

#include "prover/plays/bounded_model_checking.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/read_witness.hpp"
#include "prover/resources/limits.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace sgl
{

namespace
{

/// Plays of a transition system, replayed as plays of the game.
class TraceReplay
{
public:
    /// All arguments must outlive the replay.
    TraceReplay(Theory& theory, const Question& question, Confirmation& confirmation,
                const TransitionSystem& system, std::optional<unsigned> bound, Method method,
                const Budget& budget)
        : theory_(theory), question_(question), confirmation_(confirmation), system_(system),
          bound_(bound), method_(method), budget_(budget)
    {
    }

    /// The system determines what happens.
    std::optional<Refuted> replayed(const Trace& trace, const EndOfPlay& wanted)
    {
        AtomValues values;
        for (std::size_t bit = 0; bit < trace.start.size(); ++bit)
            values.emplace_back(system_.bits[bit].atom, trace.start[bit]);
        std::optional<Witness> witness = initial_state_with(theory_, values, budget_);
        if (!witness)
            return std::nullopt;
        witness->play = trace.play;
        witness->move = trace.move;
        for (std::vector<Action> round;;)
        {
            if (bound_ && witness->play.size() > *bound_)
                return std::nullopt;
            if (auto refuted = confirmation_.replayed(*witness, wanted))
            {
                refuted->method = method_;
                return refuted;
            }
            // Bits that are not looked at may take many rounds to come back.
            if (!trace.loop || witness->play.size() > limits::endless_play)
                return std::nullopt;
            round.assign(witness->play.begin() + *trace.loop, witness->play.end());
            witness->play.insert(witness->play.end(), round.begin(), round.end());
        }
    }

    /// A play of the same moves, in which open values turn out in such a way that it ends as
    /// wanted.
    std::optional<Refuted> found_again(const Trace& trace, const EndOfPlay& wanted)
    {
        Question question = question_;
        question.bad = wanted.f;
        question.at_moves = wanted.at_move;
        question.must_end = wanted.loop;
        question.premise = question.stuck = Formula();
        std::vector<Action> moves = trace.play;
        for (unsigned rounds = 0; rounds < (trace.loop ? limits::rounds_of_open_play : 1); ++rounds)
        {
            const auto length = static_cast<unsigned>(moves.size());
            if (bound_ && length > *bound_)
                return std::nullopt;
            if (auto refuted = found_again(question, moves, length))
                return refuted;
            if (trace.loop)
                moves.insert(moves.end(), trace.play.begin() + *trace.loop, trace.play.end());
        }
        return std::nullopt;
    }

private:
    std::optional<Refuted> found_again(const Question& question, const std::vector<Action>& moves,
                                       unsigned length)
    {
        Confirmation confirmation(theory_, question, budget_);
        BoundedModelChecking search(theory_, question, length, confirmation, budget_);
        search.follow(moves);
        PlayAnswer found;
        std::optional<Verdict> verdict;
        while (!verdict)
            verdict = search.deepen(found);
        auto* refuted = std::get_if<Refuted>(&*verdict);
        if (refuted == nullptr)
            return std::nullopt;
        refuted->method = method_;
        return std::move(*refuted);
    }

    Theory& theory_;
    const Question& question_;
    Confirmation& confirmation_;
    const TransitionSystem& system_;
    const std::optional<unsigned> bound_;
    const Method method_;
    const Budget& budget_;
};

} // namespace

std::optional<Witness> initial_state_with(Theory& theory, const AtomValues& values,
                                          const Budget& budget)
{
    SatSolver solver;
    Encoder encoder(theory.reduction(), solver);
    const Formula constraint = theory.state_constraint(budget);
    encoder.start_initial(constraint);
    solver.add({encoder.literal(constraint, 0, budget)});
    for (const auto& [atom, value] : values)
    {
        const Literal literal = encoder.literal(atom, 0, budget);
        solver.add({value ? literal : -literal});
    }
    encoder.connect_frames(0, budget);
    if (solver.solve({}, budget) == Satisfiable::No)
        return std::nullopt;
    return read_witness(encoder, 0, false);
}

std::string outcome_of(const std::optional<PlayAnswer>& found)
{
    return found ? sgl::outcome_of(found->verdict)
                 : "the rules leave open what happens, or a play was not confirmed";
}

std::optional<PlayAnswer> answer_of(Theory& theory, const Question& question, Confirmation& replays,
                                    const TransitionSystem& system, Reachability reached,
                                    std::optional<unsigned> bound, Method method,
                                    const Budget& budget, bool has_choices)
{
    if (!reached.is_determined)
        return std::nullopt;
    TraceReplay replay(theory, question, replays, system, bound, method, budget);
    const auto confirmed = [&](const Trace& trace, const EndOfPlay& wanted)
    { return has_choices ? replay.found_again(trace, wanted) : replay.replayed(trace, wanted); };
    PlayAnswer found;
    found.any_initial = reached.any_initial;
    found.premise_seen = reached.premise_seen;
    if (reached.stuck)
    {
        found.stuck = confirmed(*reached.stuck, {question.stuck, false, false});
        if (!found.stuck && !(bound && reached.stuck->play.size() > *bound))
            return std::nullopt;
    }
    if (reached.bad || reached.endless)
    {
        auto refuted = reached.bad
                           ? confirmed(*reached.bad, {question.bad, question.at_moves, false})
                           : confirmed(*reached.endless, {Formula(), false, true});
        if (!refuted)
            return std::nullopt;
        found.verdict = std::move(*refuted);
        return found;
    }
    // Where the system may have plays that no model of Σ has, a premise that is true on one of them
    // may be true nowhere.
    if (!system.is_exact && reached.premise_seen &&
        !(reached.premise &&
          replay.found_again(*reached.premise, {question.premise, question.at_moves, false})))
        return std::nullopt;
    Proved proved{method,
                  reached.states + (reached.states == "1 state" ? " is reached" : " are reached")};
    if (reached.diagrams)
        proved.reached.push_back(
            std::make_shared<const StateDiagrams>(std::move(*reached.diagrams)));
    found.verdict = std::move(proved);
    return found;
}

} // namespace sgl
