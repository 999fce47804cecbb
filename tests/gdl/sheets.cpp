#include "tests/gdl/sheets.hpp"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace sgl::gdl
{

namespace
{

std::string first(const std::vector<Diagnostic>& diagnostics, Diagnostic::Severity severity)
{
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == severity)
            return fmt::format("{}:{}: {}", diagnostic.position.line, diagnostic.position.column,
                               shortened(diagnostic.message));
    return {};
}

} // namespace

Source read_source(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return {path.filename().string(), text.str()};
}

std::string first_error(const std::vector<Diagnostic>& diagnostics)
{
    return first(diagnostics, Diagnostic::Severity::Error);
}

std::string first_warning(const std::vector<Diagnostic>& diagnostics)
{
    return first(diagnostics, Diagnostic::Severity::Warning);
}

std::string one_move(const std::string& more)
{
    return "(role p)\n"
           "(init (c 0))\n"
           "(<= (legal p go) (true (c 0)))\n"
           "(<= (next (c 1)) (does p go))\n"
           "(<= terminal (true (c 1)))\n"
           "(<= (goal p 100) (true (c 1)))\n"
           "(<= (goal p 0) (true (c 0)))\n" +
           more;
}

} // namespace sgl::gdl
