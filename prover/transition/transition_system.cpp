#include "prover/transition/transition_system.hpp"

#include "prover/claims/recommendation.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace sgl
{

namespace
{

/// Where a formula may be true, and where it may be false, whatever the open values are. For a
/// formula without open values the second is the negation of the first.
struct DualRail
{
    Formula may_be_true, may_be_false;
};

class Builder
{
public:
    Builder(Theory& theory, const Question& question, const Budget& budget)
        : theory_(theory), reduction_(theory.reduction()), store_(theory.store()),
          question_(question), budget_(budget)
    {
    }

    TransitionSystem build()
    {
        budget_.at_phase("while the game was made a transition system");
        const bool complete = theory_.completion(budget_).has_value();
        const Formula constraint = theory_.state_constraint(budget_);
        add_moves();
        add_questions();
        // Without a completion, what is reached may be no state of Σ.
        if (!complete)
            fault(no(constraint));
        system_.start = both(store_.initial(), determined_where(store_.initial(), constraint));
        follow_bits();
        system_.undetermined = reduction_.any_of(faults_);
        return std::move(system_);
    }

private:
    Formula no(Formula f) { return reduction_.no(f); }
    Formula both(Formula f, Formula g) { return reduction_.all_of(std::array{f, g}); }

    void add_moves()
    {
        const Frame& frame = theory_.game().frame;
        const Formula ongoing = no(determined(reduction_.reduce(store_.terminal(), budget_)));
        for (std::uint32_t index = 0; index < frame.action_count(); ++index)
        {
            const Action a{index};
            const Formula told = allowed_move(store_, frame, question_.profile, a);
            const Formula allowed = both(ongoing, determined_where(ongoing, at(a, told)));
            if (!allowed.is(Kind::False))
                system_.moves.push_back({a, depends_on(allowed), {}, {}, {}});
        }
    }

    void add_questions()
    {
        if (question_.stuck)
            system_.stuck = depends_on(determined(reduction_.reduce(question_.stuck, budget_)));
        if (!question_.at_moves)
        {
            if (question_.bad)
                system_.bad = depends_on(determined(reduction_.reduce(question_.bad, budget_)));
            if (question_.premise)
                system_.premise =
                    depends_on(determined(reduction_.reduce(question_.premise, budget_)));
            return;
        }
        std::vector<Formula> bad, premise;
        for (TransitionSystem::Move& move : system_.moves)
        {
            const auto where_allowed = [&](Formula f) {
                return depends_on(
                    both(move.allowed, determined_where(move.allowed, at(move.action, f))));
            };
            if (question_.bad)
                bad.push_back(move.bad = where_allowed(question_.bad));
            if (question_.premise)
                premise.push_back(move.premise = where_allowed(question_.premise));
        }
        if (question_.bad)
            system_.bad = reduction_.any_of(bad);
        if (question_.premise)
            system_.premise = reduction_.any_of(premise);
    }

    /// What the actions make of every bit that matters, and of those that this depends on.
    void follow_bits()
    {
        for (std::uint32_t bit = 0; bit < system_.bits.size(); ++bit)
        {
            budget_.check();
            const Formula atom = system_.bits[bit];
            for (TransitionSystem::Move& move : system_.moves)
            {
                const Formula value = reduction_.reduce(store_.after(move.action, atom), budget_);
                if (value != atom)
                    move.changes.push_back(
                        {bit, depends_on(determined_where(move.allowed, value))});
            }
        }
    }

    Formula at(Action a, Formula f) { return reduction_.reduce(store_.select(a, f), budget_); }

    void fault(Formula f)
    {
        const Formula where = rails(f).may_be_true;
        if (!where.is(Kind::False))
            faults_.push_back(depends_on(where));
    }

    /// The formula, without open values; that they do not matter is asked of every state.
    Formula determined(Formula f) { return determined_where(store_.top(), f); }
    Formula determined_where(Formula where, Formula f)
    {
        const DualRail found = rails(f);
        if (found.may_be_false != no(found.may_be_true))
            fault(reduction_.all_of(std::array{where, found.may_be_true, found.may_be_false}));
        return found.may_be_true;
    }

    /// Makes its atoms bits.
    Formula depends_on(Formula f)
    {
        std::vector<Formula> stack{f};
        while (!stack.empty())
        {
            const Formula g = stack.back();
            stack.pop_back();
            if (!seen_.insert(g).second)
                continue;
            if (g.is(Kind::Fluent) || g.is(Kind::Initial))
                system_.bits.push_back(g);
            stack.insert(stack.end(), g.children().begin(), g.children().end());
        }
        return f;
    }

    /// Of a state-wise normal form.
    DualRail rails(Formula root)
    {
        std::vector<Formula> stack{root};
        while (!stack.empty())
        {
            const Formula f = stack.back();
            if (rails_.contains(f))
            {
                stack.pop_back();
                continue;
            }
            const std::size_t before = stack.size();
            if (f.is(Kind::Not) || f.is(Kind::And) || f.is(Kind::Or) || f.is(Kind::Iff))
            {
                for (Formula child : f.children())
                {
                    if (!rails_.contains(child))
                        stack.push_back(child);
                }
            }
            if (stack.size() != before)
                continue;
            stack.pop_back();
            rails_.emplace(f, of_operands(f));
        }
        return rails_.at(root);
    }

    DualRail of_operands(Formula f)
    {
        const auto is_pure = [&](Formula child)
        {
            const DualRail& r = rails_.at(child);
            return r.may_be_true == child && r.may_be_false == no(child);
        };
        switch (f.kind())
        {
        case Kind::Not: return {rails_.at(f[0]).may_be_false, rails_.at(f[0]).may_be_true};
        case Kind::And:
        case Kind::Or:
        {
            if (std::ranges::all_of(f.children(), is_pure))
                return {f, no(f)};
            std::vector<Formula> on, off;
            for (Formula child : f.children())
            {
                on.push_back(rails_.at(child).may_be_true);
                off.push_back(rails_.at(child).may_be_false);
            }
            if (f.is(Kind::And))
                return {reduction_.all_of(on), reduction_.any_of(off)};
            return {reduction_.any_of(on), reduction_.all_of(off)};
        }
        case Kind::Iff:
        {
            if (std::ranges::all_of(f.children(), is_pure))
                return {f, no(f)};
            const DualRail a = rails_.at(f[0]), b = rails_.at(f[1]);
            const auto either = [&](Formula g, Formula h) {
                return reduction_.any_of(std::array{g, h});
            };
            return {
                either(both(a.may_be_true, b.may_be_true), both(a.may_be_false, b.may_be_false)),
                either(both(a.may_be_true, b.may_be_false), both(a.may_be_false, b.may_be_true))};
        }
        case Kind::True:
        case Kind::False:
        case Kind::Initial:
        case Kind::Fluent: return {f, no(f)};
        default: break;
        }
        // terminal, legal(b), [w]x that Σ does not define
        return {store_.top(), store_.top()};
    }

    Theory& theory_;
    Reduction& reduction_;
    FormulaStore& store_;
    const Question& question_;
    const Budget& budget_;
    TransitionSystem system_;
    std::vector<Formula> faults_;
    std::unordered_set<Formula> seen_;
    std::unordered_map<Formula, DualRail> rails_;
};

} // namespace

TransitionSystem transition_system(Theory& theory, const Question& question, const Budget& budget)
{
    return Builder(theory, question, budget).build();
}

unsigned plies_of_a_round(const Frame& frame)
{
    constexpr unsigned most = 3;
    unsigned movers = 0;
    for (std::uint32_t i = 0; i < frame.agent_count(); ++i)
        movers += frame.actions_of(Agent{i}).empty() ? 0U : 1U;
    return std::clamp(movers, 1U, most);
}

} // namespace sgl
