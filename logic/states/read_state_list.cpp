#include "logic/states/state_file.hpp"
#include "logic/states/state_index.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <zstd.h>

namespace sgl
{

namespace
{

constexpr std::string_view first_line = "sgl states 1";

/// The error that ends the reading; caught below.
struct Malformed
{
    Diagnostic error;
};

class HeaderReader
{
public:
    explicit HeaderReader(const Source& source) : source_(source) { next(); }

    /// The list without its states, the number of these, and the compressed bytes.
    struct Header
    {
        StateList list;
        std::uint64_t count = 0;
        std::string_view data;
    };

    Header read()
    {
        if (line_ != first_line)
            complain("expected 'sgl states 1'");
        next();
        Header header;
        if (!takes("bits", header.list.bits))
            complain("expected 'bits' and the names of fluents");
        if (takes("moves", header.list.moves) && header.list.moves.empty())
            complain("expected the names of actions");
        std::vector<std::string> rest;
        header.list.ranked = takes("ranks", rest);
        header.count = number("count", StateList::most_states);
        const std::size_t bytes_line = number_;
        const std::uint64_t bytes = number("zstd", ~std::uint64_t{0} >> 1, false);
        header.data = std::string_view(source_.text).substr(at_);
        if (bytes > header.data.size())
            complain(fmt::format("{} bytes were to follow, and {} do", bytes, header.data.size()),
                     bytes_line + 1);
        read_comments(header.data.substr(static_cast<std::size_t>(bytes)), bytes_line + 1);
        header.data = header.data.substr(0, static_cast<std::size_t>(bytes));
        return header;
    }

    [[noreturn]] void complain(std::string message, std::size_t line = 0, bool is_limit = false)
    {
        Diagnostic error;
        error.source = source_.name;
        error.position = {line == 0 ? number_ : line, 1};
        error.message = std::move(message);
        error.is_limit = is_limit;
        if (line == 0)
            error.line = shortened(line_);
        throw Malformed{std::move(error)};
    }

    std::size_t line_number() const { return number_; }

private:
    void next()
    {
        constexpr std::size_t longest = std::size_t{1} << 28;
        const std::string_view rest = std::string_view(source_.text).substr(at_);
        const std::size_t end = rest.substr(0, longest).find('\n');
        ++number_;
        line_ = rest.substr(0, end == rest.npos ? std::min<std::size_t>(rest.size(), 80) : end);
        if (end == rest.npos)
            complain(rest.size() > longest ? "this line is too long"
                                           : "the text ends within its first lines");
        at_ += end + 1;
    }

    /// The words of a line that begins with this one.
    bool takes(std::string_view first, std::vector<std::string>& words)
    {
        std::string_view rest = line_;
        const auto word = [&]
        {
            const std::size_t from = std::min(rest.find_first_not_of(' '), rest.size());
            const std::size_t to = std::min(rest.find(' ', from), rest.size());
            const std::string_view found = rest.substr(from, to - from);
            rest = rest.substr(to);
            return found;
        };
        if (word() != first)
            return false;
        std::unordered_set<std::string_view> seen;
        for (std::string_view name = word(); !name.empty(); name = word())
        {
            if (first == "ranks")
                complain("expected the end of the line");
            if (!seen.insert(name).second)
                complain(fmt::format("'{}' is listed twice", shortened(name)));
            words.emplace_back(name);
        }
        next();
        return true;
    }

    std::uint64_t number(std::string_view first, std::uint64_t most, bool goes_on = true)
    {
        const auto expected = [&] { complain(fmt::format("expected '{}' and a number", first)); };
        if (!line_.starts_with(first) || line_.size() < first.size() + 2 ||
            line_[first.size()] != ' ')
            expected();
        const std::string_view text = line_.substr(first.size() + 1);
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc::result_out_of_range || (error == std::errc() && value > most))
            complain(fmt::format("the number is too large: {} at most", most));
        if (error != std::errc() || end != text.data() + text.size())
            expected();
        if (goes_on)
            next();
        return value;
    }

    void read_comments(std::string_view rest, std::size_t line)
    {
        while (!rest.empty())
        {
            const std::size_t end = rest.find('\n');
            if (!rest.starts_with("//") || end == rest.npos)
                complain("expected nothing but comments after the states", line);
            rest = rest.substr(end + 1);
        }
    }

    const Source& source_;
    std::size_t at_ = 0, number_ = 0;
    std::string_view line_;
};

/// The bytes of a frame, as many as are asked for.
class Decompressor
{
public:
    Decompressor(std::string_view data, HeaderReader& about)
        : context_(ZSTD_createDCtx(), ZSTD_freeDCtx), in_{data.data(), data.size(), 0},
          about_(about)
    {
        // Frames that ask for more memory than this are not decompressed.
        constexpr int largest_window = 27; // log2 of bytes
        if (context_ == nullptr || ZSTD_isError(ZSTD_DCtx_setParameter(
                                       context_.get(), ZSTD_d_windowLogMax, largest_window)) != 0)
            throw std::bad_alloc();
    }

    void read(std::span<unsigned char> bytes)
    {
        ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
        while (out.pos < out.size)
        {
            if (has_ended_)
                complain("the compressed bytes end before the last state");
            step(out);
        }
    }

    void end()
    {
        unsigned char more = 0;
        ZSTD_outBuffer out{&more, 1, 0};
        while (!has_ended_ && out.pos == 0)
            step(out);
        if (out.pos != 0 || in_.pos != in_.size)
            complain("there are more compressed bytes than states");
    }

private:
    void step(ZSTD_outBuffer& out)
    {
        const std::size_t before_in = in_.pos, before_out = out.pos;
        const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &in_);
        if (ZSTD_isError(left) != 0)
            complain(fmt::format("what is compressed is damaged: {}", ZSTD_getErrorName(left)));
        has_ended_ = left == 0;
        if (!has_ended_ && in_.pos == before_in && out.pos == before_out)
            complain("the compressed bytes end within the states");
    }

    [[noreturn]] void complain(std::string message)
    {
        about_.complain(std::move(message), about_.line_number() + 1);
    }

    std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
    ZSTD_inBuffer in_;
    HeaderReader& about_;
    bool has_ended_ = false;
};

/// The states, their ranks and moves, block by block.
void read_states(HeaderReader& reader, HeaderReader::Header& header, const StateFileLimits& limits)
{
    constexpr std::size_t most = std::size_t{1} << 16, number_bytes = 4;
    StateList& list = header.list;
    const std::size_t words = list.words(), bytes = (list.bits.size() + 7) / 8;
    const std::size_t numbers = (list.ranked ? 1U : 0U) + (list.moves.empty() ? 0U : 1U);
    const auto complain = [&](const std::string& message)
    { reader.complain(message, reader.line_number() + 1); };
    Decompressor decompressor(header.data, reader);
    std::vector<unsigned char> block;
    std::vector<StateList::Word> last(words);
    const StateList::Word unused = list.bits.size() % 64 == 0 && !list.bits.empty()
                                       ? 0
                                       : ~StateList::Word{0} >> (list.bits.size() % 64);
    for (std::uint64_t done = 0; done < header.count;)
    {
        if (limits.check)
            limits.check();
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(most, header.count - done));
        block.resize(count * (bytes + numbers * number_bytes));
        decompressor.read(block);
        const unsigned char* plane = block.data();
        const std::size_t first = list.states.size();
        list.states.resize(first + count * words);
        for (std::size_t byte = 0; byte < bytes; ++byte, plane += count)
        {
            const auto shift = static_cast<unsigned>(56 - 8 * (byte % 8));
            for (std::size_t i = 0; i < count; ++i)
                list.states[first + i * words + byte / 8] |= StateList::Word{plane[i]} << shift;
        }
        for (std::size_t i = 0; i < count; ++i)
        {
            StateList::Word* const state = &list.states[first + i * words];
            bool differs = false, ascends = false;
            for (std::size_t word = 0; word < words; ++word)
            {
                if (!differs && state[word] != 0)
                {
                    differs = true;
                    ascends = (state[word] ^ last[word]) > last[word];
                }
                last[word] ^= state[word];
                state[word] = last[word];
            }
            if (!ascends && (done + i != 0 || differs))
                complain(
                    fmt::format("state {} does not come after the one before it", done + i + 1));
            if ((last[words - 1] & unused) != 0)
                complain(fmt::format("state {} has more bits than are named", done + i + 1));
        }
        const auto take = [&](std::vector<std::uint32_t>& values)
        {
            values.resize(values.size() + count);
            for (unsigned byte = 0; byte < number_bytes; ++byte, plane += count)
                for (std::size_t i = 0; i < count; ++i)
                    values[values.size() - count + i] |= std::uint32_t{plane[i]} << (8 * byte);
        };
        if (list.ranked)
            take(list.ranks);
        if (!list.moves.empty())
            take(list.chosen);
        done += count;
        for (std::size_t i = done - count; i < list.chosen.size(); ++i)
        {
            if (list.chosen[i] >= list.moves.size())
                complain(fmt::format("the move of state {} is none of those named", i + 1));
        }
    }
    decompressor.end();
}

} // namespace

bool is_state_file(const std::string& text)
{
    return text.starts_with(first_line);
}

Result<StateList> read_state_list(const Source& source, const StateFileLimits& limits)
{
    try
    {
        HeaderReader reader(source);
        HeaderReader::Header header = reader.read();
        const std::uint64_t bytes =
            header.list.bytes_for(header.count) + StateIndex::bytes_for(header.count);
        if (bytes > limits.bytes)
            reader.complain(fmt::format("{} states take {} MiB, and {} MiB is the limit",
                                        header.count, bytes >> 20, limits.bytes >> 20),
                            reader.line_number() - 1, true);
        header.list.states.reserve(static_cast<std::size_t>(header.count) * header.list.words());
        read_states(reader, header, limits);
        return std::move(header.list);
    }
    catch (const Malformed& malformed)
    {
        return malformed.error;
    }
    catch (const std::bad_alloc&)
    {
        Diagnostic error;
        error.source = source.name;
        error.message = "there is no memory for so many states";
        error.is_limit = error.lacks_memory = true;
        return error;
    }
}

} // namespace sgl
