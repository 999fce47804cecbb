// Sheets and what they are translated to: the same states, ends and goals at every ply.

#include "logic/gdl/ground/ground.hpp"
#include "logic/gdl/machine/explore.hpp"
#include "logic/gdl/reader/reader.hpp"
#include "logic/import/translation.hpp"
#include "logic/language/reader.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/model/game_model.hpp"
#include "tests/gdl/random_sheet.hpp"
#include "tests/gdl/sheets.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <set>

using namespace sgl;

namespace
{

constexpr unsigned plies = 12;
constexpr std::size_t most_states = 3'000;

/// How many states are first reached at each ply, how many of them are ends, and with which goals.
struct Seen
{
    std::map<std::string, std::size_t> counts; // "ply 3: end 100/0"

    void add(unsigned ply, bool is_terminal, const std::string& goals)
    {
        ++counts[fmt::format("ply {}:{}", ply, is_terminal ? " end " + goals : "")];
    }
};

Seen seen_by_machine(const gdl::Program& program)
{
    gdl::Machine machine(program);
    const gdl::StateGraph graph =
        gdl::explore(machine, {20 * most_states, 400'000, gdl::Program::none});
    Seen seen;
    std::size_t states = 0;
    for (std::uint32_t i = 0; i < graph.expanded && states < most_states; ++i)
    {
        const unsigned ply = graph.ply[i];
        if (ply > plies)
            break;
        ++states;
        std::string goals;
        const gdl::StateFacts facts =
            machine.look({graph.states.data() + i * graph.words, graph.words});
        for (const std::vector<int>& values : facts.goals)
        {
            std::set<int> sorted(values.begin(), values.end());
            for (const int value : sorted)
                goals += fmt::format("{},", value);
            goals += "/";
        }
        seen.add(ply, facts.is_terminal, goals);
    }
    return seen;
}

Seen seen_in_model(FormulaStore& store, GameReader& reader, const gdl::Program& program)
{
    const Game& game = reader.game();
    GameModel model(store, game);
    Evaluator evaluator(model);
    std::vector<std::vector<std::pair<int, Formula>>> goals(program.roles.size());
    for (std::uint32_t r = 0; r < goals.size(); ++r)
    {
        std::set<int> values;
        for (const auto& goal : program.roles[r].goals)
            values.insert(goal.value);
        for (const int value : values)
        {
            const auto f = reader.formula(
                {"goal", fmt::format("goal({},{})", game.frame.name(Agent{r}), value)});
            REQUIRE(f);
            goals[r].emplace_back(value, *f);
        }
    }
    Seen seen;
    std::set<std::vector<bool>> known;
    std::vector<State> layer = model.initial_states().states;
    REQUIRE(layer.size() == 1);
    known.insert(model.valuation(layer[0]).fluents);
    std::size_t states = 0;
    for (unsigned ply = 0; ply <= plies; ++ply)
    {
        std::vector<State> next;
        for (const State w : layer)
        {
            if (++states > most_states)
                return seen;
            std::string text;
            for (const auto& of_role : goals)
            {
                for (const auto& [value, f] : of_role)
                    if (evaluator.holds(f, w))
                        text += fmt::format("{},", value);
                text += "/";
            }
            seen.add(ply, model.terminal(w), text);
            if (model.terminal(w))
                continue;
            for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
            {
                if (!model.legal(w, Action{a}))
                    continue;
                const State then = model.after(w, Action{a});
                if (known.insert(model.valuation(then).fluents).second)
                    next.push_back(then);
            }
        }
        layer = std::move(next);
    }
    return seen;
}

/// Ply by ply until one of the two looked at as many states as it may.
std::string difference(const Seen& machine, const Seen& model)
{
    std::size_t total = 0;
    for (const auto& [what, count] : machine.counts)
        total += count;
    const bool is_cut = total >= most_states;
    for (const auto& [what, count] : machine.counts)
    {
        const auto found = model.counts.find(what);
        const std::size_t other = found == model.counts.end() ? 0 : found->second;
        if (count != other && !is_cut)
            return fmt::format("{} {} by the machine, {} in the model", what, count, other);
    }
    for (const auto& [what, count] : model.counts)
        if (!machine.counts.contains(what) && !is_cut)
            return fmt::format("{} {} in the model alone", what, count);
    return {};
}

/// Empty where the sheet's translation agrees with it; `was_translated` says whether there is one.
std::string disagreement(const Source& source, bool& was_translated)
{
    const import::Translation translation = import::translate(source);
    was_translated = translation.errors.empty();
    if (!was_translated)
        return translation.text.empty() ? "" : "there is a text though there are errors";
    gdl::ReadSheet read = gdl::read_sheet(source);
    const gdl::Grounded grounded = gdl::ground(*read.sheet);
    FormulaStore store;
    auto reader = GameReader::read(store, source);
    if (!reader)
        return reader.errors().front().text() + "\n" + translation.text;
    return difference(seen_by_machine(*grounded.program),
                      seen_in_model(store, *reader, *grounded.program));
}

void check(const std::string& text)
{
    bool was_translated = false;
    INFO(text);
    CHECK(disagreement({"game.kif", text}, was_translated) == "");
    const auto errors = import::translate({"game.kif", text}).errors;
    INFO((errors.empty() ? "" : errors.front().text()));
    CHECK(was_translated);
}

} // namespace

TEST_CASE("A sheet of one role, with words, numbers and functions for arguments, is translated")
{
    check(gdl::one_move());
    check(R"((role r) (init (at (pos 1 2) a)) (init (step 1))
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
(<= (legal r (go ?d)) (true (at (pos ?x ?y) a)) (or (succ ?x ?d) (succ ?d ?x)))
(<= (legal r jump) (true (at (pos 2 2) a)))
(<= (next (at (pos ?d ?y) a)) (does r (go ?d)) (true (at (pos ?x ?y) a)))
(<= (next (at (pos 6 6) b)) (does r jump))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step 6)))
(<= terminal (true (at ?p b)))
(<= (goal r 100) (true (at ?p b)))
(<= (goal r 0) (not (true (at (pos 6 6) b)))))");
}

TEST_CASE("Names of a sheet that are no names of sgl, or stand for two things, get others")
{
    check(R"((role x+) (role +x) (init (next-one 1)) (init (turn x+)) (init agents) (init i1)
(<= (legal ?r (next-one ?n)) (true (turn ?r)) (number ?n))
(<= (legal ?r agents) (role ?r) (not (true (turn ?r))))
(number 1) (number 2)
(<= (next (next-one ?n)) (does ?r (next-one ?n)))
(<= (next (turn ?r)) (role ?r) (not (true (turn ?r))))
(<= (next agents) (does x+ agents)) (<= (next i1) (true i1) (does +x agents))
(<= (agents ?n) (true (next-one ?n)) (not (true agents)))
(<= terminal (agents 2) (not (true i1)))
(<= (goal x+ 30) (agents 2)) (<= (goal +x 70) (agents 2))
(<= (goal ?r 0) (role ?r) (not (agents 2))))");
}

TEST_CASE("What is called goal or wins in a sheet is not what the text calls so")
{
    for (const std::string name : {"goal", "wins", "r"})
        check("(role " + name + ") (init start) (init (wins 1)) (init (goal 2))\n(<= (legal " +
              name + " go) (true start))\n(<= (legal " + name +
              " (goal 1)) (true start))\n(<= (next done) (does " + name +
              " go)) (<= (next lost) (does " + name + " (goal 1)))\n(<= terminal (true done))" +
              "(<= terminal (true lost)) (<= (goal " + name +
              " 70) (true done) (not (true (wins 1))))" + "(<= (goal " + name +
              " 20) (true lost)) (<= (goal " + name + " 0) (true done) (true (goal 2)))");
}

TEST_CASE("Where all roles wait, an agent of its own moves, so that no strategy is asked")
{
    check(R"((role p) (role q) (init (turn p))
(<= (next (turn wait)) (true (turn p))) (<= (next (turn q)) (true (turn wait)))
(<= (next (turn p)) (true (turn q)) (not (true (got q 2))))
(<= (legal p (take 1)) (true (turn p))) (<= (legal p (take 2)) (true (turn p)))
(<= (legal q (take 1)) (true (turn q))) (<= (legal q (take 2)) (true (turn q)))
(<= (legal p noop) (not (true (turn p)))) (<= (legal q noop) (not (true (turn q))))
(<= (next (got ?r ?n)) (does ?r (take ?n))) (<= (next (got ?r ?n)) (true (got ?r ?n)))
(<= (next rest) (does q noop) (does p noop))
(<= terminal (true (got q ?n)) (true (turn p)))
(<= (goal p 100) (true rest)) (<= (goal p 50) (not (true rest)))
(<= (goal q 1) (true (got q 1))) (<= (goal q 2) (not (true (got q 1)))))");
}

TEST_CASE("A sheet where two roles have a choice at once is refused, with the state")
{
    const auto errors =
        import::translate({"g.kif", "(role p) (role q) (init s) (legal p a) (legal p b) (legal q a)"
                                    "(legal q b) (<= (next s) (does p a)) (<= terminal (not (true "
                                    "s))) (goal p 1) (goal q 2)"})
            .errors;
    REQUIRE(errors.size() == 1);
    CHECK(errors.front().message ==
          "this is no game with turns: two roles have a choice at once in the state {s}");
}

TEST_CASE("The translation of a random sheet has the states, ends and goals of the sheet")
{
    CAPTURE(testing::seed());
    unsigned long translated = 0;
    for (unsigned long i = 0; i < testing::sample_count(1'000); ++i)
    {
        const auto number = static_cast<unsigned>(testing::seed() + i);
        const std::string text = gdl::random_sheet(number, i % 4 != 0);
        CAPTURE(number, text);
        bool was_translated = false;
        CHECK(disagreement({"random.kif", text}, was_translated) == "");
        translated += was_translated ? 1 : 0;
    }
    CHECK(translated > 0);
}

TEST_CASE("The translations of real sheets have the states, ends and goals of the sheets",
          "[sheets]")
{
    const char* const folder = std::getenv("SGL_GDL_SHEETS");
    if (folder == nullptr)
        return;
    std::size_t translated = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        if (entry.path().extension() != ".kif" || entry.path().stem() == "chess")
            continue;
        INFO(entry.path());
        bool was_translated = false;
        CHECK(disagreement(gdl::read_source(entry.path()), was_translated) == "");
        translated += was_translated ? 1 : 0;
    }
    WARN(translated << " sheets are translated");
    CHECK(translated > 0);
}
