#include "prover/reachability/forcing/proof_search.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace sgl
{

namespace
{

/// The policy found comes back to where it was, or a value is open.
struct NoAnswer
{
};

enum class Value : std::uint8_t
{
    Unknown,
    OnPath, // of the search; unknown
    Forced,
    Prevented,
};

class ProofSearch
{
    using Index = GameStates::Index;
    using Word = GameStates::Word;

public:
    ProofSearch(Theory& theory, const std::vector<Agent>& coalition, Formula goal,
                const SearchLimits& limits, const Budget& budget)
        : budget_(budget), limits_(limits), game_(theory, {goal}, budget), set_(game_.set()),
          side_(game_.side_of(coalition)), block_(game_.compiled(), set_), history_(side_.size()),
          written_(64 * set_.words())
    {
    }

    Searched run()
    {
        budget_.at_phase("while a policy was sought");
        Searched found;
        std::vector<Index> from;
        found.forced.is_forced = true;
        for (Index i = 0; i < game_.starts() && found.forced.is_forced; ++i)
        {
            look_at({i});
            if (value(i) == Value::Unknown)
                decide(i, 0);
            found.forced.is_forced = value(i) == Value::Forced;
            if (!found.forced.is_forced)
                from.clear();
            from.push_back(i);
        }
        found.states = set_.size();
        Forced& forced = found.forced;
        if (!forced.is_forced)
        {
            forced.start = game_.values_of(from.back());
            add_play(forced, from.back());
        }
        forced.by = policy(from, forced.is_forced);
        return found;
    }

private:
    static constexpr std::uint16_t no_move = 0xFFFF;
    static constexpr unsigned deepest = 2000; // moves

    struct Child
    {
        Index to;
        std::uint16_t by;
    };

    Value& value(Index i)
    {
        if (values_.size() < set_.size())
        {
            values_.resize(set_.size(), Value::Unknown);
            seen_.resize(set_.size());
            moves_.resize(set_.size(), no_move);
        }
        return values_[i];
    }

    void check_limits()
    {
        constexpr std::size_t often = 1 << 10;
        if (++steps_ % often != 0)
            return;
        budget_.check();
        if (set_.bytes() + set_.size() * 4 > limits_.bytes)
            throw Interrupted{"the states take too much memory", Cause::Memory};
    }

    /// Whether states end the game, and how, of those of which this is not known.
    void look_at(const std::vector<Index>& states)
    {
        unknown_.clear();
        for (const Index i : states)
        {
            if (value(i) == Value::Unknown && !seen_[i])
                unknown_.push_back(i);
        }
        for (std::size_t first = 0; first < unknown_.size(); first += StateBlock::most)
        {
            const std::size_t count = std::min(StateBlock::most, unknown_.size() - first);
            block_.look_at([&](std::size_t i) { return unknown_[first + i]; }, count);
            if (game_.is_open(block_))
                throw NoAnswer{};
            for (std::size_t i = 0; i < count; ++i)
            {
                seen_[unknown_[first + i]] = true;
                if (block_.is_true(game_.terminal(), i))
                    value(unknown_[first + i]) =
                        block_.is_true(game_.goal(0), i) ? Value::Forced : Value::Prevented;
            }
        }
    }

    /// The moves that count in a state: those of the others, where they have any.
    std::vector<Child> children(Index i, bool& of_others)
    {
        std::vector<Child> found;
        words_.clear();
        std::size_t next = 0;
        const std::size_t words = set_.words();
        block_.look_at(std::size_t{i}, 1);
        block_.for_each_successor(
            [&] { return &written_[next++ % 64 * words]; },
            [&](std::size_t, const CompiledSystem::Move& move, const Word* state)
            {
                found.push_back({0, static_cast<std::uint16_t>(move.action.index)});
                words_.insert(words_.end(), state, state + words);
            });
        of_others =
            std::ranges::any_of(found, [&](const Child& child) { return !side_[child.by]; });
        std::size_t kept = 0;
        for (std::size_t k = 0; k < found.size(); ++k)
        {
            if (of_others && side_[found[k].by])
                continue;
            found[kept] = {set_.add(std::span(words_).subspan(k * words, words)), found[k].by};
            ++kept;
        }
        found.resize(kept);
        return found;
    }

    /// Decides a state that is not terminal, and remembers the move that decided it.
    Value decide(Index i, unsigned depth)
    {
        check_limits();
        if (depth > deepest)
            throw Interrupted{"plays are too long for this search"};
        bool of_others = false;
        std::vector<Child> open = children(i, of_others);
        value(i) = Value::OnPath;
        const Value decisive = of_others ? Value::Prevented : Value::Forced;
        std::vector<Index> states;
        for (const Child& child : open)
            states.push_back(child.to);
        look_at(states);
        for (const Child& child : open)
        {
            // A side that may go back to where the play was need not let it end.
            const bool goes_back = value(child.to) == Value::OnPath;
            if (value(child.to) == decisive || (goes_back && of_others))
                return decided(i, decisive, child.by);
        }
        std::erase_if(open, [&](const Child& child) { return value(child.to) != Value::Unknown; });
        std::ranges::stable_sort(open, std::greater<>(),
                                 [&](const Child& child) { return history_[child.by]; });
        for (const Child& child : open)
        {
            // A state that was met on the way may be decided by now.
            const Value found =
                value(child.to) == Value::Unknown ? decide(child.to, depth + 1) : value(child.to);
            if (found == decisive)
                return decided(i, decisive, child.by);
        }
        return decided(i, of_others ? Value::Forced : Value::Prevented, no_move);
    }

    Value decided(Index i, Value how, std::uint16_t by)
    {
        value(i) = how;
        moves_[i] = by;
        if (by != no_move)
            ++history_[by];
        return how;
    }

    /// The states that plays reach from these, where the side that wins makes its moves.
    SidePolicy policy(const std::vector<Index>& from, bool is_forced)
    {
        SidePolicy made = game_.policy_of(side_, is_forced);
        const std::vector<std::uint32_t> number = GameStates::numbers_of_moves(side_, is_forced);
        // Depth first: a state is left once all that follow it have their ranks.
        struct Visit
        {
            Index state;
            std::vector<Index> next;
            std::size_t done = 0;
        };
        constexpr std::uint32_t not_yet = 0, on_path = 1; // else the rank + 2
        std::vector<std::uint32_t> ranks(set_.size(), not_yet);
        std::vector<Visit> path;
        std::vector<Index> order; // of the states listed
        const auto enter = [&](Index i)
        {
            check_limits();
            ranks[i] = on_path;
            order.push_back(i);
            path.push_back({i, followers(i), 0});
            game_.append(made.states, i);
            if (moves_[i] != no_move && side_[moves_[i]] == is_forced)
            {
                game_.append(made.policy, i);
                made.policy.chosen.push_back(number[moves_[i]]);
            }
        };
        for (const Index start : from)
        {
            if (ranks[start] == not_yet)
                enter(start);
            while (!path.empty())
            {
                Visit& here = path.back();
                if (here.done < here.next.size())
                {
                    const Index to = here.next[here.done++];
                    if (ranks[to] == on_path && is_forced)
                        throw NoAnswer{};
                    if (ranks[to] == not_yet)
                        enter(to);
                    continue;
                }
                std::uint32_t rank = 1;
                for (const Index to : here.next)
                    rank = std::max(rank, ranks[to]);
                ranks[here.state] = rank + 1;
                path.pop_back();
            }
        }
        if (is_forced)
        {
            for (const Index i : order)
                made.states.ranks.push_back(ranks[i] - 2);
        }
        sort_states(made.policy);
        sort_states(made.states);
        return made;
    }

    /// Where the move that decided a state leads, or else all moves that count there.
    std::vector<Index> followers(Index i)
    {
        std::vector<Index> found;
        if (is_terminal(i))
            return found;
        bool of_others = false;
        for (const Child& child : children(i, of_others))
        {
            if (moves_[i] == no_move || child.by == moves_[i])
                found.push_back(child.to);
        }
        return found;
    }

    bool is_terminal(Index i)
    {
        block_.look_at(std::size_t{i}, 1);
        return block_.is_true(game_.terminal(), 0);
    }

    void add_play(Forced& found, Index from)
    {
        std::unordered_map<Index, std::size_t> seen; // the number of the state in the play
        for (;;)
        {
            if (is_terminal(from))
                return;
            const auto [before, is_new] = seen.emplace(from, found.play.size());
            if (!is_new)
            {
                found.loop = before->second;
                return;
            }
            bool of_others = false;
            const std::vector<Child> all = children(from, of_others);
            const auto made = std::ranges::find_if(
                all, [&](const Child& child)
                { return moves_[from] == no_move || child.by == moves_[from]; });
            if (made == all.end())
                return;
            found.play.push_back(Action{made->by});
            from = made->to;
        }
    }

    const Budget& budget_;
    const SearchLimits limits_;
    GameStates game_;
    StateSet& set_;
    const std::vector<bool> side_; // by action
    StateBlock block_;
    std::vector<Value> values_;          // by state
    std::vector<bool> seen_;             // whether it is terminal was looked at
    std::vector<std::uint16_t> moves_;   // by state: the one that decided it
    std::vector<std::uint64_t> history_; // by action: how many states it decided
    std::vector<Word> written_, words_;
    std::vector<Index> unknown_;
    std::size_t steps_ = 0;
};

} // namespace

std::optional<Searched> search_forced(Theory& theory, const std::vector<Agent>& coalition,
                                      Formula goal, const SearchLimits& limits,
                                      const Budget& budget)
{
    try
    {
        return ProofSearch(theory, coalition, goal, limits, budget).run();
    }
    catch (const NoAnswer&)
    {
        return std::nullopt;
    }
}

} // namespace sgl
