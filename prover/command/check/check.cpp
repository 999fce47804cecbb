// sgl check: derivation files, given to the kernel theorem by theorem.

#include "axioms/file/reader.hpp"
#include "axioms/file/write.hpp"
#include "axioms/generate/expand.hpp"
#include "logic/formula/print.hpp"
#include "logic/model/evaluate.hpp"
#include "prover/claims/words.hpp"
#include "prover/command/check/derivation_page.hpp"
#include "prover/command/derive/derivations.hpp"
#include "prover/command/output.hpp"
#include "prover/command/prove/certificates.hpp"
#include "prover/command/watchdog.hpp"
#include "prover/sat/rup_search.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>
#include <nlohmann/json.hpp>
#include <set>

namespace sgl::command
{

namespace
{

/// What a file says, without what would look like lines of our own.
std::string on_one_line(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, '?');
    return text;
}

using axioms::DerivationFile;
using axioms::FrameAndAxioms;
using axioms::Theorem;
using axioms::TheoremResult;
using nlohmann::ordered_json;

/// Where templates are checked when no frame is given.
constexpr std::array small_frames{"i: a0", "x: a0, a1", "x: a0, a1; o: b0"};

/// What `--expand` needs to know of a file.
class Expansion
{
public:
    /// The file's game, for the header of what is written.
    void watch(axioms::FileAccess& surroundings)
    {
        surroundings.game = [this, read = surroundings.game](
                                FormulaStore& store, const std::string& path,
                                const std::vector<std::pair<std::string, std::int64_t>>& parameters)
        {
            if (header_.empty())
                header_ = game_header(path, parameters, ".");
            return read(store, path, parameters);
        };
    }

    void keep(FormulaStore& store, const Frame& frame, const TheoremResult& outcome,
              const std::function<std::string()>& interruption,
              const axioms::FindRefutation& find_refutation)
    {
        if (outcome.theorem == nullptr)
            return;
        if (!expander_)
        {
            axioms::Expander::Limits limits;
            limits.interruption = interruption;
            expander_.emplace(store, frame, std::move(limits));
            expander_->find_refutation = find_refutation;
        }
        expander_->keep(*outcome.derivation);
        if (!outcome.is_imported)
            names_.push_back(outcome.name);
    }

    const std::string& game() const { return header_; }
    const std::vector<std::string>& names() const { return names_; }
    std::variant<axioms::Derivation, axioms::NotExpanded> of(const std::string& name)
    {
        return expander_->expand(name);
    }

private:
    std::string header_;
    std::optional<axioms::Expander> expander_;
    std::vector<std::string> names_; // of the file's own theorems
};

/// What one run of sgl check adds up to, and how it is shown.
class Checking
{
public:
    explicit Checking(const Options& options) : options_(options), attendant_(options_) {}

    void file(const std::string& path)
    {
        if (options_.memory)
            malloc_trim(0); // so that this file has all of it
        attendant_.begin(path, [this](const std::string& why) { put_last_words(why); });
        attendant_.enter({"reading", "while it was read"});
        const std::size_t before = accepted_ + rejected_;
        const Status other = status_;
        status_ = AllAsExpected;
        start(path, "");
        Refusal refusal;
        const char* const unfit = is_certificate(path) ? option_for_derivations() : nullptr;
        std::optional<Source> source;
        if (unfit != nullptr)
            refuse({{},
                    fmt::format("{} is for derivations, and {} is a certificate", unfit, path),
                    path,
                    ""});
        else if (!(source = read_source(path, options_, refusal)))
            refuse(refusal);
        else if (is_certificate(path))
            certificate(*source);
        else
            all_frames(*source);
        if (accepted_ + rejected_ == before && status_ == AllAsExpected)
            refuse({{}, source->name + ": there is no theorem to check", source->name, ""});
        finish_file();
        attendant_.end();
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
        attendant_.enter({"checking", "while it was checked", true});
        constexpr double long_enough = 1e9; // seconds
        const Budget budget = attendant_.budget(long_enough);
        Checked checked;
        std::string limit;
        try
        {
            const Interruption interruption = [&] { return limit = attendant_.limit_met(); };
            checked = check_certificate(source, options_, interruption, budget);
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
            const auto lock = attendant_.hold();
            ++(is_accepted ? accepted_ : rejected_);
            if (options_.json)
                entry_["certificate"] = {
                    {"claim", checked.claim},
                    {"claimed", checked.proved ? "proved" : "refuted"},
                    {"by", checked.how},
                    {"verdict", is_accepted ? "accepted" : "rejected"},
                    {"why", is_accepted ? ordered_json() : ordered_json(checked.objection)},
                    {"seconds", checked.seconds}};
        }
        if (!is_accepted)
            note(SomeNotAsExpected);
        if (options_.json || (is_accepted && options_.quiet))
            return;
        put(fmt::format("  {:<32}  {}  {:<48}  {:.2f} s\n", on_one_line(checked.claim),
                        tinted(is_accepted ? "accepted" : "rejected",
                               is_accepted ? Tint::Good : Tint::Bad, options_.color),
                        fmt::format("{}{}{}", checked.proved ? "proved" : "refuted",
                                    checked.how.empty() ? "" : " by ", checked.how),
                        checked.seconds));
        if (!is_accepted)
            put(fmt::format("    {}\n", on_one_line(checked.objection)));
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
            given = FrameAndAxioms{frame->game().frame, {}, false};
        }
        begin(source, options);
        std::string limit;
        axioms::text::Limits limits;
        limits.interruption = [&]
        {
            if (limit.empty() && !(limit = attendant_.limit_met()).empty())
                attendant_.rest(); // what was read is given back now
            return limit;
        };
        attendant_.enter({"checking", "while it was read and checked", true});
        axioms::FileAccess surroundings = surroundings_of(source, options, limits.interruption);
        constexpr double long_enough = 1e9; // seconds
        surroundings.find_refutation =
            refutations_within([&] { return attendant_.budget(long_enough); });
        Expansion expansion;
        if (options_.expand)
            expansion.watch(surroundings);
        DerivationFile book(store, surroundings, limits);
        const std::vector<Diagnostic> errors = book.read(
            source.name,
            [&](const TheoremResult& outcome)
            {
                report(*book.calculus(), outcome);
                if (options_.expand)
                    expansion.keep(store, book.calculus()->frame(), outcome, limits.interruption,
                                   surroundings.find_refutation);
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
            const auto lock = attendant_.hold();
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
        attendant_.note(status);
    }

    /// Prints a file with the expansions that were asked for.
    void expand(FormulaStore& store, const DerivationFile& book, Expansion& expansion)
    {
        const Frame& frame = book.calculus()->frame();
        const Style style = options_.unicode ? Style::Unicode : Style::Ascii;
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
            put("\n" + axioms::write(store, frame, expanded, style));
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
        ordered_json entry{{"file", name}};
        if (!frame.empty())
            entry["frame"] = frame;
        entry["theorems"] = ordered_json::array();
        entry["cut_short"] = nullptr;
        const auto lock = attendant_.hold();
        entry_ = std::move(entry);
    }

    void finish_file()
    {
        const auto lock = attendant_.hold();
        json_["files"].push_back(std::move(entry_));
        entry_ = nullptr;
    }

    void begin(const Source& source, const Options& options)
    {
        bool is_begun = false; // over another frame
        {
            const auto lock = attendant_.hold();
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
            put(json_.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n");
        }
        else if (!options_.quiet)
            put(fmt::format("{} accepted, {} rejected\n", accepted_, rejected_));
    }

    /// The work is cut short; what was found so far stands.
    void put_last_words(const std::string& why)
    {
        if (!entry_.is_null())
        {
            entry_["cut_short"] = why;
            json_["files"].push_back(std::move(entry_));
        }
        for (const std::string& path : attendant_.left())
            json_["files"].push_back(
                {{"file", path}, {"theorems", ordered_json::array()}, {"cut_short", why}});
        put_sum();
    }

    void report(const axioms::Calculus& calculus, const TheoremResult& outcome)
    {
        ordered_json object = options_.json ? as_json(outcome) : ordered_json();
        {
            const auto lock = attendant_.hold();
            ++(outcome.theorem != nullptr ? accepted_ : rejected_);
            if (options_.json)
                entry_["theorems"].push_back(std::move(object));
        }
        if (outcome.theorem == nullptr)
            note(SomeNotAsExpected);
        else if (outcome.is_imported)
            ++imported_;
        if (!options_.json)
            show(outcome);
        if (options_.print.empty() || !is_wanted(options_.print, outcome.name) || is_printed_)
            return; // of a family, the first
        is_printed_ = true;
        if (options_.html.empty())
            put(derivation_text(calculus, outcome, options_));
        else if (const auto failure = write_file(options_.html, derivation_page(calculus, outcome)))
        {
            complain(fmt::format("cannot write {}: {}", options_.html, *failure));
            note(BadInput);
        }
    }

    void show(const TheoremResult& outcome) const
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
        std::string rests;
        const Theorem& theorem = *outcome.theorem;
        for (const auto* names : {&theorem.axioms(), &theorem.rules()})
            if (!names->empty())
                rests += fmt::format("{}{}", rests.empty() ? "" : ", ", fmt::join(*names, ", "));
        if (theorem.uses_game())
            rests += fmt::format("; game: {}", fmt::join(theorem.game_axioms(), ", "));
        put(fmt::format("  {:<32}  {}  {:>5} line{}  {:<40}  {:.2f} s\n", outcome.name,
                        tinted("accepted", Tint::Good, options_.color), theorem.line_count(),
                        theorem.line_count() == 1 ? " " : "s", rests, outcome.seconds));
    }

    static ordered_json as_json(const TheoremResult& outcome)
    {
        ordered_json answer{{"name", outcome.name},
                            {"verdict", outcome.theorem != nullptr ? "accepted" : "rejected"},
                            {"imported", outcome.is_imported},
                            {"lines", outcome.derivation->lines().size()},
                            {"seconds", outcome.seconds}};
        if (outcome.theorem != nullptr)
        {
            answer["axioms"] = outcome.theorem->axioms();
            answer["rules"] = outcome.theorem->rules();
            answer["game_axioms"] = outcome.theorem->game_axioms();
            return answer;
        }
        const axioms::Objection& objection = *outcome.objection;
        answer["file"] = objection.diagnostic.source;
        answer["line"] = objection.diagnostic.position.line;
        answer["column"] = objection.diagnostic.position.column;
        answer["label"] = objection.label;
        answer["rule"] = objection.rejection.rule;
        answer["expected"] = objection.rejection.expected;
        answer["found"] = objection.rejection.found;
        return answer;
    }

    const Options options_;
    std::size_t imported_ = 0; // in this file
    bool is_printed_ = false, is_expanded_ = false;
    Status status_ = AllAsExpected; // of the file; at last, of all
    // What the last words are made of: the attendant is held where they change.
    std::size_t accepted_ = 0, rejected_ = 0;
    ordered_json json_{{"files", ordered_json::array()}};
    ordered_json entry_;        // of the file, or of the file over one frame
    CommandWatchdog attendant_; // it ends first
};

} // namespace

Status check(const Options& options)
{
    if (options.expand && options.files.size() != 1)
    {
        complain("--expand is for one file at a time");
        return BadInput;
    }
    Options asked = options;
    asked.files.clear();
    for (const std::string& path : options.files)
    {
        const std::vector<std::string> found = files_at(path);
        if (found.empty())
            return complain({{}, path + ": there is nothing to check in it", path, ""});
        asked.files.insert(asked.files.end(), found.begin(), found.end());
    }
    asked.quiet = asked.quiet || asked.expand;
    Checking checking(asked);
    for (const std::string& path : asked.files)
        checking.file(path);
    return checking.end();
}

} // namespace sgl::command
