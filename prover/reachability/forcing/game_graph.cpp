#include "prover/reachability/forcing/game_graph.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace sgl
{

/// States are numbered as they are reached; `out_[i]` to `out_[i + 1]` are the moves from state i.
class GameGraph::Graph
{
    using Index = StateSet::Index;
    using Word = StateSet::Word;

public:
    Graph(Theory& theory, const std::vector<Formula>& goals, const GraphLimits& limits,
          const Budget& budget)
        : limits_(limits), game_(theory, goals, budget), set_(game_.set()), goals_(goals.size())
    {
    }

    /// False where open values matter.
    bool build(const Budget& budget)
    {
        budget.at_phase("while all states were gone through");
        StateBlock block(game_.compiled(), set_);
        while (terminal_.size() < set_.size())
        {
            budget.check();
            look_at_limits();
            if (!look_at(block))
                return false;
        }
        order(budget);
        return true;
    }

    std::size_t states() const { return set_.size(); }
    std::optional<std::size_t> longest_play() const { return longest_; }

    Forced force(const std::vector<Agent>& coalition, std::size_t goal, const Budget& budget) const
    {
        const std::vector<bool> side = game_.side_of(coalition);
        const std::vector<Index> ranks = ranks_of(side, goals_[goal], budget);
        Forced found;
        std::vector<Index> from;
        for (Index i = 0; i < game_.starts(); ++i)
        {
            if (ranks[i] == none)
            {
                from = {i};
                break;
            }
            from.push_back(i);
        }
        found.is_forced = from.empty() || ranks[from.back()] != none;
        if (!found.is_forced)
        {
            found.start = game_.values_of(from.back());
            add_play(found, from.back(), side, ranks);
        }
        found.by = policy(side, ranks, from, found.is_forced, budget);
        return found;
    }

private:
    static constexpr Index none = StateSet::none; // a rank: not forced

    void look_at_limits() const
    {
        if (set_.size() > limits_.states)
            throw Interrupted{"there are more states than are gone through here"};
        const std::size_t bytes = set_.bytes() + to_.capacity() * sizeof(Index) +
                                  by_.capacity() * sizeof(std::uint16_t) +
                                  set_.size() * (sizeof(std::size_t) + 4 * sizeof(Index));
        if (bytes > limits_.bytes)
            throw Interrupted{"the states and moves take too much memory", Cause::Memory};
    }

    /// The next states, up to a block of them, and the moves from there.
    bool look_at(StateBlock& block)
    {
        const std::size_t first = terminal_.size();
        const std::size_t count = std::min(StateBlock::most, set_.size() - first);
        block.look_at(first, count);
        if (game_.is_open(block))
            return false;
        for (std::size_t i = 0; i < count; ++i)
        {
            const bool ends = block.is_true(game_.terminal(), i);
            terminal_.push_back(ends);
            for (std::size_t goal = 0; goal < goals_.size(); ++goal)
                goals_[goal].push_back(ends && block.is_true(game_.goal(goal), i));
        }
        words_.clear();
        moves_.clear();
        const std::size_t words = set_.words();
        std::vector<Word> written(64 * words);
        std::size_t next = 0;
        block.for_each_successor(
            [&] { return &written[next++ % 64 * words]; },
            [&](std::size_t position, const CompiledSystem::Move& move, const Word* state)
            {
                words_.insert(words_.end(), state, state + words);
                moves_.push_back({static_cast<std::uint32_t>(position), move.action.index, 0});
            });
        std::size_t at = 0;
        set_.add_all(words_, [&](Index to) { moves_[at++].to = to; });
        std::ranges::stable_sort(moves_, {}, &Move::position);
        at = 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            for (; at < moves_.size() && moves_[at].position == i; ++at)
            {
                to_.push_back(moves_[at].to);
                by_.push_back(static_cast<std::uint16_t>(moves_[at].action));
            }
            out_.push_back(to_.size());
        }
        return true;
    }

    /// An order of the states in which moves lead to later states only, if there is one; and then
    /// the length of the longest play.
    void order(const Budget& budget)
    {
        std::vector<Index> incoming(set_.size()), depth(set_.size());
        for (const Index to : to_)
            ++incoming[to];
        order_.reserve(set_.size());
        for (Index i = 0; i < set_.size(); ++i)
        {
            if (incoming[i] == 0)
                order_.push_back(i);
        }
        Index longest = 0;
        for (std::size_t i = 0; i < order_.size(); ++i)
        {
            if (i % often == 0)
                budget.check();
            const Index from = order_[i];
            longest = std::max(longest, depth[from]);
            for (std::size_t e = out_[from]; e < out_[from + 1]; ++e)
            {
                depth[to_[e]] = std::max(depth[to_[e]], depth[from] + 1);
                if (--incoming[to_[e]] == 0)
                    order_.push_back(to_[e]);
            }
        }
        if (order_.size() == set_.size())
        {
            longest_ = longest;
            return;
        }
        for (Index i = 0; i < set_.size(); ++i)
        {
            if (incoming[i] != 0)
                order_.push_back(i);
        }
    }

    /// The rank of each state from which the side forces the goal: 0 at the end, else more than
    /// those of the states that the moves to be made, or to be expected, lead to.
    std::vector<Index> ranks_of(const std::vector<bool>& side, const std::vector<bool>& goal,
                                const Budget& budget) const
    {
        std::vector<Index> ranks(set_.size(), none);
        for (bool changes = true; std::exchange(changes, false);)
        {
            for (std::size_t at = order_.size(); at-- > 0;)
            {
                if (at % often == 0)
                    budget.check();
                const Index i = order_[at];
                if (ranks[i] == none && (ranks[i] = rank(i, side, goal, ranks)) != none)
                    changes = !longest_;
            }
        }
        return ranks;
    }

    Index rank(Index i, const std::vector<bool>& side, const std::vector<bool>& goal,
               const std::vector<Index>& ranks) const
    {
        if (terminal_[i])
            return goal[i] ? 0 : none;
        Index best = none, worst = 0;
        bool others_move = false;
        for (std::size_t e = out_[i]; e < out_[i + 1]; ++e)
        {
            const Index there = ranks[to_[e]];
            if (side[by_[e]])
                best = std::min(best, there);
            else if (there == none)
                return none;
            else
            {
                others_move = true;
                worst = std::max(worst, there);
            }
        }
        if (others_move)
            return worst + 1;
        return best == none ? none : best + 1;
    }

    /// The states that plays reach from these, where the side that wins makes the moves found.
    SidePolicy policy(const std::vector<bool>& side, const std::vector<Index>& ranks,
                      std::vector<Index> from, bool is_forced, const Budget& budget) const
    {
        SidePolicy found = game_.policy_of(side, is_forced);
        const std::vector<std::uint32_t> number = GameStates::numbers_of_moves(side, is_forced);
        std::vector<bool> seen(set_.size());
        for (const Index i : from)
            seen[i] = true;
        const auto go_to = [&](Index to)
        {
            if (!seen[to])
                from.push_back(to);
            seen[to] = true;
        };
        for (std::size_t at = 0; at < from.size(); ++at)
        {
            if (at % often == 0)
                budget.check();
            const Index i = from[at];
            game_.append(found.states, i);
            if (is_forced)
                found.states.ranks.push_back(ranks[i]);
            const std::optional<std::size_t> move =
                terminal_[i] ? std::nullopt : move_at(i, side, ranks, is_forced);
            if (move)
            {
                game_.append(found.policy, i);
                found.policy.chosen.push_back(number[by_[*move]]);
                go_to(to_[*move]);
            }
            for (std::size_t e = out_[i]; e < out_[i + 1]; ++e)
            {
                // Where the others prevent the goal by a move of theirs, this one is made.
                if (side[by_[e]] != is_forced && (is_forced || !move))
                    go_to(to_[e]);
            }
        }
        sort_states(found.policy);
        sort_states(found.states);
        return found;
    }

    /// The move that the side that wins makes in a state, if it makes one.
    std::optional<std::size_t> move_at(Index i, const std::vector<bool>& side,
                                       const std::vector<Index>& ranks, bool is_forced) const
    {
        std::optional<std::size_t> best;
        bool others_move = false;
        for (std::size_t e = out_[i]; e < out_[i + 1]; ++e)
        {
            const Index there = ranks[to_[e]];
            others_move = others_move || !side[by_[e]];
            if (side[by_[e]] != is_forced)
                continue;
            if (is_forced ? there != none && (!best || there < ranks[to_[*best]])
                          : there == none && !best)
                best = e;
        }
        return is_forced && others_move ? std::nullopt : best;
    }

    /// A play in which the goal is prevented, to its end or to where a state comes back.
    void add_play(Forced& found, Index from, const std::vector<bool>& side,
                  const std::vector<Index>& ranks) const
    {
        std::unordered_map<Index, std::size_t> seen; // the number of the state in the play
        while (!terminal_[from] && out_[from] < out_[from + 1] &&
               seen.emplace(from, found.play.size()).second)
        {
            const std::size_t move = move_at(from, side, ranks, false).value_or(out_[from]);
            found.play.push_back(Action{by_[move]});
            from = to_[move];
        }
        if (const auto before = seen.find(from); before != seen.end())
            found.loop = before->second;
    }

    static constexpr std::size_t often = 1 << 14;
    struct Move
    {
        std::uint32_t position, action;
        Index to;
    };

    const GraphLimits limits_;
    GameStates game_;
    StateSet& set_;
    std::vector<bool> terminal_;
    std::vector<std::vector<bool>> goals_; // by goal, by state
    std::vector<std::size_t> out_{0};
    std::vector<Index> to_;
    std::vector<std::uint16_t> by_; // actions
    std::vector<Index> order_;
    std::optional<std::size_t> longest_;
    std::vector<Word> words_; // of a block's successors
    std::vector<Move> moves_;
};

std::optional<GameGraph> GameGraph::of(Theory& theory, const std::vector<Formula>& goals,
                                       const GraphLimits& limits, const Budget& budget)
{
    auto graph = std::make_unique<Graph>(theory, goals, limits, budget);
    if (!graph->build(budget))
        return std::nullopt;
    return GameGraph(std::move(graph));
}

GameGraph::GameGraph(std::unique_ptr<const Graph> graph) : graph_(std::move(graph)) {}
GameGraph::GameGraph(GameGraph&&) noexcept = default;
GameGraph::~GameGraph() = default;

std::size_t GameGraph::states() const
{
    return graph_->states();
}

std::optional<std::size_t> GameGraph::longest_play() const
{
    return graph_->longest_play();
}

Forced GameGraph::force(const std::vector<Agent>& coalition, std::size_t goal,
                        const Budget& budget) const
{
    return graph_->force(coalition, goal, budget);
}

} // namespace sgl
