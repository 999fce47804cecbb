#include "prover/command/input.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace sgl::command
{

void complain(const std::string& message)
{
    fmt::print(stderr, "sgl: error: {}\n", message);
}

void complain(const std::vector<Diagnostic>& messages)
{
    for (const Diagnostic& message : messages)
        fmt::print(stderr, "{}\n", message.text());
}

std::optional<Source> read_source(const std::string& path)
{
    const bool standard_input = path == "-";
    const auto fail = [&](const std::string& why)
    {
        complain(fmt::format("cannot read {}: {}", path, why));
        return std::nullopt;
    };
    std::error_code ignored;
    if (!standard_input && std::filesystem::is_directory(path, ignored))
        return fail("it is a directory");
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        standard_input ? stdin : std::fopen(path.c_str(), "rb"),
        standard_input ? [](std::FILE*) { return 0; } : std::fclose);
    if (!file)
        return fail(std::strerror(errno));
    Source source{standard_input ? "standard input" : path, ""};
    char buffer[1 << 16];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get()))
        source.text.append(buffer, got);
    if (std::ferror(file.get()) != 0)
        return fail(std::strerror(errno));
    return source;
}

std::optional<GameReader> read_game(FormulaStore& store, const std::string& path,
                                    const Options& options)
{
    const std::optional<Source> source = read_source(path);
    if (!source)
        return std::nullopt;
    ReadOptions reading;
    reading.parameters = options.parameters;
    Result<GameReader> game = GameReader::read(store, *source, reading);
    if (!game)
    {
        complain(game.errors());
        return std::nullopt;
    }
    return std::move(*game);
}

} // namespace sgl::command
