#pragma once

// Which names in a directory of proofs are in use, among all runs of sgl that write to it at the
// same time: locks on bytes of one hidden file. The system takes them back when a run ends, however
// it ends. Where a file system has no locks, no name is in use.

#include <cstdint>
#include <string>

namespace sgl::command
{

/// Used by one thread at a time.
class NameLocks
{
public:
    explicit NameLocks(const std::string& directory);
    /// Removes the hidden file, unless another run uses it.
    ~NameLocks();
    NameLocks(const NameLocks&) = delete;
    NameLocks& operator=(const NameLocks&) = delete;

    /// Waits until no other run chooses names, and keeps others from it until `end_choice`.
    void begin_choice();
    void end_choice();

    /// Another run has taken the name, and goes on. To be asked during a choice.
    bool is_taken_by_another(const std::string& name) const;
    /// The name is this run's until it ends.
    void take(const std::string& name) const;
    /// The run of this number goes on, as far as it writes to the directory.
    bool is_running(std::uint64_t run) const;

private:
    bool open_file();
    bool is_file_in_place() const;

    const std::string path_;
    int file_ = -1; // negative: there are no locks
};

} // namespace sgl::command
