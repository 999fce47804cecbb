#include "tests/command/sheets/measured.hpp"

#include "tests/command/directory.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sgl::testing
{

namespace
{

double seconds(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

} // namespace

Measured measure_sgl(const std::vector<std::string>& arguments)
{
    const Directory scratch;
    std::vector<std::string> words{SGL_COMMAND};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const std::string output = scratch.file("out"), errors = scratch.file("err");
    posix_spawn_file_actions_t files;
    REQUIRE(posix_spawn_file_actions_init(&files) == 0);
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), flags, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), flags, 0600);
    pid_t child = 0;
    const int failure =
        posix_spawn(&child, words.front().c_str(), &files, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    REQUIRE(failure == 0);
    int status = 0;
    rusage usage = {};
    REQUIRE(wait4(child, &status, 0, &usage) == child);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, scratch.text("out"), scratch.text("err"),
            seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss / 1024};
}

} // namespace sgl::testing
