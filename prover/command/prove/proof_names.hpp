#pragma once

// Names of the derivation and certificate files in one directory. sgl recognises its own files by
// their last line: a checksum of the text above and of the claim that the file is about. A file
// without that line, or changed since, belongs to somebody else and is kept.

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

/// The subject of a certificate: a claim of a game.
struct ProofSubject
{
    std::string game; // its path
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    std::string claim;
};

/// Names that are different for claims of several games, for one game with other parameters, and
/// for runs at the same time.
class ProofNames
{
public:
    /// A file that another process writes to the directory from now on belongs to a run at the same
    /// time.
    explicit ProofNames(const std::string& directory)
        : directory_(directory), begun_(std::filesystem::file_time_type::clock::now()),
          locks_(directory)
    {
    }

    /// The name of the claim; with a number, if the name belongs to another claim or to another
    /// run. Files that earlier runs wrote for this claim are removed.
    std::string name_for(const ProofSubject& subject);
    /// DIRECTORY/NAME.ENDING
    std::string path(const std::string& name, const std::string& ending) const;
    /// The text with the checksum of sgl as its last line.
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
    std::set<std::string> taken_; // names taken in this run
    bool has_begun_ = false;
};

} // namespace sgl::command
