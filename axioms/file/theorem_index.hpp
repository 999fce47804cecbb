#pragma once

// The theorems that a file and its imports declare, and what became of them. A theorem that no
// calculus has seen yet is only asked for: whoever asked is told to wait, and is read again then.

#include "axioms/kernel/calculus.hpp"
#include "axioms/text/lexer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sgl::axioms::text
{

/// A theorem's heading: `NAME (φ: formula; a: action) for b in actions: …`.
struct DeclaredTheorem
{
    std::string name;
    std::uint32_t file = 0;
    std::uint32_t at = 0;    // the place of its name
    std::uint32_t after = 0; // and past it
    Variables variables;
    std::size_t indices = 0; // of a family
    bool is_open = false;    // it is being read
};

/// What the kernel said of a theorem.
enum class TheoremStatus : std::uint8_t
{
    Accepted,
    Rejected,
    Absent, // a family has no such member
};

/// The same, with the theorem where it was accepted.
struct TheoremState
{
    TheoremStatus state = TheoremStatus::Absent;
    const Theorem* theorem = nullptr;
};

/// A theorem to look at, with the actions of its family.
struct TheoremRequest
{
    std::uint32_t entry = 0;
    std::vector<Action> indices;
    std::string name; // with them: "select_next[a0]"
};

/// Theorems by name: declared in some file, and as far as they were checked.
class TheoremIndex
{
public:
    std::vector<DeclaredTheorem> entries;

    const std::uint32_t* find(std::string_view name) const
    {
        const auto found = by_name_.find(std::string(name));
        return found == by_name_.end() ? nullptr : &found->second;
    }
    std::uint32_t add(DeclaredTheorem entry)
    {
        const auto index = static_cast<std::uint32_t>(entries.size());
        by_name_.emplace(entry.name, index);
        entries.push_back(std::move(entry));
        return index;
    }

    const TheoremState* standing(const std::string& name) const
    {
        const auto found = standings_.find(name);
        return found == standings_.end() ? nullptr : &found->second;
    }
    void settle(const std::string& name, TheoremState standing) { standings_[name] = standing; }

private:
    std::unordered_map<std::string, std::uint32_t> by_name_;
    std::unordered_map<std::string, TheoremState> standings_;
};

} // namespace sgl::axioms::text
