#include "tests/command/run.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace sgl::testing
{

namespace
{

/// A folder that goes away at the end.
struct Scratch
{
    std::filesystem::path path;

    Scratch()
    {
        std::string name = (std::filesystem::temp_directory_path() / "sgl-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Scratch()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
};

std::string contents(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

Run run_sgl(const std::string& arguments, const std::string& standard_input)
{
    const Scratch scratch;
    std::ofstream(scratch.path / "in", std::ios::binary) << standard_input;
    const auto file = [&](const char* name) { return "'" + (scratch.path / name).string() + "'"; };
    const std::string line = "cd '" SGL_ROOT "' && '" SGL_COMMAND "' " + arguments + " <" +
                             file("in") + " >" + file("out") + " 2>" + file("err");
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(scratch.path / "out"),
            contents(scratch.path / "err")};
}

std::string read_text(const std::string& path)
{
    const std::string text = contents(std::filesystem::path(SGL_ROOT) / path);
    REQUIRE(!text.empty());
    return text;
}

std::string with(const std::string& text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    INFO("looking for: " << from);
    REQUIRE(at != std::string::npos);
    REQUIRE(text.find(from, at + 1) == std::string::npos);
    return text.substr(0, at) + to + text.substr(at + from.size());
}

void check_refused(const Run& run, const std::string& said)
{
    CHECK(run.status == 3);
    CHECK(run.output.empty());
    CAPTURE(run.errors, said);
    CHECK(has(run.errors, said));
}

} // namespace sgl::testing
