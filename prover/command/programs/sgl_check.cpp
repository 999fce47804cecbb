// The sgl-check program: `sgl check` without engines and solvers.

#include "prover/command/check/check.hpp"
#include "prover/command/check/split_refutation.hpp"
#include "prover/command/program.hpp"

int main(int argc, char** argv)
{
    using namespace sgl::command;
    return run_program(
        [&]() -> Status
        {
            Options options;
            if (const auto status = read_check_arguments(argc, argv, options))
                return *status;
            return check(options, refutations_by_splitting);
        });
}
