#pragma once

// The report of sgl check on a theorem: as a line, with statement and premises, or as JSON.

#include "axioms/file/reader.hpp"
#include "axioms/text/substitution.hpp"
#include "logic/formula/print.hpp"
#include "prover/command/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl::command
{

/// The statement of a derivation as text; metavariables are printed by name.
class StatementPrinter
{
public:
    /// The calculus and the derivation must outlive the printer.
    StatementPrinter(const axioms::Calculus& calculus, const axioms::Derivation& derivation,
                     Style style);

    std::string operator()(Formula f) const;
    /// The conclusion that the file states, or else the formula of the last line.
    std::string statement() const;
    /// The premises of an accepted theorem.
    std::vector<std::string> premises(const axioms::Theorem& theorem) const;
    /// The metavariables with their sorts: " (φ: formula; a: action)"; empty for none.
    std::string variables() const;

private:
    const axioms::Calculus& calculus_;
    const axioms::Derivation& derivation_;
    const Style style_;
    std::optional<axioms::NamedVariables> names_; // where there are metavariables
};

/// True if no actions of the frame are as different as the `where` of the theorem demands: the
/// theorem has no instance.
bool is_empty(const axioms::Calculus& calculus, const axioms::Theorem& theorem);

/// "accepted", "accepted, from 2 premises", "accepted, empty".
std::string accepted_as(const axioms::Calculus& calculus, const axioms::Theorem& theorem);

/// The line of an accepted theorem. Where the theorem has premises, they and the conclusion stand
/// below.
std::string accepted_text(const axioms::Calculus& calculus, const axioms::TheoremResult& outcome,
                          Style style, bool color);

/// An element of `theorems` in --json.
Json as_json(const axioms::Calculus& calculus, const axioms::TheoremResult& outcome, Style style);

} // namespace sgl::command
