#include "prover/derive/state_axioms.hpp"

#include "logic/formula/subformulas.hpp"
#include "prover/decide/limits.hpp"

#include <array>
#include <set>
#include <utility>

namespace sgl::derive
{

/// A letter: [a₁]…[aₙ]p, or ○[a₂]…[aₙ]p.
struct States::Word
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

States::States(Draft& draft, StateWise& state_wise, GameAxioms& axioms, Equations& equations)
    : draft_(draft), state_wise_(state_wise), axioms_(axioms), equations_(equations),
      store_(draft.store), frame_(draft.frame), rules_(draft.rules)
{
}

void States::start(Page& page, Formula f, std::vector<Number>& facts)
{
    normal_forms_.clear();
    demands_.clear();
    demanded_.clear();
    excluded_.clear();
    formulas_before_ = store_.size();
    met(page, f, facts);
    if (draft_.reduction.letter())
        about_letter(page, facts);
    about_letters(page, letters(normal_forms_), facts);
}

/// Of the formula that is not looked into: it is true at legal moves only, where its connectives
/// alone say so, as those of a strategy do.
void States::about_letter(Page& page, std::vector<Number>& facts)
{
    const Formula letter = draft_.reduction.letter();
    const auto is_chain = [](Formula f)
    { return f.is(Kind::PrioritisedOr) || f.is(Kind::PrioritisedAnd); };
    std::vector<Number> unfolded;
    for_each_subformula(
        letter,
        [&](Formula f)
        {
            if (is_chain(f))
                unfolded.push_back(page.definition(f, definition(store_, frame_, f)));
        },
        [&](Formula f) { return is_chain(f) || is_propositional(f); });
    std::vector<Formula> moves;
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        moves.push_back(store_.conjunction(store_.does(Action{a}), store_.legal(Action{a})));
    const Formula legal = store_.implication(letter, store_.disjunction(moves));
    if (const auto line = page.attempt(legal, unfolded))
        demand(page, *line, facts);
}

/// f and its normal form are spoken of from here on.
void States::met(Page& page, Formula f, std::vector<Number>& facts)
{
    normal_forms_.push_back(draft_.closed(draft_.reduction.reduce(f, draft_.budget)));
    for (Number equation : equations_.lines_for(page, f))
        facts.push_back(equation);
}

bool States::look(Page& page, unsigned depth, std::vector<Number>& facts)
{
    if (axioms_.count() == 0 || depth > limits::derivation_depth)
        return false;
    if (depth == 0)
    {
        for (std::size_t i : rules_.constraints)
            demand(page, axioms_.line(page, i), facts);
        exclude_legal_when_terminal(page, facts);
    }
    else if (depth == 1)
    {
        if (axioms_.count() * frame_.action_count() > limits::derivation_pairs)
            return false;
        for (std::size_t i = 0; i < axioms_.count(); ++i)
            demand(page, axioms_.line(page, i), facts);
    }
    else
    {
        if (demands_.empty() || store_.size() - formulas_before_ > limits::derivation_formulas)
            return false;
        for (Number line : std::exchange(demands_, {}))
            demand(page, page.lemma("next_holds", store_.next(page.formula(line)), {line}), facts);
    }
    std::vector<Formula> open = letters(normal_forms_);
    exclude_legal_after_words(page, open, facts);
    about_letters(page, open, facts);
    return true;
}

/// A line is so at every action, and it is news.
void States::demand(Page& page, Number line, std::vector<Number>& facts)
{
    Formula f = page.formula(line);
    if (!f.is_state_wise())
    {
        std::vector<Number> each;
        for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
            each.push_back(
                page.generalise(Rule::GeneraliseChoice, store_.select(Action{a}, f), line));
        f = draft_.all(f);
        line = page.taut(f, each);
    }
    const Formula normal = draft_.reduction.reduce(f, draft_.budget);
    if (normal.is(Kind::True) || !demanded_.insert(normal).second)
        return;
    facts.push_back(line);
    met(page, f, facts);
    demands_.push_back(line);
}

Formula States::never_legal_at_end(Action a)
{
    return store_.implication(store_.terminal(), store_.negation(store_.legal(a)));
}

/// A5 for what Σ defines.
void States::exclude_legal_when_terminal(Page& page, std::vector<Number>& facts)
{
    if (!rules_.terminal)
        return;
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        if (rules_.legal[a])
            demand(page, page.axiom("A5", never_legal_at_end(Action{a})), facts);
}

/// One action at a time, A5, and ○x is [a]x where a is done.
void States::about_letters(Page& page, const std::vector<Formula>& found,
                           std::vector<Number>& facts)
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
                "does_next",
                store_.implication(store_.does(f.action()), draft_.iff(store_.next(f[0]), f)), {},
                f.action()));
        }
        const Word word(f);
        if (word.atom.is(Kind::Legal) && present.contains(word.before(store_, store_.terminal())))
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

/// A5 after the words that occur, where Σ defines one of terminal and legal(a), and the other
/// is a letter. What it says of the one defined may bring more letters.
void States::exclude_legal_after_words(Page& page, std::vector<Formula>& open,
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
Number States::never_legal_after(Page& page, const Word& word, Action a)
{
    Formula ended = store_.terminal(), legal = store_.legal(a);
    Number line = page.axiom("A5", never_legal_at_end(a));
    for (auto step = word.steps.rbegin(); step != word.steps.rend(); ++step)
    {
        const auto modal = [&](Formula g) { return store_.with_children(*step, std::array{g}); };
        const bool is_next = step->is(Kind::Next);
        const Formula denied = store_.negation(legal);
        const Number mono = page.lemma(is_next ? "next_mono" : "after_mono",
                                       store_.implication(modal(ended), modal(denied)), {line});
        const Number no =
            page.lemma(is_next ? "next_not" : "after_not", modal(denied),
                       store_.negation(modal(legal)), {state_wise_.still(page, legal, Action{0})});
        ended = modal(ended);
        legal = modal(legal);
        line = page.taut(store_.implication(ended, store_.negation(legal)), {mono, no});
    }
    return line;
}

} // namespace sgl::derive
