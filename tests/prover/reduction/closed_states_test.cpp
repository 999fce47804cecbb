// Plays of games whose axioms might contradict each other later: they are confirmed by what every
// action keeps, as "exactly one agent is on turn".

#include "prover/decide/prover.hpp"

#include "logic/language/reader.hpp"
#include "prover/plays/axiom_clash.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/prover/checker/certificate_check.hpp"
#include "tests/prover/random_open_game.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Whoever is on turn and has spent all loses; nothing says that only one is on turn.
std::string spent(int n, const std::string& alternate = "next turn(t) <-> turn(other(t))")
{
    return "game spent(n = " + std::to_string(n) +
           ")\nagents v, s\nfluent f(agent, 1..n), turn(agent)\n"
           "action a(t: agent, i: 1..n) by t\nlet other(v) = s\nlet other(s) = v\n"
           "axiom start: initial -> turn(v) & !turn(s) & (all t in agent, i in 1..n: !f(t,i))\n"
           "axiom end: terminal <-> any t in agent: turn(t) & (all i in 1..n: f(t,i))\n"
           "axiom legality: for t in agent, i in 1..n: legal(a(t,i)) <-> turn(t) & !f(t,i)\n"
           "axiom effect: for t in agent, i in 1..n: next f(t,i) <-> f(t,i) | does(a(t,i))\n"
           "axiom alternate: for t in agent: " +
           alternate + "\nclaim c: always !f(v,1)\n";
}

bool follows_default(const GameModel& model, State w, StateAtom atom, OpenValues otherwise)
{
    if (otherwise != OpenValues::Same)
        return otherwise == OpenValues::True;
    const Valuation& before = model.valuation(w);
    return atom.kind == Kind::Fluent  ? before.fluents[atom.index]
           : atom.kind == Kind::Legal ? before.legal[atom.index]
                                      : before.terminal;
}

} // namespace

TEST_CASE("A play of a game whose axioms might clash later is refuted at once")
{
    for (const int n : {4, 6, 16})
    {
        FormulaStore store;
        const auto reader = GameReader::read(store, {"spent", spent(n)});
        REQUIRE(reader);
        const Game& game = reader->game();
        Theory theory(store, game);
        const auto closed = theory.closed_states(Budget());
        REQUIRE(closed);
        CHECK_FALSE(closed->where.is(Kind::True));
        Prover prover(store, game, keeping_models());
        const ClaimResult result = prover.prove(game.claims[0]);
        CAPTURE(n, explanation(game.frame, result.verdict));
        REQUIRE(std::holds_alternative<Refuted>(result.verdict));
        CHECK(result.contradictions->empty());
        const auto drawn = certify(store, game, game.claims[0], result.verdict);
        if (n > 4) // else the whole model is small
            CHECK(drawn.text.find("\nwithin ") != std::string::npos);
        CHECK(objection(store, game, drawn.text) == "");
    }
}

TEST_CASE("What does not hold of all that follows a play, or is not kept, shows nothing")
{
    FormulaStore store;
    const auto reader = GameReader::read(store, {"spent", spent(6)});
    REQUIRE(reader);
    const Game& game = reader->game();
    Prover prover(store, game, keeping_models());
    const ClaimResult result = prover.prove(game.claims[0]);
    const std::string text = certify(store, game, game.claims[0], result.verdict).text;
    const std::size_t at = text.find("within ");
    REQUIRE(at != std::string::npos);
    const auto within = [&](const std::string& what)
    {
        std::string changed = text;
        changed.replace(at, changed.find('\n', at) - at, "within " + what);
        return objection(store, game, changed);
    };
    CHECK(within("turn(v) <-> !turn(s)") == "");
    CHECK(within("turn(v) & !turn(s)") != ""); // not kept
    CHECK(within("turn(v) & turn(s)") != "");  // not so of what follows
    CHECK(within("false") != "");
    CHECK(within("!f(v,2)") != ""); // not kept
}

TEST_CASE("Closed states satisfy the axioms, and no action leads out of them")
{
    CAPTURE(seed());
    unsigned long narrower = 0, states = 0;
    for (unsigned long i = 0; i < sample_count(20'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_open_game(random, store);
        Theory theory(store, game);
        const auto closed = theory.closed_states(Budget());
        if (!closed)
            continue;
        CAPTURE(i);
        // What is legal, or terminal, may look ahead; then the model leaves it open.
        const Rules& rules = theory.rules();
        GameModel computed(store, theory.playable_game());
        bool looks_ahead = rules.terminal && !computed.determines({Kind::Terminal, 0});
        for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
            looks_ahead = looks_ahead || (rules.legal[a] && !computed.determines({Kind::Legal, a}));
        if (looks_ahead)
            continue;
        narrower += closed->where.is(Kind::True) ? 0U : 1U;
        GameModel model(store, theory.playable_game());
        model.set_choice([&](State w, Action, StateAtom atom)
                         { return follows_default(model, w, atom, closed->otherwise); });
        Evaluator evaluator(model);
        const std::array parts{theory.state_constraint(Budget()), closed->where};
        // A5 is no part of the constraint where Σ leaves `legal` or `terminal` open; every reader
        // of the constraint demands it there.
        const auto keeps_a5_of_open_values = [&](State w)
        {
            for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
                if (!(rules.terminal && rules.legal[a]) && model.terminal(w) &&
                    model.legal(w, Action{a}))
                    return false;
            return true;
        };
        const auto is_in = [&](State w)
        {
            for (Formula f : parts)
                if (!evaluator.holds_everywhere(f, std::array{w}))
                    return false;
            return keeps_a5_of_open_values(w);
        };
        for (std::uint32_t bits = 0; bits < 1U << game.frame.fluent_count(); ++bits)
        {
            Valuation valuation(game.frame);
            for (std::uint32_t p = 0; p < game.frame.fluent_count(); ++p)
                valuation.fluents[p] = ((bits >> p) & 1U) != 0;
            for (const bool initial : {false, true})
            {
                const State w = model.add(valuation, initial);
                if (initial && evaluator.holds_everywhere(parts[0], std::array{w}) &&
                    keeps_a5_of_open_values(w))
                    CHECK(is_in(w));
                if (!is_in(w))
                    continue;
                ++states;
                const auto broken = model.broken_axiom(w);
                CAPTURE(bits, initial, broken ? broken->axiom : "");
                CHECK_FALSE(broken.has_value());
                for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
                    CHECK(is_in(model.after(w, Action{a})));
            }
        }
    }
    CAPTURE(narrower, states);
    CHECK(narrower > 0);
    CHECK(states > 0);
}

TEST_CASE("Axioms that clash are named, with the state, and what to add is said")
{
    // Who takes cell 1 is on turn next, whoever it is: both may be, after what is not legal.
    FormulaStore store;
    const auto reader = GameReader::read(
        store, {"spent", spent(8, "next turn(t) <-> turn(other(t)) | does(a(t,1))")});
    REQUIRE(reader);
    const Game& game = reader->game();
    Theory theory(store, game);
    CHECK_FALSE(theory.closed_states(Budget()));
    Witness start(game.frame);
    start.starts_initial = true;
    start.start.fluents[game.frame.find_fluent("turn(v)")->index] = true;
    Replay replay(store, theory.playable_game(), start, OpenValues::False);
    const auto clash = find_clash(theory, replay, Budget());
    REQUIRE(clash);
    CHECK(clash->axioms == std::vector<std::string>{"legality", "end"});
    CHECK_FALSE(clash->after.empty());
    CHECK(clash->legal_at_the_end.has_value());
    const std::string said = explanation(game.frame, Undecided{"not confirmed", clash});
    CAPTURE(said);
    CHECK(said.starts_with("not confirmed: where "));
    CHECK(said.find("add '& !terminal' to 'legality'") != std::string::npos);
    // It is as it says: Σ is true at the state, and not after the actions.
    Witness there(game.frame);
    there.start = clash->state;
    there.play = clash->after;
    Replay again(store, theory.playable_game(), there, OpenValues::False);
    CHECK_FALSE(again.model().broken_axiom(again.states().front()));
    CHECK(again.model().broken_axiom(again.last()));
}
