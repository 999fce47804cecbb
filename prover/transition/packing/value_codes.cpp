#include "prover/transition/packing/value_codes.hpp"

#include <algorithm>
#include <bit>

namespace sgl
{

namespace
{

constexpr std::size_t in_word = 64;
constexpr std::size_t fewest_packed = 4; // bits of a fluent that are worth it

ValueCodes::Word low_bits(std::size_t count)
{
    return count >= in_word ? ~ValueCodes::Word{0} : (ValueCodes::Word{1} << count) - 1;
}

/// Where the next bits of a packed state go.
struct End
{
    std::size_t word = 0;
    std::size_t shift = 0;

    /// Room for so many bits, at most a word, in one word.
    void reserve(std::size_t count)
    {
        if (shift + count > in_word)
            *this = {word + 1, 0};
    }
    void advance(std::size_t count)
    {
        shift += count;
        word += shift / in_word;
        shift %= in_word;
    }
    std::size_t words() const { return word + (shift == 0 ? 0 : 1); }
};

} // namespace

ValueCodes::ValueCodes(const Frame* frame, std::span<const StateVariable> variables)
    : bit_words_(std::max<std::size_t>(1, (variables.size() + in_word - 1) / in_word)),
      words_(bit_words_)
{
    struct Run
    {
        std::size_t first, count;
        bool has_all;
    };
    std::vector<Run> runs;
    const std::vector<FluentRange> none;
    for (const FluentRange& range : frame == nullptr ? none : frame->valued())
    {
        const auto is_value = [&](const StateVariable& bit)
        { return bit.atom.is(Kind::Fluent) && range.contains(bit.atom.fluent()); };
        const auto first = std::ranges::find_if(variables, is_value);
        const auto last = std::find_if_not(first, variables.end(), is_value);
        const Run run{static_cast<std::size_t>(first - variables.begin()),
                      static_cast<std::size_t>(last - first),
                      static_cast<std::size_t>(last - first) == range.count};
        if (run.count >= fewest_packed && std::none_of(last, variables.end(), is_value))
            runs.push_back(run);
    }
    if (runs.empty())
        return;
    std::ranges::sort(runs, {}, &Run::first);

    End end;
    std::size_t at = 0; // so many bits have a place
    const auto copy_up_to = [&](std::size_t limit)
    {
        while (at < limit)
        {
            const std::size_t count =
                std::min({limit - at, in_word - at % in_word, in_word - end.shift});
            pieces_.push_back({at / in_word, end.word, static_cast<unsigned>(at % in_word),
                               static_cast<unsigned>(end.shift), low_bits(count)});
            at += count;
            end.advance(count);
        }
    };
    for (const Run& run : runs)
    {
        copy_up_to(run.first);
        const std::size_t greatest = run.has_all ? run.count - 1 : run.count;
        const auto width = static_cast<std::size_t>(std::bit_width(greatest));
        end.reserve(width);
        groups_.push_back({run.first, run.count, end.word, static_cast<unsigned>(end.shift),
                           low_bits(width), !run.has_all});
        end.advance(width);
        at = run.first + run.count;
    }
    copy_up_to(variables.size());
    words_ = std::max<std::size_t>(1, end.words());
}

bool ValueCodes::pack(const Word* bits, Word* state) const
{
    if (!packs())
    {
        std::copy_n(bits, words_, state);
        return true;
    }
    std::fill_n(state, words_, Word{0});
    for (const Piece& piece : pieces_)
        state[piece.to] |= (bits[piece.from] >> piece.from_shift & piece.mask) << piece.to_shift;
    for (const Group& group : groups_)
    {
        std::size_t found = 0; // so many are true
        std::size_t value = 0;
        const std::size_t last = group.first + group.count;
        for (std::size_t at = group.first; at < last;)
        {
            const std::size_t count = std::min(last - at, in_word - at % in_word);
            const Word some = bits[at / in_word] >> (at % in_word) & low_bits(count);
            if (some != 0)
            {
                found += static_cast<std::size_t>(std::popcount(some));
                value = at - group.first + static_cast<std::size_t>(std::countr_zero(some));
            }
            at += count;
        }
        if (found > 1 || (found == 0 && !group.may_be_none))
            return false;
        const Word code = found == 0 ? 0 : value + (group.may_be_none ? 1 : 0);
        state[group.word] |= code << group.shift;
    }
    return true;
}

void ValueCodes::unpack(const Word* state, Word* bits) const
{
    if (!packs())
    {
        std::copy_n(state, words_, bits);
        return;
    }
    std::fill_n(bits, bit_words_, Word{0});
    for (const Piece& piece : pieces_)
        bits[piece.from] |= (state[piece.to] >> piece.to_shift & piece.mask) << piece.from_shift;
    for (const Group& group : groups_)
    {
        const Word code = state[group.word] >> group.shift & group.mask;
        if (group.may_be_none && code == 0)
            continue;
        const std::size_t at = group.first + code - (group.may_be_none ? 1 : 0);
        bits[at / in_word] |= Word{1} << (at % in_word);
    }
}

} // namespace sgl
