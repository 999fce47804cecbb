#include "logic/gdl/ground/join.hpp"

#include <algorithm>
#include <cmath>

namespace sgl::gdl
{

namespace
{

bool contains(const std::vector<Term>& all, Term term)
{
    return std::ranges::find(all, term) != all.end();
}

/// False where less is left.
bool spend(std::uint64_t& budget, std::uint64_t price)
{
    const bool is_enough = budget >= price;
    budget -= std::min(budget, price);
    return is_enough;
}

/// The instance where it exists already.
std::optional<Term> known_instance(const Terms& terms, Term term, const std::vector<Term>& values)
{
    if (terms.is_ground(term))
        return term;
    if (terms.is_variable(term))
        return values[term];
    std::vector<Term> arguments;
    arguments.reserve(terms.arity(term));
    for (Term argument : terms.arguments(term))
    {
        const std::optional<Term> value = known_instance(terms, argument, values);
        if (!value)
            return std::nullopt;
        arguments.push_back(*value);
    }
    return terms.find(terms.function(term), arguments);
}

} // namespace

Term instance(Terms& terms, Term term, const std::vector<Term>& values)
{
    if (terms.is_ground(term))
        return term;
    if (terms.is_variable(term))
        return values[term];
    std::vector<Term> arguments;
    const std::uint32_t arity = terms.arity(term);
    arguments.reserve(arity);
    for (std::uint32_t i = 0; i < arity; ++i)
        arguments.push_back(instance(terms, terms.arguments(term)[i], values));
    return terms.compound(terms.function(term), arguments);
}

Truth truth(const JoinContext& context, const Test& test, const std::vector<Term>& values)
{
    const auto as_truth = [](bool value) { return value ? Truth::True : Truth::False; };
    switch (test.kind)
    {
    case Test::Kind::Holds:
    case Test::Kind::Fails:
    {
        if (context.open.contains(relation(context.terms, test.left)))
            return Truth::Open;
        const std::optional<Term> atom = known_instance(context.terms, test.left, values);
        const bool holds = atom && context.tables.contains(*atom);
        return as_truth(holds == (test.kind == Test::Kind::Holds));
    }
    case Test::Kind::Differ:
    case Test::Kind::Equal:
    {
        const std::optional<Term> left = known_instance(context.terms, test.left, values);
        const std::optional<Term> right = known_instance(context.terms, test.right, values);
        bool is_equal = left && right && *left == *right;
        if (!left && !right) // terms that nothing else has: compared once they exist
            is_equal = instance(context.terms, test.left, values) ==
                       instance(context.terms, test.right, values);
        return as_truth(is_equal == (test.kind == Test::Kind::Equal));
    }
    case Test::Kind::All:
    case Test::Kind::Any:
    {
        const Truth decides = as_truth(test.kind == Test::Kind::Any);
        Truth answer = as_truth(test.kind == Test::Kind::All);
        for (const Test& part : test.parts)
        {
            const Truth value = truth(context, part, values);
            if (value == decides)
                return decides;
            if (value == Truth::Open)
                answer = Truth::Open;
        }
        return answer;
    }
    }
    return Truth::Open;
}

std::size_t Join::best(JoinContext& context, const std::vector<std::size_t>& left,
                       const std::vector<Term>& bound) const
{
    std::size_t answer = 0;
    double least = -1;
    for (std::size_t i = 0; i < left.size(); ++i)
    {
        const Term atom = clause_.atoms[left[i]];
        if (context.terms.is_ground(atom))
            return i;
        const Pattern pattern = pattern_of(context.terms, atom);
        double free = 0;
        for (const Pattern::Leaf& leaf : pattern.leaves)
            if (!context.terms.is_ground(leaf.term) && !contains(bound, leaf.term))
                free += 1;
        const double all = std::max<double>(1, static_cast<double>(pattern.leaves.size()));
        const double size =
            static_cast<double>(context.tables.of(relation(context.terms, atom)).now);
        const double cost = free == 0 ? 0 : std::pow(size + 1, free / all);
        if (least < 0 || cost < least)
        {
            least = cost;
            answer = i;
        }
    }
    return answer;
}

void Join::add_tests(const std::vector<Term>& bound, std::vector<bool>& placed,
                     std::vector<const Test*>& tests) const
{
    for (std::size_t i = 0; i < clause_.tests.size(); ++i)
    {
        const Test& test = clause_.tests[i];
        if (placed[i] || !std::ranges::all_of(test.variables, [&](Term variable)
                                              { return contains(bound, variable); }))
            continue;
        placed[i] = true;
        tests.push_back(&test);
    }
}

void Join::add_step(JoinContext& context, std::size_t atom, std::vector<Term>& bound)
{
    Step step;
    step.atom = atom;
    const Term term = clause_.atoms[atom];
    step.relation = relation(context.terms, term);
    const Pattern pattern = pattern_of(context.terms, term);
    step.shapes = pattern.shapes;
    for (const Pattern::Leaf& leaf : pattern.leaves)
    {
        if (context.terms.is_ground(leaf.term) || contains(bound, leaf.term))
        {
            if (leaf.path.empty()) // the atom itself, which has no arguments or no variables
            {
                step.free.push_back(leaf);
                continue;
            }
            step.keys.push_back(leaf.term);
            step.key_paths.push_back(leaf.path);
        }
        else
            step.free.push_back(leaf);
    }
    context.terms.collect_variables(term, bound);
    if (atom != focus_ && (!step.keys.empty() || !step.shapes.empty()))
    {
        Table& table = context.tables.of(step.relation);
        for (const std::unique_ptr<Index>& index : table.indexes)
            if (index->is(step.shapes, step.key_paths))
                step.index = index.get();
        if (!step.index)
        {
            table.indexes.push_back(std::make_unique<Index>(step.shapes, step.key_paths));
            step.index = table.indexes.back().get();
        }
    }
    steps_.push_back(std::move(step));
}

void Join::plan(JoinContext& context)
{
    steps_.clear();
    first_tests_.clear();
    std::vector<Term> bound;
    std::vector<bool> placed(clause_.tests.size(), false);
    add_tests(bound, placed, first_tests_);
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < clause_.atoms.size(); ++i)
        if (i != focus_)
            left.push_back(i);
    if (focus_ < clause_.atoms.size())
    {
        add_step(context, focus_, bound);
        add_tests(bound, placed, steps_.back().tests);
    }
    while (!left.empty())
    {
        const std::size_t next = best(context, left, bound);
        add_step(context, left[next], bound);
        add_tests(bound, placed, steps_.back().tests);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
    }
    is_planned_ = true;
    planned_for_ = context.tables.size();
}

void Join::start(JoinContext& context, Step& step, const std::vector<Term>& values) const
{
    Table& table = context.tables.of(step.relation);
    step.table = &table;
    std::size_t first = 0, last = table.now;
    if (step.atom == focus_)
        first = table.before;
    else if (step.atom < focus_ && focus_ < clause_.atoms.size() &&
             context.open.contains(step.relation))
        last = table.before;
    step.key_values.clear();
    for (Term key : step.keys)
        step.key_values.push_back(context.terms.is_variable(key) ? values[key] : key);
    if (!step.index)
    {
        step.candidates = nullptr;
        step.at = first;
        step.end = last;
        return;
    }
    step.candidates = &step.index->find(step.key_values);
    const auto& numbers = *step.candidates;
    step.at = 0;
    step.end = static_cast<std::size_t>(
        std::ranges::lower_bound(numbers, static_cast<std::uint32_t>(last)) - numbers.begin());
}

bool Join::match(const JoinContext& context, const Step& step, Term atom,
                 std::vector<Term>& values) const
{
    const Terms& terms = context.terms;
    if (!has_shapes(terms, atom, step.shapes))
        return false;
    for (std::size_t i = 0; i < step.keys.size(); ++i)
        if (at(terms, atom, step.key_paths[i]) != step.key_values[i])
            return false;
    for (std::size_t i = 0; i < step.free.size(); ++i)
    {
        const Pattern::Leaf& leaf = step.free[i];
        const Term value = at(terms, atom, leaf.path);
        if (!terms.is_variable(leaf.term))
        {
            if (value != leaf.term)
                return false;
            continue;
        }
        bool is_first = true;
        for (std::size_t j = 0; j < i && is_first; ++j)
            is_first = step.free[j].term != leaf.term;
        if (is_first)
            values[leaf.term] = value;
        else if (values[leaf.term] != value)
            return false;
    }
    return true;
}

bool Join::passes(const JoinContext& context, const std::vector<const Test*>& tests,
                  const std::vector<Term>& values) const
{
    return std::ranges::all_of(tests, [&](const Test* test)
                               { return truth(context, *test, values) != Truth::False; });
}

bool Join::run(JoinContext& context, std::vector<Term>& values, std::uint64_t& budget,
               const std::function<bool()>& found)
{
    if (focus_ < clause_.atoms.size())
    {
        const Table& table = context.tables.of(relation(context.terms, clause_.atoms[focus_]));
        if (table.before == table.now)
            return spend(budget, 1);
    }
    if (!is_planned_ || planned_for_ * 2 < context.tables.size())
    {
        // A plan of n atoms compares n² times, each at the price of a few atoms.
        const std::uint64_t atoms = clause_.atoms.size();
        if (!spend(budget, 1 + 2 * atoms * atoms))
            return false;
        plan(context);
    }
    for (Step& step : steps_)
        if (step.index)
            step.index->update(context.terms, context.tables.of(step.relation).atoms);
    if (!passes(context, first_tests_, values))
        return true;
    if (steps_.empty())
        return found();
    std::size_t depth = 0;
    start(context, steps_[0], values);
    for (;;)
    {
        Step& step = steps_[depth];
        if (step.at == step.end)
        {
            if (depth == 0)
                return true;
            --depth;
            continue;
        }
        if (!spend(budget, 1))
            return false;
        const std::size_t number = step.candidates ? (*step.candidates)[step.at] : step.at;
        ++step.at;
        const Term atom = step.table->atoms[number];
        if (!match(context, step, atom, values) || !passes(context, step.tests, values))
            continue;
        if (depth + 1 < steps_.size())
        {
            ++depth;
            start(context, steps_[depth], values);
        }
        else if (!found())
            return false;
    }
}

} // namespace sgl::gdl
