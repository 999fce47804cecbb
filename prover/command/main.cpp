// The sgl command: what was asked for, and the exit status.

#include "prover/command/options.hpp"
#include "prover/command/output.hpp"

#include <array>
#include <csignal>
#include <exception>
#include <fmt/format.h>
#include <new>

namespace sgl::command
{

namespace
{

struct Command
{
    std::string_view name;
    Status (*run)(const Options&);
};

constexpr std::array commands{
    Command{"prove", prove}, Command{"show", show},           Command{"moves", moves},
    Command{"play", play},   Command{"normal", normal},       Command{"forget", forget},
    Command{"check", check}, Command{"eliminate", eliminate}, Command{"derive", derive},
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
    std::signal(SIGPIPE, SIG_IGN); // until the output is looked at: files are still written
    try
    {
        return sgl::command::after_output(sgl::command::run(argc, argv));
    }
    catch (const std::bad_alloc&)
    {
        sgl::command::complain("there is no more memory");
    }
    catch (const std::exception& error)
    {
        sgl::command::put_error(fmt::format("sgl: fault: {}\n", error.what()));
    }
    return sgl::command::Fault;
}
