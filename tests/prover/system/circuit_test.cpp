// Circuits, and their dual-rail reading.

#include "prover/system/circuit.hpp"
#include "prover/transition/dual_rail.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// A circuit beside the truth tables of its gates, which are made without it: bit i of a table is
/// the gate's value where the leaves have the bits of i.
struct TabledCircuit
{
    static constexpr std::uint32_t variables = 3, inputs = 2;
    static constexpr std::uint32_t rows = 1U << (variables + inputs);

    Circuit circuit;
    std::vector<std::pair<Gate, std::uint32_t>> gates;

    TabledCircuit(Random& random, int count)
    {
        for (std::uint32_t leaf = 0; leaf < variables + inputs; ++leaf)
        {
            std::uint32_t table = 0;
            for (std::uint32_t row = 0; row < rows; ++row)
                table |= (row >> leaf & 1U) << row;
            gates.emplace_back(
                leaf < variables ? circuit.variable(leaf) : circuit.input(leaf - variables), table);
        }
        gates.emplace_back(Circuit::bottom, 0U);
        gates.emplace_back(Circuit::top, ~0U);
        for (int i = 0; i < count; ++i)
            add(random);
    }

    void add(Random& random)
    {
        std::vector<Gate> operands;
        std::uint32_t all = ~0U, any = 0;
        std::vector<std::uint32_t> tables;
        for (std::uint32_t k = 0, n = 2 + random.below(4); k < n; ++k)
        {
            const auto& [gate, table] =
                gates[random.below(static_cast<std::uint32_t>(gates.size()))];
            operands.push_back(gate);
            tables.push_back(table);
            all &= table;
            any |= table;
        }
        switch (random.below(6))
        {
        case 0: gates.emplace_back(circuit.no(operands[0]), ~tables[0]); break;
        case 1:
            gates.emplace_back(circuit.iff(operands[0], operands[1]), ~(tables[0] ^ tables[1]));
            break;
        case 2:
            gates.emplace_back(circuit.both(operands[0], operands[1]), tables[0] & tables[1]);
            break;
        case 3:
            gates.emplace_back(circuit.either(operands[0], operands[1]), tables[0] | tables[1]);
            break;
        case 4: gates.emplace_back(circuit.all_of(operands), all); break;
        default: gates.emplace_back(circuit.any_of(operands), any); break;
        }
    }
};

std::vector<bool> bits_of(std::uint32_t number, std::uint32_t count)
{
    std::vector<bool> bits;
    for (std::uint32_t i = 0; i < count; ++i)
        bits.push_back((number >> i & 1U) != 0);
    return bits;
}

} // namespace

TEST_CASE("The gates of random circuits have the values of the functions they were built for")
{
    CAPTURE(seed());
    Random random(seed());
    for (int i = 0; i < 200; ++i)
    {
        const TabledCircuit tabled(random, 40);
        CircuitValues values(tabled.circuit);
        for (std::uint32_t row = 0; row < TabledCircuit::rows; ++row)
        {
            values.evaluate(bits_of(row, TabledCircuit::variables),
                            bits_of(row >> TabledCircuit::variables, TabledCircuit::inputs));
            for (const auto& [gate, table] : tabled.gates)
            {
                if (values[gate] != ((table >> row & 1U) != 0))
                    FAIL("circuit " << i << ", gate " << gate << ", row " << row);
            }
        }
    }
}

TEST_CASE("Where a gate may be true for some inputs, its rails say so")
{
    CAPTURE(seed());
    Random random(seed());
    unsigned long exact = 0, coarse = 0;
    for (int i = 0; i < 200; ++i)
    {
        const TabledCircuit tabled(random, 40);
        const std::vector<bool> has_inputs = gates_with_inputs(tabled.circuit);
        Circuit over;
        DualRail rails(tabled.circuit, over);
        std::vector<DualRail::Rails> found;
        for (const auto& [gate, table] : tabled.gates)
            found.push_back(rails.of(gate));
        CHECK(std::ranges::count(gates_with_inputs(over), true) == 0);
        CircuitValues values(over);
        for (std::uint32_t state = 0; state < 1U << TabledCircuit::variables; ++state)
        {
            values.evaluate(bits_of(state, TabledCircuit::variables));
            for (std::size_t k = 0; k < found.size(); ++k)
            {
                bool is_true = false, is_false = false;
                for (std::uint32_t o = 0; o < 1U << TabledCircuit::inputs; ++o)
                {
                    const std::uint32_t row = state | o << TabledCircuit::variables;
                    ((tabled.gates[k].second >> row & 1U) != 0 ? is_true : is_false) = true;
                }
                const bool may_be_true = values[found[k].may_be_true];
                const bool may_be_false = values[found[k].may_be_false];
                CHECK((may_be_true || !is_true));
                CHECK((may_be_false || !is_false));
                CHECK((may_be_true || may_be_false));
                if (!has_inputs[tabled.gates[k].first])
                    CHECK(may_be_true != may_be_false);
                const bool is_exact = may_be_true == is_true && may_be_false == is_false;
                ++(is_exact ? exact : coarse);
            }
        }
    }
    CHECK(coarse < exact);
}

TEST_CASE("Gates that say the same are one, and what contradicts itself is no gate")
{
    Circuit circuit;
    const Gate p = circuit.variable(0), q = circuit.variable(1), r = circuit.variable(2);
    CHECK(circuit.variable(0) == p);
    CHECK(circuit.input(0) != p);
    CHECK(circuit.both(p, q) == circuit.both(q, p));
    CHECK(circuit.no(circuit.no(p)) == p);
    CHECK(circuit.both(p, circuit.no(p)) == Circuit::bottom);
    CHECK(circuit.either(circuit.no(p), p) == Circuit::top);
    CHECK(circuit.iff(p, Circuit::bottom) == circuit.no(p));
    CHECK(circuit.iff(p, circuit.no(p)) == Circuit::bottom);
    CHECK(circuit.all_of(std::array{p, circuit.both(q, circuit.no(p))}) == Circuit::bottom);
    CHECK(circuit.all_of(std::array{p, circuit.both(q, r)}) ==
          circuit.all_of(std::array{r, q, p, q}));
    CHECK(circuit.all_of(std::span<const Gate>()) == Circuit::top);
    CHECK(circuit.any_of(std::span<const Gate>()) == Circuit::bottom);
}

TEST_CASE("No circuit is too deep, and junctions that share operands are not taken apart twice")
{
    Circuit circuit;
    Gate chain = circuit.input(0), shared = circuit.variable(0);
    for (std::uint32_t i = 0; i < 100'000; ++i)
    {
        chain = circuit.no(circuit.both(circuit.variable(i % 100), chain));
        if (i >= 10'000)
            continue;
        // Two conjunctions of the one before: 2^10000 paths.
        const Gate left = circuit.all_of(std::array{shared, circuit.variable(i % 90)});
        const Gate right = circuit.all_of(std::array{shared, circuit.variable(i % 91)});
        shared = circuit.all_of(std::array{left, right});
    }
    CHECK(cone_of(circuit, std::array{chain}).size() > 100'000);
    Circuit over;
    DualRail rails(circuit, over);
    CHECK(rails.of(chain).may_be_true != Circuit::bottom);
    std::vector<Gate> all;
    for (std::uint32_t i = 0; i < 91; ++i)
        all.push_back(circuit.variable(i));
    CHECK(shared == circuit.all_of(all));
}
