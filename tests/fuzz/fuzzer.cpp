// The fuzzer, by libFuzzer: `cmake -S . -B build-fuzz -DSGL_FUZZ=ON -DCMAKE_CXX_COMPILER=clang++`,
// then `build-fuzz/sgl_fuzz -dict=tests/fuzz/words.dict NEW-FOLDER tests/fuzz/seeds` for games, and
// `build-fuzz/sgl_fuzz_derivations -dict=tests/fuzz/words.dict NEW-FOLDER tests/fuzz/derivations`,
// and `build-fuzz/sgl_fuzz_sheets NEW-FOLDER tests/fuzz/sheets` for rule sheets in GDL.

#ifdef SGL_FUZZ_DERIVATIONS
#include "tests/fuzz/read_derivation.hpp"
#elif defined(SGL_FUZZ_SHEETS)
#include "tests/fuzz/read_sheet.hpp"
#else
#include "tests/fuzz/read_anything.hpp"
#endif

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try
    {
#ifdef SGL_FUZZ_DERIVATIONS
        sgl::testing::read_derivation({data, data + size});
#elif defined(SGL_FUZZ_SHEETS)
        sgl::testing::read_sheet_text({data, data + size});
#else
        sgl::testing::read_anything({data, data + size});
#endif
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "%s\n", error.what());
        std::abort();
    }
    return 0;
}
