#include "axioms/file/reader.hpp"
#include "axioms/file/library.hpp"
#include "axioms/file/theorem_reader.hpp"
#include "axioms/kernel/signature.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <unordered_map>

namespace sgl::axioms
{

using text::DeclaredTheorem;
using text::Lexer;
using text::ReadingStopped;
using text::Sign;
using text::TheoremHeading;
using text::TheoremRequest;
using text::TheoremState;
using text::TheoremStatus;

namespace
{

constexpr std::size_t most_files = 4096;

double now()
{
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(time).count();
}

} // namespace

/// Reading in steps that a stack of files replaces calls for: an import is read first, and then its
/// importer goes on from there.
class DerivationFile::Loader
{
public:
    Loader(FormulaStore& store, FileAccess surroundings, text::ReadingLimits limits)
        : store_(store), surroundings_(std::move(surroundings)), limits_(std::move(limits))
    {
        for (const AxiomText& axiom : catalogue())
            schemas_.emplace_back(axiom);
    }

    std::vector<Diagnostic> read(const std::string& path, const Report& report,
                                 const FrameAndAxioms* given)
    {
        report_ = &report;
        try
        {
            open_main(path, given);
            while (!stack_.empty())
            {
                if (read_declarations(stack_.back()))
                    stack_.pop_back();
            }
        }
        catch (const ReadingStopped& stopped)
        {
            return {stopped.diagnostic};
        }
        return {};
    }

    const Calculus* calculus() const { return calculus_.get(); }

private:
    struct LoadedFile
    {
        LoadedFile(Source text, const text::ReadingLimits& limits)
            : source(std::move(text)), lexer(source, limits)
        {
        }

        Source source;
        Lexer lexer;
        bool is_template = true;
        std::optional<text::Symbols> symbols;
        std::optional<text::FormulaReader> formulas;
        std::optional<text::TheoremReader> theorems;
        std::vector<std::uint32_t> sees; // files imported, directly or not; ascending
        std::optional<std::uint32_t> importing;
        bool is_read = false;
    };

    // --- files ---

    Source text_of(const std::string& path) const
    {
        std::variant<std::string, Unavailable> text = surroundings_.text(path);
        if (const auto* missing = std::get_if<Unavailable>(&text))
            throw ReadingStopped{{Diagnostic::Severity::Error,
                                  path,
                                  {},
                                  fmt::format("cannot read {}: {}", path, missing->why),
                                  "",
                                  ""}};
        return {path, std::move(std::get<std::string>(text))};
    }

    /// Where there is no such file, one of the library may have the name.
    Source text_of_import(const std::string& path, std::string_view named, const Lexer& importer,
                          const char* at) const
    {
        std::variant<std::string, Unavailable> text = surroundings_.text(path);
        if (auto* const found = std::get_if<std::string>(&text))
            return {path, std::move(*found)};
        if (const std::optional<std::string_view> own = library_text(named))
            return {fmt::format("<library>/{}", named), std::string(*own)};
        importer.fail(at, fmt::format("cannot read {}: {}", path, std::get<Unavailable>(text).why));
    }

    void open_main(const std::string& path, const FrameAndAxioms* given)
    {
        files_.push_back(std::make_unique<LoadedFile>(text_of(path), limits_));
        LoadedFile& file = *files_.back();
        index_[text::one_name(surroundings_, path)] = 0;
        const char* const start = file.lexer.at();
        const std::optional<FrameAndAxioms> own =
            text::read_header(file.lexer, store_, surroundings_);
        file.is_template = !own;
        if (own && given != nullptr)
            file.lexer.fail(start, "the file has a frame of its own",
                            "another one can only be given for a template");
        if (!own && given == nullptr)
            file.lexer.fail(start, "the file says nothing of its frame",
                            "start it with: frame x: a, b; o: c");
        setting_ = own ? *own : *given;
        if (!is_multi_agent_frame(setting_.frame))
            file.lexer.fail(start, "some agent of the frame has no actions, or there is no agent",
                            "give each agent one at least");
        for (const GameAxiom& axiom : setting_.axioms)
            if (axiom_names_.empty() || axiom_names_.back() != axiom.name)
                axiom_names_.push_back(axiom.name);
        std::ranges::sort(axiom_names_);
        axiom_names_.erase(std::unique(axiom_names_.begin(), axiom_names_.end()),
                           axiom_names_.end());
        calculus_ = std::make_unique<Calculus>(store_, setting_.frame, setting_.axioms);
        prepare(0);
        files_[0]->theorems->demand = [this](const TheoremRequest& request) { settle(request); };
        stack_.push_back(0);
    }

    void prepare(std::uint32_t index)
    {
        LoadedFile& file = *files_[index];
        const Frame& frame = calculus_->frame();
        file.symbols.emplace(frame);
        file.formulas.emplace(store_, frame, *file.symbols, file.lexer, file.is_template);
        file.theorems.emplace(
            text::TheoremReader::Context{store_, frame, schemas_, axiom_names_, library_},
            *file.symbols, file.lexer, *file.formulas);
        file.theorems->find_refutation = surroundings_.find_refutation;
        file.theorems->is_visible = [this, index](const DeclaredTheorem& entry) {
            return entry.file == index ||
                   std::ranges::binary_search(files_[index]->sees, entry.file);
        };
    }

    /// Past the word `import`. True where the file is read already.
    bool import(std::uint32_t importer)
    {
        Lexer& lexer = files_[importer]->lexer;
        const char* const at = lexer.at();
        const std::string_view named = text::quoted(lexer, "a file");
        std::string path = text::path_from(surroundings_, files_[importer]->source.name, named);
        if (sees_known(importer, path, at))
            return true;
        Source source = text_of_import(path, named, lexer, at);
        path = source.name;
        if (sees_known(importer, path, at))
            return true;
        if (files_.size() >= most_files)
            lexer.fail(at, fmt::format("more than {} files are imported", most_files));
        const auto index = static_cast<std::uint32_t>(files_.size());
        files_.push_back(std::make_unique<LoadedFile>(std::move(source), limits_));
        index_[path] = index;
        LoadedFile& file = *files_.back();
        const std::optional<FrameAndAxioms> own =
            text::read_header(file.lexer, store_, surroundings_);
        file.is_template = !own;
        if (const std::string foreign = own ? text::foreign_in(*own, setting_) : "";
            !foreign.empty())
            lexer.fail(at, fmt::format("{} belongs to {}", path, foreign));
        prepare(index);
        stack_.push_back(index);
        files_[importer]->importing = index;
        return false;
    }

    /// The file was read before: the importer sees it now.
    bool sees_known(std::uint32_t importer, const std::string& path, const char* at)
    {
        const auto known = index_.find(path);
        if (known == index_.end())
            return false;
        if (!files_[known->second]->is_read)
            files_[importer]->lexer.fail(
                at, fmt::format("{} imports itself, by way of others or not", path));
        see(importer, known->second);
        return true;
    }

    void see(std::uint32_t importer, std::uint32_t imported)
    {
        std::vector<std::uint32_t>& sees = files_[importer]->sees;
        std::vector<std::uint32_t> more = files_[imported]->sees;
        more.insert(std::ranges::lower_bound(more, imported), imported);
        std::vector<std::uint32_t> both;
        std::ranges::set_union(sees, more, std::back_inserter(both));
        sees = std::move(both);
    }

    /// To the end of the file; false where an import is to be read first.
    bool read_declarations(std::uint32_t index)
    {
        LoadedFile& file = *files_[index];
        Lexer& lexer = file.lexer;
        if (file.importing)
            see(index, *file.importing);
        file.importing.reset();
        while (!lexer.is(Sign::End))
        {
            if (lexer.take("theorem"))
                theorem(index);
            else if (lexer.take("let"))
                file.theorems->let(false);
            else if (!lexer.take("import"))
                fail_declaration(lexer);
            else if (!import(index))
                return false;
        }
        file.is_read = true;
        return true;
    }

    [[noreturn]] static void fail_declaration(Lexer& lexer)
    {
        if (lexer.is("frame") || lexer.is("game"))
            lexer.fail(lexer.at(), fmt::format("'{}' stands at the start of a file", lexer.word()));
        lexer.fail_here("'theorem', 'let' or 'import'");
    }

    // --- theorems ---

    /// Past the word. In the first file it is checked; in an imported one, only looked over.
    void theorem(std::uint32_t index)
    {
        LoadedFile& file = *files_[index];
        Lexer& lexer = file.lexer;
        DeclaredTheorem entry;
        entry.file = index;
        entry.at = lexer.place();
        const char* const at = lexer.at();
        entry.name = file.formulas->own_name("the theorem's name");
        entry.after = lexer.place();
        if (const std::uint32_t* const first = library_.find(entry.name))
            fail_second(lexer, at, library_.entries[*first]);
        const std::size_t mark = file.symbols->mark();
        TheoremHeading heading = file.theorems->heading();
        entry.variables = heading.variables;
        entry.indices = heading.family.variables.size();
        entry.is_open = true;
        const std::uint32_t number = library_.add(std::move(entry));
        if (index == 0)
            check_all(number, heading);
        else
            file.theorems->look_over(heading.variables);
        library_.entries[number].is_open = false;
        file.symbols->close(mark);
    }

    [[noreturn]] void fail_second(const Lexer& lexer, const char* at,
                                  const DeclaredTheorem& first) const
    {
        const LoadedFile& file = *files_[first.file];
        lexer.fail(at, fmt::format("a second theorem with the name '{}'", first.name),
                   fmt::format("the first is at {}:{}", file.source.name,
                               file.lexer.position(first.at).line));
    }

    /// A theorem of the first file, or each member of a family.
    void check_all(std::uint32_t number, TheoremHeading& heading)
    {
        LoadedFile& file = *files_[0];
        if (!heading.is_family)
        {
            check(number, heading, {});
            return;
        }
        if (!heading.family.first(file.lexer))
        {
            file.theorems->look_over(heading.variables);
            return;
        }
        bool is_first = true;
        do
        {
            if (!is_first)
                file.lexer.seek(heading.after);
            is_first = false;
            file.formulas->bind(heading.family);
            std::vector<Action> indices;
            for (std::size_t i = 0; i < heading.family.variables.size(); ++i)
                indices.push_back(heading.family.value(i));
            check(number, heading, indices);
        } while (heading.family.next(file.lexer));
    }

    /// From where the heading ends. Requests that are to be settled first are added to the list;
    /// then it is not checked yet.
    void check(std::uint32_t number, const TheoremHeading& heading,
               const std::vector<Action>& indices, std::vector<TheoremRequest>* missing = nullptr)
    {
        const double started = now();
        const std::string base = library_.entries[number].name;
        LoadedFile& file = *files_[library_.entries[number].file];
        const std::string name = text::member_name(calculus_->frame(), base, indices);
        text::ParsedTheorem reading = file.theorems->body(name, heading.variables);
        if (!reading.missing.empty())
        {
            missing->insert(missing->end(), reading.missing.begin(), reading.missing.end());
            return;
        }
        TheoremResult outcome;
        const auto answer = checked(reading.derivation, file.lexer, library_.entries[number]);
        if (const auto* theorem = std::get_if<const Theorem*>(&answer))
        {
            outcome.theorem = *theorem;
            library_.settle(name, {TheoremStatus::Accepted, *theorem});
        }
        else
        {
            library_.settle(name, {TheoremStatus::Rejected, nullptr});
            const Rejection& rejection = std::get<Rejection>(answer);
            outcome.objection =
                objection(number, reading,
                          reading.objection && reading.objection->line <= rejection.line
                              ? *reading.objection
                              : explain(*calculus_, reading.derivation, rejection));
        }
        outcome.name = name;
        outcome.source = file.source.name;
        outcome.position = file.lexer.position(library_.entries[number].at);
        outcome.is_imported = library_.entries[number].file != 0;
        outcome.derivation = &reading.derivation;
        outcome.label = [&](std::size_t line)
        { return text::line_label(file.lexer, calculus_->frame(), reading.labels, line); };
        outcome.seconds = now() - started;
        (*report_)(outcome);
    }

    /// By the kernel; the refutations that it needs are found on its demand. Throws when it was
    /// stopped.
    std::variant<const Theorem*, Rejection> checked(Derivation& derivation, const Lexer& lexer,
                                                    const DeclaredTheorem& entry)
    {
        std::vector<std::pair<std::size_t, std::vector<Literal>>> found;
        std::string interruption;
        Assistance assistance;
        if (surroundings_.find_refutation)
            assistance.find_refutation =
                [&](std::size_t line, std::span<const Formula> premises, Formula conclusion)
            {
                found.emplace_back(line, surroundings_.find_refutation(premises, conclusion));
                return found.back().second;
            };
        if (limits_.interruption)
            assistance.is_stopped = [&]
            {
                interruption = limits_.interruption();
                return !interruption.empty();
            };
        auto answer = calculus_->check(derivation, assistance);
        const auto* rejection = std::get_if<Rejection>(&answer);
        if (rejection != nullptr && rejection->why == Why::Stopped)
            lexer.fail(lexer.source().text.data() + entry.at,
                       fmt::format("{} while '{}' was checked", interruption, derivation.name()));
        for (auto& [line, refutation] : found)
            derivation.carry(static_cast<Derivation::Number>(line), std::move(refutation));
        return answer;
    }

    Objection objection(std::uint32_t number, const text::ParsedTheorem& reading,
                        Explanation why) const
    {
        const DeclaredTheorem& entry = library_.entries[number];
        const LoadedFile& file = *files_[entry.file];
        const bool has_line = why.line < reading.labels.places.size();
        const std::uint32_t place = has_line ? reading.labels.places[why.line] : entry.at;
        std::string where =
            has_line ? text::line_label(file.lexer, calculus_->frame(), reading.labels, why.line)
                     : "";
        Diagnostic diagnostic = file.lexer.error(file.source.text.data() + place, why.message());
        if (!where.empty())
            diagnostic.message = fmt::format("line {}, {}", where, diagnostic.message);
        return {std::move(why), std::move(where), std::move(diagnostic)};
    }

    /// Checks a theorem of an imported file, after those that it rests on: theirs are always
    /// earlier in their file, or of a file that it imports.
    void settle(const TheoremRequest& request)
    {
        std::vector<TheoremRequest> left{request};
        while (!left.empty())
        {
            const TheoremRequest wanted = left.back();
            if (library_.standing(wanted.name) != nullptr)
                left.pop_back();
            else
                check_imported(wanted, left);
        }
    }

    void check_imported(const TheoremRequest& request, std::vector<TheoremRequest>& missing)
    {
        const DeclaredTheorem entry = library_.entries[request.entry];
        if (entry.file == 0) // all of the first file's are checked where they stand
        {
            library_.settle(request.name, {TheoremStatus::Absent, nullptr});
            return;
        }
        LoadedFile& file = *files_[entry.file];
        file.lexer.seek(entry.after);
        file.formulas->lets_before = entry.at;
        const std::size_t mark = file.symbols->mark();
        TheoremHeading heading = file.theorems->heading();
        if (heading.is_family && !heading.family.set(request.indices))
            library_.settle(request.name, {TheoremStatus::Absent, nullptr});
        else
        {
            file.formulas->bind(heading.family);
            check(request.entry, heading, request.indices, &missing);
        }
        file.symbols->close(mark);
    }

    FormulaStore& store_;
    FileAccess surroundings_;
    text::ReadingLimits limits_;
    std::vector<Schema> schemas_;
    FrameAndAxioms setting_;
    std::vector<std::string> axiom_names_;
    std::unique_ptr<Calculus> calculus_;
    text::TheoremIndex library_;
    std::vector<std::unique_ptr<LoadedFile>> files_; // the first one is what was asked for
    std::unordered_map<std::string, std::uint32_t> index_;
    std::vector<std::uint32_t> stack_;
    const Report* report_ = nullptr;
};

DerivationFile::DerivationFile(FormulaStore& store, FileAccess surroundings,
                               text::ReadingLimits limits)
    : loader_(std::make_unique<Loader>(store, std::move(surroundings), std::move(limits)))
{
}

DerivationFile::~DerivationFile() = default;

bool DerivationFile::is_template(const Source& source)
{
    try
    {
        const text::ReadingLimits limits;
        const Lexer lexer(source, limits);
        return !lexer.is("frame") && !lexer.is("game");
    }
    catch (const ReadingStopped&)
    {
        return false; // reading it will say why
    }
}

std::vector<Diagnostic> DerivationFile::read(const std::string& path, const Report& report,
                                             const FrameAndAxioms* given)
{
    return loader_->read(path, report, given);
}

const Calculus* DerivationFile::calculus() const
{
    return loader_->calculus();
}

} // namespace sgl::axioms
