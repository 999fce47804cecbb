#pragma once

// What `--expand` needs to know of a derivation file.

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
    /// Notes which game the file is about, when its reader asks for it. To be called before the
    /// file is read.
    void watch(axioms::FileAccess& access);

    /// A theorem that was checked, with what its expansion may take.
    void keep(FormulaStore& store, const Frame& frame, const axioms::TheoremResult& outcome,
              const std::function<std::string()>& interruption,
              const axioms::FindRefutation& find_refutation);

    /// The header of what is written, where the file is about a game.
    const std::string& game() const { return header_; }
    /// The file's own theorems.
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
