// Games in GDL at the command line.

#include "tests/command/directory.hpp"
#include "tests/command/run.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace
{

using namespace sgl::testing;
using Json = nlohmann::json;

std::map<std::string, std::string> verdicts(const Run& run)
{
    INFO(run.errors);
    REQUIRE(run.status == 0);
    std::map<std::string, std::string> found;
    const Json json = Json::parse(run.output);
    for (const Json& claim : json["claims"])
        found[claim["name"]] = claim["verdict"];
    return found;
}

} // namespace

TEST_CASE("The claims about a sheet have the same verdicts about what sgl import prints of it")
{
    unsigned sheets = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SGL_ROOT "/examples/gdl"))
    {
        if (entry.path().extension() != ".sgl")
            continue;
        const std::string name = entry.path().stem().string();
        const std::string path = "examples/gdl/" + name;
        const Run imported = run_sgl("import " + path + ".kif");
        INFO(path << "\n" << imported.errors);
        REQUIRE(imported.status == 0);
        std::string text = read_text(path + ".sgl");
        const std::string header = "game \"" + name + ".kif\"";
        REQUIRE(text.find(header) != std::string::npos);
        text.erase(text.find(header), header.size());
        CHECK(verdicts(run_sgl("prove --json -", imported.output + text)) ==
              verdicts(run_sgl("prove --json " + path + ".sgl")));
        ++sheets;
    }
    CHECK(sheets >= 6);
}

TEST_CASE("A sheet is a game for every command; its warnings and errors have places in it")
{
    CHECK(has(run_sgl("show examples/gdl/take.sgl").output, "actions of first (3): take(first,1)"));
    const std::string sheet = read_text("examples/gdl/take.kif");
    CHECK(run_sgl("import -", sheet).status == 0);
    CHECK(run_sgl("import -", "\xEF\xBB\xBF" + sheet).status == 0);
    check_refused(run_sgl("import -", "(role r"), "standard input:1:1: error:");
    check_refused(run_sgl("import -", "game g"), "is no sheet in GDL");
    check_refused(run_sgl("prove -",
                          "(role r) (init (n 0)) (legal r go) (goal r 1)"
                          "(<= (next (n (s ?x))) (true (n ?x))) (<= terminal (true (n 9)))"),
                  "grow without bound");
    check_refused(run_sgl("prove -", "game \"no/such.kif\"\nclaim c: valid true\n"),
                  "1:7: error: there is no file");
    check_refused(run_sgl("prove -", "game \"examples/river.sgl\"\n"), "is no sheet in GDL");
    check_refused(run_sgl("prove -", "game \"examples/gdl/take.kif\"\nagents z\n"),
                  "2:8: error: the agents are the roles of the sheet");
    check_refused(run_sgl("prove examples/gdl/take.kif"), "there is no claim in it to decide");
}

TEST_CASE("does(ROLE, MOVE) and legal(ROLE, MOVE), as GDL has them, name the role's action")
{
    const std::string game = "game \"examples/gdl/take.kif\"\n";
    const auto proves = [&](const std::string& formula)
    {
        const Run run = run_sgl("prove -", game + "claim c: valid " + formula + "\n");
        INFO(formula << run.errors);
        CHECK(run.status == 0);
    };
    proves("does(first, take(2)) <-> does(take(first,2))");
    proves("all t in agent, i in 1..3: legal(t, take(i)) <-> legal(take(t,i))");
    const std::string alone = "game \"examples/gdl/crossing.kif\"\nclaim c: valid ";
    CHECK(run_sgl("prove -", alone + "does(ferryman, row_left) <-> does(row_left)").status == 0);
    check_refused(run_sgl("prove -", alone + "does(wolf, row_left)"), "unknown name 'wolf'");
    check_refused(run_sgl("prove -", game + "claim c: valid does(first, take(1,2))"),
                  "'take' has 2 arguments, not 3");
    check_refused(run_sgl("prove -", game + "claim c: valid does(first, nothing)"),
                  "unknown name 'nothing'");
    check_refused(run_sgl("prove -", "agents x, y action a by x action b by y claim c: valid "
                                     "does(y, a)"),
                  "1:61: error: the action 'a' is of 'x' alone");
}

TEST_CASE("What can be forced in a sheet's game is what others found", "[sheets]")
{
    const char* const folder = std::getenv("SGL_GDL_SHEETS");
    if (folder == nullptr)
        return;
    std::ifstream stream(std::string(folder) + "/truth.json");
    const Json truth = Json::parse(stream);
    std::size_t solved = 0;
    for (const auto& [name, facts] : truth["games"].items())
    {
        if (facts["forced_value"].is_null() || facts["complete"] != Json(true))
            continue;
        const Run run = run_sgl("solve --json '" + (folder + ("/" + name)) + ".kif'");
        if (has(run.errors, "no game with turns"))
            continue;
        INFO(name << run.errors);
        REQUIRE(run.status == 0);
        const Json answer = Json::parse(run.output);
        CHECK(answer["states"] == facts["states"]);
        for (std::size_t r = 0; r < facts["roles"].size(); ++r)
            CHECK(answer["agents"][r]["value"] == facts["forced_value"][r]);
        ++solved;
    }
    CHECK(solved > 0);
}

TEST_CASE("Certificates of claims about a sheet are accepted, and rejected when the sheet changes")
{
    const Directory directory;
    directory.write("row.kif", read_text("examples/gdl/row.kif"));
    directory.write("row.sgl", read_text("examples/gdl/row.sgl"));
    const std::string game = directory.file("row.sgl"), proofs = directory.file("proofs");
    CHECK(run_sgl("prove " + game + " --proofs " + proofs).status == 0);
    const Run accepted = run_sgl("check " + proofs);
    INFO(accepted.output << accepted.errors);
    CHECK(accepted.status == 0);
    // O moves twice in a row.
    directory.write("row.kif",
                    with(read_text("examples/gdl/row.kif"),
                         "(<= (next (control x)) (true (control o)))",
                         "(<= (next (control x)) (true (control o)) (true (cell 1 1 x)))"
                         "(<= (next (control o)) (true (control o)) (not (true (cell 1 1 "
                         "x))))"));
    const Run rejected = run_sgl("check " + proofs);
    INFO(rejected.output << rejected.errors);
    CHECK(rejected.status == 1);
}
