#include "prover/invariants/linear_invariants.hpp"

#include "prover/invariants/known_invariants.hpp"
#include "prover/invariants/linear_algebra.hpp"
#include "prover/resources/limits.hpp"
#include "prover/transition/random_play.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

namespace sgl
{

namespace
{

/// Formulas of numbers, in binary.
class Adder
{
public:
    explicit Adder(FormulaStore& store) : store_(store) {}

    /// Bits of the number of those that are true, the lowest first.
    std::vector<Formula> count(const std::vector<Formula>& formulas)
    {
        std::vector<std::vector<Formula>> numbers;
        for (Formula f : formulas)
            numbers.push_back({f});
        while (numbers.size() > 1)
        {
            std::vector<std::vector<Formula>> sums;
            for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
                sums.push_back(sum(numbers[i], numbers[i + 1]));
            if (numbers.size() % 2 != 0)
                sums.push_back(numbers.back());
            numbers.swap(sums);
        }
        return numbers.empty() ? std::vector<Formula>() : numbers.front();
    }

    Formula is_odd(std::vector<Formula> formulas)
    {
        while (formulas.size() > 1)
        {
            std::vector<Formula> pairs;
            for (std::size_t i = 0; i + 1 < formulas.size(); i += 2)
                pairs.push_back(differ(formulas[i], formulas[i + 1]));
            if (formulas.size() % 2 != 0)
                pairs.push_back(formulas.back());
            formulas.swap(pairs);
        }
        return formulas.empty() ? store_.bottom() : formulas.front();
    }

    Formula equal(std::vector<Formula> a, std::vector<Formula> b)
    {
        const std::size_t size = std::max(a.size(), b.size());
        a.resize(size, store_.bottom());
        b.resize(size, store_.bottom());
        std::vector<Formula> same;
        for (std::size_t i = 0; i < size; ++i)
            same.push_back(store_.equivalence(a[i], b[i]));
        return store_.conjunction(same);
    }

private:
    Formula differ(Formula a, Formula b) { return store_.negation(store_.equivalence(a, b)); }

    std::vector<Formula> sum(std::vector<Formula> a, std::vector<Formula> b)
    {
        const std::size_t size = std::max(a.size(), b.size());
        a.resize(size, store_.bottom());
        b.resize(size, store_.bottom());
        std::vector<Formula> bits;
        Formula carry = store_.bottom();
        for (std::size_t i = 0; i < size; ++i)
        {
            const Formula half = differ(a[i], b[i]);
            bits.push_back(differ(half, carry));
            carry =
                store_.disjunction(store_.conjunction(a[i], b[i]), store_.conjunction(half, carry));
        }
        bits.push_back(carry);
        return bits;
    }

    FormulaStore& store_;
};

/// An equation of the truth values of bits: Σ c·p = 0, or that it is even; the last coefficient is
/// that of 1.
struct Candidate
{
    std::vector<int> coefficients;
    bool modulo_2 = false;
};

/// Formulas and texts of guesses.
class Candidates
{
public:
    Candidates(FormulaStore& store, const Frame& frame, const std::vector<Formula>& bits)
        : store_(store), frame_(frame), bits_(bits)
    {
        for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
            ++members_[frame.without_numbers(Fluent{p})];
    }

    LinearInvariant balance(const Candidate& guess)
    {
        Sides sides;
        bool is_odd = false;
        for (std::size_t i = 0; i < guess.coefficients.size(); ++i)
        {
            if (guess.modulo_2 && guess.coefficients[i] != 0 && i == bits_.size())
                is_odd = true;
            else
                sides.add(guess.coefficients[i], i < bits_.size() ? bits_[i] : store_.top());
        }
        if (!guess.modulo_2)
            return {formula(sides, false), text(sides.plus) + " = " + text(sides.minus)};
        const Formula even = formula(sides, true);
        return {is_odd ? store_.negation(even) : even,
                text(sides.plus) + (is_odd ? " is odd" : " is even")};
    }

    /// A move that changes some bits from and to these values keeps what is guessed.
    Formula preserved_by(const Candidate& guess,
                         const std::vector<std::pair<std::size_t, Formula>>& changes)
    {
        Sides sides;
        for (const auto& [i, value] : changes)
        {
            sides.add(guess.coefficients[i], value);
            sides.add(guess.modulo_2 ? guess.coefficients[i] : -guess.coefficients[i], bits_[i]);
        }
        return formula(sides, guess.modulo_2);
    }

private:
    struct Sides
    {
        std::vector<Formula> plus, minus;

        void add(int coefficient, Formula f)
        {
            std::vector<Formula>& side = coefficient < 0 ? minus : plus;
            side.insert(side.end(), static_cast<std::size_t>(std::abs(coefficient)), f);
        }
    };

    /// As many are true on one side as on the other, or an even number on the first.
    Formula formula(const Sides& sides, bool modulo_2)
    {
        Adder adder(store_);
        return modulo_2 ? store_.negation(adder.is_odd(sides.plus))
                        : adder.equal(adder.count(sides.plus), adder.count(sides.minus));
    }

    /// "#p(x,_) + turn(o) + 1", and how many where not all are meant.
    std::string text(const std::vector<Formula>& terms) const
    {
        std::map<std::string, std::vector<std::string>> by_pattern;
        std::size_t ones = 0;
        for (Formula f : terms)
        {
            if (f.is(Kind::Fluent))
                by_pattern[frame_.without_numbers(f.fluent())].push_back(frame_.name(f.fluent()));
            else if (f.is(Kind::Initial))
                by_pattern["initial"].push_back("initial");
            else
                ++ones;
        }
        std::vector<std::string> parts;
        for (const auto& [pattern, names] : by_pattern)
        {
            const auto all = members_.find(pattern);
            if (names.size() == 1)
                parts.push_back(names.front());
            else if (all != members_.end() && all->second == names.size())
                parts.push_back("#" + pattern);
            else
                parts.push_back(fmt::format("{}", fmt::join(names, " + ")));
        }
        if (ones > 0 || parts.empty())
            parts.push_back(fmt::format("{}", ones));
        return fmt::format("{}", fmt::join(parts, " + "));
    }

    FormulaStore& store_;
    const Frame& frame_;
    const std::vector<Formula>& bits_;
    std::map<std::string, std::size_t> members_; // fluents of the frame by pattern
};

/// Bits that have many of their kind first: the others are then said to be a matter of these.
std::vector<std::size_t> order_of(const Frame& frame, const std::vector<Formula>& bits)
{
    std::map<std::string, std::size_t> members;
    const auto pattern = [&](Formula bit)
    { return bit.is(Kind::Fluent) ? frame.without_numbers(bit.fluent()) : std::string(); };
    for (Formula bit : bits)
        ++members[pattern(bit)];
    std::vector<std::size_t> order(bits.size());
    for (std::size_t i = 0; i < bits.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t i) { return members[pattern(bits[i])]; });
    return order;
}

/// Those that are true at the start, and that every legal move keeps.
std::vector<Candidate> kept(Theory& theory, Candidates& guesses, const std::vector<Formula>& bits,
                            std::vector<Candidate> open, const Budget& budget)
{
    FormulaStore& store = theory.store();
    const std::vector<Strategy> nobody;
    Path start(theory, nobody, budget);
    start.start_initial();
    start.admit(0);
    std::erase_if(open, [&](const Candidate& guess)
                  { return start.is_possible(-start.at(guesses.balance(guess).formula, 0)); });
    Path path(theory, nobody, budget);
    path.admit(0);
    path.assume_invariants(0, known_invariants(theory, budget));
    path.add({-path.at(store.terminal(), 0)});
    for (std::uint32_t a = 0; a < theory.game().frame.action_count() && !open.empty(); ++a)
    {
        budget.check();
        std::vector<std::pair<std::size_t, Formula>> changes;
        for (std::size_t i = 0; i < bits.size(); ++i)
        {
            const Formula value =
                theory.reduction().reduce(store.after(Action{a}, bits[i]), budget);
            if (value != bits[i])
                changes.emplace_back(i, value);
        }
        const Literal legal = path.at(store.legal(Action{a}), 0);
        std::erase_if(open,
                      [&](const Candidate& guess)
                      {
                          const Literal same = path.at(guesses.preserved_by(guess, changes), 0);
                          return path.is_possible(std::array{legal, -same});
                      });
    }
    return open;
}

} // namespace

std::vector<LinearInvariant> find_balances(Theory& theory, const Question& question,
                                           const Budget& budget)
{
    constexpr std::size_t most = limits::most_linear_invariants;
    constexpr int most_coefficient = limits::most_coefficient;
    budget.at_phase("while invariants were sought");
    Question about;
    about.bad = question.bad;
    about.at_moves = question.at_moves;
    const TransitionSystem system = transition_system(theory, about, budget);
    const Frame& frame = theory.game().frame;
    if (system.bits.size() > limits::most_linear_bits)
        return {};
    std::vector<Formula> atoms, bits;
    for (const StateVariable& bit : system.bits)
        atoms.push_back(bit.atom);
    const std::vector<std::size_t> order = order_of(frame, atoms);
    for (std::size_t i : order)
        bits.push_back(atoms[i]);
    std::vector<std::vector<bool>> states;
    for (const std::vector<bool>& sample : sample_states(system, 3 * bits.size() + 50, budget))
    {
        std::vector<bool> state;
        for (std::size_t i : order)
            state.push_back(sample[i]);
        state.push_back(true); // the constant
        states.push_back(std::move(state));
    }
    if (states.empty())
        return {};
    Candidates guesses(theory.store(), frame, bits);
    std::vector<Candidate> open;
    const auto guess = [&](const std::vector<int>& equation, bool modulo_2)
    {
        const auto terms = std::ranges::count_if(equation, [](int c) { return c != 0; });
        if (open.size() < most && terms > 2 &&
            std::ranges::all_of(equation, [](int c) { return std::abs(c) <= most_coefficient; }))
            open.push_back({equation, modulo_2});
    };
    const auto equations = equations_of(states);
    const auto parities = parities_of(states);
    for (const std::vector<int>& equation : equations)
        guess(equation, false);
    // An equation says more than the same modulo 2.
    for (const std::vector<int>& parity : parities)
        if (parities.size() > equations.size())
            guess(parity, true);
    std::vector<LinearInvariant> found;
    for (const Candidate& one : kept(theory, guesses, bits, std::move(open), budget))
        found.push_back(guesses.balance(one));
    return found;
}

} // namespace sgl
