#include "prover/system/play_query.hpp"

#include "logic/formula/subformulas.hpp"
#include "prover/claims/question.hpp"
#include "prover/claims/recommendation.hpp"
#include "prover/system/game_builder.hpp"

namespace sgl
{

namespace
{

/// The atoms of the formulas that look ahead, which are evaluated after any actions.
void add_look_ahead(GameBuilder& builder, std::vector<Gate>& roots)
{
    SubformulaWalk walk;
    for (const LookAheadFormula& ahead : builder.system().ahead)
        walk.add(ahead.formula);
    while (const std::optional<Formula> f = walk.take())
    {
        walk.add(f->children());
        if (f->is(Kind::Fluent) || f->is(Kind::Initial) || f->is(Kind::Terminal) ||
            f->is(Kind::Legal))
            roots.push_back(builder.gate(*f));
    }
}

/// The effects on all that the query depends on.
void follow(GameBuilder& builder, const PlayQuery& query, bool has_choices)
{
    const GameSystem& system = builder.system();
    std::vector<Gate> roots{system.terminal};
    std::vector<Action> actions;
    for (const GameSystem::Move& move : system.moves)
    {
        if (query.recommended[move.action.index] != Circuit::bottom)
            actions.push_back(move.action);
    }
    for (const auto* gates :
         {&query.recommended, &query.bad_move, &query.premise_move, &query.proposals})
        roots.insert(roots.end(), gates->begin(), gates->end());
    for (const auto& gate : {query.bad, query.premise, query.stuck})
    {
        if (gate)
            roots.push_back(*gate);
    }
    // Whether an open value matters is asked of these too: see transition_system.
    if (!system.is_total || has_choices)
        roots.push_back(system.state_constraint);
    if (!system.is_total || system.input_constraint != Circuit::top)
        roots.push_back(system.input_constraint);
    for (const GameSystem::Move& move : system.moves)
    {
        if (has_choices)
            roots.push_back(move.legal); // A5 may exclude choices
    }
    if (system.input_constraint != Circuit::top)
        roots.insert(roots.end(), {system.state_constraint, system.initial});
    if (!system.ahead.empty())
    {
        add_look_ahead(builder, roots);
        actions.clear();
        for (const GameSystem::Move& move : system.moves)
            actions.push_back(move.action);
    }
    builder.follow(roots, actions);
}

} // namespace

PlayQuery compile(GameBuilder& builder, const Frame& frame, const Question& question,
                  FormulaStore& store, QueryOptions options)
{
    PlayQuery query;
    query.must_end = question.must_end;
    for (const GameSystem::Move& move : builder.system().moves)
        query.recommended.push_back(builder.gate_at(
            move.action, allowed_move(store, frame, question.profile, move.action)));
    if (question.stuck)
        query.stuck = builder.gate(question.stuck);
    if (!question.at_moves)
    {
        if (question.bad)
            query.bad = builder.gate(question.bad);
        if (question.premise)
            query.premise = builder.gate(question.premise);
    }
    for (const GameSystem::Move& move : builder.system().moves)
    {
        if (!question.at_moves)
            break;
        const bool is_made = query.recommended[move.action.index] != Circuit::bottom;
        const auto there = [&](Formula f)
        { return is_made ? builder.gate_at(move.action, f) : Circuit::bottom; };
        if (question.bad)
            query.bad_move.push_back(there(question.bad));
        if (question.premise)
            query.premise_move.push_back(there(question.premise));
    }
    for (std::size_t i = 0; options.with_proposals && i < question.proposals.size(); ++i)
        query.proposals.push_back(builder.gate(question.proposals[i].formula));
    follow(builder, query, options.has_choices);
    return query;
}

} // namespace sgl
