#include "logic/gdl/ground/instances.hpp"

#include "logic/gdl/sheet/graph.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace sgl::gdl
{

namespace
{

void collect_atoms(const Test& test, std::vector<std::pair<Term, bool>>& atoms)
{
    if (test.kind == Test::Kind::Holds || test.kind == Test::Kind::Fails)
        atoms.emplace_back(test.left, true);
    for (const Test& part : test.parts)
        collect_atoms(part, atoms);
}

/// The atoms of a clause's body, and whether they have to be known when it is grounded: a test
/// derives nothing new.
std::vector<std::pair<Term, bool>> body_atoms(const Clause& clause)
{
    std::vector<std::pair<Term, bool>> answer;
    for (Term atom : clause.atoms)
        answer.emplace_back(atom, false);
    for (const Test& test : clause.tests)
        collect_atoms(test, answer);
    return answer;
}

/// Relations that are kept as rules even where they do not depend on the state.
bool is_kept(Symbol relation)
{
    return relation == True || relation == Does || relation == Next || relation == Legal ||
           relation == Terminal || relation == Goal;
}

} // namespace

Instantiation::Instantiation(Sheet& sheet, const GroundingLimits& limits, Reports& reports)
    : sheet_(sheet), limits_(limits), reports_(reports),
      clauses_(clauses_of(sheet)), context_{sheet.terms, tables_, {}},
      budget_(limits.atoms_looked_at)
{
    values_.resize(sheet.terms.size(), 0);
    work_.resize(clauses_.list.size(), 0);
    made_.resize(clauses_.list.size(), 0);
    for (Term term = 0; term < sheet.terms.size(); ++term)
        deepest_ = std::max(deepest_, sheet.terms.depth(term));
    deepest_ += limits.depth;
}

void Instantiation::classify()
{
    const Terms& terms = sheet_.terms;
    std::map<Relation, std::uint32_t> nodes;
    std::vector<Relation> relations;
    Graph graph;
    const auto node = [&](Relation relation)
    {
        const auto [place, is_new] =
            nodes.try_emplace(relation, static_cast<std::uint32_t>(relations.size()));
        if (is_new)
        {
            relations.push_back(relation);
            graph.add_node();
        }
        return place->second;
    };
    for (const Clause& clause : clauses_.list)
    {
        const std::uint32_t head = node(relation(terms, clause.head));
        for (const auto& [atom, is_test] : body_atoms(clause))
            graph.add(head, node(relation(terms, atom)), is_test);
    }
    const std::vector<std::uint32_t> component = graph.components();
    std::vector<std::vector<std::uint32_t>> members(relations.size());
    for (std::uint32_t i = 0; i < relations.size(); ++i)
        members[component[i]].push_back(i);
    std::vector<bool> is_open(relations.size(), false);
    for (const auto& component_members : members) // what it depends on comes first
    {
        bool opens = false;
        for (std::uint32_t i : component_members)
        {
            opens = opens || is_kept(static_cast<Symbol>(relations[i] >> 32));
            for (const Graph::Edge& edge : graph.edges(i))
                opens = opens || is_open[edge.to] ||
                        (edge.is_negative && component[edge.to] == component[i]);
        }
        for (std::uint32_t i : component_members)
            is_open[i] = opens;
    }
    for (std::uint32_t i = 0; i < relations.size(); ++i)
        if (is_open[i])
            context_.open.insert(relations[i]);
    closed_.resize(relations.size());
    for (std::size_t i = 0; i < clauses_.list.size(); ++i)
    {
        const std::uint32_t head = nodes[relation(terms, clauses_.list[i].head)];
        if (is_open[head])
            open_clauses_.push_back(i);
        else
            closed_[component[head]].push_back(i);
    }
}

bool Instantiation::run()
{
    if (clauses_.too_entangled)
    {
        reports_.limit(sheet_.position(sheet_.rules[*clauses_.too_entangled]),
                       "the 'or's of this rule bind each other's variables in too many ways",
                       "expected conditions outside of 'or' that bind the variables");
        return false;
    }
    for (const Keyword keyword : {True, Next})
        context_.open.insert(keyword_relation(keyword, 1));
    for (const Keyword keyword : {Does, Legal, Goal})
        context_.open.insert(keyword_relation(keyword, 2));
    context_.open.insert(keyword_relation(Terminal, 0));
    classify();
    for (const std::vector<std::size_t>& clauses : closed_)
        if (!clauses.empty() && !close_component(clauses))
            return false;
    if (context_.open.contains(keyword_relation(Init, 1)))
    {
        reports_.error({}, "'init' depends on its own negation, on 'legal' or on 'goal'");
        return false;
    }
    for (Term fluent : facts(Init, 1))
        add_atom(sheet_.terms.compound(True, {{fluent}}));
    return run_rounds(open_clauses_, true);
}

bool Instantiation::close_component(const std::vector<std::size_t>& clauses)
{
    // While its tables grow, its relations are open.
    std::vector<Relation> relations;
    for (std::size_t i : clauses)
        relations.push_back(relation(sheet_.terms, clauses_.list[i].head));
    context_.open.insert(relations.begin(), relations.end());
    const bool answer = run_rounds(clauses, false);
    for (Relation relation : relations)
    {
        context_.open.erase(relation);
        Table& table = tables_.of(relation);
        table.before = table.now = table.atoms.size();
    }
    return answer;
}

bool Instantiation::run_rounds(const std::vector<std::size_t>& clauses, bool is_recorded)
{
    std::vector<std::pair<std::size_t, Join>> joins; // with a focus
    for (std::size_t i : clauses)
    {
        const Clause& clause = clauses_.list[i];
        bool has_focus = false;
        for (std::size_t focus = 0; focus < clause.atoms.size(); ++focus)
            if (is_open(clause.atoms[focus]))
            {
                has_focus = true;
                joins.emplace_back(i, Join(clause, focus));
            }
        if (has_focus)
            continue;
        rule_ = clause.rule;
        const std::uint64_t before = budget_;
        Join join(clause, clause.atoms.size());
        if (!join.run(context_, values_, budget_, [&] { return derive(i, is_recorded); }))
        {
            work_[i] += before - budget_;
            blame();
            return false;
        }
        work_[i] += before - budget_;
    }
    for (;;)
    {
        bool has_new = false;
        for (Relation relation : context_.open)
        {
            Table& table = tables_.of(relation);
            table.before = table.now;
            table.now = table.atoms.size();
            has_new = has_new || table.before != table.now;
        }
        if (!has_new)
            return true;
        for (auto& [i, join] : joins)
        {
            rule_ = clauses_.list[i].rule;
            const std::uint64_t before = budget_;
            const std::size_t clause = i;
            const bool goes_on =
                join.run(context_, values_, budget_, [&] { return derive(clause, is_recorded); });
            work_[i] += before - budget_;
            if (!goes_on)
            {
                blame();
                return false;
            }
        }
    }
}

bool Instantiation::derive(std::size_t number, bool is_recorded)
{
    const Clause& clause = clauses_.list[number];
    ++made_[number];
    if (is_recorded)
    {
        std::vector<std::uint32_t> body;
        for (Term atom : clause.atoms)
            if (is_open(atom))
                body.push_back(instance(sheet_.terms, atom, values_) * 2);
        for (const Test& test : clause.tests)
            add_test(test, body);
        record(instance(sheet_.terms, clause.head, values_), body);
    }
    return add_atom(instance(sheet_.terms, clause.head, values_)) &&
           instances_.size() <= limits_.instances &&
           instances_.literals.size() <= limits_.literals && sheet_.terms.size() <= limits_.terms;
}

void Instantiation::add_test(const Test& test, std::vector<std::uint32_t>& body)
{
    if (truth(context_, test, values_) == Truth::True)
        return;
    switch (test.kind)
    {
    case Test::Kind::Holds:
    case Test::Kind::Fails:
        body.push_back(instance(sheet_.terms, test.left, values_) * 2 +
                       (test.kind == Test::Kind::Fails ? 1U : 0U));
        return;
    case Test::Kind::All:
        for (const Test& part : test.parts)
            add_test(part, body);
        return;
    case Test::Kind::Any:
    {
        const Term gate = instance(sheet_.terms, test.gate, values_);
        body.push_back(gate * 2);
        add_gate(test, gate);
        return;
    }
    case Test::Kind::Differ:
    case Test::Kind::Equal: return; // they are true or false
    }
}

void Instantiation::add_gate(const Test& test, Term gate)
{
    if (gate < gates_.size() && gates_[gate])
        return;
    gates_.resize(std::max<std::size_t>(gates_.size(), sheet_.terms.size()), false);
    gates_[gate] = true;
    for (const Test& part : test.parts)
    {
        if (truth(context_, part, values_) == Truth::False)
            continue;
        std::vector<std::uint32_t> body;
        add_test(part, body);
        record(gate, body);
    }
}

void Instantiation::record(Term head, const std::vector<std::uint32_t>& body)
{
    instances_.heads.push_back(head);
    instances_.rules.push_back(rule_);
    instances_.literals.insert(instances_.literals.end(), body.begin(), body.end());
    instances_.starts.push_back(instances_.literals.size());
}

bool Instantiation::add_atom(Term atom)
{
    Terms& terms = sheet_.terms;
    if (terms.depth(atom) > deepest_)
    {
        blame_depth(rule_);
        return false;
    }
    if (!tables_.add(terms, atom))
        return true;
    if (terms.function(atom) == Next && terms.arity(atom) == 1)
        tables_.add(terms, terms.compound(True, terms.arguments(atom)));
    if (terms.function(atom) == Legal && terms.arity(atom) == 2)
    {
        const Term role = terms.arguments(atom)[0];
        if (tables_.contains(terms.compound(Role, {{role}})))
            tables_.add(terms, terms.compound(Does, terms.arguments(atom)));
    }
    return true;
}

void Instantiation::blame_depth(std::uint32_t rule)
{
    has_stopped_ = true;
    const Terms& terms = sheet_.terms;
    reports_.limit(sheet_.position(sheet_.rules[rule]),
                   fmt::format("the terms of '{}' grow without bound: functions nest more than {} "
                               "deep",
                               terms.spelling(terms.function(sheet_.rules[rule].head)), deepest_),
                   "each use of this rule makes a larger term; expected a bound, such as a fact "
                   "for each step of a counter");
}

std::string Instantiation::what_is_too_much() const
{
    if (sheet_.terms.size() > limits_.terms)
        return fmt::format("{} terms", limits_.terms);
    if (instances_.size() > limits_.instances)
        return fmt::format("{} instances of rules", limits_.instances);
    return fmt::format("{} literals in instances of rules", limits_.literals);
}

void Instantiation::blame()
{
    if (has_stopped_)
        return;
    has_stopped_ = true;
    // Work first, where that is what ran out, or else instances.
    const std::vector<std::uint64_t>& measure = budget_ == 0 ? work_ : made_;
    const std::size_t worst =
        static_cast<std::size_t>(std::ranges::max_element(measure) - measure.begin());
    const Rule& rule = sheet_.rules[clauses_.list[worst].rule];
    const std::string name = sheet_.terms.spelling(sheet_.terms.function(rule.head));
    if (budget_ == 0)
        reports_.limit(sheet_.position(rule),
                       fmt::format("the grounding looks at more than {} atoms, {} of them for this "
                                   "rule of '{}'",
                                   limits_.atoms_looked_at, work_[worst], name),
                       "expected rules with fewer combinations of values");
    else
        reports_.limit(sheet_.position(rule),
                       fmt::format("the grounding has more than {}; this rule of '{}' has {} "
                                   "instances",
                                   what_is_too_much(), name, made_[worst]),
                       "expected rules with fewer combinations of values");
}

std::vector<Term> Instantiation::facts(Keyword keyword, std::uint32_t arity)
{
    std::vector<Term> answer;
    for (Term atom : tables_.of(keyword_relation(keyword, arity)).atoms)
        answer.push_back(arity == 1 ? sheet_.terms.arguments(atom)[0] : atom);
    return answer;
}

} // namespace sgl::gdl
