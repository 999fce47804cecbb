#pragma once

// A question about plays for states that are listed: gates over the bits of a state, and over open
// values, that say whether the state is bad, which moves comply, and what their successors are.

#include "logic/states/policies.hpp"
#include "prover/checker/symbolic/and_inverter_graph.hpp"
#include "prover/checker/symbolic/state_sets.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sgl::certificate
{

/// The gates of a question in an order in which they can be evaluated. A value is a number of a
/// slot, and its negation; slot 0 is true, and the next ones are the bits of the state.
class CompiledQuestion
{
public:
    using Word = std::uint64_t;

    /// Where more open values than this decide something, it is not checked.
    static constexpr std::size_t most_open = 16;

    struct Value
    {
        std::uint32_t slot = 0;
        Word flip = 0; // all ones: the negation
    };
    struct Gate
    {
        Value first, second; // `and` of both
        std::uint32_t slot = 0;
    };
    struct Change
    {
        std::uint32_t word = 0;
        Word bit = 0;
        Value value;
    };
    /// A policy whose atoms are looked up in each state.
    struct Lookup
    {
        const Policy* policy = nullptr;
        std::vector<std::uint32_t> from; // by bit of the policy: the bit of the state
        std::uint32_t slot = 0;          // of the first atom; the others follow
        bool is_same = false;            // the bits of the policy are the bits of the state
    };
    /// What open values decide together: a condition, and for a move where it leads.
    struct Part
    {
        Value where; // the state is bad; or the move complies
        Value bad;   // of a move: it is bad, too; else false
        bool is_move = false;
        bool is_premise = false;         // `where` is the premise of the question, and nothing bad
        Action action;                   // of a move
        std::vector<std::uint32_t> open; // slots of the open values
        std::vector<Gate> gates;         // those that depend on open values
        std::vector<Word> clear, set;    // bits that the move changes; bits that become 1
        std::vector<Change> others;      // bits that become the value of a gate
        bool is_open_where = false;      // `where` depends on open values
    };

    /// All arguments but the last must outlive the constructor only. Throws Interrupted, also where
    /// too many open values decide something, or there are more than `most_gates` gates, and
    /// EvaluationTooDeep.
    CompiledQuestion(const GameUnderCheck& ground, const Bits& bits, const Question& question,
                     std::size_t most_gates);

    std::size_t bits() const { return bits_; }
    std::size_t words() const { return (bits_ == 0 ? 64 : bits_ + 63) / 64; }
    std::size_t slots() const { return slots_; }
    const std::vector<Lookup>& lookups() const { return lookups_; }
    /// The gates that depend on no open value.
    const std::vector<Gate>& gates() const { return gates_; }
    /// The bad states, if the question is about states, and then the moves.
    const std::vector<Part>& parts() const { return parts_; }

    static constexpr Value always{0, 0}, never{0, ~Word{0}};

private:
    class Building;

    std::size_t bits_, slots_ = 0;
    std::vector<Gate> gates_;
    std::vector<Lookup> lookups_;
    std::vector<Part> parts_;
};

} // namespace sgl::certificate
