// sgl prove --proofs and sgl check: a certificate for every verdict, judged by itself.

#include "tests/command/directory.hpp"
#include "tests/command/run.hpp"
#include "tests/places.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace sgl::testing;

namespace
{

const std::string root = SGL_ROOT;

/// tictactoe.sgl in the directory, and its certificates.
void prove_tictactoe(const Directory& directory)
{
    std::filesystem::copy(root + "/examples/tictactoe.sgl", directory.file("game.sgl"));
    const Run proved =
        run_sgl(fmt::format("prove --proofs {0} {0}/game.sgl --claim careful_x --claim careful_o "
                            "--claim turns --claim d2",
                            directory.path));
    INFO(proved.output << proved.errors);
    REQUIRE(proved.status == 0);
}

/// The exit status of sgl check for the certificate with other text in it.
int status_with(const Directory& directory, const std::string& name, const std::string& text)
{
    directory.write("changed.certificate", text);
    const Run checked = run_sgl("check " + directory.file("changed.certificate"));
    std::filesystem::remove(directory.file("changed.certificate"));
    UNSCOPED_INFO(name << ": " << checked.output << checked.errors);
    return checked.status;
}

} // namespace

TEST_CASE("Every claim of the examples that is proved or refuted has a certificate")
{
    std::vector<std::string> games{"tictactoe",  "lamps", "river",  "sticks",
                                   "implements", "hex",   "pursuit"};
    if (sample_count(2, 1) == 2)
        games.insert(games.end(),
                     {"errata", "nim", "prioritised", "pure", "fivethree", "crossdot"});
    for (const std::string& game : games)
    {
        CAPTURE(game);
        const Directory directory;
        const Run proved = run_sgl(
            fmt::format("prove --json --proofs {} {}/examples/{}.sgl", directory.path, root, game));
        REQUIRE(proved.status == 0);
        std::size_t decided = 0;
        const auto verdicts = nlohmann::json::parse(proved.output);
        for (const auto& claim : verdicts["claims"])
        {
            CAPTURE(claim.dump());
            if (claim["verdict"] != "proved" && claim["verdict"] != "refuted")
                continue;
            ++decided;
            CHECK(claim.contains("certificate"));
        }
        const Run checked = run_sgl("check --json " + directory.path);
        INFO(checked.output << checked.errors);
        CHECK(checked.status == 0);
        const auto answer = nlohmann::json::parse(checked.output);
        CHECK(answer["accepted"] == decided);
        CHECK(answer["rejected"] == 0);
    }
}

TEST_CASE("sgl check of a directory checks its certificates, and says what each rests on")
{
    const Directory directory;
    prove_tictactoe(directory);
    const Run checked = run_sgl("check " + directory.path);
    INFO(checked.output << checked.errors);
    CHECK(checked.status == 0);
    CHECK(has(checked.output, "proved by a set of states"));
    CHECK(has(checked.output, "refuted by a play"));
    CHECK(has(checked.output, "proved by theorems"));
    CHECK(has(checked.output, "4 accepted, 0 rejected"));
    CHECK(!has(checked.output, ".sgp")); // each is a certificate's

    std::filesystem::remove(directory.file("turns.certificate"));
    CHECK(has(run_sgl("check " + directory.path).output, "turns.sgp"));
    const Directory& empty = directory;
    std::filesystem::create_directory(empty.file("empty"));
    CHECK(run_sgl("check " + empty.file("empty")).status == 3);
}

TEST_CASE("A certificate of another verdict, claim, game, play or set of states is rejected")
{
    const Directory directory;
    prove_tictactoe(directory);
    const std::string set = directory.text("careful_x.certificate"),
                      play = directory.text("careful_o.certificate"),
                      theorem = directory.text("turns.certificate");
    REQUIRE(status_with(directory, "as it is", set) == 0);
    REQUIRE(status_with(directory, "as it is", play) == 0);
    REQUIRE(status_with(directory, "as it is", theorem) == 0);

    CHECK(status_with(directory, "verdict", with(set, "proved", "refuted")) == 1);
    CHECK(status_with(directory, "verdict", with(play, "refuted", "proved")) == 1);
    CHECK(status_with(directory, "claim", with(set, "careful_x", "careful_o")) == 1);
    CHECK(status_with(directory, "claim", with(set, "careful_x", "sensible_x")) == 1);
    CHECK(status_with(directory, "claim", with(play, "careful_o", "careful_x")) == 1);
    CHECK(status_with(directory, "claim", with(theorem, "claim turns", "claim d2")) == 1);
    CHECK(status_with(directory, "no claim", with(set, "careful_x", "nobody")) == 1);
    CHECK(status_with(directory, "parameter", with(set, "m = 3", "m = 4")) == 1);
    CHECK(status_with(directory, "parameter", with(theorem, "m = 3", "m = 4")) == 1);
    CHECK(status_with(directory, "no game", with(set, "game.sgl", "no.sgl")) == 3);
    CHECK(status_with(directory, "file", with(theorem, "turns.sgp", "d2.sgp")) == 1);
    CHECK(status_with(directory, "no file", with(theorem, "turns.sgp", "no.sgp")) == 1);
    CHECK(status_with(directory, "play", with(play, "moves a(x,3,3)", "moves a(x,2,2)")) == 1);
    CHECK(status_with(directory, "set", set.substr(0, set.find("sets")) + "sets 0\nend\n") == 1);
    CHECK(status_with(directory, "cut", play.substr(0, play.size() - 4)) == 3);
    CHECK(status_with(directory, "version", with(play, "certificate 1", "certificate 2")) == 3);
}

TEST_CASE("A set of states with any one node, or state, taken out is rejected")
{
    const Directory directory;
    prove_tictactoe(directory);
    const std::string set = directory.text("careful_x.certificate");
    unsigned long tried = 0;
    // A branch that leads nowhere leaves out the states that go along it.
    for (std::size_t at = set.find("\nnode "); at != std::string::npos;
         at = set.find("\nnode ", at + 1), ++tried)
    {
        if (tried % (sample_count(20, 1) == 20 ? 1 : 25) != 0)
            continue;
        const std::size_t end = set.find('\n', at + 1);
        std::string changed = set;
        const std::size_t last = changed.rfind(' ', end);
        if (changed.substr(last + 1, end - last - 1) == "0")
            continue;
        changed.replace(last + 1, end - last - 1, "0");
        CHECK(status_with(directory, changed.substr(at, 30), changed) == 1);
    }
    CHECK(tried > 0);
}

TEST_CASE("A certificate of a game that was changed since is rejected")
{
    const Directory directory;
    prove_tictactoe(directory);
    const std::string game = directory.text("game.sgl");
    directory.write("game.sgl", with(game, "centre(t) |> win(t) |> block(t) |> corner(t)",
                                     "centre(t) |> win(t) |> corner(t)"));
    const Run checked = run_sgl("check " + directory.file("careful_x.certificate"));
    INFO(checked.output << checked.errors);
    CHECK(checked.status == 1);
    CHECK(has(checked.output, "out of the next"));
}

TEST_CASE("Killed at any time, sgl leaves no certificate and no derivation that is there in part",
          "[clock]")
{
    CAPTURE(seed());
    Random random(seed());
    const auto prove = [](const Directory& directory, const std::string& before)
    {
        std::filesystem::copy(root + "/examples/tictactoe.sgl", directory.file("game.sgl"));
        const auto start = std::chrono::steady_clock::now();
        run_sgl(fmt::format("--version; {0} '{1}' prove --proofs {2} {2}/game.sgl", before,
                            SGL_COMMAND, directory.path));
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const double all = prove(Directory(), "");
    unsigned whole = 0;
    for (unsigned round = 1; round <= 12; ++round)
    {
        const Directory directory;
        const double seconds = all * (round + random.below(1000) / 1000.0) / 10;
        prove(directory, fmt::format("timeout -s KILL {:.3f}", seconds));
        for (const auto& entry : std::filesystem::directory_iterator(directory.path))
        {
            const std::string extension = entry.path().extension().string();
            if (extension != ".certificate" && extension != ".sgp")
                continue;
            const Run checked = run_sgl("check " + entry.path().string());
            INFO(entry.path() << " after " << seconds << " s\n"
                              << checked.output << checked.errors);
            CHECK(checked.status == 0);
            ++whole;
        }
    }
    CHECK(whole > 0);
}

TEST_CASE("What is wrong with the text of a certificate is shown in its place")
{
    const Directory directory;
    prove_tictactoe(directory);
    const std::string play = directory.text("careful_o.certificate");
    directory.write("bad.certificate", with(play, "moves a(x,3,3)", "moves b(x,3,3)"));
    const Run checked = run_sgl("check " + directory.file("bad.certificate"));
    CHECK(checked.status == 3);
    CHECK(has(checked.errors, "bad.certificate:6:7: error: there is no such action"));
}

TEST_CASE(
    "What is no file is passed over in a directory, and a name cannot look like a line of sgl's")
{
    const Directory directory;
    std::filesystem::copy(root + "/examples/tictactoe.sgl", directory.file("game.sgl"));
    REQUIRE(mkfifo(directory.file("pipe.certificate").c_str(), 0600) == 0);
    directory.write("odd.certificate",
                    "sgl certificate 1\ngame \"game.sgl\" with m = 3, k = 3\n"
                    "claim \"d2  accepted\\n  d2\" proved\nby all states\nend\n");
    const Run run = run_sgl("check " + directory.path);
    INFO(run.output << run.errors);
    CHECK(run.status == 1);
    CHECK(has(run.output, "d2  accepted?  d2"));
    CHECK(has(run.output, "0 accepted, 1 rejected"));
}
