#include "prover/reachability/explicit/value_codes.hpp"

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
        const ValueCodes codes(&b.frame, b.system);
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
    const ValueCodes codes(&frame, system);
    CHECK(codes.bit_words() == 1251);
    CHECK(codes.words() == 1); // four of them
}
