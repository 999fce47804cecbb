#include "prover/certify/clause_proof.hpp"

#include "prover/certify/trim.hpp"
#include "prover/checker/clause_obligations.hpp"
#include "prover/resources/memory.hpp"
#include "prover/sat/rup_search.hpp"

#include <array>
#include <memory>

namespace sgl::certificate
{

namespace
{

/// Asks CaDiCaL, and keeps what is needed of what it says.
class Refuter final : public ClauseProof
{
public:
    explicit Refuter(const Budget& budget) : budget_(budget), trimmer_(budget) {}

    void begin() override
    {
        solver_ = std::make_unique<TracedSolver>();
        trimmer_.begin();
    }
    void add(std::span<const Literal> clause) override
    {
        solver_->add(clause);
        trimmer_.add(clause);
    }
    bool excludes(Literal literal) override
    {
        auto found = solver_->lines_against(literal, budget_);
        solver_->add(std::array{-literal});
        return found && trimmer_.follow(std::move(*found), literal);
    }

    std::vector<std::vector<Literal>> lines() { return trimmer_.kept(); }

private:
    const Budget& budget_;
    std::unique_ptr<TracedSolver> solver_;
    Trimmer trimmer_;
};

} // namespace

Refutation refutation(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                      ByClauses how)
{
    Refuter refuter(ground.budget);
    if (Objection wrong =
            objection_of(refuter, ground, claim, part, how, Bdds::nodes_within(memory_limit())))
        return {std::nullopt, *wrong};
    how.lines = refuter.lines();
    how.hinted = true;
    return {std::move(how), ""};
}

} // namespace sgl::certificate
