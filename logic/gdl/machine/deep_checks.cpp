#include "logic/gdl/machine/deep_checks.hpp"

#include "logic/gdl/sheet/reports.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <optional>

namespace sgl::gdl
{

namespace
{

class DeepChecks
{
public:
    DeepChecks(const Sheet& sheet, const Program& program, const StateGraph& graph)
        : sheet_(sheet), program_(program), graph_(graph), reports_(sheet.source)
    {
    }

    std::vector<Diagnostic> run()
    {
        for (std::uint32_t state = 0; state < graph_.expanded; ++state)
            if (graph_.is_terminal[state])
                check_goals(state);
            else
                check_moves(state);
        if (graph_.is_complete && !longest_play(graph_))
            reports_.warning(position_of(Next),
                             "some plays never end: a state comes back, and nothing tells it from "
                             "before");
        check_fluents();
        check_inputs();
        return reports_.list();
    }

private:
    Position position_of(Keyword keyword) const
    {
        for (const Rule& rule : sheet_.rules)
            if (sheet_.terms.function(rule.head) == keyword)
                return sheet_.position(rule);
        return {};
    }

    void check_moves(std::uint32_t state)
    {
        for (std::size_t role = 0; role < graph_.roles && !has_dead_end_; ++role)
        {
            if (graph_.legal_counts[state * graph_.roles + role] > 0)
                continue;
            has_dead_end_ = true;
            reports_.error(
                position_of(Legal),
                fmt::format("{} has no legal move in a state that does not end the play, "
                            "after {} move{}",
                            sheet_.terms.text(program_.roles[role].name), graph_.ply[state],
                            graph_.ply[state] == 1 ? "" : "s"),
                fmt::format("the state: {}", text(state)));
        }
    }

    void check_goals(std::uint32_t state)
    {
        for (std::size_t role = 0; role < graph_.roles && !has_bad_goal_; ++role)
        {
            if (graph_.goals[state * graph_.roles + role] >= 0)
                continue;
            has_bad_goal_ = true;
            reports_.warning(position_of(Goal),
                             fmt::format("{} has no goal value, or more than one, in a state that "
                                         "ends the play after {} move{}",
                                         sheet_.terms.text(program_.roles[role].name),
                                         graph_.ply[state], graph_.ply[state] == 1 ? "" : "s"),
                             fmt::format("the state: {}", text(state)));
        }
    }

    /// A state in which a fluent holds that 'base' does not declare.
    void check_fluents()
    {
        if (!program_.base)
            return;
        std::vector<Term> declared = *program_.base;
        std::ranges::sort(declared);
        std::vector<std::uint64_t> missing(graph_.words, 0);
        for (std::size_t i = 0; i < program_.fluents.size(); ++i)
            if (!std::ranges::binary_search(declared, program_.fluents[i].fluent))
                missing[i / 64] |= std::uint64_t{1} << (i % 64);
        for (std::size_t i = 0; i < graph_.states.size(); ++i)
        {
            const std::uint64_t found = graph_.states[i] & missing[i % graph_.words];
            if (found == 0)
                continue;
            const std::size_t fluent =
                i % graph_.words * 64 + static_cast<std::size_t>(std::countr_zero(found));
            const auto state = static_cast<std::uint32_t>(i / graph_.words);
            reports_.warning(position_of(Base),
                             fmt::format("'base' lacks {}, which holds after {} move{}",
                                         sheet_.terms.text(program_.fluents[fluent].fluent),
                                         graph_.ply[state], graph_.ply[state] == 1 ? "" : "s"),
                             fmt::format("the state: {}", text(state)));
            return;
        }
    }

    /// A move that is legal in a state and that 'input' does not declare.
    void check_inputs()
    {
        if (!program_.input)
            return;
        std::vector<Term> declared = *program_.input;
        std::ranges::sort(declared);
        for (std::size_t role = 0; role < graph_.roles; ++role)
            for (std::size_t move = 0; move < graph_.seen_moves[role].size(); ++move)
            {
                const Term arguments[] = {program_.roles[role].name,
                                          program_.roles[role].moves[move].move};
                const std::optional<Term> input = sheet_.terms.find(Input, arguments);
                if (!graph_.seen_moves[role][move] ||
                    (input && std::ranges::binary_search(declared, *input)))
                    continue;
                reports_.warning(position_of(Input),
                                 fmt::format("'input' lacks {} of {}, which is legal in a state "
                                             "that plays reach",
                                             sheet_.terms.text(arguments[1]),
                                             sheet_.terms.text(arguments[0])));
                return;
            }
    }

    std::string text(std::uint32_t state) const
    {
        return shortened(
            state_text(sheet_.terms, program_,
                       StateBits(graph_.states).subspan(state * graph_.words, graph_.words)));
    }

    const Sheet& sheet_;
    const Program& program_;
    const StateGraph& graph_;
    Reports reports_;
    bool has_dead_end_ = false, has_bad_goal_ = false;
};

} // namespace

std::string state_text(const Terms& terms, const Program& program, StateBits state)
{
    std::string answer;
    for (std::size_t i = 0; i < program.fluents.size(); ++i)
        if ((state[i / 64] >> (i % 64) & 1U) != 0)
            answer += (answer.empty() ? "" : ", ") + terms.text(program.fluents[i].fluent);
    return "{" + answer + "}";
}

std::vector<Diagnostic> check_states(const Sheet& sheet, const Program& program,
                                     const StateGraph& graph)
{
    return DeepChecks(sheet, program, graph).run();
}

} // namespace sgl::gdl
