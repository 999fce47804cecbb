#pragma once

// The memo loop: how every function from formulas to formulas walks shared nodes. It keeps its own
// stack, so that no formula is too deep, and computes each key once.

#include "logic/formula/formula.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace sgl
{

/// A formula with whatever else the answer depends on: a polarity, an action.
struct FormulaKey
{
    Formula formula;
    std::uint32_t tag = 0;
    bool operator==(const FormulaKey&) const = default;
};

struct FormulaKeyHash
{
    std::size_t operator()(const FormulaKey& key) const noexcept
    {
        return (std::hash<Formula>{}(key.formula) ^ key.tag) * std::size_t{0x9E3779B97F4A7C15};
    }
};

/// Answers, by key. A step `Formula step(FormulaKey key, Need& need)` gives the answer for one key
/// from those that `need` gives for others. `need` answers with an empty formula where it has none
/// yet; then the step returns an empty formula too, and is called again when what it asked for is
/// there. It should ask for all it needs before it gives up: each step then runs twice at most.
class MemoLoop
{
public:
    class Need
    {
    public:
        /// The answer for this key, or empty.
        Formula operator()(Formula f, std::uint32_t tag = 0)
        {
            const FormulaKey key{f, tag};
            if (const auto known = loop_.answers_.find(key); known != loop_.answers_.end())
                return known->second;
            loop_.open_.push_back(key);
            missing_ = true;
            return Formula();
        }
        /// The answers for these formulas, in order; some may be empty.
        std::vector<Formula> all(std::span<const Formula> formulas, std::uint32_t tag = 0)
        {
            std::vector<Formula> answers;
            answers.reserve(formulas.size());
            for (Formula f : formulas)
                answers.push_back((*this)(f, tag));
            return answers;
        }
        /// Some answer was empty.
        bool missing() const { return missing_; }

    private:
        friend class MemoLoop;
        explicit Need(MemoLoop& loop) : loop_(loop) {}

        MemoLoop& loop_;
        bool missing_ = false;
    };

    /// The answer for this key. Keys must not need each other in a circle.
    template <class Step>
    Formula operator()(Formula f, std::uint32_t tag, Step&& step)
    {
        open_.assign(1, FormulaKey{f, tag});
        while (!open_.empty())
        {
            const FormulaKey key = open_.back();
            if (answers_.contains(key))
            {
                open_.pop_back();
                continue;
            }
            Need need(*this);
            if (const Formula answer = step(key, need); !need.missing())
                answers_.emplace(key, answer);
        }
        return answers_.find(FormulaKey{f, tag})->second;
    }

private:
    std::unordered_map<FormulaKey, Formula, FormulaKeyHash> answers_;
    std::vector<FormulaKey> open_;
};

} // namespace sgl
