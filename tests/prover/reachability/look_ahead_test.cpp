// Formulas that look far ahead, and values that the axioms leave open, in enumeration.

#include "logic/language/reader.hpp"
#include "prover/claims/claim_parts.hpp"
#include "prover/claims/look_ahead.hpp"
#include "prover/decide/prover.hpp"
#include "prover/reachability/explicit/explicit_search.hpp"
#include "prover/system/game_builder.hpp"
#include "prover/system/play_query.hpp"
#include "prover/transition/initial_states.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/prover/checker/certificate_check.hpp"
#include "tests/prover/random_claims.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sgl;
using namespace sgl::testing;

namespace
{

struct Read
{
    Read(const std::string& text,
         const std::vector<std::pair<std::string, std::int64_t>>& parameters = {})
        : reader(GameReader::read(store, Source{"game.sgl", text}, {parameters}))
    {
        if (!reader)
            FAIL(reader.errors().front().text());
    }

    const Game& game() const { return reader->game(); }
    const Claim& claim(const std::string& name) const
    {
        const auto found = std::ranges::find(game().claims, name, &Claim::name);
        REQUIRE(found != game().claims.end());
        return *found;
    }
    ClaimResult prove(const std::string& name, Engine engine = Engine::Automatic)
    {
        ProveOptions options{60, {}, nullptr, nullptr, engine};
        options.keeps_models = true;
        return Prover(store, game(), options).prove(claim(name));
    }

    FormulaStore store;
    Result<GameReader> reader;
};

Method method_of(const ClaimResult& result)
{
    const auto* proved = std::get_if<Proved>(&result.verdict);
    REQUIRE(proved != nullptr);
    return proved->method;
}

/// Marks in a row of cells; whoever has two neighbours wins, and `can` looks ahead as many moves as
/// there are cells.
const std::string look = R"(game look(n = 7)
agents x, o
action put(t: agent, i: 1..n) by t
fluent at(agent, 1..n), turn(agent)
let other(x) = o
let other(o) = x
define free(i: 1..n) = !at(x,i) & !at(o,i)
define won(t: agent) = any i in 1..n-1: at(t,i) & at(t,i+1)
axiom start: initial -> turn(x) & !turn(o) & (all i in 1..n: free(i))
axiom end: terminal <-> won(x) | won(o) | (all i in 1..n: !free(i))
axiom may: for t in agent, i in 1..n: legal(put(t,i)) <-> free(i) & turn(t) & !terminal
axiom effect: for t in agent, i in 1..n: next at(t,i) <-> at(t,i) | does(put(t,i))
axiom alt: for t in agent: turn(t) -> next !turn(t) & next turn(other(t))
define can(t: agent, k: 0..n) = terminal & won(t) | (any z in 1..1 where k > 0: !terminal & (turn(t) & (any i in 1..n: legal(put(t,i)) & [put(t,i)] can(t,k-1)) | turn(other(t)) & (all i in 1..n: legal(put(other(t),i)) -> [put(other(t),i)] can(t,k-1))))
claim never:  always initial -> !can(o,n)
claim first:  always initial -> !can(x,n)
claim middle: always turn(o) & at(x,3) -> can(x,n)
)";

} // namespace

TEST_CASE("What looks ahead by as many moves as a game has is true or false state by state")
{
    for (const int n : {6, 7, 9, 12})
    {
        CAPTURE(n);
        Read game(look, {{"n", n}});
        const ClaimResult never = game.prove("never");
        CHECK(method_of(never) == Method::Enumeration);
        const auto written = certify(game.store, game.game(), game.claim("never"), never.verdict);
        CAPTURE(written.why_not.words);
        CHECK(objection(game.store, game.game(), written.text).empty());
        // The first player wins: the play of no move refutes it.
        const ClaimResult first = game.prove("first");
        REQUIRE(std::holds_alternative<Refuted>(first.verdict));
        CHECK(std::get<Refuted>(first.verdict).witness.play.empty());
    }
}

TEST_CASE("What looks ahead is the same by regression, where that is possible")
{
    for (const char* name : {"never", "first", "middle"})
    {
        Read near(look, {{"n", 4}});
        Theory theory(near.store, near.game());
        const Question question =
            certificate::parts_of(near.store, near.game(), near.claim(name)).front().question;
        const auto searched = [&](bool by_state)
        {
            GameBuilder builder(theory, {});
            if (by_state)
                builder.keep_look_ahead({0, 0});
            const PlayQuery query = compile(builder, near.game().frame, question, near.store);
            TransitionSystem system = transition_system(builder.system(), query);
            CHECK(system.ahead.empty() != by_state);
            const auto starts = initial_states(system, 2, {});
            ExplicitSearchOptions options;
            options.frame = &near.game().frame;
            ExplicitSearch search(std::move(system), *starts, options);
            return search.run({}, {}).bad;
        };
        const auto regressed = searched(false), by_state = searched(true);
        REQUIRE(regressed.has_value() == by_state.has_value());
        if (regressed)
            CHECK(regressed->play.size() == by_state->play.size());
    }
}

TEST_CASE("Formulas that look ahead, evaluated state by state, are as they are regressed")
{
    CAPTURE(seed());
    unsigned long compared = 0, looked = 0, were_bad = 0;
    for (unsigned long i = 0; i < sample_count(4'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game(random, store);
        const Claim claim = random_claim(random, store, game, true);
        if (claim.kind == ClaimKind::Valid || claim.kind == ClaimKind::Implements)
            continue;
        Theory theory(store, game);
        for (const certificate::ClaimPart& part : certificate::parts_of(store, game, claim))
        {
            if (part.theorem)
                continue;
            const auto searched = [&](bool by_state) -> Reachability
            {
                GameBuilder builder(theory, {});
                if (by_state)
                    builder.keep_look_ahead({0, 0});
                const PlayQuery query = compile(builder, game.frame, part.question, store);
                TransitionSystem system = transition_system(builder.system(), query);
                looked += system.ahead.empty() ? 0U : 1U;
                const auto starts = initial_states(system, 1'000, {});
                ExplicitSearchOptions options;
                options.must_end = part.question.must_end;
                options.frame = &game.frame;
                ExplicitSearch search(std::move(system), *starts, options);
                return search.run({}, {});
            };
            const Reachability regressed = searched(false), by_state = searched(true);
            CAPTURE(i, claim.name);
            if (!regressed.is_determined || !by_state.is_determined)
                continue; // a state that is none of Σ
            ++compared;
            were_bad += regressed.bad ? 1U : 0U;
            CHECK(regressed.any_initial == by_state.any_initial);
            REQUIRE(regressed.bad.has_value() == by_state.bad.has_value());
            if (regressed.bad)
            {
                CHECK(regressed.bad->play.size() == by_state.bad->play.size());
                continue;
            }
            CHECK(regressed.premise_seen == by_state.premise_seen);
            CHECK(regressed.stuck.has_value() == by_state.stuck.has_value());
            CHECK(regressed.endless.has_value() == by_state.endless.has_value());
        }
    }
    CHECK(compared > 0);
    CHECK(looked > 0);
    CHECK(were_bad > 0);
    CHECK(were_bad < compared);
}

TEST_CASE("A formula is far by the sequences of actions that it looks along, and not by its size")
{
    FormulaStore store;
    const Frame frame = plain_frame(2, 20, 2);
    LookAhead look_ahead(frame);
    Formula one = store.fluent(Fluent{0}), all = one;
    for (int ply = 0; ply < 40; ++ply)
        one = store.after(Action{0}, one);
    CHECK_FALSE(look_ahead.is_far(one)); // one sequence
    for (int ply = 0; ply < 5; ++ply)
    {
        std::vector<Formula> each;
        for (std::uint32_t a = 0; a < frame.action_count(); ++a)
            each.push_back(store.after(Action{a}, all));
        all = store.conjunction(each);
        CHECK(look_ahead.is_far(all) == (ply >= 4)); // 20 + … + 20^5
    }
    CHECK(look_ahead.is_far(store.negation(all)));
}

TEST_CASE("Where the axioms leave open what a formula looks ahead to, it is not evaluated")
{
    // Nobody knows what `p` is after a move: a formula about it is true in some models alone.
    std::string text = look + "fluent p\nclaim open: always initial -> ";
    const std::string all = "(all i in 1..n: [put(x,i)] ";
    text += all + "(all j in 1..n: [put(o,j)] (all k in 1..n: [put(x,k)] (all l in 1..n: "
                  "[put(o,l)] (all m in 1..n: [put(x,m)] (all h in 1..n: [put(o,h)] p))))))\n";
    Read game(text, {{"n", 10}});
    ProveOptions options{2, {}, nullptr, nullptr, Engine::Enumeration};
    const ClaimResult result = Prover(game.store, game.game(), options).prove(game.claim("open"));
    CHECK(word(result.verdict) == "undecided");
}

TEST_CASE("An open game of four fluents is proved by its states, with choices, and certified")
{
    Read game(R"(agents x, o
range R = 1..2
fluent p(agent)
fluent q
action m(i: agent, j: R) by i
axiom eff2: next q <-> !q
axiom start: initial -> !p(x) & p(o) & !q
axiom leg1: legal(m(x,2)) <-> (p(x) | !q) & !terminal
axiom eff1: next p(o) <-> p(o) | does(m(x,2))
axiom end: terminal <-> (p(o) & p(x)) & (q | !p(o))
axiom leg2: legal(m(o,1)) <-> !q & !terminal
axiom alt0: p(x) -> next !p(x) & next q
axiom leg0: legal(m(x,1)) <-> ((q | !p(o)) | (p(o) | !q)) & !terminal
axiom leg3: legal(m(o,2)) <-> (!q & (!p(x) | !p(o))) & !terminal
strategy s for o = (((initial | !p(x) -> does(m(o,2))) |> (p(o) -> does(m(o,2)))) |> each t in R: does(m(o,t))) |> each t in 1..2: does(m(o,t))
claim c: s is deterministic
)");
    const ClaimResult result = game.prove("c");
    CHECK(method_of(result) == Method::Enumeration);
    const auto written = certify(game.store, game.game(), game.claim("c"), result.verdict);
    CHECK(objection(game.store, game.game(), written.text).empty());
}

TEST_CASE("Ten open fluents make a thousand successors of a state, and open rules none too many")
{
    Read game(R"(agents x
fluent free(1..10), on
action go by x
axiom start: initial -> (all i in 1..10: !free(i)) & !on
axiom end: terminal <-> false
axiom may: legal(go) <-> !on
axiom goes: next on <-> on | !free(1)
claim all_of_them: always !(all i in 1..10: free(i))
claim first: always on -> initial | !free(1) | on
claim at_first: always on & free(1) -> free(1)
)");
    CHECK(word(game.prove("all_of_them", Engine::Enumeration).verdict) == "refuted");
    CHECK(word(game.prove("first", Engine::Enumeration).verdict) == "proved");
}
