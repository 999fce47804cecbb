#pragma once

// What the files of one directory are called that show what was proved or refuted.

#include <cstdint>
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

/// Names that claims of several games, or of one game with other parameters, do not share.
class ProofNames
{
public:
    explicit ProofNames(std::string directory) : directory_(std::move(directory)) {}

    /// The claim's own name, or, where that is another's, in this run or one before, with a number.
    /// What an earlier run wrote of this claim is removed.
    std::string name_for(const ProofSubject& subject);
    /// DIRECTORY/NAME.ENDING
    std::string path(const std::string& name, const std::string& ending) const;

private:
    enum class Owner : std::uint8_t
    {
        Nobody,
        Subject,
        Another,
    };
    Owner owner(const std::string& name, const ProofSubject& subject) const;
    bool is_own_derivation(const std::string& name, const ProofSubject& subject) const;

    const std::string directory_;
    std::mutex mutex_;
    std::set<std::string> taken_; // in this run
};

} // namespace sgl::command
