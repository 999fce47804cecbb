#include "logic/language/file_beside.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace sgl::language
{

Result<Source> read_beside(const Texts& texts, const std::string& game_path, std::string_view named,
                           std::uint64_t most_bytes)
{
    namespace fs = std::filesystem;
    const std::string path = (fs::path(game_path).parent_path() / std::string(named)).string();
    std::error_code failure;
    if (!fs::is_regular_file(path, failure))
        return texts.error(named.data(), fmt::format("there is no file '{}'", path));
    if (fs::file_size(path, failure) > most_bytes)
    {
        Diagnostic error = texts.error(named.data(), fmt::format("'{}' is too large", path));
        error.is_limit = true;
        return error;
    }
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream)
        return texts.error(named.data(), fmt::format("cannot read '{}'", path));
    return Source{path, std::move(text).str()};
}

} // namespace sgl::language
