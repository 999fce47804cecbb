// Fluents with values and memories: their atoms, their axioms, and what is said of wrong ones.

#include "logic/formula/cardinality.hpp"
#include "logic/formula/print.hpp"
#include "logic/language/reader.hpp"
#include "logic/model/game_model.hpp"
#include "tests/logic/wrong_text.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

struct Read
{
    explicit Read(const std::string& text) : reader(must(GameReader::read(store, {"g.sgl", text})))
    {
    }

    static GameReader must(Result<GameReader> result)
    {
        if (!result)
            FAIL(result.errors()[0].text());
        return std::move(*result);
    }

    const Game& game() const { return reader.game(); }
    std::string axiom(const std::string& name, std::size_t k = 0)
    {
        for (const Axiom& axiom : game().axioms)
            if (axiom.name == name && k-- == 0)
                return print(game().frame, axiom.formula);
        return "none";
    }
    std::vector<std::string> fluents() const
    {
        std::vector<std::string> names;
        for (std::uint32_t p = 0; p < game().frame.fluent_count(); ++p)
            names.push_back(game().frame.name(Fluent{p}));
        return names;
    }

    /// The fluents that are true after these actions, from the only initial state.
    std::vector<std::string> after(const std::vector<std::string>& actions)
    {
        GameModel model(store, game());
        const Listing starts = model.initial_states();
        REQUIRE(starts.states.size() == 1);
        State w = starts.states[0];
        for (const std::string& action : actions)
        {
            REQUIRE_FALSE(model.broken_axiom(w).has_value());
            w = model.after(w, *game().frame.find_action(action));
        }
        REQUIRE_FALSE(model.broken_axiom(w).has_value());
        std::vector<std::string> names;
        for (std::uint32_t p = 0; p < game().frame.fluent_count(); ++p)
            if (model.holds(Fluent{p}, w))
                names.push_back(game().frame.name(Fluent{p}));
        return names;
    }

    FormulaStore store;
    GameReader reader;
};

using Names = std::vector<std::string>;

const std::string counter =
    "agents x, o action up, down by x action pass by o "
    "let other(x) = o let other(o) = x "
    "fluent m: 0..3, on, w: agent "
    "axiom start: initial -> m = 2 & on & w = x axiom e: terminal <-> false "
    "axiom l: legal(up) <-> on axiom k: legal(down) <-> on "
    "axiom j: legal(pass) <-> on ";

} // namespace

TEST_CASE("A fluent with values has a fluent for each value, and exactly one is true by an axiom")
{
    Read g("agents x, o action a by x action b by o range R = -1..1 "
           "fluent p, at(agent): R, w: agent ");
    CHECK(g.fluents() == Names{"p", "at(x)=-1", "at(x)=0", "at(x)=1", "at(o)=-1", "at(o)=0",
                               "at(o)=1", "w=x", "w=o"});
    REQUIRE(g.game().frame.valued().size() == 3);
    CHECK(g.axiom("one_value_at") ==
          "(at(x)=-1 | at(x)=0 | at(x)=1) & !(at(x)=-1 & at(x)=0) & !(at(x)=-1 & at(x)=1) & "
          "!(at(x)=0 & at(x)=1)");
    CHECK(g.axiom("one_value_w") == "(w=x | w=o) & !(w=x & w=o)");
    CHECK(g.game().frame.without_numbers(Fluent{2}) == "at(x)=_");
    const Result<Formula> again = g.reader.formula({"f", "!at(x)=-1 & next w=o"});
    REQUIRE(again);
    CHECK(print(g.game().frame, *again) == "!at(x)=-1 & next w=o");
    const Result<Formula> bare =
        read_formula(g.store, g.game().frame, {"f", "!at(x)=-1 & next w = o"});
    REQUIRE(bare);
    CHECK(*bare == *again);
}

TEST_CASE("An assignment says for each value when it is the next one")
{
    Read g(counter + "axiom n: next m = if does(up) then m + 1 else m "
                     "axiom up: does(up) -> next w = other(w) ");
    CHECK(g.axiom("n", 1) ==
          "next m=1 <-> (does(up) & m=0 | !does(up) & m=1) | m=1 & (does(up) & m=3)");
    CHECK(g.axiom("n", 0) == "next m=0 <-> !does(up) & m=0 | m=0 & (does(up) & m=3)");
    CHECK(g.axiom("up", 0) == "does(up) -> (next w=x <-> w=o)");
    CHECK(g.axiom("up", 2) == "none");
}

TEST_CASE("What is assigned is computed from the state before, and from the move")
{
    Read g(counter +
           "axiom n: next m = if does(up) then m + 1 else if does(down) then m - 1 else m "
           "axiom on: next on <-> m > 1 "
           "axiom w: next w = other(w) ");
    CHECK(g.after({}) == Names{"m=2", "on", "w=x"});
    CHECK(g.after({"up"}) == Names{"m=3", "on", "w=o"});
    CHECK(g.after({"down", "pass", "down"}) == Names{"m=0", "w=o"});
}

TEST_CASE("A fluent keeps its value where what is assigned is outside its range")
{
    Read g(counter +
           "axiom n: next m = if does(up) then m * m else if does(down) then m - 3 else 1 "
           "axiom w: next w = w axiom on: next on <-> on ");
    CHECK(g.after({"up"}) == Names{"m=2", "on", "w=x"});   // 4
    CHECK(g.after({"down"}) == Names{"m=2", "on", "w=x"}); // -1
    CHECK(g.after({"pass", "up"}) == Names{"m=1", "on", "w=x"});
}

TEST_CASE("Assignments may have premises, stand under all, and be joined with other effects")
{
    Read g(counter + "axiom n: does(up) -> (all k in 0..3: m = k -> next m = 3 - k & next !on) & "
                     "next w = o "
                     "axiom s: !does(up) -> next m = m & (next on <-> on) & next w = w ");
    CHECK(g.after({"up"}) == Names{"m=1", "w=o"});
    CHECK(g.after({"up", "up", "down"}) == Names{"m=2", "w=o"});
    Read h(counter + "axiom a: [up] m = 3 - m & 0 = [down] m & (on -> [pass] m = 1) "
                     "axiom w: next w = w axiom on: next on <-> on ");
    CHECK(h.after({"up"}) == Names{"m=1", "on", "w=x"});
    CHECK(h.after({"down"}) == Names{"m=0", "on", "w=x"});
    CHECK(h.after({"pass"}) == Names{"m=1", "on", "w=x"});
}

TEST_CASE("An if with an any takes the first value for which the condition is true")
{
    Read g(counter + "axiom n: next m = if any k in 1..3 where k != 2: k >= m then k else 0 "
                     "axiom w: next w = w axiom on: next on <-> on ");
    CHECK(g.after({"up"}) == Names{"m=3", "on", "w=x"});
    CHECK(g.after({"up", "up", "down"}) == Names{"m=3", "on", "w=x"});
}

TEST_CASE("Initial states are listed value by value, however many values there are")
{
    Read g("agents x action a by x fluent m: 0..5000, k: 0..3, q "
           "axiom s: initial -> k != 2 & m = 4999 axiom q: initial -> (q <-> k = 1) ");
    GameModel model(g.store, g.game());
    const Listing starts = model.initial_states();
    CHECK(starts.complete);
    // terminal and legal(a) are open: neither, the one, the other, never both
    CHECK(starts.states.size() == 3 * 3);
}

TEST_CASE("A memory is a fluent that begins with its first value and becomes what is said")
{
    Read g(counter + "axiom n: next m = m axiom w: next w = w axiom on: next on <-> on "
                     "memory last for x: 0..2 = 0 becomes if does(pass) then last else "
                     "if does(up) then 2 else 1 "
                     "memory seen(t: agent) for x: 0..9 = 3 becomes "
                     "if t = x & does(pass) then 0 else seen(t) + last ");
    CHECK(g.after({}) == Names{"m=2", "on", "w=x", "last=0", "seen(x)=3", "seen(o)=3"});
    CHECK(g.after({"up", "pass", "down"}) ==
          Names{"m=2", "on", "w=x", "last=1", "seen(x)=2", "seen(o)=7"});
    CHECK(g.axiom("memory_last") == "initial -> last=0");
}

TEST_CASE("Wrong values and memories are told what is wanted")
{
    // clang-format off
    check("agents x, o action a by x action b by o fluent q, m: 0..3, w: agent\n", {
        {"axiom s: next m = @5", "'m' becomes 5, outside 0..3"},
        {"axiom s: q -> next m = (@m + 4)", "'m' becomes values that are all, outside 0..3"},
        {"axiom s: @next w = 1", "an agent is compared with a number"},
        {"fluent k: @0..0-1", "range 0..-1 is empty", "so 'k' has no value"},
        {"memory k for x: 0..3 = @4 becomes 0", "'k' starts with 4, outside 0..3"},
        {"memory @k for x: agent = 1 becomes w",
         "the values of 'k' are agents, and so must be what it starts with and becomes"},
        {"memory k for x: 0..3 = 0 becomes k axiom @s: next q <-> k = 1",
         "the axiom speaks of 'k', which x only remembers"},
        {"memory k for @1: 0..3 = 0 becomes k", "unexpected '1'"},
        {"board 0..3: @m = 1 as i", "the board has 1 axes, the pattern 0"},
        {"axiom s: m = @n", "unknown name 'n'"},
    });
    // clang-format on
}
