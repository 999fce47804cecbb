#include "prover/command/prove/name_locks.hpp"
#include "prover/command/proofs/write_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sgl::command
{

namespace
{

// The bytes of the file: one for the choice, those of runs by their number, those of names by a
// hash. Two names of one hash cost a number that need not have been left out, and nothing else.
constexpr off_t choice = 0, first_run = 1, first_name = off_t{1} << 62;

off_t byte_of_run(std::uint64_t run)
{
    return first_run + static_cast<off_t>(run);
}

off_t byte_of_name(const std::string& name)
{
    std::uint64_t hash = 0xCBF29CE484222325; // FNV-1a
    for (const char c : name)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    return first_name + static_cast<off_t>(hash >> 2);
}

struct flock range(short type, off_t start, off_t length)
{
    struct flock lock = {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = start;
    lock.l_len = length;
    return lock;
}

bool set(int file, int how, short type, off_t start, off_t length = 1)
{
    struct flock lock = range(type, start, length);
    int result = 0;
    do
        result = fcntl(file, how, &lock);
    while (result != 0 && errno == EINTR);
    return result == 0;
}

bool is_locked_by_another(int file, off_t byte)
{
    struct flock lock = range(F_WRLCK, byte, 1);
    return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

} // namespace

NameLocks::NameLocks(const std::string& directory) : path_(directory + "/.sgl-names") {}

NameLocks::~NameLocks()
{
    if (file_ < 0)
        return;
    // All of it, for a moment: then no other run has any of it. What is this run's is given back
    // before, so that of two runs that end together the later one gets all.
    set(file_, F_SETLK, F_UNLCK, 0, 0);
    struct stat about = {};
    const bool is_empty = fstat(file_, &about) == 0 && about.st_size == 0; // else a user's file
    if (is_empty && set(file_, F_SETLK, F_WRLCK, 0, 0) && is_file_in_place())
        unlink(path_.c_str());
    close(file_);
}

bool NameLocks::open_file()
{
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    return file_ >= 0;
}

/// It may have been removed, by a run that ended, since it was opened.
bool NameLocks::is_file_in_place() const
{
    struct stat here = {}, there = {};
    return fstat(file_, &here) == 0 && stat(path_.c_str(), &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

void NameLocks::begin_choice()
{
    while (file_ >= 0 || open_file())
    {
        const bool is_mine = set(file_, F_SETLKW, F_WRLCK, choice);
        if (is_mine && is_file_in_place())
        {
            set(file_, F_SETLK, F_WRLCK, byte_of_run(run_number()));
            return;
        }
        close(file_);
        file_ = -1;
        if (!is_mine)
            return;
    }
}

void NameLocks::end_choice()
{
    if (file_ >= 0)
        set(file_, F_SETLK, F_UNLCK, choice);
}

bool NameLocks::is_taken_by_another(const std::string& name) const
{
    return file_ >= 0 && is_locked_by_another(file_, byte_of_name(name));
}

void NameLocks::take(const std::string& name) const
{
    if (file_ >= 0)
        set(file_, F_SETLK, F_WRLCK, byte_of_name(name));
}

bool NameLocks::is_running(std::uint64_t run) const
{
    return run == run_number() || file_ < 0 || is_locked_by_another(file_, byte_of_run(run));
}

} // namespace sgl::command
