// sgl check: derivation files, given to the kernel theorem by theorem.

#include "axioms/reader.hpp"
#include "logic/print.hpp"
#include "prover/command/derivation_page.hpp"
#include "prover/command/derivations.hpp"
#include "prover/command/output.hpp"
#include "prover/command/watcher.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace sgl::command
{

namespace
{

using axioms::Book;
using axioms::Outcome;
using axioms::Setting;
using axioms::Theorem;
using nlohmann::ordered_json;

/// Where templates are checked when no frame is given.
constexpr std::array small_frames{"i: a0", "x: a0, a1", "x: a0, a1; o: b0"};

/// What one run of sgl check adds up to, and how it is shown.
class Checking
{
public:
    explicit Checking(const Options& options) : options_(options) {}

    void file(const std::string& path)
    {
        FileText text = text_of_file(path);
        if (!text.failure.empty())
        {
            complain(fmt::format("cannot read {}: {}", path, text.failure));
            is_bad_ = true;
            return;
        }
        const Source source{path == "-" ? "standard input" : path, std::move(text.text)};
        if (!options_.frame.empty() || !Book::is_template(source))
            return over(source, options_);
        for (const char* frame : small_frames)
        {
            Options small = options_;
            small.frame = frame;
            over(source, small);
            if (is_bad_)
                return;
        }
    }

    Status end()
    {
        if (options_.json)
        {
            json_["accepted"] = accepted_;
            json_["rejected"] = rejected_;
            put(json_.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n");
        }
        else if (!options_.quiet)
            put(fmt::format("{} accepted, {} rejected\n", accepted_, rejected_));
        if (!options_.print.empty() && !is_printed_ && !is_bad_)
        {
            complain(fmt::format("there is no theorem '{}'", options_.print));
            is_bad_ = true;
        }
        if (is_bad_)
            return BadInput;
        if (rejected_ > 0)
            return SomeNotAsExpected;
        return is_open_ ? SomeOpen : AllAsExpected;
    }

private:
    /// The source over the frame in the options, or its own.
    void over(const Source& source, const Options& options)
    {
        FormulaStore store;
        std::optional<Setting> given;
        if (!options.frame.empty())
        {
            const std::optional<GameReader> frame = read_frame(store, options);
            if (!frame)
            {
                is_bad_ = true;
                return;
            }
            given = Setting{frame->game().frame, {}, false};
        }
        begin(source, options);
        const Clock::time_point started = Clock::now();
        bool is_interrupted = false;
        axioms::text::Limits limits;
        limits.interruption = [&]
        {
            std::string why = limit_met(started);
            is_interrupted = is_interrupted || !why.empty();
            return why;
        };
        Book book(store, surroundings_of(source, options), limits);
        const std::vector<Diagnostic> errors = book.read(
            source.name, [&](const Outcome& outcome) { report(*book.calculus(), outcome); },
            given ? &*given : nullptr);
        if (imported_ > 0 && !options_.quiet && !options_.json)
            put(fmt::format("  and {} imported theorem{} that these rest on\n", imported_,
                            imported_ == 1 ? "" : "s"));
        if (errors.empty())
            return;
        flush_output();
        complain(errors);
        (is_interrupted ? is_open_ : is_bad_) = true;
        if (options_.json)
            json_["files"].back()["error"] = errors.front().text();
    }

    std::string limit_met(Clock::time_point started) const
    {
        if (options_.timeout > 0 && seconds_since(started) > options_.timeout)
            return fmt::format("{:g} s passed", options_.timeout);
        if (options_.memory && memory_in_use() > static_cast<double>(*options_.memory))
            return fmt::format("the memory limit of {} MiB was met", *options_.memory);
        return "";
    }

    void begin(const Source& source, const Options& options)
    {
        imported_ = 0;
        if (options.json)
        {
            ordered_json file{{"file", source.name}};
            if (!options.frame.empty())
                file["frame"] = options.frame;
            file["theorems"] = ordered_json::array();
            json_["files"].push_back(std::move(file));
        }
        else if (!options.quiet)
        {
            const std::string over =
                options.frame.empty() ? "" : fmt::format(", frame {}", options.frame);
            put(tinted(source.name + over, Tint::Strong, options.color) + "\n");
        }
    }

    void report(const axioms::Calculus& calculus, const Outcome& outcome)
    {
        ++(outcome.theorem != nullptr ? accepted_ : rejected_);
        if (outcome.is_imported && outcome.theorem != nullptr)
            ++imported_;
        if (options_.json)
            json_["files"].back()["theorems"].push_back(as_json(outcome));
        else
            show(outcome);
        const bool is_wanted =
            outcome.name == options_.print || outcome.name.starts_with(options_.print + "[");
        if (options_.print.empty() || !is_wanted || is_printed_)
            return; // of a family, the first
        is_printed_ = true;
        if (options_.html.empty())
            put(derivation_text(calculus, outcome, options_));
        else if (const auto failure = write_file(options_.html, derivation_page(calculus, outcome)))
        {
            complain(fmt::format("cannot write {}: {}", options_.html, *failure));
            is_bad_ = true;
        }
    }

    void show(const Outcome& outcome) const
    {
        if (outcome.theorem == nullptr)
        {
            const std::string details = outcome.objection->diagnostic.text();
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

    static ordered_json as_json(const Outcome& outcome)
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

    const Options& options_;
    std::size_t accepted_ = 0, rejected_ = 0;
    std::size_t imported_ = 0; // in this file
    bool is_bad_ = false, is_open_ = false, is_printed_ = false;
    ordered_json json_{{"files", ordered_json::array()}};
};

} // namespace

Status check(const Options& options)
{
    Checking checking(options);
    for (const std::string& path : options.files)
        checking.file(path);
    return checking.end();
}

} // namespace sgl::command
