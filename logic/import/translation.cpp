#include "logic/import/translation.hpp"
#include "logic/gdl/ground/ground.hpp"
#include "logic/gdl/reader/reader.hpp"
#include "logic/import/turns.hpp"
#include "logic/import/writer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <set>

namespace sgl::import
{

namespace
{

using gdl::Program;

/// What heads stand for; the number of a symbol goes with them.
enum class Head : std::uint8_t
{
    Next,
    Legal,
    Defined,
    Goal,
    Terminal
};

class TextBuilder
{
public:
    TextBuilder(const gdl::Sheet& sheet, const Program& program, const Turns& turns)
        : terms_(sheet.terms), program_(program), turns_(turns),
          symbols_(sheet.terms, names_of_roles(program), turns.may_all_be_idle), writer_(symbols_)
    {
        goal_name_ = symbols_.new_name("goal");
        note_atoms();
        symbols_.make();
        note_movers();
        read_rules();
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
    static constexpr std::uint32_t none = Program::none;

    /// What an atom of the program is.
    struct AtomRole
    {
        enum class Kind : std::uint8_t
        {
            Defined,
            Fluent,
            Next,
            Does,
            Legal,
            Goal,
            Terminal
        };
        Kind kind = Kind::Defined;
        std::uint32_t role = 0, number = 0; // of the role; of the fluent or move; the goal's value
    };

    static std::vector<gdl::Term> names_of_roles(const Program& program)
    {
        std::vector<gdl::Term> names;
        for (const Program::Role& role : program.roles)
            names.push_back(role.name);
        return names;
    }

    void note_atoms()
    {
        using Kind = AtomRole::Kind;
        atoms_.resize(program_.atoms.size());
        const auto set = [&](std::uint32_t atom, AtomRole what)
        {
            if (atom != none)
                atoms_[atom] = what;
        };
        for (std::uint32_t f = 0; f < program_.fluents.size(); ++f)
        {
            set(program_.fluents[f].holds, {Kind::Fluent, 0, f});
            set(program_.fluents[f].next, {Kind::Next, 0, f});
            symbols_.note(Purpose::Fluent, program_.fluents[f].fluent);
        }
        for (std::uint32_t r = 0; r < program_.roles.size(); ++r)
        {
            const Program::Role& role = program_.roles[r];
            for (std::uint32_t m = 0; m < role.moves.size(); ++m)
            {
                set(role.moves[m].does, {Kind::Does, r, m});
                set(role.moves[m].legal, {Kind::Legal, r, m});
                if (!turns_.is_idle[r][m])
                    symbols_.note(Purpose::Move, role.moves[m].move);
            }
            for (const Program::Goal& goal : role.goals)
                set(goal.atom, {Kind::Goal, r, static_cast<std::uint32_t>(goal.value)});
        }
        set(program_.terminal, {Kind::Terminal, 0, 0});
        for (std::uint32_t atom = 0; atom < atoms_.size(); ++atom)
            if (atoms_[atom].kind == Kind::Defined)
                symbols_.note(Purpose::Definition, program_.atoms[atom]);
        note_legal();
    }

    /// Where a rule asks whether a move is legal, or does an idle one, that needs a definition.
    void note_legal()
    {
        const auto note = [&](std::uint32_t atom)
        {
            needs_definition_.insert(atom);
            symbols_.note(Purpose::Definition, program_.atoms[atom]);
        };
        for (const std::uint32_t literal : program_.literals)
        {
            const AtomRole& what = atoms_[literal / 2];
            if (what.kind == AtomRole::Kind::Legal)
                note(literal / 2);
            if (what.kind == AtomRole::Kind::Does && turns_.is_idle[what.role][what.number])
                note(program_.roles[what.role].moves[what.number].legal);
        }
        for (std::size_t r = 0; turns_.may_all_be_idle && r < program_.roles.size(); ++r)
            for (std::size_t m = 0; m < program_.roles[r].moves.size(); ++m)
                if (turns_.is_idle[r][m])
                    note(program_.roles[r].moves[m].legal);
    }

    void note_movers()
    {
        for (std::uint32_t r = 0; r < program_.roles.size(); ++r)
            for (std::uint32_t m = 0; m < program_.roles[r].moves.size(); ++m)
                if (!turns_.is_idle[r][m])
                    movers_[move_place(r, m).symbol].insert(r);
    }

    const Place& move_place(std::uint32_t r, std::uint32_t m) const
    {
        return symbols_.place(Purpose::Move, program_.roles[r].moves[m].move);
    }

    /// A move of several roles has its role for a first argument.
    bool has_role(std::size_t symbol) const { return movers_.at(symbol).size() > 1; }

    Symbol action(std::size_t symbol) const
    {
        Symbol answer = symbols_.all()[symbol];
        if (has_role(symbol))
        {
            answer.kinds.insert(answer.kinds.begin(), ColumnKind::Agent);
            answer.least.insert(answer.least.begin(), 0);
            answer.greatest.insert(answer.greatest.begin(),
                                   static_cast<int>(symbols_.agent_names().size()) - 1);
        }
        return answer;
    }

    Row action_arguments(std::uint32_t r, std::uint32_t m) const
    {
        const Place& place = move_place(r, m);
        Row arguments = place.arguments;
        if (has_role(place.symbol))
            arguments.insert(arguments.begin(), static_cast<int>(r));
        return arguments;
    }

    // ---- rules

    struct LiteralRow
    {
        Literal literal;
        std::vector<ColumnKind> kinds;
        Row arguments;
    };

    LiteralRow placed(const std::string& before, Purpose purpose, gdl::Term term,
                      const std::string& after) const
    {
        const Place& place = symbols_.place(purpose, term);
        const Symbol& symbol = symbols_.all()[place.symbol];
        return {{before, symbol.name, after, symbol.kinds.size()}, symbol.kinds, place.arguments};
    }

    LiteralRow literal_row(std::uint32_t literal) const
    {
        const std::uint32_t atom = literal / 2;
        const std::string sign = literal % 2 == 1 ? "!" : "";
        const AtomRole& what = atoms_[atom];
        switch (what.kind)
        {
        case AtomRole::Kind::Fluent:
            return placed(sign, Purpose::Fluent, program_.fluents[what.number].fluent, "");
        case AtomRole::Kind::Does:
        {
            const Program::Move& move = program_.roles[what.role].moves[what.number];
            if (turns_.is_idle[what.role][what.number])
                return placed(sign, Purpose::Definition, program_.atoms[move.legal], "");
            const Symbol symbol = action(move_place(what.role, what.number).symbol);
            return {{sign + "does(", symbol.name, ")", symbol.kinds.size()},
                    symbol.kinds,
                    action_arguments(what.role, what.number)};
        }
        case AtomRole::Kind::Goal:
            return {{sign, goal_name_, "", 2},
                    {ColumnKind::Agent, ColumnKind::Number},
                    {static_cast<int>(what.role), static_cast<int>(what.number)}};
        case AtomRole::Kind::Terminal: return {{sign, "terminal", "", 0}, {}, {}};
        case AtomRole::Kind::Defined:
        case AtomRole::Kind::Legal:
        case AtomRole::Kind::Next: break;
        }
        return placed(sign, Purpose::Definition, program_.atoms[atom], "");
    }

    using HeadKey = std::pair<Head, std::size_t>;

    void read_rules()
    {
        for (const Program::Rule& rule : program_.rules)
        {
            const AtomRole& what = atoms_[rule.head];
            switch (what.kind)
            {
            case AtomRole::Kind::Next:
            {
                const Place& place =
                    symbols_.place(Purpose::Fluent, program_.fluents[what.number].fluent);
                add(Head::Next, place.symbol, symbols_.all()[place.symbol].kinds, place.arguments,
                    rule);
                break;
            }
            case AtomRole::Kind::Legal:
                if (needs_definition_.contains(rule.head))
                    add_definition(rule);
                else if (!turns_.is_idle[what.role][what.number])
                {
                    const std::size_t symbol = move_place(what.role, what.number).symbol;
                    add(Head::Legal, symbol, action(symbol).kinds,
                        action_arguments(what.role, what.number), rule);
                }
                break;
            case AtomRole::Kind::Goal:
                add(Head::Goal, 0, {ColumnKind::Agent, ColumnKind::Number},
                    {static_cast<int>(what.role), static_cast<int>(what.number)}, rule);
                break;
            case AtomRole::Kind::Terminal: add(Head::Terminal, 0, {}, {}, rule); break;
            case AtomRole::Kind::Defined: add_definition(rule); break;
            case AtomRole::Kind::Fluent:
            case AtomRole::Kind::Does: break; // have no rules
            }
        }
        legal_by_definition();
    }

    /// A move that has a definition is legal where that holds.
    void legal_by_definition()
    {
        for (std::uint32_t r = 0; r < program_.roles.size(); ++r)
            for (std::uint32_t m = 0; m < program_.roles[r].moves.size(); ++m)
            {
                const std::uint32_t legal = program_.roles[r].moves[m].legal;
                if (turns_.is_idle[r][m] || !needs_definition_.contains(legal))
                    continue;
                const std::size_t symbol = move_place(r, m).symbol;
                add(Head::Legal, symbol, action(symbol).kinds, action_arguments(r, m),
                    {placed("", Purpose::Definition, program_.atoms[legal], "")});
            }
    }

    void add_definition(const Program::Rule& rule)
    {
        const Place& place = symbols_.place(Purpose::Definition, program_.atoms[rule.head]);
        add(Head::Defined, place.symbol, symbols_.all()[place.symbol].kinds, place.arguments, rule);
    }

    void add(Head head, std::size_t symbol, const std::vector<ColumnKind>& kinds,
             const Row& arguments, const Program::Rule& rule)
    {
        std::vector<LiteralRow> literals;
        for (const std::uint32_t literal : program_.body(rule))
            literals.push_back(literal_row(literal));
        add(head, symbol, kinds, arguments, std::move(literals));
    }

    void add(Head head, std::size_t symbol, std::vector<ColumnKind> kinds, Row row,
             std::vector<LiteralRow> literals)
    {
        std::ranges::sort(literals, {},
                          [](const LiteralRow& l)
                          { return std::tie(l.literal.name, l.literal.before, l.arguments); });
        std::string key;
        for (const LiteralRow& l : literals)
            key += l.literal.before + l.literal.name + " ";
        auto& shapes = rules_[{head, symbol}];
        const auto [found, is_new] = shapes.numbers.emplace(key, shapes.list.size());
        for (const LiteralRow& l : literals)
        {
            kinds.insert(kinds.end(), l.kinds.begin(), l.kinds.end());
            row.insert(row.end(), l.arguments.begin(), l.arguments.end());
        }
        if (is_new)
        {
            RuleShape shape{std::move(kinds), {}, {}};
            for (const LiteralRow& l : literals)
                shape.literals.push_back(l.literal);
            shapes.list.push_back(std::move(shape));
        }
        shapes.list[found->second].rows.push_back(std::move(row));
    }

    std::string rules(Head head, std::size_t symbol, const Parameters& parameters)
    {
        const auto found = rules_.find({head, symbol});
        if (found == rules_.end())
            return "false";
        for (RuleShape& shape : found->second.list)
        {
            std::ranges::sort(shape.rows);
            shape.rows.erase(std::ranges::unique(shape.rows).begin(), shape.rows.end());
        }
        return writer_.rules(parameters, found->second.list);
    }

    // ---- text

    template <class... Values>
    void line(fmt::format_string<Values...> format, Values&&... values)
    {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
        text_ += '\n';
    }

    void declare()
    {
        line("agents {}", fmt::join(symbols_.agent_names(), ", "));
        text_ += '\n';
        for (std::size_t s = 0; s < symbols_.all().size(); ++s)
            if (symbols_.all()[s].purpose == Purpose::Fluent)
                declare_symbol("fluent", symbols_.all()[s], "");
        std::set<std::uint32_t> have_actions;
        for (const auto& [s, roles] : movers_)
        {
            const Symbol symbol = action(s);
            if (has_role(s))
                declare_symbol("action", symbol, " by t1");
            else
                declare_symbol("action", symbol, " by " + symbols_.agent_names()[*roles.begin()]);
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
        const std::string& owner = symbols_.agent_names()[agent];
        const std::string name = symbols_.new_name(owner + what);
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
            Row least, greatest;
            bool fits = true;
        };
        std::map<gdl::Symbol, Drawing> drawings;
        std::map<std::size_t, int> initially;
        for (const Program::Fluent& fluent : program_.fluents)
        {
            const std::size_t s = symbols_.place(Purpose::Fluent, fluent.fluent).symbol;
            const Symbol& symbol = symbols_.all()[s];
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
        Row least = symbols_.all()[best->symbols[0]].least;
        Row greatest = symbols_.all()[best->symbols[0]].greatest;
        std::size_t most = best->symbols[0];
        for (const std::size_t s : best->symbols)
        {
            for (std::size_t i = 0; i < 2; ++i)
            {
                least[i] = std::min(least[i], symbols_.all()[s].least[i]);
                greatest[i] = std::max(greatest[i], symbols_.all()[s].greatest[i]);
            }
            if (initially[s] > initially[most])
                most = s;
        }
        std::vector<std::string> marks;
        for (const std::size_t s : best->symbols)
            if (s != most)
            {
                const std::string& name = symbols_.all()[s].name;
                const std::size_t last = name.rfind('_');
                std::string label = last == std::string::npos ? name : name.substr(last + 1);
                if (label.empty() || (label[0] >= '0' && label[0] <= '9'))
                    label = fmt::format("n{}", label);
                marks.push_back(fmt::format("{}(i1,i2) as {}", name, label));
            }
        const bool fits = std::ranges::all_of(
            best->symbols, [&](std::size_t s)
            { return symbols_.all()[s].least == least && symbols_.all()[s].greatest == greatest; });
        if (!fits)
            return;
        line("board {}..{}, {}..{}: {}\n", least[0], greatest[0], least[1], greatest[1],
             fmt::join(marks, ", "));
    }

    void define()
    {
        for (std::size_t s = 0; s < symbols_.all().size(); ++s)
        {
            const Symbol& symbol = symbols_.all()[s];
            if (symbol.purpose != Purpose::Definition)
                continue;
            const Parameters parameters = writer_.parameters(symbol);
            line("define {}{} =\n    {}", symbol.name, parameters.declarations(),
                 rules(Head::Defined, s, parameters));
        }
        Symbol goal{goal_name_,
                    Purpose::Definition,
                    {ColumnKind::Agent, ColumnKind::Number},
                    {0, 0},
                    {static_cast<int>(symbols_.agent_names().size()) - 1, 100}};
        const Parameters parameters = writer_.parameters(goal);
        line("define {}{} =\n    {}", goal_name_, parameters.declarations(),
             rules(Head::Goal, 0, parameters));
        const std::string wins = symbols_.new_name("wins");
        line("define {}(t1: agent) = {}(t1,100)\n", wins, goal_name_);
    }

    void state_axioms()
    {
        for (std::size_t s = 0; s < symbols_.all().size(); ++s)
            if (symbols_.all()[s].purpose == Purpose::Fluent)
                start_axiom(s);
        line("axiom end: terminal <->\n    {}", rules(Head::Terminal, 0, {}));
        for (const auto& [s, roles] : movers_)
        {
            const Symbol symbol = action(s);
            const Parameters parameters = writer_.parameters(symbol);
            line("axiom legal_{}: {}legal({}) <-> !terminal & (\n    {})", symbol.name,
                 quantified(parameters), parameters.applied(symbol.name),
                 rules(Head::Legal, s, parameters));
        }
        for (const auto& [r, name] : passes_)
            line("axiom legal_{}: legal({}) <-> {}", name, name,
                 r == program_.roles.size() ? when_all_are_idle() : "false");
        for (std::size_t s = 0; s < symbols_.all().size(); ++s)
        {
            const Symbol& symbol = symbols_.all()[s];
            if (symbol.purpose != Purpose::Fluent)
                continue;
            const Parameters parameters = writer_.parameters(symbol);
            line("axiom next_{}: {}next {} <->\n    {}", symbol.name, quantified(parameters),
                 parameters.applied(symbol.name), rules(Head::Next, s, parameters));
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
        const Symbol& symbol = symbols_.all()[s];
        const Parameters parameters = writer_.parameters(symbol);
        RuleShape shape{symbol.kinds, {}, {}};
        for (const Program::Fluent& fluent : program_.fluents)
            if (const Place& place = symbols_.place(Purpose::Fluent, fluent.fluent);
                place.symbol == s && fluent.is_initial)
                shape.rows.push_back(place.arguments);
        std::vector<RuleShape> shapes;
        if (!shape.rows.empty())
            shapes.push_back(std::move(shape));
        const std::string when = writer_.rules(parameters, shapes);
        const auto axiom = [&](const char* prime, const char* sign, const std::string& condition)
        {
            line("axiom start_{}{}: {}initial -> {}{}", symbol.name, prime,
                 quantified(parameters, condition), sign, parameters.applied(symbol.name));
        };
        if (when != "false")
            axiom("", "", when == "true" ? "" : when);
        if (when != "true")
            axiom("'", "!", when == "false" ? "" : fmt::format("!({})", when));
    }

    std::string when_all_are_idle() const
    {
        std::vector<std::string> parts{"!terminal"};
        for (const auto& [s, roles] : movers_)
        {
            const Symbol symbol = action(s);
            const Parameters parameters = writer_.parameters(symbol);
            parts.push_back(parameters.names.empty()
                                ? fmt::format("!legal({})", symbol.name)
                                : fmt::format("!(any {}: legal({}))", parameters.binders(),
                                              parameters.applied(symbol.name)));
        }
        for (std::size_t r = 0; r < program_.roles.size(); ++r)
            parts.push_back(has_idle_move(r));
        return fmt::format("{}", fmt::join(parts, " & "));
    }

    std::string has_idle_move(std::size_t r) const
    {
        std::vector<std::string> idle;
        for (std::size_t m = 0; m < program_.roles[r].moves.size(); ++m)
        {
            if (!turns_.is_idle[r][m])
                continue;
            const LiteralRow row = placed("", Purpose::Definition,
                                          program_.atoms[program_.roles[r].moves[m].legal], "");
            std::vector<std::string> values;
            for (std::size_t i = 0; i < row.arguments.size(); ++i)
                values.push_back(
                    row.kinds[i] == ColumnKind::Agent
                        ? symbols_.agent_names()[static_cast<std::size_t>(row.arguments[i])]
                        : std::to_string(row.arguments[i]));
            idle.push_back(values.empty()
                               ? row.literal.name
                               : fmt::format("{}({})", row.literal.name, fmt::join(values, ",")));
        }
        return idle.empty() ? "false" : fmt::format("({})", fmt::join(idle, " | "));
    }

    struct Shapes
    {
        std::map<std::string, std::size_t> numbers; // by the literals
        std::vector<RuleShape> list;
    };

    const gdl::Terms& terms_;
    const Program& program_;
    const Turns& turns_;
    Symbols symbols_;
    Writer writer_;
    std::string goal_name_;
    std::vector<AtomRole> atoms_;
    std::set<std::uint32_t> needs_definition_;              // atoms (legal R M)
    std::map<std::size_t, std::set<std::uint32_t>> movers_; // roles, by the symbol of a move
    std::map<HeadKey, Shapes> rules_;
    std::vector<std::pair<std::uint32_t, std::string>> passes_; // agents, and their actions
    std::string text_;
};

Diagnostic refusal(const gdl::Sheet& sheet, Position position, std::string why, std::string hint)
{
    Diagnostic error;
    error.source = sheet.source.name;
    error.position = position;
    error.message = std::move(why);
    error.expected = std::move(hint);
    return error;
}

/// The rule of an atom that depends on itself.
std::optional<std::uint32_t> recursive_rule(const Program& program)
{
    for (std::uint32_t i = 0; i < program.rules.size(); ++i)
        for (const std::uint32_t literal : program.body(program.rules[i]))
            if (program.component[literal / 2] == program.component[program.rules[i].head])
                return i;
    return std::nullopt;
}

} // namespace

bool is_sheet(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n\f\v");
    return first != std::string_view::npos && (text[first] == '(' || text[first] == ';');
}

Translation translate(const Source& source, const TranslationLimits& limits)
{
    Translation answer;
    gdl::ReadSheet read = gdl::read_sheet(source);
    const auto take = [&](const std::vector<Diagnostic>& said)
    {
        for (const Diagnostic& d : said)
            (d.severity == Diagnostic::Severity::Error ? answer.errors : answer.warnings)
                .push_back(d);
    };
    take(read.diagnostics);
    if (!read.is_accepted())
        return answer;
    gdl::Sheet& sheet = *read.sheet;
    const gdl::Grounded grounded = gdl::ground(sheet, limits.grounding);
    take(grounded.diagnostics);
    if (!grounded.program)
        return answer;
    const Program& program = *grounded.program;
    if (const auto rule = recursive_rule(program))
    {
        const Program::Rule& which = program.rules[*rule];
        answer.errors.push_back(
            refusal(sheet, sheet.position(sheet.rules[which.source]),
                    fmt::format("'{}' depends on itself",
                                shortened(sheet.terms.text(program.atoms[which.head]), 100)),
                    "relations that are recursive even without variables are not translated"));
        return answer;
    }
    const Turns turns = turns_of(sheet.terms, program, limits.states);
    if (!turns.why_not.empty())
    {
        answer.errors.push_back(
            refusal(sheet, {}, fmt::format("this is no game with turns: {}", turns.why_not),
                    "a game where roles move at once is not translated"));
        return answer;
    }
    answer.text = TextBuilder(sheet, program, turns).build();
    if (answer.text.size() > limits.text_bytes)
    {
        Diagnostic error = refusal(sheet, {}, "the translation takes more than the limit", "");
        error.is_limit = true;
        answer.errors.push_back(std::move(error));
        answer.text.clear();
    }
    return answer;
}

} // namespace sgl::import
