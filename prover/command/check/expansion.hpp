#pragma once

// The theorems of a derivation file, kept as they are read, to be derived from the axioms by MP and
// GEN alone.

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

    /// One more theorem was read. One that the kernel did not accept is passed over.
    void keep(FormulaStore& store, const Frame& frame, const axioms::TheoremResult& outcome,
              const std::function<std::string()>& interruption,
              const axioms::FindRefutation& find_refutation);

    /// The header of a file about the same game; empty where there was none.
    const std::string& game() const { return header_; }
    /// The file's own theorems, without those that it imports.
    const std::vector<std::string>& names() const { return names_; }
    /// A theorem that was kept, with everything it rests on put in its place.
    std::variant<axioms::Derivation, axioms::NotExpanded> of(const std::string& name);

private:
    std::string header_;
    std::optional<axioms::Expander> expander_;
    std::vector<std::string> names_;
};

} // namespace sgl::command
