#include "prover/claims/replay.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace sgl
{

struct Replay::Choices
{
    std::map<std::tuple<State, Action, Kind, std::uint32_t>, bool> values;
    std::map<std::pair<State, Action>, State> children;
};

Replay::Replay(FormulaStore& store, const Game& game, const Witness& witness, OpenValues otherwise)
    : game_(game), witness_(witness), model_(std::make_unique<GameModel>(store, game)),
      evaluator_(std::make_unique<Evaluator>(*model_)), choices_(std::make_unique<Choices>())
{
    model_->set_choice(
        [this, otherwise](State w, Action a, StateAtom atom)
        {
            const auto found = choices_->values.find({w, a, atom.kind, atom.index});
            if (found != choices_->values.end())
                return found->second;
            if (otherwise != OpenValues::Same)
                return otherwise == OpenValues::True;
            switch (atom.kind)
            {
            case Kind::Fluent: return model_->holds(Fluent{atom.index}, w);
            case Kind::Terminal: return model_->terminal(w);
            default: return model_->legal(w, Action{atom.index});
            }
        });

    path_.push_back(model_->fresh(witness.start, witness.starts_initial));
    made_.push_back(path_[0]);
    place_open_values(1);
    for (Action a : witness.play)
    {
        path_.push_back(child(path_.back(), a));
        place_open_values(1);
    }
    const std::size_t longest = witness.open.empty() ? 0 : witness.open.back().word.size();
    for (std::size_t length = 2; length <= longest; ++length)
        place_open_values(length);
    // Σ is to be true where open values turn out, too.
    for (const auto& [state, action] : due_)
        child(state, action);
}

Replay::Replay(FormulaStore& store, const Game& game, const Witness& witness,
               const CounterModel& model)
    : game_(game), witness_(witness), model_(std::make_unique<GameModel>(store, game)),
      evaluator_(std::make_unique<Evaluator>(*model_)), choices_(std::make_unique<Choices>())
{
    std::vector<std::uint32_t> index_of; // in the finite model, by state made
    const auto make = [&](std::uint32_t index)
    {
        made_.push_back(model_->fresh(model.states[index], model.initial[index]));
        index_of.push_back(index);
        return made_.back();
    };
    for (std::uint32_t index : model.play)
        path_.push_back(make(index));
    std::map<std::uint32_t, State> others;
    for (std::size_t i = 0; i < made_.size(); ++i)
    {
        for (std::uint32_t index = 0; index < game.frame.action_count(); ++index)
        {
            const Action a{index};
            if (i < witness.play.size() && a == witness.play[i])
                continue;
            const std::uint32_t next = model.after[index_of[i]][index];
            auto found = others.find(next);
            if (found == others.end())
                found = others.emplace(next, make(next)).first;
            model_->set_successor(made_[i], a, found->second);
        }
    }
    for (std::size_t t = 0; t < witness.play.size(); ++t)
        model_->set_successor(path_[t], witness.play[t], path_[t + 1]);
}

Replay::~Replay() = default;

/// Makes the open values after words of this length known, as far as the play's states exist.
void Replay::place_open_values(std::size_t length)
{
    for (const OpenValue& open : witness_.open)
    {
        const bool due = open.word.size() == length && open.after < path_.size() &&
                         (length > 1 || open.after + 1 == path_.size());
        if (!due)
            continue;
        State state = path_[open.after];
        for (std::size_t i = 0; i + 1 < open.word.size(); ++i)
            state = child(state, open.word[i]);
        choices_->values[{state, open.word.back(), open.atom.kind, open.atom.index}] = open.value;
        due_.emplace_back(state, open.word.back());
    }
}

/// The successor of a state made for the witness: a state of its own.
State Replay::child(State from, Action a)
{
    const auto known = choices_->children.find({from, a});
    if (known != choices_->children.end())
        return known->second;
    const State computed = model_->after(from, a);
    const State made = model_->fresh(model_->valuation(computed), false);
    model_->set_successor(from, a, made);
    choices_->children.emplace(std::pair(from, a), made);
    made_.push_back(made);
    return made;
}

std::vector<std::pair<std::vector<Action>, State>> Replay::ahead()
{
    std::vector<std::pair<std::vector<Action>, State>> found;
    for (const OpenValue& open : witness_.open)
    {
        if (open.after + 1 != path_.size() ||
            std::ranges::any_of(found, [&](const auto& entry) { return entry.first == open.word; }))
            continue;
        State state = last();
        for (Action a : open.word)
            state = model_->after(state, a);
        found.emplace_back(open.word, state);
    }
    return found;
}

std::optional<std::string> Replay::axiom_objection()
{
    for (State w : made_)
    {
        if (const auto broken = model_->broken_axiom(w))
            return "axiom '" + broken->axiom + "' is false at " + game_.frame.name(broken->action);
    }
    return std::nullopt;
}

std::optional<std::string> Replay::objection(const std::vector<Strategy>& profile)
{
    if (!model_->initial(path_[0]))
        return "the play does not start in an initial state";
    return objection_to_moves(profile);
}

std::optional<std::string> Replay::objection_to_moves(const std::vector<Strategy>& profile)
{
    for (std::size_t t = 0; t < witness_.play.size(); ++t)
    {
        const State w = path_[t];
        const Action a = witness_.play[t];
        if (model_->terminal(w))
            return "the play goes on after its end";
        if (!model_->legal(w, a))
            return game_.frame.name(a) + " is not legal";
        for (const Strategy& s : profile)
        {
            if (s.agent == game_.frame.agent(a) && !evaluator_->holds(s.moves, w, a))
                return game_.frame.name(a) + " is not what " + s.name + " says";
        }
    }
    return axiom_objection();
}

bool Replay::is_everywhere(Formula f)
{
    return std::ranges::all_of(made_, [&](State w) { return evaluator_->holds(f, w, Action{0}); });
}

std::optional<unsigned> Replay::come_back()
{
    for (std::size_t t = 0; t + 1 < path_.size(); ++t)
    {
        const State w = path_[t];
        if (model_->initial(w) || !(model_->valuation(w) == model_->valuation(last())))
            continue;
        model_->set_successor(path_[path_.size() - 2], witness_.play.back(), w);
        evaluator_->clear();
        return static_cast<unsigned>(t);
    }
    return std::nullopt;
}

bool Replay::is_whole_model(std::size_t limit, const Budget& budget)
{
    std::vector<State> queue = made_;
    std::vector<bool> seen;
    const auto visit = [&](State w)
    {
        if (seen.size() <= w.index)
            seen.resize(w.index + 1);
        const bool fresh = !seen[w.index];
        seen[w.index] = true;
        return fresh;
    };
    for (State w : made_)
        visit(w);
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        budget.check();
        if (queue.size() > limit || model_->broken_axiom(queue[i]))
            return false;
        for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
        {
            const State next = model_->after(queue[i], Action{a});
            if (visit(next))
                queue.push_back(next);
        }
    }
    return true;
}

std::shared_ptr<const CounterModel> Replay::whole_model(std::size_t limit, const Budget& budget)
{
    auto whole = std::make_shared<CounterModel>();
    std::vector<State> queue;
    std::map<State, std::uint32_t> places;
    const auto place_of = [&](State w)
    {
        const auto [found, made] = places.emplace(w, static_cast<std::uint32_t>(queue.size()));
        if (made)
            queue.push_back(w);
        return found->second;
    };
    std::vector<State> play = path_;
    if (path_.size() > 1)
        play.back() = model_->after(path_[path_.size() - 2], witness_.play.back());
    for (State w : play)
        whole->play.push_back(place_of(w));
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        if (queue.size() > limit || budget.is_used_up())
            return nullptr;
        const State w = queue[i];
        whole->states.push_back(model_->valuation(w));
        whole->initial.push_back(model_->initial(w));
        std::vector<std::uint32_t>& after = whole->after.emplace_back();
        for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
            after.push_back(place_of(model_->after(w, Action{a})));
    }
    return whole;
}

} // namespace sgl
