#pragma once

// Certificates of claims about random games, and what the check says of them, as they are and
// changed.

#include "prover/certify/certify.hpp"
#include "prover/checker/check.hpp"
#include "prover/decide/prover.hpp"
#include "tests/random.hpp"

#include <string>

namespace sgl::testing
{

/// The certificate of a verdict; with `by_clauses`, by clauses alone.
certificate::CertificateText certify(FormulaStore& store, const Game& game, const Claim& claim,
                                     const Verdict& verdict, bool by_clauses = false);

/// What the check says of a text; "unreadable: …" where it is none of a certificate.
std::string objection(FormulaStore& store, const Game& game, const std::string& text);

ProveOptions keeping_models();
bool is_decided(const Verdict& verdict);

/// A text with one change: a bit, a word, or a line.
std::string mutated(Random& random, const Game& game, const std::string& text);

/// A random game, with random claims of one name each.
Game random_game_with_claims(Random& random, FormulaStore& store, bool open);

} // namespace sgl::testing
