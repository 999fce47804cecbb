#include "prover/transition/open/sampled_states.hpp"

#include "prover/resources/limits.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <random>

namespace sgl
{

namespace
{

using Lanes = std::uint64_t;
constexpr unsigned lanes = 64;

/// 64 random plays of an open system, side by side.
class RandomPlays
{
public:
    RandomPlays(const OpenSystem& system, std::span<const std::vector<bool>> starts, unsigned seed)
        : system_(system), random_(seed), bits_(system.bits.size()), choices_(system.choices),
          values_(system.circuit.size())
    {
        for (unsigned lane = 0; lane < lanes; ++lane)
        {
            const std::vector<bool>& start = starts[random_() % starts.size()];
            for (std::size_t bit = 0; bit < bits_.size(); ++bit)
                bits_[bit] |= Lanes{start[bit]} << lane;
        }
        choose();
    }

    const std::vector<Lanes>& bits() const { return bits_; }
    /// The plays that are in a state that Σ may allow.
    Lanes there() const { return there_; }

    /// Makes a move in every play that goes on.
    void move()
    {
        std::vector<Lanes> made(system_.moves.size());
        Lanes goes_on = 0;
        for (unsigned lane = 0; lane < lanes; ++lane)
        {
            std::vector<std::size_t> allowed;
            for (std::size_t m = 0; m < system_.moves.size(); ++m)
            {
                if ((values_[system_.moves[m].allowed] & there_) >> lane & 1U)
                    allowed.push_back(m);
            }
            if (allowed.empty())
                continue;
            made[allowed[random_() % allowed.size()]] |= Lanes{1} << lane;
            goes_on |= Lanes{1} << lane;
        }
        std::vector<Lanes> next = bits_;
        for (std::size_t m = 0; m < system_.moves.size(); ++m)
        {
            if (made[m] == 0)
                continue;
            for (const OpenSystem::Change& change : system_.moves[m].changes)
            {
                const Lanes value = change.value ? values_[*change.value] : random_();
                next[change.bit] = (next[change.bit] & ~made[m]) | (value & made[m]);
            }
        }
        bits_ = std::move(next);
        there_ &= goes_on;
        choose();
    }

private:
    /// The environment chooses at random, a few times where Σ does not allow what it chose.
    void choose()
    {
        constexpr int most_times = 8;
        Lanes open = there_;
        for (int i = 0; i < most_times && open != 0; ++i)
        {
            for (Lanes& choice : choices_)
                choice = (choice & ~open) | (random_() & open);
            evaluate();
            open = there_ & ~satisfied();
            if (choices_.empty())
                break;
        }
        there_ &= satisfied();
    }

    Lanes satisfied() const
    {
        Lanes all = ~Lanes{0};
        for (const Gate gate : system_.constraint)
            all &= values_[gate];
        return all;
    }

    void evaluate()
    {
        const Circuit& circuit = system_.circuit;
        for (Gate gate = 0; gate < circuit.size(); ++gate)
        {
            const std::span<const Gate> operands = circuit.operands(gate);
            const auto of = [&](std::size_t i) { return values_[operands[i]]; };
            Lanes& value = values_[gate];
            switch (circuit.kind(gate))
            {
            case GateKind::False: value = 0; break;
            case GateKind::True: value = ~Lanes{0}; break;
            case GateKind::Variable: value = bits_[circuit.index(gate)]; break;
            case GateKind::Input: value = choices_[circuit.index(gate)]; break;
            case GateKind::Not: value = ~of(0); break;
            case GateKind::And: value = of(0) & of(1); break;
            case GateKind::Or: value = of(0) | of(1); break;
            case GateKind::Iff: value = ~(of(0) ^ of(1)); break;
            }
        }
    }

    const OpenSystem& system_;
    std::mt19937_64 random_;
    std::vector<Lanes> bits_, choices_, values_;
    Lanes there_ = ~Lanes{0};
};

} // namespace

SampledStates::SampledStates(const OpenSystem& system, std::span<const std::vector<bool>> starts,
                             unsigned every, const Budget& budget)
    : true_(system.bits.size())
{
    if (starts.empty())
        return;
    for (unsigned round = 0; round < limits::pdr_rounds && count_ < limits::pdr_states; ++round)
    {
        RandomPlays plays(system, starts, round);
        for (unsigned t = 0; plays.there() != 0 && t < limits::pdr_round_plies; ++t)
        {
            budget.check();
            if (t % every == 0)
            {
                for (std::size_t bit = 0; bit < true_.size(); ++bit)
                    true_[bit].push_back(plays.bits()[bit]);
                there_.push_back(plays.there());
                count_ += static_cast<std::size_t>(std::popcount(plays.there()));
            }
            plays.move();
        }
    }
}

bool SampledStates::any_in(std::span<const std::int32_t> cube) const
{
    for (std::size_t word = 0; word < there_.size(); ++word)
    {
        Lanes found = there_[word];
        for (const std::int32_t l : cube)
        {
            const Lanes value = true_[static_cast<std::size_t>(std::abs(l)) - 1][word];
            found &= l > 0 ? value : ~value;
            if (found == 0)
                break;
        }
        if (found != 0)
            return true;
    }
    return false;
}

} // namespace sgl
