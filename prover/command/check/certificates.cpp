#include "prover/command/check/certificates.hpp"

#include "logic/states/state_file.hpp"
#include "prover/checker/check.hpp"
#include "prover/command/limits.hpp"
#include "prover/command/output.hpp"
#include "prover/command/proofs/file_access.hpp"
#include "prover/resources/memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace sgl::command
{

namespace fs = std::filesystem;

namespace
{

constexpr std::string_view ending = ".certificate";

/// The files of derivations that a certificate names.
void note_theorems(const fs::path& path, std::set<std::string>& named)
{
    constexpr std::uintmax_t largest = std::uintmax_t{1} << 30;
    std::error_code failure;
    if (fs::file_size(path, failure) > largest)
        return; // they are checked by themselves, too
    const FileText file = text_of_file(path.string());
    constexpr std::string_view begins = "by theorems \"";
    for (std::size_t at = 0; (at = file.text.find(begins, at)) != std::string::npos;)
    {
        at += begins.size();
        const std::size_t end = std::min(file.text.find('"', at), file.text.size());
        named.insert((path.parent_path() / file.text.substr(at, end - at)).string());
    }
}

class Check
{
public:
    Check(const Source& source, const Options& options, GamesUnderCheck& games,
          const SearchForRefutations& search, const Interruption& interruption,
          const Budget& budget)
        : source_(source), options_(options), games_(games), search_(search),
          interruption_(interruption), budget_(budget)
    {
        options_.claims.clear();
    }

    void run(Checked& checked)
    {
        const Result<certificate::Heading> heading = certificate::read_heading(source_);
        if (!heading)
            return refuse(checked, heading.errors());
        checked.claim = heading->claim;
        checked.proved = heading->proved;
        game_path_ = beside(heading->game);
        ground_ =
            games_.game(game_path_, heading->parameters, options_, interruption_, checked.refusal);
        if (ground_ == nullptr)
            return;
        FormulaStore& store = ground_->store;
        const Game& game = ground_->game();
        const auto claim = ground_->claims.find(heading->claim);
        checked.has_answer = true;
        if (claim == ground_->claims.end())
        {
            checked.objection = "the game has no such claim";
            return;
        }
        certificate::Bdds diagrams(budget_, certificate::Bdds::nodes_within(memory_limit()));
        const Result<certificate::Certificate> whole =
            certificate::read_certificate(source_, store, game.frame, diagrams);
        checked.has_answer = static_cast<bool>(whole);
        if (!whole)
            return refuse(checked, whole.errors());
        checked.how = how(*whole);
        const certificate::GameUnderCheck ground{store, game, *ground_->rules, budget_};
        if (const auto wrong = certificate::objection(
                ground, *claim->second, *whole, diagrams,
                [this](const std::string& file) { return theorems(file); },
                [this](const std::string& file) { return states(file); }))
            checked.objection = *wrong;
    }

private:
    std::string beside(const std::string& path) const
    {
        if (fs::path(path).is_absolute())
            return path;
        const std::string there =
            plain_path((fs::path(source_.name).parent_path() / path).string());
        return there == "-" ? "./-" : there; // a file of that name, and not standard input
    }

    void refuse(Checked& checked, std::vector<Diagnostic> errors) const
    {
        checked.refusal =
            refusal_of(std::move(errors), source_.name, options_, "while it was read");
    }

    static std::string how(const certificate::Certificate& certificate)
    {
        if (!std::holds_alternative<std::monostate>(certificate.play))
            return "a play";
        std::string text;
        for (const auto& [name, argument] : certificate.parts)
        {
            const auto* states = std::get_if<certificate::ByStates>(&argument);
            const std::string one =
                std::holds_alternative<certificate::ByTheorems>(argument)       ? "theorems"
                : std::holds_alternative<certificate::ByClauses>(argument)      ? "clauses"
                : std::holds_alternative<certificate::ByListedStates>(argument) ? "listed states"
                : std::holds_alternative<certificate::ByPolicy>(argument)       ? "a policy"
                : states == nullptr                                             ? "all states"
                : states->sets.size() == 1                                      ? "a set of states"
                                           : fmt::format("{} sets of states", states->sets.size());
            text += (text.empty() ? "" : ", ") + one;
        }
        return text;
    }

    /// What the kernel accepts of a file, in the game at hand.
    certificate::KernelTheorems theorems(const std::string& file)
    {
        certificate::KernelTheorems shown;
        Refusal refusal;
        const std::optional<Source> text = read_source(beside(file), options_, refusal);
        if (!text)
        {
            shown.failure = "cannot read " + beside(file);
            return shown;
        }
        axioms::FileAccess files = file_access_of(*text, options_, interruption_);
        if (search_)
            files.find_refutation = search_([this] { return budget_; });
        files.game =
            [this](FormulaStore&, const std::string& path,
                   const auto& given) -> std::variant<axioms::FrameAndAxioms, axioms::Unavailable>
        {
            if (!is_same_file(path, game_path_) || given != ground_->game().parameters)
                return axioms::Unavailable{"the derivations are about another game"};
            return axioms::frame_and_axioms(ground_->game());
        };
        axioms::text::ReadingLimits limits;
        limits.interruption = interruption_;
        axioms::DerivationFile book(ground_->store, files, limits);
        const auto keep = [&](const axioms::TheoremResult& outcome)
        {
            const axioms::Theorem* theorem = outcome.theorem;
            if (theorem == nullptr || !theorem->premises().empty() || !theorem->variables().empty())
                return;
            (theorem->uses_game() ? shown.theorems : shown.everywhere)
                .push_back(theorem->formula());
        };
        const auto errors = book.read(text->name, keep);
        if (!errors.empty() && errors.front().is_limit)
            throw Interrupted{errors.front().message};
        if (!errors.empty())
            shown.failure = errors.front().text();
        else if (book.calculus()->frame() != ground_->game().frame)
            shown.failure = "the derivations are about another frame";
        return shown;
    }

    /// The list of states in a file beside the certificate.
    std::variant<StateList, std::string> states(const std::string& file) const
    {
        Refusal refusal;
        const std::optional<Source> text = read_source(beside(file), options_, refusal);
        if (!text && !refusal.limit.empty())
            throw Interrupted{refusal.limit, Cause::Memory};
        if (!text)
            return "cannot read " + beside(file);
        Result<StateList> list = read_state_list(
            *text, {std::uint64_t{memory_limit()} << 20, [this] { budget_.check(); }});
        if (list)
            return std::move(*list);
        const Diagnostic& error = list.errors().front();
        if (error.is_limit)
            throw Interrupted{error.message, Cause::Memory};
        return fmt::format("{}:{}: {}", error.source, error.position.line, error.message);
    }

    const Source& source_;
    Options options_;
    GamesUnderCheck& games_;
    const SearchForRefutations& search_;
    const Interruption& interruption_;
    const Budget& budget_;
    GroundedGame* ground_ = nullptr;
    std::string game_path_;
};

} // namespace

namespace
{

/// What a file says, without what would look like lines of our own.
std::string on_one_line(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, '?');
    return text;
}

} // namespace

Json as_json(const Checked& checked)
{
    const bool is_accepted = checked.objection.empty();
    return Json::object({{"claim", checked.claim},
                         {"claimed", checked.proved ? "proved" : "refuted"},
                         {"by", checked.how},
                         {"verdict", is_accepted ? "accepted" : "rejected"},
                         {"why", is_accepted ? Json() : Json(checked.objection)},
                         {"seconds", checked.seconds}});
}

std::string text_of(const Checked& checked, bool color)
{
    const bool is_accepted = checked.objection.empty();
    std::string text = fmt::format(
        "  {:<32}  {}  {:<48}  {:.2f} s\n", on_one_line(checked.claim),
        tinted(is_accepted ? "accepted" : "rejected", is_accepted ? Tint::Good : Tint::Bad, color),
        fmt::format("{}{}{}", checked.proved ? "proved" : "refuted",
                    checked.how.empty() ? "" : " by ", checked.how),
        checked.seconds);
    if (!is_accepted)
        text += fmt::format("    {}\n", on_one_line(checked.objection));
    return text;
}

bool is_certificate(const std::string& path)
{
    return path.ends_with(ending);
}

bool is_certificate(const Source& source)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF", begins = "sgl certificate ";
    std::string_view text = source.text;
    if (text.starts_with(byte_order_mark))
        text.remove_prefix(byte_order_mark.size());
    return is_certificate(source.name) || text.starts_with(begins);
}

std::vector<std::string> files_at(const std::string& path)
{
    std::error_code failure;
    if (!fs::is_directory(path, failure))
        return {path};
    std::vector<std::string> certificates, derivations;
    std::set<std::string> named;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, failure))
    {
        const std::string name = entry.path().string();
        const bool leads_nowhere = entry.is_symlink(failure) && !entry.exists(failure);
        if (!entry.is_regular_file(failure) && !leads_nowhere)
            continue;
        if (is_certificate(name))
        {
            certificates.push_back(name);
            if (!leads_nowhere)
                note_theorems(entry.path(), named);
        }
        else if (name.ends_with(".sgp"))
            derivations.push_back(name);
    }
    std::erase_if(derivations, [&](const std::string& name) { return named.contains(name); });
    certificates.insert(certificates.end(), derivations.begin(), derivations.end());
    std::ranges::sort(certificates);
    return certificates;
}

Checked check_certificate(const Source& source, const Options& options, GamesUnderCheck& games,
                          const SearchForRefutations& search, const Interruption& interruption,
                          const Budget& budget)
{
    const Clock::time_point since = Clock::now();
    Checked checked;
    Check(source, options, games, search, interruption, budget).run(checked);
    checked.seconds = seconds_since(since);
    return checked;
}

} // namespace sgl::command
