#include "prover/reachability/explicit/explicit_search.hpp"

#include "prover/reachability/explicit/bdd_of_states.hpp"
#include "prover/reachability/explicit/cycle_search.hpp"
#include "prover/reachability/explicit/layer_growth.hpp"
#include "prover/reachability/explicit/look_ahead_values.hpp"
#include "prover/reachability/explicit/state_workers.hpp"
#include "prover/resources/count_of_states.hpp"
#include "prover/resources/limits.hpp"
#include "prover/transition/trace.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

namespace sgl
{

namespace
{

constexpr std::size_t block = StateWorkers::block;
constexpr std::size_t in_round = StateWorkers::in_round;

} // namespace

/// Goes through the states layer by layer, and through a layer in rounds. The blocks of a round are
/// divided among the threads there are, and so are the tables of the set when the states that
/// follow are added to it; what is seen in a round is looked at in the order of its blocks. So all
/// that is found is as if one thread had gone through the states one after the other.
class ExplicitSearch::BreadthFirstSearch
{
public:
    BreadthFirstSearch(const TransitionSystem& system, const std::vector<std::vector<bool>>& starts,
                       ExplicitSearchOptions options)
        : options_(std::move(options)), system_(system, options_.packed()), set_(system_.words()),
          ahead_(system.after ? std::make_unique<LookAheadValues>(system, *options_.frame)
                              : nullptr),
          workers_(system_, set_, ahead_.get()), counts_(options_.must_end)
    {
        reached_.any_initial = !starts.empty();
        for (const std::vector<bool>& start : starts)
            set_.add(system_.packed(start));
        next_layer_ = set_.size();
        if (counts_)
            incoming_.resize(set_.size());
    }

    Reachability run(const EnumerationLimits& limits, const Budget& budget)
    {
        limits_ = limits;
        budget_ = budget;
        since_ = Budget::Clock::now();
        if (ahead_)
            ahead_->set_budget(budget_);
        try
        {
            if (!goes_through_all())
                return std::move(reached_);
        }
        catch (const OpenValueMatters&)
        {
            reached_.is_determined = false;
            return std::move(reached_);
        }
        reached_.states = count_of_states(static_cast<double>(set_.size() - impossible_));
        if (counts_)
            reached_.endless = endless_trace();
        return std::move(reached_);
    }

    /// All states that were reached, and their layers, if each has but one, or moves were counted.
    std::optional<StateDiagrams> as_diagrams()
    {
        const std::size_t more = bytes_for_diagrams_of(set_.size(), set_.words());
        if (!options_.order || set_.size() > limits::most_states_handed_on ||
            (bytes() + more) >> 20 > limits_.memory)
            return std::nullopt;
        try
        {
            if (!comes_back_)
                depths_ = layer_of_each(layers_, set_.size());
            auto found = diagrams_of(set_, *options_.order, depths_, budget_);
            if (found)
                found->any_later = comes_back_;
            return found;
        }
        catch (const Interrupted&)
        {
            return std::nullopt; // what was found is known without them
        }
        catch (const std::bad_alloc&)
        {
            return std::nullopt;
        }
    }

    EnumerationStatistics statistics() const
    {
        const std::size_t plies = layers_.empty() ? 0 : layers_.size() - 1;
        return {set_.size(), expanded_, moves_taken_, plies, bytes()};
    }

    const StateSet& states() const { return set_; }
    const std::vector<std::uint32_t>& order() const { return *options_.order; }
    double expected_states() const { return sgl::expected_states(layers_, set_.size()); }

private:
    /// Layer by layer, from where it was cut short. False when something was seen that ends the
    /// search.
    bool goes_through_all()
    {
        while (next_ < set_.size())
        {
            if (layers_.empty() || next_ == next_layer_)
            {
                layers_.push_back(next_);
                next_layer_ = set_.size();
            }
            budget_.at_ply(static_cast<unsigned>(layers_.size() - 1));
            while (next_ < next_layer_)
            {
                if (looks_at(next_, std::min(in_round, next_layer_ - next_)))
                    return false;
            }
        }
        return true;
    }

    /// What is seen at a block of states: at which of them first.
    struct Observation
    {
        std::optional<std::size_t> undetermined, bad, stuck, premise;
        StateBlock::Count moves;
        std::size_t impossible = 0;

        /// Nothing that ends the search.
        bool shows_all() const { return !undetermined && !bad; }
    };

    /// What there is to see at a round of states, and where they lead; true when that decides it.
    bool looks_at(std::size_t from, std::size_t count)
    {
        const std::size_t jobs = StateWorkers::jobs_of(count);
        if (jobs == 1 || workers_.is_single() || !threads_are_free())
            return looks_at_alone(from, count);
        budget_.check();
        std::array<Observation, StateWorkers::blocks_in_round> seen;
        workers_.divide(jobs, jobs,
                        [&](std::size_t job, std::size_t who)
                        {
                            const std::size_t first = job * block;
                            workers_.states(who).look_at(from + first,
                                                         std::min(block, count - first));
                            seen[job] = look_around(who, job);
                        });
        for (std::size_t job = 0; job < jobs; ++job)
        {
            if (decides(seen[job], from + job * block))
                return true;
        }
        add(jobs);
        next_ = from + count;
        budget_.at_states(set_.size(), since_);
        look_at_limits();
        return false;
    }

    /// The same by one thread, which adds at once what follows from a block.
    bool looks_at_alone(std::size_t from, std::size_t count)
    {
        for (std::size_t first = 0; first < count; first += block)
        {
            budget_.check();
            workers_.states(0).look_at(from + first, std::min(block, count - first));
            const Observation seen = what_is_seen(workers_.states(0));
            // Before a trace to a stuck state makes this thread look at others.
            if (seen.shows_all())
                workers_.find_successors(0);
            if (decides(seen, from + first))
                return true;
            set_.add_all(workers_.successors(0),
                         [&](StateSet::Index to)
                         {
                             comes_back_ = comes_back_ || to < next_layer_;
                             if (!counts_)
                                 return;
                             incoming_.resize(set_.size());
                             ++incoming_[to];
                         });
            next_ = from + std::min(first + block, count);
        }
        budget_.at_states(set_.size(), since_);
        look_at_limits();
        return false;
    }

    Observation what_is_seen(const StateBlock& states) const
    {
        return {states.first(system_.undetermined),
                states.first(system_.bad),
                states.first(system_.stuck),
                states.first(system_.premise),
                states.count(),
                states.without(system_.possible)};
    }

    /// What is seen at the states that this thread looks at; their successors go to the batch of
    /// the job.
    Observation look_around(std::size_t who, std::size_t job)
    {
        budget_.check();
        const Observation seen = what_is_seen(workers_.states(who));
        if (seen.shows_all())
            workers_.follow(who, job);
        return seen;
    }

    bool decides(const Observation& seen, std::size_t from)
    {
        if (seen.undetermined)
        {
            reached_.is_determined = false;
            reached_.undetermined_at = system_.unpacked(set_[from + *seen.undetermined]);
            return true;
        }
        if (seen.bad)
        {
            const std::size_t at = from + *seen.bad;
            Trace trace = trace_to(at);
            workers_.states(0).look_at(at, 1);
            for (const StateWorkers::Move& move : system_.moves())
            {
                if (!trace.move && workers_.states(0).first(move.bad))
                    trace.move = move.action;
            }
            reached_.bad = std::move(trace);
            return true;
        }
        if (seen.premise && !reached_.premise_seen && options_.keeps_premise)
            reached_.premise = trace_to(from + *seen.premise);
        reached_.premise_seen = reached_.premise_seen || seen.premise;
        if (seen.stuck && !reached_.stuck)
            reached_.stuck = trace_to(from + *seen.stuck);
        impossible_ += seen.impossible;
        expanded_ += seen.moves.states;
        moves_taken_ += seen.moves.moves;
        return false;
    }

    /// The batches of so many blocks come into the set.
    void add(std::size_t jobs)
    {
        set_.begin(workers_.batches(jobs));
        workers_.divide(StateSet::tables, jobs,
                        [&](std::size_t table, std::size_t) { set_.insert_batch(table); });
        set_.reserve_indices();
        workers_.divide(jobs, jobs, [&](std::size_t job, std::size_t) { set_.commit(job); });
        set_.publish();
        if (!counts_ && (!options_.order || comes_back_))
            return;
        if (counts_)
            incoming_.resize(set_.size());
        std::array<StateSet::Index, StateSet::tables> first{};
        workers_.divide(StateSet::tables, jobs,
                        [&](std::size_t table, std::size_t)
                        {
                            first[table] = StateSet::none;
                            for (std::size_t job = 0; job < jobs; ++job)
                            {
                                const StateSet::Batch& batch = workers_.batch(job);
                                for (std::size_t i = batch.begin[table]; i < batch.begin[table + 1];
                                     ++i)
                                {
                                    const StateSet::Index to = set_.number(job, i);
                                    first[table] = std::min(first[table], to);
                                    if (counts_)
                                        ++incoming_[to];
                                }
                            }
                        });
        comes_back_ = comes_back_ || std::ranges::min(first) < next_layer_;
    }

    void look_at_limits() const
    {
        if (set_.size() > limits_.states)
            throw Interrupted{"there are more states than are gone through here"};
        if (bytes() >> 20 > limits_.memory)
            throw Interrupted{"the states take too much memory", Cause::Memory};
    }

    std::size_t bytes() const
    {
        return set_.bytes() +
               (incoming_.capacity() + depths_.capacity()) * sizeof(StateSet::Index) +
               workers_.bytes() + (ahead_ ? ahead_->bytes() : 0);
    }

    /// A play to a state: back through the layers, each of which is gone through again.
    Trace trace_to(std::size_t to)
    {
        std::size_t layer = 0;
        while (layer + 1 < layers_.size() && layers_[layer + 1] <= to)
            ++layer;
        Trace trace;
        for (; layer > 0; --layer)
        {
            std::optional<StateWorkers::IndexedMove> back;
            for (std::size_t from = layers_[layer - 1]; from < layers_[layer] && !back;
                 from += in_round)
                back = first_move_to(to, from, std::min(in_round, layers_[layer] - from));
            if (!back)
                throw std::logic_error("a state reached has no predecessor");
            trace.play.push_back(back->action);
            to = back->state;
        }
        std::ranges::reverse(trace.play);
        trace.start = system_.unpacked(set_[to]);
        return trace;
    }

    /// The first move to a state from a round of states, by the blocks of these.
    std::optional<StateWorkers::IndexedMove> first_move_to(std::size_t to, std::size_t from,
                                                           std::size_t count)
    {
        const std::size_t jobs = StateWorkers::jobs_of(count);
        std::array<std::optional<StateWorkers::IndexedMove>, StateWorkers::blocks_in_round> moves;
        workers_.divide(jobs, jobs,
                        [&](std::size_t job, std::size_t who)
                        {
                            budget_.check();
                            const std::size_t first = from + job * block;
                            StateBlock& states = workers_.states(who);
                            states.look_at(first, std::min(block, from + count - first));
                            const std::size_t words = system_.words();
                            std::vector<StateSet::Word> written(64 * words);
                            std::size_t next = 0;
                            states.for_each_successor(
                                [&] { return &written[next++ % 64 * words]; },
                                [&](std::size_t position, const StateWorkers::Move& move,
                                    const StateSet::Word* state)
                                {
                                    if (!moves[job] &&
                                        std::ranges::equal(std::span(state, words), set_[to]))
                                        moves[job] = {move.action, first + position};
                                });
                        });
        const auto found =
            std::ranges::find_if(moves, [](const auto& move) { return move.has_value(); });
        return found == moves.end() ? std::nullopt : *found;
    }

    std::optional<Trace> endless_trace()
    {
        if (!cycles_)
            cycles_ = std::make_unique<CycleSearch>(set_, workers_, incoming_);
        const std::optional<StateCycle> cycle = cycles_->run(budget_);
        depths_ = cycles_->take_depths();
        if (!cycle)
            return std::nullopt;
        Trace trace = trace_to(cycle->state);
        trace.loop = static_cast<unsigned>(trace.play.size());
        trace.play.insert(trace.play.end(), cycle->moves.begin(), cycle->moves.end());
        return trace;
    }

    const ExplicitSearchOptions options_;
    EnumerationLimits limits_; // of this call of `run`
    Budget budget_;            // of this call
    CompiledSystem system_;
    StateSet set_;
    std::unique_ptr<LookAheadValues> ahead_; // may be null
    StateWorkers workers_;
    Reachability reached_;
    std::size_t next_ = 0;            // the states before this one were looked at
    std::vector<std::size_t> layers_; // where each begins
    std::size_t next_layer_ = 0;      // where it begins
    bool comes_back_ = false;         // some move leads to a state of the same layer, or one before
    const bool counts_;               // the moves that lead to each state
    std::vector<StateSet::Index> incoming_;
    std::vector<StateSet::Index>
        depths_; // where moves are counted: how many lead to each state at most
    std::unique_ptr<CycleSearch> cycles_; // once all states were reached
    std::size_t expanded_ = 0, impossible_ = 0;
    std::uint64_t moves_taken_ = 0;
    Budget::Clock::time_point since_;
};

namespace
{

/// Shows the number of states to observers of the budget, for as long as it lives.
class StatesShown
{
public:
    explicit StatesShown(const Budget& budget) : budget_(budget) {}
    ~StatesShown() { budget_.at_states(0, Budget::Clock::now()); }
    StatesShown(const StatesShown&) = delete;
    StatesShown& operator=(const StatesShown&) = delete;

private:
    const Budget& budget_;
};

/// "1001 states, 1000 moves and 1000 plies".
std::string extent(const EnumerationStatistics& statistics)
{
    const auto counted = [](std::uint64_t count, const char* one, const char* many)
    { return fmt::format("{} {}", count, count == 1 ? one : many); };
    return fmt::format("{}, {} and {}", count_of_states(static_cast<double>(statistics.states)),
                       counted(statistics.moves, "move", "moves"),
                       counted(statistics.plies, "ply", "plies"));
}

} // namespace

ExplicitSearch::ExplicitSearch(TransitionSystem system,
                               const std::vector<std::vector<bool>>& starts,
                               ExplicitSearchOptions options)
    : system_(std::move(system)),
      search_(std::make_unique<BreadthFirstSearch>(system_, starts, std::move(options)))
{
}

ExplicitSearch::~ExplicitSearch() = default;

const TransitionSystem& ExplicitSearch::system() const
{
    return system_;
}

EnumerationStatistics ExplicitSearch::statistics() const
{
    return search_->statistics();
}

const StateSet& ExplicitSearch::states() const
{
    return search_->states();
}

double ExplicitSearch::expected_states() const
{
    return search_->expected_states();
}

Reachability ExplicitSearch::run(const EnumerationLimits& limits, const Budget& budget)
{
    budget.at_phase("while all states were gone through");
    const auto so_far = [&](Interrupted why)
    {
        why.where += ", at " + extent(statistics());
        return why;
    };
    const StatesShown shown(budget);
    try
    {
        Reachability reached = search_->run(limits, budget);
        if (reached.is_determined && !reached.bad && !reached.endless)
            reached.diagrams = search_->as_diagrams();
        if (reached.diagrams)
        {
            for (const std::uint32_t bit : search_->order())
                reached.diagrams->atoms.push_back(system_.bits[bit].atom);
        }
        return reached;
    }
    catch (const Interrupted& interrupted)
    {
        throw so_far(interrupted);
    }
    catch (const std::bad_alloc&)
    {
        throw so_far({"no more memory", Cause::Memory});
    }
}

Reachability reach_by_enumeration(const TransitionSystem& system,
                                  const std::vector<std::vector<bool>>& starts, bool must_end,
                                  const EnumerationLimits& limits, const Budget& budget,
                                  EnumerationStatistics* statistics,
                                  std::optional<std::span<const std::uint32_t>> order)
{
    ExplicitSearchOptions options;
    options.must_end = must_end;
    if (order)
        options.order.emplace(order->begin(), order->end());
    ExplicitSearch search(system, starts, std::move(options));
    Reachability reached = search.run(limits, budget);
    if (statistics != nullptr)
        *statistics = search.statistics();
    return reached;
}

} // namespace sgl
