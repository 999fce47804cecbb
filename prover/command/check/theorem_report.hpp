#pragma once

// What sgl check says of a theorem: as a line, with what it says and rests on, or as JSON.

#include "axioms/file/reader.hpp"
#include "axioms/text/substitution.hpp"
#include "logic/formula/print.hpp"
#include "prover/command/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl::command
{

/// What a derivation shows, as text: its metavariables by name.
class StatementPrinter
{
public:
    /// The calculus and the derivation must outlive it.
    StatementPrinter(const axioms::Calculus& calculus, const axioms::Derivation& derivation,
                     Style style);

    std::string operator()(Formula f) const;
    /// What the text states, or else the last line.
    std::string statement() const;
    /// Of a theorem that was accepted.
    std::vector<std::string> premises(const axioms::Theorem& theorem) const;
    /// " (φ: formula; a: action)", or empty.
    std::string variables() const;

private:
    const axioms::Calculus& calculus_;
    const axioms::Derivation& derivation_;
    const Style style_;
    std::optional<axioms::NamedVariables> names_; // where there are metavariables
};

/// No actions of the frame are as different as the theorem's `where` demands: it says nothing.
bool is_empty(const axioms::Calculus& calculus, const axioms::Theorem& theorem);

/// "accepted", "accepted, from 2 premises", "accepted, empty".
std::string accepted_as(const axioms::Calculus& calculus, const axioms::Theorem& theorem);

/// The line of a theorem that was accepted, with its premises and its conclusion below where it has
/// premises.
std::string accepted_text(const axioms::Calculus& calculus, const axioms::TheoremResult& outcome,
                          Style style, bool color);

/// One of `theorems` in --json.
Json as_json(const axioms::Calculus& calculus, const axioms::TheoremResult& outcome, Style style);

} // namespace sgl::command
