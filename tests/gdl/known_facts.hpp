#pragma once

// What others found out about sheets: truth.json and bad/notes.tsv of a folder.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sgl::gdl
{

/// Whether a fact is the one of truth.json, which gives large numbers with the precision of a
/// floating-point number, and of many outcomes only the most frequent.
bool agrees(const std::string& key, const nlohmann::json& ours, const nlohmann::json& truth);

/// A sheet with something wrong, and what it must meet.
struct Note
{
    std::string file, expected, line; // the line has both
};
std::vector<Note> read_notes(const std::filesystem::path& file);

} // namespace sgl::gdl
