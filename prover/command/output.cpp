#include "prover/command/output.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

namespace sgl::command
{

namespace
{
std::atomic<int> failure{0}; // the errno of the first write that failed

void note_failure()
{
    int none = 0;
    failure.compare_exchange_strong(none, errno == 0 ? EIO : errno);
}
} // namespace

void put(std::string_view text)
{
    if (failure.load() == 0 && std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        note_failure();
}

bool flush_output()
{
    if (failure.load() == 0 && std::fflush(stdout) != 0)
        note_failure();
    return failure.load() == 0;
}

bool output_failed()
{
    return failure.load() != 0;
}

Status after_output(Status status)
{
    if (flush_output())
        return status;
    if (const int error = failure.load(); error != EPIPE)
        complain(fmt::format("the output could not be written: {}", std::strerror(error)));
    return Fault;
}

void end_process(Status status)
{
    _exit(after_output(status));
}

void put_error(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stderr); // there is nowhere to say that it failed
}

void complain(const std::string& message)
{
    put_error(fmt::format("sgl: error: {}\n", shortened(message)));
}

void warn(const std::string& message)
{
    put_error(fmt::format("sgl: warning: {}\n", shortened(message)));
}

void complain(const std::vector<Diagnostic>& messages)
{
    for (const Diagnostic& message : messages)
        put_error(message.text());
}

std::string tinted(std::string_view text, Tint tint, bool color)
{
    if (!color)
        return std::string(text);
    const char* code = "1";
    switch (tint)
    {
    case Tint::Good: code = "32"; break;
    case Tint::Open: code = "33"; break;
    case Tint::Bad: code = "31"; break;
    case Tint::Faint: code = "2"; break;
    case Tint::Strong: code = "1"; break;
    }
    return fmt::format("\033[{}m{}\033[0m", code, text);
}

} // namespace sgl::command
