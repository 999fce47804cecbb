#include "prover/processes/child_process.hpp"

#include "prover/resources/memory.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sgl
{

namespace
{

constexpr char success = 'y', failure = 'n';
int report_to = -1; // in the child

void write_all(char first, const std::string& text)
{
    const std::string message = first + text;
    for (std::size_t at = 0; at < message.size();)
    {
        const ssize_t written = write(report_to, message.data() + at, message.size() - at);
        if (written < 0 && errno != EINTR)
            _exit(1);
        at += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
}

/// A reason on its way to the parent: cause, seconds, the length of `where`, then the texts.
std::string written(const Interrupted& reason)
{
    return fmt::format("{} {} {}\n{}{}", static_cast<unsigned>(reason.cause), reason.seconds,
                       reason.where.size(), reason.where, reason.what);
}

Interrupted read_reason(const std::string& text)
{
    std::istringstream head(text);
    unsigned cause = 0;
    std::size_t length = 0;
    Interrupted reason;
    if (!(head >> cause >> reason.seconds >> length) ||
        cause > static_cast<unsigned>(Cause::GaveUp) || head.get() != '\n')
        return {"its process said nothing that makes sense"};
    const std::string rest = text.substr(static_cast<std::size_t>(head.tellg()));
    reason.cause = static_cast<Cause>(cause);
    reason.where = rest.substr(0, length);
    reason.what = rest.size() > length ? rest.substr(length) : "";
    return reason;
}

[[noreturn]] void live_as_child(const std::function<std::string()>& work, pid_t parent)
{
    // Nothing of what the parent does on signals is for the child to do; Ctrl-C goes to both, and
    // the parent ends the child.
    for (int signal : {SIGTERM, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPIPE, SIGALRM})
        std::signal(signal, SIG_DFL);
    std::signal(SIGINT, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    try
    {
        write_all(success, work());
    }
    catch (const Interrupted& interrupted)
    {
        give_up(interrupted);
    }
    catch (const std::exception& error)
    {
        give_up(error.what());
    }
    _exit(0);
}

/// Reads all that comes. False when the budget ran out before the end.
bool read_all(int from, std::string& text, const Budget& budget,
              const std::function<void()>& while_waiting)
{
    constexpr int milliseconds = 20;
    std::array<char, 4096> piece{};
    for (;;)
    {
        pollfd ready{from, POLLIN, 0};
        if (poll(&ready, 1, milliseconds) <= 0)
        {
            if (budget.is_used_up())
                return false;
            if (while_waiting)
                while_waiting();
            continue;
        }
        const ssize_t count = read(from, piece.data(), piece.size());
        if (count == 0)
            return true;
        if (count > 0)
            text.append(piece.data(), static_cast<std::size_t>(count));
        else if (errno != EINTR)
            return true;
    }
}

} // namespace

void give_up(const Interrupted& reason)
{
    write_all(failure, written(reason));
    _exit(1);
}

void give_up(const std::string& reason)
{
    give_up(Interrupted{reason});
}

Child::Child(const std::function<std::string()>& work)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
    {
        no_child_ = fmt::format("no pipe: {}", std::strerror(errno));
        return;
    }
    const pid_t parent = getpid();
    at_first_ = memory_of_process(parent);
    process_ = fork();
    if (process_ == 0)
    {
        close(ends[0]);
        report_to = ends[1];
        live_as_child(work, parent);
    }
    if (process_ < 0)
        no_child_ = fmt::format("no process: {}", std::strerror(errno));
    close(ends[1]);
    from_ = ends[0];
}

Child::~Child()
{
    if (process_ > 0)
        stop();
    if (from_ >= 0)
        close(from_);
}

double Child::memory() const
{
    return process_ > 0 ? std::max(0.0, memory_of_process(process_) - at_first_) : 0;
}

ChildOutcome Child::outcome(const Budget& budget, const std::function<void()>& while_waiting)
{
    if (process_ < 0)
        return {"", Interrupted{no_child_}};
    std::string text;
    if (!read_all(from_, text, budget, while_waiting))
    {
        stop();
        throw budget.reason();
    }
    const int status = end();
    if (!text.empty() && text[0] == success && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return {text.substr(1)};
    if (!text.empty() && text[0] == failure)
        return {"", read_reason(text.substr(1))};
    if (WIFSIGNALED(status))
        return {"",
                Interrupted{fmt::format("its process was ended by signal {}", WTERMSIG(status))}};
    return {"", Interrupted{"its process ended early"}};
}

void Child::stop()
{
    kill(process_, SIGKILL);
    end();
}

/// Waits for its end.
int Child::end()
{
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR)
    {
    }
    process_ = -1;
    return status;
}

ChildOutcome in_child(const std::function<std::string()>& work, const Budget& budget)
{
    budget.check();
    return Child(work).outcome(budget);
}

} // namespace sgl
