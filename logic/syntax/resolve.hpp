#pragma once

// Resolving: every name in the syntax gets its meaning, variables get slots, and formulas,
// conditions, integers, agents and actions are told apart. Faults are thrown.

#include "logic/syntax/names.hpp"

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace sgl::language
{

class Resolver
{
public:
    Resolver(const Texts& texts, GameFile& file, Names& names);

    /// Resolves the whole file; collects faults, one a declaration at most.
    void file(std::vector<Diagnostic>& errors);

    /// Resolves a formula without free variables; answers how many slots it needs.
    std::uint32_t formula(Expr* expr);
    /// Resolves a strategy by name, or a rule with its agent.
    std::uint32_t strategy(StrategyUse& use);

private:
    struct Bound
    {
        std::uint32_t slot;
        Sort sort;
    };

    void parameter(Expr* value);
    void range(RangeDeclaration& declared);
    void function(Function& declared);
    void check_progress(std::uint8_t state, std::string_view name) const;
    void arguments_of(SymbolDeclaration& declared);
    void symbol(SymbolDeclaration& declared);
    void fluent(SymbolDeclaration& declared);
    void memory(SymbolDeclaration& declared);
    void action(SymbolDeclaration& declared);
    void definition(SymbolDeclaration& declared);
    void strategy_declared(SymbolDeclaration& declared);
    void board(BoardDeclaration& declared);
    void board_mark(BoardMark& mark);
    void axiom(AxiomDeclaration& declared);
    void claim(ClaimDeclaration& declared);
    void read_measure(Expr* expr);

    void read_formula(Expr* expr);
    void read_restricted(Expr* expr);
    void read_quantified(Expr* expr);
    void read_chain(Expr* expr, bool as_rule);
    void read_rule(Expr* expr);
    void read_leaf(Expr* expr);
    void read_strategy(StrategyUse& use);
    void read_action(Expr* expr);
    void drop_role(Expr* expr, const SymbolDeclaration& declared);
    void read_condition(Expr* expr);
    void check_comparison(const Expr* expr, Sort left, Sort right) const;
    /// A comparison of terms that may depend on the state.
    void read_comparison_in_state(Expr* expr);
    /// Gives a comparison to the body of the count before it, where that ends in a number.
    void regroup(Expr* comparison) const;
    Expr** number_at_end(Expr* count) const;
    Sort read_term(Expr* expr);
    Sort read_number_term(Expr* expr);
    Sort read_conditional(Expr* expr);
    Sort read_call(Expr* expr);
    Sort read_value(Expr* expr);
    void read_integer(Expr* expr);
    void read_agent(Expr* expr);
    Sort read_domain(Domain& domain);
    Sort sort_of_range(std::uint32_t index);
    Sort sort_of_domain(const Domain& domain) const;

    /// Sets what a reference names; a name that is not declared is a fault.
    void find(Expr* expr);
    /// Checks the arguments of an action, fluent, definition or strategy.
    void arguments(Expr* expr, const SymbolDeclaration& declared);
    Sort function_value(Expr* expr, bool of_state);

    void bind(Binders& binders);
    void unbind(const Binders& binders);
    void bind(std::string_view name, Sort sort, std::uint32_t& slot);
    void open();
    std::uint32_t slots() const { return most_slots_; }

    [[noreturn]] void fail(const Expr* expr, std::string message, std::string hint = {}) const;
    [[noreturn]] void wrong_sort(const Expr* expr, std::string_view wanted) const;

    const Texts& texts_;
    GameFile& file_;
    Names& names_;
    std::unordered_map<std::string_view, Bound> scope_;
    std::uint32_t most_slots_ = 0;
    std::size_t level_ = 0; // of terms, through functions as well
    bool in_rule_ = false;  // inside a leaf of a strategy
    std::vector<std::uint8_t> range_state_;
    std::vector<Sort> range_sort_;
    std::vector<std::uint8_t> function_state_;
};

} // namespace sgl::language
