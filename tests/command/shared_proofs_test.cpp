// Directories of proofs that several runs write to, and people.

#include "tests/command/directory.hpp"
#include "tests/command/run.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <sys/stat.h>

using namespace sgl::testing;

namespace
{

namespace fs = std::filesystem;

/// Lights that switches turn on for good; a claim of each that is proved, of each that is refuted.
std::string lights(unsigned claims)
{
    std::string text = "game lights(n = 1)\nagents x\nfluent on(1..n)\naction press by x\n"
                       "axiom start: initial -> (all i in 1..n: !on(i))\n"
                       "axiom end: terminal <-> false\naxiom legality: legal(press) <-> true\n"
                       "axiom change: for i in 1..n: next on(i) <-> true\n";
    for (unsigned i = 0; i < claims; ++i)
        text += fmt::format("claim yes{0}: always on(1) | initial\nclaim no{0}: always on(1)\n"
                            "claim all{0}: theorem next on(1)\n",
                            i);
    return text;
}

/// The paths after "certificate: " or "derivation: ", without what follows a blank.
std::vector<std::string> paths_of(const std::string& output, const std::string& kind)
{
    std::vector<std::string> paths;
    for (std::size_t at = 0; (at = output.find("    " + kind + ": ", at)) != std::string::npos;)
    {
        at += kind.size() + 6;
        paths.push_back(output.substr(at, output.find_first_of(" \n", at) - at));
    }
    return paths;
}

Run prove(const Directory& directory, const std::string& what)
{
    return run_sgl("prove --proofs " + directory.path + " " + what);
}

} // namespace

TEST_CASE("Runs at the same time that share a directory of proofs lose nothing of each other's")
{
    const Directory directory, gates;
    directory.write("game.sgl", lights(2));
    constexpr unsigned rounds = 3, runs = 5; // two of them ask the same
    // Each run reads first from a pipe, so that none goes on before all have begun.
    std::string begin, open, go;
    for (unsigned run = 0; run < runs; ++run)
    {
        REQUIRE(mkfifo(gates.file(std::to_string(run)).c_str(), 0600) == 0);
        begin += fmt::format("'{0}' prove --proofs {1} {2}/{3} {1}/game.sgl -D n={4} >{2}/out{3} "
                             "2>{2}/err{3} || echo status $? >>{2}/err{3} &\n",
                             SGL_COMMAND, directory.path, gates.path, run, std::max(run, 1U));
        open += fmt::format("exec {}>{}/{}\n", run + 3, gates.path, run);
        go += fmt::format("echo no game >&{0}\nexec {0}>&-\n", run + 3);
    }
    gates.write("script", begin + open + go + "wait\n");
    for (unsigned round = 0; round < rounds; ++round)
    {
        run_sgl("--version >/dev/null; timeout 120 sh " + gates.file("script"));
        std::set<std::string> certificates, derivations;
        for (unsigned run = 0; run < runs; ++run)
        {
            const std::string output = gates.text(fmt::format("out{}", run));
            const std::string errors = gates.text(fmt::format("err{}", run));
            INFO(output << errors);
            const std::size_t error = errors.find("error"); // of what is no game, and no other
            CHECK(has(errors, "status 3"));
            CHECK(errors.find("error", error + 1) == std::string::npos);
            const auto written = paths_of(output, "certificate");
            CHECK(written.size() == 6);
            for (const std::string& path : written)
            {
                CHECK(certificates.insert(path).second); // nobody else's
                CHECK(has(directory.text(fs::path(path).filename().string()),
                          fmt::format("with n = {}\n", std::max(run, 1U))));
            }
            for (const std::string& path : paths_of(output, "derivation"))
            {
                CHECK(derivations.insert(path).second);
                CHECK(fs::exists(path));
            }
        }
        const Run checked = run_sgl("check " + directory.path);
        INFO(checked.output << checked.errors);
        CHECK(checked.status == 0);
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(directory.path))
        CHECK_FALSE(entry.path().filename().string().starts_with('.')); // all of it is cleaned up
    // What was once written under several names is replaced under one.
    const auto count = [&]
    {
        std::size_t found = 0;
        for (const fs::directory_entry& entry : fs::directory_iterator(directory.path))
            found += has(entry.path().filename().string(), "yes0") &&
                     entry.path().extension() == ".certificate" &&
                     has(directory.text(entry.path().filename().string()), "n = 1\n");
        return found;
    };
    CHECK(count() == 2);
    prove(directory, directory.file("game.sgl"));
    CHECK(count() == 1);
}

TEST_CASE("A derivation written by hand for the same claim of the same game is kept")
{
    const Directory directory;
    directory.write("game.sgl", lights(1));
    const std::string mine =
        "game \"game.sgl\" with n = 1\n\ntheorem mine: next on(1)\n"
        "  1. next on(1) <-> true by axiom change\n  2. next on(1) by TAUT 1\nend\n";
    directory.write("all0.sgp", mine);
    directory.write("yes0.certificate", "somebody's\n");
    for (int round = 0; round < 2; ++round)
    {
        const Run run = prove(directory, directory.file("game.sgl"));
        INFO(run.output << run.errors);
        CHECK(directory.text("all0.sgp") == mine);
        CHECK(directory.text("yes0.certificate") == "somebody's\n");
        CHECK_FALSE(fs::exists(directory.file("all0.certificate")));
        CHECK(has(run.output, "derivation: " + directory.file("all0-2.sgp")));
        CHECK(has(run.output, "certificate: " + directory.file("all0-2.certificate")));
        CHECK(has(run.output, "certificate: " + directory.file("yes0-2.certificate")));
        CHECK_FALSE(fs::exists(directory.file("all0-3.certificate")));
    }
}

TEST_CASE("A file of sgl's that was changed since is kept, and one that was not is replaced")
{
    const Directory directory;
    directory.write("game.sgl", lights(1));
    REQUIRE(has(prove(directory, directory.file("game.sgl")).output, "all0.sgp"));
    const std::string own = directory.text("all0.sgp"),
                      certificate = directory.text("all0.certificate");
    const std::string changed = "// looked through\n" + own;
    directory.write("all0.sgp", changed);
    const Run run = prove(directory, directory.file("game.sgl"));
    INFO(run.output << run.errors);
    CHECK(directory.text("all0.sgp") == changed);
    CHECK(directory.text("all0.certificate") == certificate); // it rests on the derivation
    CHECK(has(run.output, directory.file("all0-2.sgp")));
    CHECK(has(run.output, directory.file("yes0.certificate")));
    CHECK_FALSE(fs::exists(directory.file("yes0-2.certificate")));
    CHECK(run_sgl("check " + directory.path).status == 0);
    // As it was, it is sgl's again.
    directory.write("all0.sgp", own);
    CHECK(has(prove(directory, directory.file("game.sgl")).output, directory.file("all0.sgp")));
    CHECK_FALSE(fs::exists(directory.file("all0-2.sgp")));
}

TEST_CASE("What a run left that was killed while it wrote is removed by the next")
{
    const Directory directory;
    directory.write("game.sgl", lights(1));
    const std::string unfinished = ".sgl-proof-0123456789abcdef-1.unfinished";
    directory.write(unfinished, "sgl certif");
    directory.write(".sgl-notes", "mine");
    prove(directory, directory.file("game.sgl"));
    CHECK_FALSE(fs::exists(directory.file(unfinished)));
    CHECK(directory.text(".sgl-notes") == "mine");
}
