// Turns of a play: the moves of machine players, and the commands of persons.

#include "prover/command/play/game_session.hpp"
#include "prover/command/output.hpp"
#include "prover/command/play/advice.hpp"
#include "prover/command/report.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iostream>

namespace sgl::command
{

namespace
{

constexpr Phase next_move{"working out the next move", "while the next move was worked out"};
constexpr std::size_t most_plies = 1000; // where no person can end it

constexpr std::string_view help =
    "  a move is an action's name, or its number in the list of moves\n"
    "  moves           lists the legal moves\n"
    "  hint            what each strategy recommends\n"
    "  hint STRATEGY   and which parts of its rule recommend what\n"
    "  undo            takes back your last move and what followed\n"
    "  board           draws the state again\n"
    "  quit            ends the play\n";

} // namespace

bool Session::any_person() const
{
    return std::ranges::any_of(players_,
                               [](const Player& p) { return p.kind == Player::Kind::Person; });
}

void Session::show_notes()
{
    for (const std::string& note : table_.take_notes())
        put(tinted("  note: " + note, Tint::Faint, options_.color) + "\n");
}

void Session::show_state()
{
    put(draw(table_.game(), table_.valuation(), 2));
}

/// Of several agents that may move, one is taken by chance.
Agent Session::mover()
{
    if (turn_)
        return *turn_;
    std::vector<Agent> able;
    for (std::uint32_t i = 0; i < players_.size(); ++i)
    {
        if (!table_.legal_moves(Agent{i}).empty())
            able.push_back(Agent{i});
    }
    turn_ = able[pick(able.size())];
    if (able.size() > 1)
        put(fmt::format("several agents may move; chance says {}\n", table_.frame().name(*turn_)));
    return *turn_;
}

void Session::make(Action a)
{
    movers_.push_back(*turn_);
    turn_.reset();
    table_.play(a);
    remember();
    show_state();
    show_notes();
}

void Session::machine_moves(Agent agent)
{
    const Frame& frame = table_.frame();
    const Player& player = players_[agent.index];
    std::vector<Action> choice = table_.legal_moves(agent);
    std::string how = "at random";
    if (player.strategy)
    {
        const std::vector<Action> recommended = table_.where(player.strategy->moves, agent);
        how = recommended.empty()
                  ? fmt::format("at random: {} recommends no move", player.strategy->name)
                  : fmt::format("{}{}", player.strategy->name,
                                recommended.size() == 1
                                    ? ""
                                    : fmt::format(", one of {}", recommended.size()));
        if (!recommended.empty())
            choice = recommended;
    }
    const Action a = choice[pick(choice.size())];
    put(fmt::format("{} plays {}  ({})\n", frame.name(agent), frame.name(a), how));
    make(a);
}

void Session::list_moves(Agent agent)
{
    std::size_t number = 0;
    for (Action a : table_.legal_moves(agent))
        put(fmt::format("  {:>3}  {}\n", ++number, table_.frame().name(a)));
}

void Session::hint(Agent agent, const std::string& name)
{
    const Frame& frame = table_.frame();
    if (!name.empty())
    {
        const Result<Strategy> strategy = reader_.strategy({"hint", name});
        if (strategy)
            put(show_advice(frame, advise(table_, reader_, *strategy), options_.color, 2));
        else
            put(strategy.errors().front().text() + "\n");
        return;
    }
    bool any = false;
    for (const std::string& known : reader_.strategy_names(most_instances))
    {
        const Result<Strategy> strategy = reader_.strategy({"hint", known});
        if (!strategy || strategy->agent != agent)
            continue;
        any = true;
        put(fmt::format("  {}: {}\n", known,
                        listed_moves(frame, table_.where(strategy->moves, agent), 8)));
    }
    if (!any)
        put(fmt::format("  there is no strategy of {}\n", frame.name(agent)));
}

/// Back to where a person was last asked.
void Session::undo()
{
    if (std::ranges::none_of(movers_, [&](Agent i) { return is_person(i); }))
    {
        put("  there is no move of yours to take back\n");
        return;
    }
    Agent last;
    do
    {
        last = movers_.back();
        movers_.pop_back();
        table_.undo();
    } while (!is_person(last));
    turn_ = last;
    remember();
    show_state();
}

/// One line of a person; true when it was a move or something else that changes the state.
bool Session::understand(Agent agent, const std::string& line)
{
    const std::vector<Action> legal = table_.legal_moves(agent);
    const std::size_t first = std::min(line.find_first_not_of(" \t\r"), line.size());
    const std::size_t end = line.find_last_not_of(" \t\r");
    const std::string text = line.substr(first, end == std::string::npos ? 0 : end + 1 - first);
    std::string name;
    std::ranges::copy_if(text, std::back_inserter(name), [](char c) { return c != ' '; });
    if (const auto a = table_.frame().find_action(name))
    {
        if (std::ranges::find(legal, *a) == legal.end())
        {
            put(fmt::format("  {} is not a legal move of {} here; moves lists those that are\n",
                            name, table_.frame().name(agent)));
            return false;
        }
        make(*a);
        return true;
    }
    std::size_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && rest == text.data() + text.size())
    {
        if (number < 1 || number > legal.size())
        {
            put(fmt::format("  there are moves 1 to {}\n", legal.size()));
            return false;
        }
        make(legal[number - 1]);
        return true;
    }
    if (text == "undo")
    {
        undo();
        return true;
    }
    if (text == "quit")
        return is_over_ = true;
    if (text == "moves")
        list_moves(agent);
    else if (text == "board")
        show_state();
    else if (text == "hint" || text.starts_with("hint "))
        hint(agent, text.size() > 5 ? text.substr(5) : "");
    else if (text == "help")
        put(help);
    else if (!text.empty())
        put(fmt::format("  no action or command '{}'; help says what there is\n", text));
    return false;
}

/// Asks until there is a move; false at the end of the input.
bool Session::ask(Agent agent)
{
    const std::string prompt =
        tinted(fmt::format("{} to move ({} legal)> ", table_.frame().name(agent),
                           table_.legal_moves(agent).size()),
               Tint::Strong, options_.color);
    std::string line;
    do
    {
        put(prompt);
        flush_output();
        watchdog_.rest(); // persons have all the time they want
        const bool answered = !output_failed() && std::getline(std::cin, line);
        watchdog_.restart(next_move);
        if (!answered)
        {
            put("\n");
            return false;
        }
        if (echoes_)
            put(line + "\n");
    } while (!understand(agent, line));
    return !is_over_;
}

bool Session::take_turn(Agent agent)
{
    watchdog_.restart(next_move);
    if (is_person(agent))
        return ask(agent);
    machine_moves(agent);
    if (any_person() || table_.moves().size() < most_plies)
        return !output_failed();
    put(fmt::format("stopped after {} moves\n", most_plies));
    return false;
}

} // namespace sgl::command
