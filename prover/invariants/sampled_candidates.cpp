#include "prover/invariants/sampled_candidates.hpp"

#include "prover/resources/limits.hpp"
#include "prover/transition/random_play.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

namespace sgl
{

namespace
{

/// A truth value for each sampled state, 64 to a word.
using Words = std::vector<std::uint64_t>;

/// The values of all gates in all sampled states.
class SampledValues
{
public:
    SampledValues(const TransitionSystem& system, const std::vector<std::vector<bool>>& states,
                  const Budget& budget)
        : words_((states.size() + 63) / 64), all_(words_, ~std::uint64_t{0})
    {
        if (states.size() % 64 != 0)
            all_.back() >>= 64 - states.size() % 64;
        const Circuit& circuit = system.circuit;
        values_.resize(circuit.size());
        std::vector<Words> bits(system.bits.size(), Words(words_));
        for (std::size_t state = 0; state < states.size(); ++state)
        {
            for (std::size_t bit = 0; bit < bits.size(); ++bit)
                bits[bit][state / 64] |= std::uint64_t{states[state][bit]} << state % 64;
        }
        for (Gate gate = 0; gate < circuit.size(); ++gate)
        {
            budget.check();
            const auto operands = circuit.operands(gate);
            Words& value = values_[gate];
            value.resize(words_);
            for (std::size_t i = 0; i < words_; ++i)
            {
                const auto of = [&](std::size_t k) { return values_[operands[k]][i]; };
                switch (circuit.kind(gate))
                {
                case GateKind::False:
                case GateKind::Input: break;
                case GateKind::True: value[i] = all_[i]; break;
                case GateKind::Variable: value[i] = bits[circuit.index(gate)][i]; break;
                case GateKind::Not: value[i] = ~of(0) & all_[i]; break;
                case GateKind::And: value[i] = of(0) & of(1); break;
                case GateKind::Or: value[i] = of(0) | of(1); break;
                case GateKind::Iff: value[i] = ~(of(0) ^ of(1)) & all_[i]; break;
                }
            }
        }
    }

    const Words& all() const { return all_; }
    const Words& of(Gate gate) const { return values_[gate]; }
    Words of(GateLiteral literal) const
    {
        Words words = values_[literal.gate];
        for (std::size_t i = 0; !literal.positive && i < words_; ++i)
            words[i] = ~words[i] & all_[i];
        return words;
    }

    /// Whether the clause is true in all states of the set.
    bool is_true(const Words& where, std::span<const GateLiteral> clause) const
    {
        for (std::size_t i = 0; i < words_; ++i)
        {
            std::uint64_t wrong = where[i];
            for (const GateLiteral& literal : clause)
                wrong &= literal.positive ? ~values_[literal.gate][i] : values_[literal.gate][i];
            if (wrong != 0)
                return false;
        }
        return true;
    }

private:
    std::size_t words_;
    Words all_;
    std::vector<Words> values_; // by gate
};

bool is_empty(const Words& words)
{
    return std::ranges::all_of(words, [](std::uint64_t word) { return word == 0; });
}

class CandidateSearch
{
public:
    CandidateSearch(const TransitionSystem& system, const Frame& frame,
                    const std::vector<std::vector<bool>>& states, bool gates, const Budget& budget)
        : system_(system), frame_(frame), budget_(budget), values_(system, states, budget)
    {
        const Circuit& circuit = system.circuit;
        std::vector<Gate> others;
        for (Gate gate = Circuit::top + 1; gate < circuit.size(); ++gate)
        {
            if (circuit.is(gate, GateKind::Variable))
                literals_.push_back(gate);
            else if (!circuit.is(gate, GateKind::Not))
                others.push_back(gate);
        }
        paired_ = literals_;
        find_turns(others);
        if (gates)
            add_parts_of_bad();
        if (gates && circuit.size() <= limits::most_candidate_gates)
            literals_.insert(literals_.end(), others.begin(), others.end());
    }

    SampledCandidates run()
    {
        find(values_.all(), std::nullopt);
        for (const GateLiteral turn : found_.turns)
            find(values_.of(turn), turn);
        return std::move(found_);
    }

private:
    void add_parts_of_bad()
    {
        const Circuit& circuit = system_.circuit;
        if (!system_.bad)
            return;
        std::vector<Gate> parts{*system_.bad};
        for (std::size_t next = 0; next < parts.size() && parts.size() < limits::most_paired_gates;
             ++next)
        {
            for (const Gate operand : circuit.operands(parts[next]))
            {
                if (std::ranges::find(parts, operand) == parts.end())
                    parts.push_back(operand);
            }
        }
        for (const Gate part : parts)
        {
            if (part > Circuit::top && !circuit.is(part, GateKind::Variable) &&
                !circuit.is(part, GateKind::Not))
                paired_.push_back(part);
        }
    }

    /// The states in which some agent's moves are allowed, by agent.
    void find_turns(const std::vector<Gate>& others)
    {
        std::vector<Words> moves(frame_.agent_count(), Words(values_.all().size()));
        for (const TransitionSystem::Move& move : system_.moves)
        {
            Words& may = moves[frame_.agent(move.action).index];
            for (std::size_t i = 0; i < may.size(); ++i)
                may[i] |= values_.of(move.allowed)[i];
        }
        std::erase_if(moves, is_empty);
        for (std::size_t agent = 0; moves.size() > 1 && agent < moves.size(); ++agent)
        {
            const auto is_turn = [&](GateLiteral literal)
            {
                const Words value = values_.of(literal);
                for (std::size_t i = 0; i < value.size(); ++i)
                {
                    for (std::size_t other = 0; other < moves.size(); ++other)
                    {
                        const std::uint64_t wrong = other == agent ? ~value[i] : value[i];
                        if ((moves[other][i] & wrong) != 0)
                            return false;
                    }
                }
                return true;
            };
            auto turn = first_literal(literals_, is_turn);
            if (!turn)
                turn = first_literal(others, is_turn);
            if (turn)
                found_.turns.push_back(*turn);
        }
    }

    template <typename Predicate>
    static std::optional<GateLiteral> first_literal(const std::vector<Gate>& of,
                                                    const Predicate& holds)
    {
        for (const Gate gate : of)
        {
            for (const bool positive : {true, false})
            {
                if (holds(GateLiteral{gate, positive}))
                    return GateLiteral{gate, positive};
            }
        }
        return std::nullopt;
    }

    /// The candidates that are true in this set of states, all states or those of a turn.
    void find(const Words& where, std::optional<GateLiteral> turn)
    {
        turn_ = turn;
        is_constant_.assign(system_.circuit.size(), false);
        for (const Gate gate : literals_)
        {
            budget_.check();
            for (const bool positive : {true, false})
            {
                if (add(where, {{gate, positive}}))
                    is_constant_[gate] = true;
            }
        }
        find_equivalences(where);
        find_pairs(where);
    }

    /// Gates of equal or opposite values, each with the first of them.
    void find_equivalences(const Words& where)
    {
        std::unordered_map<std::uint64_t, Gate> first; // by a hash of their values
        for (const Gate gate : literals_)
        {
            budget_.check();
            if (is_constant_[gate])
                continue;
            const Words& value = values_.of(gate);
            bool is_known = false, is_flipped = false; // the first value, made false
            std::uint64_t hash = 1469598103934665603U;
            for (std::size_t i = 0; i < where.size(); ++i)
            {
                if (!is_known && where[i] != 0)
                {
                    is_flipped = (value[i] & where[i] & (~where[i] + 1)) != 0;
                    is_known = true;
                }
                const std::uint64_t word = (is_flipped ? ~value[i] : value[i]) & where[i];
                hash = (hash ^ word) * 1099511628211U;
                hash ^= hash >> 29;
            }
            const auto [at, is_new] = first.emplace(hash, gate);
            if (is_new)
                continue;
            for (const bool positive : {true, false})
            {
                for (const bool same : {true, false})
                    add(where, {{at->second, positive}, {gate, positive != same}});
            }
        }
    }

    void find_pairs(const Words& where)
    {
        for (std::size_t i = 0; i < paired_.size(); ++i)
        {
            budget_.check();
            for (std::size_t k = 0; k < i && !is_constant_[paired_[i]]; ++k)
            {
                if (is_constant_[paired_[k]])
                    continue;
                for (const bool first : {true, false})
                {
                    for (const bool second : {true, false})
                        add(where, {{paired_[k], first}, {paired_[i], second}});
                }
            }
        }
    }

    /// True if the clause is true in these states; it is a candidate unless it is one without the
    /// guard.
    bool add(const Words& where, GateClause clause)
    {
        if (!values_.is_true(where, clause))
            return false;
        if (turn_ && values_.is_true(values_.all(), clause))
            return true;
        if (turn_ && std::ranges::any_of(clause, [&](const GateLiteral& literal)
                                         { return literal.gate == turn_->gate; }))
            return true;
        if (found_.clauses.size() >= limits::most_candidates)
            return true;
        if (turn_)
            clause.push_back({turn_->gate, !turn_->positive});
        found_.clauses.push_back(std::move(clause));
        return true;
    }

    const TransitionSystem& system_;
    const Frame& frame_;
    const Budget& budget_;
    SampledValues values_;
    std::vector<Gate> literals_, paired_; // the bits first
    std::optional<GateLiteral> turn_;     // the guard of the candidates being collected
    std::vector<bool> is_constant_;       // by gate, where the guard is true
    SampledCandidates found_;
};

} // namespace

SampledCandidates sampled_candidates(const TransitionSystem& system, const Frame& frame, bool gates,
                                     const Budget& budget)
{
    const std::size_t most =
        std::min(limits::sampled_states, limits::sampled_values / system.circuit.size() + 1);
    const auto states = sample_states_widely(system, most, budget);
    if (states.empty())
        return {};
    return CandidateSearch(system, frame, states, gates, budget).run();
}

} // namespace sgl
