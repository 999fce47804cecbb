// sgl solve, and the claim `can force` in files.

#include "tests/command/directory.hpp"
#include "tests/command/run.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace sgl::testing;

namespace
{

/// Two agents walk on a line of n places; x steps, o may step back or wait. Plays need not end.
const std::string walk = R"(game walk(n = 3)
agents x, o
fluent at: 0..n
fluent turn(agent)
action go by x
action back, wait by o
axiom start: initial -> at = 0 & turn(x) & !turn(o)
axiom end: terminal <-> at = n
axiom may_go: legal(go) <-> turn(x) & !terminal
axiom may_back: legal(back) <-> turn(o) & !terminal
axiom may_wait: legal(wait) <-> turn(o) & !terminal
axiom effect: does(go) -> next at = at + 1
axiom behind: does(back) & at > 0 -> next at = at - 1
axiom else: does(wait) | does(back) & at = 0 -> next at = at
axiom turn_x: next turn(x) <-> turn(o)
axiom turn_o: next turn(o) <-> turn(x)
)";

} // namespace

TEST_CASE("The values of small games are those that are known")
{
    struct Known
    {
        const char *arguments, *first, *second, *size;
    };
    // Tic-tac-toe and its magic square, and connect-four on 4×4, are draws; Nim is won by x unless
    // the sum of the heaps without carrying is zero.
    for (const auto& [arguments, first, second, size] :
         {Known{"examples/tictactoe.sgl", "x can force 0, and no more",
                "o can force 0, and no more", "5478 states; the longest play has 9 moves"},
          Known{"bench/games/solved/sum15.sgl", "x can force 50, and no more",
                "o can force 50, and no more", "5478 states; the longest play has 9 moves"},
          Known{"bench/games/solved/connect_four.sgl -D w=4", "x can force 50, and no more",
                "o can force 50, and no more", "161029 states; the longest play has 16 moves"},
          Known{"bench/games/solved/breakthrough.sgl", "x can force 0, and no more",
                "o can force 100\n", "11287 states; the longest play has 21 moves"},
          Known{"examples/nim.sgl", "x can force 100\n", "o can force 0, and no more", "72 states"},
          Known{"examples/nim.sgl -D h2=2 -D h3=3", "x can force 0, and no more",
                "o can force 100\n", "40 states"}})
    {
        CAPTURE(arguments);
        const Run run = run_sgl(std::string("solve ") + arguments);
        CHECK(run.status == 0);
        CHECK(run.errors == "");
        CHECK(has(run.output, first));
        CHECK(has(run.output, second));
        CHECK(has(run.output, size));
    }
}

TEST_CASE("The strategies that sgl solve writes achieve what it says")
{
    const Directory directory;
    const std::string text = read_text("bench/games/solved/sum15.sgl");
    directory.write("game.sgl", text);
    const Run solved =
        run_sgl("solve " + directory.file("game.sgl") + " --policy " + directory.file("found"));
    CHECK(solved.status == 0);
    CHECK(has(solved.output, "policy: " + directory.file("found/x.policy")));
    CHECK(has(solved.output, "against: " + directory.file("found/against_x.policy")));
    directory.write("played.sgl", text + R"(
strategy first for x = policy "found/x.policy"
strategy second for o = policy "found/o.policy"
strategy denies for o = policy "found/against_x.policy"
claim draws:   x achieves !wins(o) by first
claim as_well: o achieves !wins(x) by second
claim denied:  o achieves !wins(x) by denies
claim both:    x, o achieve !wins(x) & !wins(o) by first, second
)");
    const Run proved = run_sgl("prove " + directory.file("played.sgl"));
    CAPTURE(proved.output, proved.errors);
    CHECK(proved.status == 0);
    CHECK(run_sgl("policy check " + directory.file("found/x.policy") + " " +
                  directory.file("game.sgl"))
              .status == 0);
    const Run play = run_sgl("moves " + directory.file("played.sgl") + " --strategy first");
    CHECK(play.status == 0);
    CHECK(has(play.output, "recommends"));
}

TEST_CASE("sgl solve --json has the values of agents, and what was gone through")
{
    const Run run = run_sgl("solve --json examples/nim.sgl");
    CHECK(run.status == 0);
    const auto json = nlohmann::json::parse(run.output);
    CHECK(json["states"] == 72);
    CHECK(json["longest_play"] == 8);
    CHECK(json["agents"][0]["agent"] == "x");
    CHECK(json["agents"][0]["value"] == 100);
    CHECK(json["agents"][1]["value"] == 0);
}

TEST_CASE("Where plays need not end, nobody forces anything by an endless play")
{
    const Directory directory;
    directory.write("walk.sgl", walk + R"(
define wins(t: agent) = terminal
claim alone:    x can force terminal              expect refuted
claim together: x, o can force terminal
claim by_o:     o can force terminal              // it waits
)");
    const Run solved = run_sgl("solve " + directory.file("walk.sgl"));
    CAPTURE(solved.output, solved.errors);
    CHECK(solved.status == 0);
    CHECK(has(solved.output, "x can force none of its goals"));
    CHECK(has(solved.output, "plays need not end"));
    const Run run =
        run_sgl("prove " + directory.file("walk.sgl") + " --proofs " + directory.file("proofs"));
    CAPTURE(run.output, run.errors);
    CHECK(run.status == 0);
    CHECK(has(run.output, "o prevents it"));
    CHECK(has(run.output,
              "    play: go back go back\n    which comes back to where it was after 2 plies"));
    CHECK(run_sgl("check " + directory.file("proofs")).status == 0);
    // By another one's policy nothing is shown.
    directory.write("proofs/alone.policy", directory.text("proofs/together.policy"));
    CHECK(run_sgl("check " + directory.file("proofs/alone.certificate")).status == 1);
}

TEST_CASE("A dead end is no end at which something is achieved")
{
    const Directory directory;
    directory.write("dead.sgl", R"(game dead
agents x, o
fluent over, stuck
action finish, halt by x
action idle by o
axiom start: initial -> !over & !stuck
axiom end: terminal <-> over
axiom may: legal(finish) <-> !over & !stuck
axiom may_halt: legal(halt) <-> !over & !stuck
axiom never: legal(idle) <-> false
axiom ends: next over <-> over | does(finish)
axiom halts: next stuck <-> stuck | does(halt)
claim finish: x can force over
claim halt:   x can force stuck    expect refuted
)");
    const Run run = run_sgl("prove " + directory.file("dead.sgl"));
    CAPTURE(run.output, run.errors);
    CHECK(run.status == 0);
}

TEST_CASE("From one of several initial states x may not force what it forces from the others")
{
    const Directory directory;
    directory.write("two.sgl", R"(game two
agents x
fluent lucky, over
action stop by x
axiom start: initial -> !over
axiom end: terminal <-> over
axiom may: legal(stop) <-> !over
axiom effect: next over <-> true
axiom luck: next lucky <-> lucky
claim ends:  x can force over
claim lucky: x can force lucky    expect refuted
)");
    const Run run = run_sgl("prove " + directory.file("two.sgl") + " --proofs " + directory.path);
    CAPTURE(run.output, run.errors);
    CHECK(run.status == 0);
    CHECK(run_sgl("check " + directory.path).status == 0);
}

TEST_CASE("What the axioms leave open is no ground for what is forced or prevented")
{
    const Directory directory;
    directory.write("open.sgl", R"(game open
agents x
fluent over, rain
action stop by x
axiom start: initial -> !over & !rain
axiom end: terminal <-> over
axiom may: legal(stop) <-> !over
axiom effect: next over <-> true
claim dry:  x can force !rain
claim ends: x can force over
)");
    const Run run = run_sgl("prove " + directory.file("open.sgl"));
    CHECK(run.status == 2);
    CHECK(has(run.output, "the axioms leave open what is legal, or what moves lead to"));
    CHECK(has(run.output, "ends  proved"));
}

TEST_CASE("Wrong claims about what is forced, and games without goals, are errors with a place")
{
    const Directory directory;
    const auto errors = [&](const std::string& claim)
    {
        directory.write("wrong.sgl", walk + claim);
        const Run run = run_sgl("prove " + directory.file("wrong.sgl"));
        CHECK(run.status == 3);
        return run.errors;
    };
    CHECK(has(errors("claim c: x, x can force terminal\n"),
              "wrong.sgl:17:13: error: x is named twice"));
    CHECK(has(errors("claim c: x can force does(go)\n"),
              "error: what is forced speaks of moves, not of a state"));
    CHECK(has(errors("claim c up to 3 plies: x can force terminal\n"),
              "error: 'can force' is about plays of any length"));
    CHECK(has(errors("claim c: x can force terminal by invariant true\n"), "error: an invariant"));
    CHECK(has(errors("claim c: x can terminal\n"), "wrong.sgl:17:16: error:"));
    directory.write("none.sgl", walk);
    const Run none = run_sgl("solve " + directory.file("none.sgl"));
    CHECK(none.status == 3);
    CHECK(has(none.errors, "neither goal(x, a value) nor wins(x) is defined"));
    directory.write("moves.sgl", walk + "define wins(t: agent) = does(go)\n");
    const Run moves = run_sgl("solve " + directory.file("moves.sgl"));
    CHECK(moves.status == 3);
    CHECK(has(moves.errors, "wins(x) speaks of moves, not of a state"));
}

TEST_CASE("The values of sheets in GDL are those that others found", "[gdl][sheets]")
{
    const char* const folder = std::getenv("SGL_GDL_SHEETS");
    if (folder == nullptr)
        return;
    const auto truth = nlohmann::json::parse(read_text(std::string(folder) + "/truth.json"));
    std::size_t compared = 0;
    for (const auto& [name, facts] : truth.at("games").items())
    {
        constexpr std::size_t most = 300'000;
        if (facts.value("forced_value", nlohmann::json()).is_null() ||
            facts.value("states", nlohmann::json()).is_null() || facts["states"] > most)
            continue;
        CAPTURE(name);
        const Run run = run_sgl("solve --json '" + std::string(folder) + "/" + name + ".kif'");
        if (run.status != 0) // roles that move at once
            continue;
        ++compared;
        const auto json = nlohmann::json::parse(run.output);
        CHECK(json["states"] == facts["states"]);
        for (const auto& agent : json["agents"])
        {
            const auto& values = facts["forced_value"];
            const std::string role = agent["agent"];
            if (values.is_object() && values.contains(role))
                CHECK(agent["value"] == values[role]);
        }
    }
    CHECK(compared > 20);
}
