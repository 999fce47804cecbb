#include "tests/prover/values/random_valued_game.hpp"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <vector>

namespace sgl::testing
{

namespace
{

/// A move: a state, and the action about to be taken.
struct Move
{
    int m = 0, k = 0;
    bool q = false;
    int action = 0;
};

struct Term
{
    std::string text;
    std::function<int(const Move&)> value;
};

struct Condition
{
    std::string text;
    std::function<bool(const Move&)> holds;
};

const std::array<std::string, 3> actions{"a", "b", "c"};

int rounded_down(int a, int by)
{
    return a >= 0 ? a / by : -((-a + by - 1) / by);
}

class Generator
{
public:
    explicit Generator(Random& random)
        : random_(random), most_m_(1 + below(3)), most_k_(1 + below(2))
    {
    }

    ValuedGame game()
    {
        const std::string frame = "agents x, o\naction a, b by x\naction c by o\n";
        add(frame + fmt::format("fluent m: 0..{}, k: 0..{}, q\n", most_m_, most_k_),
            frame + fmt::format("fluent m(0..{}), k(0..{}), q\n", most_m_, most_k_) +
                "axiom one_m: " + exactly_one("m", most_m_) +
                "\naxiom one_k: " + exactly_one("k", most_k_) + "\n");
        start();
        axiom("terminal <-> ", "", conjunction(condition(2, false), condition(1, false)), false);
        for (const std::string& a : actions)
        {
            const std::string head = "legal(" + a + ") <-> ";
            axiom(head, " & !terminal", condition(2, false), false);
        }
        value_axioms("m", most_m_, [](const Move& move) { return move.m; });
        value_axioms("k", most_k_, [](const Move& move) { return move.k; });
        axiom("next q <-> ", "", condition(2, true), true);
        claims();
        return game_;
    }

private:
    std::string fresh_name() { return fmt::format("i{}", names_++); }
    int below(std::uint32_t n) { return static_cast<int>(random_.below(n)); }

    void add(const std::string& with_values, const std::string& with_tables)
    {
        game_.with_values += with_values;
        game_.with_tables += with_tables;
    }

    static std::string exactly_one(const std::string& name, int most)
    {
        std::string text;
        for (int i = 0; i <= most; ++i)
            text += fmt::format("{}{}({})", i == 0 ? "(" : " | ", name, i);
        text += ")";
        for (int i = 0; i <= most; ++i)
            for (int j = 0; j < i; ++j)
                text += fmt::format(" & !({0}({1}) & {0}({2}))", name, i, j);
        return text;
    }

    /// True at these moves: as a table.
    std::string table(const std::function<bool(const Move&)>& holds, bool of_moves) const
    {
        std::string text = "(false";
        for (Move move; move.m <= most_m_; ++move.m)
            for (move.k = 0; move.k <= most_k_; ++move.k)
                for (bool q : {false, true})
                    for (move.action = 0; move.action < (of_moves ? 3 : 1); ++move.action)
                    {
                        move.q = q;
                        if (!holds(move))
                            continue;
                        text += fmt::format(" | m({}) & k({}) & {}q", move.m, move.k, q ? "" : "!");
                        if (of_moves)
                            text +=
                                " & does(" + actions[static_cast<std::size_t>(move.action)] + ")";
                    }
        return text + ")";
    }

    void axiom(const std::string& head, const std::string& tail, const Condition& c, bool of_moves)
    {
        const std::string name = fmt::format("axiom x{}: ", axioms_++);
        add(name + head + c.text + tail + "\n",
            name + head + table(c.holds, of_moves) + tail + "\n");
    }

    void start()
    {
        std::string values = "axiom start: initial -> true", tables = values;
        for (const auto& [name, most] : {std::pair("m", most_m_), std::pair("k", most_k_)})
        {
            if (random_.one_in(4))
                continue;
            const int v = below(static_cast<std::uint32_t>(most) + 1);
            values += fmt::format(" & {} = {}", name, v);
            tables += fmt::format(" & {}({})", name, v);
        }
        const std::string q = random_.coin() ? " & q" : " & !q";
        add(values + q + "\n", tables + q + "\n");
    }

    /// What a fluent with values is after a move, in one of the shapes that assign it.
    void value_axioms(const std::string& name, int most, const std::function<int(const Move&)>& now)
    {
        const auto next = [=](const Term& t, int v)
        {
            return [=](const Move& move)
            {
                const int to = t.value(move);
                return (to < 0 || to > most ? now(move) : to) == v;
            };
        };
        const auto tables =
            [&](const std::string& head, const Condition& where, const Term& t, bool of_moves)
        {
            for (int v = 0; v <= most; ++v)
                add("", fmt::format("axiom t{}: {} -> ({} {}({}) <-> {})\n", axioms_++,
                                    table(where.holds, of_moves), head, name, v,
                                    table(next(t, v), of_moves)));
        };
        switch (random_.below(3))
        {
        case 0: // next m = t
        {
            const Term t = term(3, true);
            add(fmt::format("axiom t{}: next {} = {}\n", axioms_++, name, t.text), "");
            for (int v = 0; v <= most; ++v)
                add("", fmt::format("axiom t{}: next {}({}) <-> {}\n", axioms_++, name, v,
                                    table(next(t, v), true)));
            break;
        }
        case 1: // c -> next m = t, !c -> next m = u
        {
            const Condition c = condition(2, true);
            const Condition other{"!" + c.text, [c](const Move& move) { return !c.holds(move); }};
            for (const Condition& where : {c, other})
            {
                const Term t = term(2, true);
                add(fmt::format("axiom t{}: {} -> next {} = {}\n", axioms_++, where.text, name,
                                t.text),
                    "");
                tables("next", where, t, true);
            }
            break;
        }
        default: // [a] m = t, and so for each action
            for (const std::string& a : actions)
            {
                const Term t = term(2, false);
                add(fmt::format("axiom t{}: {} = [{}] {}\n", axioms_++, t.text, a, name), "");
                for (int v = 0; v <= most; ++v)
                    add("", fmt::format("axiom t{}: [{}] {}({}) <-> {}\n", axioms_++, a, name, v,
                                        table(next(t, v), false)));
            }
        }
    }

    void claims()
    {
        const Condition s = condition(2, true), r = condition(1, true);
        const auto both = [&](const std::string& before, const Condition& c, bool of_moves,
                              const std::string& after)
        { add(before + c.text + after, before + table(c.holds, of_moves) + after); };
        both("strategy s for x = ", s, true, "");
        both(" |> ", r, true, "\n");
        add("claim complete: s is complete\nclaim one: s is deterministic\n",
            "claim complete: s is complete\nclaim one: s is deterministic\n");
        both("claim states: always ", condition(3, false), false, "\n");
        // about moves, also where a comparison or an empty table leaves out what is done
        both("claim moves: always !(does(a) | does(b) | does(c)) | ", condition(3, true), true,
             "\n");
        both("claim theorem: theorem ", condition(3, true), true, "\n");
        both("claim played: if x plays s then ", condition(2, false), false, "\n");
        both("claim achieved: x achieves ", condition(2, false), false, " by s\n");
        both("claim later: always [a] ", condition(2, false), false, "\n");
    }

    Condition conjunction(const Condition& c, const Condition& d)
    {
        return {"(" + c.text + " & " + d.text + ")",
                [=](const Move& move) { return c.holds(move) && d.holds(move); }};
    }

    Term term(int depth, bool of_moves)
    {
        const int which = depth == 0 ? below(3) : below(10);
        switch (which)
        {
        case 0: return number(below(4));
        case 1: return {"m", [](const Move& move) { return move.m; }};
        case 2: return {"k", [](const Move& move) { return move.k; }};
        case 3:
        {
            const int by = 2 + below(2);
            const Term t = term(depth - 1, of_moves);
            if (random_.coin())
                return {fmt::format("({} / {})", t.text, by),
                        [=](const Move& move) { return rounded_down(t.value(move), by); }};
            return {fmt::format("({} mod {})", t.text, by), [=](const Move& move)
                    { return t.value(move) - by * rounded_down(t.value(move), by); }};
        }
        case 4:
        {
            const int from = below(2), to = from + below(3);
            const std::string i = fresh_name();
            return {fmt::format("(count {0} in {1}..{2}: (m > {0} | k = {0}))", i, from, to),
                    [=](const Move& move)
                    {
                        int count = 0;
                        for (int v = from; v <= to; ++v)
                            count += move.m > v || move.k == v ? 1 : 0;
                        return count;
                    }};
        }
        case 5:
        case 6: return conditional(depth, of_moves);
        default: return sum(depth, of_moves);
        }
    }

    static Term number(int n)
    {
        return {std::to_string(n), [=](const Move&) { return n; }};
    }

    Term sum(int depth, bool of_moves)
    {
        const Term t = term(depth - 1, of_moves), u = term(depth - 1, of_moves);
        switch (random_.below(3))
        {
        case 0:
            return {"(" + t.text + " + " + u.text + ")",
                    [=](const Move& move) { return t.value(move) + u.value(move); }};
        case 1:
            return {"(" + t.text + " - " + u.text + ")",
                    [=](const Move& move) { return t.value(move) - u.value(move); }};
        default:
            return {"(" + t.text + " * -" + u.text + ")",
                    [=](const Move& move) { return t.value(move) * -u.value(move); }};
        }
    }

    /// Of an `any` the first value counts for which the condition is true.
    Term conditional(int depth, bool of_moves)
    {
        const Term otherwise = term(depth - 1, of_moves);
        if (random_.coin())
        {
            const Condition c = condition(depth - 1, of_moves);
            const Term then = term(depth - 1, of_moves);
            return {fmt::format("(if {} then {} else {})", c.text, then.text, otherwise.text),
                    [=](const Move& move)
                    { return c.holds(move) ? then.value(move) : otherwise.value(move); }};
        }
        const Condition c = condition(depth - 1, of_moves);
        const std::string i = fresh_name();
        return {fmt::format("(if any {0} in 0..2: (k + {0} >= m & {1}) then 2*{0} - k else {2})", i,
                            c.text, otherwise.text),
                [=](const Move& move)
                {
                    for (int v = 0; v <= 2; ++v)
                        if (move.k + v >= move.m && c.holds(move))
                            return 2 * v - move.k;
                    return otherwise.value(move);
                }};
    }

    Condition condition(int depth, bool of_moves)
    {
        if (depth == 0 || random_.one_in(4))
        {
            if (of_moves && random_.coin())
            {
                const int a = below(3);
                return {"does(" + actions[static_cast<std::size_t>(a)] + ")",
                        [=](const Move& move) { return move.action == a; }};
            }
            if (random_.one_in(3))
                return {"q", [](const Move& move) { return move.q; }};
            return comparison(0, of_moves);
        }
        const Condition c = condition(depth - 1, of_moves);
        switch (random_.below(5))
        {
        case 0: return {"!" + c.text, [=](const Move& move) { return !c.holds(move); }};
        case 1: return conjunction(c, condition(depth - 1, of_moves));
        case 2:
        {
            const Condition d = condition(depth - 1, of_moves);
            return {"(" + c.text + " | " + d.text + ")",
                    [=](const Move& move) { return c.holds(move) || d.holds(move); }};
        }
        default: return comparison(depth, of_moves);
        }
    }

    Condition comparison(int depth, bool of_moves)
    {
        static const std::array<std::string, 6> signs{"=", "!=", "<", "<=", ">", ">="};
        const Term t = term(depth, of_moves), u = term(depth, of_moves);
        const std::size_t sign = random_.below(6);
        return {"(" + t.text + " " + signs[sign] + " " + u.text + ")", [=](const Move& move)
                {
                    const int a = t.value(move), b = u.value(move);
                    return sign == 0   ? a == b
                           : sign == 1 ? a != b
                           : sign == 2 ? a < b
                           : sign == 3 ? a <= b
                           : sign == 4 ? a > b
                                       : a >= b;
                }};
    }

    Random& random_;
    int most_m_, most_k_, axioms_ = 0, names_ = 0;
    ValuedGame game_;
};

} // namespace

ValuedGame random_valued_game(Random& random)
{
    return Generator(random).game();
}

} // namespace sgl::testing
