#include "logic/import/propagation.hpp"

#include <algorithm>

namespace sgl::import
{

namespace
{
constexpr std::size_t most_steps = 200'000; // literals that are looked at
} // namespace

Propagation::Propagation(const gdl::Program& program, const std::vector<std::uint32_t>& exclusive)
    : program_(program), occurrences_(program.atoms.size()), rules_of_(program.atoms.size()),
      excludes_(program.atoms.size()), legal_of_(program.atoms.size(), gdl::Program::none),
      is_given_(program.atoms.size()), values_(program.atoms.size())
{
    for (std::uint32_t i = 0; i < program.rules.size(); ++i)
    {
        rules_of_[program.rules[i].head].push_back(i);
        for (const std::uint32_t literal : program.body(program.rules[i]))
            occurrences_[literal / 2].push_back(i);
    }
    const auto exclude = [&](const std::vector<std::uint32_t>& atoms)
    {
        for (const std::uint32_t a : atoms)
            for (const std::uint32_t b : atoms)
                if (a != b)
                    excludes_[a].push_back(b);
    };
    exclude(exclusive);
    for (const gdl::Program::Fluent& fluent : program.fluents)
        is_given_[fluent.holds] = true;
    for (const gdl::Program::Role& role : program.roles)
    {
        std::vector<std::uint32_t> done;
        for (const gdl::Program::Move& move : role.moves)
            if (move.does != gdl::Program::none)
            {
                is_given_[move.does] = true;
                legal_of_[move.does] = move.legal;
                done.push_back(move.does);
            }
        constexpr std::size_t most = 300; // pairs are stored
        if (done.size() <= most)
            exclude(done);
    }
}

void Propagation::assume(std::uint32_t literal)
{
    if (is_true(literal))
        return;
    if (is_false(literal))
    {
        is_contradiction_ = true;
        return;
    }
    values_[literal / 2] = literal % 2 == 0 ? Value::True : Value::False;
    trail_.push_back(literal);
}

bool Propagation::is_falsified(std::uint32_t rule) const
{
    return std::ranges::any_of(program_.body(program_.rules[rule]),
                               [&](std::uint32_t literal) { return is_false(literal); });
}

/// Its head holds where its body does; where the head does not hold, not all of the body does.
void Propagation::look_at_rule(std::uint32_t rule)
{
    const auto body = program_.body(program_.rules[rule]);
    steps_ += body.size() + 1;
    std::size_t open = 0;
    std::uint32_t last = 0;
    for (const std::uint32_t literal : body)
    {
        if (is_false(literal))
        {
            look_at_head(program_.rules[rule].head);
            return;
        }
        if (!is_true(literal))
        {
            ++open;
            last = literal;
        }
    }
    const std::uint32_t head = program_.rules[rule].head;
    if (open == 0)
        assume(2 * head);
    else if (open == 1 && values_[head] == Value::False)
        assume(last ^ 1U);
}

/// An atom without a rule that may hold does not hold; where one is left, its body holds with it.
void Propagation::look_at_head(std::uint32_t atom)
{
    if (is_given_[atom] || values_[atom] == Value::False)
        return;
    std::size_t left = 0;
    std::uint32_t last = 0;
    for (const std::uint32_t rule : rules_of_[atom])
    {
        steps_ += program_.rules[rule].count + 1;
        if (is_falsified(rule))
            continue;
        last = rule;
        if (++left > 1)
            return;
    }
    if (left == 0)
        assume(2 * atom + 1);
    else if (values_[atom] == Value::True)
        for (const std::uint32_t literal : program_.body(program_.rules[last]))
            assume(literal);
}

void Propagation::look_at_exclusive(std::uint32_t atom)
{
    steps_ += excludes_[atom].size();
    for (const std::uint32_t other : excludes_[atom])
        assume(2 * other + 1);
    if (legal_of_[atom] != gdl::Program::none)
        assume(2 * legal_of_[atom]);
}

Propagation::Consequences Propagation::follow(std::span<const std::uint32_t> literals)
{
    trail_.clear();
    steps_ = 0;
    is_contradiction_ = false;
    for (const std::uint32_t literal : literals)
        assume(literal);
    for (std::size_t i = 0; i < trail_.size() && !is_contradiction_ && steps_ < most_steps; ++i)
    {
        const std::uint32_t atom = trail_[i] / 2;
        if (trail_[i] % 2 == 0)
            look_at_exclusive(atom);
        look_at_head(atom);
        if (trail_[i] % 2 == 1)
            for (const std::uint32_t rule : rules_of_[atom])
                look_at_rule(rule);
        for (const std::uint32_t rule : occurrences_[atom])
        {
            if (is_contradiction_ || steps_ >= most_steps)
                break;
            look_at_rule(rule);
        }
    }
    Consequences answer{is_contradiction_, trail_};
    for (const std::uint32_t literal : trail_)
        values_[literal / 2] = Value::Unknown;
    return answer;
}

} // namespace sgl::import
