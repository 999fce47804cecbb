#include "prover/derive.hpp"

#include "axioms/calculus.hpp"
#include "axioms/tautology.hpp"
#include "axioms/write.hpp"
#include "logic/definition.hpp"
#include "logic/transform.hpp"
#include "prover/refutation.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sgl
{

using axioms::Rule;
using Number = axioms::Derivation::Number;

std::size_t WrittenProof::lines() const
{
    std::size_t count = 0;
    for (const axioms::Derivation& theorem : theorems)
        count += theorem.lines().size();
    return count;
}

std::string derivation_file(FormulaStore& store, const Frame& frame, const std::string& header,
                            const WrittenProof& proof)
{
    std::string text = header + "\nimport \"restrict.sgp\"\n";
    for (const axioms::Derivation& theorem : proof.theorems)
        text += "\n" + axioms::write(store, frame, theorem);
    return text;
}

namespace
{

/// What cannot be written.
struct NotWritten
{
    std::string why;
};

/// The letters of propositional logic in a formula, each once.
std::vector<Formula> letters(std::span<const Formula> roots)
{
    std::vector<Formula> open(roots.begin(), roots.end()), found;
    std::unordered_set<Formula> seen;
    while (!open.empty())
    {
        const Formula f = open.back();
        open.pop_back();
        if (!seen.insert(f).second)
            continue;
        if (is_propositional(f))
            open.insert(open.end(), f.children().begin(), f.children().end());
        else
            found.push_back(f);
    }
    std::ranges::sort(found, {}, &Formula::id);
    return found;
}

/// A theorem that is being written. A formula is shown once.
class Page
{
public:
    Page(FormulaStore& store, axioms::Tautologies& tautologies, const Budget& budget,
         std::string name, axioms::Variables variables = {})
        : derivation(std::move(name), std::move(variables)), store_(store),
          tautologies_(tautologies), budget_(budget)
    {
    }

    Number premise(Formula f)
    {
        return known(f, [&] { return derivation.premise(f); });
    }
    Number axiom(std::string_view name, Formula f)
    {
        return known(f, [&] { return derivation.axiom(name, f); });
    }
    Number axiom(std::string_view name, Formula left, Formula right)
    {
        return axiom(name, store_.equivalence(left, right));
    }
    Number generalise(Rule rule, Formula f, Number cited)
    {
        return known(f, [&] { return derivation.generalise(rule, f, cited); });
    }
    Number game_axiom(std::string_view name, Formula f)
    {
        return known(f, [&] { return derivation.game_axiom(name, f); });
    }
    Number lemma(std::string_view name, Formula f, std::vector<Number> from = {})
    {
        return known(f, [&] { return derivation.theorem(name, f, {}, from); });
    }
    Number lemma(std::string_view name, Formula left, Formula right, std::vector<Number> from = {})
    {
        return lemma(name, store_.equivalence(left, right), std::move(from));
    }
    /// f <-> what it abbreviates.
    Number definition(Formula f, Formula unfolded)
    {
        const Formula wanted = store_.equivalence(f, unfolded);
        return known(wanted, [&] { return derivation.definition(wanted, itself(f)); });
    }
    Number itself(Formula f) { return taut(store_.equivalence(f, f), {}); }
    Number taut(Formula f, const std::vector<Number>& cited)
    {
        const std::optional<Number> line = attempt(f, cited);
        if (!line)
            throw NotWritten{"a propositional step does not follow"};
        return *line;
    }
    /// Nothing where f does not follow.
    std::optional<Number> attempt(Formula f, const std::vector<Number>& cited)
    {
        if (const auto found = lines_.find(f); found != lines_.end())
            return found->second;
        premises_.clear();
        for (Number line : cited)
            premises_.push_back(derivation.lines()[line].formula);
        auto refutation = refutation_for(tautologies_, premises_, f, budget_);
        if (!refutation)
            return std::nullopt;
        return known(f, [&] { return derivation.tautology(f, cited, std::move(*refutation)); });
    }
    Formula formula(Number line) const { return derivation.lines()[line].formula; }

    axioms::Derivation derivation;

private:
    template <class Make>
    Number known(Formula f, Make&& make)
    {
        if (const auto found = lines_.find(f); found != lines_.end())
            return found->second;
        const Number line = make();
        lines_.emplace(f, line);
        return line;
    }

    FormulaStore& store_;
    axioms::Tautologies& tautologies_;
    const Budget& budget_;
    std::unordered_map<Formula, Number> lines_;
    std::vector<Formula> premises_;
};

} // namespace

class Deriver::Work
{
public:
    explicit Work(Theory& theory)
        : theory_(theory), reduction_(theory.reduction()), store_(theory.store()),
          frame_(theory.game().frame), rules_(theory.rules())
    {
        sort_axioms();
    }

    std::optional<WrittenProof> derive(const std::vector<Goal>& goals, const Budget& budget)
    {
        why_not.clear();
        budget_ = budget;
        written_.clear();
        names_.clear();
        still_.clear();
        unnamed_.clear();
        formulas_before_ = store_.size();
        try
        {
            for (const auto& [name, formula] : goals)
                derive(name, formula);
        }
        catch (const NotWritten& reason)
        {
            why_not = reason.why;
            return std::nullopt;
        }
        WrittenProof proof;
        proof.theorems = std::move(written_);
        return proof;
    }

    std::string why_not;

private:
    void derive(const std::string& name, Formula f)
    {
        Page page = this->page(name);
        normal_forms_.clear();
        demands_.clear();
        demanded_.clear();
        excluded_.clear();
        std::vector<Number> facts;
        met(page, f, facts);
        about_letters(page, letters(normal_forms_), facts);
        std::optional<Number> line = attempt(page, f, facts);
        // More of Σ as far as it takes: what it asks of the state, and of those that follow.
        for (unsigned depth = 0; !line && about_states(page, depth, facts); ++depth)
            line = attempt(page, f, facts);
        if (!line)
            throw NotWritten{theory_.game().axioms.empty()
                                 ? "it is not derivable"
                                 : "it does not follow from what was brought in of the axioms"};
        page.derivation.keep_first(*line + 1); // it may have been shown on the way
        page.derivation.statement = f;
        written_.push_back(std::move(page.derivation));
    }

    /// f and its normal form are spoken of from here on.
    void met(Page& page, Formula f, std::vector<Number>& facts)
    {
        normal_forms_.push_back(closed(reduction_.reduce(f, budget_)));
        for (Number equation : equations_for(page, f))
            facts.push_back(equation);
    }

    std::optional<Number> attempt(Page& page, Formula f, std::vector<Number>& facts)
    {
        std::ranges::sort(facts);
        facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
        return page.attempt(f, facts);
    }

    // --- formulas ---

    Page page(std::string name, axioms::Variables variables = {})
    {
        return Page(store_, tautologies_, budget_, std::move(name), std::move(variables));
    }
    Formula iff(Formula f, Formula g) { return store_.equivalence(f, g); }
    Formula variable(std::uint32_t i) { return store_.fluent(axioms::formula_variable(i)); }
    static std::vector<std::string> numbered(std::size_t count)
    {
        std::vector<std::string> names;
        for (std::size_t i = 1; i <= count; ++i)
            names.push_back(fmt::format("φ{}", i));
        return names;
    }
    static std::string numbered_name(std::string_view name, std::size_t count)
    {
        return fmt::format("{}_{}", name, count);
    }
    Formula some(Formula f) { return for_some_action(store_, frame_, f); }
    Formula all(Formula f) { return for_all_actions(store_, frame_, f); }

    /// With p for open(p).
    Formula closed(Formula root)
    {
        return closed_(root, 0,
                       [&](FormulaKey key, MemoLoop::Need& need)
                       {
                           const Formula f = key.formula;
                           if (f.is(Kind::Fluent))
                               return f.fluent().index < 2 * frame_.fluent_count()
                                          ? store_.fluent(reduction_.closed(f.fluent()))
                                          : f;
                           const std::vector<Formula> operands = need.all(f.children());
                           if (need.missing())
                               return Formula();
                           return operands.empty() ? f : store_.with_children(f, operands);
                       });
    }

    // --- lemmas for any number of operands ---

    template <class Write>
    std::string once(std::string name, axioms::Variables variables, Write&& write)
    {
        if (names_.insert(name).second)
        {
            Page lemma = page(name, std::move(variables));
            write(lemma);
            written_.push_back(std::move(lemma.derivation));
        }
        return name;
    }

    /// ⟪a⟫(φ₁ | … | φₙ) <-> ⟪a⟫φ₁ | … | ⟪a⟫φₙ
    std::string select_or(std::size_t count)
    {
        return once(numbered_name("select_or", count), {numbered(count), {}, {"a"}, {}},
                    [&](Page& lemma)
                    {
                        const Action a = axioms::action_variable(0);
                        pass_over_or(lemma, count, [&](Formula f) { return store_.select(a, f); },
                                     "select_same", "C4", "C5", {});
                    });
    }
    /// {α}(φ₁ | … | φₙ) <-> {α}φ₁ | … | {α}φₙ
    std::string restrict_or(std::size_t count)
    {
        std::vector<std::string> names = numbered(count);
        names.emplace_back("α");
        return once(numbered_name("restrict_or", count), {std::move(names), {}, {}, {}},
                    [&](Page& lemma)
                    {
                        const Formula alpha = variable(static_cast<std::uint32_t>(count));
                        pass_over_or(lemma, count,
                                     [&](Formula f) { return store_.restrict(alpha, f); },
                                     "restrict_same", "D4", "D5", {});
                    });
    }
    template <class Modal>
    void pass_over_or(Page& lemma, std::size_t count, Modal&& modal, std::string_view same,
                      std::string_view no, std::string_view both, std::vector<Number> facts)
    {
        std::vector<Formula> operands, denied, after;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            operands.push_back(variable(i));
            denied.push_back(store_.negation(operands[i]));
            after.push_back(modal(operands[i]));
        }
        const Formula any = store_.disjunction(operands), none = store_.conjunction(denied);
        const Number dual = lemma.taut(iff(any, store_.negation(none)), {});
        facts.push_back(lemma.lemma(same, modal(any), modal(store_.negation(none)), {dual}));
        facts.push_back(
            lemma.axiom(no, modal(store_.negation(none)), store_.negation(modal(none))));
        std::vector<Formula> each;
        for (Formula f : denied)
            each.push_back(modal(f));
        facts.push_back(lemma.axiom(both, modal(none), store_.conjunction(each)));
        for (std::size_t i = 0; i < count; ++i)
            facts.push_back(lemma.axiom(no, each[i], store_.negation(after[i])));
        lemma.taut(iff(modal(any), store_.disjunction(after)), facts);
    }

    /// ○(φ₁ & … & φₙ) <-> ○φ₁ & … & ○φₙ, two at a time
    std::string next_and(std::size_t count)
    {
        if (count == 2)
            return "next_and";
        return once(
            numbered_name("next_and", count), {numbered(count), {}, {}, {}},
            [&](Page& lemma)
            {
                std::vector<Formula> operands, after;
                for (std::uint32_t i = 0; i < count; ++i)
                {
                    operands.push_back(variable(i));
                    after.push_back(store_.next(operands[i]));
                }
                std::vector<Number> facts;
                Formula rest = operands.back();
                for (std::size_t i = count - 1; i-- > 0;)
                {
                    const Formula more = store_.conjunction(operands[i], rest);
                    facts.push_back(lemma.lemma("next_and", store_.next(more),
                                                store_.conjunction(after[i], store_.next(rest))));
                    rest = more;
                }
                const Formula all = store_.conjunction(operands);
                facts.push_back(lemma.lemma("next_same", store_.next(all), store_.next(rest),
                                            {lemma.taut(iff(all, rest), {})}));
                lemma.taut(iff(store_.next(all), store_.conjunction(after)), facts);
            });
    }

    /// The same of |, for state-wise operands: from <<c>>φᵢ <-> φᵢ
    std::string next_or(std::size_t count)
    {
        if (count == 2)
            return "next_or";
        return once(
            numbered_name("next_or", count), {numbered(count), {}, {"c"}, {}},
            [&](Page& lemma)
            {
                const Action c = axioms::action_variable(0);
                std::vector<Formula> operands, after, denied;
                std::vector<Number> still, facts, steps;
                for (std::uint32_t i = 0; i < count; ++i)
                {
                    operands.push_back(variable(i));
                    after.push_back(store_.next(operands[i]));
                    denied.push_back(store_.negation(operands[i]));
                    still.push_back(lemma.premise(iff(store_.select(c, operands[i]), operands[i])));
                }
                const Formula any = store_.disjunction(operands), none = store_.conjunction(denied);
                facts.push_back(lemma.lemma("next_same", store_.next(any),
                                            store_.next(store_.negation(none)),
                                            {lemma.taut(iff(any, store_.negation(none)), {})}));
                std::vector<Formula> each, each_next;
                steps = still;
                for (std::size_t i = 0; i < count; ++i)
                {
                    each.push_back(store_.select(c, denied[i]));
                    each_next.push_back(store_.next(denied[i]));
                    steps.push_back(
                        lemma.axiom("C4", each[i], store_.negation(store_.select(c, operands[i]))));
                    facts.push_back(lemma.lemma("next_not", each_next[i], store_.negation(after[i]),
                                                {still[i]}));
                }
                steps.push_back(
                    lemma.axiom("C5", store_.select(c, none), store_.conjunction(each)));
                const Number none_still = lemma.taut(iff(store_.select(c, none), none), steps);
                facts.push_back(lemma.lemma("next_not", store_.next(store_.negation(none)),
                                            store_.negation(store_.next(none)), {none_still}));
                facts.push_back(
                    lemma.lemma(next_and(count), store_.next(none), store_.conjunction(each_next)));
                lemma.taut(iff(store_.next(any), store_.disjunction(after)), facts);
            });
    }

    /// {α}(φ₁ |> … |> φₙ) <-> {α}φ₁ |> … |> {α}φₙ, and the same of &>
    std::string restrict_chain(bool first, std::size_t count)
    {
        if (count == 2)
            return first ? "restrict_prefer" : "restrict_refine";
        std::vector<std::string> names = numbered(count);
        names.emplace_back("α");
        return once(numbered_name(first ? "restrict_prefer" : "restrict_refine", count),
                    {std::move(names), {}, {}, {}},
                    [&](Page& lemma)
                    {
                        const Formula alpha = variable(static_cast<std::uint32_t>(count));
                        const auto under = [&](Formula f) { return store_.restrict(alpha, f); };
                        std::vector<Formula> operands, restricted;
                        for (std::uint32_t i = 0; i < count; ++i)
                        {
                            operands.push_back(variable(i));
                            restricted.push_back(under(operands[i]));
                        }
                        const auto chain = [&](std::span<const Formula> parts) {
                            return first ? store_.prioritised_or(parts)
                                         : store_.prioritised_and(parts);
                        };
                        const Formula before = chain(operands), after = chain(restricted);
                        const Formula unfolded = definition(store_, frame_, before);
                        std::vector<Number> facts{
                            lemma.lemma("restrict_same", under(before), under(unfolded),
                                        {lemma.definition(before, unfolded)}),
                            lemma.definition(after, definition(store_, frame_, after))};
                        if (first)
                            under_prefer(lemma, alpha, unfolded, operands, facts);
                        else
                            under_refine(lemma, alpha, unfolded, operands, restricted, facts);
                        lemma.taut(iff(under(before), after), facts);
                    });
    }

    /// {α} into φ₁ | ((φ₂ | …) & ⋀_c ⟪c⟫!φ₁)
    void under_prefer(Page& lemma, Formula alpha, Formula unfolded,
                      std::span<const Formula> operands, std::vector<Number>& facts)
    {
        const auto under = [&](Formula f) { return store_.restrict(alpha, f); };
        for (std::size_t k = 0; k + 1 < operands.size(); ++k)
        {
            const Formula rest = unfolded[1];
            facts.push_back(lemma.lemma("restrict_or", under(unfolded),
                                        store_.disjunction(under(unfolded[0]), under(rest))));
            facts.push_back(
                lemma.axiom("D5", under(rest), store_.conjunction(under(rest[0]), under(rest[1]))));
            facts.push_back(lemma.lemma("restrict_none", under(rest[1]),
                                        all(store_.negation(under(operands[k])))));
            unfolded = rest[0];
        }
    }

    /// {α} into φ₁ & ⋀_k ((⋁_c ⟪c⟫(φ₁ & … & φ_k)) -> φ_k)
    void under_refine(Page& lemma, Formula alpha, Formula unfolded,
                      std::span<const Formula> operands, std::span<const Formula> restricted,
                      std::vector<Number>& facts)
    {
        const auto under = [&](Formula f) { return store_.restrict(alpha, f); };
        std::vector<Formula> each;
        for (Formula part : unfolded.children())
            each.push_back(under(part));
        facts.push_back(lemma.axiom("D5", under(unfolded), store_.conjunction(each)));
        Formula prefix = operands[0], prefix_after = restricted[0];
        std::vector<Number> prefix_lines;
        for (std::size_t k = 1; k < operands.size(); ++k)
        {
            const Formula longer = store_.conjunction(prefix, operands[k]);
            const Formula longer_after = store_.conjunction(prefix_after, restricted[k]);
            prefix_lines.push_back(
                lemma.axiom("D5", under(longer), store_.conjunction(under(prefix), restricted[k])));
            const Number same = lemma.taut(iff(under(longer), longer_after), prefix_lines);
            const Formula part = unfolded[k]; // some -> φ_k
            facts.push_back(lemma.lemma("restrict_implies", under(part),
                                        store_.implication(under(part[0]), restricted[k])));
            facts.push_back(lemma.lemma("restrict_some", under(part[0]), some(under(longer))));
            facts.push_back(
                lemma.lemma("some_same", some(under(longer)), some(longer_after), {same}));
            prefix = longer;
            prefix_after = longer_after;
        }
    }

    // --- state-wise formulas ---

    /// ⟪a⟫s <-> s for a state-wise normal form: by an axiom, or a theorem of its own for every s,
    /// shown once for all a.
    Number still(Page& page, Formula s, Action a)
    {
        const Formula selected = store_.select(a, s);
        switch (s.kind())
        {
        case Kind::True: return page.lemma("select_true", selected, s);
        case Kind::False: return page.lemma("select_false", selected, s);
        case Kind::Fluent:
        case Kind::Initial:
        case Kind::Terminal: return page.axiom("C1", selected, s);
        case Kind::Legal: return page.axiom("C2", selected, s);
        case Kind::After: return page.axiom("C7", selected, s);
        default: return page.lemma(theorem_of_still(s), selected, s);
        }
    }

    std::string theorem_of_still(Formula root)
    {
        std::vector<Formula> open{root};
        while (!open.empty())
        {
            const Formula s = open.back();
            const std::size_t before = open.size();
            if (!still_.contains(s))
            {
                if (!is_propositional(s) || !s.is_state_wise())
                    throw NotWritten{"a formula is not as state-wise as it should be"};
                for (Formula child : s.children())
                    if (is_propositional(child) && !child.children().empty() &&
                        !still_.contains(child))
                        open.push_back(child);
            }
            if (open.size() > before)
                continue;
            open.pop_back();
            if (still_.contains(s))
                continue;
            const std::string name = fmt::format("still_{}", still_.size() + 1);
            still_.emplace(s, name);
            Page lemma = page(name, {{}, {}, {"a"}, {}});
            const Action a = axioms::action_variable(0);
            std::vector<Number> facts{select_over(lemma, s, a)};
            for (Formula child : s.children())
                facts.push_back(still(lemma, child, a));
            lemma.taut(iff(store_.select(a, s), s), facts);
            written_.push_back(std::move(lemma.derivation));
        }
        return still_.at(root);
    }

    /// ⟪a⟫ over a connective: ⟪a⟫(f & g) <-> ⟪a⟫f & ⟪a⟫g, …
    Number select_over(Page& page, Formula f, Action a)
    {
        return pass_over(
            page, f, [&](Formula g) { return store_.select(a, g); },
            f.is(Kind::Not)       ? "C4"
            : f.is(Kind::And)     ? "C5"
            : f.is(Kind::Or)      ? select_or(f.children().size())
            : f.is(Kind::Implies) ? "select_implies"
                                  : "select_iff");
    }
    Number restrict_over(Page& page, Formula f, Formula alpha)
    {
        return pass_over(
            page, f, [&](Formula g) { return store_.restrict(alpha, g); },
            f.is(Kind::Not)       ? "D4"
            : f.is(Kind::And)     ? "D5"
            : f.is(Kind::Or)      ? restrict_or(f.children().size())
            : f.is(Kind::Implies) ? "restrict_implies"
                                  : "restrict_iff");
    }
    template <class Modal>
    Number pass_over(Page& page, Formula f, Modal&& modal, const std::string& by)
    {
        std::vector<Formula> operands;
        for (Formula child : f.children())
            operands.push_back(modal(child));
        const Formula after = store_.with_children(f, operands);
        return by[0] == 'C' || by[0] == 'D' ? page.axiom(by, modal(f), after)
                                            : page.lemma(by, modal(f), after);
    }

    /// ○ over a connective of state-wise operands.
    Number next_over(Page& page, Formula f)
    {
        std::vector<Formula> operands;
        std::vector<Number> from;
        for (Formula child : f.children())
        {
            operands.push_back(store_.next(child));
            if (!f.is(Kind::And))
                from.push_back(still(page, child, Action{0}));
        }
        const std::string by = f.is(Kind::Not)   ? "next_not"
                               : f.is(Kind::And) ? next_and(operands.size())
                               : f.is(Kind::Or)  ? next_or(operands.size())
                                                 : "next_iff";
        return page.lemma(by, store_.next(f), store_.with_children(f, operands), from);
    }

    /// ⟪a⟫f <-> f with ⊥ for every does(b), for a that f does not name: a theorem about all such a.
    Number unnamed(Page& page, Formula f, Action a)
    {
        auto found = unnamed_.find(f);
        if (found == unnamed_.end())
        {
            const std::string name = fmt::format("unnamed_{}", unnamed_.size() + 1);
            axioms::Variables variables{{}, {}, {"a"}, {}};
            const Action var = axioms::action_variable(0);
            for (Action other : named(f).actions)
                variables.distinct.emplace_back(var, other);
            Page lemma = this->page(name, std::move(variables));
            std::unordered_map<Formula, std::pair<Formula, Number>> values;
            std::vector<Formula> open{f};
            while (!open.empty())
            {
                const Formula g = open.back();
                if (values.contains(g))
                {
                    open.pop_back();
                    continue;
                }
                if (g.is(Kind::Does))
                {
                    values.emplace(
                        g, std::pair(store_.bottom(),
                                     lemma.axiom("C3", store_.select(var, g), store_.bottom())));
                    continue;
                }
                if (g.is_state_wise())
                {
                    values.emplace(g, std::pair(g, still(lemma, g, var)));
                    continue;
                }
                if (!is_propositional(g))
                    throw NotWritten{"a normal form has an unexpected part"};
                const std::size_t before = open.size();
                for (Formula child : g.children())
                    if (!values.contains(child))
                        open.push_back(child);
                if (open.size() > before)
                    continue;
                std::vector<Formula> operands;
                std::vector<Number> facts{select_over(lemma, g, var)};
                for (Formula child : g.children())
                {
                    operands.push_back(values.at(child).first);
                    facts.push_back(values.at(child).second);
                }
                const Formula value = store_.with_children(g, operands);
                values.emplace(
                    g, std::pair(value, lemma.taut(iff(store_.select(var, g), value), facts)));
            }
            // The last line must be about f itself.
            written_.push_back(std::move(lemma.derivation));
            found = unnamed_.emplace(f, std::pair(name, values.at(f).first)).first;
        }
        return page.lemma(found->second.first, store_.select(a, f), found->second.second);
    }

    // --- equations ---

    /// The lines that f <-> its normal form follows from: none, or one.
    std::vector<Number> equations_for(Page& page, Formula f)
    {
        const auto equations = reduction_.equations();
        std::optional<std::uint32_t> root;
        for (std::size_t i = indexed_; i < equations.size(); ++i)
            index_.emplace(equations[i].left, static_cast<std::uint32_t>(i));
        indexed_ = equations.size();
        if (const auto found = index_.find(f); found != index_.end())
            root = found->second;
        if (!root)
            return {};
        std::vector<std::uint32_t> open{*root}, needed;
        std::unordered_set<std::uint32_t> seen{*root};
        while (!open.empty())
        {
            const std::uint32_t i = open.back();
            open.pop_back();
            needed.push_back(i);
            for (std::uint32_t premise : reduction_.premises(equations[i]))
                if (seen.insert(premise).second)
                    open.push_back(premise);
        }
        std::ranges::sort(needed);
        for (std::size_t done = 0; done < needed.size(); ++done)
        {
            if (done % 256 == 0)
                budget_.check();
            const Equation& equation = reduction_.equations()[needed[done]];
            EquationWriter(*this, page, equation).write();
        }
        return {page.taut(iff(f, closed(equations[*root].right)), {})};
    }

    /// One equation as lines.
    class EquationWriter
    {
    public:
        EquationWriter(Work& work, Page& page, const Equation& equation)
            : work_(work), page_(page), store_(work.store_), equation_(equation)
        {
            for (std::uint32_t i : work.reduction_.premises(equation))
            {
                const Equation& premise = work.reduction_.equations()[i];
                premises_.emplace(premise.left, premise.right);
            }
        }

        void write()
        {
            const Formula left = equation_.left;
            if (equation_.by == Law::Game)
                by_game(left);
            else if (left.is(Kind::Restrict))
                restricted(left[0], left[1]);
            else if (left.is(Kind::Select))
                selected(left);
            else if (left.is(Kind::Next))
                next(left[0]);
            else if (left.is(Kind::After))
                one_step(left[0], left.action());
            else if (left.is(Kind::PrioritisedOr) || left.is(Kind::PrioritisedAnd))
                chain(left);
            else
                for (Formula child : left.children())
                    value(child);
            page_.taut(work_.iff(work_.closed(left), work_.closed(equation_.right)), facts_);
        }

    private:
        Formula closed(Formula f) { return work_.closed(f); }

        /// The normal form of a part; the line that says so is a fact from then on.
        Formula value(Formula f)
        {
            const auto found = premises_.find(f);
            if (found == premises_.end())
                return f;
            line_of(f, found->second);
            return found->second;
        }
        Number line_of(Formula f, Formula normal)
        {
            const Number line = page_.taut(work_.iff(closed(f), closed(normal)), {});
            facts_.push_back(line);
            return line;
        }

        /// Under a modality: modal(f) <-> modal(its normal form).
        template <class Modal>
        Formula value_under(Formula f, std::string_view same, Modal&& modal)
        {
            const Formula normal = value(f);
            if (normal != f)
                facts_.push_back(page_.lemma(same, modal(closed(f)), modal(closed(normal)),
                                             {line_of(f, normal)}));
            return normal;
        }

        /// [a]f, or ○f, of any f.
        void one_step(Formula f, std::optional<Action> a)
        {
            const auto modal = [&](Formula g) { return a ? store_.after(*a, g) : store_.next(g); };
            const std::string same = a ? "after_same" : "next_same";
            Formula g = value_under(f, same, modal);
            if (!g.is_state_wise())
            {
                const Formula every = work_.all(g);
                facts_.push_back(page_.lemma(a ? "after_all" : "next_all", modal(closed(g)),
                                             modal(closed(every))));
                g = value_under(every, same, modal);
            }
            const Formula before = value(store_.next(g));
            if (!a)
                return;
            facts_.push_back(page_.lemma(fmt::format("select_next[{}]", work_.frame_.name(*a)),
                                         store_.select(*a, store_.next(closed(g))),
                                         store_.after(*a, closed(g))));
            if (before != store_.next(g))
                facts_.push_back(page_.lemma(
                    "select_same", store_.select(*a, store_.next(closed(g))),
                    store_.select(*a, closed(before)), {line_of(store_.next(g), before)}));
            value(store_.select(*a, before));
        }

        bool is_premise(Formula f) const { return premises_.contains(f); }

        void next(Formula g)
        {
            if (g.is_state_wise() && !is_premise(g))
            {
                switch (g.kind())
                {
                case Kind::True:
                    facts_.push_back(page_.lemma("next_true", store_.next(g), g));
                    return;
                case Kind::False:
                    facts_.push_back(page_.lemma("next_false", store_.next(g), g));
                    return;
                case Kind::Initial:
                    facts_.push_back(page_.lemma("next_initial", store_.next(g), store_.bottom()));
                    return;
                case Kind::Not:
                case Kind::And:
                case Kind::Or:
                case Kind::Iff:
                    facts_.push_back(work_.next_over(page_, closed(g)));
                    for (Formula child : g.children())
                        value(store_.next(child));
                    return;
                default: break;
                }
            }
            one_step(g, {});
        }

        void selected(Formula left)
        {
            const Action a = left.action();
            const Formula g = left[0];
            if (is_premise(g))
            {
                const Formula normal =
                    value_under(g, "select_same", [&](Formula f) { return store_.select(a, f); });
                value(store_.select(a, normal));
                return;
            }
            at_action(g, a);
        }

        /// ⟪a⟫g of a normal form.
        void at_action(Formula g, Action a)
        {
            const Formula now = closed(g);
            if (g.is_state_wise())
                facts_.push_back(work_.still(page_, now, a));
            else if (g.is(Kind::Does))
                facts_.push_back(
                    page_.axiom("C3", store_.select(a, g), store_.constant(g.action() == a)));
            else if (g.is(Kind::Next))
                facts_.push_back(page_.lemma(fmt::format("select_next[{}]", work_.frame_.name(a)),
                                             store_.select(a, now), store_.after(a, now[0])));
            else if (!work_.names(now, a))
                facts_.push_back(work_.unnamed(page_, now, a));
            else
            {
                facts_.push_back(work_.select_over(page_, now, a));
                for (Formula child : g.children())
                {
                    const Formula selected = store_.select(a, child);
                    if (is_premise(selected))
                        value(selected);
                    else
                        at_action(child, a); // state-wise, or without a
                }
            }
        }

        void restricted(Formula alpha, Formula phi)
        {
            const auto under = [&](Formula f) { return store_.restrict(alpha, f); };
            switch (phi.kind())
            {
            case Kind::True:
                facts_.push_back(page_.lemma("restrict_true", under(phi), phi));
                return;
            case Kind::False:
                facts_.push_back(page_.lemma("restrict_false", under(phi), phi));
                return;
            case Kind::Fluent:
            case Kind::Initial:
            case Kind::Terminal:
                facts_.push_back(page_.axiom("D1", under(phi), phi));
                value(phi);
                return;
            case Kind::Does: facts_.push_back(page_.axiom("D3", under(phi), phi)); return;
            case Kind::Legal:
            {
                const Formula told = store_.select(phi.action(), alpha);
                facts_.push_back(page_.axiom("D2", under(phi), store_.conjunction(phi, told)));
                value(phi);
                value(told);
                return;
            }
            case Kind::Not:
            case Kind::And:
            case Kind::Or:
            case Kind::Implies:
            case Kind::Iff:
                facts_.push_back(work_.restrict_over(page_, phi, alpha));
                for (Formula child : phi.children())
                    value(under(child));
                return;
            case Kind::Select:
            {
                const Action b = phi.action();
                facts_.push_back(page_.axiom("D6", under(phi), store_.select(b, under(phi[0]))));
                const Formula normal = value_under(under(phi[0]), "select_same",
                                                   [&](Formula f) { return store_.select(b, f); });
                value(store_.select(b, normal));
                return;
            }
            case Kind::After:
                facts_.push_back(
                    page_.axiom("D7", under(phi), store_.after(phi.action(), under(phi[0]))));
                one_step(under(phi[0]), phi.action());
                return;
            case Kind::Next:
                facts_.push_back(
                    page_.lemma("restrict_next", under(phi), store_.next(under(phi[0]))));
                one_step(under(phi[0]), {});
                return;
            case Kind::Restrict:
            {
                const Formula both = store_.restrict(
                    store_.conjunction(alpha, store_.restrict(alpha, phi[0])), phi[1]);
                facts_.push_back(page_.axiom("D8", under(phi), both));
                value(both);
                return;
            }
            case Kind::PrioritisedOr:
            case Kind::PrioritisedAnd:
            {
                std::vector<Formula> operands;
                for (Formula child : phi.children())
                    operands.push_back(under(child));
                const Formula after = store_.with_children(phi, operands);
                facts_.push_back(
                    page_.lemma(work_.restrict_chain(phi.is(Kind::PrioritisedOr), operands.size()),
                                under(phi), after));
                chain(after);
                return;
            }
            }
        }

        /// α ▽ … and α △ …: unfolded; "some action" and "no action" of the operands' normal forms.
        void chain(Formula f)
        {
            const Formula unfolded = definition(store_, work_.frame_, f);
            facts_.push_back(page_.definition(f, unfolded));
            std::vector<Formula> normal;
            std::vector<Number> lines;
            for (Formula child : f.children())
            {
                normal.push_back(value(child));
                lines.push_back(line_of(child, normal.back()));
            }
            if (f.is(Kind::PrioritisedOr))
            {
                for (std::size_t k = 0; k + 1 < normal.size(); ++k)
                {
                    const Formula some = work_.some(normal[k]);
                    facts_.push_back(page_.lemma("none_same", work_.all(store_.negation(f[k])),
                                                 store_.negation(closed(some)), {lines[k]}));
                    value(some);
                }
                return;
            }
            Formula prefix = f[0], prefix_normal = normal[0];
            for (std::size_t k = 1; k < normal.size(); ++k)
            {
                prefix = store_.conjunction(prefix, f[k]);
                prefix_normal = work_.reduction_.all_of(std::array{prefix_normal, normal[k]});
                const Number same = page_.taut(
                    work_.iff(prefix, closed(prefix_normal)),
                    std::vector(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(k) + 1));
                const Formula some = work_.some(prefix_normal);
                facts_.push_back(
                    page_.lemma("some_same", work_.some(prefix), closed(some), {same}));
                value(some);
            }
        }

        void by_game(Formula left)
        {
            for (std::uint32_t i : work_.reduction_.premises(equation_))
            {
                const Equation& premise = work_.reduction_.equations()[i];
                line_of(premise.left, premise.right);
            }
            if (left.is(Kind::Next))
                work_.about_fluent(page_, left[0].fluent(), facts_);
            else
                work_.about_symbol(page_, left, facts_);
        }

        Work& work_;
        Page& page_;
        FormulaStore& store_;
        const Equation equation_; // a copy: equations may be added on the way
        std::unordered_map<Formula, Formula> premises_;
        std::vector<Number> facts_;
    };

    /// Which does(a) a normal form has, in order; all of them where it has ○.
    struct Named
    {
        bool all = false;
        std::vector<Action> actions;
    };
    const Named& named(Formula root)
    {
        std::vector<Formula> open{root};
        while (!open.empty())
        {
            const Formula f = open.back();
            const std::size_t before = open.size();
            const bool has_parts = is_propositional(f) && !f.is_state_wise();
            if (has_parts && !named_.contains(f))
            {
                for (Formula child : f.children())
                    if (!named_.contains(child))
                        open.push_back(child);
            }
            if (open.size() > before)
                continue;
            open.pop_back();
            Named& here = named_[f];
            if (f.is(Kind::Next))
                here.all = true;
            else if (f.is(Kind::Does))
                here.actions.assign(1, f.action());
            else if (has_parts && here.actions.empty())
            {
                for (Formula child : f.children())
                {
                    const Named& part = named_.at(child);
                    here.all = here.all || part.all;
                    here.actions.insert(here.actions.end(), part.actions.begin(),
                                        part.actions.end());
                }
                std::ranges::sort(here.actions);
                here.actions.erase(std::unique(here.actions.begin(), here.actions.end()),
                                   here.actions.end());
            }
        }
        return named_.at(root);
    }
    bool names(Formula f, Action a)
    {
        const Named& named = this->named(f);
        return named.all || std::ranges::binary_search(named.actions, a);
    }

    // --- Σ ---

    /// Which axioms speak of the next value of a fluent, and which of legal(a) or terminal now.
    void sort_axioms()
    {
        const std::vector<Axiom>& axioms = theory_.game().axioms;
        for (std::size_t i = 0; i < axioms.size(); ++i)
        {
            const Formula f = axioms[i].formula;
            if (f.is(Kind::Iff))
                for (Formula side : f.children())
                    if (side.is(Kind::Terminal) || side.is(Kind::Legal))
                        of_symbol_[side].push_back(i);
            std::set<Fluent> fluents;
            for (Formula letter : letters(std::array{f}))
            {
                if (!letter.is(Kind::Next) && !letter.is(Kind::After))
                    continue;
                for (Formula inner : letters(std::array{letter[0]}))
                    if (inner.is(Kind::Fluent))
                        fluents.insert(inner.fluent());
            }
            for (Fluent p : fluents)
                of_fluent_[p].push_back(i);
        }
    }

    Number game_axiom(Page& page, std::size_t i)
    {
        const Axiom& axiom = theory_.game().axioms[i];
        return page.game_axiom(axiom.name, axiom.formula);
    }

    void about_symbol(Page& page, Formula symbol, std::vector<Number>& facts)
    {
        for (std::size_t i : of_symbol_[symbol])
            facts.push_back(game_axiom(page, i));
    }

    void about_fluent(Page& page, Fluent p, std::vector<Number>& facts)
    {
        for (std::size_t i : of_fluent_[p])
        {
            const Number line = game_axiom(page, i);
            facts.push_back(line);
            for (Formula letter : letters(std::array{theory_.game().axioms[i].formula}))
            {
                if (letter.is(Kind::Next))
                    push_inwards(page, letter[0], {}, facts);
                else if (letter.is(Kind::After))
                    push_inwards(page, letter[0], letter.action(), facts);
            }
        }
    }

    /// ○f or [a]f down to its fluents, and [a]p to ○p where a is done.
    void push_inwards(Page& page, Formula root, std::optional<Action> a, std::vector<Number>& facts)
    {
        std::vector<Formula> open{root};
        std::unordered_set<Formula> seen;
        while (!open.empty())
        {
            const Formula f = open.back();
            open.pop_back();
            if (!seen.insert(f).second)
                continue;
            if (f.is(Kind::Fluent))
            {
                if (a)
                    facts.push_back(
                        page.lemma(fmt::format("does_next[{}]", frame_.name(*a)),
                                   store_.implication(store_.does(*a),
                                                      iff(store_.next(f), store_.after(*a, f)))));
                continue;
            }
            if (!f.is(Kind::Not) && !f.is(Kind::And))
                continue; // no rule has this shape
            open.insert(open.end(), f.children().begin(), f.children().end());
            if (!a)
            {
                facts.push_back(next_over(page, f));
                continue;
            }
            std::vector<Formula> operands;
            for (Formula child : f.children())
                operands.push_back(store_.after(*a, child));
            const Formula after = store_.after(*a, f), pushed = store_.with_children(f, operands);
            facts.push_back(f.is(Kind::And) ? page.axiom("B1", after, pushed)
                                            : page.lemma("after_not", after, pushed,
                                                         {still(page, f[0], Action{0})}));
        }
    }

    /// First Σ's axioms that are no rules, and A5 for what it defines; then what follows where its
    /// rules meet; then the same of the next state, of the one after it, … False where there is no
    /// more, or it is too much.
    bool about_states(Page& page, unsigned depth, std::vector<Number>& facts)
    {
        constexpr unsigned deepest = 24;
        constexpr std::size_t most = 2'000, most_formulas = 50'000;
        const std::vector<Axiom>& axioms = theory_.game().axioms;
        if (axioms.empty() || depth > deepest)
            return false;
        if (depth == 0)
        {
            for (std::size_t i : rules_.constraints)
                demand(page, game_axiom(page, i), facts);
            exclude_legal_when_terminal(page, facts);
        }
        else if (depth == 1)
        {
            if (axioms.size() * frame_.action_count() > most)
                return false;
            for (std::size_t i = 0; i < axioms.size(); ++i)
                demand(page, game_axiom(page, i), facts);
        }
        else
        {
            if (demands_.empty() || store_.size() - formulas_before_ > most_formulas)
                return false;
            for (Number line : std::exchange(demands_, {}))
                demand(page, page.lemma("next_holds", store_.next(page.formula(line)), {line}),
                       facts);
        }
        std::vector<Formula> open = letters(normal_forms_);
        exclude_legal_after_words(page, open, facts);
        about_letters(page, open, facts);
        return true;
    }

    /// A line is so at every action, and it is news.
    void demand(Page& page, Number line, std::vector<Number>& facts)
    {
        Formula f = page.formula(line);
        if (!f.is_state_wise())
        {
            std::vector<Number> each;
            for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
                each.push_back(
                    page.generalise(Rule::GeneraliseChoice, store_.select(Action{a}, f), line));
            f = all(f);
            line = page.taut(f, each);
        }
        const Formula normal = reduction_.reduce(f, budget_);
        if (normal.is(Kind::True) || !demanded_.insert(normal).second)
            return;
        facts.push_back(line);
        met(page, f, facts);
        demands_.push_back(line);
    }

    Formula never_legal_at_end(Action a)
    {
        return store_.implication(store_.terminal(), store_.negation(store_.legal(a)));
    }

    /// A5 for what Σ defines.
    void exclude_legal_when_terminal(Page& page, std::vector<Number>& facts)
    {
        if (!rules_.terminal)
            return;
        for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
            if (rules_.legal[a])
                demand(page, page.axiom("A5", never_legal_at_end(Action{a})), facts);
    }

    // --- what ties the letters of normal forms together ---

    /// One action at a time, A5, and ○x is [a]x where a is done.
    void about_letters(Page& page, const std::vector<Formula>& found, std::vector<Number>& facts)
    {
        const std::unordered_set<Formula> present(found.begin(), found.end());
        std::set<Action> named;
        bool moves = false;
        for (Formula f : found)
        {
            moves = moves || f.is(Kind::Does) || f.is(Kind::Next);
            if (f.is(Kind::Does))
                named.insert(f.action());
            if (f.is(Kind::After) && present.contains(store_.next(f[0])))
            {
                named.insert(f.action());
                facts.push_back(page.lemma(
                    fmt::format("does_next[{}]", frame_.name(f.action())),
                    store_.implication(store_.does(f.action()), iff(store_.next(f[0]), f))));
            }
            const Word word(f);
            if (word.atom.is(Kind::Legal) &&
                present.contains(word.before(store_, store_.terminal())))
                facts.push_back(never_legal_after(page, word, word.atom.action()));
        }
        if (!moves)
            return;
        std::vector<Formula> does;
        for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
            does.push_back(store_.does(Action{a}));
        facts.push_back(page.axiom("A3", store_.disjunction(does)));
        for (Action a : named)
            for (Action b : named)
                if (a < b)
                    facts.push_back(page.axiom(
                        "A2", store_.negation(store_.conjunction(store_.does(a), store_.does(b)))));
    }

    /// A letter: [a₁]…[aₙ]p, or ○[a₂]…[aₙ]p.
    struct Word
    {
        explicit Word(Formula letter) : atom(letter)
        {
            for (; atom.is(Kind::After) || atom.is(Kind::Next); atom = atom[0])
                steps.push_back(atom);
        }
        /// The same word before f.
        Formula before(FormulaStore& store, Formula f) const
        {
            for (auto step = steps.rbegin(); step != steps.rend(); ++step)
                f = store.with_children(*step, std::array{f});
            return f;
        }

        std::vector<Formula> steps; // from the outside in
        Formula atom;
    };

    /// A5 after the words that occur, where Σ defines one of terminal and legal(a), and the other
    /// is a letter. What it says of the one defined may bring more letters.
    void exclude_legal_after_words(Page& page, std::vector<Formula>& open,
                                   std::vector<Number>& facts)
    {
        const auto exclude = [&](const Word& word, Action a, Formula defined)
        {
            facts.push_back(never_legal_after(page, word, a));
            met(page, word.before(store_, defined), facts);
        };
        constexpr unsigned rounds = 4; // a definition that looks ahead may go on for ever
        bool changed = true;
        for (unsigned round = 0; changed && round < rounds; ++round)
        {
            changed = false;
            for (Formula f : open)
            {
                if (!excluded_.insert(f).second)
                    continue;
                changed = true;
                const Word word(f);
                if (word.atom.is(Kind::Legal) && rules_.terminal)
                    exclude(word, word.atom.action(), store_.terminal());
                for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
                    if (word.atom.is(Kind::Terminal) && rules_.legal[a])
                        exclude(word, Action{a}, store_.legal(Action{a}));
            }
            open = letters(normal_forms_);
        }
    }

    /// [w]terminal -> ![w]legal(a)
    Number never_legal_after(Page& page, const Word& word, Action a)
    {
        Formula ended = store_.terminal(), legal = store_.legal(a);
        Number line = page.axiom("A5", never_legal_at_end(a));
        for (auto step = word.steps.rbegin(); step != word.steps.rend(); ++step)
        {
            const auto modal = [&](Formula g)
            { return store_.with_children(*step, std::array{g}); };
            const bool is_next = step->is(Kind::Next);
            const Formula denied = store_.negation(legal);
            const Number mono = page.lemma(is_next ? "next_mono" : "after_mono",
                                           store_.implication(modal(ended), modal(denied)), {line});
            const Number no =
                page.lemma(is_next ? "next_not" : "after_not", modal(denied),
                           store_.negation(modal(legal)), {still(page, legal, Action{0})});
            ended = modal(ended);
            legal = modal(legal);
            line = page.taut(store_.implication(ended, store_.negation(legal)), {mono, no});
        }
        return line;
    }

    Theory& theory_;
    Reduction& reduction_;
    FormulaStore& store_;
    const Frame& frame_;
    const Rules& rules_;
    Budget budget_;
    axioms::Tautologies tautologies_;
    MemoLoop closed_;
    std::unordered_map<Formula, std::uint32_t> index_; // equations by left side
    std::size_t indexed_ = 0;
    std::unordered_map<Formula, Named> named_;
    std::unordered_map<Formula, std::vector<std::size_t>> of_symbol_;
    std::map<Fluent, std::vector<std::size_t>> of_fluent_;
    // Of the proof being written:
    std::vector<Formula> normal_forms_;    // of all that was spoken of
    std::vector<Number> demands_;          // what was brought in of Σ last
    std::unordered_set<Formula> demanded_; // in normal form
    std::unordered_set<Formula> excluded_; // letters for which A5 was brought in
    std::size_t formulas_before_ = 0;
    std::vector<axioms::Derivation> written_;
    std::set<std::string> names_;
    std::unordered_map<Formula, std::string> still_;
    std::unordered_map<Formula, std::pair<std::string, Formula>> unnamed_;
};

Deriver::Deriver(Theory& theory) : work_(std::make_unique<Work>(theory)) {}
Deriver::~Deriver() = default;

std::optional<WrittenProof> Deriver::derive(const std::vector<Goal>& goals, const Budget& budget)
{
    return work_->derive(goals, budget);
}

const std::string& Deriver::why_not() const
{
    return work_->why_not;
}

} // namespace sgl
