// Clauses about plays, judged by unit propagation alone: of the clauses that a line cites, or, in
// certificates without hints, of all clauses.

#include "axioms/kernel/hinted_clauses.hpp"
#include "axioms/kernel/propagation.hpp"
#include "prover/checker/clause_obligations.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::certificate
{

namespace
{

/// The lists of a certificate, each ended by 0.
class Lists
{
public:
    explicit Lists(std::span<const Literal> numbers) : numbers_(numbers) {}

    bool at_end() const { return at_ == numbers_.size(); }
    /// The next list; all that is left, where no 0 ends it.
    std::span<const Literal> next()
    {
        const std::span<const Literal> left = numbers_.subspan(at_);
        const auto size = static_cast<std::size_t>(std::ranges::find(left, 0) - left.begin());
        at_ += std::min(size + 1, left.size());
        return left.first(size);
    }

private:
    std::span<const Literal> numbers_;
    std::size_t at_ = 0;
};

/// Unit propagation without hints, and by hints, as judges of lines.
class ByPropagation
{
public:
    static constexpr bool hinted = false;
    void clear() { clauses_.clear(0); }
    void add(std::span<const Literal> clause) { clauses_.add(clause); }
    std::size_t variables() const { return clauses_.variables(); }
    bool implies(std::span<const Literal> clause, std::span<const Literal>)
    {
        return clauses_.implies(clause);
    }

private:
    axioms::Propagation clauses_;
};

class ByHints : public axioms::HintedClauses
{
public:
    static constexpr bool hinted = true;
};

/// Follows the lines for one contradiction after the other.
template <class Judge>
class Follower final : public ClauseProof
{
public:
    Follower(const ByClauses& how, const Budget& budget) : how_(how), budget_(budget) {}

    void begin() override { clauses_.clear(); }

    void add(std::span<const Literal> clause) override { clauses_.add(clause); }

    bool excludes(Literal literal) override
    {
        if (next_ == how_.lines.size())
            return false;
        const auto last = static_cast<Literal>(clauses_.variables());
        const auto is_known = [&](Literal l) { return l <= last && l >= -last; };
        const Literal denied = -literal;
        std::span<const Literal> hints;
        for (Lists lists(how_.lines[next_++]); !lists.at_end();)
        {
            const std::span<const Literal> line = lists.next();
            if (Judge::hinted)
            {
                hints = line; // of the contradiction, if it is the last list
                if (lists.at_end())
                    break;
                hints = lists.next();
            }
            if (++count_ % often == 0)
                budget_.check();
            if (!std::ranges::all_of(line, is_known) || !clauses_.implies(line, hints))
                return false;
            clauses_.add(line);
            hints = {};
        }
        if (!clauses_.implies({&denied, 1}, hints))
            return false;
        clauses_.add({&denied, 1});
        return true;
    }

    std::size_t followed() const { return next_; }

private:
    static constexpr std::size_t often = 64;

    const ByClauses& how_;
    const Budget& budget_;
    Judge clauses_;
    std::size_t next_ = 0, count_ = 0;
};

template <class Judge>
Objection objection_by(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByClauses& how, std::size_t most_nodes)
{
    Follower<Judge> follower(how, ground.budget);
    if (Objection wrong = objection_of(follower, ground, claim, part, how, most_nodes))
        return *wrong + ", as its lines have it";
    if (follower.followed() != how.lines.size())
        return fmt::format("there are {} contradictions to be shown, and lines for {}",
                           follower.followed(), how.lines.size());
    return std::nullopt;
}

} // namespace

Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByClauses& how, std::size_t most_nodes)
{
    return how.hinted ? objection_by<ByHints>(ground, claim, part, how, most_nodes)
                      : objection_by<ByPropagation>(ground, claim, part, how, most_nodes);
}

} // namespace sgl::certificate
