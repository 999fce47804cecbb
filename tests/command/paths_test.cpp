// Files and paths: what symbolic links lead to, what is not written over, line ends of other
// systems, and how often a game is read.

#include "tests/command/directory.hpp"
#include "tests/command/run.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

using namespace sgl::testing;

namespace
{

namespace fs = std::filesystem;

/// Of this game `c` is true, or false where it starts with p.
std::string game(bool is_true)
{
    return std::string("agents x\nfluent p\naction a by x\naxiom start: initial -> ") +
           (is_true ? "!p" : "p") +
           "\naxiom end: terminal <-> false\naxiom legality: legal(a) <-> true\n"
           "axiom change: next p <-> p\nclaim c: always !p\nclaim d: theorem p -> next p\n";
}

/// Runs a command line in a directory.
Run run_in(const std::string& directory, const std::string& line)
{
    return run_sgl("--version >/dev/null; cd '" + directory + "' && ( '" SGL_COMMAND "' " + line +
                   " )");
}

const std::string good = "frame x: a, b\nfluents p, q\ntheorem yes: p & q -> q\n"
                         "  1. p & q -> q by TAUT\nend\n";

std::string with_line_ends_of_others(const std::string& text)
{
    std::string answer = "\xEF\xBB\xBF";
    for (const char c : text)
        answer += c == '\n' ? "\r\n" : std::string(1, c);
    return answer;
}

} // namespace

TEST_CASE("A certificate is about the game that its path leads to, also through a symbolic link")
{
    const Directory directory;
    fs::create_directories(directory.file("y/a/b"));
    fs::create_directory_symlink("a/b", directory.file("y/l"));
    directory.write("y/game.sgl", game(true));
    directory.write("game.sgl", game(false));
    const std::string here = directory.file("y");
    const Run proved = run_in(here, "prove game.sgl --proofs l");
    INFO(proved.output << proved.errors);
    REQUIRE(proved.status == 0);
    for (const std::string path : {"a/b", "l", "l/c.certificate", "a/../l"})
    {
        const Run checked = run_in(here, "check " + path);
        INFO(path << "\n" << checked.output << checked.errors);
        CHECK(checked.status == 0);
        CHECK(has(checked.output, ", 0 rejected"));
    }
}

TEST_CASE("import and game in a derivation file lead where the system says, through symbolic links")
{
    const Directory directory;
    fs::create_directories(directory.file("y/a/b"));
    fs::create_directory_symlink("a/b", directory.file("y/l"));
    directory.write("y/a/lemma.sgp", good);
    directory.write("y/lemma.sgp", "frame x: a, b\nfluents p, q\n"
                                   "theorem yes: p -> p\n  1. p -> p by TAUT\nend\n");
    const std::string use = "frame x: a, b\nfluents p, q\nimport \"../lemma.sgp\"\n"
                            "theorem use: p & q -> q\n  1. p & q -> q by lemma yes\nend\n";
    directory.write("y/a/b/use.sgp", use);
    const Run linked = run_in(directory.file("y"), "check l/use.sgp");
    INFO(linked.output << linked.errors);
    CHECK(linked.status == 0);

    directory.write("y/a/game.sgl", game(true));
    directory.write("y/a/b/about.sgp",
                    "game \"../game.sgl\"\ntheorem t: p -> next p\n"
                    "  1. next p <-> p by axiom change\n  2. p -> next p by TAUT 1\n"
                    "end\n");
    const Run about = run_in(directory.file("y"), "check l/about.sgp");
    INFO(about.output << about.errors);
    CHECK(about.status == 0);
}

TEST_CASE(
    "A file that is imported by several paths is one file, and one that imports itself is told")
{
    const Directory directory;
    fs::create_directories(directory.file("a/b"));
    fs::create_directory_symlink("a/b", directory.file("l"));
    directory.write("a/b/lemma.sgp", good);
    directory.write("use.sgp", "frame x: a, b\nfluents p, q\nimport \"l/lemma.sgp\"\n"
                               "import \"a/b/../b/lemma.sgp\"\nimport \"a/b/lemma.sgp\"\n"
                               "theorem use: p & q -> q\n  1. p & q -> q by lemma yes\nend\n");
    const auto json = nlohmann::json::parse(run_in(directory.path, "check --json use.sgp").output);
    INFO(json.dump(1));
    CHECK(json["files"][0]["theorems"].size() == 2);
    CHECK(json["rejected"] == 0);

    directory.write("a/b/self.sgp", "frame x: a, b\nfluents p, q\nimport \"../../l/self.sgp\"\n"
                                    "theorem t: p -> p\n  1. p -> p by TAUT\nend\n");
    const Run self = run_in(directory.path, "check l/self.sgp");
    INFO(self.output << self.errors);
    CHECK(self.status == 3);
    CHECK(has(self.errors, "imports itself"));
}

TEST_CASE("A page is not written over a file that is read, whatever it is called")
{
    const Directory directory;
    directory.write("lemma.sgp", good);
    const std::string use = "frame x: a, b\nfluents p, q\nimport \"lemma.sgp\"\n"
                            "theorem use: p & q -> q\n  1. p & q -> q by lemma yes\nend\n";
    directory.write("use.sgp", use);
    directory.write("game.sgl", game(true));
    const std::string about = "game \"game.sgl\"\ntheorem use: p -> p\n  1. p -> p by TAUT\nend\n";
    directory.write("about.sgp", about);
    fs::create_hard_link(directory.file("use.sgp"), directory.file("hard.html"));
    fs::create_symlink("lemma.sgp", directory.file("soft.html"));
    for (const std::string line :
         {"use.sgp --print use --html use.sgp", "use.sgp --print use --html ./use.sgp",
          "use.sgp --print use --html hard.html", "use.sgp --print use --html lemma.sgp",
          "use.sgp --print use --html soft.html", "- --print use --html use.sgp <use.sgp",
          "use.sgp about.sgp --print use --html about.sgp",
          "use.sgp about.sgp --print use --html game.sgl"})
    {
        const Run run = run_in(directory.path, "check " + line);
        INFO(line << "\n" << run.output << run.errors);
        CHECK(run.status == 3);
        CHECK(has(run.errors, "it is one of the files"));
        CHECK(directory.text("use.sgp") == use);
        CHECK(directory.text("lemma.sgp") == good);
        CHECK(directory.text("about.sgp") == about);
        CHECK(directory.text("game.sgl") == game(true));
    }
    CHECK(run_in(directory.path, "check use.sgp --print use --html page.html").status == 0);
    CHECK(has(directory.text("page.html"), "<h1>use</h1>"));
    CHECK(run_in(directory.path, "check use.sgp --print use --html page.html").status == 0);
    // A page for standard output goes there, and a link stays a link.
    fs::create_symlink("page.html", directory.file("link.html"));
    REQUIRE(run_in(directory.path, "check use.sgp --print use --html link.html").status == 0);
    CHECK(fs::is_symlink(directory.file("link.html")));
    fs::create_symlink("/proc/self/fd/1", directory.file("output"));
    const Run special = run_in(directory.path, "check -q use.sgp --print use --html output");
    CHECK(has(special.output, "<h1>use</h1>"));
    CHECK(fs::is_symlink(directory.file("output")));
}

TEST_CASE("Certificates and derivations with a byte order mark and CR LF are read, as games are")
{
    const Directory directory;
    directory.write("game.sgl", with_line_ends_of_others(game(true)));
    REQUIRE(run_in(directory.path, "prove game.sgl --proofs .").status == 0);
    std::size_t files = 0;
    for (const std::string name : {"c.certificate", "d.certificate", "d.sgp"})
    {
        if (!fs::exists(directory.file(name)))
            continue;
        ++files;
        const std::string text = directory.text(name);
        CHECK_FALSE(has(text, "\r"));
        directory.write(name, with_line_ends_of_others(text));
        const Run run = run_in(directory.path, "check " + name);
        INFO(name << "\n" << run.output << run.errors);
        CHECK(run.status == 0);
    }
    CHECK(files == 3);
    const Run all = run_in(directory.path, "check .");
    INFO(all.output << all.errors);
    CHECK(has(all.output, "2 accepted, 0 rejected")); // the derivation is still the certificate's

    // A certificate in which something is wrong has its place, with the mark or without.
    const std::string wrong = "sgl certificate 1\ngame \"game.sgl\"\nclaim c prooved\n";
    directory.write("bad.certificate", with_line_ends_of_others("sgl certificat 1\n"));
    CHECK(
        has(run_in(directory.path, "check bad.certificate").errors, "bad.certificate:1:16: error"));
    directory.write("bad.certificate", with_line_ends_of_others(wrong));
    const Run bad = run_in(directory.path, "check bad.certificate");
    CHECK(has(bad.errors, "bad.certificate:3:9: error"));
    CHECK_FALSE(has(bad.errors, "\r"));
}

TEST_CASE("However many certificates are about a game, it is read once")
{
    const Directory directory;
    directory.write("game.sgl", game(true));
    REQUIRE(run_in(directory.path, "prove game.sgl --proofs .").status == 0);
    // A pipe can be read once: who reads it again waits for ever.
    fs::rename(directory.file("game.sgl"), directory.file("text"));
    REQUIRE(mkfifo(directory.file("game.sgl").c_str(), 0600) == 0);
    const Run run = run_sgl("--version >/dev/null; cd '" + directory.path +
                            "' && ( cat text >game.sgl & timeout 20 '" SGL_COMMAND "' check . )");
    INFO(run.output << run.errors);
    CHECK(run.status == 0);
    CHECK(has(run.output, "2 accepted, 0 rejected"));
}

TEST_CASE("A certificate is read from standard input, too: its first line says what it is")
{
    const Directory directory;
    directory.write("game.sgl", game(true));
    REQUIRE(run_in(directory.path, "prove game.sgl --claim c --proofs .").status == 0);
    const Run run = run_in(directory.path, "check - <c.certificate");
    CAPTURE(run.output, run.errors);
    CHECK(run.status == 0);
    CHECK(has(run.output, "1 accepted, 0 rejected"));
}

TEST_CASE("A link in a directory of certificates that leads to no file is an error")
{
    const Directory directory;
    directory.write("game.sgl", game(true));
    REQUIRE(run_in(directory.path, "prove game.sgl --claim c --proofs .").status == 0);
    fs::create_symlink("gone", directory.file("b.certificate"));
    const Run run = run_in(directory.path, "check .");
    CAPTURE(run.output, run.errors);
    CHECK(run.status == 3);
    CHECK(has(run.errors, "cannot read ./b.certificate: No such file or directory"));
}

TEST_CASE("A quotation mark in the name of a game's file: no derivation, but a certificate")
{
    const Directory directory;
    directory.write("a\"b.sgl", game(true));
    const Run run = run_in(directory.path, "prove 'a\"b.sgl' --claim c --proofs .");
    CAPTURE(run.output, run.errors);
    CHECK(run.status == 0);
    CHECK(has(run.output, "has a quotation mark or a line end in it"));
    CHECK(run_in(directory.path, "check c.certificate").status == 0);
}

TEST_CASE("A user's file of the name that runs use for their locks is kept")
{
    const Directory directory;
    directory.write("game.sgl", game(true));
    directory.write(".sgl-names", "mine\n");
    REQUIRE(run_in(directory.path, "prove game.sgl --claim c --proofs .").status == 0);
    CHECK(directory.text(".sgl-names") == "mine\n");
}

TEST_CASE("An error in the game that a derivation names is told on one line, with its place")
{
    const Directory directory;
    directory.write("game.sgl", "agents x\nfluent q q\n");
    directory.write("d.sgp", "game \"game.sgl\"\ntheorem t: q -> q\n  1. q -> q by TAUT\nend\n");
    const Run run = run_in(directory.path, "check d.sgp");
    CAPTURE(run.output, run.errors);
    CHECK(run.status == 3);
    CHECK(has(run.errors, "game.sgl:2:10: unexpected 'q'; expected a declaration\n"));
}
