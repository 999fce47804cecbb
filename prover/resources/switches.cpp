#include "prover/resources/switches.hpp"

#include <cstdlib>

namespace sgl
{

bool is_off([[maybe_unused]] std::string_view name)
{
#if !defined(NDEBUG) || defined(SGL_COMPARE_ENGINES)
    const char* const names = std::getenv("SGL_OFF");
    for (std::string_view rest = names == nullptr ? "" : names; !rest.empty();)
    {
        const std::size_t comma = rest.find(',');
        if (rest.substr(0, comma) == name)
            return true;
        rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
#endif
    return false;
}

} // namespace sgl
