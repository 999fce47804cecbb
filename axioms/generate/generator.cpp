// Inductions, goal by goal on a stack: each goal is a line that is wanted, and asks for the goals
// that it rests on first. A goal is met once, so that shared parts of formulas cost what they are.
//
//   same        χ <-> χ'               congruence; inside ⌊γ⌋ only what rests on no game axiom
//   under       ⌊α⌋φ <-> ⌊α'⌋φ         by induction on φ with D1-D8, from α <-> α'
//   lemma 1     does(a) -> (φ <-> ⟪a⟫φ)
//   unrestrict  ⌊⊤⌋φ <-> φ
//   state-wise  ⟪c⟫φ <-> φ
//
// `under` never uses GEN S on α <-> α': that is why α may be replaced in an outermost ⌊α⌋ when the
// equivalence rests on the game, and ⌊α⌋⌊β⌋χ becomes ⌊α & ⌊α⌋β⌋χ first (D8).

#include "axioms/generate/generator.hpp"

#include "axioms/generate/lines.hpp"
#include "axioms/text/matcher.hpp"
#include "logic/definition.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sgl::axioms
{

namespace
{

/// A lemma was not to be had.
struct NoLemma
{
};

bool is_opaque(Formula f)
{
    return f.is(Kind::Fluent) && is_formula_variable(f.fluent());
}

enum class Task : std::uint8_t
{
    Same,       // f <-> g
    Under,      // ⌊f⌋of <-> ⌊g⌋of, f <-> g being there
    Lemma1,     // of the action: does(a) -> (of <-> ⟪a⟫of)
    Unrestrict, // ⌊⊤⌋of <-> of
    StateWise,  // of the action: ⟪c⟫of <-> of
};

struct Goal
{
    Task task = Task::Same;
    Formula f = {}, g = {}, of = {};
    Action a = {};

    bool operator==(const Goal&) const = default;
};

struct GoalHash
{
    std::size_t operator()(const Goal& goal) const noexcept
    {
        constexpr std::size_t factor = 0x9E3779B97F4A7C15;
        const std::hash<Formula> hash;
        std::size_t sum = static_cast<std::size_t>(goal.task) + goal.a.index * std::size_t{8};
        for (const Formula f : {goal.f, goal.g, goal.of})
            sum = (sum ^ hash(f)) * factor;
        return sum ^ (sum >> 29U);
    }
};

} // namespace

class Generator::Work : public Lines
{
public:
    using Lines::lemma;

    Work(Generator& generator, std::span<const Number> equivalences)
        : Lines(generator.tools_.store, generator.derivation_), generator_(generator),
          tools_(generator.tools_)
    {
        for (const Number line : equivalences)
        {
            const Formula f = formula(line);
            if (!f.is(Kind::Iff))
                throw Refusal{Why::DoesNotFollow, "an equivalence φ <-> ψ to replace by",
                              tools_.print(f)};
            given_.emplace(f, line);
            lines_.emplace(f, line);
        }
    }

    /// The line that meets the goal.
    Number meet(const Goal& goal)
    {
        std::vector<Goal> open{goal};
        while (!open.empty())
        {
            const Goal now = open.back();
            if (met_.contains(now))
            {
                open.pop_back();
                continue;
            }
            wanted_.clear();
            const std::optional<Number> line = step(now);
            if (wanted_.empty())
                met_.emplace(now, line.value());
            else
                open.insert(open.end(), wanted_.rbegin(), wanted_.rend());
        }
        return met_.at(goal);
    }

    /// The last line of all is f, which one line shows already, or follows from these.
    void finish(Formula f, const std::vector<Number>& from)
    {
        if (derivation_.lines().size() == from.back() + std::size_t{1} &&
            formula(from.back()) == f && is_own(from.back()))
            return;
        lines_.erase(f);
        taut(f, from, {{{f, true}}});
    }

    /// It was written here.
    bool is_own(Number line) const { return line >= first_; }

    [[noreturn]] void differ(Formula f, Formula g) const
    {
        std::string expected = "at some places one side of ";
        std::string_view before;
        for (const auto& [equivalence, line] : given_)
        {
            expected += fmt::format("{}{}", before, tools_.print(equivalence));
            before = " or of ";
        }
        throw Refusal{Why::DoesNotFollow, expected + " for the other, and all else the same",
                      fmt::format("{} in place of {}", tools_.print(g), tools_.print(f))};
    }

private:
    // --- goals ---

    /// The line that meets the goal; nothing where it has to be met first.
    std::optional<Number> need(const Goal& goal)
    {
        const auto found = met_.find(goal);
        if (found != met_.end())
            return found->second;
        wanted_.push_back(goal);
        return std::nullopt;
    }

    std::optional<Number> step(const Goal& goal)
    {
        switch (goal.task)
        {
        case Task::Same: return same(goal.f, goal.g);
        case Task::Under: return under(goal.f, goal.g, goal.of);
        case Task::Lemma1: return lemma_1(goal.a, goal.of);
        case Task::Unrestrict: return unrestrict(goal.of);
        case Task::StateWise: return state_wise(goal.a, goal.of);
        }
        return std::nullopt;
    }

    [[noreturn]] void opaque(Formula f) const
    {
        throw Refusal{Why::DoesNotFollow,
                      fmt::format("a formula without metavariables here: this needs induction on "
                                  "{}; state it for concrete formulas",
                                  tools_.print(f)),
                      fmt::format("{}, which is a metavariable", tools_.print(f))};
    }

    // --- χ <-> χ' ---

    std::optional<Number> given(Formula f, Formula g)
    {
        if (const auto found = given_.find(store_.equivalence(f, g)); found != given_.end())
            return found->second;
        const auto turned = given_.find(store_.equivalence(g, f));
        if (turned == given_.end())
            return std::nullopt;
        return taut(store_.equivalence(f, g), {turned->second}, {{{f, true}}});
    }

    std::optional<Number> same(Formula f, Formula g)
    {
        const Formula wanted = store_.equivalence(f, g);
        if (f == g)
            return taut(wanted, {}, {{{f, true}}});
        if (const std::optional<Number> line = given(f, g))
            return line;
        check_alike(f, g);
        if (is_propositional(f))
            return same_connectives(f, g);
        switch (f.kind())
        {
        case Kind::Select:
        case Kind::After:
        case Kind::Next:
            if (const auto inner = need({Task::Same, f[0], g[0]}))
                return lemma(f.is(Kind::Next)     ? "next_same"
                             : f.is(Kind::Select) ? "select_same"
                                                  : "after_same",
                             wanted, {*inner});
            return std::nullopt;
        case Kind::Restrict: return same_restrictions(f, g);
        case Kind::PrioritisedOr:
        case Kind::PrioritisedAnd:
        {
            const Formula f_is = sgl::definition(store_, tools_.frame, f);
            const Formula g_is = sgl::definition(store_, tools_.frame, g);
            if (const auto inner = need({Task::Same, f_is, g_is}))
                return taut(wanted, {unfolds(f), unfolds(g), *inner}, {{{f, true}}});
            return std::nullopt;
        }
        default: differ(f, g);
        }
    }

    void check_alike(Formula f, Formula g) const
    {
        if (f.kind() != g.kind() || f.children().size() != g.children().size() ||
            f.children().empty() || store_.with_children(f, g.children()) != g)
            differ(f, g);
    }

    /// One propositional step over all the connectives at the top; two clauses a node, or four,
    /// refute it.
    std::optional<Number> same_connectives(Formula f, Formula g)
    {
        struct Open
        {
            Formula f, g;
            std::size_t next;
        };
        std::vector<Open> open{{f, g, 0}};
        std::unordered_map<Formula, Formula> seen; // by the equivalence
        std::vector<Number> cited;
        std::vector<Clause> clauses;
        while (!open.empty())
        {
            Open& now = open.back();
            if (now.next == now.f.children().size())
            {
                for (const bool sign : {false, true})
                {
                    const Clause clause{{now.f, sign}, {now.g, !sign}};
                    if (now.f.is(Kind::Iff)) // by cases
                    {
                        clauses.push_back(clause);
                        clauses.back().emplace_back(now.f[0], true);
                    }
                    clauses.push_back(clause);
                }
                open.pop_back();
                continue;
            }
            const Formula x = now.f[now.next], y = now.g[now.next];
            ++now.next;
            if (x == y || !seen.try_emplace(store_.equivalence(x, y), x).second)
                continue;
            std::optional<Number> line = given(x, y);
            if (!line)
            {
                check_alike(x, y);
                if (is_propositional(x))
                {
                    open.push_back({x, y, 0});
                    continue;
                }
                line = need({Task::Same, x, y});
            }
            if (line)
                cited.push_back(*line);
        }
        if (!wanted_.empty())
            return std::nullopt;
        clauses.push_back({{f, true}});
        return taut(store_.equivalence(f, g), cited, clauses);
    }

    /// ⌊α⌋φ <-> ⌊α'⌋φ': φ by GEN S, then α.
    std::optional<Number> same_restrictions(Formula f, Formula g)
    {
        const Formula alpha = f[0], phi = f[1], other_alpha = g[0], other_phi = g[1];
        std::vector<Number> cited;
        if (phi != other_phi)
        {
            const auto inner = need({Task::Same, phi, other_phi});
            if (!inner)
                return std::nullopt;
            if (generator_.uses_game(*inner))
                throw Refusal{
                    Why::DependsOnGame,
                    "an equivalence that rests on no game axiom, to replace inside the scope of {" +
                        tools_.print(alpha) +
                        "}: other moves are legal there, and what the game says of `legal` need "
                        "not hold (GEN S); only the α of an outermost {α} may be replaced",
                    tools_.print(formula(*inner)) + ", which rests on one"};
            const Formula between = store_.restrict(alpha, other_phi);
            const Formula first = store_.equivalence(f, between);
            if (between == g)
                return lemma("restrict_same", first, {*inner});
            cited.push_back(lemma("restrict_same", first, {*inner}));
        }
        const auto alphas = need({Task::Same, alpha, other_alpha});
        if (!alphas)
            return std::nullopt;
        const auto last = need({Task::Under, alpha, other_alpha, other_phi});
        if (!last)
            return std::nullopt;
        if (cited.empty())
            return last;
        cited.push_back(*last);
        return taut(store_.equivalence(f, g), cited, {});
    }

    // --- ⌊α⌋φ <-> ⌊α'⌋φ ---

    std::optional<Number> under(Formula alpha, Formula beta, Formula phi)
    {
        const Operator first{{}, alpha}, second{{}, beta};
        const Formula left = first.over(store_, phi), right = second.over(store_, phi);
        const Formula wanted = store_.equivalence(left, right);
        const auto both = [&](std::string_view axiom, auto&& meaning)
        {
            return std::vector{this->axiom(axiom, left, meaning(first)),
                               this->axiom(axiom, right, meaning(second))};
        };
        if (is_opaque(phi))
            opaque(phi);
        if (is_atom(phi))
            return taut(wanted, both("D1", [&](const Operator&) { return phi; }));
        if (is_propositional(phi))
        {
            std::vector<Number> cited{distributes(first, phi), distributes(second, phi)};
            for (const Formula child : phi.children())
                if (const auto line = need({Task::Under, alpha, beta, child}))
                    cited.push_back(*line);
            return wanted_.empty() ? std::optional(taut(wanted, cited, {{{left, true}}}))
                                   : std::nullopt;
        }
        const auto inner = [&]() {
            return need({Task::Under, alpha, beta, phi.children().back()});
        };
        switch (phi.kind())
        {
        case Kind::Does: return taut(wanted, both("D3", [&](const Operator&) { return phi; }));
        case Kind::Legal:
        {
            const Action a = phi.action();
            std::vector<Number> cited =
                both("D2", [&](const Operator& op)
                     { return store_.conjunction(phi, store_.select(a, op.alpha)); });
            cited.push_back(lemma(
                "select_same", store_.equivalence(store_.select(a, alpha), store_.select(a, beta)),
                {lines_.at(store_.equivalence(alpha, beta))}));
            return taut(wanted, cited);
        }
        case Kind::After:
        case Kind::Select:
        {
            const auto line = inner();
            if (!line)
                return std::nullopt;
            const auto inside = [&](const Operator& op)
            { return store_.with_children(phi, std::array{op.over(store_, phi[0])}); };
            std::vector<Number> cited = both(phi.is(Kind::After) ? "D7" : "D6", inside);
            cited.push_back(lemma(phi.is(Kind::After) ? "after_same" : "select_same",
                                  store_.equivalence(inside(first), inside(second)), {*line}));
            return taut(wanted, cited);
        }
        case Kind::Next:
        {
            const auto line = inner();
            if (!line)
                return std::nullopt;
            const Formula f = store_.next(first.over(store_, phi[0]));
            const Formula g = store_.next(second.over(store_, phi[0]));
            return taut(wanted, {lemma("restrict_next", store_.equivalence(left, f)),
                                 lemma("restrict_next", store_.equivalence(right, g)),
                                 lemma("next_same", store_.equivalence(f, g), {*line})});
        }
        case Kind::Restrict: return under_restricted(alpha, beta, phi);
        default: break;
        }
        const Formula unfolded = sgl::definition(store_, tools_.frame, phi);
        const auto line = need({Task::Under, alpha, beta, unfolded});
        if (!line)
            return std::nullopt;
        return taut(wanted,
                    {Lines::under(first, unfolds(phi)), Lines::under(second, unfolds(phi)), *line});
    }

    /// ⌊α⌋⌊γ⌋χ is ⌊α & ⌊α⌋γ⌋χ.
    std::optional<Number> under_restricted(Formula alpha, Formula beta, Formula phi)
    {
        const auto joined = [&](Formula of)
        { return store_.conjunction(of, store_.restrict(of, phi[0])); };
        const auto inner = need({Task::Under, alpha, beta, phi[0]});
        if (!inner)
            return std::nullopt;
        const Formula f = joined(alpha), g = joined(beta);
        taut(store_.equivalence(f, g), {lines_.at(store_.equivalence(alpha, beta)), *inner},
             {{{f, true}}});
        const auto line = need({Task::Under, f, g, phi[1]});
        if (!line)
            return std::nullopt;
        const Formula left = store_.restrict(alpha, phi), right = store_.restrict(beta, phi);
        return taut(store_.equivalence(left, right),
                    {axiom("D8", left, store_.restrict(f, phi[1])),
                     axiom("D8", right, store_.restrict(g, phi[1])), *line});
    }

    // --- does(a) -> (φ <-> ⟪a⟫φ) ---

    Formula lemma_1_of(Action a, Formula phi)
    {
        return store_.implication(store_.does(a), store_.equivalence(phi, store_.select(a, phi)));
    }

    std::optional<Number> lemma_1(Action a, Formula phi)
    {
        const Formula wanted = lemma_1_of(a, phi), selected = store_.select(a, phi);
        const Operator select{a};
        if (is_opaque(phi))
            opaque(phi);
        if (is_atom(phi))
            return taut(wanted, {axiom("C1", selected, phi)});
        if (is_propositional(phi))
            return by_operands(wanted, select, phi, Task::Lemma1, a);
        switch (phi.kind())
        {
        case Kind::Legal: return taut(wanted, {axiom("C2", selected, phi)});
        case Kind::Does: return lemma_1_does(a, phi.action());
        case Kind::After: return taut(wanted, {axiom("C7", selected, phi)});
        case Kind::Select: return taut(wanted, {axiom("C6", selected, phi)});
        case Kind::Next:
        {
            if (is_variable(a))
                throw Refusal{Why::DoesNotFollow,
                              "an action of the frame here (make the theorem a family: for a in "
                              "actions), as in " +
                                  tools_.print(phi) + " it matters which it is",
                              "any action"};
            const Formula after = store_.after(a, phi[0]);
            return taut(
                wanted,
                {lemma("does_next",
                       store_.implication(store_.does(a), store_.equivalence(phi, after)), {}, a),
                 lemma("select_next", store_.equivalence(selected, after), {}, a)});
        }
        case Kind::Restrict:
        {
            // GEN S on the lemma for what is in the scope; it rests on no axiom of a game.
            const auto inner = need({Task::Lemma1, {}, {}, phi[1], a});
            if (!inner)
                return std::nullopt;
            const Operator op{{}, phi[0]};
            const Formula does = store_.does(a), chosen = store_.select(a, phi[1]);
            const Formula same = store_.equivalence(phi[1], chosen);
            const Formula whole = op.over(store_, formula(*inner));
            return taut(wanted, {generalise(Rule::GeneraliseStrategy, whole, *inner),
                                 distributes(op, formula(*inner)), distributes(op, same),
                                 axiom("D3", op.over(store_, does), does),
                                 axiom("D6", op.over(store_, chosen), selected)});
        }
        default: break;
        }
        const Formula unfolded = sgl::definition(store_, tools_.frame, phi);
        const auto line = need({Task::Lemma1, {}, {}, unfolded, a});
        if (!line)
            return std::nullopt;
        const Number unfolds_here = unfolds(phi);
        return taut(wanted, {unfolds_here, Lines::under(select, unfolds_here), *line},
                    {{{phi, true}}});
    }

    Number lemma_1_does(Action a, Action b)
    {
        const Formula f = store_.does(b), selected = store_.select(a, f);
        const Formula wanted = lemma_1_of(a, f);
        if (a == b)
            return taut(wanted, {axiom("C3", selected, store_.top())});
        if (!tools_.variables.differ(a, b))
            throw Refusal{Why::DoesNotFollow,
                          fmt::format("actions that are the same, or that differ (where a != b), "
                                      "in {} and {}",
                                      tools_.print(store_.does(a)), tools_.print(f)),
                          "ones that may be the same or not"};
        return taut(wanted, {axiom("C3", selected, store_.bottom()),
                             axiom("A2", store_.negation(store_.conjunction(store_.does(a), f)))});
    }

    // --- ⌊⊤⌋φ <-> φ ---

    std::optional<Number> unrestrict(Formula phi)
    {
        const Operator all{{}, store_.top()};
        const Formula left = all.over(store_, phi), wanted = store_.equivalence(left, phi);
        if (is_opaque(phi))
            opaque(phi);
        if (is_atom(phi))
            return axiom("D1", left, phi);
        if (is_propositional(phi))
            return by_operands(wanted, all, phi, Task::Unrestrict, {});
        const auto inner = [&]() {
            return need({Task::Unrestrict, {}, {}, phi.children().back()});
        };
        switch (phi.kind())
        {
        case Kind::Does: return axiom("D3", left, phi);
        case Kind::Legal:
        {
            const Formula selected = store_.select(phi.action(), store_.top());
            return taut(wanted, {axiom("D2", left, store_.conjunction(phi, selected)),
                                 lemma("select_true", store_.equivalence(selected, store_.top()))});
        }
        case Kind::After:
        case Kind::Select:
        case Kind::Next:
        {
            const auto line = inner();
            if (!line)
                return std::nullopt;
            const Formula inside = store_.with_children(phi, std::array{all.over(store_, phi[0])});
            const Formula moved = store_.equivalence(left, inside);
            const Formula same = store_.equivalence(inside, phi);
            if (phi.is(Kind::Next))
                return taut(wanted,
                            {lemma("restrict_next", moved), lemma("next_same", same, {*line})});
            const bool is_after = phi.is(Kind::After);
            return taut(wanted, {axiom(is_after ? "D7" : "D6", moved),
                                 lemma(is_after ? "after_same" : "select_same", same, {*line})});
        }
        case Kind::Restrict:
        {
            const auto alpha = need({Task::Unrestrict, {}, {}, phi[0]});
            if (!alpha)
                return std::nullopt;
            const Formula joined = store_.conjunction(store_.top(), all.over(store_, phi[0]));
            taut(store_.equivalence(joined, phi[0]), {*alpha}, {{{joined, true}}});
            const auto line = need({Task::Under, joined, phi[0], phi[1]});
            if (!line)
                return std::nullopt;
            return taut(wanted, {axiom("D8", left, store_.restrict(joined, phi[1])), *line});
        }
        default: break;
        }
        const Formula unfolded = sgl::definition(store_, tools_.frame, phi);
        const auto line = need({Task::Unrestrict, {}, {}, unfolded});
        if (!line)
            return std::nullopt;
        const Number unfolds_here = unfolds(phi);
        return taut(wanted, {unfolds_here, Lines::under(all, unfolds_here), *line},
                    {{{phi, true}}});
    }

    // --- ⟪c⟫φ <-> φ ---

    std::optional<Number> state_wise(Action c, Formula phi)
    {
        const Operator select{c};
        const Formula left = select.over(store_, phi), wanted = store_.equivalence(left, phi);
        if (is_opaque(phi))
            opaque(phi);
        if (is_atom(phi))
            return axiom("C1", left, phi);
        if (is_propositional(phi))
            return by_operands(wanted, select, phi, Task::StateWise, c);
        switch (phi.kind())
        {
        case Kind::Legal: return axiom("C2", left, phi);
        case Kind::After: return axiom("C7", left, phi);
        case Kind::Select: return axiom("C6", left, phi);
        case Kind::Restrict:
        {
            const auto inner = need({Task::StateWise, {}, {}, phi[1], c});
            if (!inner)
                return std::nullopt;
            const Operator op{{}, phi[0]};
            const Formula moved = op.over(store_, store_.select(c, phi[1]));
            return taut(wanted, {axiom("D6", moved, left),
                                 lemma("restrict_same", store_.equivalence(moved, phi), {*inner})});
        }
        case Kind::PrioritisedOr:
        case Kind::PrioritisedAnd: break;
        default:
            throw Refusal{Why::DoesNotFollow, "a state-wise formula",
                          tools_.print(phi) + ", which looks at the action that is taken"};
        }
        const Formula unfolded = sgl::definition(store_, tools_.frame, phi);
        const auto line = need({Task::StateWise, {}, {}, unfolded, c});
        if (!line)
            return std::nullopt;
        const Number unfolds_here = unfolds(phi);
        return taut(wanted, {unfolds_here, Lines::under(select, unfolds_here), *line},
                    {{{phi, true}}});
    }

    // --- what they share ---

    /// A goal for a connective, from those for its operands.
    std::optional<Number> by_operands(Formula wanted, const Operator& op, Formula phi, Task task,
                                      Action a)
    {
        std::vector<Number> cited{distributes(op, phi)};
        for (const Formula child : phi.children())
            if (const auto line = need({task, {}, {}, child, a}))
                cited.push_back(*line);
        if (!wanted_.empty())
            return std::nullopt;
        if (!phi.is(Kind::Iff))
            return taut(wanted, cited, {{{op.over(store_, phi), true}}});
        return taut(wanted, cited,
                    {{{phi[0], true}, {phi[1], true}}, {{phi[0], true}}, {{phi[1], true}}});
    }

    /// f <-> what it abbreviates.
    Number unfolds(Formula f)
    {
        return Lines::definition(f, sgl::definition(store_, tools_.frame, f));
    }

    Number lemma(std::string_view name, Formula f, const std::vector<Number>& premises = {},
                 std::optional<Action> index = {}) override
    {
        if (const auto found = lines_.find(f); found != lines_.end())
            return found->second;
        const auto indices =
            index ? std::span<const Action>(&*index, 1) : std::span<const Action>();
        const Theorem* const theorem = tools_.lemma(name, indices);
        if (theorem == nullptr)
            throw NoLemma();
        text::Matcher matcher(theorem->variables());
        bool fits =
            matcher.match(theorem->formula(), f) && theorem->premises().size() == premises.size();
        for (std::size_t i = 0; fits && i < premises.size(); ++i)
            fits = matcher.match(theorem->premises()[i], formula(premises[i]));
        if (!fits || !matcher.missing(theorem->variables()).empty())
            throw Refusal{Why::NotAnInstance,
                          fmt::format("the library's theorem of the name '{}'", name),
                          "another one"};
        return known(f,
                     [&] {
                         return derivation_.theorem(theorem->name(), f, std::move(matcher.values),
                                                    premises);
                     });
    }

    /// A propositional step. Where it is a large one, these clauses lead to its refutation.
    Number taut(Formula f, const std::vector<Number>& cited,
                const std::vector<Clause>& hints = {}) override
    {
        if (const auto found = lines_.find(f); found != lines_.end())
            return found->second;
        std::vector<Formula> premises;
        for (const Number line : cited)
            premises.push_back(formula(line));
        Tautologies& tautologies = generator_.tautologies_;
        std::vector<Literal> refutation;
        if (tautologies.follows(premises, f) == Consequence::Unknown)
        {
            refutation = as_literals(hints, tautologies.clauses(premises, f));
            if (tautologies.follows(premises, f, refutation) != Consequence::Yes)
                refutation = tools_.find_refutation ? tools_.find_refutation(premises, f)
                                                    : std::vector<Literal>();
        }
        return known(f, [&] { return derivation_.tautology(f, cited, std::move(refutation)); });
    }

    static std::vector<Literal> as_literals(const std::vector<Clause>& hints, const Clauses& of)
    {
        std::unordered_map<Formula, Literal> variables;
        for (std::size_t i = 0; i < of.formulas.size(); ++i)
            variables.emplace(of.formulas[i], static_cast<Literal>(i + 1));
        std::vector<Literal> answer;
        for (const Clause& clause : hints)
        {
            for (const auto& [formula, sign] : clause)
                if (const auto found = variables.find(formula); found != variables.end())
                    answer.push_back(sign ? found->second : -found->second);
            answer.push_back(0);
        }
        return answer;
    }

    void about_to_write() override
    {
        if (derivation_.lines().size() - first_ >= most_lines)
            throw Refusal{Why::TooHard, fmt::format("no more than {} lines", most_lines), "more"};
        tools_.line_written();
    }

    Generator& generator_;
    const Tools& tools_;
    const std::size_t first_ = derivation_.lines().size();
    std::unordered_map<Formula, Number> given_; // the equivalences to replace by
    std::unordered_map<Goal, Number, GoalHash> met_;
    std::vector<Goal> wanted_; // by the step that is made
};

Generator::Generator(Tools tools, Derivation& derivation)
    : tools_(std::move(tools)), derivation_(derivation)
{
}

Generator::~Generator() = default;

template <class Make>
std::optional<Refusal> Generator::attempt(Make&& make)
{
    lacks_lemma_ = false;
    try
    {
        make();
    }
    catch (Refusal& refusal)
    {
        return std::move(refusal);
    }
    catch (const NoLemma&)
    {
        lacks_lemma_ = true;
    }
    return std::nullopt;
}

std::optional<Refusal> Generator::replacement(Formula f, std::span<const Number> equivalences,
                                              std::optional<Number> in)
{
    return attempt(
        [&]
        {
            Work work(*this, equivalences);
            if (!in && !f.is(Kind::Iff))
                throw Refusal{Why::DoesNotFollow, "χ <-> χ', where χ' is χ with replacements",
                              tools_.print(f)};
            const Formula before = in ? work.formula(*in) : f[0], after = in ? f : f[1];
            const Number line = work.meet({Task::Same, before, after});
            work.finish(f, in ? std::vector{*in, line} : std::vector{line});
        });
}

std::optional<Refusal> Generator::lemma_1(Formula f)
{
    return attempt(
        [&]
        {
            const bool fits = f.is(Kind::Implies) && f[0].is(Kind::Does) && f[1].is(Kind::Iff) &&
                              tools_.store.select(f[0].action(), f[1][0]) == f[1][1];
            if (!fits)
                throw Refusal{Why::NotAnInstance, "does(a) -> (φ <-> <<a>>φ)", tools_.print(f)};
            Work work(*this, {});
            work.finish(f, {work.meet({Task::Lemma1, {}, {}, f[1][0], f[0].action()})});
        });
}

std::optional<Refusal> Generator::no_restriction(Formula f)
{
    return attempt(
        [&]
        {
            const bool fits =
                f.is(Kind::Iff) && tools_.store.restrict(tools_.store.top(), f[1]) == f[0];
            if (!fits)
                throw Refusal{Why::NotAnInstance, "{true}φ <-> φ", tools_.print(f)};
            Work work(*this, {});
            work.finish(f, {work.meet({Task::Unrestrict, {}, {}, f[1]})});
        });
}

std::optional<Refusal> Generator::state_wise(Formula f)
{
    return attempt(
        [&]
        {
            const bool fits = f.is(Kind::Iff) && f[0].is(Kind::Select) && f[0][0] == f[1];
            if (!fits)
                throw Refusal{Why::NotAnInstance, "<<c>>φ <-> φ", tools_.print(f)};
            Work work(*this, {});
            work.finish(f, {work.meet({Task::StateWise, {}, {}, f[1], f[0].action()})});
        });
}

bool Generator::uses_game(Number line)
{
    const auto lines = derivation_.lines();
    for (std::size_t i = uses_game_.size(); i <= line; ++i)
    {
        bool uses = lines[i].rule == Rule::GameAxiom;
        if (lines[i].rule == Rule::Theorem)
        {
            const Theorem* const theorem = tools_.cited(derivation_.name_of(lines[i]));
            uses = theorem != nullptr && theorem->uses_game();
        }
        for (const Number cited : derivation_.citations(lines[i]))
            uses = uses || (cited < i && uses_game_[cited]);
        uses_game_.push_back(uses);
    }
    return uses_game_[line];
}

} // namespace sgl::axioms
