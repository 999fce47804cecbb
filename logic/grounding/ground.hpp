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
    Formula ground_quantified(const Expr* expr);
    Formula ground_chain(const Expr* expr);
    Formula ground_reference(const Expr* expr);
    Formula ground_definition(const Expr* expr);
    Action ground_action(const Expr* expr);
    Formula made(const Expr* expr, Formula f);

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
    std::size_t expanding_ = 0;     // definitions and strategies that are being expanded
    std::vector<Formula> operands_; // of the nodes being built
    std::vector<Shape> actions_, fluents_;
    std::vector<Memo> definitions_;
    std::vector<StrategyMemo> strategies_;
    std::unordered_map<Formula, std::string> strategy_names_; // by what they expand to
    std::set<std::pair<std::uint32_t, std::int64_t>> named_;  // strategies that claims name
    std::vector<Formula> legal_moves_;                        // by agent; empty until wanted
};

} // namespace sgl::language
