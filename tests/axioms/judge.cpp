#include "tests/axioms/judge.hpp"

#include "axioms/text/substitution.hpp"
#include "logic/formula/print.hpp"
#include "logic/model/evaluate.hpp"
#include "tests/small_models.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::testing
{

using namespace axioms;

namespace
{

bool is_true(Formula f, ExplicitModel& model)
{
    return Evaluator(model).holds_everywhere(f, model.states());
}

std::vector<std::pair<State, Action>> legal_moves(ExplicitModel& model)
{
    std::vector<std::pair<State, Action>> moves;
    for (State w : model.states())
        for (std::uint32_t a = 0; a < model.frame().action_count(); ++a)
            if (model.legal(w, Action{a}))
                moves.emplace_back(w, Action{a});
    return moves;
}

/// The model, and each that is like it with fewer legal moves. What GEN S makes of a formula that
/// is true in all of them is true in all of them.
bool is_true_restricted(Formula f, ExplicitModel& model)
{
    const auto moves = legal_moves(model);
    bool answer = true;
    for (std::uint32_t kept = 0; answer && kept < std::uint32_t{1} << moves.size(); ++kept)
    {
        for (std::size_t i = 0; i < moves.size(); ++i)
            model.set_legal(moves[i].first, moves[i].second, (kept >> i & 1) != 0);
        answer = is_true(f, model);
    }
    for (const auto& [w, a] : moves)
        model.set_legal(w, a);
    return answer;
}

constexpr std::size_t few_moves = 6;

} // namespace

Statement::Statement(const Theorem& theorem)
    : variables(theorem.variables()),
      premises(theorem.premises().begin(), theorem.premises().end()), conclusion(theorem.formula()),
      uses_game(theorem.uses_game())
{
    for (std::size_t i = 0; i < premises.size(); ++i)
        pure.push_back(theorem.must_be_pure(i));
}

bool Statement::operator==(const Statement& other) const
{
    return variables.formulas.size() == other.variables.formulas.size() &&
           variables.atoms.size() == other.variables.atoms.size() &&
           variables.actions.size() == other.variables.actions.size() &&
           variables.distinct == other.variables.distinct && premises == other.premises &&
           pure == other.pure && conclusion == other.conclusion && uses_game == other.uses_game;
}

Judge::Judge(FormulaStore& store, const Frame& frame, std::uint64_t seed,
             std::span<const GameAxiom> game_axioms)
    : store_(store), frame_(frame), random_(seed)
{
    if (game_axioms.empty())
        return;
    for (std::uint32_t states = 1; states <= 3; ++states)
        for (auto& candidate : all_models(frame, states))
            if (std::ranges::all_of(game_axioms, [&](const GameAxiom& axiom)
                                    { return is_true(axiom.formula, *candidate); }))
                of_game_.push_back(std::move(candidate));
}

std::optional<std::string> Judge::objection(const Statement& statement, unsigned long samples)
{
    const bool any_pure = std::ranges::find(statement.pure, true) != statement.pure.end();
    for (unsigned long sample = 0; sample < samples; ++sample)
    {
        const std::optional<Substitution> chosen = values(statement.variables);
        if (!chosen)
            return std::nullopt; // there is no instance
        ExplicitModel& m = model(statement.uses_game, any_pure);
        const auto instance = [&](Formula f) { return substitute(store_, f, *chosen); };
        std::vector<Formula> premises;
        for (Formula premise : statement.premises)
            premises.push_back(instance(premise));
        if (!std::ranges::all_of(premises, [&](Formula f) { return is_true(f, m); }))
            continue;
        const Formula conclusion = instance(statement.conclusion);
        const bool is_so = is_true(conclusion, m);
        bool all_pure = true;
        for (std::size_t i = 0; i < premises.size(); ++i)
            all_pure = all_pure && (!statement.pure[i] || is_true_restricted(premises[i], m));
        if (!all_pure)
            continue;
        ++tested_;
        if (is_so)
            continue;
        std::string text = print(frame_, conclusion);
        for (Formula premise : premises)
            text += fmt::format("\n  from {}", print(frame_, premise));
        return text;
    }
    return std::nullopt;
}

std::optional<Substitution> Judge::values(const Variables& variables)
{
    Substitution chosen;
    const auto action = [&](Action a)
    { return is_variable(a) ? chosen.actions[a.index - first_action_variable] : a; };
    for (int attempt = 0;; ++attempt)
    {
        if (attempt == 50)
            return std::nullopt;
        chosen.actions.clear();
        for (std::size_t i = 0; i < variables.actions.size(); ++i)
            chosen.actions.push_back(random_.action(frame_));
        if (std::ranges::all_of(variables.distinct, [&](const auto& pair)
                                { return action(pair.first) != action(pair.second); }))
            break;
    }
    for (std::size_t i = 0; i < variables.formulas.size(); ++i)
        chosen.formulas.push_back(value(chosen.formulas));
    for (std::size_t i = 0; i < variables.atoms.size(); ++i)
        switch (random_.below(4))
        {
        case 0: chosen.atoms.push_back(store_.initial()); break;
        case 1: chosen.atoms.push_back(store_.terminal()); break;
        default: chosen.atoms.push_back(store_.fluent(random_.fluent(frame_)));
        }
    return chosen;
}

/// Often one that goes with an earlier one, so that premises come true.
Formula Judge::value(const std::vector<Formula>& earlier)
{
    const Shape shape{3, true, true, true};
    const auto any = [&] { return random_formula(random_, store_, frame_, shape); };
    const auto some_earlier = [&]
    { return earlier[random_.below(static_cast<std::uint32_t>(earlier.size()))]; };
    if (!earlier.empty() && random_.coin())
        switch (random_.below(4))
        {
        case 0: return some_earlier();
        case 1: return store_.disjunction(some_earlier(), any());
        case 2: return store_.conjunction(some_earlier(), any());
        default: return store_.negation(store_.negation(some_earlier()));
        }
    switch (random_.below(8))
    {
    case 0: return store_.constant(random_.coin());
    case 1: return random_atom(random_, store_, frame_);
    case 2:
    case 3: return random_state_wise(random_, store_, frame_, shape);
    default: return any();
    }
}

ExplicitModel& Judge::model(bool of_game, bool small)
{
    if (of_game)
        return *of_game_.at(random_.below(static_cast<std::uint32_t>(of_game_.size())));
    do
        model_ = random_model(random_, frame_);
    while (small && legal_moves(*model_).size() > few_moves);
    return *model_;
}

} // namespace sgl::testing
