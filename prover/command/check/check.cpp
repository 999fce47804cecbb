// sgl check: the kernel checks derivation files theorem by theorem, the checker checks
// certificates.

#include "prover/command/check/check.hpp"

#include "axioms/file/reader.hpp"
#include "axioms/file/write.hpp"
#include "logic/model/evaluate.hpp"
#include "prover/command/check/certificates.hpp"
#include "prover/command/check/derivation_page.hpp"
#include "prover/command/check/expansion.hpp"
#include "prover/command/check/theorem_report.hpp"
#include "prover/command/output.hpp"
#include "prover/command/proofs/file_access.hpp"
#include "prover/command/proofs/write_file.hpp"
#include "prover/command/watchdog.hpp"
#include "prover/resources/interrupted.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <malloc.h>
#include <set>

namespace sgl::command
{

namespace
{

using axioms::DerivationFile;
using axioms::FrameAndAxioms;
using axioms::TheoremResult;

/// Where templates are checked when no frame is given.
constexpr std::array small_frames{"i: a0", "x: a0, a1", "x: a0, a1; o: b0"};

/// What one run of sgl check adds up to, and how it is shown.
class Checking
{
public:
    Checking(const Options& options, const SearchForRefutations& search)
        : options_(options), search_(search), watchdog_(options_)
    {
    }

    void file(const std::string& path)
    {
        if (options_.memory)
            malloc_trim(0); // so that this file has all of it
        watchdog_.begin(path, [this](const std::string& why) { put_last_words(why); });
        watchdog_.enter({"reading", "while it was read"});
        const std::size_t before = accepted_ + rejected_;
        const Status other = status_;
        status_ = AllAsExpected;
        start(path, "");
        Refusal refusal;
        const std::optional<Source> source = read_source(path, options_, refusal);
        const char* const unfit =
            source && is_certificate(*source) ? option_for_derivations() : nullptr;
        if (!source)
            refuse(refusal);
        else if (unfit != nullptr)
            refuse({{},
                    fmt::format("{} is for derivations, and {} is a certificate", unfit, path),
                    path,
                    ""});
        else if (is_certificate(*source))
            certificate(*source);
        else
            all_frames(*source);
        if (accepted_ + rejected_ == before && status_ == AllAsExpected)
            refuse({{}, source->name + ": there is no theorem to check", source->name, ""});
        finish_file();
        watchdog_.end();
        status_ = worse(other, status_);
    }

    Status end()
    {
        const auto want = [&](const std::string& name, bool is_there)
        {
            if (name.empty() || is_there || status_ == BadInput || status_ == SomeOpen)
                return;
            const Refusal refusal{{}, fmt::format("there is no theorem '{}'", name), "", ""};
            json_["error"] = command::as_json(refusal);
            complain(refusal);
            status_ = BadInput;
        };
        if (options_.expand && rejected_ == 0)
            want(*options_.expand, is_expanded_);
        want(options_.print, is_printed_);
        write_page();
        put_sum();
        return status_;
    }

private:
    /// The first that was given, if any was.
    const char* option_for_derivations() const
    {
        return !options_.frame.empty()     ? "--frame"
               : !options_.fluents.empty() ? "--fluents"
               : options_.expand           ? "--expand"
               : !options_.print.empty()   ? "--print"
                                           : nullptr;
    }

    void certificate(const Source& source)
    {
        begin(source, options_);
        watchdog_.enter({"checking", "while it was checked", true});
        constexpr double long_enough = 1e9; // seconds
        const Budget budget = watchdog_.budget(long_enough);
        Checked checked;
        std::string limit;
        try
        {
            const Interruption interruption = [&] { return limit = watchdog_.limit_met(); };
            checked = check_certificate(source, options_, games_, search_, interruption, budget);
        }
        catch (const Interrupted& interrupted)
        {
            checked.refusal.limit = text(interrupted);
        }
        catch (const EvaluationTooDeep& error)
        {
            checked.refusal.limit = error.what();
        }
        if (checked.has_answer)
            return report(checked);
        checked.refusal.file = source.name;
        if (!limit.empty())
            checked.refusal.limit = limit;
        refuse(checked.refusal);
    }

    void report(const Checked& checked)
    {
        const bool is_accepted = checked.objection.empty();
        {
            const auto lock = watchdog_.hold();
            ++(is_accepted ? accepted_ : rejected_);
            if (options_.json)
                entry_["certificate"] = command::as_json(checked);
        }
        if (!is_accepted)
            note(SomeNotAsExpected);
        if (options_.json || (is_accepted && options_.quiet))
            return;
        put(text_of(checked, options_.color));
    }

    /// Over the frame that is given, or the source's own; a template over small ones.
    void all_frames(const Source& source)
    {
        if (!options_.frame.empty() || !DerivationFile::is_template(source))
            return over(source, options_);
        if (options_.expand)
            return refuse({{},
                           fmt::format("{} is a template: say with --frame over which frame it is "
                                       "to be expanded",
                                       source.name),
                           source.name,
                           ""});
        for (const char* frame : small_frames)
        {
            Options small = options_;
            small.frame = frame;
            over(source, small);
            if (status_ == BadInput || status_ == SomeOpen)
                return;
        }
    }

    /// The source over the frame in the options, or its own.
    void over(const Source& source, const Options& options)
    {
        FormulaStore store;
        Refusal refusal;
        std::optional<FrameAndAxioms> given;
        if (!options.frame.empty())
        {
            const std::optional<GameReader> frame = read_frame(store, options, refusal);
            if (!frame)
                return refuse(refusal);
            given = FrameAndAxioms{frame->game().frame};
        }
        begin(source, options);
        std::string limit;
        axioms::text::ReadingLimits limits;
        limits.interruption = [&]
        {
            if (limit.empty() && !(limit = watchdog_.limit_met()).empty())
                watchdog_.rest(); // what was read is given back now
            return limit;
        };
        watchdog_.enter({"checking", "while it was read and checked", true});
        axioms::FileAccess files = file_access_of(source, options, limits.interruption);
        constexpr double long_enough = 1e9; // seconds
        if (search_)
            files.find_refutation = search_([&] { return watchdog_.budget(long_enough); });
        Expansion expansion;
        if (options_.expand)
            expansion.watch(files);
        DerivationFile book(store, files, limits);
        const std::vector<Diagnostic> errors = book.read(
            source.name,
            [&](const TheoremResult& outcome)
            {
                report(*book.calculus(), outcome);
                if (options_.expand)
                    expansion.keep(store, book.calculus()->frame(), outcome, limits.interruption,
                                   files.find_refutation);
            },
            given ? &*given : nullptr);
        if (options_.expand && errors.empty())
            expand(store, book, expansion);
        if (imported_ > 0 && !options_.quiet && !options_.json)
            put(fmt::format("  and {} imported theorem{} that these rest on\n", imported_,
                            imported_ == 1 ? "" : "s"));
        if (errors.empty())
            return;
        flush_output();
        refusal.errors = errors;
        refusal.file = source.name;
        if (!limit.empty() || errors.front().is_limit)
            refusal.limit = errors.front().message;
        refuse(refusal);
    }

    /// There is no answer, or not all of it, for the file.
    void refuse(const Refusal& refusal)
    {
        if (options_.json)
        {
            const auto lock = watchdog_.hold();
            if (refusal.limit.empty())
                entry_["error"] = command::as_json(refusal);
            else
                entry_["cut_short"] = refusal.limit;
        }
        note(complain(refusal));
    }

    void note(Status status)
    {
        status_ = worse(status_, status);
        watchdog_.note(status);
    }

    /// Prints a file with the expansions that were asked for.
    void expand(FormulaStore& store, const DerivationFile& book, Expansion& expansion)
    {
        const Frame& frame = book.calculus()->frame();
        std::set<std::string> used;
        put(expansion.game().empty() ? axioms::frame_header(frame) : expansion.game());
        for (const std::string& name : expansion.names())
        {
            if (!is_wanted(*options_.expand, name))
                continue;
            auto derivation = expansion.of(name);
            if (const auto* not_expanded = std::get_if<axioms::NotExpanded>(&derivation))
            {
                flush_output();
                complain(not_expanded->why);
                note(SomeOpen);
                return;
            }
            is_expanded_ = true;
            axioms::Derivation& expanded = std::get<axioms::Derivation>(derivation);
            const std::string stem = expanded.name();
            for (std::size_t i = 2; !used.insert(expanded.name()).second; ++i)
                expanded.rename(fmt::format("{}_{}", stem, i));
            put("\n" + axioms::write(store, frame, expanded, style()));
        }
    }

    /// All names where none is asked for; of a family, all of it or the one.
    static bool is_wanted(const std::string& asked, const std::string& name)
    {
        return asked.empty() || name == asked || name.starts_with(asked + "[");
    }

    /// The file, over a frame if it is a template, is begun.
    void start(const std::string& name, const std::string& frame)
    {
        imported_ = 0;
        Json entry = Json::object({{"file", name}});
        if (!frame.empty())
            entry["frame"] = frame;
        entry["theorems"] = Json::array();
        entry["cut_short"] = nullptr;
        const auto lock = watchdog_.hold();
        entry_ = std::move(entry);
    }

    void finish_file()
    {
        const auto lock = watchdog_.hold();
        json_["files"].push_back(std::move(entry_));
        entry_ = nullptr;
    }

    void begin(const Source& source, const Options& options)
    {
        bool is_begun = false; // over another frame
        {
            const auto lock = watchdog_.hold();
            is_begun = !entry_["theorems"].empty();
        }
        if (is_begun)
            finish_file();
        start(source.name, options.frame);
        if (options.json || options.quiet)
            return;
        const std::string over =
            options.frame.empty() ? "" : fmt::format(", frame {}", options.frame);
        put(tinted(source.name + over, Tint::Strong, options.color) + "\n");
    }

    void put_sum()
    {
        if (options_.json)
        {
            json_["accepted"] = accepted_;
            json_["rejected"] = rejected_;
            json_["from_premises"] = from_premises_;
            put(json_.text() + "\n");
        }
        else if (!options_.quiet)
            put(fmt::format(
                "{} accepted{}, {} rejected\n", accepted_,
                from_premises_ == 0 ? "" : fmt::format(" ({} from premises)", from_premises_),
                rejected_));
    }

    /// The work is cut short; what was found so far stands.
    void put_last_words(const std::string& why)
    {
        if (!entry_.is_null())
        {
            entry_["cut_short"] = why;
            json_["files"].push_back(std::move(entry_));
        }
        for (const std::string& path : watchdog_.left())
            json_["files"].push_back(
                Json::object({{"file", path}, {"theorems", Json::array()}, {"cut_short", why}}));
        write_page();
        put_sum();
    }

    /// The theorem that was asked for, once all files are read, so that it takes no file's place.
    void write_page()
    {
        if (page_.empty())
            return;
        if (const auto failure = write_file(options_.html, page_))
        {
            complain(fmt::format("cannot write {}: {}", options_.html, *failure));
            status_ = worse(status_, BadInput);
        }
        page_.clear();
    }

    void report(const axioms::Calculus& calculus, const TheoremResult& outcome)
    {
        Json object = options_.json ? as_json(calculus, outcome, style()) : Json();
        const bool is_rule = outcome.theorem != nullptr && !outcome.is_imported &&
                             !outcome.theorem->premises().empty();
        {
            const auto lock = watchdog_.hold();
            ++(outcome.theorem != nullptr ? accepted_ : rejected_);
            from_premises_ += is_rule ? 1 : 0;
            if (options_.json)
                entry_["theorems"].push_back(std::move(object));
        }
        if (outcome.theorem == nullptr)
            note(SomeNotAsExpected);
        else if (outcome.is_imported)
            ++imported_;
        if (!options_.json)
            show(calculus, outcome);
        if (options_.print.empty() || !is_wanted(options_.print, outcome.name) || is_printed_)
            return; // of a family, the first
        is_printed_ = true;
        if (options_.html.empty())
            put(derivation_text(calculus, outcome, options_));
        else
        {
            std::string page = derivation_page(calculus, outcome);
            const auto lock = watchdog_.hold();
            page_ = std::move(page);
        }
    }

    void show(const axioms::Calculus& calculus, const TheoremResult& outcome) const
    {
        if (outcome.theorem == nullptr)
        {
            const std::string details = outcome.objection->diagnostic.text();
            if (options_.expand)
                return put_error(details);
            put(fmt::format("  {:<32}  {}  {:>8.2f} s\n{}", outcome.name,
                            tinted("rejected", Tint::Bad, options_.color), outcome.seconds,
                            details));
            return;
        }
        if (options_.quiet || outcome.is_imported)
            return;
        put(accepted_text(calculus, outcome, style(), options_.color));
    }

    Style style() const { return options_.unicode ? Style::Unicode : Style::Ascii; }

    const Options options_;
    const SearchForRefutations& search_;
    GamesUnderCheck games_;
    std::size_t imported_ = 0; // in this file
    bool is_printed_ = false, is_expanded_ = false;
    Status status_ = AllAsExpected; // of the file; at last, of all
    // What the last words are made of: the attendant is held where they change.
    std::size_t accepted_ = 0, rejected_ = 0;
    std::size_t from_premises_ = 0; // of those accepted that are not imported
    Json json_ = Json::object({{"files", Json::array()}});
    std::string page_;         // for --html, until it is written
    Json entry_;               // of the file, or of the file over one frame
    CommandWatchdog watchdog_; // it ends first
};

} // namespace

Status check(const Options& options, const SearchForRefutations& search)
{
    const auto refuse = [&](const std::string& message, const std::string& file = "")
    {
        const Refusal refusal{{}, message, file, ""};
        if (options.json)
            put(error_object(refusal));
        return complain(refusal);
    };
    if (options.expand && options.files.size() != 1)
        return refuse("--expand is for one file at a time");
    Options asked = options;
    asked.files.clear();
    for (const std::string& path : options.files)
    {
        const std::vector<std::string> found = files_at(path);
        if (found.empty())
            return refuse(path + ": there is nothing to check in it", path);
        asked.files.insert(asked.files.end(), found.begin(), found.end());
    }
    for (const std::string& path : asked.files)
    {
        if (!asked.html.empty() && is_same_file(path, asked.html))
            return refuse(fmt::format("--html {}: it is one of the files to check", asked.html));
    }
    asked.quiet = asked.quiet || asked.expand;
    Checking checking(asked, search);
    for (const std::string& path : asked.files)
        checking.file(path);
    return checking.end();
}

} // namespace sgl::command
