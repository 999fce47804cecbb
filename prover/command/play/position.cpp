#include "prover/command/play/position.hpp"

#include "logic/formula/subformulas.hpp"
#include "prover/command/input.hpp"
#include "prover/command/report.hpp"
#include "prover/plays/initial_states.hpp"
#include "prover/reduction/theory.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace sgl::command
{

namespace
{

constexpr std::size_t most_candidates = 4096; // of valuations to try, one by one
constexpr std::size_t most_named = 12;

bool value(const Valuation& valuation, StateAtom atom)
{
    return atom.kind == Kind::Fluent  ? valuation.fluents[atom.index]
           : atom.kind == Kind::Legal ? valuation.legal[atom.index]
                                      : valuation.terminal;
}

void flip(Valuation& valuation, StateAtom atom)
{
    if (atom.kind == Kind::Fluent)
        valuation.fluents[atom.index] = !valuation.fluents[atom.index];
    else if (atom.kind == Kind::Legal)
        valuation.legal[atom.index] = !valuation.legal[atom.index];
    else
        valuation.terminal = !valuation.terminal;
}

std::string some_of(std::vector<std::string> names)
{
    const std::size_t count = names.size();
    if (count > most_named)
    {
        names.resize(most_named);
        names.push_back(fmt::format("… ({} in all)", count));
    }
    return fmt::format("{}", fmt::join(names, " "));
}

} // namespace

std::string shown_fluents(const Frame& frame, const Valuation& valuation, std::size_t most)
{
    std::vector<std::string> names = true_fluents(frame, valuation);
    if (names.empty())
        return "(no fluent)";
    if (names.size() > most)
    {
        names.resize(most);
        names.push_back("…");
    }
    return fmt::format("{}", fmt::join(names, " "));
}

GamePosition::GamePosition(FormulaStore& store, const GameReader& reader)
    : store_(store), reader_(reader), playable_(playable(store, reader.game())),
      model_(store, playable_), evaluator_(model_)
{
    for (const Axiom& axiom : game().axioms)
    {
        if (is_present(axiom.formula))
            present_.push_back(&axiom);
    }
    model_.set_choice([this](State w, Action, StateAtom atom)
                      { return value(model_.valuation(w), atom); });
}

std::string GamePosition::name(StateAtom atom) const
{
    if (atom.kind == Kind::Fluent)
        return frame().name(Fluent{atom.index});
    return atom.kind == Kind::Terminal ? "terminal"
                                       : "legal(" + frame().name(Action{atom.index}) + ")";
}

std::optional<std::string> GamePosition::start(const std::optional<std::string>& fluents)
{
    return fluents ? start_at(*fluents) : start_initial();
}

std::optional<std::string> GamePosition::start_initial()
{
    const Listing listing = model_.initial_states(most_candidates);
    const auto about_what_follows = axioms_about_what_follows(game(), read_rules(store_, game()));
    if ((listing.states.empty() && !listing.complete) ||
        !are_all_true(model_, about_what_follows, listing.states))
        return start_by_solver();
    if (listing.states.empty())
        return "the axioms allow no initial state";
    states_ = {listing.states.front()};
    if (listing.states.size() > 1)
        notes_.push_back(
            fmt::format("there {} {} initial states; this one is taken: {} (choose with --start)",
                        listing.complete ? "are" : "are at least", listing.states.size(),
                        shown_fluents(frame(), valuation(), most_named)));
    return std::nullopt;
}

/// A first initial state, and whether there is a second.
std::optional<std::string> GamePosition::start_by_solver()
{
    Theory theory(store_, game());
    InitialStates found(theory, Budget());
    const std::optional<Valuation> first = found.next();
    if (!first)
        return "the axioms allow no initial state";
    const State initial = model_.add(*first, true);
    if (const auto axiom = contradiction(initial))
        throw std::logic_error(
            fmt::format("the initial state that was found contradicts '{}'", *axiom));
    states_ = {initial};
    if (found.next())
        notes_.push_back(
            fmt::format("there are several initial states; this one is taken: {} (choose with "
                        "--start)",
                        shown_fluents(frame(), valuation(), most_named)));
    return std::nullopt;
}

std::optional<std::string> GamePosition::start_at(const std::string& fluents)
{
    Valuation chosen(frame());
    for (const std::string& word : listed(fluents))
    {
        const auto fluent = frame().find_fluent(word);
        const bool is_legal = word.starts_with("legal(") && word.ends_with(")");
        const auto action =
            is_legal ? frame().find_action(word.substr(6, word.size() - 7)) : std::nullopt;
        if (fluent)
            chosen.fluents[fluent->index] = true;
        else if (action)
            chosen.legal[action->index] = true;
        else if (word == "terminal")
            chosen.terminal = true;
        else
            return fmt::format("there is no fluent '{}'", word);
    }
    const State initial = model_.add(chosen, true);
    if (!contradiction(initial))
    {
        states_ = {initial};
        return std::nullopt;
    }
    const State other = model_.add(chosen, false);
    if (const auto axiom = contradiction(other))
        return fmt::format("no state of the game is so: '{}' is false there", *axiom);
    states_ = {other};
    notes_.push_back("the state to start from is not an initial one");
    return std::nullopt;
}

/// An axiom about the present that is false at a state, or A5.
std::optional<std::string> GamePosition::contradiction(State w)
{
    for (const Axiom* axiom : present_)
    {
        const Formula f = axiom->formula;
        if (f.is_state_wise() ? !evaluator_.holds(f, w, Action{0}) : !evaluator_.holds(f, w))
            return axiom->name;
    }
    const Valuation& there = model_.valuation(w);
    if (there.terminal && std::ranges::find(there.legal, true) != there.legal.end())
        return "A5: terminal -> !legal(a)";
    return std::nullopt;
}

std::vector<Action> GamePosition::legal_moves() const
{
    std::vector<Action> moves;
    for (std::uint32_t a = 0; a < frame().action_count(); ++a)
    {
        if (valuation().legal[a] && !is_terminal())
            moves.push_back(Action{a});
    }
    return moves;
}

std::vector<Action> GamePosition::legal_moves(Agent agent) const
{
    std::vector<Action> moves = legal_moves();
    std::erase_if(moves, [&](Action a) { return frame().agent(a) != agent; });
    return moves;
}

std::vector<Action> GamePosition::where(Formula f, Agent agent)
{
    std::vector<Action> moves = legal_moves(agent);
    std::erase_if(moves, [&](Action a) { return !evaluator_.holds(f, state(), a); });
    return moves;
}

bool GamePosition::holds(Formula f)
{
    return evaluator_.holds(f, state());
}

std::optional<std::string> GamePosition::play(const std::string& action)
{
    const auto a = frame().find_action(action);
    if (!a)
        return fmt::format("there is no action '{}'", action);
    const std::vector<Action> legal = legal_moves();
    if (std::ranges::find(legal, *a) == legal.end())
    {
        std::vector<std::string> names;
        for (Action b : legal)
            names.push_back(frame().name(b));
        const std::string after =
            moves_.empty() ? "at the start" : "after " + frame().name(moves_.back());
        return names.empty()
                   ? fmt::format("{} is not legal {}: {}", action, after,
                                 is_terminal() ? "the play has ended" : "nothing is")
                   : fmt::format("{} is not legal {}; legal: {}", action, after, some_of(names));
    }
    play(*a);
    return std::nullopt;
}

void GamePosition::play(Action a)
{
    const State w = state();
    const std::vector<StateAtom> open = open_after(w, a);
    const State next = open.empty() ? model_.after(w, a) : settle(w, a, open);
    if (open.empty())
    {
        if (const auto axiom = contradiction(next))
            notes_.push_back(fmt::format("the axioms contradict each other after {}: '{}' is false",
                                         frame().name(a), *axiom));
    }
    states_.push_back(next);
    moves_.push_back(a);
    evaluator_.clear();
}

bool GamePosition::undo()
{
    if (moves_.empty())
        return false;
    moves_.pop_back();
    states_.pop_back();
    return true;
}

/// What the axioms do not determine after a move.
std::vector<StateAtom> GamePosition::open_after(State w, Action a)
{
    std::vector<StateAtom> open;
    for (std::uint32_t p = 0; p < frame().fluent_count(); ++p)
    {
        if (!model_.determines(Fluent{p}, w, a))
            open.push_back({Kind::Fluent, p});
    }
    if (!model_.determines({Kind::Terminal, 0}))
        open.push_back({Kind::Terminal, 0});
    for (std::uint32_t b = 0; b < frame().action_count(); ++b)
    {
        if (const StateAtom atom{Kind::Legal, b}; !model_.determines(atom))
            open.push_back(atom);
    }
    return open;
}

/// The state after a move where some atoms are open: they stay, as far as the axioms let them.
State GamePosition::settle(State w, Action a, const std::vector<StateAtom>& open)
{
    const State unchanged = model_.after(w, a);
    Valuation candidate = model_.valuation(unchanged);
    State next = unchanged;
    bool possible = false;
    for (std::size_t tried = 0; tried < most_candidates && !possible; ++tried)
    {
        next = tried == 0 ? unchanged : model_.add(candidate, false);
        model_.set_successor(w, a, next);
        possible = !contradiction(next) && !model_.broken_axiom(w, a);
        for (std::size_t i = 0; i < open.size(); ++i) // counts up in binary
        {
            flip(candidate, open[i]);
            if (value(candidate, open[i]) != value(model_.valuation(unchanged), open[i]))
                break;
        }
        evaluator_.clear();
    }
    std::vector<std::string> same, changed;
    for (StateAtom atom : open)
    {
        const bool stays = value(model_.valuation(next), atom) == value(model_.valuation(w), atom);
        (stays ? same : changed).push_back(name(atom));
    }
    if (!possible)
        notes_.push_back(fmt::format("no state was found for {} to lead to; {} taken as before",
                                     frame().name(a), some_of(same)));
    else if (!same.empty())
        notes_.push_back(fmt::format("{} does not determine {}: taken as before", frame().name(a),
                                     some_of(same)));
    if (possible && !changed.empty())
        notes_.push_back(fmt::format("{} does not determine {}: taken to change", frame().name(a),
                                     some_of(changed)));
    return next;
}

std::vector<std::string> GamePosition::take_notes()
{
    return std::exchange(notes_, {});
}

} // namespace sgl::command
