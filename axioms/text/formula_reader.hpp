#pragma once

// Formulas and ground names, straight from the text into the store: no syntax tree. Operators are
// read by precedence on explicit stacks, so that nesting costs no stack of the machine. The body of
// `any` or `all` is read once for each action, by going back to where it starts.

#include "axioms/text/lexer.hpp"
#include "axioms/text/symbols.hpp"

#include <vector>

namespace sgl::axioms::text
{

/// `c in actions, d in actions of x where c != d`, as it is read, and the actions it has got to.
struct Binders
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

class FormulaReader
{
public:
    /// With `hides`, what a text declares itself may have the name of something in the frame
    /// (templates do not know it).
    FormulaReader(FormulaStore& store, const Frame& frame, Symbols& symbols, Lexer& lexer,
                  bool hides);

    /// The formula that is next, as long as it goes on.
    Formula formula();
    /// An action of the frame, a bound variable or a metavariable.
    Action action();
    /// An action of the frame or a bound variable.
    Action ground_action(std::string_view what);

    /// What follows `for`, `any` or `all`, up to the colon. The variables are bound, to nothing as
    /// yet; the scope is for the caller to close.
    Binders binders();
    /// The variables mean the tuple that the binders have got to.
    void bind(const Binders& binders);

    /// A name of its own, such as a theorem's or a variable's.
    std::string_view own_name(std::string_view what);
    /// The same, bound in a scope; throws where it means something already.
    Symbol& declare(std::string_view what, Symbol::Local kind);
    /// Throws where the name means something at this place.
    void check_free(const char* at, const Symbol& symbol, std::string_view what);

    /// A file's lets that stand after this place mean nothing there.
    std::uint32_t lets_before = Symbol::none;
    /// Quantifiers stand for their first instance: to look at the syntax of a text, quickly.
    bool only_syntax = false;

private:
    /// What is open around the operand that is being read.
    struct Open
    {
        enum class Kind : std::uint8_t
        {
            Whole,
            Parentheses,
            Braces, // ⌊ or {
            Quantifier,
            Not,
            Next,
            After,
            Select,
            Restrict,
            Operator,
        };
        Kind kind;
        Sign sign = Sign::End;   // of an Operator: which; of Braces: what closes them
        std::uint32_t data = 0;  // an action; where operands start; a quantifier
        std::uint32_t count = 0; // of an Operator: operands so far
        Formula alpha = {};      // of Restrict
    };
    struct Quantifier
    {
        bool is_all;
        bool is_empty;
        Binders binders;
        std::uint32_t body;
        std::size_t first_value;
        std::size_t mark; // of the symbols' scope
    };

    void operand();
    void start_operand();
    bool prefix(Sign sign);
    void open_quantifier(bool is_all);
    bool close_group();
    bool close_quantifier();
    void apply_prefixes();
    void take_operator(Sign sign);
    void fold_to(int level);
    Formula join(Sign sign, std::size_t count);
    Formula named();

    Symbol* name();
    std::string canonical_name();
    [[noreturn]] void unknown_action(const char* at, std::string_view name);
    [[noreturn]] void unknown_fluent(const char* at, std::string_view name, const Symbol* symbol);

    FormulaStore& store_;
    const Frame& frame_;
    Symbols& symbols_;
    Lexer& lexer_;
    const bool hides_;
    std::vector<Open> open_;
    std::vector<Formula> values_; // operands read
    std::vector<Quantifier> quantifiers_;
};

} // namespace sgl::axioms::text
