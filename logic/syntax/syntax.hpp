#pragma once

// The language's syntax, as the grammar builds it: plain nodes in an arena that point at each
// other and into the source text. Names are resolved in place (resolve.hpp).

#include "logic/model/game.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sgl::language
{

enum class ExprKind : std::uint8_t
{
    Number,
    Reference, // a name, perhaps with arguments
    True,
    False,
    Initial,
    Terminal,
    Legal, // operands: the action
    Does,  // operands: the action
    Not,
    Next,
    After,    // operands: the action, the formula
    Select,   // operands: the action, the formula
    Restrict, // operands: α, the formula
    And,
    Or,
    Implies,
    Iff,
    PrioritisedOr,
    PrioritisedAnd,
    Minus,
    Sum,     // signs: + and -, one an operand
    Product, // signs: *, / and %, one an operand
    Compare, // signs: one of = ! < > and, for <= and >=, l and g
    Count,   // operands: the formula
    If,      // operands: the condition, the term where it is true, the other term
    All,
    Any,
    Each,
};

/// What a reference turned out to name.
enum class Target : std::uint8_t
{
    Unknown,
    Variable, // index: its slot
    Agent,
    Range,
    Parameter,
    Function,
    Action,
    Fluent,
    Definition,
    Strategy,
    FrameSymbol, // index: an action or fluent of a bare frame
};

struct Binders;

struct Expr
{
    ExprKind kind;
    Target target = Target::Unknown;
    std::uint32_t index = 0;
    std::uint32_t depth = 0; // how deep the expression nests
    std::int64_t number = 0;
    std::string_view name; // of a reference
    const char* at = nullptr;
    std::vector<Expr*> operands; // arguments, for a reference
    std::string signs;
    Binders* binders = nullptr;
    bool in_parentheses = false; // noted for `each`, which joins the chain around it otherwise
    bool has_role = false;       // of an action: the first operand is R, of does(R, M)
    bool of_state = false;       // a term whose value depends on the state, or on the move
};

/// Where a variable or an argument ranges over.
struct Domain
{
    enum class Kind : std::uint8_t
    {
        Agents,
        Named,
        Up,  // first .. last
        Down // first downto last
    };
    Kind kind = Kind::Agents;
    const char* at = nullptr;
    Expr* first = nullptr; // the name, for Named
    Expr* last = nullptr;
    std::uint32_t range = 0; // index, for Named
};

struct Variable
{
    std::string_view name;
    Domain* domain = nullptr;
    std::uint32_t slot = 0;
};

struct Binders
{
    std::vector<Variable> variables;
    Expr* where = nullptr;
};

struct ParameterDeclaration // of the game
{
    std::string_view name;
    Expr* value = nullptr;
};

struct ArgumentDeclaration // of an action, fluent, definition or strategy
{
    std::string_view name; // empty where only the domain is given
    Domain* domain = nullptr;
};

struct RangeDeclaration
{
    std::string_view name;
    Domain* domain = nullptr;
};

/// An action (with its agent), fluent (without; perhaps with values), definition, strategy (with
/// rule and agent; the rule of a policy is `false`), or memory of an agent: a fluent with values,
/// the first one and the next one.
struct SymbolDeclaration
{
    std::string_view name;
    std::string_view policy = {}; // the path of its file; empty where it is none
    std::vector<ArgumentDeclaration> arguments;
    Expr* agent = nullptr;
    Expr* body = nullptr;
    Domain* values = nullptr; // of a fluent that is not just true or false
    Expr* start = nullptr;    // of a memory
    std::uint32_t slots = 0;  // variables in the body, arguments included
};

struct FunctionCase
{
    std::string_view name;
    std::vector<Expr*> arguments;
    Expr* result = nullptr;
};

struct BoardMark
{
    Expr* pattern = nullptr;
    Expr* value = nullptr; // of a fluent with values
    Expr* label = nullptr;
};

struct BoardDeclaration
{
    const char* at = nullptr;
    std::vector<Domain*> axes;
    std::vector<BoardMark> marks;
};

struct AxiomDeclaration
{
    std::string_view name;
    Binders* binders = nullptr;
    Expr* body = nullptr;
    std::uint32_t slots = 0;
};

/// A strategy as a claim names it: a reference, or a rule with its agent.
struct StrategyUse
{
    Expr* rule = nullptr;
    Expr* agent = nullptr;
    Expr* rule_agent = nullptr; // of `for i`, where `x plays …` says it as well
};

struct Expectation
{
    Expected expected = Expected::Proved;
    Expr* condition = nullptr;
};

struct ClaimDeclaration
{
    std::string_view name;
    std::string_view text;
    ClaimKind kind = ClaimKind::Valid;
    Expr* up_to = nullptr;
    std::vector<Expr*> subjects;   // what is written before `is`, `refines`, `achieves`, …
    Expr* subject_agent = nullptr; // the i of `(rule) for i`
    Expr* formula = nullptr;
    std::vector<StrategyUse> strategies; // after `refines`, `by`; or the profile
    bool everywhere = false;
    std::vector<Expr*> invariants;       // `by invariant φ`: one at most
    Expr* every = nullptr;               // … `every N plies`
    Expr* when = nullptr;                // … `when ψ`
    std::vector<Expr*> measure;          // `by measure φ, each … : ψ`
    std::vector<std::string_view> cited; // `by claim NAME`
    std::vector<Expectation> expectations;
    std::uint32_t slots = 0;
};

struct GameFile
{
    std::string_view name;
    std::string_view sheet; // the path of a game in GDL; empty where there is none
    std::vector<ParameterDeclaration> parameters;
    std::vector<std::string_view> agents;
    std::vector<RangeDeclaration> ranges;
    std::vector<SymbolDeclaration> fluents, actions, definitions, strategies;
    std::vector<FunctionCase> cases;
    std::vector<BoardDeclaration> boards;
    std::vector<AxiomDeclaration> axioms;
    std::vector<ClaimDeclaration> claims;
};

/// Owns the nodes; they are freed together.
struct Arena
{
    std::deque<Expr> expressions;
    std::deque<Binders> binders;
    std::deque<Domain> domains;
};

} // namespace sgl::language
