#include "prover/reduction/model_construction.hpp"

#include "logic/formula/subformulas.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/read_witness.hpp"
#include "prover/resources/limits.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace sgl
{

namespace
{

/// The [a][w]x in a normal form.
std::vector<Formula> words_of_two(Formula root)
{
    std::vector<Formula> found;
    for_each_subformula(
        root,
        [&](Formula f)
        {
            if (f.is(Kind::After) && f[0].is(Kind::After))
                found.push_back(f);
        },
        [](Formula f) { return !f.is(Kind::After); });
    return found;
}

} // namespace

ModelBuilder::ModelBuilder(Theory& theory, const Budget& budget)
    : store_(theory.store()), frame_(theory.game().frame), encoder_(theory.reduction(), solver_)
{
    state_atoms_ = {store_.initial(), store_.terminal()};
    for (std::uint32_t p = 0; p < frame_.fluent_count(); ++p)
        state_atoms_.push_back(store_.fluent(Fluent{p}));
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        state_atoms_.push_back(store_.legal(Action{a}));
    if (state_atoms_.size() * frame_.action_count() > limits::most_model_literals)
        throw Interrupted{"the game is too large to look for continuations"};

    const Formula constraint = theory.state_constraint(budget);
    promised_ = words_of_two(constraint);
    solver_.add({literal(constraint, budget)});
    for (Formula atom : state_atoms_)
        literal(atom, budget);
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
    {
        solver_.add({literal(store_.after(Action{a}, constraint), budget)});
        for (Formula atom : state_atoms_)
            literal(store_.after(Action{a}, atom), budget);
    }
}

std::variant<ModelBuilder::NodeId, Formula> ModelBuilder::find(const Description& description,
                                                               const Budget& budget)
{
    const NodeId root = place_of(description);
    while (!nodes_[root].dead)
    {
        const std::optional<NodeId> open = open_place(root);
        if (!open)
            return root;
        expand(*open, budget);
    }
    return nodes_[root].dead;
}

ModelBuilder::NodeId ModelBuilder::place_of(Description description)
{
    std::vector<std::pair<std::uint32_t, bool>> key;
    for (const auto& [atom, value] : description)
        key.emplace_back(atom.id(), value);
    const auto [found, made] = places_.emplace(key, static_cast<NodeId>(nodes_.size()));
    if (made)
        nodes_.push_back({std::move(description), {}, {}});
    return found->second;
}

/// A place that is not expanded yet, or into one that has died, among those that are needed.
std::optional<ModelBuilder::NodeId> ModelBuilder::open_place(NodeId from) const
{
    std::vector<NodeId> queue{from};
    std::vector<bool> seen(nodes_.size());
    seen[from] = true;
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        const Node& node = nodes_[queue[i]];
        if (node.after.empty())
            return queue[i];
        for (NodeId next : node.after)
        {
            if (nodes_[next].dead)
                return queue[i];
            if (!seen[next])
                queue.push_back(next);
            seen[next] = true;
        }
    }
    return std::nullopt;
}

/// Chooses a successor under every action, none of them known to be dead.
void ModelBuilder::expand(NodeId place, const Budget& budget)
{
    budget.check();
    if (nodes_.size() > limits::most_model_states)
        throw Interrupted{"no model was found among thousands of states"};
    std::vector<Literal> as_described;
    for (const auto& [atom, value] : nodes_[place].description)
        as_described.push_back(value ? literal(atom, budget) : -literal(atom, budget));
    encoder_.connect_frames(0, budget);
    if (solver_.solve(as_described, budget) == Satisfiable::No)
    {
        mark_dead(place, budget);
        return;
    }
    std::vector<Description> successors;
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        successors.push_back(description_after(nodes_[place], Action{a}, budget));
    std::vector<NodeId> after;
    for (Description& description : successors)
        after.push_back(place_of(std::move(description)));
    nodes_[place].after = std::move(after);
}

/// What the solver chose, and what was promised.
Description ModelBuilder::description_after(const Node& node, Action a, const Budget& budget)
{
    Description description;
    for (Formula atom : state_atoms_)
        description.emplace(atom, solver_.value(literal(store_.after(a, atom), budget)));
    for (Formula f : promised_)
    {
        if (f.action() == a)
            description.emplace(f[0], solver_.value(literal(f, budget)));
    }
    for (const auto& [f, value] : node.description)
    {
        if (f.is(Kind::After) && f.action() == a && f[0].is(Kind::After))
            description.emplace(f[0], value);
    }
    return description;
}

CounterModel ModelBuilder::model(const std::vector<NodeId>& play) const
{
    CounterModel model;
    std::map<NodeId, std::uint32_t> index;
    std::vector<NodeId> queue;
    const auto index_of = [&](NodeId node)
    {
        const auto [found, is_new] = index.emplace(node, static_cast<std::uint32_t>(queue.size()));
        if (is_new)
            queue.push_back(node);
        return found->second;
    };
    for (NodeId node : play)
        model.play.push_back(index_of(node));
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        const Node& node = nodes_[queue[i]];
        Valuation valuation(frame_);
        bool initial = false;
        for (const auto& [atom, value] : node.description)
        {
            switch (atom.kind())
            {
            case Kind::Fluent: valuation.fluents[atom.fluent().index] = value; break;
            case Kind::Legal: valuation.legal[atom.action().index] = value; break;
            case Kind::Terminal: valuation.terminal = value; break;
            case Kind::Initial: initial = value; break;
            default: break;
            }
        }
        model.states.push_back(std::move(valuation));
        model.initial.push_back(initial);
        std::vector<std::uint32_t> after;
        for (NodeId next : node.after)
            after.push_back(index_of(next));
        model.after.push_back(std::move(after));
    }
    return model;
}

/// No state is as this one is described; as few of its atoms as can be found are why.
void ModelBuilder::mark_dead(NodeId place, const Budget& budget)
{
    std::vector<std::pair<Formula, bool>> why(nodes_[place].description.begin(),
                                              nodes_[place].description.end());
    for (std::size_t i = why.size(); i-- > 0;)
    {
        std::vector<Literal> others;
        for (std::size_t k = 0; k < why.size(); ++k)
        {
            const Literal atom = literal(why[k].first, budget);
            if (k != i)
                others.push_back(why[k].second ? atom : -atom);
        }
        if (solver_.solve(others, budget) == Satisfiable::No)
            why.erase(why.begin() + static_cast<std::ptrdiff_t>(i));
    }
    std::vector<Formula> parts;
    for (const auto& [atom, value] : why)
        parts.push_back(value ? atom : store_.negation(atom));
    const Formula dead = store_.conjunction(parts);
    solver_.add({-literal(dead, budget)});
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        solver_.add({-literal(store_.after(Action{a}, dead), budget)});
    encoder_.connect_frames(0, budget);
    for (Node& node : nodes_)
    {
        const bool matches = std::ranges::all_of(
            why,
            [&](const auto& entry)
            {
                const auto found = node.description.find(entry.first);
                return found != node.description.end() && found->second == entry.second;
            });
        if (matches && !node.dead)
            node.dead = dead;
    }
}

namespace
{

/// The t-th state of the play in the solver's model; of the [w]x that it leaves open, those that
/// the clauses speak of.
Description description_at(Encoder& encoder, const std::vector<Formula>& state_atoms, unsigned t,
                           std::optional<Action> action, std::size_t longest, const Budget& budget)
{
    Description description;
    for (Formula atom : state_atoms)
        description.emplace(atom, encoder.solver().value(encoder.literal(atom, t, budget)));
    for (const auto& [atom, variable] : encoder.atoms(t))
    {
        if (atom.depth() - 1 > longest)
            continue;
        const bool value = encoder.solver().value(variable);
        if (atom.is(Kind::After))
            description.emplace(atom, value);
        else if (atom.is(Kind::Next) && action)
            description.emplace(encoder.reduction().store().after(*action, atom[0]), value);
    }
    return description;
}

bool is_about_later_states(Formula cube)
{
    return std::ranges::any_of(cube.children(), [](Formula f)
                               { return (f.is(Kind::Not) ? f[0] : f).is(Kind::After); }) ||
           cube.is(Kind::After);
}

} // namespace

std::optional<PlayInModel> find_in_model(Theory& theory, Encoder& encoder, const Play& play,
                                         Literal wanted, const Budget& budget)
{
    ModelBuilder& continuations = model_builder(theory, budget);
    const std::vector<Formula>& state_atoms = continuations.state_atoms();
    for (unsigned t = 0; t <= play.plies; ++t)
    {
        for (Formula atom : state_atoms)
            encoder.literal(atom, t, budget);
    }
    for (;;)
    {
        encoder.connect_frames(play.plies, budget);
        if (encoder.solver().solve(std::array{wanted}, budget) == Satisfiable::No)
            return std::nullopt;
        PlayInModel found{read_witness(encoder, play.plies, play.with_move), {}};
        std::vector<ModelBuilder::NodeId> places;
        std::vector<Description> states;
        for (unsigned t = 0; t <= play.plies; ++t)
        {
            const auto action = t < play.plies ? found.witness.play[t] : found.witness.move;
            states.push_back(description_at(encoder, state_atoms, t, action, play.longest, budget));
        }
        // The last state first: then only what ties a state to the next can be wrong.
        Formula dead;
        for (unsigned t = play.plies + 1; t-- > 0 && !dead;)
        {
            Description description = states[t];
            if (t < play.plies)
            {
                for (const auto& [atom, value] : states[t + 1])
                    description.emplace(theory.store().after(found.witness.play[t], atom), value);
            }
            auto place = continuations.find(description, budget);
            if (const auto* why = std::get_if<Formula>(&place))
                dead = *why;
            else
                places.push_back(std::get<0>(place));
        }
        if (!dead)
        {
            std::ranges::reverse(places);
            found.model = continuations.model(places);
            return found;
        }
        // What looks ahead would make the theory ask ever more of later states.
        if (!is_about_later_states(dead))
            theory.forbid(dead, budget);
        for (unsigned t = 0; t <= play.plies; ++t)
            encoder.solver().add({-encoder.literal(dead, t, budget)});
    }
}

namespace
{

/// All of this is true in some state of Σ, as far as that can be told.
bool is_inhabited(Theory& theory, std::span<const Formula> by, const Budget& budget)
{
    const Formula at_the_deepest = theory.deepest_constraint(budget);
    SatSolver solver;
    Encoder encoder(theory.reduction(), solver);
    for (Formula f : by)
        solver.add({encoder.literal(f, 0, budget)});
    solver.add({encoder.literal(theory.state_constraint(budget), 0, budget)});
    const std::size_t longest = longest_word(encoder, 0);
    const Literal deepest = encoder.literal(at_the_deepest, 0, budget);
    encoder.connect_frames(0, budget);
    if (solver.solve(std::array{deepest}, budget) == Satisfiable::No)
        return false;
    if (const auto closed = theory.closed_states(budget))
    {
        const std::array both{deepest, encoder.literal(closed->where, 0, budget)};
        encoder.connect_frames(0, budget);
        if (solver.solve(both, budget) == Satisfiable::Yes)
            return true;
    }
    try
    {
        const Play play{0, false, longest};
        return find_in_model(theory, encoder, play, encoder.always_true(),
                             budget.effort(limits::inhabited_seconds))
            .has_value();
    }
    catch (const Interrupted&)
    {
        budget.check();
        return true;
    }
}

} // namespace

bool has_state(Theory& theory, const Budget& budget)
{
    theory.completion(budget);
    if (!theory.has_state)
    {
        const bool found = is_inhabited(theory, {}, budget);
        theory.has_state = found;
    }
    return *theory.has_state;
}

bool has_initial_state(Theory& theory, const Budget& budget)
{
    theory.completion(budget);
    if (!theory.has_initial_state)
    {
        const bool found = is_inhabited(theory, std::array{theory.store().initial()}, budget);
        theory.has_initial_state = found;
    }
    return *theory.has_initial_state;
}

ModelBuilder& model_builder(Theory& theory, const Budget& budget)
{
    if (!theory.builder)
        theory.builder = std::make_shared<ModelBuilder>(theory, budget);
    return *theory.builder;
}

} // namespace sgl
