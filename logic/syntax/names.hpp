#pragma once

// The names a game declares: one table for agents, ranges, parameters, functions, actions,
// fluents, definitions and strategies.

#include "logic/syntax/syntax.hpp"
#include "logic/syntax/text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sgl::language
{

/// What a term stands for.
enum class Sort : std::uint8_t
{
    Integer,
    Agent
};

/// A function given by cases.
struct Function
{
    std::string_view name;
    std::vector<FunctionCase> cases;
    std::vector<Sort> arguments; // known once resolved, as is the sort
    std::optional<Sort> sort;
};

struct Symbol
{
    Target kind = Target::Unknown;
    std::uint32_t index = 0; // among its kind, in order of declaration
    const char* at = nullptr;
};

class Names
{
public:
    /// Collects the names of a file; throws a Fault for one that is declared twice.
    Names(const Texts& texts, const GameFile& file);

    const Symbol* find(std::string_view name) const;
    /// Every name, for suggestions.
    std::vector<std::string_view> all() const;

    std::vector<Function>& functions() { return functions_; }
    const std::vector<Function>& functions() const { return functions_; }

private:
    void declare(std::string_view name, Target kind, std::size_t index);
    void declare_case(const FunctionCase& declared);

    const Texts& texts_;
    std::unordered_map<std::string_view, Symbol> symbols_;
    std::vector<Function> functions_;
};

/// "an agent", "a fluent", …
std::string_view described(Target kind);

} // namespace sgl::language
