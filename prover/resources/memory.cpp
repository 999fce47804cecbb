#include "prover/resources/memory.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace sgl
{

namespace
{
std::atomic<std::size_t> limit{4096};
} // namespace

void limit_memory(std::size_t mebibytes)
{
    limit = mebibytes;
}

std::size_t memory_limit()
{
    return limit;
}

namespace
{

std::atomic<double> elsewhere{0};

/// From a file such as /proc/self/statm.
double resident(int file)
{
    constexpr double mebibyte = 1024.0 * 1024.0;
    char text[128] = "";
    const ssize_t length = file < 0 ? 0 : ::pread(file, text, sizeof text, 0);
    const char* const first = text;
    const char* const end = first + std::max<ssize_t>(length, 0);
    const char* const resident = std::find(first, end, ' ');
    std::size_t pages = 0;
    if (resident != end)
        std::from_chars(resident + 1, end, pages);
    return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / mebibyte;
}

} // namespace

double memory_in_use()
{
    static const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    return resident(file) + elsewhere;
}

std::size_t memory_left(std::size_t limit)
{
    const auto used = static_cast<std::size_t>(memory_in_use());
    return limit > used ? limit - used : 0;
}

double memory_of_process(int process)
{
    const std::string path = "/proc/" + std::to_string(process) + "/statm";
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const double found = resident(file);
    if (file >= 0)
        ::close(file);
    return found;
}

void ChildMemoryCharge::is(double mebibytes)
{
    elsewhere += mebibytes - counted_;
    counted_ = mebibytes;
}

} // namespace sgl
