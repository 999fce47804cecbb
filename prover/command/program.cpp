#include "prover/command/program.hpp"

#include "prover/command/output.hpp"

#include <csignal>
#include <exception>
#include <fmt/format.h>
#include <new>

namespace sgl::command
{

int run_program(const std::function<Status()>& work)
{
    std::signal(SIGPIPE, SIG_IGN); // until the output is looked at: files are still written
    try
    {
        return after_output(work());
    }
    catch (const std::bad_alloc&)
    {
        complain("there is no more memory");
    }
    catch (const std::exception& error)
    {
        put_error(fmt::format("sgl: fault: {}\n", error.what()));
    }
    return Fault;
}

} // namespace sgl::command
