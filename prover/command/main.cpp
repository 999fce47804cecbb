// The sgl command: what was asked for, and the exit status.

#include "prover/command/input.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <unistd.h>

namespace sgl::command
{

std::atomic<bool> interrupted{false};

namespace
{

extern "C" void on_interrupt(int)
{
    interrupted.store(true, std::memory_order_relaxed);
}

/// `m=15` of -D m=15.
std::pair<std::string, std::int64_t> parameter(const std::string& text)
{
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    std::int64_t value = 0;
    std::size_t used = 0;
    if (equals != std::string::npos && equals > 0)
    {
        const std::string digits = text.substr(equals + 1);
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error == std::errc() && end == digits.data() + digits.size() && !digits.empty())
            used = digits.size();
    }
    if (used == 0)
        throw CLI::ValidationError("-D", "expected NAME=INTEGER, found '" + text + "'");
    return {name, value};
}

void add_game_options(CLI::App& command, Options& options, std::vector<std::string>& parameters)
{
    command.add_option("-D", parameters, "set a parameter of the game: NAME=INTEGER")
        ->allow_extra_args(false);
    command.add_flag("--unicode,!--ascii", options.unicode, "print ¬ ∧ → instead of ! & ->");
}

void add_formula_command(CLI::App& app, Options& options, std::vector<std::string>& parameters,
                         std::vector<std::string>& words, const std::string& name,
                         const std::string& what)
{
    CLI::App& command = *app.add_subcommand(name, what);
    command.add_option("what", words, "a game file and a formula; with --frame, a formula")
        ->required()
        ->type_name("FILE FORMULA");
    command.add_option("--frame", options.frame,
                       "agents and actions instead of a file: 'x: a,b; o: c'");
    command.add_option("--fluents", options.fluents, "fluents of that frame: 'p,q'");
    add_game_options(command, options, parameters);
}

int run(int argc, char** argv)
{
    Options options;
    std::vector<std::string> parameters, words;
    CLI::App app{"sgl proves and refutes claims about game strategies."};
    app.set_version_flag("--version", "sgl " SGL_VERSION);
    app.require_subcommand(1);

    CLI::App& prove_command = *app.add_subcommand("prove", "decide the claims of game files");
    prove_command.add_option("FILE", options.files, "game files; - for standard input")->required();
    prove_command.add_option("--claim", options.claims, "only this claim; may be repeated")
        ->allow_extra_args(false);
    prove_command.add_option("--timeout", options.timeout, "seconds for a claim; 0: no limit")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    prove_command.add_option("--total-timeout", options.total_timeout, "seconds for all claims")
        ->check(CLI::PositiveNumber);
    prove_command.add_option("--bound", options.bound, "look no further than so many plies");
    prove_command.add_flag("--json", options.json, "print one JSON object");
    prove_command.add_flag("--stats", options.stats, "say what each answer took");
    prove_command.add_flag("-q,--quiet", options.quiet, "print only what is not as expected");
    std::string color = "auto";
    prove_command.add_option("--color", color, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
    add_game_options(prove_command, options, parameters);

    CLI::App& show_command = *app.add_subcommand("show", "show games as understood");
    show_command.add_option("FILE", options.files, "game files; - for standard input")->required();
    add_game_options(show_command, options, parameters);

    add_formula_command(app, options, parameters, words, "normal",
                        "Theorem 2's normal form of a formula");
    add_formula_command(app, options, parameters, words, "forget",
                        "a formula with its actions forgotten");
    add_formula_command(app, options, parameters, words, "eliminate",
                        "a formula reduced until no strategy modality is left");
    app.get_subcommand("eliminate")
        ->add_flag("--trace", options.trace, "name the axiom of each step");

    try
    {
        app.parse(argc, argv);
        for (const std::string& text : parameters)
            options.parameters.push_back(parameter(text));
        if (!words.empty())
        {
            const bool on_frame = !options.frame.empty();
            if (words.size() != (on_frame ? 1U : 2U))
                throw CLI::ValidationError(on_frame ? "with --frame, give one formula"
                                                    : "give a game file and a formula");
            if (!on_frame)
                options.files = {words[0]};
            options.formula = words.back();
        }
    }
    catch (const CLI::ParseError& error)
    {
        const int status = app.exit(error);
        return status == 0 ? AllAsExpected : BadInput;
    }
    options.color = color == "always" || (color == "auto" && isatty(STDOUT_FILENO) == 1);

    if (app.got_subcommand("prove"))
        return prove(options);
    if (app.got_subcommand("show"))
        return show(options);
    if (app.got_subcommand("normal"))
        return normal(options);
    return app.got_subcommand("forget") ? forget(options) : eliminate(options);
}

} // namespace
} // namespace sgl::command

int main(int argc, char** argv)
{
    std::signal(SIGINT, sgl::command::on_interrupt);
    std::signal(SIGPIPE, SIG_IGN);
    try
    {
        const int status = sgl::command::run(argc, argv);
        if (std::fflush(stdout) != 0)
        {
            fmt::print(stderr, "sgl: error: the output could not be written\n");
            return sgl::command::Fault;
        }
        return status;
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "sgl: fault: {}\n", error.what());
        return sgl::command::Fault;
    }
}
