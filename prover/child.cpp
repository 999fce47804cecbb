#include "prover/child.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
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
        give_up(interrupted.why);
    }
    catch (const std::exception& error)
    {
        give_up(error.what());
    }
    _exit(0);
}

/// Reads all that comes. False when the budget ran out before the end.
bool read_all(int from, std::string& text, const Budget& budget)
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

void give_up(const std::string& reason)
{
    write_all(failure, reason);
    _exit(1);
}

ChildOutcome in_child(const std::function<std::string()>& work, const Budget& budget)
{
    budget.check();
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return {"", fmt::format("no pipe: {}", std::strerror(errno))};
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0)
    {
        const std::string why = std::strerror(errno);
        close(ends[0]);
        close(ends[1]);
        return {"", "no process: " + why};
    }
    if (child == 0)
    {
        close(ends[0]);
        report_to = ends[1];
        live_as_child(work, parent);
    }
    close(ends[1]);
    std::string text;
    const bool in_time = read_all(ends[0], text, budget);
    close(ends[0]);
    if (!in_time)
        kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    {
    }
    if (!in_time)
        throw budget.reason();
    if (!text.empty() && text[0] == success && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return {text.substr(1), ""};
    if (!text.empty() && text[0] == failure)
        return {"", text.substr(1)};
    if (WIFSIGNALED(status))
        return {"", fmt::format("its process was ended by signal {}", WTERMSIG(status))};
    return {"", "its process ended early"};
}

} // namespace sgl
