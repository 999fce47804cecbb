#include "prover/enumeration.hpp"

#include "prover/circuit.hpp"
#include "prover/state_set.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <new>

namespace sgl
{

namespace
{

using Word = StateSet::Word;
using Index = StateSet::Index;
using Gate = Circuit::Gate;

constexpr std::size_t groups = 4;          // words of a slice
constexpr std::size_t block = 64 * groups; // states looked at together

/// One bit, or one gate, of each state of a block.
using Slice = std::array<Word, groups>;

/// Row i's bit k becomes row k's bit i.
void transpose(std::array<Word, 64>& rows)
{
    Word mask = 0x00000000FFFFFFFFU;
    for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width)
    {
        for (unsigned k = 0; k < 64; k = (k + width + 1) & ~width)
        {
            const Word swapped = ((rows[k] >> width) ^ rows[k + width]) & mask;
            rows[k] ^= swapped << width;
            rows[k + width] ^= swapped;
        }
    }
}

class Search
{
public:
    Search(const TransitionSystem& system, const EnumerationLimits& limits, const Budget& budget)
        : system_(system), limits_(limits), budget_(budget), circuit_(system.bits),
          set_(std::max<std::size_t>(1, (system.bits.size() + 63) / 64))
    {
        const auto add = [&](Formula f) { return f ? circuit_.add(f) : no_gate; };
        undetermined_ = circuit_.add(system.undetermined);
        bad_ = add(system.bad);
        premise_ = add(system.premise);
        stuck_ = add(system.stuck);
        for (const TransitionSystem::Move& move : system.moves)
            moves_.push_back(made(move));
        values_.resize(circuit_.size());
        bits_.resize(set_.words() * 64);
        rows_.resize(set_.words());
        state_.resize(set_.words());
    }

    Reached run(const std::vector<std::vector<bool>>& starts, bool must_end)
    {
        Reached reached;
        reached.any_initial = !starts.empty();
        for (const std::vector<bool>& start : starts)
            set_.add(packed(start));
        counts_ = must_end;
        if (must_end)
            incoming_.resize(set_.size());
        for (std::size_t from = 0; from < set_.size();)
        {
            layers_.push_back(from);
            const std::size_t end = set_.size();
            for (; from < end; from += block)
            {
                if (looks_at(from, std::min(block, end - from), reached))
                    return reached;
            }
            from = end;
        }
        reached.states = count_of_states(static_cast<double>(set_.size()));
        if (must_end)
            reached.endless = endless_trail();
        return reached;
    }

    EnumerationStatistics statistics() const
    {
        return {set_.size(), expanded_, moves_taken_, bytes()};
    }

private:
    static constexpr Gate no_gate = ~Gate{0};

    struct Change
    {
        std::uint32_t word;
        Word bit;
        Gate value;
    };
    struct MoveGates
    {
        Gate allowed, bad;
        std::vector<Word> clear, set; // bits that always become so
        std::vector<Change> others;   // bits that become what a gate says
        Action action;
    };

    MoveGates made(const TransitionSystem::Move& move)
    {
        MoveGates gates{circuit_.add(move.allowed),
                        move.bad ? circuit_.add(move.bad) : no_gate,
                        std::vector<Word>(set_.words()),
                        std::vector<Word>(set_.words()),
                        {},
                        move.action};
        for (const TransitionSystem::Change& change : move.changes)
        {
            const std::uint32_t word = change.bit / 64;
            const Word bit = Word{1} << (change.bit % 64);
            gates.clear[word] |= bit;
            if (change.value.is(Kind::True))
                gates.set[word] |= bit;
            else if (!change.value.is(Kind::False))
                gates.others.push_back({word, bit, circuit_.add(change.value)});
        }
        return gates;
    }

    std::vector<Word> packed(const std::vector<bool>& bits) const
    {
        std::vector<Word> state(set_.words());
        for (std::size_t bit = 0; bit < bits.size(); ++bit)
            state[bit / 64] |= Word{bits[bit]} << (bit % 64);
        return state;
    }

    std::vector<bool> unpacked(std::size_t index) const
    {
        std::vector<bool> bits(system_.bits.size());
        for (std::size_t bit = 0; bit < bits.size(); ++bit)
            bits[bit] = (set_[index][bit / 64] >> (bit % 64) & 1) != 0;
        return bits;
    }

    /// Every gate at these states, by their positions.
    template <typename Indices>
    void evaluate(const Indices& index_of, std::size_t count)
    {
        for (std::size_t word = 0; word < set_.words(); ++word)
        {
            for (std::size_t group = 0; group < groups; ++group)
            {
                std::array<Word, 64> rows{};
                for (std::size_t i = group * 64; i < std::min(count, group * 64 + 64); ++i)
                    rows[i % 64] = rows_[word][i] = set_[index_of(i)][word];
                transpose(rows);
                for (std::size_t bit = 0; bit < 64; ++bit)
                    bits_[word * 64 + bit][group] = rows[bit];
            }
        }
        for (std::size_t group = 0; group < groups; ++group)
        {
            const std::size_t first = group * 64;
            present_[group] = count >= first + 64 ? ~Word{0}
                              : count > first     ? (Word{1} << (count - first)) - 1
                                                  : 0;
        }
        for (Gate gate = 0; gate < circuit_.size(); ++gate)
            evaluate(gate);
    }

    void evaluate(Gate gate)
    {
        Slice& result = values_[gate];
        const std::span<const Gate> operands = circuit_.operands(gate);
        const auto of = [&](std::size_t i) -> const Slice& { return values_[operands[i]]; };
        const auto join = [&](auto operation)
        {
            const Slice &a = of(0), &b = of(1);
            for (std::size_t i = 0; i < groups; ++i)
                result[i] = operation(a[i], b[i]);
        };
        switch (circuit_.kind(gate))
        {
        case Kind::True: result.fill(~Word{0}); break;
        case Kind::False: result.fill(0); break;
        case Kind::Fluent: result = bits_[circuit_.bit(gate)]; break;
        case Kind::Not:
            for (std::size_t i = 0; i < groups; ++i)
                result[i] = ~of(0)[i];
            break;
        case Kind::And: join([](Word a, Word b) { return a & b; }); break;
        case Kind::Or: join([](Word a, Word b) { return a | b; }); break;
        default: join([](Word a, Word b) { return ~(a ^ b); }); break;
        }
    }

    /// The first state of the block at which the gate is true.
    std::optional<std::size_t> first(Gate gate) const
    {
        for (std::size_t group = 0; gate != no_gate && group < groups; ++group)
        {
            if (const Word mask = values_[gate][group] & present_[group]; mask != 0)
                return group * 64 + static_cast<std::size_t>(std::countr_zero(mask));
        }
        return std::nullopt;
    }

    /// What there is to see at a block of states, and where they lead; true when that decides it.
    bool looks_at(std::size_t from, std::size_t count, Reached& reached)
    {
        budget_.check();
        evaluate([from](std::size_t i) { return from + i; }, count);
        if (first(undetermined_))
        {
            reached.is_determined = false;
            return true;
        }
        if (const auto at = first(bad_))
        {
            Trail trail = trail_to(from + *at);
            evaluate([&](std::size_t) { return from + *at; }, 1);
            for (const MoveGates& move : moves_)
            {
                if (!trail.move && first(move.bad).has_value())
                    trail.move = move.action;
            }
            reached.bad = std::move(trail);
            return true;
        }
        reached.premise_seen = reached.premise_seen || first(premise_).has_value();
        if (const auto at = reached.stuck ? std::nullopt : first(stuck_))
        {
            reached.stuck = trail_to(from + *at);
            evaluate([from](std::size_t i) { return from + i; }, count);
        }
        Slice moving{};
        for_each_successor(
            [&](std::size_t lane, std::span<const Word> state, const MoveGates&)
            {
                moving[lane / 64] |= Word{1} << (lane % 64);
                later(state);
            });
        add_waiting();
        for (const Word word : moving)
            expanded_ += static_cast<std::size_t>(std::popcount(word));
        look_at_limits();
        return false;
    }

    void look_at_limits() const
    {
        if (set_.size() > limits_.states)
            throw Interrupted{"there are more states than are gone through here"};
        if (bytes() >> 20 > limits_.memory)
            throw Interrupted{"the states take too much memory"};
    }

    std::size_t bytes() const { return set_.bytes() + incoming_.capacity() * sizeof(Index); }

    /// Of the block last evaluated: visit(lane, successor, move).
    template <typename Visit>
    void for_each_successor(const Visit& visit)
    {
        std::vector<Word>& state = state_;
        std::vector<Word>& on = on_;
        std::vector<const Change*> vary;
        for (const MoveGates& move : moves_)
        {
            for (std::size_t group = 0; group < groups; ++group)
            {
                Word mask = values_[move.allowed][group] & present_[group];
                if (mask == 0)
                    continue;
                // Most values are the same in all of these states.
                on = move.set;
                vary.clear();
                for (const Change& change : move.others)
                {
                    const Word value = values_[change.value][group] & mask;
                    if (value == mask)
                        on[change.word] |= change.bit;
                    else if (value != 0)
                        vary.push_back(&change);
                }
                for (; mask != 0; mask &= mask - 1)
                {
                    const auto i = static_cast<std::size_t>(std::countr_zero(mask));
                    const std::size_t lane = group * 64 + i;
                    for (std::size_t word = 0; word < state.size(); ++word)
                        state[word] = (rows_[word][lane] & ~move.clear[word]) | on[word];
                    for (const Change* change : vary)
                    {
                        if ((values_[change->value][group] >> i & 1) != 0)
                            state[change->word] |= change->bit;
                    }
                    visit(lane, state, move);
                }
            }
        }
    }

    /// A successor to be added with others, when the places it goes to are in the cache.
    void later(std::span<const Word> state)
    {
        const Word hash = StateSet::hash(state);
        set_.prefetch(hash);
        waiting_.insert(waiting_.end(), state.begin(), state.end());
        hashes_.push_back(hash);
        if (hashes_.size() == 64)
            add_waiting();
    }

    void add_waiting()
    {
        for (const Word hash : hashes_)
            set_.prefetch_state(hash);
        const std::size_t words = set_.words();
        for (std::size_t i = 0; i < hashes_.size(); ++i)
        {
            const Index index = set_.add(std::span(waiting_).subspan(i * words, words), hashes_[i]);
            if (counts_)
            {
                incoming_.resize(set_.size());
                ++incoming_[index];
            }
        }
        moves_taken_ += hashes_.size();
        waiting_.clear();
        hashes_.clear();
    }

    /// A play to a state: back through the layers, each of which is gone through again.
    Trail trail_to(std::size_t to)
    {
        std::size_t layer = 0;
        while (layer + 1 < layers_.size() && layers_[layer + 1] <= to)
            ++layer;
        Trail trail;
        for (; layer > 0; --layer)
        {
            const std::vector<Word> target(set_[to].begin(), set_[to].end());
            bool found = false;
            for (std::size_t from = layers_[layer - 1]; from < layers_[layer] && !found;
                 from += block)
            {
                budget_.check();
                evaluate([from](std::size_t i) { return from + i; },
                         std::min(block, layers_[layer] - from));
                for_each_successor(
                    [&](std::size_t lane, std::span<const Word> state, const MoveGates& move)
                    {
                        if (found || !std::ranges::equal(state, target))
                            return;
                        found = true;
                        to = from + lane;
                        trail.play.push_back(move.action);
                    });
            }
        }
        std::ranges::reverse(trail.play);
        trail.start = unpacked(to);
        return trail;
    }

    struct Step
    {
        Action action;
        std::size_t to;
    };

    std::vector<Step> steps_from(std::size_t from)
    {
        std::vector<Step> steps;
        evaluate([from](std::size_t) { return from; }, 1);
        for_each_successor(
            [&](std::size_t, std::span<const Word> state, const MoveGates& move) {
                steps.push_back({move.action, set_.add(state)});
            });
        return steps;
    }

    /// A play that comes back to where it was. States to which no move leads from those left are
    /// taken away; if some remain, there is a circle among them.
    std::optional<Trail> endless_trail()
    {
        counts_ = false;
        std::vector<Index> free;
        for (std::size_t i = 0; i < set_.size(); ++i)
        {
            if (incoming_[i] == 0)
                free.push_back(static_cast<Index>(i));
        }
        std::size_t taken = 0;
        while (!free.empty())
        {
            budget_.check();
            const std::size_t count = std::min(block, free.size());
            const std::vector<Index> now(free.end() - static_cast<std::ptrdiff_t>(count),
                                         free.end());
            free.resize(free.size() - count);
            taken += count;
            evaluate([&](std::size_t i) { return now[i]; }, count);
            for_each_successor(
                [&](std::size_t, std::span<const Word> state, const MoveGates&)
                {
                    const Index to = set_.add(state);
                    if (--incoming_[to] == 0)
                        free.push_back(to);
                });
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

    /// Depth first; states that lead to no circle are given up for good.
    std::optional<Trail> endless_trail_from(std::size_t start)
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
            const std::size_t to = visit.steps[visit.next++].to;
            if (on_path_[to])
            {
                Trail trail = trail_to(to);
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

    const TransitionSystem& system_;
    EnumerationLimits limits_;
    const Budget& budget_;
    Circuit circuit_;
    StateSet set_;
    Gate undetermined_ = 0, bad_ = 0, premise_ = 0, stuck_ = 0;
    std::vector<MoveGates> moves_;
    std::vector<std::size_t> layers_; // where each begins
    bool counts_ = false;             // the moves that lead to each state
    std::vector<Index> incoming_;
    std::vector<bool> given_up_, on_path_;
    std::size_t expanded_ = 0;
    std::uint64_t moves_taken_ = 0;
    // The block at hand:
    std::vector<std::array<Word, block>> rows_; // by word
    std::vector<Slice> bits_, values_;
    Slice present_{};
    std::vector<Word> state_, on_; // of one successor
    // Successors on their way into the set:
    std::vector<Word> waiting_, hashes_;
};

} // namespace

Reached reach_by_enumeration(const TransitionSystem& system,
                             const std::vector<std::vector<bool>>& starts, bool must_end,
                             const EnumerationLimits& limits, const Budget& budget,
                             EnumerationStatistics* statistics)
{
    budget.at_phase("while all states were gone through");
    Search search(system, limits, budget);
    const auto states = [&]
    { return count_of_states(static_cast<double>(search.statistics().states)); };
    try
    {
        Reached reached = search.run(starts, must_end);
        if (statistics != nullptr)
            *statistics = search.statistics();
        return reached;
    }
    catch (const Interrupted& interrupted)
    {
        throw Interrupted{fmt::format("{}, at {}", interrupted.why, states())};
    }
    catch (const std::bad_alloc&)
    {
        throw Interrupted{fmt::format("no more memory, at {}", states())};
    }
}

} // namespace sgl
