#include "prover/command/findings.hpp"
#include "prover/theory.hpp"

#include <array>
#include <span>
#include <unordered_set>

namespace sgl::command
{

namespace
{

constexpr std::size_t most_instances = 16; // of one strategy

/// Marks the fluents that occur in formulas.
class Occurrences
{
public:
    explicit Occurrences(const Frame& frame) : fluents_(frame.fluent_count()) {}

    void add(Formula f)
    {
        std::vector<Formula> open;
        const auto meet = [&](Formula g)
        {
            if (g && seen_.insert(g).second)
                open.push_back(g);
        };
        meet(f);
        while (!open.empty())
        {
            const Formula g = open.back();
            open.pop_back();
            if (g.is(Kind::Fluent))
                fluents_[g.fluent().index] = true;
            for (Formula child : g.children())
                meet(child);
        }
    }

    bool of(Fluent p) const { return fluents_[p.index]; }

private:
    std::unordered_set<Formula> seen_;
    std::vector<bool> fluents_;
};

std::vector<std::string> unused_fluents(const Game& game, const std::vector<Strategy>& strategies)
{
    Occurrences occurrences(game.frame);
    for (const Axiom& axiom : game.axioms)
        occurrences.add(axiom.formula);
    for (const Claim& claim : game.claims)
    {
        occurrences.add(claim.formula);
        occurrences.add(claim.alpha);
        for (const Strategy& s : claim.strategies)
            occurrences.add(s.moves);
    }
    for (const Strategy& s : strategies)
        occurrences.add(s.moves);
    std::vector<std::string> names;
    for (std::uint32_t p = 0; p < game.frame.fluent_count(); ++p)
    {
        if (!occurrences.of(Fluent{p}))
            names.push_back(game.frame.name(Fluent{p}));
    }
    return names;
}

/// The leaves by which a chain recommends something: of ▽ those of all operands, of △ those of the
/// first (JPL Theorem 1).
std::vector<Formula> leading_leaves(Formula moves)
{
    std::vector<Formula> leaves, open{moves};
    std::unordered_set<Formula> seen{moves};
    while (!open.empty())
    {
        const Formula f = open.back();
        open.pop_back();
        const bool any = f.is(Kind::PrioritisedOr), first = f.is(Kind::PrioritisedAnd);
        if (!any && !first)
            leaves.push_back(f);
        for (Formula child : f.children().first(any ? f.children().size() : first ? 1 : 0))
        {
            if (seen.insert(child).second)
                open.push_back(child);
        }
    }
    return leaves;
}

/// Any state that satisfies the axioms, and any action there.
class AnyMove
{
public:
    AnyMove(FormulaStore& store, const Game& game, const Budget& budget)
        : store_(store), theory_(store, game), encoder_(theory_.reduction(), solver_),
          budget_(budget)
    {
        solver_.add({literal(theory_.state_constraint(budget))});
    }

    /// From now on formulas may speak of the action.
    void choose() { encoder_.choose_action(0, budget_); }

    Literal literal(Formula f) { return encoder_.literal(f, 0, budget_); }
    Literal any_of(const std::vector<Literal>& literals) { return encoder_.any_of(literals); }
    bool is_possible(std::span<const Literal> together)
    {
        encoder_.relate(0, budget_);
        return solver_.solve(together, budget_) == Satisfiable::Yes;
    }
    FormulaStore& store() { return store_; }

private:
    FormulaStore& store_;
    Theory theory_;
    SatSolver solver_;
    Encoder encoder_;
    const Budget& budget_;
};

/// Halves the actions until those of a part are all legal in one state, or one is legal in none.
std::vector<std::string> never_legal(AnyMove& move, const Frame& frame)
{
    std::vector<Literal> legal;
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        legal.push_back(move.literal(move.store().legal(Action{a})));
    std::vector<std::string> names;
    std::vector<std::pair<std::size_t, std::size_t>> parts{{0, legal.size()}};
    while (!parts.empty())
    {
        const auto [first, last] = parts.back();
        parts.pop_back();
        const std::size_t middle = first + (last - first) / 2;
        if (first == last || move.is_possible(std::span(legal).subspan(first, last - first)))
            continue;
        if (last - first == 1)
        {
            names.push_back(frame.name(Action{static_cast<std::uint32_t>(first)}));
            continue;
        }
        parts.emplace_back(middle, last);
        parts.emplace_back(first, middle);
    }
    return names;
}

bool never_advises(AnyMove& move, const Strategy& strategy)
{
    std::vector<Literal> literals;
    for (Formula leaf : leading_leaves(strategy.moves))
        literals.push_back(move.literal(leaf));
    return !move.is_possible(std::array{move.any_of(literals)});
}

std::vector<Strategy> all_strategies(GameReader& reader)
{
    std::vector<Strategy> strategies;
    for (const std::string& name : reader.strategy_names(most_instances))
    {
        const Result<Strategy> strategy = reader.strategy({"strategy", name});
        if (strategy)
            strategies.push_back(*strategy);
    }
    return strategies;
}

} // namespace

Findings look_into(FormulaStore& store, GameReader& reader, const Budget& budget)
{
    Findings found;
    const Game& game = reader.game();
    const std::vector<Strategy> strategies = all_strategies(reader);
    std::size_t seen = 0;
    found.unused = unused_fluents(game, strategies);
    try
    {
        AnyMove move(store, game, budget);
        found.no_state = !move.is_possible({});
        if (found.no_state)
            return found;
        found.never_legal = never_legal(move, game.frame);
        found.actions_seen = true;
        move.choose();
        for (; seen < strategies.size(); ++seen)
        {
            if (never_advises(move, strategies[seen]))
                found.never_advise.push_back(strategies[seen].name);
        }
    }
    catch (const Interrupted&)
    {
        for (; seen < strategies.size(); ++seen)
            found.not_seen.push_back(strategies[seen].name);
    }
    return found;
}

} // namespace sgl::command
