// The command line, read by CLI11.

#include "prover/command/input.hpp"
#include "prover/command/options.hpp"
#include "prover/command/output.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace sgl::command
{

namespace
{

/// What is read before it is understood.
struct Raw
{
    std::vector<std::string> parameters, words;
    std::string color = "auto", expand;
};

/// The text is a decimal number from end to end, and nothing else.
template <class Number>
bool is_decimal(const std::string& text, Number& value)
{
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    return error == std::errc() && end == last;
}

/// `m=15` of -D m=15.
std::pair<std::string, std::int64_t> parameter(const std::string& text)
{
    const std::size_t equals = std::min(text.find('='), text.size());
    std::int64_t value = 0;
    if (equals == 0 || equals == text.size() || !is_decimal(text.substr(equals + 1), value))
        throw CLI::ValidationError("-D", "expected NAME=INTEGER, found '" + text + "'");
    return {text.substr(0, equals), value};
}

/// A check that the help leaves to the option's own words.
CLI::Validator undescribed(const CLI::Validator& check)
{
    return check.description("");
}

/// One of these names sets the value.
template <class Value>
CLI::Option* named_option(CLI::App& command, const std::string& name, Value& value,
                          const std::string& about,
                          const std::vector<std::pair<std::string, Value>>& values)
{
    std::vector<std::string> names;
    for (const auto& [known, ignored] : values)
        names.push_back(known);
    return command
        .add_option_function<std::string>(
            name,
            [&value, values](const std::string& given) {
                value = std::ranges::find(values, given, [](const auto& one) { return one.first; })
                            ->second;
            },
            about)
        ->check(undescribed(CLI::IsMember(names)));
}

/// A number of seconds, not less than this; "nan" is none.
CLI::Validator seconds_from(double least)
{
    return CLI::Validator(
        [least](const std::string& text)
        {
            constexpr double most = 1e9;
            double value = 0;
            const bool fine = is_decimal(text, value) && value >= least && value <= most;
            return fine ? std::string() : "expected a number of seconds, found '" + text + "'";
        },
        "");
}

/// A whole number, in decimal: the option is left with its plainest spelling, since CLI11 takes
/// "010" for octal.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most)
{
    return CLI::Validator(
        [least, most](std::string& text)
        {
            std::uint64_t value = 0;
            if (!is_decimal(text, value) || value < least || value > most)
                return fmt::format("expected a whole number from {} to {}, found '{}'", least, most,
                                   text);
            text = std::to_string(value);
            return std::string();
        },
        "");
}

void add_style(CLI::App& command, Options& options, Raw& raw)
{
    command.add_flag("--unicode", options.unicode, "print ¬ ∧ → instead of ! & ->");
    command.add_flag_callback(
        "--ascii", [&options] { options.unicode = false; }, "print ! & -> (default)");
    command.add_option("--color", raw.color, "auto, always or never")
        ->check(undescribed(CLI::IsMember({"auto", "always", "never"})))
        ->type_name("WHEN");
}

void add_common(CLI::App& command, Options& options, Raw& raw)
{
    command.add_option("-D", raw.parameters, "set a parameter of the game; may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME=INTEGER");
    add_style(command, options, raw);
}

void add_frame(CLI::App& command, Options& options, const std::string& what)
{
    command.add_option("--frame", options.frame, what)->type_name("FRAME");
    command.add_option("--fluents", options.fluents, "fluents of that frame: 'p,q'")
        ->type_name("FLUENTS");
}

/// --timeout and --memory; the time is for what the words say.
void add_limits(CLI::App& command, Options& options, const std::string& what)
{
    command.add_option("--timeout", options.timeout, "seconds for " + what + " (60); 0: no limit")
        ->check(seconds_from(0))
        ->type_name("SECONDS");
    command.add_option("--memory", options.memory, "what sgl may use, in MiB")
        ->transform(whole_number(1, 1 << 24))
        ->type_name("MIB");
}

void add_prove(CLI::App& app, Options& options, Raw& raw)
{
    CLI::App& command = *app.add_subcommand("prove", "decide the claims of game files");
    command.add_option("FILE", options.files, "game files; - for standard input")
        ->required()
        ->type_name("");
    command.add_option("--claim", options.claims, "only this claim; may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME");
    add_limits(command, options, "a claim and for reading a file");
    command
        .add_option("--total-timeout", options.total_timeout,
                    "seconds for everything, reading included")
        ->check(seconds_from(1e-6))
        ->type_name("SECONDS");
    command.add_option("--bound", options.bound, "look only at plays of at most this many plies")
        ->transform(whole_number(0, std::numeric_limits<unsigned>::max()))
        ->type_name("PLIES");
    named_option<Engine>(command, "--engine", options.engine,
                         "for claims about plays: automatic (default), reduction,\n"
                         "unrolling, induction, diagrams, enumeration or pdr",
                         {engine_names.begin(), engine_names.end()})
        ->type_name("ENGINE");
    named_option<SatEngine>(command, "--solver", options.solver,
                            "who answers propositional questions: cadical (default) or z3",
                            {{"cadical", SatEngine::Cadical}, {"z3", SatEngine::Z3}})
        ->type_name("SOLVER");
    command
        .add_option(
            "--threads", options.threads,
            "decide this many claims at a time (1), with this many threads in all (the cores)")
        ->transform(whole_number(1, 256))
        ->type_name("N");
    command
        .add_option("--proofs", options.proofs,
                    "write a certificate for each claim that is proved or refuted")
        ->check(
            CLI::Validator([](const std::string& name)
                           { return std::string(name.empty() ? "a directory has a name" : ""); },
                           ""))
        ->type_name("DIRECTORY");
    command.add_flag("--json", options.json, "print one JSON object");
    command.add_flag("--stats", options.stats,
                     "print what each answer cost: formulas, queries, clauses");
    command.add_flag("--explain", options.explain,
                     "print what was tried for each answer, and with what result");
    command.add_flag("-q,--quiet", options.quiet, "print only what is not as expected");
    add_common(command, options, raw);
    command.footer("Exit status: 0 all claims as expected; 1 some not; 2 some undecided;\n"
                   "3 bad input, or no claim; 70 a fault; 129, 130, 143 interrupted.");
}

/// Of `sgl check`, and of `sgl-check`.
void add_check_options(CLI::App& command, Options& options, Raw& raw)
{
    command
        .add_option("PROOF", options.files,
                    "certificates, derivation files, and directories of them; - for standard input")
        ->type_name("");
    add_frame(command, options, "agents and actions for a template: 'x: a,b; o: c'");
    command.add_option("--print", options.print, "show this theorem's derivation")
        ->type_name("NAME");
    command.add_option("--html", options.html, "write it to a page instead")
        ->needs("--print")
        ->type_name("FILE");
    command
        .add_option("--expand", raw.expand,
                    "print a file in which this theorem, or each, is derived from the axioms by MP "
                    "and GEN alone")
        ->expected(0, 1)
        ->type_name("[NAME]");
    add_limits(command, options, "a file");
    command.add_flag("--json", options.json, "print one JSON object");
    command.add_flag("-q,--quiet", options.quiet, "print only what is rejected");
    add_style(command, options, raw);
    command.footer("Exit status: 0 all accepted; 1 some rejected; 2 out of time or memory;\n"
                   "3 bad input; 70 a fault; 129, 130, 143 interrupted.");
}

/// One file, and no more.
void add_file(CLI::App& command, std::vector<std::string>& files, const char* what)
{
    command.add_option("FILE", files, what)->required()->expected(1)->type_name("");
}

void add_show(CLI::App& app, Options& options, Raw& raw)
{
    CLI::App& command = *app.add_subcommand("show", "show games as understood");
    command
        .add_option("FILE", options.files,
                    "game files, and rule sheets in GDL; - for standard input")
        ->required()
        ->type_name("");
    command.add_flag("--json", options.json, "print one JSON object");
    command.add_flag("--strict", options.strict, "warnings of a rule sheet are errors");
    CLI::Option* const deep = command.add_flag(
        "--deep", options.deep, "the states of a rule sheet's game: facts about them, and faults");
    command
        .add_option("--plies", options.plies,
                    "with --deep, leave out states more than this many moves from the start")
        ->needs(deep)
        ->transform(whole_number(0, std::numeric_limits<std::uint32_t>::max() - 1))
        ->type_name("N");
    command.add_option("--states", options.states, "with --deep, stop after this many (5000000)")
        ->needs(deep)
        ->transform(whole_number(1, std::numeric_limits<std::uint32_t>::max() / 2))
        ->type_name("N");
    add_limits(command, options, "a file");
    add_common(command, options, raw);
}

void add_position(CLI::App& command, Options& options, Raw& raw, const std::string& timed)
{
    add_file(command, raw.words, "a game file; - for standard input");
    command
        .add_option("--start", options.start,
                    "the fluents true in the first state; otherwise an initial one")
        ->type_name("FLUENTS");
    add_limits(command, options, timed);
    add_common(command, options, raw);
}

void add_moves(CLI::App& app, Options& options, Raw& raw)
{
    CLI::App& command = *app.add_subcommand("moves", "what a strategy recommends in a state");
    command
        .add_option("--strategy", options.strategy,
                    "a strategy, 'sensible(x)', or a rule, '(win(x) |> any_cell(x)) for x'")
        ->required()
        ->type_name("STRATEGY");
    command.add_option("--after", options.after, "the actions that lead to the state: 'a,b'")
        ->type_name("ACTIONS");
    command.add_flag("--json", options.json, "print one JSON object");
    add_position(command, options, raw, "the answer");
}

void add_play(CLI::App& app, Options& options, Raw& raw)
{
    CLI::App& command = *app.add_subcommand("play", "play a game in the terminal");
    command
        .add_option("--side", options.sides,
                    "who moves for an agent: person (default), random, or a strategy")
        ->allow_extra_args(false)
        ->type_name("AGENT=PLAYER");
    command.add_option("--seed", options.seed, "a number from which random choices follow")
        ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
        ->type_name("N");
    add_position(command, options, raw, "reading the file and for each move that is no person's");
    command.footer("Type help at the prompt for what can be said there.");
}

void add_formula_command(CLI::App& app, Options& options, Raw& raw, const std::string& name,
                         const std::string& what)
{
    CLI::App& command = *app.add_subcommand(name, what);
    command.add_option("what", raw.words, "a game file and a formula; with --frame, a formula")
        ->required()
        ->type_name("FILE FORMULA");
    add_frame(command, options, "agents and actions instead of a file: 'x: a,b; o: c'");
    add_limits(command, options, "the answer");
    add_common(command, options, raw);
}

void add_policy(CLI::App& app, Options& options, Raw& raw)
{
    CLI::App& command =
        *app.add_subcommand("policy", "count, print, join or check files of policies");
    command.add_option("WORK", options.policy_work, "count, print, join or check")
        ->required()
        ->check(undescribed(CLI::IsMember({"count", "print", "join", "check"})))
        ->type_name("");
    command
        .add_option("FILE", options.files, "a policy; to join, two; to check, a policy and a game")
        ->required()
        ->type_name("");
    command.add_option("-o", options.output, "where the joined policy is written")
        ->type_name("FILE");
    add_limits(command, options, "the answer");
    add_common(command, options, raw);
    command.footer("Where two policies list a state, the first one decides.\n"
                   "Exit status: 0 done, or accepted; 1 rejected; 2 a limit was met; 3 bad input.");
}

void add_solve(CLI::App& app, Options& options, Raw& raw)
{
    CLI::App& command = *app.add_subcommand("solve", "the largest goal that each agent can force");
    add_file(command, options.files, "a game file; - for standard input");
    command
        .add_option("--policy", options.policies,
                    "write the strategies found to this directory, as policies")
        ->type_name("DIRECTORY");
    command.add_flag("--json", options.json, "print one JSON object");
    add_limits(command, options, "the answer");
    add_common(command, options, raw);
    command.footer("The goals are goal(AGENT, VALUE) of the file's definitions, or wins(AGENT).\n"
                   "Exit status: 0 solved; 2 a limit was met; 3 bad input.");
}

void add_import(CLI::App& app, Options& options, Raw& raw)
{
    CLI::App& command =
        *app.add_subcommand("import", "a sheet in GDL as a game in the language of sgl");
    add_file(command, options.files, "a sheet in GDL (KIF); - for standard input");
    add_limits(command, options, "the answer");
    add_common(command, options, raw);
    command.footer(
        "Exit status: 0 printed; 2 a limit was met; 3 bad input, or a game without turns.");
}

/// `--expand` with a name or without: before the file, the name is the file.
void understand_check(const CLI::App& check, const Raw& raw, Options& options)
{
    if (check.count("--expand") > 0)
    {
        options.expand = raw.expand;
        if (options.files.empty() && !raw.expand.empty())
        {
            options.files = {raw.expand};
            options.expand = "";
        }
        if (options.json)
            throw CLI::ExcludesError("--expand", "--json");
    }
    if (options.json && !options.print.empty() && options.html.empty())
        throw CLI::ExcludesError("--print", "--json");
    if (options.files.empty())
        throw CLI::RequiredError("PROOF");
}

void understand_words(const std::string& command, const Raw& raw, Options& options)
{
    if (raw.words.empty())
        return;
    if (command == "moves" || command == "play")
    {
        options.files = raw.words;
        return;
    }
    const bool on_frame = !options.frame.empty();
    if (raw.words.size() != (on_frame ? 1U : 2U))
        throw CLI::ValidationError(on_frame ? "with --frame, give one formula"
                                            : "give a game file and a formula");
    if (!on_frame)
        options.files = {raw.words[0]};
    options.formula = raw.words.back();
}

bool wants_color(const std::string& when)
{
    if (when != "auto")
        return when == "always";
    const char* const refused = std::getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) == 1 && (refused == nullptr || *refused == '\0');
}

} // namespace

namespace
{

/// The exit status where the command line asks for help or the version, or is wrong.
Status answer(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv)
{
    std::ostringstream output, errors;
    const int status = app.exit(error, output, errors);
    put(output.str());
    put_error(shortened(errors.str(), 2000));
    const auto wants_json = [](const char* word) { return std::string_view(word) == "--json"; };
    if (status != 0 && std::any_of(argv, argv + argc, wants_json))
        put(error_object({{}, error.what(), "", ""}));
    return status == 0 ? AllAsExpected : BadInput;
}

} // namespace

std::optional<Status> read_check_arguments(int argc, char** argv, Options& options)
{
    Raw raw;
    CLI::App app{
        "sgl-check accepts or rejects certificates and derivations. No engine and no solver is "
        "part of it."};
    app.name("sgl-check");
    app.set_version_flag("--version", "sgl-check " SGL_VERSION);
    add_check_options(app, options, raw);
    try
    {
        app.parse(argc, argv);
        understand_check(app, raw, options);
    }
    catch (const CLI::ParseError& error)
    {
        return answer(app, error, argc, argv);
    }
    options.color = wants_color(raw.color);
    return std::nullopt;
}

std::optional<Status> read_arguments(int argc, char** argv, Options& options, std::string& command)
{
    Raw raw;
    CLI::App app{"sgl proves and refutes claims about game strategies."};
    app.name("sgl");
    app.set_version_flag("--version", "sgl " SGL_VERSION);
    app.require_subcommand(1);
    app.footer("sgl COMMAND --help says more about a command, and man sgl about all of them (in a\n"
               "clone: ./sgl man).");
    add_prove(app, options, raw);
    add_show(app, options, raw);
    add_moves(app, options, raw);
    add_play(app, options, raw);
    add_check_options(*app.add_subcommand("check", "check certificates and derivations"), options,
                      raw);
    add_formula_command(app, options, raw, "normal", "Theorem 2's normal form of a formula");
    add_formula_command(app, options, raw, "forget", "a formula with its actions forgotten");
    add_formula_command(app, options, raw, "eliminate",
                        "a formula reduced until no strategy modality is left");
    CLI::App& eliminate = *app.get_subcommand("eliminate");
    eliminate.add_flag("--trace", options.trace, "name the axiom of each step");
    eliminate.add_flag("--proof", options.proof, "print a derivation that they are equivalent");
    add_formula_command(app, options, raw, "derive",
                        "a derivation of a formula, or where it is false");
    app.get_subcommand("derive")->footer(
        "Exit status: 0 derived; 1 not derivable; 2 undecided; 3 bad input; 70 a fault.");
    add_policy(app, options, raw);
    add_solve(app, options, raw);
    add_import(app, options, raw);
    try
    {
        app.parse(argc, argv);
        command = app.get_subcommands().front()->get_name();
        for (const std::string& text : raw.parameters)
            options.parameters.push_back(parameter(text));
        understand_words(command, raw, options);
        if (command == "check")
            understand_check(*app.get_subcommand("check"), raw, options);
    }
    catch (const CLI::ParseError& error)
    {
        return answer(app, error, argc, argv);
    }
    options.color = wants_color(raw.color);
    return std::nullopt;
}

} // namespace sgl::command
