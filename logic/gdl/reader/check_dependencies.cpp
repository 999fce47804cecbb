#include "logic/gdl/reader/checks.hpp"
#include "logic/gdl/sheet/graph.hpp"

#include <fmt/format.h>
#include <unordered_map>

namespace sgl::gdl
{

namespace
{

/// A graph whose nodes are keys of some kind, numbered as they come.
template <class Key>
struct NamedGraph
{
    Graph graph;
    std::unordered_map<Key, std::uint32_t> nodes;
    std::vector<Key> keys;

    std::uint32_t node(Key key)
    {
        const auto [place, is_new] =
            nodes.try_emplace(key, static_cast<std::uint32_t>(keys.size()));
        if (is_new)
        {
            keys.push_back(key);
            graph.add_node();
        }
        return place->second;
    }
};

struct BodyAtom
{
    std::uint32_t condition;
    bool is_negative; // inside a 'not'
};

/// The atoms of a body, in the order of the text.
std::vector<BodyAtom> body_atoms(const Sheet& sheet, const Rule& rule)
{
    std::vector<BodyAtom> answer, open;
    for (auto part = rule.body.rbegin(); part != rule.body.rend(); ++part)
        open.push_back({*part, false});
    while (!open.empty())
    {
        const BodyAtom next = open.back();
        open.pop_back();
        const Condition& condition = sheet.conditions[next.condition];
        if (condition.kind == Condition::Kind::Atom)
            answer.push_back(next);
        const bool is_not = condition.kind == Condition::Kind::Not;
        for (auto part = condition.parts.rbegin(); part != condition.parts.rend(); ++part)
            open.push_back({*part, next.is_negative || is_not});
    }
    return answer;
}

class Dependencies
{
public:
    Dependencies(const Sheet& sheet, Reports& reports) : sheet_(sheet), reports_(reports)
    {
        for (const Rule& rule : sheet.rules)
        {
            const std::uint32_t head = relations_.node(relation(sheet.terms, rule.head));
            for (const BodyAtom& atom : body_atoms(sheet, rule))
                relations_.graph.add(head,
                                     relations_.node(relation(sheet.terms, condition(atom).left)),
                                     atom.is_negative);
        }
    }

    void check()
    {
        for (const Keyword keyword : {Legal, Goal})
            forbid(keyword_relation(keyword, 2), keyword_relation(Does, 2), "what the roles do");
        forbid(keyword_relation(Terminal, 0), keyword_relation(Does, 2), "what the roles do");
        for (const Keyword keyword : {Init, Base})
            forbid_state(keyword_relation(keyword, 1));
        forbid_state(keyword_relation(Input, 2));
        forbid_ground_cycle();
    }

private:
    const Condition& condition(const BodyAtom& atom) const
    {
        return sheet_.conditions[atom.condition];
    }

    std::string name(Relation relation) const
    {
        return shortened(sheet_.terms.spelling(static_cast<Symbol>(relation >> 32)), 100);
    }

    bool forbid(Relation from, Relation to, const char* what)
    {
        const auto start = relations_.nodes.find(from), end = relations_.nodes.find(to);
        if (start == relations_.nodes.end() || end == relations_.nodes.end())
            return false;
        const std::vector<std::uint32_t> path = relations_.graph.path(start->second, end->second);
        if (path.empty())
            return false;
        std::string steps;
        for (std::uint32_t node : path)
            steps += (steps.empty() ? "" : " <- ") + name(relations_.keys[node]);
        reports_.error(position_of_edge(from, relations_.keys[path[1]]),
                       fmt::format("'{}' depends on {}", name(from), what),
                       fmt::format("the path: {}", steps));
        return true;
    }

    void forbid_state(Relation from)
    {
        if (!forbid(from, keyword_relation(True, 1), "the state"))
            forbid(from, keyword_relation(Does, 2), "what the roles do");
    }

    /// Where a rule for a relation names another one.
    Position position_of_edge(Relation from, Relation to) const
    {
        for (const Rule& rule : sheet_.rules)
            if (relation(sheet_.terms, rule.head) == from)
                for (const BodyAtom& atom : body_atoms(sheet_, rule))
                    if (relation(sheet_.terms, condition(atom).left) == to)
                        return sheet_.position(condition(atom));
        return {};
    }

    void forbid_ground_cycle()
    {
        NamedGraph<Term> atoms;
        for (const Rule& rule : sheet_.rules)
        {
            if (rule.body.empty() || !sheet_.terms.is_ground(rule.head))
                continue;
            const std::uint32_t head = atoms.node(rule.head);
            for (const BodyAtom& atom : body_atoms(sheet_, rule))
                if (sheet_.terms.is_ground(condition(atom).left))
                    atoms.graph.add(head, atoms.node(condition(atom).left), atom.is_negative);
        }
        const std::vector<std::uint32_t> cycle = atoms.graph.negative_cycle();
        if (cycle.empty())
            return;
        std::string steps = sheet_.terms.text(atoms.keys[cycle[0]]);
        for (std::size_t i = 1; i < cycle.size(); ++i)
            steps += fmt::format(" <- {}{}",
                                 atoms.graph.is_negative(cycle[i - 1], cycle[i]) ? "not " : "",
                                 sheet_.terms.text(atoms.keys[cycle[i]]));
        Position position;
        for (const Rule& rule : sheet_.rules)
            if (rule.head == atoms.keys[cycle[0]])
                for (const BodyAtom& atom : body_atoms(sheet_, rule))
                    if (condition(atom).left == atoms.keys[cycle[1]])
                        position = sheet_.position(condition(atom));
        reports_.error(position,
                       fmt::format("'{}' depends on its own negation",
                                   shortened(sheet_.terms.text(atoms.keys[cycle[0]]), 100)),
                       fmt::format("the cycle: {}", steps));
    }

    const Sheet& sheet_;
    Reports& reports_;
    NamedGraph<Relation> relations_;
};

} // namespace

void check_dependencies(const Sheet& sheet, Reports& reports)
{
    Dependencies(sheet, reports).check();
}

} // namespace sgl::gdl
