#pragma once

// Theorems of a derivation file, collected for `--expand`.

#include "axioms/file/reader.hpp"
#include "axioms/generate/expand.hpp"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sgl::command
{

class Expansion
{
public:
    /// Notes the game of the file when the reader asks for the game. The function must be called
    /// before the file is read.
    void watch(axioms::FileAccess& access);

    /// Keeps a theorem that was checked. The interruption limits its expansion.
    void keep(FormulaStore& store, const Frame& frame, const axioms::TheoremResult& outcome,
              const std::function<std::string()>& interruption,
              const axioms::FindRefutation& find_refutation);

    /// The header of the expansion, if the file is about a game; else empty.
    const std::string& game() const { return header_; }
    /// The names of the theorems that the file itself states; imported theorems are left out.
    const std::vector<std::string>& names() const { return names_; }
    std::variant<axioms::Derivation, axioms::NotExpanded> of(const std::string& name)
    {
        return expander_->expand(name);
    }

private:
    std::string header_;
    std::optional<axioms::Expander> expander_;
    std::vector<std::string> names_;
};

} // namespace sgl::command
