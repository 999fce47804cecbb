#include "logic/states/state_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <stdexcept>
#include <zstd.h>

namespace sgl
{

namespace
{

class Compressor
{
public:
    explicit Compressor(int level) : context_(ZSTD_createCCtx(), ZSTD_freeCCtx), piece_(1 << 17)
    {
        if (context_ == nullptr)
            throw std::bad_alloc();
        check(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level));
    }

    void add(std::span<const unsigned char> bytes, ZSTD_EndDirective how)
    {
        ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
        for (bool goes_on = true; goes_on;)
        {
            ZSTD_outBuffer out{piece_.data(), piece_.size(), 0};
            const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, how);
            check(left);
            data_.append(piece_.data(), out.pos);
            goes_on = how == ZSTD_e_end ? left != 0 : in.pos < in.size;
        }
    }

    const std::string& data() const { return data_; }

private:
    static void check(std::size_t result)
    {
        if (ZSTD_isError(result) != 0)
            throw std::runtime_error(fmt::format("libzstd: {}", ZSTD_getErrorName(result)));
    }

    std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
    std::vector<char> piece_;
    std::string data_;
};

std::string line_of(const char* first, const std::vector<std::string>& names)
{
    std::string line = first;
    for (const std::string& name : names)
        line += " " + name;
    return line + "\n";
}

} // namespace

std::string written(const StateList& list, int level, const std::function<void()>& check)
{
    constexpr std::size_t most = std::size_t{1} << 16;
    constexpr unsigned number_bytes = 4;
    const std::size_t words = list.words(), bytes = (list.bits.size() + 7) / 8;
    Compressor compressor(level);
    std::vector<unsigned char> block;
    for (std::size_t done = 0; done < list.size(); done += most)
    {
        if (check)
            check();
        const std::size_t count = std::min(most, list.size() - done);
        block.clear();
        for (std::size_t byte = 0; byte < bytes; ++byte)
        {
            const auto shift = static_cast<unsigned>(56 - 8 * (byte % 8));
            for (std::size_t i = done; i < done + count; ++i)
            {
                const StateList::Word before = i == 0 ? 0 : list.states[(i - 1) * words + byte / 8];
                const StateList::Word changed = before ^ list.states[i * words + byte / 8];
                block.push_back(static_cast<unsigned char>(changed >> shift));
            }
        }
        const auto add = [&](const std::vector<std::uint32_t>& values)
        {
            for (unsigned byte = 0; byte < number_bytes; ++byte)
                for (std::size_t i = done; i < done + count; ++i)
                    block.push_back(static_cast<unsigned char>(values[i] >> (8 * byte)));
        };
        if (list.ranked)
            add(list.ranks);
        if (!list.moves.empty())
            add(list.chosen);
        compressor.add(block, ZSTD_e_continue);
    }
    compressor.add({}, ZSTD_e_end);
    return "sgl states 1\n" + line_of("bits", list.bits) +
           (list.moves.empty() ? "" : line_of("moves", list.moves)) +
           (list.ranked ? "ranks\n" : "") +
           fmt::format("count {}\nzstd {}\n", list.size(), compressor.data().size()) +
           compressor.data();
}

} // namespace sgl
