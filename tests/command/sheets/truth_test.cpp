// Folders of rule sheets with a truth.json, which says what others found out about them, and with
// bad/notes.tsv, which says what sheets with something wrong must meet: `sgl show` is asked about
// each, and a table printed. One folder is here; SGL_GDL_SHEETS names another one, and SGL_GDL_ONLY
// a part of the names of its sheets. tests/gdl/sheets.sh runs these tests for a folder.

#include "tests/command/sheets/measured.hpp"
#include "tests/gdl/known_facts.hpp"
#include "tests/places.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace sgl::testing
{

namespace
{

using Json = nlohmann::json;

constexpr std::array near_facts{"roles", "init_fluents", "initial_legal", "states_at_ply",
                                "sequences_at_ply"};

std::string first_line(const std::string& text)
{
    constexpr std::size_t longest = 160;
    return text.substr(0, std::min(longest, text.find('\n')));
}

std::string lower(std::string text)
{
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// The same as that of truth.json; names are compared without their case.
bool agrees(const std::string& key, const Json& ours, const Json& truth)
{
    return key == "roles" ? lower(ours.dump()) == lower(truth.dump())
                          : gdl::agrees(key, ours, truth);
}

/// What the command says about a sheet, beside the truth: "agrees", "differs" or "refused", and
/// whether that is right.
bool compare(const std::filesystem::path& folder, const std::string& name, const Json& truth)
{
    std::vector<std::string> arguments{"show",      "--deep", "--json",
                                       "--timeout", "600",    (folder / (name + ".kif")).string()};
    const Json plies = truth.value("states_at_ply", Json());
    const bool is_complete = truth.value("complete", Json(false)) == true;
    if (!is_complete && plies.is_array()) // no more than was found out, as far as that is listed
        arguments.insert(arguments.end(),
                         {"--plies", std::to_string(std::max<std::size_t>(1, plies.size() - 1))});
    const Measured run = measure_sgl(arguments);
    const Json ours = Json::parse(run.output, nullptr, false);
    std::string word = "agrees", differ;
    std::size_t compared = 0;
    bool is_right = true;
    if (ours.is_discarded() || !ours.contains("states_at_ply"))
    {
        is_right = run.status == 3 &&
                   (truth.value("roles", Json()).is_null() || truth.contains("ground_error"));
        word = "refused";
        differ = " " + first_line(run.errors);
    }
    else
        for (const auto& [key, fact] : truth.items())
        {
            // Of a game whose states nobody went through, what was found near the start.
            const bool is_near = std::ranges::find(near_facts, key) != near_facts.end();
            if (fact.is_null() || !ours.contains(key) || (!is_complete && !is_near))
                continue;
            Json own = ours.at(key);
            if (own.is_array() && plies.size() == fact.size() && own.size() > fact.size())
                own.erase(own.begin() + static_cast<std::ptrdiff_t>(fact.size()), own.end());
            ++compared;
            if (agrees(key, own, fact))
                continue;
            is_right = false;
            word = "differs";
            differ += fmt::format("\n    {}: {} here, {} there", key, own.dump(), fact.dump());
        }
    std::cout << fmt::format("{:34} {:8} {:3} facts {:8.2f} s {:6} MiB{}\n", name, word, compared,
                             run.seconds, run.mebibytes, differ)
              << std::flush;
    return is_right;
}

/// "accept", "warn" or "error", of a run of the command.
std::string outcome(const Measured& run)
{
    if (run.status == 3)
        return run.errors.find(": error: ") != std::string::npos ? "error" : "no place";
    return run.status != 0      ? "status " + std::to_string(run.status)
           : run.errors.empty() ? "accept"
                                : "warn";
}

void check_notes(const std::filesystem::path& folder)
{
    const std::vector<gdl::Note> notes = gdl::read_notes(folder / "notes.tsv");
    for (const auto& [file, expected, line] : notes)
    {
        const std::string path = (folder / file).string();
        Measured run = measure_sgl({"show", path});
        // What shows in states alone.
        if ((expected == "error" && outcome(run) != "error") ||
            (expected == "warn" && outcome(run) == "accept"))
            run = measure_sgl({"show", "--deep", path});
        const std::string found = outcome(run);
        std::cout << fmt::format("{:34} {:16} {:8} {}\n", file, expected, found,
                                 first_line(run.errors));
        INFO(line);
        CHECK((found == expected || (expected == "error-or-warn" && found != "accept") ||
               (expected == "accept-or-limit" && (found == "accept" || found == "error"))));
        if (expected == "warn" || expected == "error")
            CHECK(measure_sgl({"show", "--deep", "--strict", path}).status == 3);
    }
    CHECK(notes.size() > 0);
}

void check_facts(const std::filesystem::path& folder, const std::string& only)
{
    std::ifstream file(folder / "truth.json");
    const Json truth = Json::parse(file);
    std::size_t count = 0;
    for (const auto& [name, facts] : truth.at("games").items())
    {
        if (name.find(only) == std::string::npos)
            continue;
        INFO(name);
        CHECK(compare(folder, name, facts));
        ++count;
    }
    CHECK(count > 0);
}

std::string from_environment(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

const std::filesystem::path own_sheets = std::filesystem::path(SGL_ROOT) / "tests/gdl/sheets";

} // namespace

TEST_CASE("sgl show --deep finds what a program for each game found", "[gdl][command]")
{
    check_facts(own_sheets, "");
}

TEST_CASE("sgl show meets sheets with something wrong as their notes say", "[gdl][command]")
{
    check_notes(own_sheets / "bad");
}

TEST_CASE("sgl show --deep finds what others found, in the folder SGL_GDL_SHEETS",
          "[gdl][command][folder]")
{
    if (const std::string folder = from_environment("SGL_GDL_SHEETS"); !folder.empty())
        check_facts(folder, from_environment("SGL_GDL_ONLY"));
}

TEST_CASE("sgl show meets the sheets below bad/ as notes.tsv says, in the folder SGL_GDL_SHEETS",
          "[gdl][command][folder]")
{
    if (const std::string folder = from_environment("SGL_GDL_SHEETS"); !folder.empty())
        check_notes(std::filesystem::path(folder) / "bad");
}

} // namespace sgl::testing
