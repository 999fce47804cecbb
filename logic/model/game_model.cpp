#include "logic/model/game_model.hpp"

#include "logic/formula/subformulas.hpp"
#include "logic/model/axiom_reading.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/model/initial_candidates.hpp"
#include "logic/states/policies.hpp"

#include <algorithm>
#include <cassert>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace sgl
{
namespace
{

/// One state alone: all that a formula about the present can see.
class PresentState : public Model
{
public:
    PresentState(const Frame& frame, const Valuation& valuation, bool initial)
        : frame_(frame), valuation_(valuation), initial_(initial)
    {
    }

    const Frame& frame() const override { return frame_; }
    bool initial(State) override { return initial_; }
    bool terminal(State) override { return valuation_.terminal; }
    bool legal(State, Action a) override { return valuation_.legal[a.index]; }
    bool holds(Fluent p, State) override { return valuation_.fluents[p.index]; }
    State after(State w, Action) override
    {
        assert(false && "a formula about the present looks ahead");
        return w;
    }

private:
    const Frame& frame_;
    const Valuation& valuation_;
    bool initial_;
};

/// A Moment with its evaluator.
class Present
{
public:
    Present(const Frame& frame, const Valuation& valuation, bool initial)
        : moment_(frame, valuation, initial), evaluator_(moment_)
    {
    }
    bool holds(Formula f, Action a) { return evaluator_.holds(f, State{}, a); }
    bool holds(Formula f) { return evaluator_.holds(f, State{}); }

private:
    PresentState moment_;
    Evaluator evaluator_;
};

struct StateEntry
{
    Valuation valuation;
    bool initial;
};

std::vector<bool> packed(const StateEntry& entry)
{
    std::vector<bool> bits = entry.valuation.fluents;
    bits.insert(bits.end(), entry.valuation.legal.begin(), entry.valuation.legal.end());
    bits.push_back(entry.valuation.terminal);
    bits.push_back(entry.initial);
    return bits;
}

} // namespace

Valuation::Valuation(const Frame& frame)
    : fluents(frame.fluent_count()), legal(frame.action_count())
{
}

struct GameModel::Unfolding
{
    Unfolding(FormulaStore& formula_store, const Game& the_game)
        : store(formula_store), game(the_game), frame(the_game.frame),
          reading(read_axioms(formula_store, the_game))
    {
        order_definitions();
        for (const Axiom& axiom : game.axioms)
            if (is_present(axiom.formula))
                about_the_present.push_back(axiom.formula);
    }

    Formula& definition(StateAtom atom)
    {
        return atom.kind == Kind::Terminal ? reading.terminal : reading.legal[atom.index];
    }

    std::vector<StateAtom> legal_and_terminal() const
    {
        std::vector<StateAtom> atoms{{Kind::Terminal, 0}};
        for (std::uint32_t a = 0; a < frame.action_count(); ++a)
            atoms.push_back({Kind::Legal, a});
        return atoms;
    }

    /// Puts the definitions of terminal and legal into an order in which each needs earlier ones
    /// only; of those defined in circles, some lose their definition.
    void order_definitions()
    {
        struct Waiting
        {
            StateAtom atom;
            std::vector<StateAtom> needs;
        };
        std::vector<Waiting> waiting;
        for (StateAtom atom : legal_and_terminal())
            if (definition(atom))
                waiting.push_back({atom, needed_by(definition(atom))});
        while (!waiting.empty())
        {
            std::vector<StateAtom> undefined; // so far
            for (const Waiting& one : waiting)
                undefined.push_back(one.atom);
            const auto is_undefined = [&](StateAtom atom)
            { return std::find(undefined.begin(), undefined.end(), atom) != undefined.end(); };
            const auto ready = std::stable_partition(
                waiting.begin(), waiting.end(),
                [&](const Waiting& one)
                { return std::any_of(one.needs.begin(), one.needs.end(), is_undefined); });
            for (auto one = ready; one != waiting.end(); ++one)
                ordered.push_back(one->atom);
            if (ready == waiting.end())
                definition(waiting.back().atom) = Formula();
            waiting.erase(ready == waiting.end() ? waiting.end() - 1 : ready, waiting.end());
        }
    }

    static std::vector<StateAtom> needed_by(Formula definition)
    {
        std::vector<StateAtom> atoms;
        for_each_subformula(definition,
                            [&](Formula g)
                            {
                                if (g.is(Kind::Legal) || g.is(Kind::Terminal))
                                    atoms.push_back(as_state_atom(g));
                            });
        return atoms;
    }

    /// The valuation with terminal and legal as Σ defines them.
    StateEntry completed(Valuation valuation, bool initial)
    {
        look_up_policies(game.policies, valuation.fluents, initial);
        StateEntry entry{std::move(valuation), initial};
        Present here(frame, entry.valuation, initial);
        for (StateAtom atom : ordered)
            assign(entry.valuation, atom, here.holds(definition(atom), Action{0}));
        return entry;
    }

    State append(StateEntry entry)
    {
        entries.push_back(std::move(entry));
        return State{static_cast<std::uint32_t>(entries.size() - 1)};
    }

    State intern(Valuation valuation, bool initial)
    {
        StateEntry entry = completed(std::move(valuation), initial);
        const auto [place, made] =
            interned.emplace(packed(entry), static_cast<std::uint32_t>(entries.size()));
        return made ? append(std::move(entry)) : State{place->second};
    }

    Present& present_at(State w)
    {
        if (!present || present_state != w)
        {
            const StateEntry& entry = entries[w.index];
            present = std::make_unique<Present>(frame, entry.valuation, entry.initial);
            present_state = w;
        }
        return *present;
    }

    /// The action at which the rule speaks about p after (w, a); none if it does not.
    std::optional<Action> speaks_at(const TransitionRule& rule, State w, Action a)
    {
        Present& here = present_at(w);
        if (!rule.action)
            return here.holds(rule.guard, a) ? std::optional(a) : std::nullopt;
        if (*rule.action != a)
            return std::nullopt;
        if (here.holds(rule.guard, a))
            return a;
        // [a]p is about the state alone: the axiom says it at whatever move its premise is true
        for (std::uint32_t c = 0; c < frame.action_count(); ++c)
            if (here.holds(rule.guard, Action{c}))
                return Action{c};
        return std::nullopt;
    }

    std::optional<bool> determined(Fluent p, State w, Action a)
    {
        for (const TransitionRule& rule : reading.rules[p.index])
            if (const auto at = speaks_at(rule, w, a))
                return present_at(w).holds(rule.value, *at);
        return std::nullopt;
    }

    bool choose(State w, Action a, StateAtom atom) const { return choice && choice(w, a, atom); }

    Valuation next(State w, Action a)
    {
        Valuation valuation(frame);
        for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        {
            const auto value = determined(Fluent{p}, w, a);
            valuation.fluents[p] = value ? *value : choose(w, a, {Kind::Fluent, p});
        }
        for (StateAtom atom : legal_and_terminal())
            if (!definition(atom))
                assign(valuation, atom, choose(w, a, atom));
        return valuation;
    }

    std::uint64_t edge(State w, Action a) const
    {
        return std::uint64_t{w.index} * frame.action_count() + a.index;
    }

    std::optional<std::string> broken_axiom(Model& model, Evaluator& evaluator, State w, Action a)
    {
        for (const Axiom& axiom : game.axioms)
            if (!evaluator.holds(axiom.formula, w, a))
                return axiom.name;
        return model.terminal(w) && model.legal(w, a) ? std::optional<std::string>("A5")
                                                      : std::nullopt;
    }

    FormulaStore& store;
    const Game& game;
    const Frame& frame;
    AxiomReading reading;
    std::vector<StateAtom> ordered;
    std::vector<Formula> about_the_present;
    Choice choice;
    std::deque<StateEntry> entries;
    std::unordered_map<std::vector<bool>, std::uint32_t> interned;
    std::unordered_map<std::uint64_t, State> successors;
    std::unique_ptr<Present> present;
    State present_state;
};

GameModel::GameModel(FormulaStore& store, const Game& game)
    : content_(std::make_unique<Unfolding>(store, game))
{
}

GameModel::~GameModel() = default;

State GameModel::add(Valuation valuation, bool initial)
{
    return content_->intern(std::move(valuation), initial);
}

State GameModel::fresh(Valuation valuation, bool initial)
{
    return content_->append(content_->completed(std::move(valuation), initial));
}

const Valuation& GameModel::valuation(State w) const
{
    return content_->entries[w.index].valuation;
}

std::size_t GameModel::state_count() const
{
    return content_->entries.size();
}

void GameModel::set_choice(Choice choice)
{
    content_->choice = std::move(choice);
}

void GameModel::set_successor(State w, Action a, State successor)
{
    content_->successors[content_->edge(w, a)] = successor;
}

bool GameModel::determines(StateAtom atom) const
{
    if (atom.kind != Kind::Fluent)
        return static_cast<bool>(content_->definition(atom));
    if (is_policy_atom(content_->game.policies, Fluent{atom.index}))
        return true;
    const std::vector<TransitionRule>& rules = content_->reading.rules[atom.index];
    std::vector<bool> covered(frame().action_count());
    for (const TransitionRule& rule : rules)
    {
        if (!rule.is_successor_axiom)
            continue;
        if (!rule.action)
            return true;
        covered[rule.action->index] = true;
    }
    return std::find(covered.begin(), covered.end(), false) == covered.end();
}

bool GameModel::determines(Fluent p, State w, Action a)
{
    return is_policy_atom(content_->game.policies, p) || content_->determined(p, w, a).has_value();
}

std::optional<std::string> GameModel::broken_axiom(State w, Action a)
{
    Evaluator evaluator(*this);
    return content_->broken_axiom(*this, evaluator, w, a);
}

std::optional<Violation> GameModel::broken_axiom(State w)
{
    Evaluator evaluator(*this);
    for (std::uint32_t a = 0; a < frame().action_count(); ++a)
        if (const auto axiom = content_->broken_axiom(*this, evaluator, w, Action{a}))
            return Violation{*axiom, w, Action{a}};
    return std::nullopt;
}

Listing GameModel::initial_states(std::size_t limit)
{
    InitialCandidates candidates(content_->store, content_->game,
                                 [this](StateAtom atom)
                                 { return static_cast<bool>(content_->definition(atom)); });
    Listing listing;
    std::size_t tried = 0;
    do
    {
        if (tried++ == limit)
        {
            listing.complete = false;
            break;
        }
        const StateEntry entry = content_->completed(candidates.valuation(), true);
        Present present(frame(), entry.valuation, true);
        const bool contradicts_a5 =
            entry.valuation.terminal &&
            std::find(entry.valuation.legal.begin(), entry.valuation.legal.end(), true) !=
                entry.valuation.legal.end();
        if (!contradicts_a5 &&
            std::all_of(content_->about_the_present.begin(), content_->about_the_present.end(),
                        [&](Formula f) { return present.holds(f); }))
            listing.states.push_back(add(candidates.valuation(), true));
    } while (candidates.advance());
    return listing;
}

Listing GameModel::explore(const std::vector<State>& from, std::size_t limit)
{
    Listing listing;
    std::unordered_set<std::uint32_t> seen;
    const auto reach = [&](State w)
    {
        if (!seen.insert(w.index).second)
            return;
        if (listing.states.size() == limit)
            listing.complete = false;
        else
            listing.states.push_back(w);
    };
    for (State w : from)
        reach(w);
    for (std::size_t i = 0; i < listing.states.size() && listing.complete; ++i)
    {
        const State w = listing.states[i];
        for (std::uint32_t a = 0; a < frame().action_count() && !terminal(w); ++a)
            if (legal(w, Action{a}))
                reach(after(w, Action{a}));
    }
    return listing;
}

const Frame& GameModel::frame() const
{
    return content_->frame;
}

bool GameModel::initial(State w)
{
    return content_->entries[w.index].initial;
}

bool GameModel::terminal(State w)
{
    return valuation(w).terminal;
}

bool GameModel::legal(State w, Action a)
{
    return valuation(w).legal[a.index];
}

bool GameModel::holds(Fluent p, State w)
{
    return valuation(w).fluents[p.index];
}

State GameModel::after(State w, Action a)
{
    const auto known = content_->successors.find(content_->edge(w, a));
    if (known != content_->successors.end())
        return known->second;
    const State next = content_->intern(content_->next(w, a), false);
    content_->successors.emplace(content_->edge(w, a), next);
    return next;
}

} // namespace sgl
