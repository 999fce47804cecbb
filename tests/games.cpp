#include "tests/games.hpp"
#include "tests/places.hpp"

#include <fstream>
#include <sstream>

namespace sgl::testing
{

// Fluents are p(0,·), p(1,·), turn(0), turn(1); actions a(0,·), a(1,·).

Formula MarkGame::marked(std::size_t agent, std::size_t cell) const
{
    return store.fluent(Fluent{static_cast<std::uint32_t>(agent * cells + cell)});
}

Formula MarkGame::turn(std::size_t agent) const
{
    return store.fluent(Fluent{static_cast<std::uint32_t>(2 * cells + agent)});
}

Action MarkGame::mark(std::size_t agent, std::size_t cell) const
{
    return Action{static_cast<std::uint32_t>(agent * cells + cell)};
}

Formula MarkGame::does(std::size_t agent, std::size_t cell) const
{
    return store.does(mark(agent, cell));
}

Formula MarkGame::legal(std::size_t agent, std::size_t cell) const
{
    return store.legal(mark(agent, cell));
}

Formula MarkGame::free(std::size_t cell) const
{
    return store.conjunction(store.negation(marked(0, cell)), store.negation(marked(1, cell)));
}

Formula MarkGame::wins(std::size_t agent) const
{
    std::vector<Formula> some;
    for (const auto& line : lines)
    {
        std::vector<Formula> all;
        for (std::size_t cell : line)
            all.push_back(marked(agent, cell));
        some.push_back(store.conjunction(all));
    }
    return store.disjunction(some);
}

namespace
{

void declare(MarkGame& board)
{
    Frame& frame = board.game.frame;
    const std::vector<std::string> agents{"x", "o"};
    for (const std::string& agent : agents)
        frame.add_agent(agent);
    for (std::uint32_t t = 0; t < 2; ++t)
        for (std::size_t cell = 0; cell < board.cells; ++cell)
        {
            const std::vector<SymbolArgument> of{Agent{t}, static_cast<std::int64_t>(cell + 1)};
            frame.add_action("a", of, Agent{t});
            frame.add_fluent("p", of);
        }
    for (std::uint32_t t = 0; t < 2; ++t)
        frame.add_fluent("turn", std::vector<SymbolArgument>{Agent{t}});
}

void add_axioms(MarkGame& board)
{
    FormulaStore& store = board.store;
    const auto add = [&](const char* name, Formula f) {
        board.game.axioms.push_back({name, f, {}});
    };
    std::vector<Formula> start{board.turn(0), store.negation(board.turn(1))}, full;
    for (std::size_t cell = 0; cell < board.cells; ++cell)
    {
        start.push_back(board.free(cell));
        full.push_back(store.negation(board.free(cell)));
    }
    const std::vector<Formula> end{board.wins(0), board.wins(1), store.conjunction(full)};
    add("start", store.implication(store.initial(), store.conjunction(start)));
    add("end", store.equivalence(store.terminal(), store.disjunction(end)));
    for (std::size_t t : {0U, 1U})
    {
        for (std::size_t cell = 0; cell < board.cells; ++cell)
        {
            const std::vector<Formula> may{board.free(cell), board.turn(t),
                                           store.negation(store.terminal())};
            add("legality", store.equivalence(board.legal(t, cell), store.conjunction(may)));
            const Formula p = board.marked(t, cell);
            add("effect",
                store.equivalence(store.next(p), store.disjunction(p, board.does(t, cell))));
        }
        const Formula others = store.conjunction(store.next(store.negation(board.turn(t))),
                                                 store.next(board.turn(1 - t)));
        add("alternate", store.implication(board.turn(t), others));
    }
}

MarkGame finished(MarkGame board)
{
    declare(board);
    add_axioms(board);
    return board;
}

} // namespace

MarkGame crossdot(FormulaStore& store, std::size_t m, std::size_t k)
{
    MarkGame board{store, {}, m, {}};
    for (std::size_t j = 0; j + k <= m; ++j)
    {
        std::vector<std::size_t> line;
        for (std::size_t l = 0; l < k; ++l)
            line.push_back(j + l);
        board.lines.push_back(line);
    }
    return finished(std::move(board));
}

MarkGame mk(FormulaStore& store, std::size_t m, std::size_t k)
{
    MarkGame board{store, {}, m * m, {}};
    const auto add = [&](std::size_t i, std::size_t j, std::size_t down, auto column)
    {
        std::vector<std::size_t> line;
        for (std::size_t l = 0; l < k; ++l)
            line.push_back((i + l * down) * m + column(j, l));
        board.lines.push_back(line);
    };
    const auto right = [](std::size_t j, std::size_t l) { return j + l; };
    const auto left = [](std::size_t j, std::size_t l) { return j - l; };
    const auto same = [](std::size_t j, std::size_t) { return j; };
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < m; ++j)
        {
            const bool fits_right = j + k <= m, fits_down = i + k <= m, fits_left = j + 1 >= k;
            if (fits_right)
                add(i, j, 0, right);
            if (fits_down)
                add(i, j, 1, same);
            if (fits_right && fits_down)
                add(i, j, 1, right);
            if (fits_left && fits_down)
                add(i, j, 1, left);
        }
    return finished(std::move(board));
}

namespace
{

Source file_of(const std::string& folder, const std::string& name)
{
    std::ifstream file(std::string(SGL_ROOT) + folder + name);
    std::ostringstream text;
    text << file.rdbuf();
    return {name, text.str()};
}

} // namespace

Source example(const std::string& name)
{
    return file_of("/examples/", name);
}

Source bench_game(const std::string& name)
{
    return file_of("/bench/games/", name);
}

} // namespace sgl::testing
