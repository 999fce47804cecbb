#include "prover/command/output.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <unistd.h>

namespace sgl::command
{

namespace
{
std::atomic<int> failure{0}; // the errno of the first write that failed
std::mutex progress_mutex;
std::atomic<bool> has_progress{false}; // standard error ends with a line of it

void note_failure()
{
    int none = 0;
    failure.compare_exchange_strong(none, errno == 0 ? EIO : errno);
}
} // namespace

Status worse(Status status, Status other)
{
    const auto rank = [](Status s)
    {
        switch (s)
        {
        case AllAsExpected: return 0;
        case SomeOpen: return 1;
        case SomeNotAsExpected: return 2;
        case BadInput: return 3;
        case WasHungUp:
        case WasInterrupted:
        case WasTerminated: return 4;
        case Fault: return 5;
        }
        return 5;
    };
    return rank(other) > rank(status) ? other : status;
}

void put(std::string_view text)
{
    erase_progress();
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
    const int error = failure.load();
    if (error == EPIPE)
    {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    }
    complain(fmt::format("the output could not be written: {}", std::strerror(error)));
    return Fault;
}

void end_process(Status status)
{
    _exit(after_output(status));
}

void put_error(std::string_view text)
{
    erase_progress();
    std::fwrite(text.data(), 1, text.size(), stderr); // there is nowhere to say that it failed
}

void show_progress(const std::string& text)
{
    constexpr std::size_t width = 76;
    std::size_t end = std::min(text.size(), width);
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    const std::lock_guard lock(progress_mutex);
    std::fprintf(stderr, "\r\033[K  %s%s", text.substr(0, end).c_str(),
                 end < text.size() ? "…" : "");
    has_progress = true;
}

void erase_progress()
{
    if (!has_progress)
        return;
    const std::lock_guard lock(progress_mutex);
    if (has_progress.exchange(false))
        std::fputs("\r\033[K", stderr);
}

bool shows_progress(const Options& options)
{
    return !options.quiet && isatty(STDERR_FILENO) == 1;
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
