#include "prover/reachability/explicit_search.hpp"

#include "prover/reachability/bdd_of_states.hpp"
#include "prover/reachability/bit_parallel_states.hpp"
#include "prover/reachability/state_set.hpp"
#include "prover/resources/count_of_states.hpp"
#include "prover/resources/thread_budget.hpp"
#include "prover/resources/thread_pool.hpp"
#include "prover/transition/trace.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <fmt/format.h>
#include <new>
#include <stdexcept>
#include <utility>

namespace sgl
{

namespace
{

using Word = StateSet::Word;
using Index = StateSet::Index;
using Batch = StateSet::Batch;
using Move = CompiledSystem::Move;

constexpr std::size_t block = StateBlock::most;
constexpr std::size_t blocks_in_round = 32;
constexpr std::size_t in_round = block * blocks_in_round; // states

/// Goes through the states layer by layer, and through a layer in rounds. The blocks of a round are
/// divided among the threads there are, and so are the tables of the set when the states that
/// follow are added to it; what is seen in a round is looked at in the order of its blocks. So all
/// that is found is as if one thread had gone through the states one after the other.
class Search
{
public:
    /// With an order of the bits, the states are to be given as diagrams.
    Search(const TransitionSystem& system, const EnumerationLimits& limits, const Budget& budget,
           std::optional<std::span<const std::uint32_t>> order)
        : limits_(limits), budget_(budget), order_(order), system_(system), set_(system_.words()),
          arrivals_(blocks_in_round), successors_(1)
    {
        blocks_.emplace_back(system_, set_);
    }

    Reachability run(const std::vector<std::vector<bool>>& starts, bool must_end)
    {
        Reachability reached;
        reached.any_initial = !starts.empty();
        for (const std::vector<bool>& start : starts)
            set_.add(system_.packed(start));
        counts_ = must_end;
        if (must_end)
            incoming_.resize(set_.size());
        for (std::size_t from = 0; from < set_.size();)
        {
            budget_.at_ply(static_cast<unsigned>(layers_.size()));
            layers_.push_back(from);
            const std::size_t end = set_.size();
            next_layer_ = end;
            for (; from < end; from += in_round)
            {
                if (looks_at(from, std::min(in_round, end - from), reached))
                    return reached;
            }
            from = end;
        }
        reached.states = count_of_states(static_cast<double>(set_.size()));
        if (must_end)
            reached.endless = endless_trail();
        return reached;
    }

    /// All states that were reached, and their layers, if each has but one, or moves were counted.
    std::optional<StateDiagrams> as_diagrams()
    {
        constexpr std::size_t most = std::size_t{1} << 23;
        const std::size_t more = bytes_for_diagrams_of(set_.size(), set_.words());
        if (!order_ || set_.size() > most || (bytes() + more) >> 20 > limits_.memory)
            return std::nullopt;
        try
        {
            if (!comes_back_)
                depths_ = first_depths();
            auto found = diagrams_of(set_, *order_, depths_, budget_);
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

private:
    /// What is seen at a block of states: at which of them first.
    struct Seen
    {
        std::optional<std::size_t> undetermined, bad, stuck;
        bool premise = false;
        StateBlock::Count moves;

        /// Nothing that ends the search.
        bool shows_all() const { return !undetermined && !bad; }
    };

    /// Of so many states, a block for each job.
    static std::size_t jobs_of(std::size_t count) { return (count + block - 1) / block; }

    /// So many jobs, which are about so many blocks, by the threads that are free.
    void divide(std::size_t jobs, std::size_t blocks, const ThreadPool::Work& work)
    {
        const ThreadReservation helpers(
            static_cast<unsigned>(std::max<std::size_t>(blocks, 1) - 1));
        team_.hire(helpers.count());
        while (blocks_.size() <= team_.helpers())
            blocks_.emplace_back(system_, set_);
        successors_.resize(blocks_.size());
        team_.run(jobs, work);
    }

    /// What there is to see at a round of states, and where they lead; true when that decides it.
    bool looks_at(std::size_t from, std::size_t count, Reachability& reached)
    {
        const std::size_t jobs = jobs_of(count);
        if (jobs == 1 || !threads_are_free())
            return looks_at_alone(from, count, reached);
        budget_.check();
        std::array<Seen, blocks_in_round> seen;
        divide(jobs, jobs,
               [&](std::size_t job, std::size_t who)
               {
                   const std::size_t first = job * block;
                   blocks_[who].look_at(from + first, std::min(block, count - first));
                   seen[job] = look_around(who, arrivals_[job]);
               });
        for (std::size_t job = 0; job < jobs; ++job)
        {
            if (decides(seen[job], from + job * block, reached))
                return true;
        }
        add(jobs);
        budget_.at_states(set_.size(), since_);
        look_at_limits();
        return false;
    }

    /// The same by one thread, which adds at once what follows from a block.
    bool looks_at_alone(std::size_t from, std::size_t count, Reachability& reached)
    {
        for (std::size_t first = 0; first < count; first += block)
        {
            budget_.check();
            blocks_[0].look_at(from + first, std::min(block, count - first));
            const Seen seen = what_is_seen(blocks_[0]);
            if (seen.shows_all())
                write_successors(0);
            if (decides(seen, from + first, reached))
                return true;
            set_.add_all(successors_[0],
                         [&](Index to)
                         {
                             comes_back_ = comes_back_ || to < next_layer_;
                             if (!counts_)
                                 return;
                             incoming_.resize(set_.size());
                             ++incoming_[to];
                         });
        }
        budget_.at_states(set_.size(), since_);
        look_at_limits();
        return false;
    }

    Seen what_is_seen(const StateBlock& states) const
    {
        return {states.first(system_.undetermined), states.first(system_.bad),
                states.first(system_.stuck), states.first(system_.premise).has_value(),
                states.count()};
    }

    /// What is seen at the states that this thread looks at; their successors arrive there.
    Seen look_around(std::size_t who, Batch& there)
    {
        budget_.check();
        const Seen seen = what_is_seen(blocks_[who]);
        if (seen.shows_all())
            follow(who, there);
        return seen;
    }

    void follow(std::size_t who, Batch& there)
    {
        write_successors(who);
        there.take(successors_[who], system_.words());
    }

    /// Where the states that this thread looks at lead.
    void write_successors(std::size_t who)
    {
        std::vector<Word>& successors = successors_[who];
        successors.resize(blocks_[who].count().moves * system_.words());
        Word* next = successors.data();
        blocks_[who].for_each_successor([&] { return std::exchange(next, next + system_.words()); },
                                        [](std::size_t, const Move&) {});
    }

    bool decides(const Seen& seen, std::size_t from, Reachability& reached)
    {
        if (seen.undetermined)
        {
            reached.is_determined = false;
            return true;
        }
        if (seen.bad)
        {
            const std::size_t at = from + *seen.bad;
            Trace trail = trail_to(at);
            blocks_[0].look_at(at, 1);
            for (const Move& move : system_.moves())
            {
                if (!trail.move && blocks_[0].first(move.bad))
                    trail.move = move.action;
            }
            reached.bad = std::move(trail);
            return true;
        }
        reached.premise_seen = reached.premise_seen || seen.premise;
        if (seen.stuck && !reached.stuck)
            reached.stuck = trail_to(from + *seen.stuck);
        expanded_ += seen.moves.states;
        moves_taken_ += seen.moves.moves;
        return false;
    }

    /// What has arrived from so many blocks comes into the set.
    void add(std::size_t jobs)
    {
        set_.begin(std::span(arrivals_).first(jobs));
        divide(StateSet::tables, jobs,
               [&](std::size_t table, std::size_t) { set_.insert_batch(table); });
        set_.make_room();
        divide(jobs, jobs, [&](std::size_t job, std::size_t) { set_.settle(job); });
        set_.finish();
        if (!counts_ && (!order_ || comes_back_))
            return;
        if (counts_)
            incoming_.resize(set_.size());
        std::array<Index, StateSet::tables> first{};
        divide(StateSet::tables, jobs,
               [&](std::size_t table, std::size_t)
               {
                   first[table] = StateSet::none;
                   for (std::size_t job = 0; job < jobs; ++job)
                   {
                       const Batch& those = arrivals_[job];
                       for (std::size_t i = those.begin[table]; i < those.begin[table + 1]; ++i)
                       {
                           const Index to = set_.number(job, i);
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
        std::size_t bytes =
            set_.bytes() + (incoming_.capacity() + depths_.capacity()) * sizeof(Index);
        for (const StateBlock& each : blocks_)
            bytes += each.bytes();
        for (const std::vector<Word>& each : successors_)
            bytes += each.capacity() * sizeof(Word);
        for (const Batch& each : arrivals_)
            bytes += each.bytes();
        return bytes;
    }

    struct Step
    {
        Action action;
        std::size_t state; // from which, or to which
    };

    /// A play to a state: back through the layers, each of which is gone through again.
    Trace trail_to(std::size_t to)
    {
        std::size_t layer = 0;
        while (layer + 1 < layers_.size() && layers_[layer + 1] <= to)
            ++layer;
        Trace trail;
        for (; layer > 0; --layer)
        {
            std::optional<Step> back;
            for (std::size_t from = layers_[layer - 1]; from < layers_[layer] && !back;
                 from += in_round)
                back = first_step_to(to, from, std::min(in_round, layers_[layer] - from));
            if (!back)
                throw std::logic_error("a state reached has no predecessor");
            trail.play.push_back(back->action);
            to = back->state;
        }
        std::ranges::reverse(trail.play);
        trail.start = system_.unpacked(set_[to]);
        return trail;
    }

    /// The first move to a state from a round of states, by the blocks of these.
    std::optional<Step> first_step_to(std::size_t to, std::size_t from, std::size_t count)
    {
        const std::size_t jobs = jobs_of(count);
        std::array<std::optional<Step>, blocks_in_round> steps;
        divide(jobs, jobs,
               [&](std::size_t job, std::size_t who)
               {
                   budget_.check();
                   const std::size_t first = from + job * block;
                   StateBlock& states = blocks_[who];
                   states.look_at(first, std::min(block, from + count - first));
                   std::vector<Word> state(system_.words());
                   states.for_each_successor([&] { return state.data(); },
                                             [&](std::size_t position, const Move& move)
                                             {
                                                 if (!steps[job] &&
                                                     std::ranges::equal(state, set_[to]))
                                                     steps[job] = {move.action, first + position};
                                             });
               });
        const auto found =
            std::ranges::find_if(steps, [](const auto& step) { return step.has_value(); });
        return found == steps.end() ? std::nullopt : *found;
    }

    std::vector<Step> steps_from(std::size_t from)
    {
        std::vector<Step> steps;
        std::vector<Word> state(system_.words());
        blocks_[0].look_at(from, 1);
        blocks_[0].for_each_successor([&] { return state.data(); },
                                      [&](std::size_t, const Move& move) {
                                          steps.push_back({move.action, set_.find(state)});
                                      });
        return steps;
    }

    /// A play that comes back to where it was. States to which no move leads from those left are
    /// taken away; if some remain, there is a circle among them.
    std::optional<Trace> endless_trail()
    {
        std::vector<Index> free;
        for (std::size_t i = 0; i < set_.size(); ++i)
        {
            if (incoming_[i] == 0)
                free.push_back(static_cast<Index>(i));
        }
        depths_.resize(set_.size());
        std::size_t taken = 0;
        for (Index depth = 0; !free.empty(); ++depth)
        {
            for (const Index i : free)
                depths_[i] = depth;
            taken += free.size();
            std::vector<Index> freed;
            for (std::size_t first = 0; first < free.size(); first += in_round)
            {
                budget_.check();
                const std::size_t count = std::min(in_round, free.size() - first);
                take_away(std::span(free).subspan(first, count), freed);
            }
            free = std::move(freed);
        }
        if (taken == set_.size())
            return std::nullopt;
        for (std::size_t i = 0; i < set_.size(); ++i)
        {
            if (incoming_[i] == 0)
                continue;
            if (auto trail = endless_trail_from(i))
                return trail;
        }
        return std::nullopt; // not reached: something is on a circle
    }

    /// The states to which only these led are free now.
    void take_away(std::span<const Index> states, std::vector<Index>& free)
    {
        const std::size_t jobs = jobs_of(states.size());
        divide(jobs, jobs,
               [&](std::size_t job, std::size_t who)
               {
                   const std::size_t first = job * block;
                   blocks_[who].look_at([&](std::size_t i) { return states[first + i]; },
                                        std::min(block, states.size() - first));
                   follow(who, arrivals_[job]);
               });
        std::array<std::vector<Index>, StateSet::tables> freed;
        divide(StateSet::tables, jobs,
               [&](std::size_t table, std::size_t)
               {
                   for (const Batch& those : std::span(arrivals_).first(jobs))
                   {
                       for (std::size_t i = those.begin[table]; i < those.begin[table + 1]; ++i)
                       {
                           const Index to =
                               set_.find(&those.states[i * set_.words()], those.hashes[i]);
                           if (--incoming_[to] == 0)
                               freed[table].push_back(to);
                       }
                   }
               });
        for (const std::vector<Index>& some : freed)
            free.insert(free.end(), some.begin(), some.end());
    }

    /// By state, in which layer it is.
    std::vector<Index> first_depths() const
    {
        std::vector<Index> depths(set_.size());
        for (std::size_t layer = 1; layer < layers_.size(); ++layer)
        {
            const std::size_t next = layer + 1 < layers_.size() ? layers_[layer + 1] : set_.size();
            std::fill_n(depths.begin() + static_cast<std::ptrdiff_t>(layers_[layer]),
                        next - layers_[layer], static_cast<Index>(layer));
        }
        return depths;
    }

    /// Depth first; states that lead to no circle are given up for good.
    std::optional<Trace> endless_trail_from(std::size_t start)
    {
        struct Visit
        {
            std::size_t state;
            std::vector<Step> steps;
            std::size_t next = 0;
        };
        given_up_.resize(set_.size());
        on_path_.resize(set_.size());
        std::vector<Visit> path{{start, steps_from(start)}};
        on_path_[start] = true;
        while (!path.empty())
        {
            budget_.check();
            Visit& visit = path.back();
            if (visit.next == visit.steps.size())
            {
                on_path_[visit.state] = false;
                given_up_[visit.state] = true;
                path.pop_back();
                continue;
            }
            const std::size_t to = visit.steps[visit.next++].state;
            if (on_path_[to])
            {
                Trace trail = trail_to(to);
                trail.loop = static_cast<unsigned>(trail.play.size());
                std::size_t first = 0;
                while (path[first].state != to)
                    ++first;
                for (; first < path.size(); ++first)
                    trail.play.push_back(path[first].steps[path[first].next - 1].action);
                return trail;
            }
            if (!given_up_[to])
            {
                on_path_[to] = true;
                path.push_back({to, steps_from(to)});
            }
        }
        return std::nullopt;
    }

    EnumerationLimits limits_;
    const Budget& budget_;
    const std::optional<std::span<const std::uint32_t>> order_;
    CompiledSystem system_;
    StateSet set_;
    std::vector<std::size_t> layers_; // where each begins
    std::size_t next_layer_ = 0;      // where it begins
    bool comes_back_ = false;         // some move leads to a state of the same layer, or one before
    bool counts_ = false;             // the moves that lead to each state
    std::vector<Index> incoming_;
    std::vector<Index> depths_; // where moves are counted: how many lead to each state at most
    std::vector<bool> given_up_, on_path_;
    std::size_t expanded_ = 0;
    std::uint64_t moves_taken_ = 0;
    const Budget::Clock::time_point since_ = Budget::Clock::now();
    // Of the round at hand:
    std::vector<Batch> arrivals_;               // by block
    std::deque<StateBlock> blocks_;             // by thread
    std::vector<std::vector<Word>> successors_; // by thread
    ThreadPool team_;
};

/// While it lives, those who watch are told of states.
class Counted
{
public:
    explicit Counted(const Budget& budget) : budget_(budget) {}
    ~Counted() { budget_.at_states(0, Budget::Clock::now()); }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

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

Reachability reach_by_enumeration(const TransitionSystem& system,
                                  const std::vector<std::vector<bool>>& starts, bool must_end,
                                  const EnumerationLimits& limits, const Budget& budget,
                                  EnumerationStatistics* statistics,
                                  std::optional<std::span<const std::uint32_t>> order)
{
    budget.at_phase("while all states were gone through");
    Search search(system, limits, budget, order);
    const auto so_far = [&](Interrupted why)
    {
        why.where += ", at " + extent(search.statistics());
        return why;
    };
    const Counted counted(budget);
    try
    {
        Reachability reached = search.run(starts, must_end);
        if (statistics != nullptr)
            *statistics = search.statistics();
        if (reached.is_determined && !reached.bad && !reached.endless)
            reached.diagrams = search.as_diagrams();
        if (reached.diagrams)
        {
            for (const std::uint32_t bit : *order)
                reached.diagrams->atoms.push_back(system.bits[bit]);
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

} // namespace sgl
