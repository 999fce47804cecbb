#include "tests/random.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

namespace sgl::testing
{

unsigned long sample_count(unsigned long full)
{
    return sample_count(full, full < 20 ? full : full / 20);
}

unsigned long sample_count(unsigned long full, unsigned long quick)
{
    const char* const tests = std::getenv("SGL_TESTS");
    return tests != nullptr && std::string_view(tests) == "full" ? full : quick;
}

std::uint64_t seed()
{
    const char* const chosen = std::getenv("SGL_SEED");
    return chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : 20260101;
}

Action Random::action(const Frame& frame)
{
    return Action{below(static_cast<std::uint32_t>(frame.action_count()))};
}

Fluent Random::fluent(const Frame& frame)
{
    return Fluent{below(static_cast<std::uint32_t>(frame.fluent_count()))};
}

Frame plain_frame(std::uint32_t agents, std::uint32_t actions, std::uint32_t fluents)
{
    Frame frame;
    for (std::uint32_t i = 0; i < agents; ++i)
        frame.add_agent(fmt::format("i{}", i));
    for (std::uint32_t a = 0; a < actions; ++a)
        frame.add_action(fmt::format("a{}", a), Agent{a % agents});
    for (std::uint32_t p = 0; p < fluents; ++p)
        frame.add_fluent(fmt::format("p{}", p));
    return frame;
}

Frame random_frame(Random& random)
{
    const std::uint32_t agents = 1 + random.below(3);
    const std::uint32_t actions = agents + random.below(5 - agents);
    return plain_frame(agents, actions, 1 + random.below(4));
}

Formula random_atom(Random& random, FormulaStore& store, const Frame& frame, bool does)
{
    switch (random.below(does ? 8 : 6))
    {
    case 0: return store.constant(random.coin());
    case 1: return random.coin() ? store.initial() : store.terminal();
    case 2:
    case 3: return store.legal(random.action(frame));
    case 4:
    case 5:
        return frame.fluent_count() == 0 ? store.terminal() : store.fluent(random.fluent(frame));
    default: return store.does(random.action(frame));
    }
}

namespace
{

/// Makes formulas and keeps them, to use some again as parts of others.
class Maker
{
public:
    Maker(Random& random, FormulaStore& store, const Frame& frame, Shape shape)
        : random_(random), store_(store), frame_(frame), shape_(shape)
    {
    }

    Formula make(std::uint32_t depth, bool does)
    {
        if (!made_.empty() && random_.one_in(6))
        {
            const Formula old = made_[random_.below(static_cast<std::uint32_t>(made_.size()))];
            if (old.depth() <= depth && (does || old.is_state_wise()))
                return old;
        }
        const bool is_whole = depth == shape_.depth;
        if (depth <= 1 || (!is_whole && random_.one_in(8)))
            return random_atom(random_, store_, frame_, does);
        made_.push_back(compound(depth - 1, does));
        return made_.back();
    }

private:
    Formula compound(std::uint32_t depth, bool does)
    {
        switch (random_.below(10))
        {
        case 0:
        case 1: return store_.negation(make(depth, does));
        case 2: return store_.conjunction(several(depth, does));
        case 3: return store_.disjunction(several(depth, does));
        case 4: return arrow(depth, does);
        case 5:
        case 6: return shape_.choices ? choice(depth, does) : arrow(depth, does);
        default:
            return shape_.modalities ? modality(depth, does)
                                     : store_.conjunction(several(depth, does));
        }
    }

    // the order of calls is fixed, so that a seed means the same to every compiler

    Formula arrow(std::uint32_t depth, bool does)
    {
        const Formula left = make(depth, does), right = make(depth, does);
        return random_.coin() ? store_.implication(left, right) : store_.equivalence(left, right);
    }

    Formula choice(std::uint32_t depth, bool does)
    {
        switch (random_.below(4))
        {
        case 0: return store_.prioritised_or(several(depth, does));
        case 1: return store_.prioritised_and(several(depth, does));
        default:
        {
            const Action a = random_.action(frame_);
            return store_.select(a, make(depth, shape_.does));
        }
        }
    }

    Formula modality(std::uint32_t depth, bool does)
    {
        const std::uint32_t which = random_.below(4);
        if (which == 0)
        {
            const Formula alpha = make(depth, shape_.does);
            return store_.restrict(alpha, make(depth, does));
        }
        if (which == 1 && does)
            return store_.next(make(depth, shape_.does));
        const Action a = random_.action(frame_);
        return store_.after(a, make(depth, shape_.does));
    }

    std::vector<Formula> several(std::uint32_t depth, bool does)
    {
        std::vector<Formula> operands;
        for (std::uint32_t n = 2 + random_.below(2); n > 0; --n)
            operands.push_back(make(depth, does));
        return operands;
    }

    Random& random_;
    FormulaStore& store_;
    const Frame& frame_;
    Shape shape_;
    std::vector<Formula> made_;
};

} // namespace

Formula random_formula(Random& random, FormulaStore& store, const Frame& frame, Shape shape)
{
    return Maker(random, store, frame, shape).make(shape.depth, shape.does);
}

Formula random_state_wise(Random& random, FormulaStore& store, const Frame& frame, Shape shape)
{
    return Maker(random, store, frame, shape).make(shape.depth, false);
}

std::unique_ptr<ExplicitModel> random_model(Random& random, const Frame& frame)
{
    const std::uint32_t count = 1 + random.below(4);
    auto model = std::make_unique<ExplicitModel>(frame, count);
    std::vector<State> later; // states that are not initial
    for (State w : model->states())
    {
        const bool initial = w.index + 1 < count && random.one_in(3);
        model->set_initial(w, initial);
        if (!initial)
            later.push_back(w);
    }
    for (State w : model->states())
    {
        const bool terminal = random.one_in(4);
        model->set_terminal(w, terminal);
        for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
            model->set_fluent(Fluent{p}, w, random.coin());
        for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        {
            model->set_legal(w, Action{a}, !terminal && !random.one_in(3));
            model->set_after(w, Action{a},
                             later[random.below(static_cast<std::uint32_t>(later.size()))]);
        }
    }
    return model;
}

namespace
{

/// p after a move, in one of the shapes that determine it.
void add_effects(Random& random, FormulaStore& store, Game& game, Fluent p)
{
    const Shape shape{3, false, true, true};
    const Frame& frame = game.frame;
    const Formula atom = store.fluent(p), after = store.next(atom);
    const std::string name = fmt::format("effect_{}", frame.name(p));
    const auto add = [&](Formula f) { game.axioms.push_back({name, f, {}}); };
    const auto cause = [&] { return random_formula(random, store, frame, shape); };
    switch (random.below(4))
    {
    case 0: add(store.equivalence(after, cause())); break;
    case 1: // set by some moves, cleared by others, else as before
    {
        const Formula set = store.does(random.action(frame));
        const Formula kept = store.negation(cause());
        add(store.equivalence(after, store.disjunction(set, store.conjunction(atom, kept))));
        break;
    }
    case 2:
        for (std::uint32_t a = 0; a < frame.action_count(); ++a)
            add(store.equivalence(store.after(Action{a}, atom),
                                  random_state_wise(random, store, frame, shape)));
        break;
    default:
    {
        const Formula condition = cause();
        add(store.implication(condition, after));
        add(store.implication(store.negation(condition), store.next(store.negation(atom))));
        break;
    }
    }
}

Formula random_start(Random& random, FormulaStore& store, const Frame& frame)
{
    std::vector<Formula> literals;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        const Formula atom = store.fluent(Fluent{p});
        if (!random.one_in(4))
            literals.push_back(random.coin() ? atom : store.negation(atom));
    }
    return store.conjunction(literals);
}

} // namespace

Game random_game(Random& random, FormulaStore& store, Trouble trouble)
{
    Game game;
    game.name = "random";
    game.frame = random_frame(random);
    const Frame& frame = game.frame;

    game.axioms.push_back(
        {"start", store.implication(store.initial(), random_start(random, store, frame)), {}});
    Formula end = store.fluent(random.fluent(frame));
    if (random.coin())
        end = store.conjunction(end, store.fluent(random.fluent(frame)));
    game.axioms.push_back({"end", store.equivalence(store.terminal(), end), {}});
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
    {
        // λ over fluents: `legal` and `terminal` are being defined
        Formula free = store.top();
        if (!random.one_in(3))
        {
            const Formula p = store.fluent(random.fluent(frame));
            free = store.disjunction(p, store.negation(store.fluent(random.fluent(frame))));
        }
        const Formula lambda = trouble == Trouble::Contradictions && random.one_in(8)
                                   ? free
                                   : store.conjunction(free, store.negation(store.terminal()));
        game.axioms.push_back({fmt::format("legal_{}", frame.name(Action{a})),
                               store.equivalence(store.legal(Action{a}), lambda),
                               {}});
    }
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        add_effects(random, store, game, Fluent{p});
    if (trouble == Trouble::Contradictions && random.coin())
    {
        const Formula p = store.fluent(random.fluent(frame));
        const Formula never = store.conjunction(p, store.fluent(random.fluent(frame)));
        game.axioms.push_back({"static", store.negation(never), {}});
    }
    return game;
}

Strategy random_strategy(Random& random, FormulaStore& store, const Game& game, Agent agent)
{
    const Formula legal = legal_move_of(store, game.frame, agent);
    const auto leaf = [&]
    {
        const bool modalities = random.coin();
        const Formula rule =
            random_formula(random, store, game.frame, Shape{3, modalities, false, true});
        return store.conjunction(legal, rule);
    };
    Formula rule = leaf();
    for (std::uint32_t n = random.below(3); n > 0; --n)
    {
        const std::vector<Formula> operands{rule, leaf()};
        rule = random.coin() ? store.prioritised_or(operands) : store.prioritised_and(operands);
    }
    return {fmt::format("s({})", game.frame.name(agent)), agent, rule, {}};
}

} // namespace sgl::testing
