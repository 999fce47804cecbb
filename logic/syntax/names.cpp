#include "logic/syntax/names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

/// Axioms and claims have names of their own; each may be used once.
template <class Declarations>
void check_distinct(const Texts& texts, const Declarations& declarations, std::string_view what)
{
    std::unordered_map<std::string_view, const char*> seen;
    for (const auto& declared : declarations)
    {
        const auto [first, is_new] = seen.emplace(declared.name, declared.name.data());
        if (!is_new)
            throw Fault{texts.error(
                declared.name.data(),
                fmt::format("a second {} with the name '{}'", what, declared.name),
                fmt::format("the first is on line {}", texts.position(first->second).line))};
    }
}

/// `by claim NAME` names another claim.
void check_cited(const Texts& texts, const std::vector<ClaimDeclaration>& claims)
{
    std::vector<std::string_view> names;
    for (const ClaimDeclaration& declared : claims)
        names.push_back(declared.name);
    for (const ClaimDeclaration& declared : claims)
    {
        for (const std::string_view cited : declared.cited)
        {
            if (std::ranges::find(names, cited) == names.end())
                throw Fault{texts.error(cited.data(), fmt::format("there is no claim '{}'", cited),
                                        suggestion(cited, names))};
            if (cited == declared.name)
                throw Fault{texts.error(cited.data(),
                                        fmt::format("claim '{}' is to be shown by itself", cited))};
        }
    }
}

} // namespace

std::string_view described(Target kind)
{
    switch (kind)
    {
    case Target::Unknown: return "unknown";
    case Target::Variable: return "a variable";
    case Target::Agent: return "an agent";
    case Target::Range: return "a range";
    case Target::Parameter: return "a parameter";
    case Target::Function: return "a function";
    case Target::Action: return "an action";
    case Target::Fluent: return "a fluent";
    case Target::Definition: return "a definition";
    case Target::Strategy: return "a strategy";
    case Target::FrameSymbol: return "a name";
    }
    return "";
}

Names::Names(const Texts& texts, const GameFile& file) : texts_(texts)
{
    const auto declare_all = [this](const auto& declarations, Target kind)
    {
        for (std::size_t i = 0; i < declarations.size(); ++i)
            declare(declarations[i].name, kind, i);
    };
    for (std::size_t i = 0; i < file.agents.size(); ++i)
        declare(file.agents[i], Target::Agent, i);
    declare_all(file.parameters, Target::Parameter);
    declare_all(file.ranges, Target::Range);
    declare_all(file.fluents, Target::Fluent);
    declare_all(file.actions, Target::Action);
    declare_all(file.definitions, Target::Definition);
    declare_all(file.strategies, Target::Strategy);
    for (const FunctionCase& declared : file.cases)
        declare_case(declared);
    check_distinct(texts, file.axioms, "axiom");
    check_distinct(texts, file.claims, "claim");
    check_cited(texts, file.claims);
}

void Names::declare(std::string_view name, Target kind, std::size_t index)
{
    const Symbol symbol{kind, static_cast<std::uint32_t>(index), name.data()};
    const auto [known, is_new] = symbols_.emplace(name, symbol);
    if (is_new)
        return;
    const auto& [first, second] =
        std::minmax(symbol, known->second, [](auto& a, auto& b) { return a.at < b.at; });
    throw Fault{texts_.error(
        second.at, fmt::format("'{}' is already declared", name),
        fmt::format("it is {} on line {}", described(first.kind), texts_.position(first.at).line))};
}

void Names::declare_case(const FunctionCase& declared)
{
    const Symbol* known = find(declared.name);
    if (known == nullptr || known->kind != Target::Function)
    {
        declare(declared.name, Target::Function, functions_.size());
        functions_.push_back({declared.name, {declared}, {}, {}});
        return;
    }
    Function& function = functions_[known->index];
    const std::size_t arity = function.cases.front().arguments.size();
    if (declared.arguments.size() != arity)
        throw Fault{texts_.error(declared.name.data(),
                                 fmt::format("'{}' has {} argument{} elsewhere", declared.name,
                                             arity, arity == 1 ? "" : "s"))};
    function.cases.push_back(declared);
}

const Symbol* Names::find(std::string_view name) const
{
    const auto found = symbols_.find(name);
    return found == symbols_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Names::all() const
{
    std::vector<std::string_view> names;
    names.reserve(symbols_.size());
    for (const auto& [name, symbol] : symbols_)
        names.push_back(name);
    std::ranges::sort(names);
    return names;
}

} // namespace sgl::language
