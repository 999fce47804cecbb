#include "prover/command/show/sheet.hpp"

#include "logic/gdl/ground/ground.hpp"
#include "logic/gdl/machine/deep_checks.hpp"
#include "logic/gdl/reader/reader.hpp"
#include "prover/command/output.hpp"
#include "prover/command/show/sheet_facts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::command
{

namespace
{

constexpr std::uint32_t listed_plies = 6;                       // where --plies does not say more
constexpr std::uint64_t usual_states = 5'000'000;               // where --states does not say
constexpr std::uint64_t usual_bytes = std::uint64_t{512} << 20; // of all states together
constexpr double share_of_time = 0.7; // for going through states; the rest is for the facts

class SheetExhibit
{
public:
    SheetExhibit(const Source& source, const Options& options, CommandWatchdog& watchdog,
                 Json& json)
        : source_(source), options_(options), watchdog_(watchdog), json_(json), start_(Clock::now())
    {
    }

    Status show();

private:
    void show_short(const gdl::Program& program);
    void show_states(const gdl::Program& program);
    gdl::ExploreLimits limits(const gdl::Machine& machine) const;
    std::string why_short(const gdl::StateGraph& graph, const gdl::ExploreLimits& limits) const;
    Status end();
    bool has_errors() const;

    void say(const std::string& text) const
    {
        if (!options_.json)
            put(text);
    }
    void note(const char* key, Json value)
    {
        const auto lock = watchdog_.hold();
        json_[key] = std::move(value);
    }
    void add(const std::vector<Diagnostic>& diagnostics);

    const Source& source_;
    const Options& options_;
    CommandWatchdog& watchdog_;
    Json& json_;
    const Clock::time_point start_;
    gdl::ReadSheet read_;
    std::vector<std::string> roles_; // as the sheet spells them
    std::vector<Diagnostic> said_;
    std::string cut_short_;
};

Status SheetExhibit::show()
{
    watchdog_.enter({"reading", "while it was read"});
    read_ = gdl::read_sheet(source_);
    add(read_.diagnostics);
    if (!read_.sheet)
        return end();
    watchdog_.enter({"grounding", "while its rules were grounded"});
    const gdl::Grounded grounded = gdl::ground(*read_.sheet);
    add(grounded.diagnostics);
    if (!grounded.program)
        return end();
    show_short(*grounded.program);
    if (options_.deep)
        show_states(*grounded.program);
    return end();
}

/// With --strict warnings are errors.
void SheetExhibit::add(const std::vector<Diagnostic>& diagnostics)
{
    for (const Diagnostic& diagnostic : diagnostics)
    {
        said_.push_back(diagnostic);
        if (options_.strict)
            said_.back().severity = Diagnostic::Severity::Error;
    }
}

void SheetExhibit::show_short(const gdl::Program& program)
{
    const gdl::Terms& terms = read_.sheet->terms;
    constexpr std::size_t most_moves = 8;
    gdl::Machine machine(program);
    const std::vector<std::uint64_t> initial = machine.initial();
    const gdl::StateFacts facts = machine.look(initial);
    for (const gdl::Program::Role& role : program.roles)
        roles_.push_back(terms.text(role.name));
    const auto init_fluents = std::ranges::count_if(
        program.fluents, [](const gdl::Program::Fluent& fluent) { return fluent.is_initial; });
    say(tinted(source_.name, Tint::Strong, options_.color) + ": a rule sheet in GDL\n");
    say(fmt::format("roles ({}): {}\n", roles_.size(), fmt::join(roles_, " ")));
    say(fmt::format("fluents: {}, of them {} at the start\n", program.fluents.size(),
                    init_fluents));
    Json moves = Json::array(), legal = Json::array();
    for (std::size_t role = 0; role < roles_.size(); ++role)
    {
        const std::vector<gdl::Program::Move>& all = program.roles[role].moves;
        std::string some;
        for (std::size_t i = 0; i < std::min(most_moves, all.size()); ++i)
            some += " " + shortened(terms.text(all[i].move));
        say(fmt::format("moves of {}: {}, of them {} legal at the start:{}{}\n", roles_[role],
                        all.size(), facts.legal[role].size(), some,
                        all.size() > most_moves ? " …" : ""));
        moves.push_back(all.size());
        legal.push_back(facts.legal[role].size());
    }
    const auto facts_written = std::ranges::count_if(read_.sheet->rules, [](const gdl::Rule& rule)
                                                     { return rule.body.empty(); });
    const std::size_t rules = read_.sheet->rules.size() - static_cast<std::size_t>(facts_written);
    say(fmt::format("rules: {} and {} facts; without variables {}, with {} literals\n", rules,
                    facts_written, program.rules.size(), program.literals.size()));
    note("roles", roles_);
    note("init_fluents", init_fluents);
    note("initial_legal", std::move(legal));
    note("fluents", program.fluents.size());
    note("moves", std::move(moves));
    note("rules", rules);
    note("facts", facts_written);
    note("rules_without_variables", program.rules.size());
}

gdl::ExploreLimits SheetExhibit::limits(const gdl::Machine& machine) const
{
    gdl::ExploreLimits answer;
    answer.states = std::min(usual_states, usual_bytes / (8 * machine.words_in_state()));
    if (options_.memory) // a third for states, a third for joint moves; tables grow by halves
    {
        const std::uint64_t third = (std::uint64_t{*options_.memory} << 20) / 3;
        const std::uint64_t state_bytes = 8 * machine.words_in_state() + 64, move_bytes = 4;
        answer.states = std::min(answer.states, third / (3 * state_bytes));
        answer.joint_moves = std::min(answer.joint_moves, third / (3 * move_bytes));
    }
    answer.states = options_.states.value_or(answer.states);
    if (options_.plies)
        answer.plies = *options_.plies;
    answer.is_over = [this]
    {
        return !watchdog_.limit_met().empty() ||
               (options_.timeout > 0 && seconds_since(start_) > share_of_time * options_.timeout);
    };
    return answer;
}

std::string SheetExhibit::why_short(const gdl::StateGraph& graph,
                                    const gdl::ExploreLimits& limits) const
{
    if (graph.is_complete)
        return {};
    if (graph.size() > limits.states)
        return fmt::format("the limit of {} states ({}) was met", limits.states,
                           options_.memory && !options_.states ? "--memory" : "--states");
    if (graph.expanded < graph.size() && graph.ply[graph.expanded] >= limits.plies)
        return fmt::format("no states more than {} moves from the start (--plies)", limits.plies);
    const std::string why = watchdog_.limit_met();
    if (!why.empty())
        return why;
    if (options_.timeout > 0 && seconds_since(start_) > share_of_time * options_.timeout)
        return fmt::format("{:g} s passed, of {:g} (--timeout)", share_of_time * options_.timeout,
                           options_.timeout);
    return fmt::format("the limit of {} joint moves was met", limits.joint_moves);
}

void SheetExhibit::show_states(const gdl::Program& program)
{
    gdl::Machine machine(program);
    const gdl::ExploreLimits most = limits(machine);
    watchdog_.enter({"going through its states", "while its states were gone through", true});
    const gdl::StateGraph graph = gdl::explore(machine, most);
    cut_short_ = why_short(graph, most);
    watchdog_.enter({"looking at its states", "while its states were looked at"});
    const std::uint32_t plies = std::max(listed_plies, options_.plies.value_or(0));
    gdl::GameFacts facts = gdl::facts_of(read_.sheet->terms, program, graph, plies);
    if (facts.initial_legal.empty()) // there was no time even for the first joint moves
        for (const std::vector<std::uint32_t>& moves : machine.look(machine.initial()).legal)
            facts.initial_legal.push_back(moves.size());
    {
        const auto lock = watchdog_.hold();
        note_facts(facts, roles_, json_);
    }
    say(facts_text(facts, program, roles_, cut_short_));
    add(gdl::check_states(*read_.sheet, program, graph));
}

bool SheetExhibit::has_errors() const
{
    return std::ranges::any_of(said_, [](const Diagnostic& diagnostic)
                               { return diagnostic.severity == Diagnostic::Severity::Error; });
}

/// Errors and warnings, and what follows from them for the exit status.
Status SheetExhibit::end()
{
    std::vector<std::string> warnings, errors;
    Refusal refusal;
    for (const Diagnostic& diagnostic : said_)
        if (diagnostic.severity == Diagnostic::Severity::Error)
        {
            errors.push_back(diagnostic.text());
            refusal.errors.push_back(diagnostic);
        }
        else
            warnings.push_back(diagnostic.text());
    note("warnings", warnings);
    if (!errors.empty())
    {
        note("errors", errors);
        note("error", as_json(refusal));
    }
    note("cut_short", cut_short_.empty() ? Json() : Json(cut_short_));
    flush_output();
    complain(said_);
    return has_errors() ? BadInput : AllAsExpected;
}

} // namespace

Status show_sheet(const Source& source, const Options& options, CommandWatchdog& watchdog,
                  Json& json)
{
    return SheetExhibit(source, options, watchdog, json).show();
}

} // namespace sgl::command
