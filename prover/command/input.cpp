#include "prover/command/input.hpp"
#include "prover/command/output.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <set>
#include <sys/stat.h>

namespace sgl::command
{

namespace
{

/// Files by device and number, whatever they are called.
std::mutex read_mutex;
std::set<std::pair<dev_t, ino_t>> files_read;

void note_read(std::FILE* file)
{
    struct stat about = {};
    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode))
        return;
    const std::lock_guard lock(read_mutex);
    files_read.emplace(about.st_dev, about.st_ino);
}

bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// The text without blanks around it.
std::string trimmed(std::string_view text)
{
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back()))
        text.remove_suffix(1);
    return std::string(text);
}

/// What stands between separators that are in no parentheses.
std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> parts(1);
    std::size_t depth = 0;
    for (char c : text)
    {
        if (c == '(')
            ++depth;
        else if (c == ')' && depth > 0)
            --depth;
        if (c == separator && depth == 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    for (std::string& part : parts)
        part = trimmed(part);
    return parts;
}

/// The names of 'a, b(1, 2) c': blanks part them as commas do. Where there is nothing beside a
/// comma, an empty name.
std::vector<std::string> names_in(std::string_view text)
{
    std::vector<std::string> names;
    for (const std::string& part : split(text, ','))
    {
        const std::vector<std::string> words = listed(part);
        if (words.empty())
            names.emplace_back();
        names.insert(names.end(), words.begin(), words.end());
    }
    return names;
}

/// The frame of --frame 'x: a,b; o: c' as a game text, so that one reader checks all names.
std::string frame_text(const Options& options)
{
    std::string text = "agents ";
    std::string actions;
    bool first = true;
    for (const std::string& part : split(options.frame, ';'))
    {
        const std::size_t colon = part.find(':');
        const std::string agent = trimmed(std::string_view(part).substr(0, colon));
        text += (first ? "" : ", ") + agent;
        first = false;
        if (colon == std::string::npos)
            continue;
        for (const std::string& action : names_in(std::string_view(part).substr(colon + 1)))
            actions += "action " + action + " by " + agent + "\n";
    }
    text += "\n" + actions;
    if (!options.fluents.empty())
    {
        for (const std::string& fluent : names_in(options.fluents))
            text += "fluent " + fluent + "\n";
    }
    return text;
}

} // namespace

Refusal refusal_of(std::vector<Diagnostic> errors, const std::string& file, const Options& options,
                   const std::string& when)
{
    Refusal refusal;
    refusal.file = file;
    if (errors.front().is_limit)
    {
        const std::size_t nodes = reading_options(options).formula_limit;
        const Position& at = errors.front().position;
        refusal.limit = errors.front().lacks_memory
                            ? fmt::format("the system gave no more memory {}", when)
                        : nodes < ReadOptions().formula_limit
                            ? fmt::format("the memory limit of {} MiB (--memory) was met {}",
                                          *options.memory, when)
                            : fmt::format("the limit of {} formula nodes was met {}", nodes, when);
        refusal.limit += fmt::format(", at {}:{}", at.line, at.column);
    }
    refusal.errors = std::move(errors);
    return refusal;
}

Status complain(const Refusal& refusal)
{
    complain(refusal.errors);
    const bool is_said = !refusal.errors.empty() && refusal.errors.front().message == refusal.limit;
    if (!refusal.limit.empty() && !is_said)
        complain(refusal.file + ": " + refusal.limit);
    else if (refusal.errors.empty())
        complain(refusal.message);
    return refusal.limit.empty() ? BadInput : SomeOpen;
}

Json as_json(const Refusal& refusal)
{
    Json json = Json::object({{"message", refusal.message},
                              {"file", refusal.file},
                              {"line", nullptr},
                              {"column", nullptr}});
    if (refusal.file.empty())
        json["file"] = nullptr;
    if (refusal.errors.empty())
        return json;
    const Diagnostic& error = refusal.errors.front();
    json["message"] =
        error.expected.empty() ? error.message : error.message + "; " + error.expected;
    json["file"] = error.source;
    json["line"] = error.position.line;
    json["column"] = error.position.column;
    return json;
}

std::string error_object(const Refusal& refusal)
{
    return Json::object({{"error", as_json(refusal)}}).text() + "\n";
}

std::optional<GameReader> read_frame(FormulaStore& store, const Options& options, Refusal& refusal)
{
    Result<GameReader> read = GameReader::read(store, {"--frame", frame_text(options)}, {});
    if (read)
        return std::move(*read);
    refusal = refusal_of(read.errors(), "--frame", options, "while it was read");
    return std::nullopt;
}

FileText text_of_file(const std::string& path)
{
    constexpr std::size_t most_bytes = std::size_t{4} << 30;
    const bool standard_input = path == "-";
    std::error_code ignored;
    if (!standard_input && std::filesystem::is_directory(path, ignored))
        return {"", "it is a directory"};
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        standard_input ? stdin : std::fopen(path.c_str(), "rb"),
        standard_input ? [](std::FILE*) { return 0; } : std::fclose);
    if (!file)
        return {"", std::strerror(errno)};
    note_read(file.get());
    FileText answer;
    std::vector<char> buffer(std::size_t{1} << 16);
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get()))
    {
        if (answer.text.size() > most_bytes)
            return {"", "it is longer than 4 GiB"};
        answer.text.append(buffer.data(), got);
    }
    if (std::ferror(file.get()) != 0)
        return {"", std::strerror(errno)};
    return answer;
}

bool was_read(const std::string& path)
{
    struct stat about = {};
    if (stat(path.c_str(), &about) != 0)
        return false;
    const std::lock_guard lock(read_mutex);
    return files_read.contains({about.st_dev, about.st_ino});
}

bool is_same_file(const std::string& path, const std::string& other)
{
    struct stat here = {}, there = {};
    return stat(path.c_str(), &here) == 0 && stat(other.c_str(), &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

std::string plain_path(const std::string& path)
{
    std::string plain = std::filesystem::path(path).lexically_normal().string();
    return is_same_file(path, plain) ? plain : path;
}

std::optional<Source> read_source(const std::string& path, Refusal& refusal)
{
    FileText file = text_of_file(path);
    if (file.failure.empty())
        return Source{path == "-" ? "standard input" : path, std::move(file.text)};
    refusal = {{}, fmt::format("cannot read {}: {}", path, file.failure), path, ""};
    return std::nullopt;
}

std::optional<Source> read_source(const std::string& path, const Options& options, Refusal& refusal)
{
    std::error_code failure;
    const bool is_file = path != "-" && std::filesystem::is_regular_file(path, failure);
    if (options.memory && is_file &&
        std::filesystem::file_size(path, failure) >> 20 >= *options.memory && !failure)
    {
        refusal = {{},
                   "",
                   path,
                   fmt::format("the memory limit of {} MiB (--memory) has no room for the file",
                               *options.memory)};
        return std::nullopt;
    }
    return read_source(path, refusal);
}

ReadOptions reading_options(const Options& options)
{
    ReadOptions reading;
    reading.parameters = options.parameters;
    if (options.memory)
        reading.policy_bytes = std::uint64_t{*options.memory} << 20;
    if (options.memory)
        reading.formula_limit =
            std::min(reading.formula_limit, (*options.memory << 20) / bytes_a_formula);
    return reading;
}

std::optional<GameReader> read_game(FormulaStore& store, const Source& source,
                                    const Options& options, const Interruption& interruption,
                                    Refusal& refusal)
{
    ReadOptions reading = reading_options(options);
    struct State
    {
        bool over = false;
        std::string why;
    };
    const auto state = std::make_shared<State>(); // the reader asks later, too
    reading.interruption = [state, &interruption]
    {
        const std::string why = state->over ? "" : interruption();
        if (!why.empty())
            state->why = why;
        return why;
    };
    Result<GameReader> game = GameReader::read(store, source, reading);
    state->over = true;
    if (game)
        return std::move(*game);
    if (!state->why.empty())
        refusal = {{}, state->why, source.name, state->why};
    else
        refusal = refusal_of(game.errors(), source.name, options, "while it was read and grounded");
    return std::nullopt;
}

std::vector<std::string> listed(const std::string& text)
{
    std::vector<std::string> words(1);
    std::size_t depth = 0;
    std::string blanks; // inside parentheses, since the last other character
    for (char c : text)
    {
        if (c == '(')
            ++depth;
        else if (c == ')' && depth > 0)
            --depth;
        if (depth == 0 && (c == ',' || is_blank(c)))
        {
            if (!words.back().empty())
                words.emplace_back();
        }
        else if (is_blank(c))
            blanks += c;
        else
        {
            // A name in a frame has no blanks beside its signs; elsewhere they make another name.
            constexpr std::string_view signs = "(),";
            const bool beside = signs.find(c) != std::string_view::npos || words.back().empty() ||
                                signs.find(words.back().back()) != std::string_view::npos;
            words.back() += beside ? "" : blanks;
            words.back() += c;
            blanks.clear();
        }
    }
    if (words.back().empty())
        words.pop_back();
    return words;
}

} // namespace sgl::command
