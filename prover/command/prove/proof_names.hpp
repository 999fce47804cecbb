#pragma once

// What the files of one directory are called that show what was proved or refuted, and how sgl
// knows those that it wrote itself: by their last line, a sum of what stands above it and of the
// claim that it is about. A file without it, or one that was changed since, is somebody else's, and
// kept.

#include "prover/command/prove/name_locks.hpp"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sgl::command
{

/// The claim of a game: what a certificate is about.
struct ProofSubject
{
    std::string game; // its path
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    std::string claim;
};

/// Names that claims of several games, or of one game with other parameters, do not share; nor do
/// runs at the same time.
class ProofNames
{
public:
    /// What is written to the directory from now on, by others, is of a run at the same time.
    explicit ProofNames(const std::string& directory)
        : directory_(directory), begun_(std::filesystem::file_time_type::clock::now()),
          locks_(directory)
    {
    }

    /// The claim's own name, or, where that is another's, in this run or in another one, with a
    /// number. What earlier runs wrote of this claim is removed.
    std::string name_for(const ProofSubject& subject);
    /// DIRECTORY/NAME.ENDING
    std::string path(const std::string& name, const std::string& ending) const;
    /// The text with a last line by which it is known again.
    std::string with_mark(const ProofSubject& subject, std::string text) const;

private:
    enum class Owner : std::uint8_t
    {
        Nobody, // there is no such file
        Subject,
        Another,
    };
    Owner owner(const std::string& path, const ProofSubject& subject) const;
    std::string chosen_name(const ProofSubject& subject);
    void remove_older(const ProofSubject& subject, unsigned after);
    void remove_own(const std::string& name, const ProofSubject& subject) const;
    void remove_unfinished() const;

    const std::string directory_;
    const std::filesystem::file_time_type begun_;
    std::mutex mutex_;
    NameLocks locks_;
    std::set<std::string> taken_; // in this run
    bool has_begun_ = false;
};

} // namespace sgl::command
