#include "prover/command/prove/proof_names.hpp"

#include "prover/command/proofs/file_access.hpp"
#include "prover/command/proofs/write_file.hpp"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace sgl::command
{

namespace fs = std::filesystem;

namespace
{

constexpr std::array<const char*, 5> endings{"certificate", "sgp", "states", "2.states",
                                             "3.states"};
constexpr std::string_view mark = "// Written by sgl prove, sum "; // and 16 digits, a line end
constexpr std::size_t mark_length = mark.size() + 17;

/// FNV-1a: it is to notice changes, not to withstand them.
class Sum
{
public:
    void add(std::string_view text)
    {
        for (const char c : text)
            value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    }
    std::string line() const { return fmt::format("{}{:016x}\n", mark, value_); }

private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

/// The game's file counts by where it is, seen from the directory, and not by what it was called.
Sum sum_of(const ProofSubject& subject, const std::string& directory)
{
    std::error_code failure;
    const fs::path game = fs::relative(subject.game, directory, failure);
    Sum sum;
    sum.add(game.string() + "\n");
    for (const auto& [name, value] : subject.parameters)
        sum.add(fmt::format("{} = {}\n", name, value));
    sum.add(subject.claim + "\n");
    return sum;
}

/// No claim's name has such a sign in it.
std::string numbered(const std::string& claim, unsigned number)
{
    return number == 1 ? claim : fmt::format("{}-{}", claim, number);
}

} // namespace

std::string ProofNames::path(const std::string& name, const std::string& ending) const
{
    return fmt::format("{}/{}.{}", directory_, name, ending);
}

std::string ProofNames::with_mark(const ProofSubject& subject, std::string text) const
{
    Sum sum = sum_of(subject, directory_);
    sum.add(text);
    return std::move(text) + sum.line();
}

ProofNames::Owner ProofNames::owner(const std::string& path, const ProofSubject& subject) const
{
    std::error_code failure;
    const fs::file_status status = fs::symlink_status(path, failure);
    const bool is_unknown = status.type() == fs::file_type::none; // such as a name that is too long
    if (status.type() == fs::file_type::not_found || is_unknown)
        return Owner::Nobody; // that nothing can be written there is found out later
    std::ifstream stream(path, std::ios::binary | std::ios::ate);
    const auto size =
        static_cast<std::size_t>(std::max(std::streamoff{0}, std::streamoff{stream.tellg()}));
    if (!fs::is_regular_file(status) || !stream || size < mark_length ||
        fs::last_write_time(path, failure) > begun_)
        return Owner::Another;
    std::string last(mark_length, '\0');
    stream.seekg(static_cast<std::streamoff>(size - mark_length));
    stream.read(last.data(), static_cast<std::streamsize>(last.size()));
    if (!stream || !last.starts_with(mark))
        return Owner::Another;
    stream.seekg(0);
    Sum sum = sum_of(subject, directory_);
    std::string block(std::size_t{1} << 16, '\0');
    for (std::size_t left = size - mark_length; left > 0;)
    {
        const std::size_t part = std::min(left, block.size());
        if (!stream.read(block.data(), static_cast<std::streamsize>(part)))
            return Owner::Another;
        sum.add(std::string_view(block).substr(0, part));
        left -= part;
    }
    return last == sum.line() ? Owner::Subject : Owner::Another;
}

void ProofNames::remove_own(const std::string& name, const ProofSubject& subject) const
{
    for (const char* const ending : endings)
    {
        std::error_code failure; // where it cannot be removed, it cannot be written either
        if (owner(path(name, ending), subject) == Owner::Subject)
            fs::remove(path(name, ending), failure);
    }
}

std::string ProofNames::name_for(const ProofSubject& subject)
{
    const std::lock_guard lock(mutex_);
    locks_.begin_choice();
    if (!std::exchange(has_begun_, true))
        remove_unfinished();
    std::string name = chosen_name(subject);
    locks_.end_choice();
    return name;
}

std::string ProofNames::chosen_name(const ProofSubject& subject)
{
    for (unsigned number = 1;; ++number)
    {
        std::string name = numbered(subject.claim, number);
        if (taken_.contains(name) || locks_.is_taken_by_another(name))
            continue;
        bool is_free = true;
        for (const char* const ending : endings)
            is_free = is_free && owner(path(name, ending), subject) != Owner::Another;
        if (!is_free)
            continue;
        taken_.insert(name);
        locks_.take(name);
        remove_own(name, subject);
        remove_older(subject, number);
        return name;
    }
}

/// Runs at the same time gave the claim several names; what they wrote is not left beside another
/// verdict.
void ProofNames::remove_older(const ProofSubject& subject, unsigned after)
{
    std::error_code failure;
    for (unsigned number = after + 1;; ++number)
    {
        const std::string name = numbered(subject.claim, number);
        bool is_there = false;
        for (const char* const ending : endings)
            is_there = is_there || fs::exists(path(name, ending), failure);
        if (!is_there)
            return;
        if (!taken_.contains(name) && !locks_.is_taken_by_another(name))
            remove_own(name, subject);
    }
}

/// What runs left that were killed while they wrote.
void ProofNames::remove_unfinished() const
{
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory_, failure))
    {
        const auto run = run_of_unfinished(entry.path().filename().string());
        if (run && !locks_.is_running(*run))
            fs::remove(entry.path(), failure);
    }
}

} // namespace sgl::command
