#include "prover/command/prove/proof_names.hpp"

#include "prover/checker/certificate.hpp"
#include "prover/command/derive/derivations.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace sgl::command
{

namespace fs = std::filesystem;

namespace
{

/// The first lines of a file, as far as they are short.
std::string first_lines(const std::string& path, int count)
{
    constexpr std::size_t longest = 1 << 16;
    std::ifstream stream(path, std::ios::binary);
    std::string text(longest, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    std::size_t end = 0;
    for (int i = 0; i < count; ++i)
        end = std::min(text.find('\n', end), text.size() - 1) + 1;
    text.resize(end);
    return text;
}

/// A file named in a directory, and one by its path.
bool is_same_file(const fs::path& directory, const std::string& named, const std::string& path)
{
    std::error_code failure;
    return fs::equivalent(directory / named, path, failure);
}

} // namespace

std::string ProofNames::path(const std::string& name, const std::string& ending) const
{
    return fmt::format("{}/{}.{}", directory_, name, ending);
}

ProofNames::Owner ProofNames::owner(const std::string& name, const ProofSubject& subject) const
{
    const std::string certificate = path(name, "certificate");
    std::error_code failure;
    if (fs::is_regular_file(certificate, failure))
    {
        constexpr int about = 4; // lines: what it is, the game, the claim, and how one goes on
        const auto heading =
            certificate::read_heading({certificate, first_lines(certificate, about)});
        return heading && heading->claim == subject.claim &&
                       heading->parameters == subject.parameters &&
                       is_same_file(directory_, heading->game, subject.game)
                   ? Owner::Subject
                   : Owner::Another;
    }
    if (!fs::is_regular_file(path(name, "sgp"), failure))
        return Owner::Nobody;
    return is_own_derivation(name, subject) ? Owner::Subject : Owner::Another;
}

/// About the game, or, as it may be about its frame alone, one that the certificate rests on.
bool ProofNames::is_own_derivation(const std::string& name, const ProofSubject& subject) const
{
    constexpr int parts = 100; // of a claim, lines at most
    const std::string rests = fmt::format("\nby theorems \"{}.sgp\"", name);
    return first_lines(path(name, "sgp"), 1) ==
               game_header(subject.game, subject.parameters, directory_) ||
           first_lines(path(name, "certificate"), parts).find(rests) != std::string::npos;
}

std::string ProofNames::name_for(const ProofSubject& subject)
{
    const std::lock_guard lock(mutex_);
    for (unsigned number = 1;; ++number)
    {
        // No claim's name has such a sign in it.
        std::string name =
            number == 1 ? subject.claim : fmt::format("{}-{}", subject.claim, number);
        if (taken_.contains(name))
            continue;
        const Owner whose = owner(name, subject);
        if (whose == Owner::Another)
            continue;
        taken_.insert(name);
        std::error_code failure; // where it cannot be removed, it cannot be written either
        if (whose == Owner::Subject)
        {
            if (is_own_derivation(name, subject))
                fs::remove(path(name, "sgp"), failure);
            fs::remove(path(name, "certificate"), failure);
        }
        return name;
    }
}

} // namespace sgl::command
