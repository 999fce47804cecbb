#include "prover/checker/rule_check.hpp"

#include "logic/language/reader.hpp"
#include "logic/model/evaluate.hpp"
#include "tests/games.hpp"
#include "tests/prover/checker/certificate_check.hpp"
#include "tests/prover/random_open_game.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <functional>

using namespace sgl;
using namespace sgl::testing;
using certificate::objection_to_rules;

namespace
{

/// The places of a formula of a rule that is there.
std::vector<std::function<Formula&()>> formulas_of(Rules& rules)
{
    std::vector<std::function<Formula&()>> found;
    const auto note = [&](Formula& f)
    {
        if (f)
            found.emplace_back([&f]() -> Formula& { return f; });
    };
    note(rules.terminal);
    for (Formula& f : rules.legal)
        note(f);
    for (SuccessorRule& rule : rules.successors)
    {
        note(rule.whole);
        for (auto& [action, f] : rule.after)
            note(f);
        for (Effect& effect : rule.effects)
            note(effect.condition);
    }
    return found;
}

/// A formula like it: a conjunct dropped, an operand in its place, negated, or any other.
Formula changed(Random& random, FormulaStore& store, const Frame& frame, Formula f)
{
    switch (random.below(4))
    {
    case 0:
        if (f.is(Kind::And) && f.children().size() == 2)
            return f[random.below(2)];
        return store.negation(f);
    case 1: return f.children().empty() ? store.top() : f[0];
    case 2: return store.constant(random.coin());
    default: return random_atom(random, store, frame);
    }
}

/// One mistake that a reader of axioms might make; false where there was nothing to change.
bool change(Random& random, FormulaStore& store, const Frame& frame, Rules& rules)
{
    SuccessorRule& rule =
        rules.successors[random.below(static_cast<std::uint32_t>(rules.successors.size()))];
    Effect* const effect =
        rule.effects.empty()
            ? nullptr
            : &rule.effects[random.below(static_cast<std::uint32_t>(rule.effects.size()))];
    switch (random.below(7))
    {
    case 0: // another fluent
        std::swap(rule, rules.successors[random.fluent(frame).index]);
        return true;
    case 1: // another value
        if (effect != nullptr)
            effect->value = !effect->value;
        return effect != nullptr;
    case 2: // another action, or every one
        if (effect != nullptr)
            effect->only_after = effect->only_after && random.coin()
                                     ? std::nullopt
                                     : std::optional(random.action(frame));
        return effect != nullptr;
    case 3:
        std::swap(rules.legal[random.action(frame).index], rules.legal[random.action(frame).index]);
        return true;
    case 4: // of ○ for [a], or of [a] for [b]
        if (rule.whole)
            rule.after[random.action(frame)] = rule.whole;
        else if (!rule.after.empty())
            rule.after[random.action(frame)] = rule.after.begin()->second;
        return true;
    case 5:
        if (!rule.after.empty())
            rule.whole = rule.after.begin()->second;
        return !rule.after.empty();
    default:
    {
        const auto formulas = formulas_of(rules);
        if (formulas.empty())
            return false;
        Formula& f = formulas[random.below(static_cast<std::uint32_t>(formulas.size()))]();
        f = changed(random, store, frame, f);
        return true;
    }
    }
}

/// What the rules say, as formulas.
std::vector<Formula> stated(FormulaStore& store, const Rules& rules)
{
    std::vector<Formula> found;
    if (rules.terminal)
        found.push_back(store.equivalence(store.terminal(), rules.terminal));
    for (std::uint32_t a = 0; a < rules.legal.size(); ++a)
        if (rules.legal[a])
            found.push_back(store.equivalence(store.legal(Action{a}), rules.legal[a]));
    for (std::uint32_t p = 0; p < rules.successors.size(); ++p)
    {
        const SuccessorRule& rule = rules.successors[p];
        const Formula atom = store.fluent(Fluent{p});
        if (rule.whole)
            found.push_back(store.equivalence(store.next(atom), rule.whole));
        for (const auto& [a, f] : rule.after)
            found.push_back(store.equivalence(store.after(a, atom), f));
        for (const Effect& effect : rule.effects)
        {
            const Formula literal = effect.value ? atom : store.negation(atom);
            found.push_back(store.implication(
                effect.condition, effect.only_after ? store.after(*effect.only_after, literal)
                                                    : store.next(literal)));
        }
    }
    return found;
}

/// A formula of one of the shapes that rules are read from, or nearly.
Formula random_axiom(Random& random, FormulaStore& store, const Frame& frame)
{
    const Shape present{3, false, false, true};
    const auto formula = [&] { return random_formula(random, store, frame, present); };
    const auto literal = [&]
    {
        const Formula p = store.fluent(random.fluent(frame));
        return random.coin() ? p : store.negation(p);
    };
    const auto later = [&](Formula f)
    { return random.coin() ? store.next(f) : store.after(random.action(frame), f); };
    const auto heads = [&]
    {
        switch (random.below(4))
        {
        case 0: return store.terminal();
        case 1: return store.legal(random.action(frame));
        default: return later(store.fluent(random.fluent(frame)));
        }
    };
    const auto iff = [&](Formula f, Formula g)
    { return random.coin() ? store.equivalence(f, g) : store.equivalence(g, f); };
    switch (random.below(4))
    {
    case 0: return iff(heads(), random_state_wise(random, store, frame, present));
    case 1: return iff(later(literal()), formula());
    case 2: return store.implication(formula(), iff(later(literal()), formula()));
    default:
    {
        std::vector<Formula> conjuncts;
        do
        {
            const Formula f = random.coin() ? literal() : store.conjunction(literal(), literal());
            conjuncts.push_back(random.one_in(5) ? store.negation(later(f)) : later(f));
        } while (random.coin());
        return store.implication(
            random.coin() ? formula() : random_state_wise(random, store, frame, present),
            conjuncts.size() == 1 ? conjuncts[0] : store.conjunction(conjuncts));
    }
    }
}

} // namespace

TEST_CASE("Rules that are read from a game are stated by its axioms")
{
    CAPTURE(seed());
    unsigned long rules_seen = 0;
    for (unsigned long i = 0; i < sample_count(20'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = i % 2 == 0 ? random_game(random, store) : random_open_game(random, store);
        const Rules rules = read_rules(store, game);
        CAPTURE(i);
        CHECK(objection_to_rules(store, game, rules).value_or("") == "");
        rules_seen += stated(store, rules).size();
    }
    CHECK(rules_seen > 0);
}

TEST_CASE("Rules that are read from the examples are stated by their axioms")
{
    for (const char* name :
         {"crossdot", "errata", "fivethree", "gomoku", "hex", "implements", "lamps", "nim",
          "prioritised", "pure", "pursuit", "river", "sticks", "tictactoe"})
    {
        CAPTURE(name);
        FormulaStore store;
        const auto reader = GameReader::read(store, example(std::string(name) + ".sgl"));
        REQUIRE(reader);
        const Rules rules = read_rules(store, reader->game());
        CHECK(objection_to_rules(store, reader->game(), rules).value_or("") == "");
    }
}

TEST_CASE("Rules that were read wrongly are stated by no axiom, or true where the axioms are")
{
    CAPTURE(seed());
    unsigned long refused = 0, same = 0, accepted = 0;
    for (unsigned long i = 0; i < sample_count(100'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        Game game;
        game.frame = random_frame(random);
        for (std::uint32_t n = 1 + random.below(3); n > 0; --n)
            game.axioms.push_back({"axiom", random_axiom(random, store, game.frame), {}});
        const Rules right = read_rules(store, game);
        CAPTURE(i);
        CHECK(objection_to_rules(store, game, right).value_or("") == "");
        Rules wrong = right;
        if (!change(random, store, game.frame, wrong))
            continue;
        const bool is_refused = objection_to_rules(store, game, wrong).has_value();
        const std::vector<Formula> before = stated(store, right), now = stated(store, wrong);
        const bool is_more = !std::ranges::all_of(
            now, [&](Formula f) { return std::ranges::find(before, f) != before.end(); });
        ++(is_refused ? refused : is_more ? accepted : same);
        if (is_refused)
            continue;
        const auto model = random_model(random, game.frame);
        Evaluator evaluator(*model);
        for (const State w : model->states())
            for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
            {
                const auto holds = [&](Formula f) { return evaluator.holds(f, w, Action{a}); };
                if (std::ranges::all_of(game.axioms, holds, &Axiom::formula) &&
                    !std::ranges::all_of(now, holds))
                    FAIL("sample " << i << ": a rule was accepted that the axioms do not state");
            }
    }
    CAPTURE(refused, same, accepted);
    CHECK(refused > 10 * accepted);
    CHECK(same > 0);
}

TEST_CASE(
    "A certificate is rejected where the rules it is checked by are not what the axioms state")
{
    CAPTURE(seed());
    const Budget budget(60);
    unsigned long rejected = 0;
    for (unsigned long i = 0; i < sample_count(1'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        Prover prover(store, game, keeping_models());
        for (const Claim& claim : game.claims)
        {
            const ClaimResult result = prover.prove(claim);
            if (!is_decided(result.verdict))
                continue;
            const std::string text = certify(store, game, claim, result.verdict).text;
            certificate::Bdds diagrams(budget, 1'000'000);
            const auto read =
                certificate::read_certificate({"it", text}, store, game.frame, diagrams);
            if (!read || std::holds_alternative<certificate::InModel>(read->play))
                continue; // a model is judged by the axioms themselves
            Rules wrong = read_rules(store, game);
            if (!change(random, store, game.frame, wrong) ||
                !objection_to_rules(store, game, wrong))
                continue;
            const certificate::GameUnderCheck ground{store, game, wrong, budget};
            const auto none = [](const std::string&) { return certificate::KernelTheorems(); };
            CAPTURE(i, claim.name);
            CHECK(certificate::objection(ground, claim, *read, diagrams, none)
                      .value_or("")
                      .starts_with("no axiom states the rule for "));
            ++rejected;
        }
    }
    CHECK(rejected > 0);
}
