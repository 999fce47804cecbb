// Two engines that answer the same question have to agree.

#include "prover/decide/cross_check.hpp"

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "tests/games.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

Verdict refuted_after(std::size_t plies, bool comes_back = false)
{
    Witness witness{Frame()};
    witness.play.resize(plies, Action{0});
    if (comes_back)
        witness.loop = 0;
    Refuted refuted{std::move(witness), {}, Method::Enumeration, ""};
    return refuted;
}

} // namespace

TEST_CASE("Proved and refuted is a disagreement that names both engines")
{
    const Verdict proved = Proved{Method::Induction, "over 2 plies"};
    const Verdict refuted = refuted_after(3);
    CHECK(disagreement(proved, refuted) ==
          "proved by induction, but refuted by enumeration with a play of 3 plies");
    CHECK(disagreement(refuted, proved) ==
          "refuted by enumeration with a play of 3 plies, but proved by induction");
    CHECK(disagreement(proved, refuted_after(3, true)).has_value());
}

TEST_CASE("An answer up to some ply contradicts plays that are no longer, and no others")
{
    const Verdict bounded = HoldsUpTo{4, "the bound"};
    CHECK(disagreement(bounded, refuted_after(4)) ==
          "said to hold up to 4 plies by unrolling, but refuted by enumeration with a play of 4 "
          "plies");
    CHECK(disagreement(refuted_after(0), bounded).has_value());
    CHECK_FALSE(disagreement(bounded, refuted_after(5)));
    CHECK_FALSE(disagreement(bounded, refuted_after(4, true))); // looked for at few lengths only
    CHECK_FALSE(disagreement(bounded, Proved{Method::Diagrams, ""}));
    CHECK_FALSE(disagreement(refuted_after(3), refuted_after(5)));
    CHECK_FALSE(disagreement(Undecided{"10 s passed"}, refuted_after(5)));
}

TEST_CASE("Where engines are compared, another one is asked about plays, and it agrees")
{
    FormulaStore store;
    const auto reader = GameReader::read(store, example("tictactoe.sgl"));
    REQUIRE(reader);
    ProveOptions options;
    for (const bool compare : {false, true})
    {
        options.compare = compare;
        Prover prover(store, reader->game(), options);
        for (const Claim& claim : reader->game().claims)
        {
            const ClaimResult result = prover.prove(claim);
            const bool about_plays =
                claim.kind != ClaimKind::Theorem && claim.kind != ClaimKind::Valid;
            CAPTURE(claim.name, word(result.verdict));
            CHECK(result.compared.has_value() == (compare && about_plays));
            const auto* proved = std::get_if<Proved>(&result.verdict);
            if (proved != nullptr && result.compared)
                CHECK(result.compared != proved->method);
        }
    }
}
