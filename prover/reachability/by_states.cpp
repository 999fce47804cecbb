#include "prover/reachability/by_states.hpp"

#include "prover/reachability/explicit/explicit_search.hpp"
#include "prover/reachability/symbolic/bdd_search.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/read_witness.hpp"
#include "prover/resources/limits.hpp"
#include "prover/resources/memory.hpp"
#include "prover/transition/initial_states.hpp"
#include "prover/transition/trace.hpp"
#include "prover/transition/transition_system.hpp"
#include "prover/transition/variable_order.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <utility>

namespace sgl
{

namespace
{

std::string outcome_of(const std::optional<PlayAnswer>& found)
{
    return found ? sgl::outcome_of(found->verdict)
                 : "the rules leave open what happens, or a play was not confirmed";
}

/// Notes what an engine did, whether it answers or gives up.
template <typename Search>
std::optional<PlayAnswer> noted(std::vector<EngineAttempt>* tried, Method engine,
                                const Search& search)
{
    AttemptTimer trial(tried, engine);
    try
    {
        std::optional<PlayAnswer> found = search();
        trial.end(outcome_of(found), found.has_value());
        return found;
    }
    catch (const Interrupted& interrupted)
    {
        trial.end(interrupted);
        throw;
    }
}

/// An initial state of Σ with these values of the system's bits, whole; nothing where there is
/// none.
std::optional<Witness> initial_state_with(Theory& theory, const TransitionSystem& system,
                                          const std::vector<bool>& bits, const Budget& budget)
{
    SatSolver solver;
    Encoder encoder(theory.reduction(), solver);
    const Formula constraint = theory.state_constraint(budget);
    encoder.start_initial(constraint);
    solver.add({encoder.literal(constraint, 0, budget)});
    for (std::size_t bit = 0; bit < bits.size(); ++bit)
    {
        const Literal literal = encoder.literal(system.bits[bit].atom, 0, budget);
        solver.add({bits[bit] ? literal : -literal});
    }
    encoder.connect_frames(0, budget);
    if (solver.solve({}, budget) == Satisfiable::No)
        return std::nullopt;
    return read_witness(encoder, 0, false);
}

/// What was reached, as an answer to the question: plays, no longer than the bound, are replayed by
/// the evaluator. Nothing where Σ does not determine what happens, or a play is not confirmed.
std::optional<PlayAnswer> answer(Theory& theory, const Question& question, Confirmation& replays,
                                 const TransitionSystem& system, const Reachability& reached,
                                 std::optional<unsigned> bound, Method method, const Budget& budget)
{
    if (!reached.is_determined)
        return std::nullopt;
    const auto replayed = [&](const Trace& trace, const EndOfPlay& wanted) -> std::optional<Refuted>
    {
        std::optional<Witness> witness = initial_state_with(theory, system, trace.start, budget);
        if (!witness)
            return std::nullopt;
        witness->play = trace.play;
        witness->move = trace.move;
        for (std::vector<Action> round;;)
        {
            if (bound && witness->play.size() > *bound)
                return std::nullopt;
            if (auto refuted = replays.replayed(*witness, wanted))
            {
                refuted->method = method;
                return refuted;
            }
            // Bits that are not looked at may take many rounds to come back.
            if (!trace.loop || witness->play.size() > limits::endless_play)
                return std::nullopt;
            round.assign(witness->play.begin() + *trace.loop, witness->play.end());
            witness->play.insert(witness->play.end(), round.begin(), round.end());
        }
    };
    PlayAnswer found;
    found.any_initial = reached.any_initial;
    found.premise_seen = reached.premise_seen;
    if (reached.stuck)
    {
        found.stuck = replayed(*reached.stuck, {question.stuck, false, false});
        if (!found.stuck && !(bound && reached.stuck->play.size() > *bound))
            return std::nullopt;
    }
    if (!reached.bad && !reached.endless)
    {
        found.verdict =
            Proved{method,
                   reached.states + (reached.states == "1 state" ? " is reached" : " are reached")};
        return found;
    }
    auto refuted = reached.bad ? replayed(*reached.bad, {question.bad, question.at_moves, false})
                               : replayed(*reached.endless, {Formula(), false, true});
    if (!refuted)
        return std::nullopt;
    found.verdict = std::move(*refuted);
    return found;
}

/// The answer, with the states themselves if they were handed on.
std::optional<PlayAnswer> answer_with_states(Theory& theory, const Question& question,
                                             Confirmation& replays, const TransitionSystem& system,
                                             Reachability reached, std::optional<unsigned> bound,
                                             Method method, const Budget& budget)
{
    std::optional<PlayAnswer> found =
        answer(theory, question, replays, system, reached, bound, method, budget);
    auto* proved = found ? std::get_if<Proved>(&found->verdict) : nullptr;
    if (proved != nullptr && reached.diagrams)
        proved->reached.push_back(
            std::make_shared<const StateDiagrams>(std::move(*reached.diagrams)));
    return found;
}

std::optional<PlayAnswer> explore_by_enumeration(Theory& theory, const Question& question,
                                                 std::optional<unsigned> bound,
                                                 Confirmation& replays, std::size_t most,
                                                 const Budget& budget)
{
    const TransitionSystem system = transition_system(theory, question, budget);
    const auto starts = initial_states(system, std::min(most, limits::most_initial_states), budget);
    if (!starts)
        throw Interrupted{"there are too many initial states to go through"};
    const EnumerationLimits limits{most, memory_limit()};
    const std::vector<std::uint32_t> bits = bit_order(theory.game().frame, system);
    std::optional<std::span<const std::uint32_t>> order; // of no bits, perhaps
    if (theory.keeps_models())
        order = bits;
    Reachability reached = reach_by_enumeration(system, *starts, question.must_end, limits, budget,
                                                nullptr, order, &theory.game().frame);
    return answer_with_states(theory, question, replays, system, std::move(reached), bound,
                              Method::Enumeration, budget);
}

std::optional<PlayAnswer> explore_by_diagrams(Theory& theory, const Question& question,
                                              std::optional<unsigned> bound, Confirmation& replays,
                                              const Budget& budget)
{
    const TransitionSystem system = transition_system(theory, question, budget);
    Reachability reached =
        reach_by_diagrams(theory.game().frame, system,
                          {question.must_end, theory.keeps_models(), memory_limit()}, budget);
    return answer_with_states(theory, question, replays, system, std::move(reached), bound,
                              Method::Diagrams, budget);
}

} // namespace

std::optional<PlayAnswer> explore_all_states(Theory& theory, const Question& question,
                                             std::optional<unsigned> bound, Confirmation& replays,
                                             Engine engine, const Budget& budget,
                                             std::vector<EngineAttempt>* tried)
{
    if (engine == Engine::Enumeration)
        return noted(tried, Method::Enumeration,
                     [&] {
                         return explore_by_enumeration(theory, question, bound, replays,
                                                       limits::most_states, budget);
                     });
    return noted(tried, Method::Diagrams,
                 [&] { return explore_by_diagrams(theory, question, bound, replays, budget); });
}

std::optional<PlayAnswer> explore_few_states(Theory& theory, const Question& question,
                                             std::optional<unsigned> bound, Confirmation& replays,
                                             std::size_t most, const Budget& budget,
                                             std::vector<EngineAttempt>* tried)
{
    try
    {
        return noted(
            tried, Method::Enumeration,
            [&] { return explore_by_enumeration(theory, question, bound, replays, most, budget); });
    }
    catch (const Interrupted&)
    {
        budget.check();
        return std::nullopt;
    }
}

std::unique_ptr<BackgroundQuery> BackgroundQuery::start(Theory& theory, const Question& question,
                                                        std::optional<unsigned> bound,
                                                        const Budget& budget,
                                                        std::atomic<bool>& answered,
                                                        std::vector<EngineAttempt>* tried)
{
    if (!threads_are_free())
        return nullptr;
    std::unique_ptr<BackgroundQuery> beside(
        new BackgroundQuery(theory, question, bound, budget, tried));
    beside->search_ =
        BackgroundBddSearch::start(theory.game().frame, transition_system(theory, question, budget),
                                   {question.must_end, theory.keeps_models()}, budget, answered);
    if (beside->search_)
        return beside;
    beside->trial_.end("no core was free, or not memory for two");
    return nullptr;
}

BackgroundQuery::BackgroundQuery(Theory& theory, Question question, std::optional<unsigned> bound,
                                 const Budget& budget, std::vector<EngineAttempt>* tried)
    : theory_(theory), question_(std::move(question)), bound_(bound), budget_(budget),
      trial_(tried, Method::Diagrams)
{
}

BackgroundQuery::~BackgroundQuery()
{
    trial_.end("on another core: there was an answer before it had one");
}

std::optional<PlayAnswer> BackgroundQuery::result()
{
    try
    {
        Reachability reached = search_->result();
        Confirmation replays(theory_, question_, budget_);
        std::optional<PlayAnswer> found =
            answer_with_states(theory_, question_, replays, search_->system(), std::move(reached),
                               bound_, Method::Diagrams, budget_);
        trial_.end("on another core: " + outcome_of(found), found.has_value());
        return found;
    }
    catch (const Interrupted& interrupted)
    {
        trial_.end("on another core: " + text(interrupted));
        budget_.check();
        return std::nullopt;
    }
}

} // namespace sgl
