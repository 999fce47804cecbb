#include "logic/model/rules.hpp"

#include "logic/formula/subformulas.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

struct NextLiteral
{
    Fluent fluent;
    bool value;
    std::optional<Action> after;
};

/// Splits `next p & next !q & [a](r & s)` into its literals; false if it has another shape.
bool next_literals(Formula f, std::vector<NextLiteral>& found)
{
    struct NextConjunct
    {
        Formula formula;
        bool value;
        bool inside;
        std::optional<Action> after;
    };
    std::vector<NextConjunct> parts{{f, true, false, {}}};
    while (!parts.empty())
    {
        const NextConjunct part = parts.back();
        parts.pop_back();
        const Formula g = part.formula;
        if (g.is(Kind::And) && part.value)
        {
            for (Formula operand : g.children())
                parts.push_back({operand, true, part.inside, part.after});
        }
        else if (g.is(Kind::Not) && part.inside)
            parts.push_back({g[0], !part.value, true, part.after});
        else if (g.is(Kind::Next) && !part.inside)
            parts.push_back({g[0], true, true, {}});
        else if (g.is(Kind::After) && !part.inside)
            parts.push_back({g[0], true, true, g.action()});
        else if (g.is(Kind::Fluent) && part.inside)
            found.push_back({g.fluent(), part.value, part.after});
        else
            return false;
    }
    std::ranges::reverse(found);
    return true;
}

/// Reads each axiom once, in order.
class RuleReader
{
public:
    RuleReader(FormulaStore& store, const Game& game)
        : store_(store), game_(game), rules_(Rules::none(game.frame))
    {
    }

    Rules read()
    {
        for (std::size_t i = 0; i < game_.axioms.size(); ++i)
        {
            if (define(i) || effect(game_.axioms[i].formula))
                continue;
            rules_.constraints.push_back(i);
            if (!warned_ && !is_present(game_.axioms[i].formula))
                warn(game_.axioms[i], "axiom '" + game_.axioms[i].name +
                                          "' has none of the shapes that say what a move does: it "
                                          "only constrains");
            warned_ = false;
        }
        return std::move(rules_);
    }

private:
    bool define(std::size_t i)
    {
        const Formula f = game_.axioms[i].formula;
        if (!f.is(Kind::Iff))
            return false;
        return define(i, f[0], f[1]) || define(i, f[1], f[0]);
    }

    bool define(std::size_t i, Formula head, Formula body)
    {
        switch (head.kind())
        {
        case Kind::Terminal: return body.is_state_wise() && set(i, rules_.terminal, body);
        case Kind::Legal:
            return body.is_state_wise() && set(i, rules_.legal[head.action().index], body);
        case Kind::Next:
            return head[0].is(Kind::Fluent) && is_present(body) &&
                   set(i, rules_.successors[head[0].fluent().index].whole, body);
        case Kind::After:
            return head[0].is(Kind::Fluent) && is_present(body) && body.is_state_wise() &&
                   set(i, rules_.successors[head[0].fluent().index].after[head.action()], body);
        default: return false;
        }
    }

    bool set(std::size_t i, Formula& place, Formula body)
    {
        if (!place)
        {
            place = body;
            return true;
        }
        warn(game_.axioms[i], "what axiom '" + game_.axioms[i].name +
                                  "' says is defined already: it only constrains");
        return false;
    }

    bool effect(Formula f)
    {
        if (!f.is(Kind::Implies) || !is_present(f[0]))
            return false;
        if (f[1].is(Kind::Iff))
            return conditional(f[0], f[1][0], f[1][1]) || conditional(f[0], f[1][1], f[1][0]);
        std::vector<NextLiteral> literals;
        if (!next_literals(f[1], literals))
            return false;
        const bool any_after =
            std::ranges::any_of(literals, [](const NextLiteral& l) { return l.after.has_value(); });
        if (any_after && !f[0].is_state_wise())
            return false;
        for (const NextLiteral& l : literals)
            rules_.successors[l.fluent.index].effects.push_back({f[0], l.value, l.after});
        return true;
    }

    /// φ -> (next p <-> γ)
    bool conditional(Formula condition, Formula head, Formula value)
    {
        if (!head.is(Kind::Next) || !head[0].is(Kind::Fluent) || !is_present(value))
            return false;
        auto& effects = rules_.successors[head[0].fluent().index].effects;
        effects.push_back({store_.conjunction(condition, value), true, {}});
        effects.push_back({store_.conjunction(condition, store_.negation(value)), false, {}});
        return true;
    }

    void warn(const Axiom& axiom, std::string message)
    {
        warned_ = true;
        rules_.warnings.push_back(
            {Diagnostic::Severity::Warning, "", axiom.position, std::move(message), "", ""});
    }

    FormulaStore& store_;
    const Game& game_;
    Rules rules_;
    bool warned_ = false; // of the axiom being read
};

/// Finds definitions that lead back to themselves: `terminal <-> !legal(a)`, `legal(a) <->
/// !terminal`; `terminal <-> [a]terminal`. A vertex is a defined symbol or the next value of a
/// fluent.
class Circles
{
public:
    explicit Circles(const Rules& rules) : rules_(rules), actions_(rules.legal.size()) {}

    /// The vertices to give up, so that no circle is left.
    std::vector<std::size_t> break_all()
    {
        state_.assign(1 + actions_ + rules_.successors.size(), White);
        std::vector<std::size_t> broken;
        for (std::size_t root = 0; root <= actions_; ++root)
            visit(root, broken);
        return broken;
    }

private:
    enum Colour : char
    {
        White,
        Grey,
        Black
    };
    struct Visit
    {
        std::size_t vertex;
        std::vector<std::size_t> targets;
        std::size_t at = 0;
    };

    void visit(std::size_t root, std::vector<std::size_t>& broken)
    {
        if (state_[root] != White)
            return;
        std::vector<Visit> path;
        enter(root, path);
        while (!path.empty())
        {
            Visit& top = path.back();
            if (top.at == top.targets.size())
            {
                state_[top.vertex] = Black;
                path.pop_back();
                continue;
            }
            const std::size_t target = top.targets[top.at++];
            if (state_[target] == White)
                enter(target, path);
            else if (state_[target] == Grey)
                give_up(path, target, broken);
        }
    }

    void enter(std::size_t vertex, std::vector<Visit>& path)
    {
        state_[vertex] = Grey;
        path.push_back({vertex, targets(vertex)});
    }

    /// A defined symbol on the circle that the path closes at `target`.
    void give_up(const std::vector<Visit>& path, std::size_t target,
                 std::vector<std::size_t>& broken)
    {
        auto start = std::ranges::find(path, target, &Visit::vertex);
        for (auto on = start; on != path.end(); ++on)
        {
            if (on->vertex <= actions_)
            {
                broken.push_back(on->vertex);
                return;
            }
        }
    }

    std::vector<std::size_t> targets(std::size_t vertex)
    {
        std::vector<std::size_t> found;
        if (vertex == 0)
            mentions(rules_.terminal, found);
        else if (vertex <= actions_)
            mentions(rules_.legal[vertex - 1], found);
        else
        {
            const SuccessorRule& rule = rules_.successors[vertex - 1 - actions_];
            mentions(rule.whole, found);
            for (const auto& [action, formula] : rule.after)
                mentions(formula, found);
            for (const Effect& effect : rule.effects)
                mentions(effect.condition, found);
        }
        std::ranges::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    void mentions(Formula root, std::vector<std::size_t>& found)
    {
        if (!root)
            return;
        std::vector<std::pair<Formula, bool>> stack{{root, false}};
        FormulaSet seen_now, seen_later;
        while (!stack.empty())
        {
            const auto [f, later] = stack.back();
            stack.pop_back();
            if (!(later ? seen_later : seen_now).insert(f))
                continue;
            if (f.is(Kind::Terminal) && rules_.terminal)
                found.push_back(0);
            else if (f.is(Kind::Legal) && rules_.legal[f.action().index])
                found.push_back(1 + f.action().index);
            else if (f.is(Kind::Fluent) && later)
                found.push_back(1 + actions_ + f.fluent().index);
            const bool inside = later || f.is(Kind::After) || f.is(Kind::Next);
            for (Formula child : f.children())
                stack.emplace_back(child, inside);
        }
    }

    const Rules& rules_;
    std::size_t actions_;
    std::vector<Colour> state_;
};

/// The symbol behind a vertex of Circles stops being defined; its axiom becomes a constraint.
void give_up_definition(const Game& game, Rules& rules, std::size_t vertex)
{
    Formula& place = vertex == 0 ? rules.terminal : rules.legal[vertex - 1];
    if (!place)
        return;
    const auto defines = [&](Formula f, std::size_t head)
    {
        const bool named = vertex == 0
                               ? f[head].is(Kind::Terminal)
                               : f[head].is(Kind::Legal) && f[head].action().index == vertex - 1;
        return named && f[1 - head] == place;
    };
    const auto axiom = std::ranges::find_if(
        game.axioms, [&](const Axiom& ax)
        { return ax.formula.is(Kind::Iff) && (defines(ax.formula, 0) || defines(ax.formula, 1)); });
    rules.constraints.push_back(static_cast<std::size_t>(axiom - game.axioms.begin()));
    rules.warnings.push_back(
        {Diagnostic::Severity::Warning, "", axiom->position,
         "axiom '" + axiom->name + "' defines a symbol by itself, in a circle: it only constrains",
         "", ""});
    place = Formula();
}

} // namespace

Rules Rules::none(const Frame& frame)
{
    Rules rules;
    rules.legal.resize(frame.action_count());
    rules.successors.resize(frame.fluent_count());
    return rules;
}

Rules read_rules(FormulaStore& store, const Game& game)
{
    Rules rules = RuleReader(store, game).read();
    for (auto circular = Circles(rules).break_all(); !circular.empty();
         circular = Circles(rules).break_all())
    {
        for (std::size_t vertex : circular)
            give_up_definition(game, rules, vertex);
    }
    std::ranges::sort(rules.constraints);
    return rules;
}

} // namespace sgl
