#include "prover/enumeration.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl
{

namespace
{

class Enumeration
{
public:
    Enumeration(Theory& theory, const Question& question, std::size_t limit, const Budget& budget)
        : game_(theory.game()), question_(question), limit_(limit), budget_(budget),
          model_(theory.store(), theory.playable_game()), evaluator_(model_)
    {
        for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
            allowed_.push_back(
                allowed_move(theory.store(), game_.frame, question.profile, Action{a}));
    }

    std::optional<Exploration> run()
    {
        budget_.at_phase("while all states were gone through");
        if (!model_.determines({Kind::Terminal, 0}) || !start())
            return std::nullopt;
        for (std::size_t i = 0; i < states_.size(); ++i)
        {
            budget_.check();
            if (states_.size() > limit_ || !visit(states_[i]))
                return std::nullopt;
        }
        if (question_.must_end && !every_play_ends())
            return std::nullopt;
        found_.any_initial = true;
        found_.verdict =
            Proved{"enumeration", fmt::format("{} {} reached", states_.size(),
                                              states_.size() == 1 ? "state is" : "states are")};
        return std::move(found_);
    }

private:
    bool start()
    {
        for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
        {
            if (!model_.determines({Kind::Legal, a}))
                return false;
        }
        const Listing initial = model_.initial_states(limit_);
        for (State w : initial.states)
            add(w);
        return initial.complete && !states_.empty();
    }

    void add(State w)
    {
        if (successors_.size() <= w.index)
        {
            successors_.resize(w.index + 1);
            seen_.resize(w.index + 1);
        }
        if (!seen_[w.index])
        {
            seen_[w.index] = true;
            states_.push_back(w);
        }
    }

    /// False when the state is bad, or no state of Σ, or something about it is not determined.
    bool visit(State w)
    {
        if (model_.broken_axiom(w))
            return false;
        if (!question_.at_moves && !look_at(w, Action{0}))
            return false;
        if (question_.stuck && evaluator_.holds(question_.stuck, w, Action{0}))
            return false; // unrolling shows how
        if (model_.terminal(w))
            return true;
        for (std::uint32_t index = 0; index < game_.frame.action_count(); ++index)
        {
            const Action a{index};
            budget_.check();
            if (!model_.legal(w, a) || !evaluator_.holds(allowed_[index], w, a))
                continue;
            if (question_.at_moves && !look_at(w, a))
                return false;
            for (std::uint32_t p = 0; p < game_.frame.fluent_count(); ++p)
            {
                if (!model_.determines(Fluent{p}, w, a))
                    return false;
            }
            const State next = model_.after(w, a);
            add(next);
            successors_[w.index].push_back(next);
        }
        return true;
    }

    bool look_at(State w, Action a)
    {
        if (question_.bad && evaluator_.holds(question_.bad, w, a))
            return false;
        if (question_.premise && !found_.premise_seen)
            found_.premise_seen = evaluator_.holds(question_.premise, w, a);
        return true;
    }

    /// No play comes back to a state: states are taken away once all that precede them are.
    bool every_play_ends() const
    {
        std::vector<std::size_t> incoming(seen_.size());
        for (State w : states_)
        {
            for (State next : successors_[w.index])
                ++incoming[next.index];
        }
        std::vector<State> free;
        for (State w : states_)
        {
            if (incoming[w.index] == 0)
                free.push_back(w);
        }
        std::size_t taken = 0;
        while (!free.empty())
        {
            const State w = free.back();
            free.pop_back();
            ++taken;
            for (State next : successors_[w.index])
            {
                if (--incoming[next.index] == 0)
                    free.push_back(next);
            }
        }
        return taken == states_.size();
    }

    const Game& game_;
    const Question& question_;
    std::size_t limit_;
    const Budget& budget_;
    GameModel model_;
    Evaluator evaluator_;
    std::vector<Formula> allowed_; // by action
    std::vector<State> states_;    // reached, in order
    std::vector<bool> seen_;
    std::vector<std::vector<State>> successors_;
    Exploration found_;
};

} // namespace

std::optional<Exploration> enumerate(Theory& theory, const Question& question, std::size_t limit,
                                     const Budget& budget)
{
    return Enumeration(theory, question, limit, budget).run();
}

} // namespace sgl
