#include "prover/command/check/expansion.hpp"

#include "prover/command/proofs/file_access.hpp"

namespace sgl::command
{

void Expansion::watch(axioms::FileAccess& access)
{
    access.game = [this, read = access.game](
                      FormulaStore& store, const std::string& path,
                      const std::vector<std::pair<std::string, std::int64_t>>& parameters)
    {
        if (header_.empty())
            header_ = game_header(path, parameters, ".");
        return read(store, path, parameters);
    };
}

void Expansion::keep(FormulaStore& store, const Frame& frame, const axioms::TheoremResult& outcome,
                     const std::function<std::string()>& interruption,
                     const axioms::FindRefutation& find_refutation)
{
    if (outcome.theorem == nullptr)
        return;
    if (!expander_)
    {
        axioms::Expander::Limits limits;
        limits.interruption = interruption;
        expander_.emplace(store, frame, std::move(limits));
        expander_->find_refutation = find_refutation;
    }
    expander_->keep(*outcome.derivation);
    if (!outcome.is_imported)
        names_.push_back(outcome.name);
}

} // namespace sgl::command
