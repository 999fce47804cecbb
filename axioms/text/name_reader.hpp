#pragma once

// Names straight from the text: actions, fluents and abbreviations, and the names that a text
// declares itself. What is wrong with one is thrown as a ReadingStopped.

#include "axioms/text/lexer.hpp"
#include "axioms/text/symbols.hpp"

#include <string>
#include <vector>

namespace sgl::axioms::text
{

/// `c in actions, d in actions of x where c != d`, as it is read, and the actions it has got to.
struct ActionBinders
{
    struct Variable
    {
        std::uint32_t symbol;
        std::uint32_t at; // where its actions start in `actions`
        std::uint32_t count;
        std::uint32_t now = 0; // which of them
    };
    struct Side
    {
        bool is_variable;
        std::uint32_t index; // of the variable, or the action
    };
    struct Condition
    {
        Side left, right;
        bool equal;
    };

    std::vector<Variable> variables;
    std::vector<Action> actions;
    std::vector<Condition> conditions;

    Action value(std::size_t variable) const
    {
        return actions[variables[variable].at + variables[variable].now];
    }
    Action value(Side side) const
    {
        return side.is_variable ? value(side.index) : Action{side.index};
    }
    bool holds() const;
    /// The first tuple, in lexicographic order, that the conditions allow; false: there is none.
    bool first(Lexer& lexer);
    /// The next one.
    bool next(Lexer& lexer);
    /// To the tuple that is this; false where it is not among the actions.
    bool set(const std::vector<Action>& tuple);
};

/// Reads names. What a name means is looked up in one table, in which it declares others.
class NameReader
{
public:
    /// All must outlive it. With `hides`, what a text declares itself may have the name of
    /// something in the frame (templates do not know it).
    NameReader(FormulaStore& store, const Frame& frame, Symbols& symbols, Lexer& lexer, bool hides);

    /// An action of the frame, a bound variable or a metavariable.
    Action action();
    /// An action of the frame or a bound variable.
    Action ground_action(std::string_view what);

    /// What follows `for`, `any` or `all`, up to the colon. The variables are bound, to nothing as
    /// yet; the scope is for the caller to close.
    ActionBinders binders();
    /// The variables mean the tuple that the binders have got to.
    void bind(const ActionBinders& binders);

    /// A name of its own, such as a theorem's or a variable's.
    std::string_view own_name(std::string_view what);
    /// The same, bound in a scope; throws where it means something already.
    Symbol& declare(std::string_view what, Symbol::Local kind);
    /// Throws where the name means something at this place.
    void check_free(const char* at, const Symbol& symbol, std::string_view what);

    /// A file's lets that stand after this place mean nothing there.
    std::uint32_t lets_before = Symbol::none;

protected:
    /// A fluent, a let or a metavariable.
    Formula named();

    FormulaStore& store_;
    const Frame& frame_;
    Symbols& symbols_;
    Lexer& lexer_;

private:
    Symbol* value_of(const char* equals, std::uint64_t hash);
    Symbol* name();
    std::string canonical_name();
    [[noreturn]] void unknown_action(const char* at, std::string_view name);
    [[noreturn]] void unknown_fluent(const char* at, std::string_view name, const Symbol* symbol);

    const bool hides_;
};

} // namespace sgl::axioms::text
