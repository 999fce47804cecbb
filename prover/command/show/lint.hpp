#pragma once

// Checks of a game with a SAT solver: fluents that the rules leave open, and likely mistakes, such
// as symbols without a use, moves that are never legal, and strategies that never recommend a move.
// The checks have a budget; the report lists what the time did not suffice for.

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
    bool actions_seen = false;             // false: there was no time for never_legal
    std::vector<std::string> not_seen;     // strategies for which there was no time
    bool no_state = false;                 // no state satisfies the axioms at all
};

/// The coverage of fluents whose next value has rules for some cases: fluents that the cases leave
/// open, and fluents not looked at. All other fluents are determined after every move.
struct Coverage
{
    std::vector<Fluent> open;     // some move in a state that satisfies the axioms is no case
    std::vector<Fluent> not_seen; // fluents for which there was no time
};

class Linter
{
public:
    /// Store and reader must outlive the linter. Queries that the budget cuts short are reported as
    /// not seen; coverage and lint do not throw Interrupted.
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
    std::unique_ptr<AnyMove> move_; // made at the first use
};

} // namespace sgl::command
