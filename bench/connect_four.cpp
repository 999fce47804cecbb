// connect_four COLUMNS ROWS FILE [AGENT]: solves connect-four (four in a row) on a small board, by
// all positions that plays reach, and writes a policy of the agent (x, who begins, or o): in every
// position where it is to move, a best move. Prints the value of the game and the number of states.
// It shares nothing with sgl but the format of the file.

#include "logic/states/state_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace
{

struct Board
{
    unsigned columns, rows;

    unsigned cells() const { return columns * rows; }
    unsigned cell(unsigned column, unsigned row) const { return column * rows + row; }
};

/// The cells of both players, x above o.
using Position = std::uint64_t;

class Solver
{
public:
    explicit Solver(Board board)
        : board_(board), layers_(board.cells() + 1), values_(layers_.size())
    {
        find_lines();
        layers_[0] = {0};
        for (unsigned stones = 0; stones < board_.cells(); ++stones)
        {
            std::vector<Position>& next = layers_[stones + 1];
            for (const Position position : layers_[stones])
            {
                for (unsigned column = 0; column < board_.columns && !is_won(position); ++column)
                {
                    if (const auto after = dropped(position, column, stones))
                        next.push_back(*after);
                }
            }
            std::ranges::sort(next);
            next.erase(std::unique(next.begin(), next.end()), next.end());
        }
        for (unsigned stones = board_.cells() + 1; stones-- > 0;)
        {
            for (const Position position : layers_[stones])
                values_[stones].push_back(best(position, stones).first);
        }
    }

    /// For x: 1, a win; 0, a draw; -1.
    int value() const { return values_[0][0]; }

    sgl::StateList policy(bool of_x) const
    {
        sgl::StateList list;
        const char* const agent = of_x ? "x" : "o";
        for (unsigned column = 0; column < board_.columns; ++column)
            list.moves.push_back(fmt::format("drop({},{})", agent, column + 1));
        list.bits = {"turn(x)", "turn(o)"};
        for (unsigned cell = 0; cell < board_.cells(); ++cell)
            for (const char* const t : {"x", "o"})
                list.bits.push_back(
                    fmt::format("p({},{},{})", t, cell / board_.rows + 1, cell % board_.rows + 1));
        for (unsigned stones = of_x ? 0 : 1; stones < board_.cells(); stones += 2)
        {
            for (const Position position : layers_[stones])
            {
                if (is_won(position))
                    continue;
                list.states.resize(list.states.size() + list.words());
                const auto state = std::span(list.states).last(list.words());
                sgl::StateList::put(state, of_x ? 0 : 1);
                for (unsigned cell = 0; cell < board_.cells(); ++cell)
                {
                    if ((of(true, position) >> cell & 1) != 0)
                        sgl::StateList::put(state, 2 + 2 * cell);
                    if ((of(false, position) >> cell & 1) != 0)
                        sgl::StateList::put(state, 2 + 2 * cell + 1);
                }
                list.chosen.push_back(best(position, stones).second);
            }
        }
        sgl::sort_states(list);
        return list;
    }

private:
    std::uint64_t of(bool x, Position position) const
    {
        return x ? position >> board_.cells()
                 : position & ((std::uint64_t{1} << board_.cells()) - 1);
    }

    void find_lines()
    {
        const auto rows = static_cast<int>(board_.rows), columns = static_cast<int>(board_.columns);
        for (int column = 0; column < columns; ++column)
            for (int row = 0; row < rows; ++row)
                for (const auto& [dc, dr] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}})
                {
                    const int last_column = column + 3 * dc, last_row = row + 3 * dr;
                    if (last_column >= columns || last_row >= rows || last_row < 0)
                        continue;
                    std::uint64_t line = 0;
                    for (int i = 0; i < 4; ++i)
                        line |= std::uint64_t{1}
                                << board_.cell(static_cast<unsigned>(column + i * dc),
                                               static_cast<unsigned>(row + i * dr));
                    lines_.push_back(line);
                }
    }

    bool is_won(Position position) const
    {
        return std::ranges::any_of(lines_,
                                   [&](std::uint64_t line) {
                                       return (of(true, position) & line) == line ||
                                              (of(false, position) & line) == line;
                                   });
    }

    std::optional<Position> dropped(Position position, unsigned column, unsigned stones) const
    {
        for (unsigned row = 0; row < board_.rows; ++row)
        {
            const std::uint64_t cell = std::uint64_t{1} << board_.cell(column, row);
            if (((of(true, position) | of(false, position)) & cell) == 0)
                return position | (stones % 2 == 0 ? cell << board_.cells() : cell);
        }
        return std::nullopt;
    }

    /// The value for x, and a move of it; in the middle where there are several.
    std::pair<signed char, std::uint32_t> best(Position position, unsigned stones) const
    {
        if (is_won(position))
            return {static_cast<signed char>(stones % 2 == 1 ? 1 : -1), 0};
        const bool is_x = stones % 2 == 0;
        std::optional<std::pair<signed char, std::uint32_t>> found;
        for (unsigned i = 0; i < board_.columns; ++i)
        {
            const unsigned column =
                (board_.columns / 2 + (i % 2 == 0 ? board_.columns - i / 2 : (i + 1) / 2)) %
                board_.columns;
            const auto after = dropped(position, column, stones);
            if (!after)
                continue;
            const std::vector<Position>& next = layers_[stones + 1];
            const auto at = std::ranges::lower_bound(next, *after) - next.begin();
            const signed char value = values_[stones + 1][static_cast<std::size_t>(at)];
            if (!found || (is_x ? value > found->first : value < found->first))
                found = {value, column};
        }
        return found.value_or(std::pair<signed char, std::uint32_t>(0, 0));
    }

    Board board_;
    std::vector<std::uint64_t> lines_;
    std::vector<std::vector<Position>> layers_; // by stones, in ascending order
    std::vector<std::vector<signed char>> values_;
};

} // namespace

int main(int argc, char** argv)
{
    const unsigned long columns = argc > 3 ? std::strtoul(argv[1], nullptr, 10) : 0,
                        rows = argc > 3 ? std::strtoul(argv[2], nullptr, 10) : 0;
    if (columns == 0 || rows == 0 || columns * rows > 31)
    {
        fmt::print(stderr, "usage: connect_four COLUMNS ROWS FILE [AGENT], of at most 31 cells\n");
        return 3;
    }
    const Solver solver({static_cast<unsigned>(columns), static_cast<unsigned>(rows)});
    const sgl::StateList policy = solver.policy(argc < 5 || std::string(argv[4]) == "x");
    const std::string file = sgl::written(policy, 12);
    std::ofstream(argv[3], std::ios::binary) << file;
    const char* const value = solver.value() == 0  ? "a draw"
                              : solver.value() > 0 ? "x wins"
                                                   : "o wins";
    fmt::print("{}; {} states, {} bytes\n", value, policy.size(), file.size());
}
