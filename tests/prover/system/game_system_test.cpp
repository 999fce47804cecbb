// The game of Σ as a transition system, beside the evaluator and the models that read Σ by
// themselves.

#include "logic/language/reader.hpp"
#include "prover/claims/question.hpp"
#include "prover/system/game_builder.hpp"
#include "prover/system/play_query.hpp"
#include "prover/transition/transition_system.hpp"
#include "tests/games.hpp"
#include "tests/prover/random_open_game.hpp"
#include "tests/tree_game.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <set>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// A pair of W, as game_system.hpp says: what is true of the variables and of the inputs.
struct SystemState
{
    std::vector<bool> variables, inputs;
    Valuation valuation;
    bool initial;
    std::vector<std::vector<bool>> after; // by action: the variables
};

/// W by brute force: the greatest set in which every pair satisfies what is asked of it and has a
/// successor under every action.
class SystemStates
{
public:
    SystemStates(const Frame& frame, const GameSystem& system) : system_(system)
    {
        CircuitValues values(system.circuit);
        const std::size_t n = system.variables.size(), m = system.inputs.size();
        promises_.resize(system.moves.size());
        for (const GameSystem::Move& move : system.moves)
        {
            for (std::uint32_t i = 0; i < m; ++i)
            {
                if (const auto promised = system.promised(i, move.action))
                    promises_[move.action.index].emplace_back(i, *promised);
            }
        }
        for (std::uint32_t row = 0; row < 1U << (n + m); ++row)
        {
            std::vector<bool> variables, inputs;
            for (std::size_t i = 0; i < n + m; ++i)
                (i < n ? variables : inputs).push_back((row >> i & 1U) != 0);
            values.evaluate(variables, inputs);
            if (!values[system.state_constraint] || !values[system.input_constraint])
                continue;
            SystemState w{variables, inputs, Valuation(frame), values[system.initial], {}};
            w.valuation.fluents.assign(variables.begin(), variables.end() - 1);
            w.valuation.terminal = values[system.terminal];
            bool some_legal = false;
            for (const GameSystem::Move& move : system.moves)
            {
                w.valuation.legal[move.action.index] = values[move.legal];
                some_legal = some_legal || values[move.legal];
                w.after.push_back(variables);
                for (const GameSystem::Effect& effect : move.effects)
                    w.after.back()[effect.variable] = values[effect.value];
            }
            if (!some_legal || !w.valuation.terminal) // A5
                states.push_back(std::move(w));
        }
        for (const SystemState& w : states)
            satisfying.insert(w.variables);
        while (prune())
        {
        }
    }

    /// The pairs that an action may lead to.
    std::vector<std::size_t> successors(std::size_t w, Action a) const
    {
        std::vector<std::size_t> found;
        const auto there = by_variables_.find(states[w].after[a.index]);
        if (there == by_variables_.end())
            return found;
        for (const std::size_t next : there->second)
        {
            bool keeps_promises = true;
            for (const auto& [here, after] : promises_[a.index])
                keeps_promises =
                    keeps_promises && states[next].inputs[after] == states[w].inputs[here];
            if (keeps_promises)
                found.push_back(next);
        }
        return found;
    }

    std::vector<SystemState> states;
    std::set<std::vector<bool>> satisfying; // valuations of variables of which a pair satisfies
                                            // what is asked, whether it goes on or not

private:
    bool prune()
    {
        by_variables_.clear();
        for (std::size_t w = 0; w < states.size(); ++w)
            by_variables_[states[w].variables].push_back(w);
        std::vector<SystemState> left;
        for (std::size_t w = 0; w < states.size(); ++w)
        {
            bool goes_on = true;
            for (const GameSystem::Move& move : system_.moves)
                goes_on = goes_on && !successors(w, move.action).empty();
            if (goes_on)
                left.push_back(states[w]);
        }
        const bool changed = left.size() != states.size();
        states = std::move(left);
        return changed;
    }

    const GameSystem& system_;
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> promises_; // by action
    std::map<std::vector<bool>, std::vector<std::size_t>> by_variables_;
};

constexpr std::size_t most_values = 11; // variables and inputs: 2048 pairs

/// A state of a model that is a pair, with what follows it by every action as far as this.
State unrolled(GameModel& model, const SystemStates& w, std::size_t at, unsigned depth,
               Random& random)
{
    const SystemState& here = w.states[at];
    const State made = model.fresh(here.valuation, here.initial);
    for (std::uint32_t a = 0; a < model.frame().action_count(); ++a)
    {
        const auto next = w.successors(at, Action{a});
        const auto chosen = next[random.below(static_cast<std::uint32_t>(next.size()))];
        model.set_successor(made, Action{a},
                            depth == 0 ? made : unrolled(model, w, chosen, depth - 1, random));
    }
    return made;
}

std::vector<Valuation> all_valuations(const Frame& frame)
{
    std::vector<Valuation> all;
    const std::size_t fluents = frame.fluent_count(), actions = frame.action_count();
    for (std::uint32_t row = 0; row < 1U << (fluents + actions + 1); ++row)
    {
        Valuation valuation(frame);
        for (std::size_t i = 0; i < fluents; ++i)
            valuation.fluents[i] = (row >> i & 1U) != 0;
        for (std::size_t i = 0; i < actions; ++i)
            valuation.legal[i] = (row >> (fluents + i) & 1U) != 0;
        valuation.terminal = (row >> (fluents + actions) & 1U) != 0;
        all.push_back(std::move(valuation));
    }
    return all;
}

} // namespace

TEST_CASE("In every state of an open game's system, whatever the inputs are, Σ is true as the "
          "evaluator sees it")
{
    CAPTURE(seed());
    Random random(seed() + 11);
    unsigned long games = 0, with_inputs = 0, with_promises = 0, not_total = 0, checked = 0;
    while (games < sample_count(4'000, 150))
    {
        FormulaStore store;
        const Game game = random_open_game(random, store);
        Theory theory(store, game);
        const GameSystem system = game_system(theory, {});
        if (system.variables.size() + system.inputs.size() > most_values)
            continue;
        CAPTURE(games);
        const SystemStates w(game.frame, system);
        if (system.is_total)
        {
            std::set<std::vector<bool>> left;
            for (const SystemState& state : w.states)
                left.insert(state.variables);
            CHECK(left == w.satisfying);
        }
        ++games;
        with_inputs += system.inputs.empty() ? 0 : 1;
        not_total += system.is_total ? 0 : 1;
        for (std::uint32_t i = 0; i < system.inputs.size(); ++i)
        {
            if (system.inputs[i].path.size() > 1)
                ++with_promises;
        }
        unsigned depth = 1;
        for (const Axiom& axiom : game.axioms)
            depth = std::max(depth, look_ahead(axiom.formula));
        if (depth > 3)
            continue;
        for (int k = 0; k < 8 && !w.states.empty(); ++k)
        {
            const std::size_t at = random.below(static_cast<std::uint32_t>(w.states.size()));
            GameModel model(store, game);
            const State made = unrolled(model, w, at, depth, random);
            const auto violation = model.broken_axiom(made);
            CHECK(model.valuation(made) == w.states[at].valuation);
            if (violation)
                FAIL("game " << games << ": " << violation->axiom << " is false");
            ++checked;
        }
    }
    WARN(games << " games, " << with_inputs << " with inputs, " << not_total << " not total, "
               << with_promises << " inputs about two actions or more, " << checked
               << " states checked");
    CHECK(with_inputs > games / 4);
    CHECK(not_total > 0);
    CHECK(with_promises > 0);
}

TEST_CASE("A game's system has the states, the initial states and the moves that Σ has")
{
    CAPTURE(seed());
    Random random(seed() + 12);
    unsigned long games = 0, moves = 0;
    while (games < sample_count(1'000, 60))
    {
        FormulaStore store;
        const Game game = random_open_game(random, store);
        Theory theory(store, game);
        const GameSystem system = game_system(theory, {});
        if (system.variables.size() + system.inputs.size() > most_values)
            continue;
        TreeGame trees(store, game, 1);
        if (trees.is_too_large())
            continue;
        CAPTURE(games);
        ++games;
        const SystemStates w(game.frame, system);
        std::vector<Valuation> states;
        for (const Valuation& valuation : all_valuations(game.frame))
        {
            const auto is_so = [&](const SystemState& state)
            { return state.valuation == valuation; };
            const auto is_initial = [&](const SystemState& state)
            { return state.initial && state.valuation == valuation; };
            const bool has_state = trees.has_state(valuation, {}, std::nullopt);
            CHECK(std::ranges::any_of(w.states, is_so) == has_state);
            CHECK(std::ranges::any_of(w.states, is_initial) ==
                  trees.has_play({}, {valuation}, {}, {}, std::nullopt));
            if (has_state)
                states.push_back(valuation);
        }
        for (int k = 0; k < 3; ++k)
        {
            std::vector<std::size_t> starts;
            for (std::size_t i = 0; i < w.states.size(); ++i)
            {
                if (w.states[i].initial)
                    starts.push_back(i);
            }
            if (starts.empty())
                break;
            const Valuation& from =
                w.states[starts[random.below(static_cast<std::uint32_t>(starts.size()))]].valuation;
            for (const GameSystem::Move& move : system.moves)
            {
                std::vector<Valuation> there;
                for (const std::size_t start : starts)
                {
                    if (w.states[start].valuation != from || from.terminal ||
                        !from.legal[move.action.index])
                        continue;
                    for (const std::size_t next : w.successors(start, move.action))
                        there.push_back(w.states[next].valuation);
                }
                for (const Valuation& to : states)
                {
                    const bool leads = std::ranges::find(there, to) != there.end();
                    CHECK(leads == trees.has_play({}, {from, to}, {move.action}, {}, std::nullopt));
                    moves += leads ? 1 : 0;
                }
            }
        }
    }
    WARN(games << " games, " << moves << " moves");
    CHECK(moves > games);
}

TEST_CASE("The system of an example agrees with the game's model in every state reached")
{
    for (const char* name : {"tictactoe.sgl", "crossdot.sgl", "river.sgl", "lamps.sgl", "nim.sgl",
                             "pursuit.sgl", "sticks.sgl", "fivethree.sgl"})
    {
        CAPTURE(name);
        FormulaStore store;
        const Result<GameReader> reader = GameReader::read(store, example(name));
        REQUIRE(reader);
        const Game& game = reader->game();
        Theory theory(store, game);
        const GameSystem system = game_system(theory, {});
        GameModel model(store, theory.playable_game());
        const Listing starts = model.initial_states();
        REQUIRE_FALSE(starts.states.empty());
        CircuitValues values(system.circuit);
        for (const State w : model.explore(starts.states, 300).states)
        {
            std::vector<bool> variables = model.valuation(w).fluents;
            variables.push_back(model.initial(w));
            values.evaluate(variables);
            CHECK(values[system.initial] == model.initial(w));
            CHECK(values[system.terminal] == model.terminal(w));
            CHECK(values[system.state_constraint]);
            for (const GameSystem::Move& move : system.moves)
            {
                CHECK(move.agent == game.frame.agent(move.action));
                CHECK(values[move.legal] == model.legal(w, move.action));
                if (!values[move.legal] || values[system.terminal])
                    continue;
                std::vector<bool> next = variables;
                for (const GameSystem::Effect& effect : move.effects)
                    next[effect.variable] = values[effect.value];
                const State there = model.after(w, move.action);
                CHECK_FALSE(next.back());
                next.pop_back();
                CHECK(next == model.valuation(there).fluents);
            }
        }
    }
}

TEST_CASE("A query allows the moves that the evaluator says are recommended")
{
    CAPTURE(seed());
    Random random(seed() + 13);
    unsigned long recommended = 0, others = 0;
    for (unsigned long i = 0; i < sample_count(1'000, 100); ++i)
    {
        FormulaStore store;
        const Game game = random_game(random, store);
        Theory theory(store, game);
        Question question;
        question.profile = {random_strategy(random, store, game, Agent{0})};
        question.at_moves = true;
        question.bad = random_formula(random, store, game.frame);
        GameBuilder builder(theory, {});
        const PlayQuery query = compile(builder, game.frame, question, store);
        const GameSystem& system = builder.system();
        if (!system.inputs.empty())
            continue;
        GameModel model(store, theory.playable_game());
        CircuitValues values(system.circuit);
        for (const State w : model.explore(model.initial_states().states, 50).states)
        {
            if (model.terminal(w))
                continue;
            std::vector<bool> variables = model.valuation(w).fluents;
            variables.push_back(model.initial(w));
            values.evaluate(variables);
            Evaluator evaluator(model);
            for (const GameSystem::Move& move : system.moves)
            {
                const Action a = move.action;
                const bool allowed = move.agent == Agent{0}
                                         ? evaluator.holds(question.profile[0].moves, w, a)
                                         : model.legal(w, a);
                CHECK(values[query.recommended[a.index]] == allowed);
                ++(allowed ? recommended : others);
                if (allowed)
                    CHECK(values[query.bad_move[a.index]] == evaluator.holds(question.bad, w, a));
            }
        }
    }
    CHECK(recommended > 100);
    CHECK(others > 100);
}

TEST_CASE("A formula that is nested 100,000 deep becomes a circuit")
{
    FormulaStore store;
    Game game;
    const Agent x = game.frame.add_agent("x");
    const Action a = game.frame.add_action("a", x);
    const Formula p = store.fluent(game.frame.add_fluent("p"));
    const Formula q = store.fluent(game.frame.add_fluent("q"));
    Formula deep = q;
    for (int i = 0; i < 100'000; ++i)
        deep = store.equivalence(i % 2 == 0 ? p : q, store.negation(deep));
    game.axioms.push_back({"next", store.equivalence(store.next(p), deep), {}});
    game.axioms.push_back({"end", store.equivalence(store.terminal(), store.bottom()), {}});
    game.axioms.push_back({"legality", store.equivalence(store.legal(a), store.top()), {}});
    Theory theory(store, game);
    const GameSystem system = game_system(theory, {});
    REQUIRE(system.moves.size() == 1);
    REQUIRE(system.moves[0].effects.size() == 3);
    CHECK(system.inputs.size() == 1); // what follows of q
    Question question;
    question.bad = p;
    CHECK_FALSE(transition_system(theory, question, {}).bits.empty());
}

TEST_CASE("Inputs say what they stand for, and whose value they promise")
{
    const Source source{"open.sgl", R"(agents x
fluent p, q, r
action go by x
action stay by x
axiom start: initial -> !p & !q
axiom end: terminal <-> [go] r
axiom p_next: next p <-> p
axiom q_next: q -> next q
)"};
    FormulaStore store;
    const Result<GameReader> reader = GameReader::read(store, source);
    REQUIRE(reader);
    Theory theory(store, reader->game());
    GameBuilder builder(theory, {});
    const Frame& frame = reader->game().frame;
    const Formula r = store.fluent(*frame.find_fluent("r"));
    const Action go = *frame.find_action("go"), stay = *frame.find_action("stay");
    builder.gate(store.after(stay, store.after(go, r)));
    builder.follow_all();
    const GameSystem& system = builder.system();
    const auto index = [&](InputVariable wanted) -> std::optional<std::uint32_t>
    {
        const auto found = std::ranges::find(system.inputs, wanted);
        if (found == system.inputs.end())
            return std::nullopt;
        return static_cast<std::uint32_t>(found - system.inputs.begin());
    };
    const std::uint32_t p = 0, q = 1, third = 2;
    const auto after_go = index({{go}, {Kind::Fluent, third}});
    const auto after_both = index({{stay, go}, {Kind::Fluent, third}});
    REQUIRE(after_go);
    REQUIRE(after_both);
    CHECK(system.promised(*after_both, stay) == after_go);
    CHECK_FALSE(system.promised(*after_both, go));
    CHECK_FALSE(system.promised(*after_go, go)); // that is the variable's value
    CHECK(index({{go}, {Kind::Fluent, q}, true}));
    CHECK_FALSE(index({{go}, {Kind::Fluent, p}}));
    CHECK(index({{}, {Kind::Legal, go.index}}));
    CHECK(index({{}, {Kind::Legal, stay.index}}));
    CHECK_FALSE(index({{}, {Kind::Terminal}}));
    CHECK(system.is_followed == std::vector<bool>(4, true));
}

TEST_CASE("Only the variables that a question depends on are bits")
{
    FormulaStore store;
    const Result<GameReader> reader = GameReader::read(store, example("tictactoe.sgl"));
    REQUIRE(reader);
    Theory theory(store, reader->game());
    const Frame& frame = reader->game().frame;
    Question question;
    question.bad = store.conjunction(store.fluent(*frame.find_fluent("p(x,1,1)")),
                                     store.fluent(*frame.find_fluent("p(o,1,1)")));
    GameBuilder builder(theory, {});
    const PlayQuery query = compile(builder, frame, question, store);
    const TransitionSystem all = transition_system(builder.system(), query);
    CHECK(all.bits.size() == 20); // the cells and whose turn it is: `initial` does not matter
    CHECK(all.undetermined == Circuit::bottom);
    CHECK(all.moves.size() == 18);
    // Every gate is used, but for the constants.
    std::vector<Gate> roots{Circuit::bottom, Circuit::top, all.undetermined, *all.bad};
    for (const TransitionSystem::Move& move : all.moves)
    {
        roots.push_back(move.allowed);
        for (const TransitionSystem::Change& change : move.changes)
            roots.push_back(change.value);
    }
    CHECK(cone_of(all.circuit, roots).size() == all.circuit.size());
}
