#include "logic/gdl/ground/ground.hpp"

#include "logic/gdl/ground/instances.hpp"
#include "logic/gdl/ground/simplify.hpp"
#include "logic/gdl/sheet/graph.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace sgl::gdl
{

namespace
{

/// From the simplified instances to a program: its order, roles, moves, goals and fluents.
class Assembly
{
public:
    Assembly(const Sheet& sheet, const Simplified& simplified, Reports& reports)
        : sheet_(sheet), terms_(sheet.terms), from_(simplified), reports_(reports)
    {
    }

    Program assemble(const std::vector<Term>& initial)
    {
        restrict_to_needed();
        order();
        make_rules();
        for (Term role : sheet_.roles())
            program_.roles.push_back({role, {}, {}});
        for (std::uint32_t atom = 0; atom < program_.atoms.size(); ++atom)
            place(atom, initial);
        return std::move(program_);
    }

private:
    static constexpr std::uint32_t none = Program::none;

    bool is_output(std::uint32_t atom) const
    {
        const Symbol symbol = terms_.function(from_.atoms[atom]);
        return symbol >= True && symbol <= Goal;
    }

    void restrict_to_needed()
    {
        std::vector<std::vector<std::uint32_t>> by_head(from_.atoms.size());
        for (std::uint32_t i = 0; i < from_.heads.size(); ++i)
            by_head[from_.heads[i]].push_back(i);
        is_needed_.assign(from_.atoms.size(), false);
        std::vector<std::uint32_t> open;
        for (std::uint32_t atom = 0; atom < from_.atoms.size(); ++atom)
            if (is_output(atom))
            {
                is_needed_[atom] = true;
                open.push_back(atom);
            }
        while (!open.empty())
        {
            const std::uint32_t atom = open.back();
            open.pop_back();
            for (std::uint32_t i : by_head[atom])
                for (std::uint32_t literal : from_.body(i))
                    if (!is_needed_[literal / 2])
                    {
                        is_needed_[literal / 2] = true;
                        open.push_back(literal / 2);
                    }
        }
    }

    void order()
    {
        Graph graph(from_.atoms.size());
        for (std::size_t i = 0; i < from_.heads.size(); ++i)
            if (is_needed_[from_.heads[i]])
                for (std::uint32_t literal : from_.body(i))
                    graph.add(from_.heads[i], literal / 2, literal % 2 == 1);
        const std::vector<std::uint32_t> component = graph.components();
        check_stratified(graph, component);
        for (std::uint32_t atom = 0; atom < from_.atoms.size(); ++atom)
            if (is_needed_[atom])
                order_.push_back(atom);
        std::ranges::stable_sort(order_, {}, [&](std::uint32_t atom) { return component[atom]; });
        number_.assign(from_.atoms.size(), none);
        for (std::uint32_t i = 0; i < order_.size(); ++i)
        {
            number_[order_[i]] = i;
            program_.atoms.push_back(from_.atoms[order_[i]]);
            program_.component.push_back(component[order_[i]]);
        }
    }

    void check_stratified(const Graph& graph, const std::vector<std::uint32_t>& component)
    {
        for (std::size_t i = 0; i < from_.heads.size(); ++i)
            for (std::uint32_t literal : from_.body(i))
            {
                const std::uint32_t head = from_.heads[i];
                if (!is_needed_[head] || literal % 2 == 0 ||
                    component[literal / 2] != component[head])
                    continue;
                std::string steps = text(head);
                std::uint32_t before = head;
                for (std::uint32_t atom : graph.path(literal / 2, head, &component))
                {
                    steps += fmt::format(" <- {}{}", graph.is_negative(before, atom) ? "not " : "",
                                         text(atom));
                    before = atom;
                }
                reports_.error(sheet_.position(sheet_.rules[from_.rules[i]]),
                               fmt::format("'{}' depends on its own negation", text(head)),
                               fmt::format("the cycle: {}", steps));
                return;
            }
    }

    std::string text(std::uint32_t atom) const
    {
        return shortened(terms_.text(from_.atoms[atom]), 100);
    }

    void make_rules()
    {
        std::vector<std::uint32_t> kept;
        for (std::uint32_t i = 0; i < from_.heads.size(); ++i)
            if (is_needed_[from_.heads[i]])
                kept.push_back(i);
        std::ranges::sort(kept,
                          [&](std::uint32_t a, std::uint32_t b)
                          {
                              if (from_.heads[a] != from_.heads[b])
                                  return number_[from_.heads[a]] < number_[from_.heads[b]];
                              const auto x = from_.body(a), y = from_.body(b);
                              return std::ranges::lexicographical_compare(x, y);
                          });
        for (std::size_t k = 0; k < kept.size(); ++k)
        {
            const std::uint32_t i = kept[k];
            if (k > 0 && from_.heads[i] == from_.heads[kept[k - 1]] &&
                std::ranges::equal(from_.body(i), from_.body(kept[k - 1])))
                continue;
            Program::Rule rule;
            rule.head = number_[from_.heads[i]];
            rule.first = static_cast<std::uint32_t>(program_.literals.size());
            rule.source = from_.rules[i];
            for (std::uint32_t literal : from_.body(i))
                program_.literals.push_back(number_[literal / 2] * 2 + literal % 2);
            rule.count = static_cast<std::uint32_t>(program_.literals.size()) - rule.first;
            program_.rules.push_back(rule);
        }
    }

    std::uint32_t find(Symbol symbol, std::span<const Term> arguments) const
    {
        const std::optional<Term> atom = terms_.find(symbol, arguments);
        if (!atom || *atom >= from_.number.size() || from_.number[*atom] == none)
            return none;
        return number_[from_.number[*atom]];
    }

    void place(std::uint32_t atom, const std::vector<Term>& initial)
    {
        const Term term = program_.atoms[atom];
        const auto arguments = terms_.arguments(term);
        switch (terms_.function(term))
        {
        case True:
            program_.fluents.push_back({arguments[0], atom, find(Next, arguments),
                                        std::ranges::find(initial, arguments[0]) != initial.end()});
            break;
        case Legal:
            for (Program::Role& role : program_.roles)
                if (role.name == arguments[0])
                    role.moves.push_back({arguments[1], find(Does, arguments), atom});
            break;
        case Goal: place_goal(atom, arguments[0], arguments[1]); break;
        case Terminal: program_.terminal = atom; break;
        default: break;
        }
    }

    void place_goal(std::uint32_t atom, Term name, Term value)
    {
        const std::optional<int> number = goal_value(terms_, value);
        for (Program::Role& role : program_.roles)
            if (role.name == name && number)
                role.goals.push_back({*number, atom});
        if (number || has_bad_goal_)
            return;
        has_bad_goal_ = true;
        for (const Program::Rule& rule : program_.rules)
            if (rule.head == atom)
            {
                reports_.error(sheet_.position(sheet_.rules[rule.source]),
                               fmt::format("the goal value {}", terms_.text(value)),
                               "expected a whole number from 0 to 100");
                return;
            }
    }

    const Sheet& sheet_;
    const Terms& terms_;
    const Simplified& from_;
    Reports& reports_;
    Program program_;
    std::vector<bool> is_needed_;
    std::vector<std::uint32_t> order_, number_;
    bool has_bad_goal_ = false;
};

/// Warns of fluents and moves that rules may give, but 'base' and 'input' do not declare.
void compare_with_declared(const Sheet& sheet, const Program& program, Reports& reports)
{
    const Terms& terms = sheet.terms;
    const auto where = [&](Keyword keyword)
    {
        for (const Rule& rule : sheet.rules)
            if (terms.function(rule.head) == keyword)
                return sheet.position(rule);
        return Position{};
    };
    if (program.base)
    {
        std::vector<Term> declared = *program.base, missing;
        std::ranges::sort(declared);
        for (const Program::Fluent& fluent : program.fluents)
            if (!std::ranges::binary_search(declared, fluent.fluent))
                missing.push_back(fluent.fluent);
        if (!missing.empty())
            reports.warning(where(Base),
                            fmt::format("'base' lacks {} fluent{} that rules may give, such as {}",
                                        missing.size(), missing.size() == 1 ? "" : "s",
                                        shortened(terms.text(missing.front()), 100)));
    }
    if (program.input)
    {
        std::vector<Term> declared = *program.input, missing;
        std::ranges::sort(declared);
        for (const Program::Role& role : program.roles)
            for (const Program::Move& move : role.moves)
            {
                const auto input = terms.find(Input, {{role.name, move.move}});
                if (!input || !std::ranges::binary_search(declared, *input))
                    missing.push_back(move.move);
            }
        if (!missing.empty())
            reports.warning(where(Input),
                            fmt::format("'input' lacks {} move{} that may be legal, such as {}",
                                        missing.size(), missing.size() == 1 ? "" : "s",
                                        shortened(terms.text(missing.front()), 100)));
    }
}

} // namespace

Grounded ground(Sheet& sheet, const GroundingLimits& limits)
{
    Grounded answer;
    Reports reports(sheet.source);
    Instantiation instantiation(sheet, limits, reports);
    if (instantiation.run())
    {
        answer.instances = instantiation.instances().size();
        const std::vector<Term> initial = instantiation.facts(Init, 1);
        const Simplified simplified = simplify(sheet.terms, instantiation.instances(), initial);
        Program program = Assembly(sheet, simplified, reports).assemble(initial);
        const auto declares = [&](Keyword keyword)
        {
            return std::ranges::any_of(sheet.rules, [&](const Rule& rule)
                                       { return sheet.terms.function(rule.head) == keyword; });
        };
        if (declares(Base))
            program.base = instantiation.facts(Base, 1);
        if (declares(Input))
            program.input = instantiation.facts(Input, 2);
        compare_with_declared(sheet, program, reports);
        if (!reports.has_errors())
            answer.program = std::move(program);
    }
    answer.diagnostics = reports.list();
    return answer;
}

} // namespace sgl::gdl
