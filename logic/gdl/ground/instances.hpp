#pragma once

// All instances of the clauses that matter in any state that may be reached.

#include "logic/gdl/ground/clauses.hpp"
#include "logic/gdl/ground/join.hpp"
#include "logic/gdl/ground/limits.hpp"
#include "logic/gdl/sheet/reports.hpp"

#include <cstdint>
#include <vector>

namespace sgl::gdl
{

/// Instances of clauses: a head and literals, twice the atom and 1 for `not`. Of what does not
/// change with the state, nothing is left in them.
struct Instances
{
    std::vector<Term> heads;
    std::vector<std::uint32_t> rules; // in Sheet::rules
    std::vector<std::uint64_t> starts{0};
    std::vector<std::uint32_t> literals;

    std::size_t size() const { return heads.size(); }
    std::span<const std::uint32_t> body(std::size_t i) const
    {
        return {literals.data() + starts[i], literals.data() + starts[i + 1]};
    }
};

/// What is derived when everything that some state makes true stays true: a fluent that 'init' or
/// 'next' gives, a move that is legal. `sheet` gets the terms that are made. Exceeded limits are
/// reported, with the rule to blame.
class Instantiation
{
public:
    Instantiation(Sheet& sheet, const GroundingLimits& limits, Reports& reports);

    bool run();
    const Instances& instances() const { return instances_; }
    /// The arguments of the atoms of a relation that does not change with the state.
    std::vector<Term> facts(Keyword keyword, std::uint32_t arity);

private:
    void classify();
    bool close_component(const std::vector<std::size_t>& clauses);
    bool run_rounds(const std::vector<std::size_t>& clauses, bool is_recorded);
    bool derive(std::size_t clause, bool is_recorded);
    void add_test(const Test& test, std::vector<std::uint32_t>& body);
    void add_gate(const Test& test, Term gate);
    void record(Term head, const std::vector<std::uint32_t>& body);
    bool add_atom(Term atom);
    bool is_open(Term atom) const { return context_.open.contains(relation(sheet_.terms, atom)); }
    void blame();
    std::string what_is_too_much() const;
    void blame_depth(std::uint32_t rule);

    Sheet& sheet_;
    const GroundingLimits& limits_;
    Reports& reports_;
    Clauses clauses_;
    Tables tables_;
    std::vector<std::vector<std::size_t>> closed_; // clauses by component, in order
    std::vector<std::size_t> open_clauses_;
    std::vector<bool> gates_;
    Instances instances_;
    JoinContext context_;
    std::vector<Term> values_;
    std::vector<std::uint64_t> work_, made_; // by clause
    std::uint64_t budget_;
    std::uint32_t rule_ = 0; // of the clause at work
    std::uint32_t deepest_ = 0;
    bool has_stopped_ = false;
};

} // namespace sgl::gdl
