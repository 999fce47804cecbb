#include "tests/prover/derive/derivation_check.hpp"

#include "logic/formula/transform.hpp"
#include "prover/sat/solver.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

namespace sgl::testing
{
namespace
{

/// The propositional parts of formulas down to their atoms, children first, each once.
std::vector<Formula> parts_of(std::initializer_list<Formula> roots)
{
    const auto by_id = [](Formula f, Formula g) { return f.id() < g.id(); };
    std::set<Formula, decltype(by_id)> seen(roots.begin(), roots.end(), by_id);
    std::vector<Formula> open(seen.begin(), seen.end());
    while (!open.empty())
    {
        const Formula f = open.back();
        open.pop_back();
        if (!is_propositional(f))
            continue;
        for (Formula child : f.children())
            if (seen.insert(child).second)
                open.push_back(child);
    }
    return {seen.begin(), seen.end()};
}

constexpr std::size_t most_table_atoms = 12;

/// A column of a truth table, 64 rows a word.
using Column = std::vector<std::uint64_t>;

Column atom_column(std::size_t atom, std::size_t atoms)
{
    const std::size_t rows = std::size_t{1} << atoms;
    Column column((rows + 63) / 64);
    for (std::size_t row = 0; row < rows; ++row)
        if ((row >> atom & 1) != 0)
            column[row / 64] |= std::uint64_t{1} << (row % 64);
    return column;
}

bool equivalent_by_table(Formula f, Formula g, const std::vector<Formula>& parts, std::size_t atoms)
{
    const std::size_t words = ((std::size_t{1} << atoms) + 63) / 64;
    std::unordered_map<Formula, Column> columns;
    std::size_t atom = 0;
    for (Formula part : parts)
    {
        if (!is_propositional(part))
        {
            columns.emplace(part, atom_column(atom++, atoms));
            continue;
        }
        const bool conjoins = part.is(Kind::And);
        Column column(words, part.is(Kind::True) || conjoins ? ~std::uint64_t{0} : 0);
        for (std::size_t word = 0; word < words; ++word)
        {
            const auto at = [&](std::size_t child) { return columns.at(part[child])[word]; };
            std::uint64_t& cell = column[word];
            switch (part.kind())
            {
            case Kind::Not: cell = ~at(0); break;
            case Kind::Implies: cell = ~at(0) | at(1); break;
            case Kind::Iff: cell = ~(at(0) ^ at(1)); break;
            default:
                for (std::size_t child = 0; child < part.children().size(); ++child)
                    cell = conjoins ? cell & at(child) : cell | at(child);
            }
        }
        columns.emplace(part, std::move(column));
    }
    const std::uint64_t mask =
        atoms < 6 ? (std::uint64_t{1} << (std::size_t{1} << atoms)) - 1 : ~std::uint64_t{0};
    for (std::size_t word = 0; word < words; ++word)
        if (((columns.at(f)[word] ^ columns.at(g)[word]) & mask) != 0)
            return false;
    return true;
}

bool equivalent_by_solver(Formula f, Formula g, const std::vector<Formula>& parts)
{
    SatSolver solver;
    std::unordered_map<Formula, Literal> literals;
    for (Formula part : parts)
    {
        const Literal l = solver.new_variable();
        literals.emplace(part, l);
        if (!is_propositional(part))
            continue;
        const auto at = [&](std::size_t child) { return literals.at(part[child]); };
        std::vector<Literal> long_clause;
        switch (part.kind())
        {
        case Kind::True: solver.add({l}); break;
        case Kind::False: solver.add({-l}); break;
        case Kind::Not:
            solver.add({l, at(0)});
            solver.add({-l, -at(0)});
            break;
        case Kind::Implies:
            solver.add({l, at(0)});
            solver.add({l, -at(1)});
            solver.add({-l, -at(0), at(1)});
            break;
        case Kind::Iff:
            solver.add({-l, -at(0), at(1)});
            solver.add({-l, at(0), -at(1)});
            solver.add({l, at(0), at(1)});
            solver.add({l, -at(0), -at(1)});
            break;
        default:
        {
            const int sign = part.is(Kind::And) ? 1 : -1;
            long_clause = {sign * l};
            for (std::size_t child = 0; child < part.children().size(); ++child)
            {
                solver.add({-sign * l, sign * at(child)});
                long_clause.push_back(-sign * at(child));
            }
            solver.add(long_clause);
        }
        }
    }
    const Literal left = literals.at(f), right = literals.at(g);
    solver.add({left, right});
    solver.add({-left, -right});
    return solver.solve({}, Budget()) == Satisfiable::No;
}

/// Derives one equation.
class Derivation
{
public:
    Derivation(Reduction& reduction, const Equation& equation)
        : reduction_(reduction), store_(reduction.store()), frame_(reduction.frame()),
          rules_(reduction.rules())
    {
        for (std::uint32_t i : reduction.premises(equation))
        {
            const Equation& premise = reduction.equations()[i];
            premises_.emplace(premise.left, premise.right);
        }
    }

    /// What left is equivalent to; parts without a premise are listed in `missing`.
    Formula derive(Law law, Formula left)
    {
        if (law == Law::Game)
            return by_game(left);
        if (left.is(Kind::Restrict))
            return restricted(law, left);
        if (left.is(Kind::Select))
            return selected(law, left);
        if (left.is(Kind::Next))
            return next(law, left[0]);
        expect(law, {left.is(Kind::After)            ? Law::B
                     : left.is(Kind::PrioritisedOr)  ? Law::PrioritisedOr
                     : left.is(Kind::PrioritisedAnd) ? Law::PrioritisedAnd
                                                     : Law::A1});
        std::vector<Formula> operands;
        for (Formula child : left.children())
            operands.push_back(value(child));
        return rebuilt(left, operands);
    }

    bool wrong_law = false;
    std::vector<Formula> missing;

private:
    void expect(Law law, std::initializer_list<Law> allowed)
    {
        wrong_law = wrong_law || std::find(allowed.begin(), allowed.end(), law) == allowed.end();
    }

    /// The right side of a premise, or a normal form itself.
    Formula value(Formula f)
    {
        if (const auto found = premises_.find(f); found != premises_.end())
            return found->second;
        if (!is_normal_form(f, frame_, rules_))
            missing.push_back(f);
        return f;
    }

    Formula rebuilt(Formula shape, const std::vector<Formula>& operands)
    {
        switch (shape.kind())
        {
        case Kind::After: return one_step(operands[0], shape.action());
        case Kind::Next: return one_step(operands[0], {});
        case Kind::Select: return value(store_.select(shape.action(), operands[0]));
        case Kind::PrioritisedOr:
        {
            Formula rest = operands.back();
            for (std::size_t k = operands.size() - 1; k-- > 0;)
            {
                const Formula none = store_.negation(value(reduction_.at_some_action(operands[k])));
                rest = store_.disjunction(operands[k], store_.conjunction(rest, none));
            }
            return rest;
        }
        case Kind::PrioritisedAnd:
        {
            std::vector<Formula> parts{operands[0]};
            Formula prefix = operands[0], plain = operands[0];
            for (std::size_t k = 1; k < operands.size(); ++k)
            {
                prefix = reduction_.all_of(std::array{prefix, operands[k]});
                plain = store_.conjunction(plain, operands[k]);
                if (!propositionally_equivalent(prefix, plain))
                    missing.push_back(plain);
                parts.push_back(
                    store_.implication(value(reduction_.at_some_action(prefix)), operands[k]));
            }
            return store_.conjunction(parts);
        }
        default: return store_.with_children(shape, operands);
        }
    }

    /// [a]f ↔ [a]⋀_c⟪c⟫f (B2); of something state-wise, [a]f ↔ ⟪a⟫○f.
    Formula one_step(Formula f, std::optional<Action> a)
    {
        if (!f.is_state_wise())
            f = value(reduction_.at_every_action(f));
        const Formula before = value(store_.next(f));
        return a ? value(store_.select(*a, before)) : before;
    }

    Formula next(Law law, Formula g)
    {
        expect(law, {g.is(Kind::Initial) ? Law::A4 : Law::Next});
        const bool distributes =
            g.is_state_wise() && !premises_.contains(g) && is_normal_form(g, frame_, rules_);
        if (!distributes)
            return one_step(value(g), {});
        if (g.is(Kind::Initial))
            return store_.bottom();
        if (!is_propositional(g))
        {
            missing.push_back(store_.next(g)); // ○x is a normal form
            return g;
        }
        std::vector<Formula> operands;
        for (Formula child : g.children())
            operands.push_back(value(store_.next(child)));
        return g.children().empty() ? g : store_.with_children(g, operands);
    }

    Formula selected(Law law, Formula left)
    {
        const Formula g = left[0];
        if (premises_.contains(g) || !is_normal_form(g, frame_, rules_))
        {
            expect(law, {Law::Select});
            return value(store_.select(left.action(), value(g)));
        }
        expect(law, {g.is(Kind::Does) ? Law::C3 : g.is(Kind::Next) ? Law::Next : Law::Select});
        return at_action(g, left.action(), true);
    }

    /// C1–C7 for a normal form; ⟪a⟫○x is [a]x.
    Formula at_action(Formula g, Action a, bool whole)
    {
        if (g.is_state_wise())
            return g;
        if (const auto found = premises_.find(store_.select(a, g));
            !whole && found != premises_.end())
            return found->second;
        if (g.is(Kind::Does))
            return store_.constant(g.action() == a);
        if (g.is(Kind::Next))
            return store_.after(a, g[0]);
        std::vector<Formula> operands;
        for (Formula child : g.children())
            operands.push_back(at_action(child, a, false));
        return store_.with_children(g, operands);
    }

    Formula restricted(Law law, Formula left)
    {
        const Formula alpha = left[0], phi = left[1];
        switch (phi.kind())
        {
        case Kind::True:
        case Kind::False:
        case Kind::Fluent:
        case Kind::Initial:
        case Kind::Terminal: expect(law, {Law::D1}); return value(phi);
        case Kind::Does: expect(law, {Law::D3}); return value(phi);
        case Kind::Legal:
            expect(law, {Law::D2});
            return store_.conjunction(value(phi), value(store_.select(phi.action(), alpha)));
        case Kind::Restrict:
        {
            expect(law, {Law::D8});
            const Formula both = store_.conjunction(alpha, store_.restrict(alpha, phi[0]));
            return value(store_.restrict(both, phi[1]));
        }
        case Kind::Not: expect(law, {Law::D4}); break;
        case Kind::And:
        case Kind::Or:
        case Kind::Implies:
        case Kind::Iff: expect(law, {Law::D5}); break;
        case Kind::Select: expect(law, {Law::D6}); break;
        case Kind::After: expect(law, {Law::D7}); break;
        case Kind::Next: expect(law, {Law::Next}); break;
        case Kind::PrioritisedOr: expect(law, {Law::PrioritisedOr}); break;
        case Kind::PrioritisedAnd: expect(law, {Law::PrioritisedAnd}); break;
        }
        std::vector<Formula> operands;
        for (Formula child : phi.children())
            operands.push_back(value(store_.restrict(alpha, child)));
        return rebuilt(phi, operands);
    }

    Formula by_game(Formula left)
    {
        if (left.is(Kind::Terminal) && rules_.terminal)
            return value(rules_.terminal);
        if (left.is(Kind::Legal) && rules_.legal[left.action().index])
            return value(rules_.legal[left.action().index]);
        if (left.is(Kind::Next) && left[0].is(Kind::Fluent))
            return next_value(left[0].fluent());
        wrong_law = true;
        return left;
    }

    Formula next_value(Fluent p)
    {
        const SuccessorRule& rule = rules_.successors[p.index];
        if (rule.whole)
            return value(rule.whole);
        std::set<Action> special;
        for (const auto& [a, formula] : rule.after)
            special.insert(a);
        for (const Effect& effect : rule.effects)
            if (effect.only_after)
                special.insert(*effect.only_after);
        std::vector<Formula> cases, does_special;
        for (Action a : special)
        {
            does_special.push_back(store_.does(a));
            const auto whole = rule.after.find(a);
            cases.push_back(store_.conjunction(store_.does(a), whole != rule.after.end()
                                                                   ? value(whole->second)
                                                                   : by_effects(rule, a, p)));
        }
        cases.push_back(store_.conjunction(store_.negation(store_.disjunction(does_special)),
                                           by_effects(rule, {}, p)));
        return store_.disjunction(cases);
    }

    Formula by_effects(const SuccessorRule& rule, std::optional<Action> after, Fluent p)
    {
        std::vector<Formula> on, off;
        for (const Effect& effect : rule.effects)
            if (!effect.only_after || effect.only_after == after)
                (effect.value ? on : off).push_back(value(effect.condition));
        const Formula free = store_.next(store_.fluent(reduction_.open(p)));
        on.push_back(store_.conjunction(store_.negation(store_.disjunction(off)), free));
        return store_.disjunction(on);
    }

    Reduction& reduction_;
    FormulaStore& store_;
    const Frame& frame_;
    const Rules& rules_;
    std::unordered_map<Formula, Formula> premises_;
};

} // namespace

bool propositionally_equivalent(Formula f, Formula g)
{
    const std::vector<Formula> parts = parts_of({f, g});
    const auto atoms = static_cast<std::size_t>(std::count_if(
        parts.begin(), parts.end(), [](Formula part) { return !is_propositional(part); }));
    return atoms <= most_table_atoms ? equivalent_by_table(f, g, parts, atoms)
                                     : equivalent_by_solver(f, g, parts);
}

bool is_normal_form(Formula root, const Frame& frame, const Rules& rules)
{
    const auto is_defined_fluent = [&](Formula f)
    {
        const std::uint32_t p = f.fluent().index;
        return p < frame.fluent_count() && !rules.successors[p].is_free();
    };
    for (Formula part : parts_of({root}))
    {
        if (part.is(Kind::Implies))
            return false;
        if (is_propositional(part))
            continue;
        Formula atom = part;
        if (atom.is(Kind::Next))
            atom = atom[0];
        while (atom.is(Kind::After))
            atom = atom[0];
        const bool now = atom == part;
        switch (atom.kind())
        {
        case Kind::Fluent:
            if (now ? atom.fluent().index >= frame.fluent_count() : is_defined_fluent(atom))
                return false;
            break;
        case Kind::Initial:
        case Kind::Does:
            if (!now)
                return false;
            break;
        case Kind::Terminal:
            if (rules.terminal)
                return false;
            break;
        case Kind::Legal:
            if (rules.legal[atom.action().index])
                return false;
            break;
        default: return false;
        }
    }
    return true;
}

std::optional<std::string> unjustified(Reduction& reduction, const Equation& equation)
{
    const auto self = static_cast<std::size_t>(&equation - reduction.equations().data());
    bool uses_game = equation.by == Law::Game;
    for (std::uint32_t i : reduction.premises(equation))
    {
        if (i >= self)
            return "a premise comes later";
        uses_game = uses_game || reduction.equations()[i].uses_game;
    }
    if (uses_game != equation.uses_game)
        return "uses_game is not as its premises say";
    if (!is_normal_form(equation.right, reduction.frame(), reduction.rules()))
        return "the right side is no normal form";
    Derivation derivation(reduction, equation);
    const Formula derived = derivation.derive(equation.by, equation.left);
    if (derivation.wrong_law)
        return "another law should be named";
    if (!derivation.missing.empty())
        return "a premise is missing";
    if (!propositionally_equivalent(derived, equation.right))
        return "the right side does not follow";
    return std::nullopt;
}

Formula closed(Reduction& reduction, Formula f)
{
    FormulaStore& store = reduction.store();
    MemoLoop loop;
    return loop(f, 0,
                [&](FormulaKey key, MemoLoop::Need& need)
                {
                    if (key.formula.is(Kind::Fluent))
                        return store.fluent(reduction.closed(key.formula.fluent()));
                    const std::vector<Formula> operands = need.all(key.formula.children());
                    if (need.missing())
                        return Formula();
                    return operands.empty() ? key.formula
                                            : store.with_children(key.formula, operands);
                });
}

} // namespace sgl::testing
