// What enumeration is compared with: a breadth-first search of one game, tic-tac-toe on 4 × 4 cells
// with three in a row, written by hand for it. States are words, in a queue and in a hash table
// with linear probing.

#include <array>
#include <benchmark/benchmark.h>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sgl::bench
{

namespace
{

constexpr unsigned side = 4, in_row = 3, cells = side * side;
using State = std::uint64_t; // crosses, noughts from bit 16 on, and bit 32: it is the noughts' turn

/// Each three in a row, as cells.
std::vector<unsigned> rows()
{
    std::vector<unsigned> found;
    constexpr std::array<std::array<int, 2>, 4> directions{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (int i = 0; i < static_cast<int>(side); ++i)
    {
        for (int j = 0; j < static_cast<int>(side); ++j)
        {
            for (const auto& [down, right] : directions)
            {
                unsigned row = 0, length = 0;
                for (int k = 0; k < static_cast<int>(in_row); ++k)
                {
                    const int y = i + k * down, x = j + k * right;
                    if (y < 0 || x < 0 || y >= static_cast<int>(side) ||
                        x >= static_cast<int>(side))
                        break;
                    row |= 1U << (static_cast<unsigned>(y) * side + static_cast<unsigned>(x));
                    ++length;
                }
                if (length == in_row)
                    found.push_back(row);
            }
        }
    }
    return found;
}

class States
{
public:
    States() : table_(std::size_t{1} << 16, none) { add(0); }

    const std::vector<State>& all() const { return queue_; }
    std::size_t bytes() const { return (queue_.capacity() + table_.size()) * sizeof(State); }
    void add(State state)
    {
        if (!insert(state))
            return;
        queue_.push_back(state);
        if (queue_.size() * 2 > table_.size())
            grow();
    }

private:
    static constexpr State none = ~State{0};

    bool insert(State state)
    {
        const std::size_t mask = table_.size() - 1;
        std::size_t at = (state * 0x9E3779B97F4A7C15U >> 20) & mask;
        for (; table_[at] != none; at = (at + 1) & mask)
        {
            if (table_[at] == state)
                return false;
        }
        table_[at] = state;
        return true;
    }

    void grow()
    {
        table_.assign(table_.size() * 2, none);
        for (const State state : queue_)
            insert(state);
    }

    std::vector<State> queue_, table_;
};

void all_plays_by_hand(benchmark::State& state)
{
    const std::vector<unsigned> wins = rows();
    const auto has_won = [&](unsigned marks)
    {
        for (const unsigned row : wins)
        {
            if ((marks & row) == row)
                return true;
        }
        return false;
    };
    constexpr unsigned all = (1U << cells) - 1;
    std::size_t count = 0, moves = 0, bytes = 0;
    for ([[maybe_unused]] auto _ : state)
    {
        States states;
        moves = 0;
        for (std::size_t i = 0; i < states.all().size(); ++i)
        {
            const State from = states.all()[i];
            const auto x = static_cast<unsigned>(from) & all;
            const auto o = static_cast<unsigned>(from >> cells) & all;
            if (has_won(x) || has_won(o))
                continue;
            const bool is_second = (from >> (2 * cells) & 1) != 0;
            for (unsigned cell = 0; cell < cells; ++cell)
            {
                if (((x | o) >> cell & 1) != 0)
                    continue;
                const State mark = State{1} << (is_second ? cells + cell : cell);
                states.add((from | mark) ^ State{1} << (2 * cells));
                ++moves;
            }
        }
        count = states.all().size();
        bytes = states.bytes();
    }
    using benchmark::Counter;
    state.counters["states"] = static_cast<double>(count);
    state.counters["moves"] = static_cast<double>(moves);
    state.counters["bytes_a_state"] = static_cast<double>(bytes) / static_cast<double>(count);
    state.counters["moves_a_second"] =
        Counter(static_cast<double>(moves), Counter::kIsIterationInvariantRate);
}

BENCHMARK(all_plays_by_hand)->Unit(benchmark::kSecond)->Iterations(3)->UseRealTime();

} // namespace

} // namespace sgl::bench
