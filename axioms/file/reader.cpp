#include "axioms/file/reader.hpp"
#include "axioms/file/library.hpp"
#include "axioms/file/theorem_reader.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <unordered_map>

namespace sgl::axioms
{

using text::Entry;
using text::Fault;
using text::Heading;
using text::Lexer;
using text::Request;
using text::Sign;
using text::State;
using text::TheoremState;

namespace
{

constexpr std::size_t most_files = 4096;

double now()
{
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(time).count();
}

bool same_axioms(const FrameAndAxioms& a, const FrameAndAxioms& b)
{
    return std::ranges::equal(a.axioms, b.axioms,
                              [](const Axiom& x, const Axiom& y)
                              { return x.name == y.name && x.formula == y.formula; });
}

/// Of a file that is imported: what keeps its theorems from being cited here; empty if nothing.
std::string foreign_in(const FrameAndAxioms& imported, const FrameAndAxioms& here)
{
    if (imported.frame != here.frame)
        return "another frame";
    if (!imported.is_game)
        return "";
    if (!here.is_game || !same_axioms(imported, here))
        return here.is_game ? "another game" : "a game";
    return imported.parameters == here.parameters ? "" : "the game with other parameters";
}

/// A name in a frame, with arguments or without; past it.
std::string frame_name(Lexer& lexer, std::string_view what)
{
    if (!lexer.is(Sign::Name) || text::is_reserved(lexer.word()) ||
        static_cast<signed char>(lexer.word()[0]) < 0)
        lexer.fail_here(what);
    std::string answer(lexer.word());
    lexer.advance();
    if (!lexer.is(Sign::Open))
        return answer;
    do
    {
        lexer.advance();
        answer += answer.find('(') == std::string::npos ? '(' : ',';
        if (lexer.take(Sign::Minus))
            answer += '-';
        if (lexer.is(Sign::Number))
            answer += std::to_string(lexer.number(0xFFFFFFFF, "a number"));
        else if (lexer.is(Sign::Name) && answer.back() != '-' && !text::is_reserved(lexer.word()))
        {
            answer += lexer.word();
            lexer.advance();
        }
        else
            lexer.fail_here("a name or a number");
    } while (lexer.is(Sign::Comma));
    lexer.want(Sign::Close, "')' or ','");
    return answer + ")";
}

class FrameHeader
{
public:
    explicit FrameHeader(Lexer& lexer) : lexer_(lexer) {}

    /// `x: a0, a1; o: b0 fluents p, q`, past the word `frame`.
    Frame read()
    {
        do
        {
            const Agent agent = read_agent();
            if (!lexer_.take(Sign::Colon) || !lexer_.is(Sign::Name) || lexer_.is("fluents") ||
                starts_declaration())
                continue;
            do
                frame_.add_action(fresh("an action"), agent);
            while (lexer_.take(Sign::Comma));
        } while (lexer_.take(Sign::Semicolon));
        if (lexer_.take("fluents"))
        {
            do
                frame_.add_fluent(fresh("a fluent"));
            while (lexer_.take(Sign::Comma));
        }
        return std::move(frame_);
    }

private:
    bool starts_declaration() const
    {
        return lexer_.is("import") || lexer_.is("theorem") || lexer_.is("let");
    }

    /// An agent, or one that was named before and has more actions.
    Agent read_agent()
    {
        const char* const at = lexer_.at();
        std::string name = frame_name(lexer_, "an agent");
        if (const std::optional<Agent> known = frame_.find_agent(name))
            return *known;
        return frame_.add_agent(fresh(at, std::move(name)));
    }

    std::string fresh(std::string_view what)
    {
        const char* const at = lexer_.at();
        return fresh(at, frame_name(lexer_, what));
    }

    std::string fresh(const char* at, std::string name) const
    {
        if (frame_.find_agent(name) || frame_.find_action(name) || frame_.find_fluent(name))
            lexer_.fail(at, fmt::format("'{}' is declared twice", name));
        return name;
    }

    Lexer& lexer_;
    Frame frame_;
};

/// The nested quotes of a String.
std::string_view unquoted(std::string_view word)
{
    return word.substr(1, word.size() - 2);
}

} // namespace

/// Reading in steps that a stack of files replaces calls for: an import is read first, and then its
/// importer goes on from there.
class DerivationFile::Content
{
public:
    Content(FormulaStore& store, FileAccess surroundings, text::Limits limits)
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
        catch (const Fault& fault)
        {
            return {fault.diagnostic};
        }
        return {};
    }

    const Calculus* calculus() const { return calculus_.get(); }

private:
    struct File
    {
        File(Source text, const text::Limits& limits)
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

    std::string one_name(const std::string& path) const
    {
        return surroundings_.one_name ? surroundings_.one_name(path)
                                      : std::filesystem::path(path).lexically_normal().string();
    }

    /// The file that one names, seen from where it is.
    std::string path_from(const std::string& file, std::string_view named) const
    {
        const std::filesystem::path here(file);
        return one_name((here.parent_path() / std::filesystem::path(named)).string());
    }

    Source text_of(const std::string& path) const
    {
        std::variant<std::string, Unavailable> text = surroundings_.text(path);
        if (const auto* missing = std::get_if<Unavailable>(&text))
            throw Fault{{Diagnostic::Severity::Error,
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
        files_.push_back(std::make_unique<File>(text_of(path), limits_));
        File& file = *files_.back();
        index_[one_name(path)] = 0;
        const char* const start = file.lexer.at();
        const std::optional<FrameAndAxioms> own = header(file);
        if (own && given != nullptr)
            file.lexer.fail(start, "the file has a frame of its own",
                            "another one can only be given for a template");
        if (!own && given == nullptr)
            file.lexer.fail(start, "the file says nothing of its frame",
                            "start it with: frame x: a, b; o: c");
        setting_ = own ? *own : *given;
        for (const Axiom& axiom : setting_.axioms)
            if (axiom_names_.empty() || axiom_names_.back() != axiom.name)
                axiom_names_.push_back(axiom.name);
        std::ranges::sort(axiom_names_);
        axiom_names_.erase(std::unique(axiom_names_.begin(), axiom_names_.end()),
                           axiom_names_.end());
        calculus_ = std::make_unique<Calculus>(store_, setting_.frame, setting_.axioms);
        prepare(0);
        files_[0]->theorems->demand = [this](const Request& request) { settle(request); };
        stack_.push_back(0);
    }

    void prepare(std::uint32_t index)
    {
        File& file = *files_[index];
        const Frame& frame = calculus_->frame();
        file.symbols.emplace(frame);
        file.formulas.emplace(store_, frame, *file.symbols, file.lexer, file.is_template);
        file.theorems.emplace(
            text::TheoremReader::Context{store_, frame, schemas_, axiom_names_, library_},
            *file.symbols, file.lexer, *file.formulas);
        file.theorems->find_refutation = surroundings_.find_refutation;
        file.theorems->is_visible = [this, index](const Entry& entry) {
            return entry.file == index ||
                   std::ranges::binary_search(files_[index]->sees, entry.file);
        };
    }

    /// The frame or game that the file starts with, if it does.
    std::optional<FrameAndAxioms> header(File& file)
    {
        Lexer& lexer = file.lexer;
        if (lexer.take("frame"))
        {
            file.is_template = false;
            return FrameAndAxioms{FrameHeader(lexer).read(), {}, false};
        }
        if (!lexer.is("game"))
            return std::nullopt;
        file.is_template = false;
        const char* const at = lexer.at();
        lexer.advance();
        const std::string path = path_from(file.source.name, quoted(lexer, "the game's file"));
        const auto parameters = game_parameters(lexer);
        if (!surroundings_.game)
            lexer.fail(at, "games cannot be read here");
        std::variant<FrameAndAxioms, Unavailable> game =
            surroundings_.game(store_, path, parameters);
        if (const auto* missing = std::get_if<Unavailable>(&game))
        {
            Fault fault{lexer.error(at, fmt::format("cannot use the game {}", path), missing->why)};
            fault.diagnostic.is_limit = missing->is_limit;
            throw fault;
        }
        return std::get<FrameAndAxioms>(std::move(game));
    }

    static std::string_view quoted(Lexer& lexer, std::string_view what)
    {
        if (!lexer.is(Sign::String))
            lexer.fail_here(fmt::format("{}, in quotation marks", what));
        const std::string_view answer = unquoted(lexer.word());
        lexer.advance();
        return answer;
    }

    /// `with m = 3, k = 3`
    static std::vector<std::pair<std::string, std::int64_t>> game_parameters(Lexer& lexer)
    {
        std::vector<std::pair<std::string, std::int64_t>> answer;
        if (!lexer.take("with"))
            return answer;
        do
        {
            if (!lexer.is(Sign::Name))
                lexer.fail_here("a parameter of the game");
            std::string name(lexer.word());
            lexer.advance();
            lexer.want(Sign::Equal, "'='");
            const bool is_negative = lexer.take(Sign::Minus);
            const std::int64_t value = lexer.number(0x7FFFFFFF, "a number");
            answer.emplace_back(std::move(name), is_negative ? -value : value);
        } while (lexer.take(Sign::Comma));
        return answer;
    }

    /// Past the word `import`. True where the file is read already.
    bool import(std::uint32_t importer)
    {
        Lexer& lexer = files_[importer]->lexer;
        const char* const at = lexer.at();
        const std::string_view named = quoted(lexer, "a file");
        std::string path = path_from(files_[importer]->source.name, named);
        if (sees_known(importer, path, at))
            return true;
        Source source = text_of_import(path, named, lexer, at);
        path = source.name;
        if (sees_known(importer, path, at))
            return true;
        if (files_.size() >= most_files)
            lexer.fail(at, fmt::format("more than {} files are imported", most_files));
        const auto index = static_cast<std::uint32_t>(files_.size());
        files_.push_back(std::make_unique<File>(std::move(source), limits_));
        index_[path] = index;
        File& file = *files_.back();
        const std::optional<FrameAndAxioms> own = header(file);
        if (const std::string foreign = own ? foreign_in(*own, setting_) : ""; !foreign.empty())
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
        File& file = *files_[index];
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
        File& file = *files_[index];
        Lexer& lexer = file.lexer;
        Entry entry;
        entry.file = index;
        entry.at = lexer.place();
        const char* const at = lexer.at();
        entry.name = file.formulas->own_name("the theorem's name");
        entry.after = lexer.place();
        if (const std::uint32_t* const first = library_.find(entry.name))
            fail_second(lexer, at, library_.entries[*first]);
        const std::size_t mark = file.symbols->mark();
        Heading heading = file.theorems->heading();
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

    [[noreturn]] void fail_second(const Lexer& lexer, const char* at, const Entry& first) const
    {
        const File& file = *files_[first.file];
        lexer.fail(at, fmt::format("a second theorem with the name '{}'", first.name),
                   fmt::format("the first is at {}:{}", file.source.name,
                               file.lexer.position(first.at).line));
    }

    /// A theorem of the first file, or each member of a family.
    void check_all(std::uint32_t number, Heading& heading)
    {
        File& file = *files_[0];
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
    void check(std::uint32_t number, const Heading& heading, const std::vector<Action>& indices,
               std::vector<Request>* missing = nullptr)
    {
        const double started = now();
        const std::string base = library_.entries[number].name;
        File& file = *files_[library_.entries[number].file];
        const std::string name = text::member_name(calculus_->frame(), base, indices);
        text::Reading reading = file.theorems->body(name, heading.variables);
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
            library_.settle(name, {State::Accepted, *theorem});
        }
        else
        {
            library_.settle(name, {State::Rejected, nullptr});
            Rejection rejection = std::get<Rejection>(answer);
            if (reading.objection && reading.objection->line <= rejection.line)
                rejection = *reading.objection;
            outcome.objection = objection(number, reading, std::move(rejection));
        }
        outcome.name = name;
        outcome.source = file.source.name;
        outcome.position = file.lexer.position(library_.entries[number].at);
        outcome.is_imported = library_.entries[number].file != 0;
        outcome.derivation = &reading.derivation;
        outcome.label = [&](std::size_t line) { return label(file, reading.labels, line); };
        outcome.seconds = now() - started;
        (*report_)(outcome);
    }

    /// By the kernel; the refutations that it needs are found on its demand. Throws when it was
    /// stopped.
    std::variant<const Theorem*, Rejection> checked(Derivation& derivation, const Lexer& lexer,
                                                    const Entry& entry)
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

    Objection objection(std::uint32_t number, const text::Reading& reading,
                        Rejection rejection) const
    {
        const Entry& entry = library_.entries[number];
        const File& file = *files_[entry.file];
        const bool has_line = rejection.line < reading.labels.places.size();
        const std::uint32_t place = has_line ? reading.labels.places[rejection.line] : entry.at;
        std::string where = has_line ? label(file, reading.labels, rejection.line) : "";
        Diagnostic diagnostic =
            file.lexer.error(file.source.text.data() + place, rejection.message());
        if (!where.empty())
            diagnostic.message = fmt::format("line {}, {}", where, diagnostic.message);
        return {std::move(rejection), std::move(where), std::move(diagnostic)};
    }

    std::string label(const File& file, const text::Labels& labels, std::size_t line) const
    {
        Lexer lexer = file.lexer;
        const char* const at = file.source.text.data() + labels.places[line];
        const char* after = at;
        while (after != lexer.last() && (text::is_name_part(*after) || *after < 0))
            ++after;
        std::string answer(at, after);
        const std::span<const Action> tuple = labels.tuple(line);
        for (std::size_t i = 0; i < tuple.size(); ++i)
            answer += (i == 0 ? "(" : ",") + calculus_->frame().name(tuple[i]);
        if (!tuple.empty())
            answer += ")";
        if (const auto run = labels.generated_with(line)) // no label of its own: 5.1, 5.2, …
            answer += fmt::format(".{}", line - run->first + 1);
        return answer;
    }

    /// Checks a theorem of an imported file, after those that it rests on: theirs are always
    /// earlier in their file, or of a file that it imports.
    void settle(const Request& request)
    {
        std::vector<Request> left{request};
        while (!left.empty())
        {
            const Request wanted = left.back();
            if (library_.standing(wanted.name) != nullptr)
                left.pop_back();
            else
                check_imported(wanted, left);
        }
    }

    void check_imported(const Request& request, std::vector<Request>& missing)
    {
        const Entry entry = library_.entries[request.entry];
        if (entry.file == 0) // all of the first file's are checked where they stand
        {
            library_.settle(request.name, {State::Absent, nullptr});
            return;
        }
        File& file = *files_[entry.file];
        file.lexer.seek(entry.after);
        file.formulas->lets_before = entry.at;
        const std::size_t mark = file.symbols->mark();
        Heading heading = file.theorems->heading();
        if (heading.is_family && !heading.family.set(request.indices))
            library_.settle(request.name, {State::Absent, nullptr});
        else
        {
            file.formulas->bind(heading.family);
            check(request.entry, heading, request.indices, &missing);
        }
        file.symbols->close(mark);
    }

    FormulaStore& store_;
    FileAccess surroundings_;
    text::Limits limits_;
    std::vector<Schema> schemas_;
    FrameAndAxioms setting_;
    std::vector<std::string> axiom_names_;
    std::unique_ptr<Calculus> calculus_;
    text::Library library_;
    std::vector<std::unique_ptr<File>> files_; // the first one is what was asked for
    std::unordered_map<std::string, std::uint32_t> index_;
    std::vector<std::uint32_t> stack_;
    const Report* report_ = nullptr;
};

DerivationFile::DerivationFile(FormulaStore& store, FileAccess surroundings, text::Limits limits)
    : content_(std::make_unique<Content>(store, std::move(surroundings), std::move(limits)))
{
}

DerivationFile::~DerivationFile() = default;

bool DerivationFile::is_template(const Source& source)
{
    try
    {
        const text::Limits limits;
        const Lexer lexer(source, limits);
        return !lexer.is("frame") && !lexer.is("game");
    }
    catch (const Fault&)
    {
        return false; // reading it will say why
    }
}

std::vector<Diagnostic> DerivationFile::read(const std::string& path, const Report& report,
                                             const FrameAndAxioms* given)
{
    return content_->read(path, report, given);
}

const Calculus* DerivationFile::calculus() const
{
    return content_->calculus();
}

} // namespace sgl::axioms
