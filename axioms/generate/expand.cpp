// Lemmas are put in their place by a stack of open instances, so that no chain of citations is too
// long. What has been shown once is cited again: instances are remembered by what they show, and a
// line stands for another one with the same formula when it rests on no more than that one (on the
// game's axioms, or on premises: GEN S asks for it).

#include "axioms/generate/expand.hpp"

#include "axioms/kernel/calculus.hpp"
#include "axioms/text/substitution.hpp"
#include "logic/formula/definition.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <unordered_map>

namespace sgl::axioms
{

using LineNumber = Derivation::Number;

Formula Unfolding::operator()(Formula f)
{
    return loop_(f, 0,
                 [&](FormulaKey key, MemoLoop::Need& need)
                 {
                     const Formula g = key.formula;
                     const std::vector<Formula> operands = need.all(g.children());
                     if (need.missing() || operands.empty())
                         return need.missing() ? Formula() : g;
                     return definition(store_, frame_, store_.with_children(g, operands));
                 });
}

/// One expansion.
class Expander::OneExpansion
{
public:
    explicit OneExpansion(Expander& expander)
        : expander_(expander), store_(expander.store_), limits_(expander.limits_), written_("")
    {
    }

    Derivation expand(const Kept& theorem)
    {
        const Derivation& from = theorem.derivation;
        written_ = Derivation(plain_name(from.name()), from.variables());
        OpenTheorem whole{&theorem, {}, {}, {}, 0};
        for (const Line& line : from.lines())
            if (line.rule == Rule::Premise)
                whole.premises.push_back(premise(expander_.unfolded_(line.formula)));
        whole.shown.resize(from.lines().size());
        open_.push_back(std::move(whole));
        LineNumber last = 0;
        while (!open_.empty())
        {
            OpenTheorem& here = open_.back();
            const auto lines = here.theorem->derivation.lines();
            while (here.line < lines.size() && !here.theorem->needed[here.line])
                ++here.line;
            if (here.line == lines.size())
            {
                last = here.shown.back();
                open_.pop_back();
                if (!open_.empty())
                    open_.back().shown[open_.back().line++] = last;
                continue;
            }
            // A lemma that is not shown yet goes on the stack, and `here` may have moved.
            if (const std::optional<LineNumber> line = follow(here))
                open_.back().shown[open_.back().line++] = *line;
        }
        return pruned(last);
    }

    struct Stopped
    {
        std::string why;
    };

private:
    /// A derivation with values for its metavariables, as far as it has been written out.
    struct OpenTheorem
    {
        const Kept* theorem = nullptr;
        Substitution values;
        std::vector<LineNumber> premises; // lines written
        std::vector<LineNumber> shown;    // by line: the line written
        std::size_t line = 0;             // the next one
    };
    struct Rests
    {
        std::uint64_t premises = 0; // by number; all from the 64th by bit 63
        bool uses_game = false;

        bool within(const Rests& other) const
        {
            return (premises & ~other.premises) == 0 && (!uses_game || other.uses_game);
        }
        void add(const Rests& other)
        {
            premises |= other.premises;
            uses_game = uses_game || other.uses_game;
        }
    };

    // --- lines of the derivations kept ---

    Formula instance(const OpenTheorem& of, Formula f)
    {
        const Formula unfolded = expander_.unfolded_(f);
        return of.theorem->derivation.variables().empty() || is_outermost(of)
                   ? unfolded
                   : substitute(store_, unfolded, of.values);
    }

    /// What is expanded keeps its metavariables.
    bool is_outermost(const OpenTheorem& of) const { return &of == &open_.front(); }

    /// The line written for the next one of the instance; nothing where a lemma has to be written
    /// first.
    std::optional<LineNumber> follow(OpenTheorem& here)
    {
        const Derivation& derivation = here.theorem->derivation;
        const Line& line = derivation.lines()[here.line];
        if (line.rule == Rule::Premise)
            return here.premises[here.line];
        std::vector<LineNumber> cited;
        for (const LineNumber citation : derivation.citations(line))
            cited.push_back(here.shown[citation]);
        switch (line.rule)
        {
        case Rule::Definition: return cited.at(0); // unfolded, the same formula
        case Rule::GameAxiom: return game_axiom(derivation.name_of(line), line.formula);
        case Rule::Tautology: return tautology(instance(here, line.formula), cited);
        case Rule::Theorem: return theorem(here, line, std::move(cited));
        case Rule::Premise:
        case Rule::Axiom:
        case Rule::ModusPonens:
        case Rule::GeneraliseAction:
        case Rule::GeneraliseChoice:
        case Rule::GeneraliseStrategy: break;
        }
        return written(instance(here, line.formula), line.rule, derivation.name_of(line), cited);
    }

    std::optional<LineNumber> theorem(OpenTheorem& here, const Line& line,
                                      std::vector<LineNumber> cited)
    {
        const Derivation& derivation = here.theorem->derivation;
        const auto found = expander_.kept_.find(derivation.name_of(line));
        if (found == expander_.kept_.end())
            throw Stopped{
                fmt::format("the derivation of '{}' is not at hand", derivation.name_of(line))};
        const Kept& lemma = *found->second;
        Rests rests = rests_on(cited);
        rests.uses_game = rests.uses_game || lemma.uses_game;
        if (const std::optional<LineNumber> known = known_line(instance(here, line.formula), rests))
            return known;
        Substitution values = derivation.substitution(line);
        for (auto* formulas : {&values.formulas, &values.atoms})
            for (Formula& value : *formulas)
                value = instance(here, value);
        if (!is_outermost(here))
            for (Action& a : values.actions)
                if (is_variable(a))
                    a = here.values.actions.at(a.index - first_action_variable);
        OpenTheorem next{&lemma, std::move(values), std::move(cited), {}, 0};
        next.shown.resize(lemma.derivation.lines().size());
        open_.push_back(std::move(next));
        return std::nullopt;
    }

    /// As the game has it, and then with one ○, ▽ or △ after the other unfolded, inner ones first.
    LineNumber game_axiom(const std::string& name, Formula f)
    {
        LineNumber line = written(f, Rule::GameAxiom, name, {});
        while (expander_.unfolded_(f) != f)
        {
            std::vector<std::pair<Formula, std::size_t>> way;
            Formula part = f;
            for (;;)
            {
                const auto inner = std::ranges::find_if(part.children(), [&](Formula g)
                                                        { return expander_.unfolded_(g) != g; });
                if (inner == part.children().end())
                    break;
                way.emplace_back(part, static_cast<std::size_t>(inner - part.children().begin()));
                part = *inner;
            }
            part = definition(store_, expander_.frame_, part);
            for (; !way.empty(); way.pop_back())
            {
                const auto [around, place] = way.back();
                std::vector<Formula> operands(around.children().begin(), around.children().end());
                operands[place] = part;
                part = store_.with_children(around, operands);
            }
            f = part;
            const LineNumber cited[] = {line};
            line = written(f, Rule::Definition, "", cited);
        }
        return line;
    }

    /// From c₁, …, cₙ: the tautology c₁ -> (… -> (cₙ -> f)), and MP n times.
    LineNumber tautology(Formula f, std::vector<LineNumber> cited)
    {
        std::vector<LineNumber> different;
        for (const LineNumber line : cited)
        {
            if (formula(line) == f)
                return line;
            if (std::ranges::find(different, line) == different.end())
                different.push_back(line);
        }
        if (const std::optional<LineNumber> known = known_line(f, rests_on(different)))
            return *known;
        std::vector<Formula> rest{f};
        for (std::size_t i = different.size(); i-- > 0;)
            rest.push_back(store_.implication(formula(different[i]), rest.back()));
        LineNumber line = a1(rest.back());
        for (const LineNumber premise : different)
        {
            rest.pop_back();
            const LineNumber both[] = {premise, line};
            line = written(rest.back(), Rule::ModusPonens, "", both);
        }
        return line;
    }

    LineNumber a1(Formula f)
    {
        if (const std::optional<LineNumber> known = known_line(f, {}))
            return *known;
        std::vector<Literal> refutation;
        if (tautologies_.follows({}, f) != Consequence::Yes)
        {
            if (expander_.find_refutation)
                refutation = expander_.find_refutation({}, f);
            if (refutation.empty())
                throw Stopped{"no refutation was found for one of its propositional steps, which "
                              "is too large to be checked without"};
        }
        count();
        const LineNumber line =
            written_.tautology(f, std::vector<LineNumber>{}, std::move(refutation));
        enter(f, line, {});
        return line;
    }

    // --- lines written ---

    Formula formula(LineNumber line) const { return written_.lines()[line].formula; }

    Rests rests_on(std::span<const LineNumber> cited) const
    {
        Rests sum;
        for (const LineNumber line : cited)
            sum.add(rests_[line]);
        return sum;
    }

    LineNumber premise(Formula f)
    {
        count();
        const LineNumber line = written_.premise(f);
        enter(f, line, {std::uint64_t{1} << std::min<std::size_t>(line, 63), false});
        return line;
    }

    LineNumber written(Formula f, Rule rule, const std::string& name,
                       std::span<const LineNumber> cited)
    {
        Rests rests = rests_on(cited);
        rests.uses_game = rests.uses_game || rule == Rule::GameAxiom;
        if (const std::optional<LineNumber> known = known_line(f, rests))
            return *known;
        count();
        const LineNumber line = written_.add(f, rule, name, cited);
        enter(f, line, rests);
        return line;
    }

    /// A line that shows f and rests on no more than this.
    std::optional<LineNumber> known_line(Formula f, const Rests& rests) const
    {
        const auto found = by_formula_.find(f);
        if (found == by_formula_.end() || !rests_[found->second].within(rests))
            return std::nullopt;
        return found->second;
    }

    void enter(Formula f, LineNumber line, const Rests& rests)
    {
        assert(line == rests_.size());
        rests_.push_back(rests);
        const auto [place, is_new] = by_formula_.try_emplace(f, line);
        if (!is_new && rests.within(rests_[place->second]))
            place->second = line;
    }

    void count()
    {
        if (written_.lines().size() >= limits_.lines)
            throw Stopped{fmt::format("it has more than {} lines", limits_.lines)};
        constexpr std::size_t often = 256;
        if (!limits_.interruption || written_.lines().size() % often != 0)
            return;
        if (std::string why = limits_.interruption(); !why.empty())
            throw Stopped{std::move(why)};
    }

    /// The lines that lead to this one, and the premises.
    Derivation pruned(LineNumber last) const
    {
        const auto lines = written_.lines();
        std::vector<bool> needed(lines.size());
        needed[last] = true;
        for (std::size_t i = last + 1; i-- > 0;)
            if (needed[i])
                for (const LineNumber cited : written_.citations(lines[i]))
                    needed[cited] = true;
        Derivation answer(written_.name(), written_.variables());
        std::vector<LineNumber> now(lines.size());
        for (std::size_t i = 0; i < lines.size(); ++i)
        {
            const Line& line = lines[i];
            if (!needed[i] && line.rule != Rule::Premise)
                continue;
            std::vector<LineNumber> cited;
            for (const LineNumber citation : written_.citations(line))
                cited.push_back(now[citation]);
            const auto refutation = written_.refutation(line);
            now[i] =
                line.rule == Rule::Tautology
                    ? answer.tautology(line.formula, cited, {refutation.begin(), refutation.end()})
                    : answer.add(line.formula, line.rule, written_.name_of(line), cited);
        }
        // A premise may be all there is to show; the last line is to say so.
        if (now[last] + 1 != answer.lines().size())
            answer = with_last(std::move(answer), now[last]);
        answer.statement = answer.lines().back().formula;
        return answer;
    }

    /// The line once more, at the end: from f and f -> f.
    Derivation with_last(Derivation derivation, LineNumber line) const
    {
        const Formula f = derivation.lines()[line].formula;
        const LineNumber itself = derivation.tautology(store_.implication(f, f), {});
        derivation.modus_ponens(f, line, itself);
        return derivation;
    }

    Expander& expander_;
    FormulaStore& store_;
    const Limits& limits_;
    Derivation written_;
    std::vector<Rests> rests_;
    std::unordered_map<Formula, LineNumber> by_formula_;
    std::vector<OpenTheorem> open_;
    Tautologies tautologies_;
};

Expander::Expander(FormulaStore& store, const Frame& frame) : Expander(store, frame, Limits()) {}

Expander::Expander(FormulaStore& store, const Frame& frame, Limits limits)
    : store_(store), frame_(frame), limits_(std::move(limits)), unfolded_(store, frame)
{
}

Expander::~Expander() = default;

void Expander::keep(const Derivation& accepted)
{
    auto kept = std::make_unique<Kept>(accepted);
    const auto lines = kept->derivation.lines();
    assert(!lines.empty());
    kept->needed.resize(lines.size());
    kept->needed.back() = true;
    for (std::size_t i = lines.size(); i-- > 0;)
    {
        if (!kept->needed[i])
            continue;
        for (const LineNumber cited : kept->derivation.citations(lines[i]))
            kept->needed[cited] = true;
        if (lines[i].rule == Rule::GameAxiom)
            kept->uses_game = true;
        if (lines[i].rule != Rule::Theorem)
            continue;
        const auto lemma = kept_.find(kept->derivation.name_of(lines[i]));
        kept->uses_game = kept->uses_game || (lemma != kept_.end() && lemma->second->uses_game);
    }
    kept_.insert_or_assign(accepted.name(), std::move(kept));
}

std::variant<Derivation, NotExpanded> Expander::expand(std::string_view name)
{
    const auto found = kept_.find(name);
    if (found == kept_.end())
        return NotExpanded{fmt::format("there is no theorem '{}' that was accepted", name)};
    try
    {
        return OneExpansion(*this).expand(*found->second);
    }
    catch (const OneExpansion::Stopped& stopped)
    {
        return NotExpanded{fmt::format("the expansion of '{}' stopped: {}", name, stopped.why)};
    }
}

std::string plain_name(std::string_view name)
{
    std::string answer;
    for (const char c : name)
    {
        const bool is_part = static_cast<signed char>(c) < 0 || c == '_' || c == '\'' ||
                             (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                             (c >= 'A' && c <= 'Z');
        if (is_part)
            answer += c;
        else if (!answer.ends_with('_') && c != ']' && c != ')')
            answer += '_';
    }
    return answer;
}

} // namespace sgl::axioms
