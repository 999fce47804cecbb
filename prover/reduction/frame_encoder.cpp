#include "prover/reduction/frame_encoder.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <unordered_set>
#include <utility>

namespace sgl
{

namespace
{
/// True while it lives.
class Raised
{
public:
    explicit Raised(bool& flag) : flag_(flag) { flag_ = true; }
    ~Raised() { flag_ = false; }
    Raised(const Raised&) = delete;
    Raised& operator=(const Raised&) = delete;

private:
    bool& flag_;
};
} // namespace

Encoder::Encoder(Reduction& reduction, SatSolver& solver)
    : reduction_(reduction), solver_(solver), true_(solver.new_variable())
{
    solver_.add({true_});
}

Encoder::TimeFrame& Encoder::moment(unsigned t)
{
    if (moments_.size() <= t)
        moments_.resize(t + 1);
    return moments_[t];
}

const std::unordered_map<Formula, Literal>& Encoder::atoms(unsigned t) const
{
    static const std::unordered_map<Formula, Literal> none;
    return t < moments_.size() ? moments_[t].atoms : none;
}

void Encoder::start_initial(Formula constraint)
{
    FormulaStore& store = reduction_.store();
    const Formula initial = store.initial();
    const auto fix = [&](Formula atom, Literal value)
    {
        TimeFrame& first = moment(0);
        if (first.literals.emplace(atom, value).second)
        {
            first.atoms.emplace(atom, value);
            first.order.push_back(atom);
        }
        else if (first.literals.at(atom) != value)
            solver_.add({-true_}); // it and its negation are demanded
    };
    fix(initial, true_);
    std::vector<Formula> demanded{constraint};
    while (!demanded.empty())
    {
        const Formula f = demanded.back();
        demanded.pop_back();
        const bool negated = f.is(Kind::Not);
        const Formula atom = negated ? f[0] : f;
        switch (atom.kind())
        {
        case Kind::And:
            if (!negated)
                demanded.insert(demanded.end(), f.children().begin(), f.children().end());
            break;
        case Kind::Or:
        {
            // initial -> g: g is demanded; ¬(g | h): neither
            if (negated)
            {
                for (Formula child : atom.children())
                    demanded.push_back(reduction_.no(child));
            }
            else if (atom.children().size() == 2)
            {
                const Formula not_initial = reduction_.no(initial);
                if (atom[0] == not_initial || atom[1] == not_initial)
                    demanded.push_back(atom[0] == not_initial ? atom[1] : atom[0]);
            }
            break;
        }
        case Kind::Fluent:
        case Kind::Terminal:
        case Kind::Legal: fix(atom, negated ? -true_ : true_); break;
        default: break;
        }
    }
}

Literal Encoder::known(Formula f, unsigned t) const
{
    const auto found = moments_[t].literals.find(f);
    return found == moments_[t].literals.end() ? 0 : found->second;
}

Literal Encoder::literal(Formula f, unsigned t, const Budget& budget)
{
    moment(t);
    std::vector<std::pair<Formula, unsigned>> stack{{reduction_.reduce(f, budget), t}};
    const auto root = stack.front();
    std::vector<std::pair<Formula, unsigned>> missing;
    for (std::size_t steps = 1; !stack.empty(); ++steps)
    {
        if (steps % 256 == 0)
        {
            budget.at_phase("while clauses were made");
            budget.check();
        }
        const auto [g, when] = stack.back();
        if (known(g, when) != 0)
        {
            stack.pop_back();
            continue;
        }
        missing.clear();
        const Literal result = define(g, when, missing, budget);
        if (missing.empty())
        {
            moments_[when].literals.emplace(g, result);
            stack.pop_back();
        }
        else
            stack.insert(stack.end(), missing.begin(), missing.end());
    }
    return known(root.first, root.second);
}

/// The literal of a normal form whose operands have theirs.
Literal Encoder::define(Formula f, unsigned t, std::vector<std::pair<Formula, unsigned>>& missing,
                        const Budget& budget)
{
    const auto at = [&](Formula g, unsigned when)
    {
        const Literal found = known(g, when);
        if (found == 0)
            missing.emplace_back(g, when);
        return found;
    };
    switch (f.kind())
    {
    case Kind::True: return true_;
    case Kind::False: return -true_;
    case Kind::Initial:
    case Kind::Fluent:
    case Kind::Terminal:
    case Kind::Legal:
        // At a later state: what ○f was at the state before.
        if (t > 0)
            return at(reduction_.reduce(reduction_.store().next(f), budget), t - 1);
        return variable(f, t);
    case Kind::Does:
    case Kind::After:
    case Kind::Next: return variable(f, t);
    case Kind::Not: return -at(f[0], t);
    case Kind::And:
    case Kind::Or:
    {
        std::vector<Literal> operands;
        for (Formula child : f.children())
            operands.push_back(at(child, t));
        if (!missing.empty())
            return 0;
        return f.is(Kind::And) ? all_of(operands) : any_of(operands);
    }
    case Kind::Iff:
    {
        const Literal left = at(f[0], t);
        const Literal right = at(f[1], t);
        if (!missing.empty())
            return 0;
        return equal(left, right);
    }
    case Kind::Implies:
    case Kind::Select:
    case Kind::Restrict:
    case Kind::PrioritisedOr:
    case Kind::PrioritisedAnd: break;
    }
    assert(false && "a normal form");
    return 0;
}

Literal Encoder::variable(Formula f, unsigned t)
{
    const Literal made = solver_.new_variable();
    moments_[t].atoms.emplace(f, made);
    moments_[t].order.push_back(f);
    if (!relating_)
        moments_[t].longest_asked = std::max<std::size_t>(moments_[t].longest_asked, f.depth() - 1);
    return made;
}

Literal Encoder::equal(Literal left, Literal right)
{
    if (std::abs(left) == true_)
        return left > 0 ? right : -right;
    if (std::abs(right) == true_)
        return right > 0 ? left : -left;
    const Literal same = solver_.new_variable();
    solver_.add({-same, -left, right});
    solver_.add({-same, left, -right});
    solver_.add({same, left, right});
    solver_.add({same, -left, -right});
    return same;
}

Literal Encoder::any_of(std::span<const Literal> literals)
{
    std::vector<Literal> clause;
    for (Literal l : literals)
    {
        if (l == true_)
            return true_;
        if (l != -true_)
            clause.push_back(l);
    }
    if (clause.empty())
        return -true_;
    if (clause.size() == 1)
        return clause[0];
    const Literal any = solver_.new_variable();
    for (Literal l : clause)
        solver_.add({any, -l});
    clause.push_back(-any);
    solver_.add(clause);
    return any;
}

Literal Encoder::all_of(std::span<const Literal> literals)
{
    std::vector<Literal> negated(literals.begin(), literals.end());
    for (Literal& l : negated)
        l = -l;
    return -any_of(negated);
}

void Encoder::choose_action(unsigned t, const Budget& budget)
{
    if (moment(t).has_action)
        return;
    moment(t).has_action = true;
    std::vector<Literal> does;
    for (std::uint32_t a = 0; a < reduction_.frame().action_count(); ++a)
        does.push_back(literal(reduction_.store().does(Action{a}), t, budget));
    solver_.add(does);
    at_most_one(does);
}

/// No two: pairwise for a few, else by a chain of "one of the first k".
void Encoder::at_most_one(std::span<const Literal> literals)
{
    if (literals.size() <= 5)
    {
        for (std::size_t i = 0; i < literals.size(); ++i)
        {
            for (std::size_t j = 0; j < i; ++j)
                solver_.add({-literals[i], -literals[j]});
        }
        return;
    }
    Literal earlier = literals[0]; // true if one of the first k is
    for (std::size_t k = 1; k < literals.size(); ++k)
    {
        solver_.add({-earlier, -literals[k]});
        if (k + 1 == literals.size())
            break;
        const Literal so_far = solver_.new_variable();
        solver_.add({-earlier, so_far});
        solver_.add({-literals[k], so_far});
        earlier = so_far;
    }
}

void Encoder::connect_frames(unsigned last, const Budget& budget)
{
    // Relating may name new atoms, here or at a neighbouring state: until nothing is new.
    const Raised relating(relating_);
    for (bool changed = true; changed;)
    {
        changed = false;
        for (unsigned t = 0; t <= last && t < moments_.size(); ++t)
        {
            while (moments_[t].related < moments_[t].order.size())
            {
                const Formula f = moments_[t].order[moments_[t].related++];
                relate_atom(f, t, budget);
                changed = true;
            }
            if (t + 1 < moments_.size())
            {
                for (Formula f : std::exchange(moments_[t].waiting, {}))
                {
                    relate_to_next(f, t, budget);
                    changed = true;
                }
            }
        }
    }
}

void Encoder::relate_atom(Formula f, unsigned t, const Budget& budget)
{
    FormulaStore& store = reduction_.store();
    exclude_legal_when_terminal(f, t, budget);
    if (f.is(Kind::After))
    {
        // does(a) -> ([a]x <-> ○x)
        const Literal does = literal(store.does(f.action()), t, budget);
        const Literal after = known(f, t);
        const Literal next = literal(store.next(f[0]), t, budget);
        solver_.add({-does, -after, next});
        solver_.add({-does, after, -next});
    }
    else if (f.is(Kind::Next) && f[0].is(Kind::After))
        moments_[t].waiting.push_back(f); // until there is a next state
}

/// ○[b]x now is [b]x at the next state.
void Encoder::relate_to_next(Formula f, unsigned t, const Budget& budget)
{
    const Literal now = known(f, t);
    const Literal then = literal(f[0], t + 1, budget);
    solver_.add({-now, then});
    solver_.add({now, -then});
}

/// A5 where Σ leaves `legal` or `terminal` open: [w]terminal -> ![w]legal(b), for the words that
/// occur.
void Encoder::exclude_legal_when_terminal(Formula f, unsigned t, const Budget& budget)
{
    FormulaStore& store = reduction_.store();
    std::vector<Formula> word; // from the outside in
    Formula atom = f;
    for (; atom.is(Kind::After) || atom.is(Kind::Next); atom = atom[0])
        word.push_back(atom);
    const auto along_word = [&](Formula g)
    {
        for (auto step = word.rbegin(); step != word.rend(); ++step)
            g = store.with_children(*step, std::array{g});
        return literal(g, t, budget);
    };
    // A definition of terminal that speaks of what is legal later leads on and on.
    constexpr std::size_t beyond = 2;
    if (word.size() > moments_[t].longest_asked + beyond)
        return;
    if (atom.is(Kind::Legal))
        solver_.add({-known(f, t), -along_word(store.terminal())});
    else if (atom.is(Kind::Terminal))
    {
        for (std::uint32_t b = 0; b < reduction_.frame().action_count(); ++b)
        {
            // An undefined legal(b) that nobody mentions may be false.
            if (reduction_.rules().legal[b])
                solver_.add({-known(f, t), -along_word(store.legal(Action{b}))});
        }
    }
}

} // namespace sgl
