#include "prover/reachability/explicit/look_ahead_values.hpp"

#include "prover/resources/limits.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sgl
{

/// The states are those that were asked for, and what actions lead to from them.
class LookAheadValues::LookAheadModel : public Model
{
public:
    const Budget* budget = nullptr;

    LookAheadModel(const TransitionSystem& system, const Frame& frame)
        : frame_(frame), after_(*system.after),
          words_(std::max<std::size_t>(1, (system.bits.size() + 63) / 64)), set_(words_),
          values_(after_.circuit), bits_(system.bits.size())
    {
        for (std::uint32_t bit = 0; bit < system.bits.size(); ++bit)
        {
            const Formula atom = system.bits[bit].atom;
            if (atom.is(Kind::Initial))
                initial_ = bit;
            else
                bit_of_.emplace(atom.fluent().index, bit);
        }
    }

    State state(std::span<const Word> packed) { return {set_.add(packed)}; }

    const Frame& frame() const override { return frame_; }
    bool initial(State w) override { return bit(w, initial_); }
    bool terminal(State w) override { return determined(w, after_.terminal); }
    bool legal(State w, Action a) override { return determined(w, after_.legal[a.index]); }
    bool holds(Fluent p, State w) override { return bit(w, bit_of_.at(p.index)); }
    State after(State w, Action a) override
    {
        const std::uint64_t move = std::uint64_t{w.index} * frame_.action_count() + a.index;
        if (const auto known = successors_.find(move); known != successors_.end())
            return {known->second};
        if (budget != nullptr)
            budget->check();
        evaluate(w);
        const std::span<const Word> here = set_[w.index];
        std::vector<Word> next(here.begin(), here.end());
        for (const LookAheadSystem::Change& change : after_.changes[a.index])
        {
            if (values_[change.value.is_open])
                throw OpenValueMatters();
            const Word mask = Word{1} << (change.bit % 64);
            Word& word = next[change.bit / 64];
            word = values_[change.value.is_true] ? word | mask : word & ~mask;
        }
        const StateSet::Index index = set_.add(next);
        successors_.emplace(move, index);
        return {index};
    }

    std::size_t bytes() const
    {
        return set_.bytes() + successors_.size() * (sizeof(std::pair<std::uint64_t, Word>) + 16);
    }
    std::size_t size() const { return set_.size(); }

private:
    bool bit(State w, std::uint32_t bit) const
    {
        return (set_[w.index][bit / 64] >> (bit % 64) & 1) != 0;
    }

    bool determined(State w, const LookAheadSystem::Value& value)
    {
        evaluate(w);
        if (values_[value.is_open])
            throw OpenValueMatters();
        return values_[value.is_true];
    }

    /// All gates in the state.
    void evaluate(State w)
    {
        if (evaluated_ == w.index)
            return;
        for (std::uint32_t i = 0; i < bits_.size(); ++i)
            bits_[i] = bit(w, i);
        values_.evaluate(bits_);
        evaluated_ = w.index;
    }

    const Frame& frame_;
    const LookAheadSystem& after_;
    const std::size_t words_;
    StateSet set_;
    CircuitValues values_;
    std::vector<bool> bits_;
    StateSet::Index evaluated_ = StateSet::none; // the state that the values are of
    std::uint32_t initial_ = 0;                  // the bit of `initial`, where formulas name it
    std::unordered_map<std::uint32_t, std::uint32_t> bit_of_;       // by fluent
    std::unordered_map<std::uint64_t, StateSet::Index> successors_; // by state and action
};

LookAheadValues::LookAheadValues(const TransitionSystem& system, const Frame& frame)
    : system_(system), model_(std::make_unique<LookAheadModel>(system, frame)),
      evaluator_(std::make_unique<Evaluator>(*model_))
{
}

LookAheadValues::~LookAheadValues() = default;

void LookAheadValues::set_budget(const Budget& budget)
{
    model_->budget = &budget;
}

bool LookAheadValues::value(std::size_t k, std::span<const Word> state)
{
    return evaluator_->holds(system_.ahead[k], model_->state(state), Action{0});
}

/// The memo of the evaluator has some values for each state.
std::size_t LookAheadValues::bytes() const
{
    return model_->bytes() + model_->size() * limits::memo_bytes_a_state;
}

} // namespace sgl
