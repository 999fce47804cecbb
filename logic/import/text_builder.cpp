#include "logic/import/text_builder.hpp"
#include "logic/formula/frame.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace sgl::import
{

namespace
{

using gdl::Program;

class TextBuilder
{
public:
    TextBuilder(const gdl::Sheet& sheet, const Program& program, const Turns& turns)
        : terms_(sheet.terms), program_(program), turns_(turns), rows_(sheet, program, turns),
          writer_(rows_.symbols())
    {
    }

    std::string build()
    {
        declare();
        draw_board();
        define();
        state_axioms();
        return std::move(text_);
    }

private:
    Symbols& symbols() { return rows_.symbols(); }
    const Symbols& symbols() const { return rows_.symbols(); }

    std::string rules(Head head, std::size_t symbol, const Parameters& parameters) const
    {
        return writer_.rules(parameters, rows_.rules(head, symbol));
    }

    template <class... Values>
    void line(fmt::format_string<Values...> format, Values&&... values)
    {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
        text_ += '\n';
    }

    void declare()
    {
        line("agents {}", fmt::join(symbols().agent_names(), ", "));
        text_ += '\n';
        for (std::size_t s = 0; s < symbols().all().size(); ++s)
            if (symbols().all()[s].purpose == Purpose::Fluent)
                declare_symbol("fluent", symbols().all()[s], "");
        std::set<std::uint32_t> have_actions;
        for (const auto& [s, roles] : rows_.movers())
        {
            const Symbol symbol = rows_.action(s);
            if (rows_.has_role(s))
                declare_symbol("action", symbol, " by t1");
            else
                declare_symbol("action", symbol, " by " + symbols().agent_names()[*roles.begin()]);
            have_actions.insert(roles.begin(), roles.end());
        }
        for (std::uint32_t r = 0; r < program_.roles.size(); ++r)
            if (!have_actions.contains(r))
                declare_pass(r, "_passes");
        if (turns_.may_all_be_idle)
            declare_pass(static_cast<std::uint32_t>(program_.roles.size()), "_moves");
        text_ += '\n';
    }

    void declare_pass(std::uint32_t agent, const char* what)
    {
        const std::string& owner = symbols().agent_names()[agent];
        const std::string name = symbols().new_name(owner + what);
        line("action {} by {}", name, owner);
        passes_.emplace_back(agent, name);
    }

    void declare_symbol(const char* what, const Symbol& symbol, const std::string& by)
    {
        const Parameters parameters = writer_.parameters(symbol);
        line("{} {}{}{}", what, symbol.name,
             by.empty() ? (parameters.domains.empty()
                               ? ""
                               : fmt::format("({})", fmt::join(parameters.domains, ", ")))
                        : parameters.declarations(),
             by);
    }

    /// The fluents of one relation with two numbers make a board; what holds most often at first is
    /// not drawn.
    void draw_board()
    {
        struct Drawing
        {
            std::vector<std::size_t> symbols;
            bool fits = true;
        };
        std::map<gdl::Symbol, Drawing> drawings;
        std::map<std::size_t, int> initially;
        for (const Program::Fluent& fluent : program_.fluents)
        {
            const std::size_t s = symbols().place(Purpose::Fluent, fluent.fluent).symbol;
            const Symbol& symbol = symbols().all()[s];
            Drawing& drawing = drawings[terms_.function(fluent.fluent)];
            drawing.fits = drawing.fits && symbol.kinds.size() == 2 &&
                           std::ranges::count(symbol.kinds, ColumnKind::Number) == 2;
            if (!drawing.fits)
                continue;
            if (std::ranges::find(drawing.symbols, s) == drawing.symbols.end())
                drawing.symbols.push_back(s);
            initially[s] += fluent.is_initial ? 1 : 0;
        }
        const Drawing* best = nullptr;
        for (const auto& [name, drawing] : drawings)
            if (drawing.fits && drawing.symbols.size() > 1 &&
                (best == nullptr || drawing.symbols.size() > best->symbols.size()))
                best = &drawing;
        if (best == nullptr)
            return;
        const Symbol& first = symbols().all()[best->symbols[0]];
        const auto has_same_size = [&](std::size_t s)
        {
            const Symbol& symbol = symbols().all()[s];
            return symbol.least == first.least && symbol.greatest == first.greatest;
        };
        if (!std::ranges::all_of(best->symbols, has_same_size))
            return;
        const std::size_t most = *std::ranges::max_element(
            best->symbols, {}, [&](std::size_t s) { return initially[s]; });
        std::vector<std::string> marks;
        for (const std::size_t s : best->symbols)
            if (s != most)
            {
                const std::string& name = symbols().all()[s].name;
                const std::size_t last = name.rfind('_');
                std::string label = last == std::string::npos ? name : name.substr(last + 1);
                if (label.empty() || (label[0] >= '0' && label[0] <= '9'))
                    label = fmt::format("n{}", label);
                marks.push_back(fmt::format("{}(i1,i2) as {}", name, label));
            }
        line("board {}..{}, {}..{}: {}\n", first.least[0], first.greatest[0], first.least[1],
             first.greatest[1], fmt::join(marks, ", "));
    }

    void define()
    {
        for (std::size_t s = 0; s < symbols().all().size(); ++s)
        {
            const Symbol& symbol = symbols().all()[s];
            if (symbol.purpose != Purpose::Definition)
                continue;
            const Parameters parameters = writer_.parameters(symbol);
            line("define {}{} =\n    {}", symbol.name, parameters.declarations(),
                 rules(Head::Defined, s, parameters));
        }
        Symbol goal{"goal",
                    Purpose::Definition,
                    {ColumnKind::Agent, ColumnKind::Number},
                    {0, 0},
                    {static_cast<int>(symbols().agent_names().size()) - 1, 100}};
        const Parameters parameters = writer_.parameters(goal);
        line("define goal{} =\n    {}", parameters.declarations(),
             rules(Head::Goal, 0, parameters));
        line("define wins(t1: agent) = goal(t1,100)\n");
    }

    void state_axioms()
    {
        for (std::size_t s = 0; s < symbols().all().size(); ++s)
            if (symbols().all()[s].purpose == Purpose::Fluent)
                start_axiom(s);
        line("axiom end: terminal <->\n    {}", rules(Head::Terminal, 0, {}));
        for (const auto& [s, roles] : rows_.movers())
        {
            const Symbol symbol = rows_.action(s);
            const Parameters parameters = writer_.parameters(symbol);
            line("axiom legal_{}: {}legal({}) <-> !terminal & (\n    {})", symbol.name,
                 quantified(parameters), applied(symbol.name, parameters.names),
                 rules(Head::Legal, s, parameters));
        }
        for (const auto& [r, name] : passes_)
            line("axiom legal_{}: legal({}) <-> {}", name, name,
                 r == program_.roles.size() ? when_all_are_idle() : "false");
        for (std::size_t s = 0; s < symbols().all().size(); ++s)
        {
            const Symbol& symbol = symbols().all()[s];
            if (symbol.purpose != Purpose::Fluent)
                continue;
            const Parameters parameters = writer_.parameters(symbol);
            line("axiom next_{}: {}next {} <->\n    {}", symbol.name, quantified(parameters),
                 applied(symbol.name, parameters.names), rules(Head::Next, s, parameters));
        }
    }

    static std::string quantified(const Parameters& parameters, const std::string& where = {})
    {
        if (parameters.names.empty())
            return "";
        return fmt::format("for {}{}{}: ", parameters.binders(), where.empty() ? "" : " where ",
                           where);
    }

    void start_axiom(std::size_t s)
    {
        const Symbol& symbol = symbols().all()[s];
        const Parameters parameters = writer_.parameters(symbol);
        RuleShape shape{symbol.kinds, {}, {}};
        for (const Program::Fluent& fluent : program_.fluents)
            if (const Place& place = symbols().place(Purpose::Fluent, fluent.fluent);
                place.symbol == s && fluent.is_initial)
                shape.rows.push_back(place.arguments);
        std::vector<RuleShape> shapes;
        if (!shape.rows.empty())
            shapes.push_back(std::move(shape));
        const std::string when = writer_.rules(parameters, shapes);
        const auto axiom = [&](const char* prime, const char* sign, const std::string& condition)
        {
            line("axiom start_{}{}: {}initial -> {}{}", symbol.name, prime,
                 quantified(parameters, condition), sign, applied(symbol.name, parameters.names));
        };
        if (when != "false")
            axiom("", "", when == "true" ? "" : when);
        if (when != "true")
            axiom("'", "!", when == "false" ? "" : fmt::format("!({})", when));
    }

    std::string when_all_are_idle() const
    {
        std::vector<std::string> parts{"!terminal"};
        for (const auto& [s, roles] : rows_.movers())
        {
            const Symbol symbol = rows_.action(s);
            const Parameters parameters = writer_.parameters(symbol);
            const std::string legal =
                fmt::format("legal({})", applied(symbol.name, parameters.names));
            parts.push_back(parameters.names.empty()
                                ? "!" + legal
                                : fmt::format("!(any {}: {})", parameters.binders(), legal));
        }
        for (std::size_t r = 0; r < program_.roles.size(); ++r)
            parts.push_back(rows_.has_idle_move(r));
        return fmt::format("{}", fmt::join(parts, " & "));
    }

    const gdl::Terms& terms_;
    const Program& program_;
    const Turns& turns_;
    RuleRows rows_;
    Writer writer_;
    std::vector<std::pair<std::uint32_t, std::string>> passes_; // agents, and their actions
    std::string text_;
};

} // namespace

std::string text_of_game(const gdl::Sheet& sheet, const Program& program, const Turns& turns)
{
    return TextBuilder(sheet, program, turns).build();
}

} // namespace sgl::import
