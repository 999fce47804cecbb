#include "logic/grounding/symbols.hpp"

namespace sgl::language
{

namespace
{

constexpr std::int64_t most_tuples = std::int64_t{1} << 62;

bool is_of_agents(const Grounding& in, const Domain& domain)
{
    const Domain* at = &domain;
    while (at->kind == Domain::Kind::Named)
        at = in.file.ranges[at->range].domain;
    return at->kind == Domain::Kind::Agents;
}

} // namespace

const Domain& domain_of(const SymbolDeclaration& declared, std::size_t i)
{
    return i < declared.arguments.size() ? *declared.arguments[i].domain : *declared.values;
}

Shape shape_of(const Grounding& in, const SymbolDeclaration& declared)
{
    Shape shape;
    const std::size_t count = declared.arguments.size() + (declared.values == nullptr ? 0 : 1);
    for (std::size_t i = 0; i < count; ++i)
    {
        const Domain& domain = domain_of(declared, i);
        const Values values = in.terms.values(domain);
        const Values up{values.least(), values.greatest(), false};
        std::int64_t size = 0;
        const bool overflow =
            !up.empty() &&
            (__builtin_sub_overflow(up.last, up.first, &size) ||
             __builtin_add_overflow(size, 1, &size) ||
             __builtin_mul_overflow(shape.count, size, &shape.count) || shape.count > most_tuples);
        if (overflow)
            throw Fault{in.texts.error(domain.at, "the range is too large")};
        if (up.empty())
            shape.count = 0;
        shape.domains.push_back(up);
    }
    return shape;
}

std::vector<std::int64_t> arguments_of(const Shape& shape, std::int64_t tuple)
{
    std::vector<std::int64_t> answer(shape.domains.size());
    for (std::size_t i = answer.size(); i-- > 0;)
    {
        const Values& domain = shape.domains[i];
        const std::int64_t size = domain.last - domain.first + 1;
        answer[i] = domain.first + tuple % size;
        tuple /= size;
    }
    return answer;
}

std::vector<SymbolArgument> symbol_arguments(const Grounding& in, const SymbolDeclaration& declared,
                                             const std::vector<std::int64_t>& arguments)
{
    std::vector<SymbolArgument> answer;
    for (std::size_t i = 0; i < arguments.size(); ++i)
    {
        if (is_of_agents(in, domain_of(declared, i)))
            answer.emplace_back(Agent{static_cast<std::uint32_t>(arguments[i])});
        else
            answer.emplace_back(arguments[i]);
    }
    return answer;
}

std::string ground_name(const Grounding& in, const SymbolDeclaration& declared,
                        const std::vector<std::int64_t>& arguments)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        texts.push_back(shown(in, *declared.arguments[i].domain, arguments[i]));
    return applied(declared.name, texts);
}

std::string shown(const Grounding& in, const Domain& domain, std::int64_t v)
{
    if (is_of_agents(in, domain))
        return std::string(in.file.agents[static_cast<std::size_t>(v)]);
    return std::to_string(v);
}

} // namespace sgl::language
