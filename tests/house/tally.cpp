// Writes how the run ended, `passed failed` in test cases, to the file that SGL_TALLY names. The
// launcher reads it there rather than in a report, whose form is the user's to choose.

#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>

namespace
{

struct Tally : Catch::TestEventListenerBase
{
    using TestEventListenerBase::TestEventListenerBase;

    void testRunEnded(const Catch::TestRunStats& run) override
    {
        if (const char* file = std::getenv("SGL_TALLY"))
        {
            const Catch::Counts& cases = run.totals.testCases;
            std::ofstream(file) << cases.passed << ' ' << cases.failed << '\n';
        }
    }
};

CATCH_REGISTER_LISTENER(Tally)

} // namespace
