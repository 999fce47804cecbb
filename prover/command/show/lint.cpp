#include "prover/command/show/lint.hpp"
#include "logic/formula/subformulas.hpp"
#include "prover/claims/recommendation.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/theory.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace sgl::command
{

namespace
{

constexpr std::size_t most_instances = 16; // of one strategy

/// Marks the fluents that occur in formulas. Which formulas were met is a bit for each: almost all
/// formulas of a game are.
class Occurrences
{
public:
    explicit Occurrences(const Frame& frame) : fluents_(frame.fluent_count()) {}

    void add(Formula f)
    {
        meet(f);
        while (!open_.empty())
        {
            const Formula g = open_.back();
            open_.pop_back();
            if (g.is(Kind::Fluent))
                fluents_[g.fluent().index] = true;
            for (Formula child : g.children())
                meet(child);
        }
    }

    bool of(Fluent p) const { return fluents_[p.index]; }
    bool of_all() const { return std::ranges::find(fluents_, false) == fluents_.end(); }

private:
    void meet(Formula f)
    {
        if (!f)
            return;
        if (met_.size() <= f.id())
            met_.resize(f.id() + 1);
        if (!met_[f.id()])
            open_.push_back(f);
        met_[f.id()] = true;
    }

    std::vector<bool> fluents_, met_; // by index, and by id
    std::vector<Formula> open_;
};

Occurrences in_axioms_and_claims(const Game& game)
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
    return occurrences;
}

} // namespace

/// Any state that satisfies the axioms, and any action there.
class Linter::AnyMove
{
public:
    AnyMove(FormulaStore& store, const Game& game, const Budget& budget)
        : store_(store), frame_(game.frame), theory_(store, game),
          encoder_(theory_.reduction(), solver_), budget_(budget)
    {
        solver_.add({literal(theory_.state_constraint(budget))});
    }

    /// From now on formulas may speak of the action.
    void choose() { encoder_.choose_action(0, budget_); }

    Literal literal(Formula f) { return encoder_.literal(f, 0, budget_); }
    Literal any_of(const std::vector<Literal>& literals) { return encoder_.any_of(literals); }
    bool is_possible(std::span<const Literal> together)
    {
        encoder_.connect_frames(0, budget_);
        return solver_.solve(together, budget_) == Satisfiable::Yes;
    }
    /// In the state and at the move that were last found possible.
    bool is_true(Literal literal) const { return solver_.value(literal); }
    /// Halves the actions until those of a part are all legal in one state, or one is in none.
    std::vector<std::string> never_legal();
    bool never_advises(const Strategy& strategy);

private:
    FormulaStore& store_;
    const Frame& frame_;
    Theory theory_;
    SatSolver solver_;
    Encoder encoder_;
    const Budget& budget_;
};

std::vector<std::string> Linter::AnyMove::never_legal()
{
    std::vector<Literal> legal;
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        legal.push_back(literal(store_.legal(Action{a})));
    std::vector<std::string> names;
    std::vector<std::pair<std::size_t, std::size_t>> parts{{0, legal.size()}};
    while (!parts.empty())
    {
        const auto [first, last] = parts.back();
        parts.pop_back();
        const std::size_t middle = first + (last - first) / 2;
        if (first == last || is_possible(std::span(legal).subspan(first, last - first)))
            continue;
        if (last - first == 1)
        {
            names.push_back(frame_.name(Action{static_cast<std::uint32_t>(first)}));
            continue;
        }
        parts.emplace_back(middle, last);
        parts.emplace_back(first, middle);
    }
    return names;
}

bool Linter::AnyMove::never_advises(const Strategy& strategy)
{
    std::vector<Literal> literals;
    for (Formula leaf : decisive_leaves(strategy.moves))
        literals.push_back(this->literal(leaf));
    return !is_possible(std::array{any_of(literals)});
}

namespace
{
/// The moves at which a rule says what a fluent's next value is.
Formula cases(FormulaStore& store, const SuccessorRule& rule)
{
    if (rule.whole)
        return store.top();
    std::vector<Formula> parts;
    for (const auto& [a, formula] : rule.after)
        parts.push_back(store.does(a));
    for (const Effect& effect : rule.effects)
        parts.push_back(effect.only_after
                            ? store.conjunction(store.does(*effect.only_after), effect.condition)
                            : effect.condition);
    return store.disjunction(parts);
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

Linter::Linter(FormulaStore& store, GameReader& reader, const Budget& budget)
    : store_(store), reader_(reader), budget_(budget)
{
}

Linter::~Linter() = default;

Linter::AnyMove& Linter::move()
{
    budget_.check();
    if (!move_)
        move_ = std::make_unique<AnyMove>(store_, reader_.game(), budget_);
    return *move_;
}

Coverage Linter::coverage(const Rules& rules, const std::vector<Fluent>& fluents)
{
    Coverage found;
    if (fluents.empty())
        return found;
    std::vector<std::pair<Fluent, Literal>> unsettled;
    try
    {
        move().choose();
        for (Fluent p : fluents)
            unsettled.emplace_back(p, -move().literal(cases(store_, rules.successors[p.index])));
        while (!unsettled.empty())
        {
            std::vector<Literal> open;
            for (const auto& [p, outside] : unsettled)
                open.push_back(outside);
            if (!move().is_possible(std::array{move().any_of(open)}))
                return found;
            std::erase_if(unsettled,
                          [&](const auto& entry)
                          {
                              const bool is_open = move().is_true(entry.second);
                              if (is_open)
                                  found.open.push_back(entry.first);
                              return is_open;
                          });
        }
    }
    catch (const Interrupted&)
    {
        for (Fluent p : fluents)
        {
            if (std::ranges::find(found.open, p) == found.open.end())
                found.not_seen.push_back(p);
        }
    }
    std::ranges::sort(found.open, {}, &Fluent::index);
    return found;
}

LintReport Linter::lint()
{
    LintReport found;
    const Frame& frame = reader_.game().frame;
    std::vector<Strategy> strategies; // of a large game they are large: made where they are needed
    Occurrences occurrences = in_axioms_and_claims(reader_.game());
    if (!occurrences.of_all())
    {
        strategies = all_strategies(reader_);
        for (const Strategy& s : strategies)
            occurrences.add(s.moves);
    }
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        if (!occurrences.of(Fluent{p}))
            found.unused.push_back(frame.name(Fluent{p}));
    }
    found.not_seen = reader_.strategy_names(most_instances);
    try
    {
        found.no_state = !move().is_possible({});
        if (found.no_state)
        {
            found.not_seen.clear();
            return found;
        }
        found.never_legal = move().never_legal();
        found.actions_seen = true;
        move().choose();
        if (strategies.empty())
            strategies = all_strategies(reader_);
        for (const Strategy& s : strategies)
        {
            if (move().never_advises(s))
                found.never_advise.push_back(s.name);
            std::erase(found.not_seen, s.name);
        }
        found.not_seen.clear();
    }
    catch (const Interrupted&)
    {
        // what was not seen is noted
    }
    return found;
}

} // namespace sgl::command
