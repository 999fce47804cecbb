#pragma once

// Grounding: resolved syntax becomes formulas over a frame. Definitions and strategies are
// expanded once for each tuple of arguments they are used with. Faults are thrown.

#include "logic/formula/formula.hpp"
#include "logic/grounding/symbols.hpp"
#include "logic/model/game.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace sgl::language
{

/// How deep formulas may nest, definitions expanded.
inline constexpr std::size_t formula_depth_limit = 100'000;

class Grounder
{
public:
    explicit Grounder(const Grounding& in, std::size_t formula_limit);

    /// Throws a Fault when grounding the game would take more formulas than the limit.
    void check_size() const;
    /// Adds agents, actions and fluents to the frame.
    void declare_frame();
    std::optional<Board> board();
    std::vector<Axiom> axioms();
    Claim claim(const ClaimDeclaration& declared);
    /// The strategies without parameters, and those that claims name.
    std::vector<Strategy> strategies();

    /// A resolved formula with so many variables.
    Formula formula(const Expr* expr, std::uint32_t slots);
    Strategy strategy(const StrategyUse& use, std::uint32_t slots);
    /// The names of all that is declared here, for each tuple of arguments if there are so many at
    /// most.
    std::vector<std::string> names_of(const std::vector<SymbolDeclaration>& all,
                                      std::size_t most) const;
    /// Of a strategy that was expanded to this formula, the first one.
    std::optional<std::string> strategy_name(Formula moves) const;
    /// The names of all that were met so far.
    const std::unordered_map<Formula, std::string>& strategy_names() const
    {
        return strategy_names_;
    }

private:
    struct Memo
    {
        Shape shape;
        std::unordered_map<std::int64_t, Formula> formulas; // an empty one is being expanded
        std::unordered_set<std::int64_t> folded; // those that comparisons made true or false
    };
    /// A value of a term, and the formula that the term has it.
    struct Case
    {
        std::int64_t value;
        Formula holds;
    };
    /// By value, each once. At every move of Σ exactly one of them holds.
    using Cases = std::vector<Case>;
    /// `next heap(1) = …`, where the premise is true, as an axiom says it.
    struct Assignment
    {
        std::string name;
        Position position;
        Formula premise; // empty: always
    };
    struct StrategyMemo
    {
        Shape shape;
        std::unordered_map<std::int64_t, std::optional<Strategy>> strategies;
    };

    [[noreturn]] void lack_actions(Agent agent) const;
    Fault empty_range(const Domain& domain, std::string consequence) const;
    void declare_actions(const SymbolDeclaration& declared);
    void declare_fluents(const SymbolDeclaration& declared);
    void mark_board(Board& board, const BoardDeclaration& declared, const BoardMark& mark);

    /// Starts counting work and formulas anew.
    void start();
    /// After a fault: forgets what was half done.
    void recover();

    Formula ground(const Expr* expr);
    /// A formula that comparisons of numbers and names make true or false: `folded_` says so, and
    /// it is left out of the formulas around it.
    Formula folded(bool value);
    Formula ground_junction(const Expr* expr);
    Formula ground_implication(const Expr* expr);
    Formula ground_equivalence(const Expr* expr);
    Formula ground_quantified(const Expr* expr);
    Formula ground_chain(const Expr* expr);
    Formula ground_reference(const Expr* expr);
    Formula ground_definition(const Expr* expr);
    Action ground_action(const Expr* expr);
    Formula made(const Expr* expr, Formula f);

    // ---- values that depend on the state (ground_values.cpp, ground_assignments.cpp)
    Formula ground_comparison(const Expr* expr);
    Formula compared_counts(const Expr* expr, const Expr* count, std::int64_t with, char sign);
    Formula less(const Cases& left, const Cases& right);
    Formula equal(const Cases& left, const Cases& right);
    Formula any_of(const Cases& cases, std::size_t first, std::size_t last);
    Formula block_of(const Cases& cases, std::size_t first, std::size_t size);
    Cases cases(const Expr* expr);
    Cases cases_of_fluent(const Expr* expr);
    Cases cases_of_function(const Expr* expr);
    Cases cases_of_numbers(const Expr* expr);
    Cases cases_of_count(const Expr* expr);
    Cases cases_of_conditional(const Expr* expr);
    Cases cases_elsewhere(const Expr* expr);
    Cases joined(const Expr* expr, Cases parts);
    /// The formulas that are counted; how many are true whatever the state.
    std::int64_t counted(const Expr* expr, std::vector<Formula>& parts);
    Formula both(Formula f, Formula g);
    FluentRange values_of(const Expr* reference);

    void value_axioms(std::vector<Axiom>& axioms);
    void memory_axioms(std::size_t fluent, std::vector<Axiom>& axioms);
    void check_memories(const std::vector<Axiom>& axioms) const;
    bool assigns(const Expr* expr) const;
    void assign(const Expr* expr, const Assignment& under, std::vector<Axiom>& axioms);
    void assign(const Expr* head, const Expr* value, const Assignment& under,
                std::vector<Axiom>& axioms);

    Formula ground_rule(const Expr* expr, Agent agent);
    Formula ground_operand(const Expr* expr, Agent agent);
    const Strategy& ground_strategy(const Expr* expr);
    Strategy used(const StrategyUse& use);
    Agent agent_of(const Expr* expr);
    Formula legal_move(Agent agent);
    void chain_operands(const Expr* chain, std::optional<Agent> rule_of);
    void chain_operand(const Expr* expr, std::optional<Agent> rule_of);
    Formula joined(const Expr* chain, std::size_t mark);

    void claim_proof(const ClaimDeclaration& declared, Claim& claim);
    Formula about_states(const Expr* expr, const char* what);
    void measure_part(const Expr* expr, Claim& claim);
    void claim_strategies(const ClaimDeclaration& declared, Claim& claim);
    void claim_profile(const ClaimDeclaration& declared, Claim& claim);
    void claim_achievers(const ClaimDeclaration& declared, Claim& claim);
    void claim_coalition(const ClaimDeclaration& declared, Claim& claim);
    std::optional<Expected> expected(const ClaimDeclaration& declared);
    void check_agent(const Strategy& s, Agent agent, const Expr* at) const;

    /// The number of the tuple of a reference's arguments; checks that they are in range.
    std::int64_t tuple(const Expr* expr, const SymbolDeclaration& declared, const Shape& shape);
    /// Opens a frame of variables for a declaration and binds its arguments to a tuple.
    std::size_t open(const SymbolDeclaration& declared, const Shape& shape, std::int64_t tuple);
    [[noreturn]] void fail(const Expr* expr, std::string message, std::string hint = {}) const;

    Grounding in_;
    std::size_t formula_limit_, store_limit_ = 0;
    std::size_t level_ = 0;         // how deep grounding is nested, through definitions as well
    bool folded_ = false;           // the formula grounded last
    std::size_t expanding_ = 0;     // definitions and strategies that are being expanded
    std::vector<Formula> operands_; // of the nodes being built
    std::vector<Shape> actions_, fluents_;
    std::vector<Memo> definitions_;
    std::vector<StrategyMemo> strategies_;
    std::unordered_map<Formula, std::string> strategy_names_; // by what they expand to
    std::set<std::pair<std::uint32_t, std::int64_t>> named_;  // strategies that claims name
    std::vector<Formula> legal_moves_;                        // by agent; empty until wanted
    std::unordered_map<std::uint64_t, Formula>
        blocks_; // of values of a fluent, one of which it has
};

} // namespace sgl::language
