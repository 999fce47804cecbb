// Clauses about plays, judged by unit propagation alone.

#include "axioms/kernel/propagation.hpp"
#include "prover/checker/clause_obligations.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::certificate
{

namespace
{

/// Follows the lines for one contradiction after the other.
class Follower final : public ClauseProof
{
public:
    Follower(const ByClauses& how, const Budget& budget) : how_(how), budget_(budget) {}

    void begin() override { clauses_.clear(0); }

    void add(std::span<const Literal> clause) override { clauses_.add(clause); }

    bool excludes(Literal literal) override
    {
        if (next_ == how_.lines.size())
            return false;
        const std::vector<Literal>& lines = how_.lines[next_++];
        const auto last = static_cast<Literal>(clauses_.variables());
        std::size_t start = 0;
        for (std::size_t i = 0; i < lines.size(); ++i)
        {
            if (lines[i] > last || lines[i] < -last)
                return false;
            if (lines[i] != 0)
                continue;
            const auto line = std::span(lines).subspan(start, i - start);
            if (++count_ % often == 0)
                budget_.check();
            if (!clauses_.implies(line))
                return false;
            clauses_.add(line);
            start = i + 1;
        }
        const Literal denied = -literal;
        if (start != lines.size() || !clauses_.implies({&denied, 1}))
            return false;
        clauses_.add({&denied, 1});
        return true;
    }

    std::size_t followed() const { return next_; }

private:
    static constexpr std::size_t often = 64;

    const ByClauses& how_;
    const Budget& budget_;
    axioms::Propagation clauses_;
    std::size_t next_ = 0, count_ = 0;
};

} // namespace

Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByClauses& how, std::size_t most_nodes)
{
    Follower follower(how, ground.budget);
    if (Objection wrong = objection_of(follower, ground, claim, part, how, most_nodes))
        return *wrong + ", as its lines have it";
    if (follower.followed() != how.lines.size())
        return fmt::format("there are {} contradictions to be shown, and lines for {}",
                           follower.followed(), how.lines.size());
    return std::nullopt;
}

} // namespace sgl::certificate
