// sgl_peak [-o FILE] COMMAND [ARGUMENT…]: runs a command, its output to a file or nowhere; prints
// the seconds it took, the most memory that it or a process it started had, in KiB, and the seconds
// that they had the processor. Ends with the command's status.

#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv)
{
    const char* output = "/dev/null";
    char** command = argv + 1;
    if (argc > 2 && std::strcmp(argv[1], "-o") == 0)
    {
        output = argv[2];
        command += 2;
    }
    if (argc == 0 || *command == nullptr)
        return 127;
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0)
    {
        const int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (file < 0)
        {
            std::perror(output);
            _exit(127);
        }
        dup2(file, STDOUT_FILENO);
        execvp(*command, command);
        std::perror(*command);
        _exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) < 0)
    {
        std::perror("sgl_peak");
        return 127;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const auto in_seconds = [](const timeval& time)
    { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; };
    std::printf("%.6f %ld %.6f\n", seconds.count(), used.ru_maxrss,
                in_seconds(used.ru_utime) + in_seconds(used.ru_stime));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
