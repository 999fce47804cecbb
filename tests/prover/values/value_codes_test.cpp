#include "prover/transition/packing/value_codes.hpp"

#include "logic/language/reader.hpp"
#include "prover/claims/question.hpp"
#include "prover/decide/prover.hpp"
#include "prover/reachability/explicit/explicit_search.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/transition/initial_states.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/prover/values/random_valued_game.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// A frame with some fluents, and some with values; a system that has most of them as bits.
struct Bits
{
    explicit Bits(Random& random)
    {
        frame.add_action("a", frame.add_agent("x"));
        for (std::uint32_t k = 1 + random.below(6); k > 0; --k)
        {
            const std::string name = "p" + std::to_string(k);
            if (random.coin())
            {
                for (std::uint32_t i = random.below(70); i > 0; --i)
                    frame.add_fluent(name + std::to_string(i));
                continue;
            }
            std::vector<SymbolArgument> values;
            const std::uint32_t count = 1 + random.below(random.coin() ? 300 : 8);
            for (std::uint32_t v = 0; v < count; ++v)
                values.emplace_back(std::int64_t{v});
            frame.add_valued_fluent(name, {}, values);
        }
        const bool has_all = random.coin();
        for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
            if (has_all || !random.one_in(10))
                system.bits.push_back({store.fluent(Fluent{p})});
    }

    FormulaStore store;
    Frame frame;
    TransitionSystem system;
};

} // namespace

TEST_CASE("A packed state is unpacked to its bits, and where a fluent has two values there is none")
{
    CAPTURE(seed());
    Random random(seed() + 75);
    unsigned long packed = 0, refused = 0;
    for (unsigned long n = sample_count(4'000, 200); n > 0; --n)
    {
        const Bits b(random);
        const ValueCodes codes(&b.frame, b.system.bits);
        for (int k = 0; k < 10; ++k)
        {
            std::vector<ValueCodes::Word> bits(codes.bit_words());
            const auto is = [&](std::size_t i) { return (bits[i / 64] >> (i % 64) & 1U) != 0; };
            const auto set = [&](std::size_t i)
            { bits[i / 64] |= ValueCodes::Word{1} << (i % 64); };
            for (std::size_t i = 0; i < b.system.bits.size(); ++i)
            {
                const Fluent p = b.system.bits[i].atom.fluent();
                const bool is_value = std::ranges::any_of(
                    b.frame.valued(), [&](const FluentRange& range) { return range.contains(p); });
                if (!is_value && random.coin())
                    set(i);
            }
            std::size_t most = 0;
            for (const FluentRange& range : b.frame.valued())
            {
                std::size_t true_ones = 0;
                for (std::uint32_t v = random.below(range.count);; v = random.below(range.count))
                {
                    for (std::size_t i = 0; i < b.system.bits.size(); ++i)
                        if (b.system.bits[i].atom.fluent() == range[v] && !is(i))
                            set(i), ++true_ones;
                    if (!random.one_in(30))
                        break;
                }
                most = std::max(most, true_ones);
            }
            std::vector<ValueCodes::Word> state(codes.words()), again(codes.bit_words());
            if (!codes.pack(bits.data(), state.data()))
            {
                ++refused;
                CHECK(most != 1);
                continue;
            }
            ++packed;
            codes.unpack(state.data(), again.data());
            CHECK(again == bits);
        }
    }
    CHECK(packed > 100);
    CHECK(refused > 10);
}

TEST_CASE("20,001 values take 15 bits")
{
    FormulaStore store;
    Frame frame;
    frame.add_action("a", frame.add_agent("x"));
    std::vector<SymbolArgument> values;
    for (std::int64_t v = 0; v <= 20'000; ++v)
        values.emplace_back(v);
    for (int k = 0; k < 4; ++k)
        frame.add_valued_fluent("node" + std::to_string(k), {}, values);
    TransitionSystem system;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        system.bits.push_back({store.fluent(Fluent{p})});
    const ValueCodes codes(&frame, system.bits);
    CHECK(codes.bit_words() == 1251);
    CHECK(codes.words() == 1); // four of them
}

namespace
{

/// The states of a game in which a formula is sought, packed or not.
struct Reached
{
    Reached(FormulaStore& store, const Game& game, Formula bad, bool packs)
    {
        const Budget budget;
        Theory theory(store, game);
        const TransitionSystem system = transition_system(theory, about_states(bad), budget);
        const auto starts = initial_states(system, 1000, budget);
        REQUIRE(starts.has_value());
        ExplicitSearchOptions options;
        options.must_end = true;
        options.frame = &game.frame;
        options.packs_values = packs;
        ExplicitSearch search(system, *starts, std::move(options));
        found = search.run({}, budget);
        statistics = search.statistics();
    }

    std::string text() const
    {
        const auto trace = [](const std::optional<Trace>& of)
        {
            std::string text = of ? "start" : "none";
            for (std::size_t i = 0; of && i < of->start.size(); ++i)
                text += of->start[i] ? "1" : "0";
            for (std::size_t i = 0; of && i < of->play.size(); ++i)
                text += " " + std::to_string(of->play[i].index);
            return text;
        };
        return found.states + (found.is_determined ? "" : " undetermined") + ", bad " +
               trace(found.bad) + ", endless " + trace(found.endless) + ", " +
               std::to_string(statistics.states) + " " + std::to_string(statistics.moves) + " " +
               std::to_string(statistics.plies);
    }

    Reachability found;
    EnumerationStatistics statistics;
};

} // namespace

TEST_CASE("A search that packs values finds what one that does not pack them finds")
{
    CAPTURE(seed());
    Random random(seed() + 76);
    unsigned long several = 0;
    for (unsigned long n = sample_count(3'000, 100); n > 0; --n)
    {
        const ValuedGame texts = random_valued_game(random);
        INFO(texts.with_values);
        FormulaStore store;
        const auto reader = GameReader::read(store, {"valued", texts.with_values});
        if (!reader)
            continue;
        const Formula bad = store.negation(reader->game().claims[2].formula);
        const Reached packed(store, reader->game(), bad, true);
        const Reached whole(store, reader->game(), bad, false);
        CHECK(packed.text() == whole.text());
        several += whole.statistics.states > 2 ? 1U : 0U;
    }
    CHECK(several > 10);
}

TEST_CASE("States with values are small, and where a fluent has two values they are not packed")
{
    FormulaStore store;
    const auto reader = GameReader::read(
        store, {"walk", "agents x action on by x fluent m: 0..99, k: 0..99, q(1..3)\n"
                        "axiom s: initial -> m = 0 & k = 7 & !q(1) & !q(2) & q(3)\n"
                        "axiom e: terminal <-> m = 99 & k = 99 axiom l: legal(on) <-> !terminal\n"
                        "axiom m: next m = (m + 1) mod 100\n"
                        "axiom k: next k = if m = 99 then (k + 1) mod 100 else k\n"
                        "axiom q: for i in 1..3: next q(i) <-> q(i mod 3 + 1)\n"});
    REQUIRE(static_cast<bool>(reader));
    const Formula bad = store.conjunction(store.fluent(*reader->game().frame.find_fluent("k=98")),
                                          store.fluent(*reader->game().frame.find_fluent("q(2)")));
    const Reached packed(store, reader->game(), bad, true);
    const Reached whole(store, reader->game(), bad, false);
    CHECK(packed.text() == whole.text());
    CHECK(packed.statistics.states > 9000);
    CHECK(packed.statistics.bytes < whole.statistics.bytes);

    // by hand, with a rule that gives a fluent two values, and without the axiom against it
    Game game;
    game.frame.add_action("a", game.frame.add_agent("x"));
    const std::vector<SymbolArgument> values{std::int64_t{0}, std::int64_t{1}, std::int64_t{2},
                                             std::int64_t{3}};
    game.frame.add_valued_fluent("m", {}, values);
    std::vector<Formula> start{store.fluent(Fluent{0})};
    for (std::uint32_t v = 0; v < 4; ++v)
    {
        const Formula m = store.fluent(Fluent{v});
        if (v > 0)
            start.push_back(store.negation(m));
        game.axioms.push_back(
            {"next", store.equivalence(store.next(m), store.constant(v < 2)), {}});
    }
    game.axioms.push_back(
        {"start", store.implication(store.initial(), store.conjunction(start)), {}});
    game.axioms.push_back({"end", store.equivalence(store.terminal(), store.bottom()), {}});
    game.axioms.push_back({"legal", store.equivalence(store.legal(Action{0}), store.top()), {}});
    const Formula two = store.conjunction(
        store.conjunction(store.fluent(Fluent{0}), store.fluent(Fluent{1})),
        store.negation(store.disjunction(store.fluent(Fluent{2}), store.fluent(Fluent{3}))));
    CHECK_THROWS_AS(Reached(store, game, two, true), NotOneValue);
    CHECK(Reached(store, game, two, false).found.bad.has_value());
    Claim claim;
    claim.kind = ClaimKind::Always;
    claim.formula = store.negation(two);
    Prover prover(store, game, {20, 10, nullptr, nullptr, Engine::Enumeration});
    CHECK(word(prover.prove(claim).verdict) == "refuted");
}
