#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "prover/processes/thread_budget.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/brute_force.hpp"
#include "tests/prover/random_claims.hpp"
#include "tests/prover/random_open_game.hpp"
#include "tests/tree_game.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Long enough for every state of a game of four fluents to come back.
constexpr unsigned bound = 18;

ProveOptions options(Engine engine = Engine::Automatic)
{
    ProveOptions options{20, bound, nullptr, nullptr, engine};
    options.compare = true;
    return options;
}

/// Diagrams are made on another core from the first ply on, however few the states are.
ProveOptions side_by_side()
{
    ProveOptions options = ::options();
    options.compare = false;
    options.patience = {0, 1, 0};
    return options;
}

/// As if the machine had so many cores.
class Cores
{
public:
    explicit Cores(unsigned count) { limit_threads(count); }
    ~Cores() { limit_threads(0); }
    Cores(const Cores&) = delete;
    Cores& operator=(const Cores&) = delete;
};

/// The time was up before the bound was reached.
bool was_cut_short(const Verdict& verdict)
{
    const auto* bounded = std::get_if<HoldsUpTo>(&verdict);
    return bounded != nullptr && bounded->why.cut_short.has_value();
}

/// The verdicts there were, by word and claim; the reasons for those undecided.
struct Tally
{
    std::map<std::string, unsigned long> verdicts;
    unsigned long undecided = 0, decided = 0;
    unsigned long unsure = 0;           // vacuous, and this was said not to be known
    unsigned long sought_beside = 0;    // on another core
    std::vector<std::string> unnoticed; // vacuous or stuck, by game and claim

    void count(const Claim& claim, const ClaimResult& result)
    {
        const Verdict& verdict = result.verdict;
        ++decided;
        const auto* open = std::get_if<Undecided>(&verdict);
        undecided += open != nullptr || was_cut_short(verdict) ? 1U : 0U;
        sought_beside +=
            std::ranges::any_of(result.tried, [](const EngineAttempt& attempt)
                                { return attempt.outcome.starts_with("on another core"); });
        ++verdicts[word(verdict) + (result.vacuous ? " (vacuous) " : " ") + claim.name +
                   (claim.everywhere ? " everywhere" : "") +
                   (open != nullptr ? ": " + sgl::text(open->why) : "")];
    }

    std::string share() const
    {
        return std::to_string(undecided) + " of " + std::to_string(decided) + " undecided, " +
               std::to_string(unnoticed.size()) + " vacuous or stuck unnoticed";
    }

    std::string text() const
    {
        std::string all;
        for (const auto& [what, count] : verdicts)
            all += what + ": " + std::to_string(count) + "\n";
        for (const std::string& where : unnoticed)
            all += "not noticed in " + where + "\n";
        return all;
    }
};

/// The moves that a claim lets its plays take, and what it asks of states or moves there.
std::vector<Strategy> profile(const Claim& claim)
{
    const bool told = claim.kind == ClaimKind::If || claim.kind == ClaimKind::Achieves;
    return told ? claim.strategies : std::vector<Strategy>();
}

/// Whether what was found is there to be found: a play of the graph, or a state of it.
bool is_confirmed(const Claim& claim, const Refuted& found, Formula f, PlayGraph& graph)
{
    const Witness& witness = found.witness;
    const bool about_states = claim.kind == ClaimKind::Theorem || claim.everywhere;
    if (about_states)
        return found.states.size() == 1 && graph.has_state(found.states[0], f, witness.move);
    return graph.has_play(profile(claim), found.states, witness.play, f, witness.move);
}

/// No more than one in so many; of few, one.
bool is_rare(unsigned long count, unsigned long one_in, unsigned long all)
{
    return count * one_in <= std::max(all, one_in);
}

/// What is wrong with a result, by what brute force found; empty if nothing is.
std::string disagreement(const Claim& claim, const ClaimResult& result, const Decision& truth,
                         PlayGraph& graph)
{
    const auto* refuted = std::get_if<Refuted>(&result.verdict);
    const auto* bounded = std::get_if<HoldsUpTo>(&result.verdict);
    const bool proved = std::holds_alternative<Proved>(result.verdict);
    const unsigned plies = std::min(claim.up_to.value_or(bound), bound);
    const bool is_about_plays = !claim.everywhere && claim.kind != ClaimKind::Theorem &&
                                claim.kind != ClaimKind::Valid &&
                                claim.kind != ClaimKind::Implements;
    if (proved && !truth.holds)
        return "proved, but it does not hold";
    if (bounded != nullptr && !is_about_plays)
        return "bounded, but no claim about plays";
    if (bounded != nullptr && !was_cut_short(result.verdict) && bounded->plies != plies)
        return "stopped at another ply than asked for";
    if (bounded != nullptr && truth.after && *truth.after <= bounded->plies)
        return "said to hold for so many plies, but does not";
    if (refuted != nullptr && truth.holds)
        return "refuted, but it holds";
    if (refuted != nullptr && claim.kind != ClaimKind::Consistent)
    {
        const bool has_formula = claim.kind == ClaimKind::Theorem ||
                                 claim.kind == ClaimKind::Always || claim.kind == ClaimKind::If;
        const Formula f = has_formula ? claim.formula : Formula();
        if (is_about_plays && refuted->witness.play.size() > plies)
            return "refuted by a play that is longer than asked for";
        if (claim.kind != ClaimKind::Valid && claim.kind != ClaimKind::Implements &&
            !is_confirmed(claim, *refuted, f, graph))
            return "refuted by something that is not there";
    }
    if (result.stuck && !graph.has_play(profile(claim), result.stuck->states,
                                        result.stuck->witness.play, Formula(), std::nullopt))
        return "stuck in a play that is none";
    if (!proved && bounded == nullptr)
        return "";
    // what happens later than a bound is not asked about
    if (bounded != nullptr && truth.vacuous != result.vacuous)
        return truth.vacuous ? "vacuous, and this was not noticed" : "";
    if (claim.kind != ClaimKind::Consistent && result.vacuous != truth.vacuous)
        return truth.vacuous ? "vacuous, and this was not noticed"
                             : "said to be vacuous, and is not";
    if (claim.kind == ClaimKind::If && result.stuck.has_value() != truth.stuck && !claim.up_to)
        return truth.stuck ? "stuck, and this was not noticed" : "said to be stuck, and is not";
    return "";
}

/// What brute force says, and the graph it went through; nothing where it says nothing.
struct Truth
{
    std::unique_ptr<PlayGraph> graph;
    Decision decision;
};

std::optional<Truth> truth_of(FormulaStore& store, const Game& game, const Claim& claim)
{
    auto brute = std::make_unique<BruteForce>(store, game);
    if (const auto decision = brute->decide(claim))
        return Truth{std::move(brute), *decision};
    return std::nullopt;
}

Game without_axioms(const Game& game)
{
    Game bare;
    bare.frame = game.frame;
    return bare;
}

std::optional<Truth> truth_in_trees(FormulaStore& store, const Game& game, const Claim& claim)
{
    Claim asked = claim;
    if (claim.kind == ClaimKind::Valid)
        asked.kind = ClaimKind::Theorem;
    auto trees = std::make_unique<TreeGame>(store, game, look_ahead(game.frame, store, claim));
    if (trees->is_too_large())
        return std::nullopt;
    const Decision decision = trees->decide(asked);
    return Truth{std::move(trees), decision};
}

/// Compares a claim's result, and counts it.
void compare(const Claim& claim, const ClaimResult& result, Truth& truth, const std::string& where,
             Tally& tally)
{
    // nothing may be said that is not so; that nothing was tested may be hard to find out
    const std::string wrong = disagreement(claim, result, truth.decision, *truth.graph);
    INFO(where << ": " << claim.name << (claim.everywhere ? " everywhere" : "") << ": "
               << word(result.verdict));
    if (wrong.ends_with("was not noticed") && result.perhaps_vacuous)
        ++tally.unsure;
    else if (wrong.ends_with("was not noticed"))
        tally.unnoticed.push_back(where);
    else if (!wrong.empty())
        FAIL_CHECK(wrong);
    tally.count(claim, result);
}

void compare_with_brute_force(Trouble trouble, unsigned long games, Tally& tally,
                              const ProveOptions& how = options())
{
    Random random(seed() + (trouble == Trouble::None ? 0 : 1));
    for (unsigned long i = 0; i < games; ++i)
    {
        FormulaStore store;
        const Game game = random_game(random, store, trouble);
        Prover prover(store, game, how);
        for (int k = 0; k < 4; ++k)
        {
            const Claim claim = random_claim(random, store, game, true);
            if (auto truth = truth_of(store, game, claim))
                compare(claim, prover.prove(claim), *truth,
                        "game " + std::to_string(i) + ", claim " + std::to_string(k), tally);
        }
    }
}

} // namespace

namespace
{

/// An agent with one action c, fluents p and q.
struct OneAction
{
    OneAction() { game.frame = plain_frame(1, 1, 2); }
    void axiom(Formula f) { game.axioms.push_back({"axiom", f, {}}); }
    ClaimResult theorem(Formula f)
    {
        Claim claim;
        claim.kind = ClaimKind::Theorem;
        claim.formula = f;
        return Prover(store, game, options()).prove(claim);
    }

    FormulaStore store;
    Game game;
    Action c{0};
    Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
};

} // namespace

TEST_CASE("What Σ says of every state, it says of those that open atoms lead to")
{
    OneAction s;
    s.axiom(s.store.negation(s.p)); // a static constraint; ○p is open
    CHECK(word(s.theorem(s.store.after(s.c, s.store.negation(s.p))).verdict) == "proved");
    CHECK(word(s.theorem(s.store.next(s.store.next(s.store.negation(s.p)))).verdict) == "proved");
    CHECK(word(s.theorem(s.store.after(s.c, s.store.negation(s.q))).verdict) == "refuted");
}

TEST_CASE("States that satisfy Σ, but have no successor that does, refute nothing")
{
    OneAction s;
    s.axiom(s.store.negation(s.p));
    s.axiom(s.store.negation(s.q));
    s.axiom(s.store.disjunction(s.store.after(s.c, s.p), s.store.after(s.c, s.q)));
    const ClaimResult result = s.theorem(s.store.bottom());
    CHECK(word(result.verdict) == "proved");
    CHECK(result.vacuous);
}

TEST_CASE("Legal moves left open do not survive the end (A5)")
{
    OneAction s;
    const Formula legal = s.store.legal(s.c);
    s.axiom(s.store.equivalence(s.store.terminal(), s.p));
    s.axiom(s.store.equivalence(s.store.next(s.p), s.q));
    s.axiom(s.store.disjunction(s.p, legal));
    CHECK(word(s.theorem(s.store.implication(s.q, s.store.after(s.c, s.store.negation(legal))))
                   .verdict) == "proved");
    CHECK(word(s.theorem(s.store.implication(s.store.negation(s.q), s.store.after(s.c, legal)))
                   .verdict) == "proved");
    CHECK(word(s.theorem(s.store.negation(s.q)).verdict) != "proved");
}

TEST_CASE("Effects that are each other's opposite leave nothing open")
{
    OneAction s;
    s.axiom(s.store.implication(s.q, s.store.next(s.p)));
    s.axiom(s.store.implication(s.store.negation(s.q), s.store.next(s.store.negation(s.p))));
    s.axiom(s.store.implication(s.store.top(), s.store.next(s.store.negation(s.q))));
    s.axiom(s.store.negation(s.store.conjunction(s.p, s.q)));
    CHECK(word(s.theorem(s.store.negation(s.q)).verdict) == "refuted");
}

TEST_CASE("A strategy is consistent everywhere if it recommends a move in some state, else refuted")
{
    OneAction s;
    Claim claim;
    claim.kind = ClaimKind::Consistent;
    claim.everywhere = true;
    const Formula move = s.store.conjunction(s.store.does(s.c), s.store.legal(s.c));
    claim.strategies = {{"s", Agent{0}, s.store.conjunction(move, s.p), {}}};
    CHECK(word(Prover(s.store, s.game, options()).prove(claim).verdict) == "proved");
    s.axiom(s.store.negation(s.p));
    CHECK(word(Prover(s.store, s.game, options()).prove(claim).verdict) == "refuted");
}

TEST_CASE("A loop as long as the bound is found")
{
    // three states in a ring: 00 → 01 → 10 → 00, no end
    OneAction s;
    FormulaStore& store = s.store;
    const Formula not_p = store.negation(s.p), not_q = store.negation(s.q);
    s.axiom(store.implication(store.initial(), store.conjunction(not_p, not_q)));
    s.axiom(store.equivalence(store.terminal(), store.bottom()));
    s.axiom(store.equivalence(store.legal(s.c), store.top()));
    s.axiom(store.equivalence(store.next(s.p), store.conjunction(not_p, s.q)));
    s.axiom(store.equivalence(store.next(s.q), store.conjunction(not_p, not_q)));
    Claim claim;
    claim.kind = ClaimKind::Achieves;
    claim.formula = store.top();
    claim.up_to = 4; // initial, 01, 10, 00, 01: a state that is not initial comes back
    const ClaimResult result = Prover(store, s.game, options()).prove(claim);
    CHECK(word(result.verdict) == "refuted");
    claim.up_to = 3;
    CHECK(word(Prover(store, s.game, options()).prove(claim).verdict) == "holds");
}

namespace
{

/// Games with axioms of every shape, and what is left open; the claims that were left out.
unsigned long compare_on_open_games(unsigned long n, Tally& tally,
                                    const ProveOptions& how = options())
{
    Random random(seed() + 2);
    unsigned long games = 0, too_large = 0;
    while (games < n)
    {
        FormulaStore store;
        const Game game = random_open_game(random, store);
        const Game bare = without_axioms(game);
        Prover prover(store, game, how);
        bool compared = false;
        for (int k = 0; k < 4; ++k)
        {
            const Claim claim = random_claim(random, store, game, random.one_in(3));
            auto truth = truth_in_trees(store, claim.kind == ClaimKind::Valid ? bare : game, claim);
            if (!truth)
            {
                ++too_large;
                continue;
            }
            compare(claim, prover.prove(claim), *truth,
                    "game " + std::to_string(games) + ", claim " + std::to_string(k), tally);
            compared = true;
        }
        games += compared ? 1 : 0;
    }
    return too_large;
}

} // namespace

TEST_CASE("The prover agrees with brute force on games with axioms of every shape")
{
    CAPTURE(seed());
    Tally tally;
    const unsigned long too_large = compare_on_open_games(sample_count(2'500, 60), tally);
    INFO(too_large << " claims left out");
    INFO(tally.text());
    WARN(tally.share());
    CHECK(is_rare(tally.undecided, 100, tally.decided));
    CHECK(is_rare(tally.unnoticed.size() + tally.unsure, 200, tally.decided));
}

TEST_CASE("The prover agrees with brute force on random games")
{
    CAPTURE(seed());
    Tally tally;
    compare_with_brute_force(Trouble::None, sample_count(2'000, 50), tally);
    INFO(tally.text());
    WARN(tally.share());
    CHECK(is_rare(tally.undecided, 100, tally.decided));
    CHECK(is_rare(tally.unnoticed.size() + tally.unsure, 200, tally.decided));
}

TEST_CASE("The prover agrees with brute force on random games that contradict themselves")
{
    CAPTURE(seed());
    Tally tally;
    compare_with_brute_force(Trouble::Contradictions, sample_count(1'000, 50), tally);
    INFO(tally.text());
    CHECK(is_rare(tally.undecided, 100, tally.decided));
    CHECK(is_rare(tally.unnoticed.size() + tally.unsure, 200, tally.decided));
}

namespace
{

/// At most such a share of the claims may be open. How many were asked on another core, too.
unsigned long check_by(const ProveOptions& how, double open, double open_on_open_games,
                       unsigned long open_games = sample_count(1'000, 40))
{
    CAPTURE(seed());
    const auto check = [](const Tally& tally, double share)
    {
        INFO(tally.text());
        CHECK(static_cast<double>(tally.undecided) <= share * static_cast<double>(tally.decided));
        CHECK(tally.unnoticed.size() * 100 <= tally.decided);
    };
    Tally determined, any;
    compare_with_brute_force(Trouble::None, sample_count(2'000, 50), determined, how);
    check(determined, open);
    compare_on_open_games(open_games, any, how);
    check(any, open_on_open_games);
    return determined.sought_beside + any.sought_beside;
}

void check_alone(Engine engine, double open, double open_on_open_games)
{
    check_by(options(engine), open, open_on_open_games);
}

} // namespace

TEST_CASE("Enumeration alone agrees with brute force, also where Σ leaves open what happens")
{
    check_by(options(Engine::Enumeration), 0.01, 0.02, sample_count(10'000, 300));
}

TEST_CASE("Diagrams alone agree with brute force, where Σ determines what happens")
{
    check_alone(Engine::Diagrams, 0.01, 0.5);
}

TEST_CASE("Property-directed reachability alone agrees with brute force, also on open games")
{
    check_alone(Engine::Pdr, 0.3, 0.3);
}

TEST_CASE("Unrolling alone agrees with brute force")
{
    check_alone(Engine::Unrolling, 0.01, 0.02);
}

TEST_CASE("Induction beside unrolling agrees with brute force")
{
    check_alone(Engine::Induction, 0.01, 0.02);
}

TEST_CASE("Whoever answers first, diagrams on another core or unrolling, brute force agrees")
{
    const Cores cores(2);
    CHECK(check_by(side_by_side(), 0.01, 0.02) > 0);
}

TEST_CASE("Reduction alone leaves open what is not so in all states, and agrees with brute force")
{
    check_alone(Engine::Reduction, 0.5, 0.5);
}

TEST_CASE(
    "A premise that no state of a play makes true is found to be so, where that takes what is "
    "known of the states after it")
{
    FormulaStore store;
    const auto reader = GameReader::read(
        store, {"game", "game g\nagents x\naction a by x\nfluent p\n"
                        "axiom l: legal(a) <-> (does(a) <-> p)\naxiom s: initial -> p\n"
                        "axiom n: next p <-> legal(a) & p\n"
                        "claim c: always [a] terminal -> !terminal\n"});
    REQUIRE(static_cast<bool>(reader));
    Prover prover(store, reader->game(), options());
    const ClaimResult result = prover.prove(reader->game().claims[0]);
    CHECK(std::holds_alternative<Proved>(result.verdict));
    CHECK(result.vacuous);
    CHECK_FALSE(result.perhaps_vacuous);
}
