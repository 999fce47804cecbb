#include "tests/gdl/known_facts.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace sgl::gdl
{

bool agrees(const std::string& key, const nlohmann::json& ours, const nlohmann::json& truth)
{
    constexpr std::size_t most_outcomes = 60;
    if (key == "terminal_goal_histogram" && truth.size() == most_outcomes)
        return std::ranges::all_of(truth.items(), [&](const auto& outcome)
                                   { return ours.value(outcome.key(), 0) == outcome.value(); });
    if (key != "sequences_at_ply" || ours.size() != truth.size())
        return ours == truth;
    for (std::size_t i = 0; i < ours.size(); ++i)
    {
        constexpr double exact = 9e15, precision = 1e-9;
        const double a = ours[i].get<double>(), b = truth[i].get<double>();
        if (a < exact ? ours[i] != truth[i] : std::abs(a - b) > precision * a)
            return false;
    }
    return true;
}

std::vector<Note> read_notes(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    std::vector<Note> notes;
    std::string line;
    std::getline(stream, line); // the names of the columns
    while (std::getline(stream, line))
    {
        Note note;
        note.line = line;
        std::istringstream columns(line);
        std::getline(columns, note.file, '\t');
        std::getline(columns, note.expected, '\t');
        notes.push_back(std::move(note));
    }
    return notes;
}

} // namespace sgl::gdl
