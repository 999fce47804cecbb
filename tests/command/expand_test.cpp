// sgl check --expand: a file that sgl check accepts.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>

using namespace sgl::testing;

TEST_CASE("sgl check accepts what --expand prints")
{
    for (const char* theorem : {"on_turn", "both_after", "on_turn_later", "both_later", ""})
    {
        const Run expanded = run_sgl(std::string("check examples/marks.sgp --expand ") + theorem);
        CHECK(expanded.status == 0);
        CHECK(expanded.errors.empty());
        CHECK_THAT(expanded.output,
                   Catch::StartsWith("game \"examples/tictactoe.sgl\" with m = 3"));
        CHECK_THAT(expanded.output, !Catch::Contains("lemma"));
        const Run checked = run_sgl("check -", expanded.output);
        CHECK(checked.status == 0);
        CHECK_THAT(checked.output, Catch::Contains(*theorem == '\0' ? "4 accepted" : "1 accepted"));
    }
    const Run family =
        run_sgl("check --expand does_next --frame 'x: a, b' axioms/derivations/next.sgp");
    CHECK_THAT(family.output,
               Catch::Contains("theorem does_next_a ") && Catch::Contains("theorem does_next_b "));
}

TEST_CASE("What --expand is not for")
{
    const auto said = [](const std::string& arguments, const char* input = "")
    {
        const Run run = run_sgl("check " + arguments, input);
        CHECK(run.status == 3);
        return run.errors;
    };
    CHECK_THAT(said("--expand axioms/derivations/next.sgp"), Catch::Contains("is a template"));
    CHECK_THAT(said("examples/marks.sgp --expand nothing"),
               Catch::Contains("there is no theorem 'nothing'"));
    CHECK_THAT(said("examples/marks.sgp examples/marks.sgp --expand"),
               Catch::Contains("one file at a time"));
    CHECK_THAT(said("examples/marks.sgp --json --expand"), Catch::Contains("--json"));
    CHECK_THAT(said("--expand"), Catch::Contains("PROOF"));
}
