#include "logic/language/reader.hpp"
#include "logic/model/evaluate.hpp"
#include "prover/certify/clause_proof.hpp"
#include "prover/checker/symbolic/and_inverter_graph.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/games.hpp"
#include "tests/prover/checker/certificate_check.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <map>
#include <sstream>

using namespace sgl;
using namespace sgl::testing;
using certificate::CertificateText;

namespace
{

ProveOptions by(Engine engine)
{
    ProveOptions options = keeping_models();
    options.engine = engine;
    return options;
}

/// Proved in a way that clauses can show.
bool is_of_plays(const Verdict& verdict)
{
    const auto* proved = std::get_if<Proved>(&verdict);
    return proved != nullptr && proved->scheme.method != ProofMethod::Everywhere;
}

} // namespace

TEST_CASE("What unrolling or induction proves, clauses show")
{
    CAPTURE(seed());
    std::map<ProofMethod, unsigned long> with;
    unsigned long without = 0;
    std::string missing;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        for (const Engine engine : {Engine::Unrolling, Engine::Induction, Engine::Pdr})
        {
            Prover prover(store, game, by(engine));
            for (const Claim& claim : game.claims)
            {
                const ClaimResult result = prover.prove(claim);
                if (!is_of_plays(result.verdict))
                    continue;
                CAPTURE(i, claim.name);
                // Each part has an invariant of its own, and the verdict has that of one of them.
                if (engine == Engine::Pdr &&
                    (claim.kind == ClaimKind::Functional || claim.kind == ClaimKind::Equals))
                    continue;
                // That plays end may have been shown by a measure, which clauses know nothing of.
                if (claim.kind == ClaimKind::Achieves &&
                    std::get<Proved>(result.verdict).scheme.method != ProofMethod::Unrolling)
                    continue;
                const CertificateText drawn = certify(store, game, claim, result.verdict, true);
                if (!drawn.text.empty())
                {
                    CAPTURE(drawn.text);
                    CHECK(drawn.text.find("by clauses") != std::string::npos);
                    CHECK(objection(store, game, drawn.text) == "");
                    ++with[std::get<Proved>(result.verdict).scheme.method];
                    continue;
                }
                ++without;
                missing += "game " + std::to_string(i) + ", " + claim.name + ": " +
                           text(drawn.why_not) + "\n";
            }
        }
    }
    CAPTURE(with, without, missing);
    CHECK(with[ProofMethod::Unrolling] > 0);
    CHECK(with[ProofMethod::Induction] > 0);
    // Where axioms look ahead, clauses may think of plays that they exclude.
    CHECK(without * 500 <= with[ProofMethod::Unrolling] + with[ProofMethod::Induction] + 500);
}

TEST_CASE("Of what is refuted, clauses show nothing")
{
    CAPTURE(seed());
    unsigned long asked = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        Prover prover(store, game, keeping_models());
        const Rules rules = read_rules(store, game);
        const Budget budget(20);
        const certificate::GameUnderCheck ground{store, game, rules, budget};
        for (const Claim& claim : game.claims)
        {
            const bool is_refuted = std::holds_alternative<Refuted>(prover.prove(claim).verdict);
            if (!is_refuted || !certificate::parts_prove(claim))
                continue;
            const auto parts = certificate::parts_of(store, game, claim);
            for (unsigned plies = 0; plies <= 4; ++plies)
            {
                for (const ProofMethod way :
                     {ProofMethod::Unrolling, ProofMethod::Induction, ProofMethod::Invariant})
                {
                    certificate::ByClauses how{way, plies, {}, {}, {}};
                    if (way != ProofMethod::Unrolling && random.coin())
                        how.known.push_back(random_formula(random, store, game.frame));
                    while (way == ProofMethod::Induction && random.coin())
                        how.kept.push_back(random_state_wise(random, store, game.frame));
                    CAPTURE(i, claim.name, way, plies);
                    CHECK_FALSE(std::ranges::all_of(parts,
                                                    [&](const certificate::ClaimPart& part) {
                                                        return certificate::refutation(
                                                                   ground, claim, part, how)
                                                            .how.has_value();
                                                    }));
                    ++asked;
                }
            }
        }
    }
    CHECK(asked > 0);
}

namespace
{

/// What a gate is where some variables are true and all others false.
bool value_of(const certificate::AndInverterGraph& gates, certificate::AndInverterGraph::Node f,
              const std::map<certificate::AndInverterGraph::Node, bool>& variables)
{
    std::vector<bool> values(gates.size());
    const auto value = [&](certificate::AndInverterGraph::Node g)
    { return (g > 0) == values[static_cast<std::size_t>(g < 0 ? -g : g)]; };
    for (std::size_t i = 1; i < gates.size(); ++i)
    {
        const auto gate = static_cast<certificate::AndInverterGraph::Node>(i);
        const auto known = variables.find(gate);
        const auto [first, second] = gates.operands(gate);
        values[i] = gate == certificate::AndInverterGraph::all ||
                    (known != variables.end() && known->second) ||
                    (gates.is_and(gate) && value(first) && value(second));
    }
    return value(f);
}

} // namespace

TEST_CASE("A gate is true where the evaluator says that the formula is")
{
    CAPTURE(seed());
    unsigned long compared = 0, were_true = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game(random, store);
        const Rules rules = read_rules(store, game);
        const Budget budget(20);
        certificate::Bits bits;
        for (std::uint32_t p = 0; p < game.frame.fluent_count(); ++p)
            bits.atoms.push_back(store.fluent(Fluent{p}));
        bits.atoms.push_back(store.initial());
        certificate::AndInverterGraph gates(budget, 1'000'000);
        certificate::StateGates state(gates, {});
        std::vector<certificate::AndInverterGraph::Node> variables;
        for (std::size_t bit = 0; bit < bits.atoms.size(); ++bit)
            variables.push_back(state.variable(bits.level(bit)));
        certificate::SymbolicIn<certificate::StateGates> symbolic(
            game, rules, bits, state, certificate::AndInverterGraph::all, {});
        if (random.coin()) // as for formulas that look far ahead
            symbolic.merge_places({bits.atoms.begin(), bits.atoms.end() - 1});
        GameModel model(store, game);
        for (int k = 0; k < 10; ++k)
        {
            const Formula f = random_formula(random, store, game.frame);
            const Action a = random.action(game.frame);
            const certificate::AndInverterGraph::Node where = symbolic.where(f, a);
            Valuation valuation(game.frame);
            std::map<certificate::AndInverterGraph::Node, bool> values;
            for (std::uint32_t p = 0; p < game.frame.fluent_count(); ++p)
                values[variables[p]] = valuation.fluents[p] = random.coin();
            const bool is_initial = values[variables.back()] = random.coin();
            Evaluator evaluator(model);
            const bool is_true = evaluator.holds(f, model.add(valuation, is_initial), a);
            CAPTURE(i, k);
            CHECK(value_of(gates, where, values) == is_true);
            ++compared;
            were_true += is_true ? 1U : 0U;
        }
    }
    CHECK(were_true > 0);
    CHECK(were_true < compared);
}

TEST_CASE("Clauses that are changed show nothing, or what is still so")
{
    CAPTURE(seed());
    unsigned long rejected = 0, unreadable = 0, accepted = 0;
    for (unsigned long i = 0; i < sample_count(1'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        const std::array engines{Engine::Unrolling, Engine::Induction, Engine::Pdr};
        Prover prover(store, game, by(engines[random.below(engines.size())]));
        std::map<std::string, std::string> verdicts;
        std::vector<std::string> texts;
        for (const Claim& claim : game.claims)
        {
            const ClaimResult result = prover.prove(claim);
            verdicts[claim.name] = word(result.verdict);
            if (is_of_plays(result.verdict))
                texts.push_back(certify(store, game, claim, result.verdict, true).text);
        }
        std::erase(texts, "");
        for (const std::string& text : texts)
        {
            for (int k = 0; k < 30; ++k)
            {
                const std::string changed = mutated(random, game, text);
                CAPTURE(i, text, changed);
                const std::string why = objection(store, game, changed);
                unreadable += why.starts_with("unreadable") ? 1U : 0U;
                rejected += why.empty() || why.starts_with("unreadable") ? 0U : 1U;
                if (!why.empty())
                    continue;
                const auto heading = certificate::read_heading({"it", changed});
                REQUIRE(heading);
                const std::string& is = verdicts.at(heading->claim);
                CHECK(heading->proved);
                CHECK(is != "refuted");
                ++accepted;
            }
        }
    }
    CAPTURE(rejected, unreadable, accepted);
    CHECK(rejected > 0);
    CHECK(unreadable > 0);
    CHECK(accepted > 0);
}

TEST_CASE("Clauses about tic-tac-toe need every ply, and most of their lines")
{
    FormulaStore store;
    const auto reader = GameReader::read(store, example("tictactoe.sgl"));
    REQUIRE(reader);
    const Game& game = reader->game();
    const auto claim = std::ranges::find(game.claims, "careful_x", &Claim::name);
    REQUIRE(claim != game.claims.end());
    Prover prover(store, game, by(Engine::Unrolling));
    const ClaimResult result = prover.prove(*claim);
    const std::string text = certify(store, game, *claim, result.verdict, true).text;
    REQUIRE(objection(store, game, text) == "");

    const auto with = [&](std::string_view from, std::string_view to)
    {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        return objection(store, game, changed);
    };
    CHECK(with("unrolling 9", "unrolling 8") != "");
    CHECK(with("unrolling 9", "unrolling 10") != "");
    CHECK(with("unrolling 9", "induction 9") != "");
    CHECK(with("unrolling 9", "everywhere 9") != "");
    CHECK(with("\nso", "\nso\nso") != "");
    CHECK(with(" ; ", " ; 1000000000 ") != "");
    CHECK(with(" hinted", "") != "");
    CHECK(with("claim careful_x", "claim careful_o") != "");
    CHECK(with("\nline ", "\nline 1000000 ") != "");

    // Each line says what it follows from; without hints it is looked for.
    std::string without_hints;
    std::size_t lines = 0, contradictions = 0;
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);)
    {
        lines += line.starts_with("line ") ? 1U : 0U;
        contradictions += line.starts_with("so") ? 1U : 0U;
        if (line.starts_with("line "))
            line.erase(line.find(" ;"));
        else if (line.starts_with("so"))
            line = "so";
        else if (line.ends_with(" hinted"))
            line.erase(line.size() - std::string_view(" hinted").size());
        without_hints += line + "\n";
    }
    CHECK(lines > 0);
    CHECK(contradictions > 9);
    CHECK(objection(store, game, without_hints) == "");

    // Every tenth line is left out.
    unsigned long left_out = 0, needed = 0;
    for (std::size_t at = text.find("\nline"), n = 0; at != std::string::npos;
         at = text.find("\nline", at + 1), ++n)
    {
        if (n % 10 != 0)
            continue;
        std::string changed = text;
        changed.erase(at, text.find('\n', at + 1) - at);
        needed += objection(store, game, changed).empty() ? 0U : 1U;
        ++left_out;
    }
    CAPTURE(left_out, needed);
    CHECK(needed > 0);
}

TEST_CASE(
    "By the paper's invariant, clauses show what CrossDot's passive defence does on a long board")
{
    FormulaStore store;
    ReadOptions options;
    options.parameters = {{"m", 24}, {"k", 3}};
    const auto reader = GameReader::read(store, example("crossdot.sgl"), options);
    REQUIRE(reader);
    const Game& game = reader->game();
    Prover prover(store, game, keeping_models());
    for (const char* name : {"observation_8x", "observation_8o"})
    {
        const auto claim = std::ranges::find(game.claims, name, &Claim::name);
        REQUIRE(claim != game.claims.end());
        const ClaimResult result = prover.prove(*claim);
        const std::string text = certify(store, game, *claim, result.verdict, true).text;
        CAPTURE(name, text);
        CHECK(text.find("by clauses invariant 3") != std::string::npos);
        CHECK(objection(store, game, text) == "");
        const auto with = [&](std::string_view from, std::string_view to)
        {
            std::string changed = text;
            changed.replace(changed.find(from), from.size(), to);
            return objection(store, game, changed);
        };
        CHECK(with("invariant 3", "invariant 2") != "");
        CHECK(with("invariant 3", "induction 3") != "");
        CHECK(with("\nknown ", "\nknown !") != "");
        const std::size_t at = text.find("\nknown ");
        CHECK(with(text.substr(at, text.find('\n', at + 1) - at), "") != "");
    }
}

TEST_CASE(
    "A variable that no clause mentions is open, whatever was said of another stretch of plays")
{
    const auto [name, body] = GENERATE(table<std::string, std::string>({
        {"bogus", "by clauses invariant 1\nknown !v\nso\nso\nend\n"},
        {"bogus", "by clauses invariant 1\nso\nend\n"},
        {"always_u", "by clauses unrolling 3\nso\nend\n"},
        {"always_u", "by clauses induction 1\nso\nso\nend\n"},
    }));
    FormulaStore store;
    const auto reader = GameReader::read(store, Source{"open.sgl", R"(game open
agents x
action a by x
fluent u, v
axiom never: !v
axiom keep: next v <-> v
axiom end: terminal <-> false
axiom may: legal(a) <-> true
claim bogus: always u
  by invariant true
claim always_u: always u
)"});
    REQUIRE(reader);
    CAPTURE(name, body);
    const std::string why =
        objection(store, reader->game(),
                  "sgl certificate 1\ngame \"open.sgl\"\nclaim " + name + " proved\n" + body);
    CAPTURE(why);
    CHECK(why != "");
    CHECK_FALSE(why.starts_with("unreadable"));
}
