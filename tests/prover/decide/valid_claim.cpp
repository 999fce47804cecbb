#include "tests/prover/decide/valid_claim.hpp"

#include "prover/decide/prover.hpp"

namespace sgl::testing
{

Verdict verdict_on_valid(FormulaStore& store, const Frame& frame, Formula f)
{
    Game game;
    game.name = "frame";
    game.frame = frame;
    Claim claim;
    claim.kind = ClaimKind::Valid;
    claim.formula = f;
    return Prover(store, game, ProveOptions{10, {}, nullptr}).prove(claim).verdict;
}

} // namespace sgl::testing
