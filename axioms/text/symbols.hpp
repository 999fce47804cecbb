#pragma once

// What the names in a derivation file mean: one table a file, looked up by the hash that the lexer
// computes on the way.

#include "axioms/text/lexer.hpp"
#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"

#include <limits>
#include <string_view>
#include <vector>

namespace sgl::axioms::text
{

/// The words that formulas are made of.
enum class Keyword : std::uint8_t
{
    None,
    True,
    False,
    Initial,
    Terminal,
    Legal,
    Does,
    Next,
    Any,
    All,
    Reserved, // of the game language
};

/// A name of the text, with what it means where the reader has got to.
struct Symbol
{
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// What a name means from here to the end of a scope.
    enum class Local : std::uint8_t
    {
        None,
        Formula, // a metavariable, or a let of the theorem
        Action,  // a metavariable
        Bound,   // an action of the frame: a variable of `for`, `any` or `all`
    };

    std::string_view name;
    std::uint32_t fluent = none; // of the frame
    std::uint32_t action = none;
    std::uint32_t let_at = none; // where the file's let for it stands
    Keyword word = Keyword::None;
    Local local = Local::None;
    Action local_action;
    Formula local_formula;
    Formula let;
    std::uint32_t label = 0; // the line so labelled, in the theorem that bears the number
    std::uint32_t labelled_in = 0;
};

/// The names of one file over one frame.
class Symbols
{
public:
    /// The frame must outlive it: names are views of its names.
    explicit Symbols(const Frame& frame);

    /// The symbol of that name; nothing where there is none. Others may be added later: a pointer
    /// is good until then.
    Symbol* find(std::string_view name, std::uint64_t hash);
    Symbol* find(std::string_view name) { return find(name, hash_of(name)); }
    /// The same, made where there is none; the name must outlive the table.
    Symbol& intern(std::string_view name, std::uint64_t hash);

    Symbol& operator[](std::uint32_t index) { return symbols_[index]; }
    std::uint32_t index(const Symbol& symbol) const
    {
        return static_cast<std::uint32_t>(&symbol - symbols_.data());
    }
    const std::vector<Symbol>& all() const { return symbols_; }

    // --- scopes ---
    std::size_t mark() const { return locals_.size(); }
    /// The name means this until the scope is closed; it must mean nothing local yet.
    void bind(std::uint32_t symbol, Symbol::Local kind)
    {
        symbols_[symbol].local = kind;
        locals_.push_back(symbol);
    }
    /// Undoes what was bound since.
    void close(std::size_t mark);

private:
    struct Slot
    {
        std::uint32_t hash = 0;
        std::uint32_t symbol = Symbol::none;
    };
    void grow();

    std::vector<Symbol> symbols_;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> locals_;
};

} // namespace sgl::axioms::text
