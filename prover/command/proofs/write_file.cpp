#include "prover/command/proofs/write_file.hpp"
#include "prover/command/input.hpp"
#include "prover/command/output.hpp"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

namespace sgl::command
{

namespace fs = std::filesystem;

namespace
{

constexpr std::string_view proof_draft = ".sgl-proof-", draft_ending = ".unfinished";

/// A file under a name of its own, until it has the one that it is for.
class DraftFile
{
public:
    DraftFile(const std::string& path, std::string_view prefix)
    {
        static std::atomic<unsigned> count{0};
        const fs::path parent = fs::path(path).parent_path();
        int handle = -1;
        do
        {
            const std::string name =
                fmt::format("{}{:016x}-{}{}", prefix, run_number(), ++count, draft_ending);
            path_ = (parent / name).string();
            handle = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        } while (handle < 0 && errno == EEXIST);
        if (handle >= 0)
            file_ = fdopen(handle, "wb");
    }
    ~DraftFile()
    {
        if (file_ == nullptr)
            return;
        if (is_open_)
            std::fclose(file_);
        unlink(path_.c_str());
    }
    DraftFile(const DraftFile&) = delete;
    DraftFile& operator=(const DraftFile&) = delete;

    bool write(const std::string& text)
    {
        if (file_ == nullptr)
            return false;
        const bool is_written = std::fwrite(text.data(), 1, text.size(), file_) == text.size() &&
                                std::fflush(file_) == 0 && fsync(fileno(file_)) == 0;
        const int why = errno;
        const bool is_closed = std::fclose(file_) == 0;
        is_open_ = false;
        if (!is_written)
            errno = why;
        return is_written && is_closed;
    }

    bool replace(const std::string& path) const
    {
        return std::rename(path_.c_str(), path.c_str()) == 0;
    }

    /// Fails where there is a file of that name, also one that was made a moment ago.
    bool become(const std::string& path) const
    {
        if (link(path_.c_str(), path.c_str()) == 0)
            return true;
        const bool has_links = errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS;
        if (has_links)
            return false;
        std::error_code failure;
        if (fs::exists(fs::symlink_status(path, failure)))
        {
            errno = EEXIST;
            return false;
        }
        return replace(path);
    }

private:
    std::string path_;
    std::FILE* file_ = nullptr;
    bool is_open_ = true;
};

/// By whatever name: /dev/stdout, or the file that standard output goes to.
bool is_standard_output(const std::string& path)
{
    struct stat here = {}, there = {};
    return fstat(STDOUT_FILENO, &here) == 0 && stat(path.c_str(), &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

std::optional<std::string> write_special(const std::string& path, const std::string& text)
{
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        return std::strerror(errno);
    const bool is_written =
        std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    const int why = errno;
    const bool is_closed = std::fclose(file) == 0;
    if (is_written && is_closed)
        return std::nullopt;
    return std::strerror(is_written ? errno : why);
}

} // namespace

std::optional<std::string> write_file(const std::string& path, const std::string& text)
{
    if (was_read(path))
        return "it is one of the files that are read";
    if (is_standard_output(path))
    {
        put(text);
        return std::nullopt;
    }
    // A pipe is written as it is, and so is what a symbolic link leads to that is not there yet; of
    // other links the file that they lead to is replaced, and not the link.
    std::error_code failure;
    const bool is_link = fs::is_symlink(path, failure);
    if (is_link ? !fs::is_regular_file(path, failure)
                : fs::exists(path, failure) && !fs::is_regular_file(path, failure))
        return write_special(path, text);
    const std::string target = is_link ? fs::canonical(path, failure).string() : path;
    if (failure)
        return failure.message();
    DraftFile draft(target, ".sgl-");
    if (draft.write(text) && draft.replace(target))
        return std::nullopt;
    return std::strerror(errno);
}

std::optional<std::string> write_proof_file(const std::string& path, const std::string& text,
                                            bool replaces)
{
    DraftFile draft(path, proof_draft);
    if (draft.write(text) && (replaces ? draft.replace(path) : draft.become(path)))
        return std::nullopt;
    return std::strerror(errno);
}

std::uint64_t run_number()
{
    static const std::uint64_t number = []
    {
        std::random_device device;
        return (std::uint64_t{device()} << 29) ^ device();
    }();
    return number;
}

std::optional<std::uint64_t> run_of_unfinished(std::string_view file_name)
{
    if (!file_name.starts_with(proof_draft) || !file_name.ends_with(draft_ending))
        return std::nullopt;
    constexpr std::size_t digits = 16;
    file_name.remove_prefix(proof_draft.size());
    std::uint64_t number = 0;
    const char* const end = file_name.data() + std::min(digits, file_name.size());
    const auto [rest, error] = std::from_chars(file_name.data(), end, number, 16);
    if (error != std::errc() || rest != end)
        return std::nullopt;
    return number;
}

} // namespace sgl::command
