#include "logic/formula/formula.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <new>

namespace sgl
{

using detail::FormulaNode;

static_assert(sizeof(FormulaNode) % alignof(Formula) == 0, "operands follow the node");

namespace
{

std::uint64_t mix(std::uint64_t hash, std::uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15 + (hash << 6) + (hash >> 2);
    return hash * 0xFF51AFD7ED558CCD;
}

bool all_state_wise(std::span<const Formula> operands)
{
    return std::ranges::all_of(operands, [](Formula f) { return f.is_state_wise(); });
}

bool is_state_wise(Kind kind, std::span<const Formula> operands)
{
    switch (kind)
    {
    case Kind::True:
    case Kind::False:
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal:
    case Kind::Legal:
    case Kind::After:
    case Kind::Select: return true;
    case Kind::Does:
    case Kind::Next: return false;
    case Kind::Restrict: return operands[1].is_state_wise();
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Implies:
    case Kind::Iff:
    case Kind::PrioritisedOr:
    case Kind::PrioritisedAnd: return all_state_wise(operands);
    }
    return false;
}

} // namespace

bool is_propositional(Formula f)
{
    switch (f.kind())
    {
    case Kind::True:
    case Kind::False:
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Implies:
    case Kind::Iff: return true;
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal:
    case Kind::Legal:
    case Kind::Does:
    case Kind::After:
    case Kind::Select:
    case Kind::Restrict:
    case Kind::Next:
    case Kind::PrioritisedOr:
    case Kind::PrioritisedAnd: return false;
    }
    return false;
}

/// An arena of nodes and an open-addressing table of them.
struct FormulaStore::Table
{
    static constexpr std::size_t unit = 8; // every node starts at a multiple of so many bytes
    static constexpr std::uint32_t units_bits = 17;
    static constexpr std::size_t block_size = unit << units_bits; // of a larger node, its own
    static constexpr std::size_t most_blocks = std::size_t{1} << (32 - units_bits);
    static_assert(sizeof(FormulaNode) % unit == 0 && sizeof(Formula) % unit == 0);

    /// Where a node is, and its hash: most others are told apart without a look at the node, which
    /// is far away in memory.
    struct Slot
    {
        std::uint32_t hash = 0;
        std::uint32_t place = 0; // of the arena in units, from 1; 0: there is none
    };

    std::vector<std::unique_ptr<std::byte[]>> blocks;
    std::size_t taken = block_size; // of the last block
    std::vector<Slot> slots = std::vector<Slot>(1024);
    std::size_t used = 0;

    static std::uint32_t hash(Kind kind, std::uint32_t symbol, std::span<const Formula> operands)
    {
        std::uint64_t h = mix(static_cast<std::uint64_t>(kind), symbol);
        for (Formula f : operands)
            h = mix(h, f.id());
        return static_cast<std::uint32_t>(h ^ (h >> 32));
    }

    const FormulaNode* node(Slot slot) const
    {
        const std::uint32_t place = slot.place - 1;
        const std::byte* const block = blocks[place >> units_bits].get();
        return reinterpret_cast<const FormulaNode*>(block +
                                                    (place & ((1U << units_bits) - 1)) * unit);
    }

    /// Room for a node; its place is in the slot.
    void* allocate(std::size_t bytes, Slot& slot)
    {
        if (taken + bytes > block_size)
        {
            if (blocks.size() == most_blocks - 1)
                throw std::bad_alloc(); // 32 GiB
            blocks.push_back(
                std::make_unique_for_overwrite<std::byte[]>(std::max(bytes, block_size)));
            taken = 0;
        }
        const std::size_t block = blocks.size() - 1;
        slot.place = 1 + static_cast<std::uint32_t>((block << units_bits) + taken / unit);
        std::byte* const room = blocks.back().get() + taken;
        taken += bytes;
        return room;
    }

    void grow()
    {
        std::vector<Slot> old(slots.size() * 2);
        old.swap(slots);
        const std::size_t mask = slots.size() - 1;
        for (const Slot slot : old)
        {
            if (slot.place == 0)
                continue;
            std::size_t i = slot.hash & mask;
            while (slots[i].place != 0)
                i = (i + 1) & mask;
            slots[i] = slot;
        }
    }
};

FormulaStore::FormulaStore() : table_(std::make_unique<Table>())
{
    top_ = make(Kind::True, 0, {});
    bottom_ = make(Kind::False, 0, {});
    initial_ = make(Kind::Initial, 0, {});
    terminal_ = make(Kind::Terminal, 0, {});
}

FormulaStore::~FormulaStore() = default;

std::size_t FormulaStore::size() const
{
    return table_->used;
}

Formula FormulaStore::make(Kind kind, std::uint32_t symbol, std::span<const Formula> operands)
{
    Table& table = *table_;
    const std::size_t mask = table.slots.size() - 1;
    const std::uint32_t hash = Table::hash(kind, symbol, operands);
    std::size_t i = hash & mask;
    for (; table.slots[i].place != 0; i = (i + 1) & mask)
    {
        if (table.slots[i].hash != hash)
            continue;
        const Formula found(table.node(table.slots[i]));
        if (found.kind() == kind && found.node_->symbol == symbol &&
            std::ranges::equal(found.children(), operands))
            return found;
    }

    bool restricts = kind == Kind::Restrict;
    std::uint32_t depth = 0;
    for (Formula f : operands)
    {
        assert(f);
        restricts = restricts || f.has_restriction();
        depth = std::max(depth, f.depth());
    }
    Table::Slot slot{hash, 0};
    void* place = table.allocate(sizeof(FormulaNode) + operands.size_bytes(), slot);
    auto* node = new (place) FormulaNode{kind,
                                         is_state_wise(kind, operands),
                                         restricts,
                                         static_cast<std::uint32_t>(table.used),
                                         symbol,
                                         depth + 1,
                                         static_cast<std::uint32_t>(operands.size())};
    std::ranges::uninitialized_copy(
        operands, std::span(reinterpret_cast<Formula*>(node + 1), operands.size()));
    table.slots[i] = slot;
    table.used += 1;
    if (table.used * 2 > table.slots.size())
        table.grow();
    return Formula(node);
}

Formula FormulaStore::fluent(Fluent p)
{
    return make(Kind::Fluent, p.index, {});
}
Formula FormulaStore::legal(Action a)
{
    return make(Kind::Legal, a.index, {});
}
Formula FormulaStore::does(Action a)
{
    return make(Kind::Does, a.index, {});
}

Formula FormulaStore::negation(Formula f)
{
    return make(Kind::Not, 0, {&f, 1});
}

Formula FormulaStore::conjunction(std::span<const Formula> operands)
{
    if (operands.empty())
        return top_;
    return operands.size() == 1 ? operands[0] : make(Kind::And, 0, operands);
}

Formula FormulaStore::conjunction(Formula f, Formula g)
{
    return make(Kind::And, 0, std::array{f, g});
}

Formula FormulaStore::disjunction(std::span<const Formula> operands)
{
    if (operands.empty())
        return bottom_;
    return operands.size() == 1 ? operands[0] : make(Kind::Or, 0, operands);
}

Formula FormulaStore::disjunction(Formula f, Formula g)
{
    return make(Kind::Or, 0, std::array{f, g});
}

Formula FormulaStore::implication(Formula premise, Formula conclusion)
{
    return make(Kind::Implies, 0, std::array{premise, conclusion});
}

Formula FormulaStore::equivalence(Formula f, Formula g)
{
    return make(Kind::Iff, 0, std::array{f, g});
}

Formula FormulaStore::after(Action a, Formula f)
{
    return make(Kind::After, a.index, {&f, 1});
}
Formula FormulaStore::select(Action a, Formula f)
{
    return make(Kind::Select, a.index, {&f, 1});
}

Formula FormulaStore::restrict(Formula alpha, Formula f)
{
    return make(Kind::Restrict, 0, std::array{alpha, f});
}

Formula FormulaStore::next(Formula f)
{
    return make(Kind::Next, 0, {&f, 1});
}

Formula FormulaStore::prioritised_or(std::span<const Formula> operands)
{
    assert(!operands.empty());
    return operands.size() == 1 ? operands[0] : make(Kind::PrioritisedOr, 0, operands);
}

Formula FormulaStore::prioritised_and(std::span<const Formula> operands)
{
    assert(!operands.empty());
    return operands.size() == 1 ? operands[0] : make(Kind::PrioritisedAnd, 0, operands);
}

Formula FormulaStore::with_children(Formula f, std::span<const Formula> operands)
{
    assert(operands.size() == f.children().size());
    return make(f.kind(), f.node_->symbol, operands);
}

} // namespace sgl
