#include "axioms/file/library.hpp"

#include <algorithm>

namespace sgl::axioms
{

std::optional<std::string_view> library_text(std::string_view name)
{
    const auto files = library();
    const auto found = std::ranges::find(files, name, &LibraryFile::name);
    return found == files.end() ? std::nullopt : std::optional(found->text);
}

} // namespace sgl::axioms
