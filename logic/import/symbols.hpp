#pragma once

// Ground terms of a sheet as symbols with numbers and agents for arguments: (cell 1 2 b) becomes
// cell_b(1,2).

#include "logic/gdl/sheet/sheet.hpp"
#include "logic/import/patterns.hpp"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace sgl::import
{

/// What a symbol of the text is there for; terms of two purposes do not share a symbol.
enum class Purpose : std::uint8_t
{
    Fluent,
    Move,
    Definition
};

struct Symbol
{
    std::string name;
    Purpose purpose = Purpose::Fluent;
    std::vector<ColumnKind> kinds; // of its arguments
    Row least, greatest;           // over all terms
};

/// A term: its symbol, and its arguments.
struct Place
{
    std::size_t symbol = 0;
    Row arguments;
};

/// A text made a name of the language: what is no letter, digit or `_` becomes `_`. A keyword gets
/// a number.
std::string identifier(const std::string& like);

/// First all terms are noted; then the symbols are made; then each term has a place.
class Symbols
{
public:
    /// `agents`: the names of the roles. Where `has_nobody`, there is one more agent, the last.
    /// Nothing is called `goal` or `wins`, which every text defines, or as variables are.
    Symbols(const gdl::Terms& terms, const std::vector<gdl::Term>& agents, bool has_nobody);

    void note(Purpose purpose, gdl::Term term);
    /// A name of the text that no symbol may have.
    void reserve(const std::string& name) { taken_.insert(name); }
    void make();

    const Place& place(Purpose purpose, gdl::Term term) const;
    const std::vector<Symbol>& all() const { return symbols_; }
    const std::vector<std::string>& agent_names() const { return agent_names_; }
    /// An argument as it is written.
    std::string text(ColumnKind kind, int argument) const
    {
        return kind == ColumnKind::Agent ? agent_names_[static_cast<std::size_t>(argument)]
                                         : std::to_string(argument);
    }
    /// A name like this one that nothing has yet, and an identifier; it is taken from then on.
    std::string new_name(const std::string& like);

private:
    /// A leaf of a term is a number or an agent where all terms of that relation have one there.
    enum class LeafKind : std::uint8_t
    {
        Number,
        Agent,
        Word
    };
    struct Leaf
    {
        bool are_numbers = true, are_agents = true;
        std::set<int> numbers;

        LeafKind kind() const;
    };
    using Noted = std::pair<Purpose, gdl::Term>;

    /// Runs over the terms within a term, with a name for the way to each.
    template <class Visitor>
    void for_each_part(gdl::Term term, Visitor visit) const;
    std::string leaf_key(Purpose purpose, gdl::Term term, const std::string& path) const;
    std::optional<int> number_of(gdl::Term leaf) const;
    void add(const Noted& noted);

    const gdl::Terms& terms_;
    std::unordered_map<gdl::Term, int> agents_;
    std::vector<std::string> agent_names_;
    std::set<std::string> taken_;
    std::vector<Noted> noted_;
    std::map<std::string, Leaf> leaves_;
    std::map<std::string, std::size_t> by_shape_;
    std::map<Noted, Place> places_;
    std::vector<Symbol> symbols_;
};

} // namespace sgl::import
