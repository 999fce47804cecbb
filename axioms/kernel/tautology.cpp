#include "axioms/kernel/tautology.hpp"

#include "axioms/kernel/propagation.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace sgl::axioms
{

namespace
{

/// The formulas of a step down to its letters, each once, operands first.
class Walk
{
public:
    /// False, and given up, when there are more letters than this.
    bool over(std::span<const Formula> premises, Formula conclusion, Detail detail,
              std::size_t most_letters)
    {
        order.clear();
        letters = 0;
        if (++epoch_ == 0) // after 2³² walks all marks would be old ones
        {
            marks_.clear();
            epoch_ = 1;
        }
        if (detail == Detail::Shared)
            find_shared(premises, conclusion);
        for (Formula premise : premises)
        {
            if (!add(premise, detail, most_letters))
                return false;
        }
        return add(conclusion, detail, most_letters);
    }

    std::uint32_t place(Formula f) const { return marks_[f.id()].place; }
    /// A letter of this walk.
    bool is_leaf(Formula f) const
    {
        return !is_propositional(f) || marks_[f.id()].shared == epoch_;
    }

    std::vector<Formula> order;
    std::size_t letters = 0;

private:
    struct Mark
    {
        std::uint32_t left = 0; // in which epoch the walk left the formula, and as the how manieth
        std::uint32_t place = 0;
        std::uint32_t met = 0;    // in which epoch it was found to be an operand
        std::uint32_t shared = 0; // in which it was twice
    };

    bool add(Formula root, Detail detail, std::size_t most_letters)
    {
        if (mark(root).left == epoch_)
            return true;
        open_.assign(1, {root, 0});
        while (!open_.empty())
        {
            auto& [f, next] = open_.back();
            const bool leaf = !is_propositional(f) || (detail == Detail::Shared && is_leaf(f));
            if (!leaf && next < f.children().size())
            {
                const Formula child = f[next++];
                if (mark(child).left != epoch_)
                    open_.emplace_back(child, 0U);
                continue;
            }
            letters += leaf;
            if (letters > most_letters)
                return false;
            Mark& here = mark(f);
            here.left = epoch_;
            here.place = static_cast<std::uint32_t>(order.size());
            order.push_back(f);
            open_.pop_back();
        }
        return true;
    }

    /// From the largest formula down, so that all that have a formula as an operand come before it.
    void find_shared(std::span<const Formula> premises, Formula conclusion)
    {
        const auto below = [](Formula f, Formula g) { return f.id() < g.id(); };
        const auto meet = [&](Formula f)
        {
            if (!is_propositional(f) || f.children().empty())
                return;
            Mark& here = mark(f);
            if (here.met == epoch_)
            {
                here.shared = epoch_;
                return;
            }
            here.met = epoch_;
            heap_.push_back(f);
            std::ranges::push_heap(heap_, below);
        };
        heap_.clear();
        for (Formula premise : premises)
            meet(premise);
        meet(conclusion);
        while (!heap_.empty())
        {
            std::ranges::pop_heap(heap_, below);
            const Formula f = heap_.back();
            heap_.pop_back();
            if (mark(f).shared == epoch_)
                continue;
            for (Formula child : f.children())
                meet(child);
        }
    }

    Mark& mark(Formula f)
    {
        if (f.id() >= marks_.size())
            marks_.resize(f.id() + f.id() / 2 + 64);
        return marks_[f.id()];
    }

    std::vector<Mark> marks_; // by formula id
    std::uint32_t epoch_ = 0;
    std::vector<std::pair<Formula, std::uint32_t>> open_;
    std::vector<Formula> heap_;
};

/// Calls `add` with every clause that defines the n-th formula of the walk from its operands.
template <class Add>
void define(const Walk& walk, std::uint32_t n, std::vector<Literal>& clause, Add&& add)
{
    const Formula f = walk.order[n];
    const auto self = static_cast<Literal>(n + 1);
    const auto operand = [&](std::size_t i) { return static_cast<Literal>(walk.place(f[i]) + 1); };
    const auto put = [&](std::initializer_list<Literal> literals)
    { add(std::span(literals.begin(), literals.size())); };
    if (walk.is_leaf(f))
        return;
    switch (f.kind())
    {
    case Kind::True: return put({self});
    case Kind::False: return put({-self});
    case Kind::Not: return put({self, operand(0)}), put({-self, -operand(0)});
    case Kind::Implies:
        put({self, operand(0)});
        put({self, -operand(1)});
        return put({-self, -operand(0), operand(1)});
    case Kind::Iff:
        put({-self, -operand(0), operand(1)});
        put({-self, operand(0), -operand(1)});
        put({self, operand(0), operand(1)});
        return put({self, -operand(0), -operand(1)});
    case Kind::And:
    case Kind::Or:
    {
        // Of ∧ the same clauses as of ∨, with every sign turned.
        const Literal sign = f.is(Kind::And) ? -1 : 1;
        clause.assign(1, -sign * self);
        for (std::size_t i = 0; i < f.children().size(); ++i)
        {
            put({sign * self, -sign * operand(i)});
            clause.push_back(sign * operand(i));
        }
        return add(std::span<const Literal>(clause));
    }
    default: return;
    }
}

} // namespace

struct Tautologies::Buffers
{
    Walk walk;
    std::vector<std::uint64_t> columns;
    std::vector<Literal> clause;
    Propagation propagation;

    /// Every formula's truth value in every row of the table, 64 rows a word.
    bool by_table(std::span<const Formula> premises, Formula conclusion)
    {
        // The column of the n-th letter: it changes its value every 2ⁿ rows.
        static constexpr std::array<std::uint64_t, 6> short_period{
            0xAAAA'AAAA'AAAA'AAAA, 0xCCCC'CCCC'CCCC'CCCC, 0xF0F0'F0F0'F0F0'F0F0,
            0xFF00'FF00'FF00'FF00, 0xFFFF'0000'FFFF'0000, 0xFFFF'FFFF'0000'0000};
        const std::size_t words = walk.letters <= 6 ? 1 : std::size_t{1} << (walk.letters - 6);
        columns.resize(walk.order.size() * words);
        std::size_t letter = 0;
        for (std::size_t n = 0; n < walk.order.size(); ++n)
        {
            const Formula f = walk.order[n];
            std::uint64_t* const column = columns.data() + n * words;
            const auto of = [&](Formula g) { return columns.data() + walk.place(g) * words; };
            if (walk.is_leaf(f))
            {
                for (std::size_t w = 0; w < words; ++w)
                    column[w] = letter < 6 ? short_period[letter]
                                           : -static_cast<std::uint64_t>(w >> (letter - 6) & 1);
                ++letter;
                continue;
            }
            const bool starts_true = f.is(Kind::True) || f.is(Kind::And);
            std::fill_n(column, words, starts_true ? ~std::uint64_t{0} : 0);
            for (std::size_t i = 0; i < f.children().size(); ++i)
            {
                const std::uint64_t* const operand = of(f[i]);
                for (std::size_t w = 0; w < words; ++w)
                {
                    switch (f.kind())
                    {
                    case Kind::And: column[w] &= operand[w]; break;
                    case Kind::Or: column[w] |= operand[w]; break;
                    case Kind::Not: column[w] = ~operand[w]; break;
                    case Kind::Implies: column[w] |= i == 0 ? ~operand[w] : operand[w]; break;
                    default: column[w] = i == 0 ? operand[w] : ~(column[w] ^ operand[w]);
                    }
                }
            }
        }
        for (std::size_t w = 0; w < words; ++w)
        {
            std::uint64_t counterexamples = ~columns[walk.place(conclusion) * words + w];
            for (Formula premise : premises)
                counterexamples &= columns[walk.place(premise) * words + w];
            if (counterexamples != 0)
                return false;
        }
        return true;
    }

    Consequence by_propagation(std::span<const Formula> premises, Formula conclusion,
                               std::span<const Literal> refutation)
    {
        propagation.clear(walk.order.size());
        const auto add = [&](std::span<const Literal> c) { propagation.add(c); };
        for (std::uint32_t n = 0; n < walk.order.size(); ++n)
            define(walk, n, clause, add);
        const auto unit = [&](Formula f, Literal sign)
        {
            const Literal l = sign * static_cast<Literal>(walk.place(f) + 1);
            propagation.add({&l, 1});
        };
        for (Formula premise : premises)
            unit(premise, 1);
        unit(conclusion, -1);

        const auto variables = static_cast<Literal>(propagation.variables());
        std::size_t start = 0;
        for (std::size_t i = 0; i < refutation.size(); ++i)
        {
            if (refutation[i] > variables || refutation[i] < -variables)
                return Consequence::WrongStep;
            if (refutation[i] != 0)
                continue;
            const auto step = refutation.subspan(start, i - start);
            if (!propagation.implies(step))
                return Consequence::WrongStep;
            propagation.add(step);
            start = i + 1;
        }
        if (start != refutation.size())
            return Consequence::WrongStep;
        return propagation.contradiction() ? Consequence::Yes : Consequence::Unknown;
    }
};

Tautologies::Tautologies() : buffers_(std::make_unique<Buffers>()) {}
Tautologies::~Tautologies() = default;

Consequence Tautologies::follows(std::span<const Formula> premises, Formula conclusion,
                                 std::span<const Literal> refutation)
{
    Buffers& buffers = *buffers_;
    constexpr std::size_t any = SIZE_MAX;
    if (!refutation.empty())
    {
        const bool shared = refutation.front() == 0;
        buffers.walk.over(premises, conclusion, shared ? Detail::Shared : Detail::Whole, any);
        return buffers.by_propagation(premises, conclusion, refutation.subspan(shared ? 1 : 0));
    }
    if (buffers.walk.over(premises, conclusion, Detail::Whole, table_letters))
        return buffers.by_table(premises, conclusion) ? Consequence::Yes : Consequence::No;
    buffers.walk.over(premises, conclusion, Detail::Shared, any);
    if (buffers.walk.letters <= table_letters && buffers.by_table(premises, conclusion))
        return Consequence::Yes;
    if (buffers.by_propagation(premises, conclusion, {}) == Consequence::Yes)
        return Consequence::Yes;
    buffers.walk.over(premises, conclusion, Detail::Whole, any);
    return buffers.by_propagation(premises, conclusion, {});
}

Clauses Tautologies::clauses(std::span<const Formula> premises, Formula conclusion, Detail detail)
{
    Walk& walk = buffers_->walk;
    walk.over(premises, conclusion, detail, SIZE_MAX);
    Clauses result{walk.order, {}};
    const auto add = [&](std::span<const Literal> c)
    {
        result.literals.insert(result.literals.end(), c.begin(), c.end());
        result.literals.push_back(0);
    };
    std::vector<Literal> clause;
    for (std::uint32_t n = 0; n < walk.order.size(); ++n)
        define(walk, n, clause, add);
    for (Formula premise : premises)
        add(std::array{static_cast<Literal>(walk.place(premise) + 1)});
    add(std::array{-static_cast<Literal>(walk.place(conclusion) + 1)});
    return result;
}

} // namespace sgl::axioms
