#include "prover/reachability/by_enumeration.hpp"

#include "prover/reachability/answer.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/resources/limits.hpp"
#include "prover/resources/memory.hpp"
#include "prover/system/game_builder.hpp"
#include "prover/transition/initial_states.hpp"
#include "prover/transition/open_choices.hpp"
#include "prover/transition/packing/value_codes.hpp"
#include "prover/transition/variable_order.hpp"

#include <algorithm>
#include <utility>

namespace sgl
{

StateEnumeration::StateEnumeration(Theory& theory, Question question, std::optional<unsigned> bound,
                                   std::vector<EngineAttempt>* tried)
    : theory_(theory), question_(std::move(question)), bound_(bound),
      trial_(tried, Method::Enumeration)
{
    trial_.pause();
}

StateEnumeration::~StateEnumeration()
{
    if (cut_short_)
        trial_.end(*cut_short_);
}

double StateEnumeration::states() const
{
    return search_ ? static_cast<double>(search_->states().size()) : 0;
}

double StateEnumeration::expected_states() const
{
    return search_ ? search_->expected_states() : 0;
}

std::optional<PlayAnswer> StateEnumeration::go_on(Confirmation& replays, std::size_t most,
                                                  const Budget& budget)
{
    if (is_over_)
        return std::nullopt;
    trial_.resume();
    try
    {
        std::optional<PlayAnswer> answer = found(replays, most, budget);
        is_over_ = true;
        search_.reset();
        trial_.end(outcome_of(answer), answer.has_value());
        return answer;
    }
    catch (const Interrupted& interrupted)
    {
        trial_.pause();
        cut_short_ = interrupted;
        if (interrupted.cause == Cause::Memory || (!search_ && !budget.is_used_up()))
            end();
        throw;
    }
    catch (const EvaluationTooDeep& error)
    {
        cut_short_ = Interrupted{error.what()};
        end();
        throw Interrupted{error.what()};
    }
}

/// Gives up for good.
void StateEnumeration::end()
{
    is_over_ = true;
    search_.reset();
    trial_.end(*cut_short_);
}

std::optional<PlayAnswer> StateEnumeration::found(Confirmation& replays, std::size_t most,
                                                  const Budget& budget)
{
    for (;;)
    {
        Reachability reached;
        try
        {
            if (!search_)
                begin(most, budget);
            reached = search_->run({most, memory_limit()}, budget);
        }
        catch (const NotOneValue&)
        {
            packs_values_ = false; // a state that is none of Σ
            search_.reset();
            continue;
        }
        if (reached.is_determined)
            return answer_of(theory_, question_, replays, search_->system(), std::move(reached),
                             bound_, Method::Enumeration, budget, options_.has_choices);
        if (!opens(reached))
            return std::nullopt;
        search_.reset();
    }
}

void StateEnumeration::begin(std::size_t most, const Budget& budget)
{
    const Frame& frame = theory_.game().frame;
    if (!game_)
    {
        GameBuilder builder(theory_, budget);
        builder.keep_look_ahead();
        query_ = compile(builder, frame, question_, theory_.store(),
                         {.has_choices = options_.has_choices});
        game_ = builder.take();
    }
    TransitionSystem system = transition_system(*game_, query_, options_);
    const auto starts = initial_states(system, std::min(most, limits::most_initial_states), budget);
    if (!starts)
        throw Interrupted{"there are too many initial states to go through"};
    ExplicitSearchOptions options;
    options.must_end = question_.must_end;
    options.keeps_premise = !system.is_exact;
    options.frame = &frame;
    if (theory_.keeps_models())
        options.order = bit_order(frame, system);
    options.packs_values = packs_values_ && !options.order && !system.after;
    search_ = std::make_unique<ExplicitSearch>(std::move(system), *starts, std::move(options));
}

/// Whether the search may be begun anew with more choices: those that matter in a state that was
/// reached.
bool StateEnumeration::opens(const Reachability& reached)
{
    const TransitionSystem& system = search_->system();
    if (!system.ahead.empty() || reached.undetermined_at.size() != system.bits.size())
        return false;
    if (!options_.has_choices)
    {
        options_.has_choices = true;
        game_.reset(); // which effects it has depends on this
        return true;
    }
    std::vector<bool> variables(game_->variables.size());
    for (std::size_t bit = 0; bit < system.bits.size(); ++bit)
    {
        const Formula atom = system.bits[bit].atom;
        variables[atom.is(Kind::Initial) ? game_->initial_variable() : atom.fluent().index] =
            reached.undetermined_at[bit];
    }
    options_.choices.resize(game_->inputs.size());
    bool is_new = false;
    const auto choose = [&](std::uint32_t input)
    {
        is_new = is_new || !options_.choices[input];
        options_.choices[input] = true;
    };
    for (const std::uint32_t input : inputs_that_matter(game_->circuit, system.faults, variables))
        choose(input);
    if (++times_opened_ > limits::times_opened)
    {
        for (const Gate gate : cone_of(game_->circuit, system.faults))
        {
            if (game_->circuit.is(gate, GateKind::Input))
                choose(game_->circuit.index(gate));
        }
    }
    return is_new;
}

} // namespace sgl
