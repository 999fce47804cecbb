// The fuzzer, by libFuzzer: `cmake -S . -B build-fuzz -DSGL_FUZZ=ON -DCMAKE_CXX_COMPILER=clang++`,
// then `build-fuzz/sgl_fuzz -dict=tests/fuzz/words.dict NEW-FOLDER tests/fuzz/seeds`.

#include "tests/fuzz/read_anything.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try
    {
        sgl::testing::read_anything({data, data + size});
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "%s\n", error.what());
        std::abort();
    }
    return 0;
}
