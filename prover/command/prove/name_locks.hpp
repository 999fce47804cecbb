#pragma once

// Names in use in a directory of proofs, among all runs of sgl that write to the directory at the
// same time: locks on bytes of one hidden file. The system releases the locks when a run ends,
// however the run ends. Where a file system has no locks, no name counts as in use.

#include <cstdint>
#include <string>

namespace sgl::command
{

/// An object is used by one thread at a time.
class NameLocks
{
public:
    explicit NameLocks(const std::string& directory);
    /// Removes the hidden file, unless another run uses it.
    ~NameLocks();
    NameLocks(const NameLocks&) = delete;
    NameLocks& operator=(const NameLocks&) = delete;

    /// Waits until no other run chooses names; then keeps other runs from choosing until
    /// `end_choice`.
    void begin_choice();
    void end_choice();

    /// True if another run that has not ended took the name. Called between begin_choice and
    /// end_choice.
    bool is_taken_by_another(const std::string& name) const;
    /// Takes the name for this run, until the run ends.
    void take(const std::string& name) const;
    /// True if the run of this number has not ended, as far as the locks show.
    bool is_running(std::uint64_t run) const;

private:
    bool open_file();
    bool is_file_in_place() const;

    const std::string path_;
    int file_ = -1; // negative: there are no locks
};

} // namespace sgl::command
