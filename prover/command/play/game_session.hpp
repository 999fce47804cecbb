#pragma once

// A play at the terminal: the player of each agent, the commands of a person, and the end of the
// play.

#include "prover/command/options.hpp"
#include "prover/command/play/position.hpp"
#include "prover/command/watchdog.hpp"

#include <random>

namespace sgl::command
{

inline constexpr std::size_t most_instances = 64; // of a definition or strategy that are shown

/// The player that moves for an agent.
struct Player
{
    enum class Kind
    {
        Person,
        Random,
        Strategy
    };
    Kind kind = Kind::Person;
    std::optional<Strategy> strategy;
};

class Session
{
public:
    /// All arguments must outlive the session. `so_far` is the text of the play so far, printed
    /// when the session is cut short.
    Session(FormulaStore& store, GameReader& reader, const Options& options,
            CommandWatchdog& attendant, std::string& so_far);

    /// Seats the players. Returns the reason why the play cannot start, if there is one.
    std::optional<Refusal> prepare();
    void run();

private:
    std::optional<Refusal> seat(const std::string& side);
    void seed();
    void show_state();
    void show_notes();
    void remember();
    void show_end();
    std::vector<std::string> definitions_that_hold();

    std::size_t pick(std::size_t count) { return count < 2 ? 0 : random_() % count; }
    Agent mover();
    bool take_turn(Agent agent);
    void machine_moves(Agent agent);
    bool ask(Agent agent);
    bool understand(Agent agent, const std::string& line);
    void list_moves(Agent agent);
    void hint(Agent agent, const std::string& strategy);
    void undo();
    void make(Action a);
    bool is_person(Agent agent) const { return players_[agent.index].kind == Player::Kind::Person; }
    bool any_person() const;

    GameReader& reader_;
    const Options& options_;
    CommandWatchdog& watchdog_;
    std::string& so_far_;
    GamePosition table_;
    std::vector<Player> players_;
    std::vector<Agent> movers_; // the agent of each move
    std::optional<Agent> turn_; // the agent to move, once settled
    const bool echoes_;         // input is not typed at a terminal: the session prints it
    bool is_over_ = false;
    std::mt19937_64 random_;
};

} // namespace sgl::command
