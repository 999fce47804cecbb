// sgl play: a game in the terminal, or through a pipe; the players of the agents, and the result.

#include "prover/command/input.hpp"
#include "prover/command/output.hpp"
#include "prover/command/play/advice.hpp"
#include "prover/command/play/game_session.hpp"
#include "prover/command/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace sgl::command
{

Session::Session(FormulaStore& store, GameReader& reader, const Options& options,
                 CommandWatchdog& attendant, std::string& so_far)
    : reader_(reader), options_(options), watchdog_(attendant), so_far_(so_far),
      table_(store, reader), players_(reader.game().frame.agent_count()),
      echoes_(isatty(STDIN_FILENO) != 1)
{
}

std::optional<Refusal> Session::seat(const std::string& side)
{
    const auto wrong = [](const std::string& message) { return Refusal{{}, message, "", ""}; };
    const std::size_t equals = side.find('=');
    const auto agent = table_.frame().find_agent(side.substr(0, equals));
    if (equals == std::string::npos)
        return wrong(fmt::format("--side: expected AGENT=PLAYER, found '{}'", side));
    if (!agent)
    {
        std::vector<std::string> agents;
        for (std::uint32_t i = 0; i < table_.frame().agent_count(); ++i)
            agents.push_back(table_.frame().name(Agent{i}));
        return wrong(fmt::format("--side: the game has no agent '{}'; its agents: {}",
                                 side.substr(0, equals), fmt::join(agents, ", ")));
    }
    const std::string who = side.substr(equals + 1);
    Player& player = players_[agent->index];
    player = {};
    if (who == "person" || who == "random")
    {
        player.kind = who == "person" ? Player::Kind::Person : Player::Kind::Random;
        return std::nullopt;
    }
    Result<Strategy> strategy = reader_.strategy({"--side", who});
    if (!strategy)
        return refusal_of(strategy.errors(), "--side", options_, "while the strategy was read");
    if (strategy->agent != *agent)
        return wrong(fmt::format("--side: {} is a strategy of {}, not of {}", who,
                                 table_.frame().name(strategy->agent),
                                 table_.frame().name(*agent)));
    player.kind = Player::Kind::Strategy;
    player.strategy = std::move(*strategy);
    return std::nullopt;
}

std::optional<Refusal> Session::prepare()
{
    for (const std::string& side : options_.sides)
    {
        if (auto wrong = seat(side))
            return wrong;
    }
    if (const auto wrong = table_.start(options_.start))
        return Refusal{{}, *wrong, "", ""};
    return std::nullopt;
}

/// Chance plays a part when not all movers are persons: then the seed is printed, to play it again.
void Session::seed()
{
    const std::uint64_t seed = options_.seed ? *options_.seed : std::random_device()() % 1'000'000;
    random_.seed(seed);
    const bool chance = std::ranges::any_of(players_, [](const Player& p)
                                            { return p.kind != Player::Kind::Person; });
    put(title(table_.game()) + (chance ? fmt::format("  (--seed {})", seed) : "") + "\n");
}

std::vector<std::string> Session::definitions_that_hold()
{
    std::vector<std::string> names;
    for (const std::string& name : reader_.definition_names(most_instances))
    {
        const Result<Formula> f = reader_.formula({"", name});
        if (f && (*f).is_state_wise() && table_.holds(*f))
            names.push_back(name);
    }
    return names;
}

/// What is said when the play is cut short.
void Session::remember()
{
    const std::vector<Action>& moves = table_.moves();
    std::string text = fmt::format("\nleft after {} {}, before the end\n", moves.size(),
                                   moves.size() == 1 ? "move" : "moves");
    if (!moves.empty())
        text += fmt::format("  play: {}\n", listed_moves(table_.frame(), moves, moves.size()));
    const auto lock = watchdog_.hold();
    so_far_ = std::move(text);
}

void Session::show_end()
{
    watchdog_.restart({"describing the end", "while the end was described"});
    {
        const auto lock = watchdog_.hold();
        so_far_.clear();
    }
    const Frame& frame = table_.frame();
    const std::size_t plies = table_.moves().size();
    const std::string count = fmt::format("{} {}", plies, plies == 1 ? "move" : "moves");
    if (table_.is_terminal())
        put(fmt::format("the play has ended after {}\n", count));
    else if (table_.legal_moves().empty())
        put(fmt::format("nobody has a legal move after {}, and the state is not terminal\n",
                        count));
    else
        put(fmt::format("left after {}, before the end\n", count));
    if (plies > 0)
        put(fmt::format("  play: {}\n", listed_moves(frame, table_.moves(), plies)));
    put(fmt::format("  fluents: {}\n", shown_fluents(frame, table_.valuation(), most_instances)));
    if (const auto names = definitions_that_hold(); !names.empty())
        put(fmt::format("  definitions: {}\n", fmt::join(names, " ")));
}

void Session::run()
{
    seed();
    remember();
    show_state();
    show_notes();
    while (!table_.is_terminal() && !table_.legal_moves().empty())
    {
        if (!take_turn(mover()))
            break;
    }
    show_end();
}

Status play(const Options& options)
{
    std::string so_far;
    CommandWatchdog attendant(options);
    attendant.begin(options.files[0], [&](const std::string&) { put(so_far); });
    FormulaStore store;
    Refusal refusal;
    std::optional<GameReader> reader = attendant.read(store, options.files[0], refusal);
    if (!reader)
        return complain(refusal);
    attendant.enter({"working out the first state", "while the first state was worked out"});
    Session session(store, *reader, options, attendant, so_far);
    if (const auto wrong = session.prepare())
        return complain(*wrong);
    session.run();
    return AllAsExpected;
}

} // namespace sgl::command
