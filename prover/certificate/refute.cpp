#include "prover/certificate/refute.hpp"

#include "prover/certificate/clauses.hpp"
#include "prover/refutation.hpp"

#include <memory>

namespace sgl::certificate
{

namespace
{

/// Asks CaDiCaL, and keeps what it says.
class Refuter final : public Judge
{
public:
    explicit Refuter(const Budget& budget) : budget_(budget) {}

    void begin() override { solver_ = std::make_unique<TracedSolver>(); }
    void add(std::span<const Literal> clause) override { solver_->add(clause); }

    bool excludes(Literal literal) override
    {
        auto found = solver_->lines_against(literal, budget_);
        if (!found)
            return false;
        lines.push_back(std::move(*found));
        solver_->add(std::array{-literal});
        return true;
    }

    std::vector<std::vector<Literal>> lines;

private:
    const Budget& budget_;
    std::unique_ptr<TracedSolver> solver_;
};

} // namespace

Refutation refutation(const Ground& ground, const Claim& claim, const Part& part, ByClauses how)
{
    Refuter refuter(ground.budget);
    if (Objection wrong = objection_of(refuter, ground, claim, part, how))
        return {std::nullopt, *wrong};
    how.lines = std::move(refuter.lines);
    return {std::move(how), ""};
}

} // namespace sgl::certificate
