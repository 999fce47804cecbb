#include "logic/import/rule_rows.hpp"
#include "logic/formula/frame.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

namespace sgl::import
{

namespace
{

std::vector<gdl::Term> names_of_roles(const gdl::Program& program)
{
    std::vector<gdl::Term> names;
    for (const gdl::Program::Role& role : program.roles)
        names.push_back(role.name);
    return names;
}

} // namespace

RuleRows::RuleRows(const gdl::Sheet& sheet, const Program& program, const Turns& turns)
    : program_(program), turns_(turns),
      symbols_(sheet.terms, names_of_roles(program), turns.may_all_be_idle)
{
    note_atoms();
    symbols_.make();
    note_movers();
    read_rules();
}

void RuleRows::note_atoms()
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
void RuleRows::note_legal()
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

void RuleRows::note_movers()
{
    for (std::uint32_t r = 0; r < program_.roles.size(); ++r)
        for (std::uint32_t m = 0; m < program_.roles[r].moves.size(); ++m)
            if (!turns_.is_idle[r][m])
                movers_[move_place(r, m).symbol].insert(r);
}

const Place& RuleRows::move_place(std::uint32_t r, std::uint32_t m) const
{
    return symbols_.place(Purpose::Move, program_.roles[r].moves[m].move);
}

Symbol RuleRows::action(std::size_t symbol) const
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

Row RuleRows::action_arguments(std::uint32_t r, std::uint32_t m) const
{
    const Place& place = move_place(r, m);
    Row arguments = place.arguments;
    if (has_role(place.symbol))
        arguments.insert(arguments.begin(), static_cast<int>(r));
    return arguments;
}

RuleRows::LiteralRow RuleRows::placed(const std::string& before, Purpose purpose, gdl::Term term,
                                      const std::string& after) const
{
    const Place& place = symbols_.place(purpose, term);
    const Symbol& symbol = symbols_.all()[place.symbol];
    return {{before, symbol.name, after, symbol.kinds.size()}, symbol.kinds, place.arguments};
}

RuleRows::LiteralRow RuleRows::literal_row(std::uint32_t literal) const
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
        return {{sign, "goal", "", 2},
                {ColumnKind::Agent, ColumnKind::Number},
                {static_cast<int>(what.role), static_cast<int>(what.number)}};
    case AtomRole::Kind::Terminal: return {{sign, "terminal", "", 0}, {}, {}};
    case AtomRole::Kind::Defined:
    case AtomRole::Kind::Legal:
    case AtomRole::Kind::Next: break;
    }
    return placed(sign, Purpose::Definition, program_.atoms[atom], "");
}

void RuleRows::read_rules()
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
void RuleRows::legal_by_definition()
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

void RuleRows::add_definition(const Program::Rule& rule)
{
    const Place& place = symbols_.place(Purpose::Definition, program_.atoms[rule.head]);
    add(Head::Defined, place.symbol, symbols_.all()[place.symbol].kinds, place.arguments, rule);
}

void RuleRows::add(Head head, std::size_t symbol, const std::vector<ColumnKind>& kinds,
                   const Row& arguments, const Program::Rule& rule)
{
    std::vector<LiteralRow> literals;
    for (const std::uint32_t literal : program_.body(rule))
        literals.push_back(literal_row(literal));
    add(head, symbol, kinds, arguments, std::move(literals));
}

void RuleRows::add(Head head, std::size_t symbol, std::vector<ColumnKind> kinds, Row row,
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

std::string RuleRows::has_idle_move(std::size_t r) const
{
    std::vector<std::string> idle;
    for (std::size_t m = 0; m < program_.roles[r].moves.size(); ++m)
    {
        if (!turns_.is_idle[r][m])
            continue;
        const LiteralRow row =
            placed("", Purpose::Definition, program_.atoms[program_.roles[r].moves[m].legal], "");
        std::vector<std::string> values;
        for (std::size_t i = 0; i < row.arguments.size(); ++i)
            values.push_back(symbols_.text(row.kinds[i], row.arguments[i]));
        idle.push_back(applied(row.literal.name, values));
    }
    return idle.empty() ? "false" : fmt::format("({})", fmt::join(idle, " | "));
}

std::vector<RuleShape> RuleRows::rules(Head head, std::size_t symbol) const
{
    const auto found = rules_.find({head, symbol});
    if (found == rules_.end())
        return {};
    std::vector<RuleShape> shapes = found->second.list;
    for (RuleShape& shape : shapes)
    {
        std::ranges::sort(shape.rows);
        shape.rows.erase(std::ranges::unique(shape.rows).begin(), shape.rows.end());
    }
    return shapes;
}

} // namespace sgl::import
