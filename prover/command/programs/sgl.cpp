// The sgl program: calls the command that the command line names, and returns its exit status.

#include "prover/command/check/check.hpp"
#include "prover/command/options.hpp"
#include "prover/command/program.hpp"
#include "prover/sat/rup_search.hpp"

#include <array>

namespace sgl::command
{

namespace
{

struct Command
{
    std::string_view name;
    Status (*run)(const Options&);
};

/// Large propositional steps that carry no refutation are looked into by CaDiCaL.
Status check_with_cadical(const Options& options)
{
    return check(options, [](std::function<Budget()> budget)
                 { return refutations_within(std::move(budget)); });
}

constexpr std::array commands{
    Command{"prove", prove},
    Command{"show", show},
    Command{"moves", moves},
    Command{"play", play},
    Command{"normal", normal},
    Command{"forget", forget},
    Command{"check", check_with_cadical},
    Command{"eliminate", eliminate},
    Command{"derive", derive},
    Command{"policy", policy},
    Command{"solve", solve},
    Command{"import", import_sheet},
};

Status run(int argc, char** argv)
{
    Options options;
    std::string name;
    if (const auto status = read_arguments(argc, argv, options, name))
        return *status;
    for (const Command& command : commands)
    {
        if (command.name == name)
            return command.run(options);
    }
    return BadInput;
}

} // namespace
} // namespace sgl::command

int main(int argc, char** argv)
{
    return sgl::command::run_program([&] { return sgl::command::run(argc, argv); });
}
