#pragma once

// What a solver finds out about a game for those who look at it: where its rules leave a fluent
// open, and what looks like a slip: symbols that nothing uses, moves that are never legal,
// strategies that never recommend anything. Found within a budget; what was not looked at is
// listed.

#include "logic/language/reader.hpp"
#include "logic/model/rules.hpp"
#include "prover/resources/budget.hpp"

#include <memory>
#include <string>
#include <vector>

namespace sgl::command
{

struct LintReport
{
    std::vector<std::string> unused;       // fluents in no axiom, claim or strategy
    std::vector<std::string> never_legal;  // actions, in no state that satisfies the axioms
    std::vector<std::string> never_advise; // strategies, likewise
    bool actions_seen = false;             // or there was no time for never_legal
    std::vector<std::string> not_seen;     // strategies that there was no time for
    bool no_state = false;                 // no state satisfies the axioms at all
};

/// Of fluents whose next value has rules for some cases: where the cases leave something open. All
/// others are determined after every move.
struct Coverage
{
    std::vector<Fluent> open;     // some move in a state that satisfies the axioms is no case
    std::vector<Fluent> not_seen; // there was no time to find out
};

class Linter
{
public:
    /// Store and reader must outlive the inquiry.
    Linter(FormulaStore& store, GameReader& reader, const Budget& budget);
    ~Linter();
    Linter(const Linter&) = delete;
    Linter& operator=(const Linter&) = delete;

    Coverage coverage(const Rules& rules, const std::vector<Fluent>& fluents);
    LintReport lint();

private:
    class AnyMove;
    AnyMove& move();

    FormulaStore& store_;
    GameReader& reader_;
    const Budget budget_;
    std::unique_ptr<AnyMove> move_; // made when asked for
};

} // namespace sgl::command
