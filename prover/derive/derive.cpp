#include "prover/derive/derive.hpp"

#include "axioms/file/write.hpp"
#include "prover/derive/state_axioms.hpp"
#include "prover/reduction/theory.hpp"

#include <algorithm>

namespace sgl
{

using derive::Number;

std::size_t WrittenProof::lines() const
{
    std::size_t count = 0;
    for (const axioms::Derivation& theorem : theorems)
        count += theorem.lines().size();
    return count;
}

std::string derivation_file(FormulaStore& store, const Frame& frame, const std::string& header,
                            const WrittenProof& proof)
{
    std::string text = header + "\nimport \"restrict.sgp\"\n";
    for (const axioms::Derivation& theorem : proof.theorems)
        text += "\n" + axioms::write(store, frame, theorem);
    return text;
}
class Deriver::Work
{
public:
    explicit Work(Theory& theory) : draft_(theory) {}

    std::optional<WrittenProof> derive(const std::vector<Goal>& goals, const Budget& budget)
    {
        why_not.clear();
        draft_.start(budget);
        state_wise_.start();
        try
        {
            for (const auto& [name, formula] : goals)
                write(name, formula);
        }
        catch (const derive::NotWritten& reason)
        {
            why_not = reason.why;
            return std::nullopt;
        }
        WrittenProof proof;
        proof.theorems = std::move(draft_.theorems);
        return proof;
    }

    std::string why_not;

private:
    void write(const std::string& name, Formula f)
    {
        derive::Page page = draft_.page(name);
        std::vector<Number> facts;
        states_.start(page, f, facts);
        std::optional<Number> line = attempt(page, f, facts);
        // More of Σ as far as it takes: what it asks of the state, and of those that follow.
        for (unsigned depth = 0; !line && states_.look(page, depth, facts); ++depth)
            line = attempt(page, f, facts);
        if (!line)
            throw derive::NotWritten{
                axioms_.count() == 0 ? "it is not derivable"
                                     : "it does not follow from what was brought in of the axioms"};
        page.derivation.keep_first(*line + 1); // it may have been shown on the way
        page.derivation.statement = f;
        draft_.add(page);
    }

    std::optional<Number> attempt(derive::Page& page, Formula f, std::vector<Number>& facts)
    {
        std::ranges::sort(facts);
        facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
        return page.attempt(f, facts);
    }

    derive::Draft draft_;
    derive::Connectives connectives_{draft_};
    derive::StateWise state_wise_{draft_, connectives_};
    derive::GameAxioms axioms_{draft_, state_wise_};
    derive::Equations equations_{draft_, connectives_, state_wise_, axioms_};
    derive::States states_{draft_, state_wise_, axioms_, equations_};
};

Deriver::Deriver(Theory& theory) : work_(std::make_unique<Work>(theory)) {}
Deriver::~Deriver() = default;

std::optional<WrittenProof> Deriver::derive(const std::vector<Goal>& goals, const Budget& budget)
{
    return work_->derive(goals, budget);
}

const std::string& Deriver::why_not() const
{
    return work_->why_not;
}

} // namespace sgl
