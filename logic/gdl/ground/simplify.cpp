#include "logic/gdl/ground/simplify.hpp"

#include "logic/gdl/ground/program.hpp"

#include <algorithm>

namespace sgl::gdl
{

namespace
{

constexpr std::uint32_t none = Program::none;

/// The instances with numbers for atoms, each atom's state, and who waits for whom.
class Simplifier
{
public:
    Simplifier(const Terms& terms, const Instances& instances, const std::vector<Term>& initial)
        : terms_(terms), instances_(instances), number_(terms.size(), none),
          is_dead_(instances.size(), false)
    {
        for (Term head : instances.heads)
        {
            give_number(head);
            // A fluent is a part of the state where no rule looks at it, too.
            if (terms.function(head) == Next)
                if (const auto fluent = terms.find(True, terms.arguments(head)))
                    give_number(*fluent);
        }
        for (std::uint32_t literal : instances.literals)
            give_number(literal / 2);
        for (Term fluent : initial)
            if (const auto atom = terms.find(True, {{fluent}}))
                initial_.push_back(give_number(*atom));
        follow_.assign(atoms_.size(), none);
        for (std::size_t i = 0; i < atoms_.size(); ++i)
            follow_[i] = what_follows(atoms_[i]);
        make_watchers();
    }

    Simplified run()
    {
        // Each round leaves an equivalent program; more than a few are of no use.
        for (int round = 0; round < 10; ++round)
        {
            find_possible();
            if (!find_certain())
                break;
        }
        return result();
    }

private:
    std::uint32_t give_number(Term atom)
    {
        if (number_[atom] == none)
        {
            number_[atom] = static_cast<std::uint32_t>(atoms_.size());
            atoms_.push_back(atom);
        }
        return number_[atom];
    }

    /// (true F) may hold after (next F) did, (does R M) where (legal R M) does.
    std::uint32_t what_follows(Term atom) const
    {
        const Symbol symbol = terms_.function(atom);
        if (symbol != Next && symbol != Legal)
            return none;
        const auto other = terms_.find(symbol == Next ? True : Does, terms_.arguments(atom));
        return other && *other < number_.size() ? number_[*other] : none;
    }

    /// For each atom the instances with it in their body, twice and 1 for `not`.
    void make_watchers()
    {
        watcher_starts_.assign(atoms_.size() + 1, 0);
        for (std::uint32_t literal : instances_.literals)
            ++watcher_starts_[number_[literal / 2] + 1];
        for (std::size_t i = 0; i < atoms_.size(); ++i)
            watcher_starts_[i + 1] += watcher_starts_[i];
        watchers_.resize(instances_.literals.size());
        std::vector<std::uint64_t> next(watcher_starts_.begin(), watcher_starts_.end() - 1);
        for (std::size_t i = 0; i < instances_.size(); ++i)
            for (std::uint32_t literal : instances_.body(i))
                watchers_[next[number_[literal / 2]]++] =
                    static_cast<std::uint32_t>(i * 2 + literal % 2);
    }

    std::span<const std::uint32_t> watchers(std::uint32_t atom) const
    {
        return {watchers_.data() + watcher_starts_[atom],
                watchers_.data() + watcher_starts_[atom + 1]};
    }

    /// The atoms that may hold: the least fixpoint when `not` is taken to hold.
    void find_possible()
    {
        possible_.assign(atoms_.size(), false);
        std::vector<std::uint32_t> missing(instances_.size(), 0), queue;
        const auto reach = [&](std::uint32_t atom)
        {
            for (; atom != none && !possible_[atom]; atom = follow_[atom])
            {
                possible_[atom] = true;
                queue.push_back(atom);
            }
        };
        for (std::uint32_t atom : initial_)
            reach(atom);
        for (std::size_t i = 0; i < instances_.size(); ++i)
        {
            for (std::uint32_t literal : instances_.body(i))
                missing[i] += literal % 2 == 0 ? 1U : 0U;
            if (missing[i] == 0 && !is_dead_[i])
                reach(number_[instances_.heads[i]]);
        }
        for (std::size_t at = 0; at < queue.size(); ++at)
            for (std::uint32_t watcher : watchers(queue[at]))
                if (watcher % 2 == 0 && --missing[watcher / 2] == 0 && !is_dead_[watcher / 2])
                    reach(number_[instances_.heads[watcher / 2]]);
    }

    /// The atoms that hold in every state. True where an instance was found that never applies.
    bool find_certain()
    {
        certain_.assign(atoms_.size(), false);
        bool found = false;
        std::vector<std::uint32_t> left(instances_.size(), 0), queue;
        const auto settle = [&](std::uint32_t atom)
        {
            if (!certain_[atom])
            {
                certain_[atom] = true;
                queue.push_back(atom);
            }
        };
        for (std::size_t i = 0; i < instances_.size(); ++i)
        {
            for (std::uint32_t literal : instances_.body(i))
            {
                const bool may_hold = possible_[number_[literal / 2]];
                if (literal % 2 == 0 && !may_hold)
                    is_dead_[i] = true;
                if (literal % 2 == 0 || may_hold)
                    ++left[i];
            }
            if (left[i] == 0 && !is_dead_[i])
                settle(number_[instances_.heads[i]]);
        }
        for (std::size_t at = 0; at < queue.size(); ++at)
            for (std::uint32_t watcher : watchers(queue[at]))
            {
                const std::uint32_t i = watcher / 2;
                if (is_dead_[i])
                    continue;
                if (watcher % 2 == 1)
                    is_dead_[i] = found = true;
                else if (--left[i] == 0)
                    settle(number_[instances_.heads[i]]);
            }
        return found;
    }

    Simplified result()
    {
        Simplified answer;
        answer.number.assign(number_.size(), none);
        const auto add = [&](std::uint32_t atom)
        {
            const Term term = atoms_[atom];
            if (answer.number[term] == none)
            {
                answer.number[term] = static_cast<std::uint32_t>(answer.atoms.size());
                answer.atoms.push_back(term);
            }
            return answer.number[term];
        };
        for (std::uint32_t atom = 0; atom < atoms_.size(); ++atom)
            if (possible_[atom])
                add(atom);
        std::vector<bool> is_fact_told(atoms_.size(), false);
        for (std::size_t i = 0; i < instances_.size(); ++i)
        {
            const std::uint32_t head = number_[instances_.heads[i]];
            if (is_dead_[i] || !possible_[head] || (certain_[head] && is_fact_told[head]))
                continue;
            const std::size_t before = answer.literals.size();
            if (!certain_[head])
                for (std::uint32_t literal : instances_.body(i))
                {
                    const std::uint32_t atom = number_[literal / 2];
                    if (literal % 2 == 0 ? !certain_[atom] : bool{possible_[atom]})
                        answer.literals.push_back(add(atom) * 2 + literal % 2);
                }
            is_fact_told[head] = certain_[head];
            std::sort(answer.literals.begin() + static_cast<std::ptrdiff_t>(before),
                      answer.literals.end());
            answer.literals.erase(
                std::unique(answer.literals.begin() + static_cast<std::ptrdiff_t>(before),
                            answer.literals.end()),
                answer.literals.end());
            answer.heads.push_back(add(head));
            answer.rules.push_back(instances_.rules[i]);
            answer.starts.push_back(answer.literals.size());
        }
        return answer;
    }

    const Terms& terms_;
    const Instances& instances_;
    std::vector<std::uint32_t> number_;
    std::vector<Term> atoms_;
    std::vector<std::uint32_t> initial_, follow_;
    std::vector<std::uint64_t> watcher_starts_;
    std::vector<std::uint32_t> watchers_;
    std::vector<bool> is_dead_, possible_, certain_;
};

} // namespace

Simplified simplify(const Terms& terms, const Instances& instances,
                    const std::vector<Term>& initial)
{
    return Simplifier(terms, instances, initial).run();
}

} // namespace sgl::gdl
