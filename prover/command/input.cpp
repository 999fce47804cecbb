#include "prover/command/input.hpp"
#include "prover/command/output.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace sgl::command
{

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

std::optional<GameReader> read_game(FormulaStore& store, const Source& source,
                                    const Options& options, const Interruption& interruption)
{
    ReadOptions reading;
    reading.parameters = options.parameters;
    struct State
    {
        bool over = false, interrupted = false;
    };
    const auto state = std::make_shared<State>(); // the reader asks later, too
    reading.interruption = [state, &interruption]
    {
        const std::string why = state->over ? "" : interruption();
        state->interrupted = state->interrupted || !why.empty();
        return why;
    };
    if (options.memory)
        reading.formula_limit =
            std::min(reading.formula_limit, (*options.memory << 20) / bytes_a_formula);
    Result<GameReader> game = GameReader::read(store, source, reading);
    state->over = true;
    if (game)
        return std::move(*game);
    if (!state->interrupted)
        complain(game.errors());
    return std::nullopt;
}

std::vector<std::string> listed(const std::string& text)
{
    std::vector<std::string> words(1);
    std::size_t depth = 0;
    for (char c : text)
    {
        if (c == '(')
            ++depth;
        else if (c == ')' && depth > 0)
            --depth;
        const bool blank = c == ' ' || c == '\t' || c == '\n';
        if (depth == 0 && (c == ',' || blank))
        {
            if (!words.back().empty())
                words.emplace_back();
        }
        else if (!blank)
            words.back() += c;
    }
    if (words.back().empty())
        words.pop_back();
    return words;
}

} // namespace sgl::command
