#include "axioms/refute.hpp"

#include <cstdlib>
#include <span>
#include <utility>

namespace sgl::axioms
{

namespace
{

/// Clauses with two watched literals each, a trail, and decisions that can be taken back.
class Search
{
public:
    explicit Search(const Clauses& problem)
        : values_(problem.formulas.size() + 1, 0), watchers_(2 * (problem.formulas.size() + 1))
    {
        std::size_t start = 0;
        for (std::size_t i = 0; i < problem.literals.size(); ++i)
        {
            if (problem.literals[i] != 0)
                continue;
            add(std::span(problem.literals).subspan(start, i - start));
            start = i + 1;
        }
        propagated_ = 0; // watches may have been false already from units that came first
    }

    std::optional<std::vector<Literal>> refute(std::uint64_t decisions)
    {
        std::vector<Literal> lemmas;
        if (contradiction_ || !propagate())
            return std::vector<Literal>{0};
        for (std::size_t next = values_.size() - 1; next > 0;)
        {
            if (values_[next] != 0)
            {
                --next;
                continue;
            }
            if (decisions-- == 0)
                return std::nullopt;
            decided_.push_back(trail_.size());
            assign(static_cast<Literal>(next));
            while (!propagate())
            {
                // Not all of these decisions together.
                for (std::size_t at : decided_)
                    lemmas.push_back(-trail_[at]);
                lemmas.push_back(0);
                if (decided_.empty())
                    return lemmas;
                const Literal last = undo();
                next = values_.size() - 1;
                assign(-last);
            }
        }
        return std::nullopt;
    }

private:
    static std::size_t index(Literal l)
    {
        return 2 * static_cast<std::size_t>(std::abs(l)) + (l < 0 ? 1U : 0U);
    }
    int value(Literal l) const
    {
        const int v = values_[static_cast<std::size_t>(std::abs(l))];
        return l < 0 ? -v : v;
    }

    void add(std::span<const Literal> clause)
    {
        if (clause.size() == 1)
        {
            if (value(clause[0]) < 0)
                contradiction_ = true;
            else if (value(clause[0]) == 0)
                assign(clause[0]);
            return;
        }
        watchers_[index(clause[0])].push_back(clauses_.size());
        watchers_[index(clause[1])].push_back(clauses_.size());
        clauses_.emplace_back(clause.begin(), clause.end());
    }

    void assign(Literal l)
    {
        values_[static_cast<std::size_t>(std::abs(l))] = l < 0 ? -1 : 1;
        trail_.push_back(l);
    }

    /// Takes back the last decision and what followed from it.
    Literal undo()
    {
        const std::size_t at = decided_.back();
        decided_.pop_back();
        const Literal decision = trail_[at];
        for (std::size_t i = at; i < trail_.size(); ++i)
            values_[static_cast<std::size_t>(std::abs(trail_[i]))] = 0;
        trail_.resize(at);
        propagated_ = at;
        return decision;
    }

    /// False when a clause is violated.
    bool propagate()
    {
        while (propagated_ < trail_.size())
        {
            const Literal wrong = -trail_[propagated_++];
            auto& list = watchers_[index(wrong)];
            std::size_t kept = 0;
            for (std::size_t i = 0; i < list.size(); ++i)
            {
                const std::size_t number = list[i];
                std::vector<Literal>& clause = clauses_[number];
                if (clause[0] == wrong)
                    std::swap(clause[0], clause[1]);
                if (value(clause[0]) <= 0 && move_watch(clause, number))
                    continue;
                list[kept++] = number;
                if (value(clause[0]) > 0)
                    continue;
                if (value(clause[0]) < 0)
                {
                    for (++i; i < list.size(); ++i)
                        list[kept++] = list[i];
                    list.resize(kept);
                    return false;
                }
                assign(clause[0]);
            }
            list.resize(kept);
        }
        return true;
    }

    bool move_watch(std::vector<Literal>& clause, std::size_t number)
    {
        for (std::size_t i = 2; i < clause.size(); ++i)
        {
            if (value(clause[i]) >= 0)
            {
                std::swap(clause[1], clause[i]);
                watchers_[index(clause[1])].push_back(number);
                return true;
            }
        }
        return false;
    }

    std::vector<int> values_; // by variable: 1 true, -1 false, 0 open
    std::vector<std::vector<std::size_t>> watchers_;
    std::vector<std::vector<Literal>> clauses_;
    std::vector<Literal> trail_;
    std::vector<std::size_t> decided_; // where in the trail each decision stands
    std::size_t propagated_ = 0;
    bool contradiction_ = false;
};

} // namespace

std::optional<std::vector<Literal>> refute(const Clauses& clauses, std::uint64_t decisions)
{
    return Search(clauses).refute(decisions);
}

} // namespace sgl::axioms
