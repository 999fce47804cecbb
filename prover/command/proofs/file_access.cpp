#include "prover/command/proofs/file_access.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>

namespace sgl::command
{

using axioms::FrameAndAxioms;
using axioms::Unavailable;

namespace
{

/// A game as a setting for derivations; what is wrong with it, in full.
std::variant<FrameAndAxioms, Unavailable> game_setting(FormulaStore& store, const std::string& path,
                                                       const ReadOptions& reading)
{
    FileText file = text_of_file(path);
    if (!file.failure.empty())
        return Unavailable{file.failure};
    const Result<GameReader> game =
        GameReader::read(store, Source{path, std::move(file.text)}, reading);
    if (!game)
    {
        const Diagnostic& error = game.errors().front(); // on one line, within another message
        return Unavailable{fmt::format("{}:{}:{}: {}{}{}", error.source, error.position.line,
                                       error.position.column, error.message,
                                       error.expected.empty() ? "" : "; ", error.expected),
                           error.is_limit};
    }
    return axioms::frame_and_axioms(game->game());
}

} // namespace

axioms::FileAccess file_access_of(const Source& first, const Options& options,
                                  const Interruption& interruption)
{
    axioms::FileAccess files;
    files.text = [&first](const std::string& path) -> std::variant<std::string, Unavailable>
    {
        if (path == first.name)
            return first.text;
        FileText file = text_of_file(path);
        if (!file.failure.empty())
            return Unavailable{file.failure};
        return std::move(file.text);
    };
    const auto names = std::make_shared<std::map<std::string, std::string>>(); // by canonical path
    files.one_name = [names](const std::string& path)
    {
        std::error_code failure;
        const std::string canonical = std::filesystem::canonical(path, failure).string();
        return failure ? path : names->emplace(canonical, plain_path(path)).first->second;
    };
    ReadOptions reading = reading_options(options);
    reading.interruption = interruption;
    files.game = [reading](FormulaStore& store, const std::string& path,
                           const std::vector<std::pair<std::string, std::int64_t>>& given)
    {
        ReadOptions options_here = reading;
        options_here.parameters = given;
        return game_setting(store, path, options_here);
    };
    return files;
}

std::string path_from(const std::string& directory, const std::string& path)
{
    namespace fs = std::filesystem;
    std::string there = fs::relative(fs::absolute(path), fs::absolute(directory)).string();
    if (there.empty() || fs::path(path).is_absolute())
        there = fs::absolute(path).string();
    return there;
}

std::string game_header(const std::string& path,
                        const std::vector<std::pair<std::string, std::int64_t>>& parameters,
                        const std::string& directory)
{
    std::string header = fmt::format("game \"{}\"", path_from(directory, path));
    const char* before = " with ";
    for (const auto& [name, value] : parameters)
    {
        header += fmt::format("{}{} = {}", before, name, value);
        before = ", ";
    }
    return header + "\n";
}

} // namespace sgl::command
