// The checking loop. What a line may rest on is what stands above it; whether it rests on a game
// axiom, and on which premises, is carried along line by line.

#include "axioms/kernel/calculus.hpp"
#include "axioms/kernel/signature.hpp"
#include "logic/formula/definition.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <unordered_map>
#include <unordered_set>

namespace sgl::axioms
{

bool Theorem::must_be_pure(std::size_t premise) const
{
    return (pure_ >> std::min<std::size_t>(premise, 63) & 1) != 0;
}

/// One derivation being checked.
class Calculus::Check
{
public:
    Check(Calculus& calculus, const Derivation& derivation, const Assistance& assistance)
        : calculus_(calculus), derivation_(derivation), assistance_(assistance),
          signature_(calculus.store_, calculus.frame_, derivation_.variables(), calculus.ground_),
          axioms_(derivation_.names().size()), lemmas_(derivation_.names().size())
    {
    }

    std::variant<const Theorem*, Rejection> run()
    {
        const auto lines = derivation_.lines();
        if (calculus_.unfit_)
            return reject(*calculus_.unfit_);
        if (lines.empty())
            return reject(Why::Empty);
        if (calculus_.theorems_.contains(derivation_.name()))
            return reject(Why::AlreadyShown);
        for (const auto& [a, b] : derivation_.variables().distinct)
            if (!signature_.has(a) || !signature_.has(b))
                return reject(Why::ForeignSymbol);
        shown_.resize(lines.size());
        constexpr std::size_t often = 256; // lines
        for (rejection_.line = 0; rejection_.line < lines.size(); ++rejection_.line)
        {
            if (rejection_.line % often == 0 && is_stopped())
                return reject(Why::Stopped);
            if (const std::optional<Why> why = follows(lines[rejection_.line]))
                return reject(*why);
        }
        rejection_.line = lines.size() - 1;
        if (derivation_.statement && derivation_.statement != lines.back().formula)
            return reject(Why::NotTheStatement);
        return accept();
    }

private:
    /// What a line rests on.
    struct Basis
    {
        std::uint64_t premises = 0; // by number; all from the 64th by bit 63
        bool uses_game = false;
    };

    /// Nothing when the line follows from lines above it.
    std::optional<Why> follows(const Line& line)
    {
        cited_.clear();
        Basis& here = shown_[rejection_.line];
        for (Derivation::Number citation : derivation_.citations(line))
        {
            if (citation >= rejection_.line)
                return Why::WrongCitations;
            cited_.push_back(derivation_.lines()[citation].formula);
            here.uses_game = here.uses_game || shown_[citation].uses_game;
            here.premises |= shown_[citation].premises;
        }
        if (!signature_.has(line.formula))
            return Why::ForeignSymbol;
        switch (line.rule)
        {
        case Rule::Premise: return premise(here);
        case Rule::Axiom: return axiom(line);
        case Rule::Tautology: return tautology(line);
        case Rule::ModusPonens:
            if (cited_.size() != 2)
                return Why::WrongCitations;
            return unless(Why::DoesNotFollow, cited_[1].is(Kind::Implies) &&
                                                  cited_[1][0] == cited_[0] &&
                                                  cited_[1][1] == line.formula);
        case Rule::GeneraliseAction: return generalises(line, Kind::After);
        case Rule::GeneraliseChoice: return generalises(line, Kind::Select);
        case Rule::GeneraliseStrategy:
            if (const auto why = generalises(line, Kind::Restrict))
                return why;
            if (here.uses_game)
                return Why::DependsOnGame;
            pure_ |= here.premises;
            return std::nullopt;
        case Rule::GameAxiom: return game_axiom(line, here);
        case Rule::Definition:
            if (cited_.size() != 1)
                return Why::WrongCitations;
            return unless(Why::DoesNotFollow,
                          is_one_definition_apart(calculus_.store_, calculus_.frame_, cited_[0],
                                                  line.formula));
        case Rule::Theorem: return theorem(line, here);
        }
        return Why::DoesNotFollow; // by no rule
    }

    static std::optional<Why> unless(Why why, bool holds)
    {
        return holds ? std::nullopt : std::optional(why);
    }

    std::optional<Why> premise(Basis& here)
    {
        if (!cited_.empty())
            return Why::WrongCitations;
        if (rejection_.line != premises_)
            return Why::Misplaced;
        here.premises = std::uint64_t{1} << std::min<std::size_t>(premises_, 63);
        ++premises_;
        return std::nullopt;
    }

    std::optional<Why> axiom(const Line& line)
    {
        if (!cited_.empty())
            return Why::WrongCitations;
        const std::vector<Schema>*& schemas = axioms_[line.name];
        if (schemas == nullptr)
        {
            const auto found = calculus_.schemas_.find(derivation_.name_of(line));
            if (found == calculus_.schemas_.end())
                return Why::NoSuchAxiom;
            schemas = &found->second;
        }
        const auto fits = [&](const Schema& schema)
        { return schema.is_instance(calculus_.frame_, line.formula, derivation_.variables()); };
        return unless(Why::NotAnInstance, std::ranges::any_of(*schemas, fits));
    }

    bool is_stopped() const { return assistance_.is_stopped && assistance_.is_stopped(); }

    /// Whether the line follows, by what it carries, or else by what is found for it.
    Consequence consequence(const Line& line)
    {
        Tautologies& tautologies = calculus_.tautologies_;
        const auto carried = derivation_.refutation(line);
        const Consequence answer = tautologies.follows(cited_, line.formula, carried);
        if (answer != Consequence::Unknown || !carried.empty() || !assistance_.find_refutation)
            return answer;
        const std::vector<Literal> found =
            assistance_.find_refutation(rejection_.line, cited_, line.formula);
        return found.empty() ? answer : tautologies.follows(cited_, line.formula, found);
    }

    std::optional<Why> tautology(const Line& line)
    {
        switch (consequence(line))
        {
        case Consequence::Yes: return std::nullopt;
        case Consequence::No: return Why::DoesNotFollow;
        case Consequence::Unknown: // unless it was stopped, it might have been found
            return is_stopped() ? Why::Stopped : Why::TooHard;
        case Consequence::WrongStep: break;
        }
        return Why::WrongRefutation;
    }

    /// [a]φ, ⟪a⟫φ or ⌊α⌋φ of the one line cited.
    std::optional<Why> generalises(const Line& line, Kind kind) const
    {
        if (cited_.size() != 1)
            return Why::WrongCitations;
        return unless(Why::DoesNotFollow,
                      line.formula.is(kind) && line.formula.children().back() == cited_[0]);
    }

    std::optional<Why> game_axiom(const Line& line, Basis& here) const
    {
        if (!cited_.empty())
            return Why::WrongCitations;
        const auto found = calculus_.game_axioms_.find(derivation_.name_of(line));
        if (found == calculus_.game_axioms_.end())
            return Why::NoSuchAxiom;
        here.uses_game = true;
        return unless(Why::NotAnInstance, found->second.contains(line.formula));
    }

    std::optional<Why> theorem(const Line& line, Basis& here)
    {
        const Theorem*& theorem = lemmas_[line.name];
        if (theorem == nullptr)
            theorem = calculus_.find(derivation_.name_of(line));
        if (theorem == nullptr)
            return Why::NoSuchAxiom;
        if (cited_.size() != theorem->premises_.size())
            return Why::WrongCitations;
        const Substitution& values = derivation_.substitution(line);
        if (const auto why = unfit(theorem->variables_, values))
            return why;
        instantiate(*theorem, values);
        if (const Formula expected = instance(theorem->formula_); expected != line.formula)
        {
            rejection_.instance = expected;
            return Why::NotAnInstance;
        }
        const auto citations = derivation_.citations(line);
        for (std::size_t i = 0; i < cited_.size(); ++i)
        {
            rejection_.premise = i + 1;
            rejection_.instance = instance(theorem->premises_[i]);
            if (rejection_.instance != cited_[i])
                return Why::DoesNotFollow;
            if (!theorem->must_be_pure(i))
                continue;
            if (shown_[citations[i]].uses_game)
                return Why::DependsOnGame;
            pure_ |= shown_[citations[i]].premises;
        }
        rejection_.premise = 0;
        rejection_.instance = Formula();
        here.uses_game = here.uses_game || theorem->uses_game();
        return std::nullopt;
    }

    /// Each metavariable has a value of its sort, and actions that must differ do.
    std::optional<Why> unfit(const Variables& variables, const Substitution& values)
    {
        if (values.formulas.size() != variables.formulas.size() ||
            values.atoms.size() != variables.atoms.size() ||
            values.actions.size() != variables.actions.size())
            return Why::WrongSort;
        for (const auto* formulas : {&values.formulas, &values.atoms})
            for (Formula f : *formulas)
                if (!signature_.has(f))
                    return Why::ForeignSymbol;
        if (!std::ranges::all_of(values.atoms, is_atom))
            return Why::WrongSort;
        for (Action a : values.actions)
            if (!signature_.has(a))
                return Why::ForeignSymbol;
        const auto value = [&](Action a)
        { return is_variable(a) ? values.actions[a.index - first_action_variable] : a; };
        for (const auto& [a, b] : variables.distinct)
            if (!derivation_.variables().differ(value(a), value(b)))
                return Why::NotDistinct;
        return std::nullopt;
    }

    /// The theorem's parts with the values in place of its metavariables.
    void instantiate(const Theorem& theorem, const Substitution& values)
    {
        instances_.clear();
        for (const Formula f : theorem.open_)
        {
            operands_.clear();
            for (Formula operand : f.children())
                operands_.push_back(instance(operand));
            instances_.emplace(f, substitute_at_top(calculus_.store_, f, values, operands_));
        }
    }
    Formula instance(Formula f) const
    {
        const auto found = instances_.find(f);
        return found == instances_.end() ? f : found->second;
    }

    /// For `instantiate`: operands were made first, so by id they come first.
    std::vector<Formula> open_formulas(const Theorem& theorem) const
    {
        std::vector<Formula> stack = theorem.premises_, found;
        stack.push_back(theorem.formula_);
        std::unordered_set<Formula> met;
        while (!stack.empty())
        {
            const Formula f = stack.back();
            stack.pop_back();
            if (signature_.is_ground(f) || !met.insert(f).second)
                continue;
            found.push_back(f);
            stack.insert(stack.end(), f.children().begin(), f.children().end());
        }
        std::ranges::sort(found, {}, &Formula::id);
        return found;
    }

    std::variant<const Theorem*, Rejection> accept()
    {
        const auto lines = derivation_.lines();
        auto theorem = std::unique_ptr<Theorem>(new Theorem);
        theorem->name_ = derivation_.name();
        theorem->variables_ = derivation_.variables();
        theorem->formula_ = lines.back().formula;
        theorem->pure_ = pure_;
        theorem->line_count_ = lines.size();
        for (std::size_t i = 0; i < premises_; ++i)
            theorem->premises_.push_back(lines[i].formula);
        theorem->open_ = open_formulas(*theorem);

        // What it rests on: the lines that lead to the last one.
        std::vector<char> needed(lines.size(), 0);
        std::vector<char> counted(derivation_.names().size(), 0);
        needed.back() = 1;
        for (std::size_t i = lines.size(); i-- > 0;)
        {
            if (!needed[i])
                continue;
            const Line& line = lines[i];
            for (Derivation::Number citation : derivation_.citations(line))
                needed[citation] = 1;
            rests_on(line, *theorem, counted);
        }
        assert(theorem->uses_game() == shown_.back().uses_game);
        const auto [place, is_new] = calculus_.theorems_.emplace(theorem->name_, nullptr);
        if (!is_new) // the assistance has shown one meanwhile
            return reject(Why::AlreadyShown);
        place->second = std::move(theorem);
        return place->second.get();
    }

    /// Adds what a line rests on itself. `counted` has a bit for each use of a name seen.
    void rests_on(const Line& line, Theorem& sum, std::vector<char>& counted)
    {
        char use = 0;
        switch (line.rule)
        {
        case Rule::Premise: return;
        case Rule::Axiom: use = 1; break;
        case Rule::GameAxiom: use = 2; break;
        case Rule::Theorem: use = 4; break;
        case Rule::Tautology:
        case Rule::ModusPonens:
        case Rule::GeneraliseAction:
        case Rule::GeneraliseChoice:
        case Rule::GeneraliseStrategy:
        case Rule::Definition:
            if (rules_seen_[static_cast<std::size_t>(line.rule)])
                return;
            rules_seen_[static_cast<std::size_t>(line.rule)] = true;
            if (line.rule == Rule::Tautology)
                sum.axioms_.insert("A1");
            else
                sum.rules_.insert(std::string(axioms::name(line.rule)));
            return;
        }
        if ((counted[line.name] & use) != 0)
            return;
        counted[line.name] = static_cast<char>(counted[line.name] | use);
        if (line.rule == Rule::Axiom)
            sum.axioms_.insert(derivation_.name_of(line));
        else if (line.rule == Rule::GameAxiom)
            sum.game_axioms_.insert(derivation_.name_of(line));
        else
        {
            const Theorem& cited = *lemmas_[line.name];
            sum.axioms_.insert(cited.axioms_.begin(), cited.axioms_.end());
            sum.rules_.insert(cited.rules_.begin(), cited.rules_.end());
            sum.game_axioms_.insert(cited.game_axioms_.begin(), cited.game_axioms_.end());
        }
    }

    Rejection reject(Why why)
    {
        rejection_.why = why;
        return rejection_;
    }

    Calculus& calculus_;
    const Derivation derivation_;
    const Assistance& assistance_;
    Signature signature_;
    Rejection rejection_; // what it will be, if it comes to that; with the line being checked
    std::size_t premises_ = 0;
    std::uint64_t pure_ = 0;
    std::vector<Basis> shown_;
    std::vector<Formula> cited_, operands_;
    std::unordered_map<Formula, Formula> instances_; // of what a theorem cited has in it
    // What the derivation's names are, where they have been looked up:
    std::vector<const std::vector<Schema>*> axioms_;
    std::vector<const Theorem*> lemmas_;
    std::array<bool, 10> rules_seen_{};
};

Calculus::Calculus(FormulaStore& store, Frame frame, std::span<const GameAxiom> game_axioms)
    : store_(store), frame_(std::move(frame))
{
    for (const AxiomText& axiom : catalogue())
        schemas_[std::string(axiom.name)].emplace_back(axiom);
    if (!is_multi_agent_frame(frame_))
        unfit_ = Why::NotAFrame;
    const Variables none;
    Signature signature(store_, frame_, none, ground_);
    for (const GameAxiom& axiom : game_axioms)
    {
        if (!unfit_ && !signature.has(axiom.formula))
            unfit_ = Why::NotAGameAxiom;
        game_axioms_[axiom.name].insert(axiom.formula);
    }
}

Calculus::~Calculus() = default;

std::variant<const Theorem*, Rejection> Calculus::check(const Derivation& derivation,
                                                        const Assistance& assistance)
{
    return Check(*this, derivation, assistance).run();
}

const Theorem* Calculus::find(std::string_view name) const
{
    const auto found = theorems_.find(name);
    return found == theorems_.end() ? nullptr : found->second.get();
}

bool is_one_definition_apart(FormulaStore& store, const Frame& frame, Formula before, Formula after)
{
    // Down to the one place where they differ. The place is found by going down while exactly one
    // operand differs; there, or on the way, one side is what the other abbreviates.
    while (before != after)
    {
        if (definition(store, frame, before) == after || definition(store, frame, after) == before)
            return true;
        if (before.kind() != after.kind() || before.children().size() != after.children().size() ||
            store.with_children(before, after.children()) != after)
            return false;
        const auto differing = std::ranges::mismatch(before.children(), after.children());
        const auto rest = std::ranges::equal(std::next(differing.in1), before.children().end(),
                                             std::next(differing.in2), after.children().end());
        if (!rest)
            return false;
        before = *differing.in1;
        after = *differing.in2;
    }
    return true;
}

} // namespace sgl::axioms
