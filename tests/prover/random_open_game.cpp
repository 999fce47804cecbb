#include "tests/prover/random_open_game.hpp"

#include <utility>

namespace sgl::testing
{
namespace
{

class Maker
{
public:
    Maker(Random& random, FormulaStore& store)
        : random_(random), store_(store),
          game_(random_game(random, store, random.coin() ? Trouble::None : Trouble::Contradictions))
    {
    }

    Game make()
    {
        for (Axiom& axiom : std::exchange(game_.axioms, {}))
        {
            const bool says_what_follows = axiom.name.starts_with("effect");
            if (!random_.one_in(says_what_follows ? 5 : 8))
                game_.axioms.push_back(std::move(axiom));
        }
        if (random_.one_in(3))
            add("constraint", random_state_wise(random_, store_, game_.frame, present_));
        if (random_.one_in(4))
            add("more", effect());
        if (random_.one_in(4))
            add("look_ahead", look_ahead());
        if (random_.one_in(8))
            add("whatever",
                random_formula(random_, store_, game_.frame, Shape{4, true, true, true}));
        if (random_.one_in(8))
            add("start_ahead", store_.implication(store_.initial(), state_ahead()));
        if (random_.one_in(8))
            redefine();
        return std::move(game_);
    }

private:
    void add(std::string name, Formula f) { game_.axioms.push_back({std::move(name), f, {}}); }
    Formula fluent() { return store_.fluent(random_.fluent(game_.frame)); }
    Formula literal() { return random_.coin() ? fluent() : store_.negation(fluent()); }

    /// does(a) & p -> ○q & ○!r, perhaps against other axioms.
    Formula effect()
    {
        const Formula cause =
            store_.conjunction(store_.does(random_.action(game_.frame)), literal());
        const Formula one = store_.next(literal()), other = store_.next(literal());
        return store_.implication(cause, random_.coin() ? one : store_.conjunction(one, other));
    }

    /// [a]φ, or [a][b]φ.
    Formula state_ahead()
    {
        const Formula later = random_state_wise(random_, store_, game_.frame, present_);
        const Formula then = store_.after(random_.action(game_.frame), later);
        return random_.one_in(3) ? store_.after(random_.action(game_.frame), then) : then;
    }

    /// p -> ○(q | r), or p -> [a]φ.
    Formula look_ahead()
    {
        const Formula premise = literal();
        if (random_.coin())
            return store_.implication(premise, state_ahead());
        return store_.implication(premise, store_.next(store_.disjunction(literal(), literal())));
    }

    /// Of legal(a) or terminal, by what follows.
    void redefine()
    {
        const Formula head =
            random_.coin() ? store_.terminal() : store_.legal(random_.action(game_.frame));
        std::erase_if(game_.axioms, [&](const Axiom& axiom)
                      { return axiom.formula.is(Kind::Iff) && axiom.formula[0] == head; });
        const Formula ahead = store_.after(random_.action(game_.frame), literal());
        add("ahead",
            store_.equivalence(
                head, head.is(Kind::Terminal)
                          ? store_.conjunction(fluent(), ahead)
                          : store_.conjunction(store_.negation(store_.terminal()), ahead)));
    }

    Random& random_;
    FormulaStore& store_;
    Game game_;
    const Shape present_{3, false, true, false};
};

} // namespace

Game random_open_game(Random& random, FormulaStore& store)
{
    return Maker(random, store).make();
}

} // namespace sgl::testing
