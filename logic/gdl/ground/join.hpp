#pragma once

// All ways to bind the variables of a clause so that its atoms are in the tables.

#include "logic/gdl/ground/clauses.hpp"
#include "logic/gdl/ground/tables.hpp"

#include <functional>
#include <unordered_set>

namespace sgl::gdl
{

/// What is known about the relations while clauses are joined.
struct JoinContext
{
    Terms& terms;
    Tables& tables;
    /// Relations that change with the state, or whose tables still grow: their atoms are no tests.
    std::unordered_set<Relation> open;
};

/// A term without variables, of one with them; `values` are indexed by the variable.
Term instance(Terms& terms, Term term, const std::vector<Term>& values);

enum class Truth
{
    False,
    True,
    Open // it depends on atoms of open relations
};
Truth truth(const JoinContext& context, const Test& test, const std::vector<Term>& values);

/// One clause, and the order in which its atoms are matched when one of them has to be new.
class Join
{
public:
    /// `focus`: which atom has to be new in this round; atoms.size() for none.
    Join(const Clause& clause, std::size_t focus) : clause_(clause), focus_(focus) {}

    /// Calls `found` for each binding. False where more than `budget` atoms were looked at, which
    /// counts down, or `found` answers false.
    bool run(JoinContext& context, std::vector<Term>& values, std::uint64_t& budget,
             const std::function<bool()>& found);

private:
    struct Step
    {
        std::size_t atom; // in the clause
        Relation relation;
        Index* index = nullptr; // none: all atoms of the relation
        std::vector<Term> keys; // bound variables and terms
        std::vector<Path> key_paths;
        std::vector<Pattern::Shape> shapes;
        std::vector<Pattern::Leaf> free; // variables that it binds, and repetitions of them
        std::vector<const Test*> tests;  // whose variables are bound after it
        // where it is now:
        std::vector<Term> key_values;
        const std::vector<std::uint32_t>* candidates = nullptr;
        std::size_t at = 0, end = 0;
        const Table* table = nullptr;
    };

    void plan(JoinContext& context);
    std::size_t best(JoinContext& context, const std::vector<std::size_t>& left,
                     const std::vector<Term>& bound) const;
    void add_step(JoinContext& context, std::size_t atom, std::vector<Term>& bound);
    void add_tests(const std::vector<Term>& bound, std::vector<bool>& placed,
                   std::vector<const Test*>& tests) const;
    void start(JoinContext& context, Step& step, const std::vector<Term>& values) const;
    bool match(const JoinContext& context, const Step& step, Term atom,
               std::vector<Term>& values) const;
    bool passes(const JoinContext& context, const std::vector<const Test*>& tests,
                const std::vector<Term>& values) const;

    const Clause& clause_;
    std::size_t focus_;
    std::vector<Step> steps_;
    std::vector<const Test*> first_tests_; // without variables
    std::size_t planned_for_ = 0;          // atoms in the tables when the plan was made
    bool is_planned_ = false;
};

} // namespace sgl::gdl
