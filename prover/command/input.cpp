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

namespace
{

/// The words of 'a, b, c', without blanks around them.
std::vector<std::string> list(const std::string& text, char separator)
{
    std::vector<std::string> words(1);
    for (char c : text)
    {
        if (c == separator)
            words.emplace_back();
        else if (c != ' ')
            words.back() += c;
    }
    return words;
}

/// The frame of --frame 'x: a,b; o: c' as a game text, so that one reader checks all names.
std::string frame_text(const Options& options)
{
    std::string text = "agents ";
    std::string actions;
    bool first = true;
    for (const std::string& part : list(options.frame, ';'))
    {
        const std::size_t colon = part.find(':');
        const std::string agent = part.substr(0, colon);
        text += (first ? "" : ", ") + agent;
        first = false;
        if (colon == std::string::npos)
            continue;
        for (const std::string& action : list(part.substr(colon + 1), ','))
            actions += "action " + action + " by " + agent + "\n";
    }
    text += "\n" + actions;
    if (!options.fluents.empty())
    {
        for (const std::string& fluent : list(options.fluents, ','))
            text += "fluent " + fluent + "\n";
    }
    return text;
}

} // namespace

std::optional<GameReader> read_frame(FormulaStore& store, const Options& options)
{
    Result<GameReader> read = GameReader::read(store, {"--frame", frame_text(options)}, {});
    if (read)
        return std::move(*read);
    complain(read.errors());
    return std::nullopt;
}

FileText text_of_file(const std::string& path)
{
    const bool standard_input = path == "-";
    std::error_code ignored;
    if (!standard_input && std::filesystem::is_directory(path, ignored))
        return {"", "it is a directory"};
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        standard_input ? stdin : std::fopen(path.c_str(), "rb"),
        standard_input ? [](std::FILE*) { return 0; } : std::fclose);
    if (!file)
        return {"", std::strerror(errno)};
    FileText answer;
    std::vector<char> buffer(std::size_t{1} << 16);
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get()))
        answer.text.append(buffer.data(), got);
    if (std::ferror(file.get()) != 0)
        return {"", std::strerror(errno)};
    return answer;
}

std::optional<Source> read_source(const std::string& path)
{
    FileText file = text_of_file(path);
    if (file.failure.empty())
        return Source{path == "-" ? "standard input" : path, std::move(file.text)};
    complain(fmt::format("cannot read {}: {}", path, file.failure));
    return std::nullopt;
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
