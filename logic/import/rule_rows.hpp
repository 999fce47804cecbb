#pragma once

// The rules of a program as rows: what stands in them for numbers and agents, by head and literals.

#include "logic/gdl/sheet/sheet.hpp"
#include "logic/import/turns.hpp"
#include "logic/import/writer.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sgl::import
{

/// What heads stand for; the number of a symbol goes with them.
enum class Head : std::uint8_t
{
    Next,
    Legal,
    Defined,
    Goal,
    Terminal
};

class RuleRows
{
public:
    RuleRows(const gdl::Sheet& sheet, const gdl::Program& program, const Turns& turns);

    Symbols& symbols() { return symbols_; }
    const Symbols& symbols() const { return symbols_; }

    /// The roles that have a move that is not idle, by its symbol.
    const std::map<std::size_t, std::set<std::uint32_t>>& movers() const { return movers_; }
    /// A move of several roles has its role for a first argument.
    bool has_role(std::size_t symbol) const { return movers_.at(symbol).size() > 1; }
    /// The action of a move's symbol.
    Symbol action(std::size_t symbol) const;

    /// The rules for a symbol, each row once.
    std::vector<RuleShape> rules(Head head, std::size_t symbol) const;
    /// That some idle move of the role is legal.
    std::string has_idle_move(std::size_t r) const;

private:
    using Program = gdl::Program;
    static constexpr std::uint32_t none = Program::none;

    /// What an atom of the program is.
    struct AtomRole
    {
        enum class Kind : std::uint8_t
        {
            Defined,
            Fluent,
            Next,
            Does,
            Legal,
            Goal,
            Terminal
        };
        Kind kind = Kind::Defined;
        std::uint32_t role = 0, number = 0; // of the role; of the fluent or move; the goal's value
    };

    struct LiteralRow
    {
        Literal literal;
        std::vector<ColumnKind> kinds;
        Row arguments;
    };
    using HeadKey = std::pair<Head, std::size_t>;
    struct Shapes
    {
        std::map<std::string, std::size_t> numbers; // by the literals
        std::vector<RuleShape> list;
    };

    void note_atoms();
    /// Where a rule asks whether a move is legal, or does an idle one, that needs a definition.
    void note_legal();
    void note_movers();
    const Place& move_place(std::uint32_t r, std::uint32_t m) const;
    Row action_arguments(std::uint32_t r, std::uint32_t m) const;
    LiteralRow placed(const std::string& before, Purpose purpose, gdl::Term term,
                      const std::string& after) const;
    LiteralRow literal_row(std::uint32_t literal) const;
    void read_rules();
    /// A move that has a definition is legal where that holds.
    void legal_by_definition();
    void add_definition(const Program::Rule& rule);
    void add(Head head, std::size_t symbol, const std::vector<ColumnKind>& kinds,
             const Row& arguments, const Program::Rule& rule);
    void add(Head head, std::size_t symbol, std::vector<ColumnKind> kinds, Row row,
             std::vector<LiteralRow> literals);

    const Program& program_;
    const Turns& turns_;
    Symbols symbols_;
    std::vector<AtomRole> atoms_;
    std::set<std::uint32_t> needs_definition_;              // atoms (legal R M)
    std::map<std::size_t, std::set<std::uint32_t>> movers_; // roles, by the symbol of a move
    std::map<HeadKey, Shapes> rules_;
};

} // namespace sgl::import
