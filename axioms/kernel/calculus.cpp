// The checking loop. What a line may rest on is what stands above it; whether it rests on a game
// axiom, and on which premises, is carried along line by line.

#include "axioms/kernel/calculus.hpp"
#include "logic/formula/definition.hpp"
#include "logic/formula/print.hpp"
#include "logic/formula/subformulas.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <unordered_map>

namespace sgl::axioms
{

bool Theorem::must_be_pure(std::size_t premise) const
{
    return (pure_ >> std::min<std::size_t>(premise, 63) & 1) != 0;
}

std::string Rejection::message() const
{
    std::string text = (rule.empty() ? "" : rule + ": ") + "expected " + expected;
    return found.empty() ? text : text + ", found " + found;
}

/// One derivation being checked.
class Calculus::Check
{
public:
    Check(Calculus& calculus, const Derivation& derivation, const Assistance& assistance)
        : calculus_(calculus), derivation_(derivation), assistance_(assistance),
          axioms_(derivation.names().size()), lemmas_(derivation.names().size())
    {
    }

    std::variant<const Theorem*, Rejection> run()
    {
        const auto lines = derivation_.lines();
        if (lines.empty())
            return reject(Why::Empty, "at least one line", "none");
        if (calculus_.theorems_.contains(derivation_.name()))
            return reject(Why::AlreadyShown, "a name of its own",
                          "'" + derivation_.name() + "' again");
        shown_.resize(lines.size());
        constexpr std::size_t often = 256; // lines
        for (; line_ < lines.size(); ++line_)
        {
            if (line_ % often == 0 && is_stopped())
                return stopped();
            if (auto rejection = follows())
                return std::move(*rejection);
        }
        --line_;
        if (derivation_.statement && derivation_.statement != lines.back().formula)
            return reject(Why::NotTheStatement,
                          "the last line to be the statement " + print(derivation_.statement),
                          print(lines.back().formula));
        return accept();
    }

private:
    /// What a line rests on.
    struct Shown
    {
        std::uint64_t premises = 0; // by number; all from the 64th by bit 63
        bool uses_game = false;
    };

    /// Nothing when the line follows from lines above it.
    std::optional<Rejection> follows()
    {
        const Line& line = derivation_.lines()[line_];
        cited_.clear();
        Shown& here = shown_[line_];
        for (Derivation::Number citation : derivation_.citations(line))
        {
            if (citation >= line_)
                return reject(Why::WrongCitations, "lines above this one", "this or a later one");
            cited_.push_back(derivation_.lines()[citation].formula);
            here.uses_game = here.uses_game || shown_[citation].uses_game;
            here.premises |= shown_[citation].premises;
        }
        switch (line.rule)
        {
        case Rule::Premise: return premise(line);
        case Rule::Axiom: return axiom(line);
        case Rule::Tautology: return tautology(line);
        case Rule::ModusPonens:
            if (auto rejection = cites(2))
                return rejection;
            if (cited_[1].is(Kind::Implies) && cited_[1][0] == cited_[0] &&
                cited_[1][1] == line.formula)
                return std::nullopt;
            return reject(Why::DoesNotFollow,
                          "φ and φ -> ψ, in this order, to infer ψ; the second to be " +
                              print(cited_[0]) + " -> " + print(line.formula),
                          print(cited_[1]));
        case Rule::GeneraliseAction: return generalises(Kind::After, "[a]φ");
        case Rule::GeneraliseChoice: return generalises(Kind::Select, "<<a>>φ");
        case Rule::GeneraliseStrategy:
            if (auto rejection = generalises(Kind::Restrict, "{α}φ"))
                return rejection;
            if (here.uses_game)
                return reject(Why::DependsOnGame, "a line that rests on no game axiom",
                              "one that does: under {α} other moves are legal, and what the game "
                              "says of `legal` need not hold there");
            pure_ |= here.premises;
            return std::nullopt;
        case Rule::GameAxiom: return game_axiom(line);
        case Rule::Definition:
            if (auto rejection = cites(1))
                return rejection;
            if (is_one_definition_apart(calculus_.store_, calculus_.frame_, cited_[0],
                                        line.formula))
                return std::nullopt;
            return reject(Why::DoesNotFollow,
                          "the line cited with one next, |> or &> unfolded or folded, which is " +
                              print(cited_[0]),
                          print(line.formula));
        case Rule::Theorem: return theorem(line);
        }
        return reject(Why::DoesNotFollow, "a rule", "none");
    }

    std::optional<Rejection> premise(const Line& line)
    {
        if (auto rejection = cites(0))
            return rejection;
        if (line_ != premises_)
            return reject(Why::Misplaced, "premises before all other lines", "one after them");
        shown_[line_].premises = std::uint64_t{1} << std::min<std::size_t>(premises_, 63);
        ++premises_;
        return well_formed(line.formula);
    }

    std::optional<Rejection> axiom(const Line& line)
    {
        if (auto rejection = cites(0))
            return rejection;
        const std::vector<Schema>* schemas = axioms_[line.name];
        if (schemas == nullptr)
        {
            const auto found = calculus_.schemas_.find(derivation_.name_of(line));
            if (found == calculus_.schemas_.end())
                return reject(Why::NoSuchAxiom, "an axiom of SGL",
                              "'" + derivation_.name_of(line) + "'");
            schemas = &found->second;
            axioms_[line.name] = schemas;
        }
        for (const Schema& schema : *schemas)
        {
            if (schema.is_instance(calculus_.frame_, line.formula, derivation_.variables()))
                return std::nullopt;
        }
        return reject(Why::NotAnInstance, "an instance of " + texts(*schemas), print(line.formula));
    }

    static std::string texts(const std::vector<Schema>& schemas)
    {
        std::string all;
        for (const Schema& schema : schemas)
        {
            all += all.empty() ? "" : " or ";
            all += schema.text().text;
            all += schema.text().distinct ? " (a != b)" : "";
            all += schema.text().many ? " (or more conjuncts)" : "";
        }
        return all;
    }

    bool is_stopped() const { return assistance_.is_stopped && assistance_.is_stopped(); }
    Rejection stopped() { return reject(Why::Stopped, "time to check it", ""); }

    /// Whether the line follows, by what it carries, or else by what is found for it.
    Consequence consequence(const Line& line)
    {
        Tautologies& tautologies = calculus_.tautologies_;
        const auto carried = derivation_.refutation(line);
        const Consequence answer = tautologies.follows(cited_, line.formula, carried);
        if (answer != Consequence::Unknown || !carried.empty() || !assistance_.find_refutation)
            return answer;
        const std::vector<Literal> found = assistance_.find_refutation(line_, cited_, line.formula);
        return found.empty() ? answer : tautologies.follows(cited_, line.formula, found);
    }

    std::optional<Rejection> tautology(const Line& line)
    {
        switch (consequence(line))
        {
        case Consequence::Yes: return std::nullopt;
        case Consequence::No:
            return reject(Why::DoesNotFollow,
                          cited_.empty() ? "a propositional tautology"
                                         : "a propositional consequence of the lines cited",
                          print(line.formula));
        case Consequence::Unknown:
            if (is_stopped()) // else it might have been found
                return stopped();
            return reject(Why::TooHard,
                          "a step that unit propagation can do, or a refutation of its denial "
                          "(rup [...])",
                          print(line.formula));
        case Consequence::WrongStep: break;
        }
        return reject(Why::DoesNotFollow,
                      "a refutation of which each clause follows by unit "
                      "propagation",
                      "one that does not");
    }

    /// [a]φ, ⟪a⟫φ or ⌊α⌋φ of the one line cited.
    std::optional<Rejection> generalises(Kind kind, const char* shape)
    {
        if (auto rejection = cites(1))
            return rejection;
        const Formula f = derivation_.lines()[line_].formula;
        if (f.is(kind) && f.children().back() == cited_[0])
            return std::nullopt;
        return reject(Why::DoesNotFollow,
                      std::string(shape) + " of the line cited, φ being " + print(cited_[0]),
                      print(f));
    }

    std::optional<Rejection> game_axiom(const Line& line)
    {
        if (auto rejection = cites(0))
            return rejection;
        const std::string& name = derivation_.name_of(line);
        const auto found = calculus_.game_axioms_.find(name);
        if (found == calculus_.game_axioms_.end())
            return reject(Why::NoSuchAxiom, "an axiom of the game", "'" + name + "'");
        if (!found->second.contains(line.formula.id()))
            return reject(Why::NotAnInstance,
                          "a ground instance of the game's axiom '" + name + "'",
                          print(line.formula));
        shown_[line_].uses_game = true;
        return std::nullopt;
    }

    std::optional<Rejection> theorem(const Line& line)
    {
        const Theorem* theorem = lemmas_[line.name];
        if (theorem == nullptr)
        {
            theorem = calculus_.find(derivation_.name_of(line));
            if (theorem == nullptr)
                return reject(Why::NoSuchAxiom, "a theorem shown before, in this frame",
                              "'" + derivation_.name_of(line) + "'");
            lemmas_[line.name] = theorem;
        }
        if (auto rejection = cites(theorem->premises_.size()))
            return rejection;
        const Substitution& values = derivation_.substitution(line);
        if (auto rejection = well_sorted(*theorem, values))
            return rejection;
        instantiate(*theorem, values);
        const auto instance = [&](std::size_t root) { return instances_[theorem->roots_[root]]; };
        if (const Formula expected = instance(0); expected != line.formula)
            return reject(Why::NotAnInstance,
                          "the theorem '" + theorem->name_ + "' with these values, which is " +
                              print(expected),
                          print(line.formula));
        const auto citations = derivation_.citations(line);
        for (std::size_t i = 0; i < cited_.size(); ++i)
        {
            if (const Formula expected = instance(i + 1); expected != cited_[i])
                return reject(Why::DoesNotFollow,
                              "as premise " + std::to_string(i + 1) + " of '" + theorem->name_ +
                                  "' " + print(expected),
                              print(cited_[i]));
            if (!theorem->must_be_pure(i))
                continue;
            if (shown_[citations[i]].uses_game)
                return reject(Why::DependsOnGame,
                              "as premise " + std::to_string(i + 1) + " of '" + theorem->name_ +
                                  "', to which GEN S is applied there, a line that rests on no "
                                  "game axiom",
                              "one that does");
            pure_ |= shown_[citations[i]].premises;
        }
        shown_[line_].uses_game = shown_[line_].uses_game || theorem->uses_game();
        return std::nullopt;
    }

    /// A theorem's parts with the values in place of its metavariables.
    void instantiate(const Theorem& theorem, const Substitution& values)
    {
        FormulaStore& store = calculus_.store_;
        const auto action = [&](Action a)
        { return is_variable(a) ? values.actions[a.index - first_action_variable] : a; };
        instances_.clear();
        for (const Theorem::Part& part : theorem.parts_)
        {
            const Formula f = part.formula;
            if (!part.has_variables)
            {
                instances_.push_back(f);
                continue;
            }
            operands_.clear();
            for (std::size_t i = 0; i < f.children().size(); ++i)
                operands_.push_back(instances_[theorem.operands_[part.first_operand + i]]);
            switch (f.kind())
            {
            case Kind::Fluent:
                instances_.push_back(
                    is_formula_variable(f.fluent())
                        ? values.formulas[f.fluent().index - first_formula_variable]
                        : values.atoms[f.fluent().index - first_atom_variable]);
                break;
            case Kind::Legal: instances_.push_back(store.legal(action(f.action()))); break;
            case Kind::Does: instances_.push_back(store.does(action(f.action()))); break;
            case Kind::After:
                instances_.push_back(store.after(action(f.action()), operands_[0]));
                break;
            case Kind::Select:
                instances_.push_back(store.select(action(f.action()), operands_[0]));
                break;
            default: instances_.push_back(store.with_children(f, operands_));
            }
        }
    }

    /// Takes the theorem's formula and premises apart, for `instantiate`.
    static void take_apart(Theorem& theorem)
    {
        std::unordered_map<Formula, std::uint32_t> places;
        const auto take = [&](Formula root)
        {
            std::vector<Formula> open{root};
            while (!open.empty())
            {
                const Formula f = open.back();
                const std::size_t before = open.size();
                if (!places.contains(f))
                {
                    for (Formula child : f.children())
                        if (!places.contains(child))
                            open.push_back(child);
                }
                if (open.size() > before)
                    continue;
                open.pop_back();
                if (places.contains(f))
                    continue;
                bool has_variables =
                    (f.is(Kind::Fluent) && f.fluent().index >= first_atom_variable);
                if (f.is(Kind::Legal) || f.is(Kind::Does) || f.is(Kind::After) ||
                    f.is(Kind::Select))
                    has_variables = is_variable(f.action());
                const auto first = static_cast<std::uint32_t>(theorem.operands_.size());
                for (Formula child : f.children())
                {
                    const std::uint32_t place = places.at(child);
                    theorem.operands_.push_back(place);
                    has_variables = has_variables || theorem.parts_[place].has_variables;
                }
                places.emplace(f, static_cast<std::uint32_t>(theorem.parts_.size()));
                theorem.parts_.push_back({f, first, has_variables});
            }
            theorem.roots_.push_back(places.at(root));
        };
        take(theorem.formula_);
        for (Formula premise : theorem.premises_)
            take(premise);
    }

    /// Each metavariable has a value of its sort, and actions that must differ do.
    std::optional<Rejection> well_sorted(const Theorem& theorem, const Substitution& values)
    {
        const Variables& variables = theorem.variables_;
        if (values.formulas.size() != variables.formulas.size() ||
            values.atoms.size() != variables.atoms.size() ||
            values.actions.size() != variables.actions.size())
            return reject(Why::WrongSort,
                          "a value for each metavariable of '" + theorem.name_ + "'",
                          "another number of them");
        for (Formula f : values.formulas)
        {
            if (!f)
                return reject(Why::WrongSort, "a formula", "nothing");
            if (auto rejection = well_formed(f))
                return rejection;
        }
        for (Formula f : values.atoms)
        {
            if (!f || !is_atom(f))
                return reject(Why::WrongSort, "a fluent, initial or terminal",
                              f ? print(f) : "nothing");
            if (auto rejection = well_formed(f))
                return rejection;
        }
        for (Action a : values.actions)
        {
            if (!is_action(a))
                return reject(Why::WrongSort, "an action", "something else");
        }
        const auto value = [&](Action a)
        { return is_variable(a) ? values.actions[a.index - first_action_variable] : a; };
        for (const auto& [a, b] : variables.distinct)
        {
            if (!derivation_.variables().differ(value(a), value(b)))
                return reject(Why::NotDistinct,
                              "different actions, as '" + theorem.name_ + "' demands",
                              "actions that may be the same");
        }
        return std::nullopt;
    }

    bool is_action(Action a) const
    {
        return is_variable(a)
                   ? a.index - first_action_variable < derivation_.variables().actions.size()
                   : a.index < calculus_.frame_.action_count();
    }

    /// The symbols of a formula that others will meet are the frame's, or declared metavariables.
    std::optional<Rejection> well_formed(Formula root)
    {
        known_.add(root);
        while (const std::optional<Formula> next = known_.take())
        {
            const Formula f = *next;
            bool is_known = true;
            switch (f.kind())
            {
            case Kind::Fluent:
            {
                const std::uint32_t p = f.fluent().index;
                is_known =
                    is_formula_variable(f.fluent())
                        ? p - first_formula_variable < derivation_.variables().formulas.size()
                    : is_atom_variable(f.fluent())
                        ? p - first_atom_variable < derivation_.variables().atoms.size()
                        : p < calculus_.frame_.fluent_count();
                break;
            }
            case Kind::Legal:
            case Kind::Does:
            case Kind::After:
            case Kind::Select: is_known = is_action(f.action()); break;
            default: break;
            }
            if (!is_known)
            {
                known_ = {}; // formulas with this one in them were taken to be
                return reject(Why::WrongSort, "symbols of the frame and declared metavariables",
                              "another one");
            }
            known_.add(f.children());
        }
        return std::nullopt;
    }

    std::optional<Rejection> cites(std::size_t count)
    {
        if (cited_.size() == count)
            return std::nullopt;
        return reject(Why::WrongCitations,
                      std::to_string(count) + (count == 1 ? " line cited" : " lines cited"),
                      std::to_string(cited_.size()));
    }

    std::variant<const Theorem*, Rejection> accept()
    {
        const auto lines = derivation_.lines();
        for (const auto& [a, b] : derivation_.variables().distinct)
        {
            if (!is_action(a) || !is_action(b))
                return reject(Why::WrongSort, "actions that differ to be of the frame or declared",
                              "another one");
        }
        auto theorem = std::unique_ptr<Theorem>(new Theorem);
        theorem->name_ = derivation_.name();
        theorem->variables_ = derivation_.variables();
        theorem->formula_ = lines.back().formula;
        theorem->pure_ = pure_;
        theorem->line_count_ = lines.size();
        for (std::size_t i = 0; i < premises_; ++i)
            theorem->premises_.push_back(lines[i].formula);
        if (auto rejection = well_formed(theorem->formula_))
            return std::move(*rejection);

        take_apart(*theorem);

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
        const Theorem* accepted = theorem.get();
        calculus_.theorems_.emplace(theorem->name_, std::move(theorem));
        return accepted;
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

    Rejection reject(Why why, std::string expected, std::string found)
    {
        const auto lines = derivation_.lines();
        std::string rule;
        if (line_ < lines.size())
        {
            const Line& line = lines[line_];
            rule = axioms::name(line.rule);
            if (line.rule == Rule::Axiom)
                rule = derivation_.name_of(line);
            else if (line.rule == Rule::GameAxiom)
                rule = "axiom " + derivation_.name_of(line);
            else if (line.rule == Rule::Theorem)
                rule = "lemma " + derivation_.name_of(line);
        }
        return {line_, why, std::move(rule), std::move(expected), std::move(found)};
    }

    /// For messages: shortened where it is long.
    std::string print(Formula f)
    {
        constexpr std::size_t most = 400;
        if (well_formed(f))
            return "a formula with symbols that the frame does not have";
        const NamedVariables naming(calculus_.frame_, derivation_.variables());
        const Formula named = naming.named(calculus_.store_, f);
        if (printed_size(naming.frame(), named, Style::Ascii, most + 1) > most)
            return "a formula too long to print here";
        return sgl::print(naming.frame(), named);
    }

    Calculus& calculus_;
    const Derivation& derivation_;
    const Assistance& assistance_;
    std::size_t line_ = 0;
    std::size_t premises_ = 0;
    std::uint64_t pure_ = 0;
    std::vector<Shown> shown_;
    std::vector<Formula> cited_, instances_, operands_;
    // What the derivation's names are, where they have been looked up:
    std::vector<const std::vector<Schema>*> axioms_;
    std::vector<const Theorem*> lemmas_;
    SubformulaWalk known_; // formulas found well-formed
    std::array<bool, 10> rules_seen_{};
};

Calculus::Calculus(FormulaStore& store, Frame frame, std::vector<Axiom> game_axioms)
    : store_(store), frame_(std::move(frame))
{
    for (const AxiomText& axiom : catalogue())
        schemas_[std::string(axiom.name)].emplace_back(axiom);
    for (const Axiom& axiom : game_axioms)
        game_axioms_[axiom.name].insert(axiom.formula.id());
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
