#include "logic/language/reader.hpp"
#include "logic/deep_stack.hpp"
#include "logic/grounding/ground.hpp"
#include "logic/import/translation.hpp"
#include "logic/language/file_beside.hpp"
#include "logic/language/frame_names.hpp"
#include "logic/language/policy_reader.hpp"
#include "logic/model/rules.hpp"
#include "logic/states/policies.hpp"
#include "logic/syntax/grammar.hpp"
#include "logic/syntax/resolve.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

namespace sgl
{

using namespace language;

namespace
{

/// Runs a reading on a deep stack, and turns faults into errors.
template <class Value, class Reading>
Result<Value> guarded(const Texts& texts, std::string_view text, std::size_t nesting_limit,
                      Reading reading)
{
    std::optional<Result<Value>> answer;
    const bool ran = run_with_deep_stack(
        [&]
        {
            try
            {
                check_text(texts, text, nesting_limit);
                answer.emplace(reading());
            }
            catch (const Fault& fault)
            {
                answer.emplace(fault.diagnostic);
            }
        });
    if (ran)
        return std::move(*answer);
    Diagnostic error = texts.error(text.data(), "not enough memory to read it");
    error.is_limit = error.lacks_memory = true;
    return error;
}

/// The declarations of two texts, in order.
void join(GameFile& first, GameFile&& second)
{
    const auto append = [](auto& to, auto& from)
    { to.insert(to.end(), std::move_iterator(from.begin()), std::move_iterator(from.end())); };
    first.sheet = second.sheet;
    append(first.agents, second.agents);
    append(first.ranges, second.ranges);
    append(first.fluents, second.fluents);
    append(first.actions, second.actions);
    append(first.definitions, second.definitions);
    append(first.strategies, second.strategies);
    append(first.cases, second.cases);
    if (!second.boards.empty())
        first.boards = std::move(second.boards); // in place of the one that is guessed
    append(first.axioms, second.axioms);
    append(first.claims, second.claims);
}

} // namespace

struct GameReader::GroundedFile
{
    GroundedFile(FormulaStore& formulas, Source text, ReadOptions chosen)
        : store(formulas), source(std::move(text)), options(std::move(chosen)),
          watch(texts, options.interruption)
    {
        texts.add(source);
    }

    Result<bool> read();
    void parse();
    /// The declarations of a sheet; `at` is where it is named.
    GameFile translated(const Source& sheet, const char* at);
    void ground();
    void warn();

    FormulaStore& store;
    Source source, sheet_text; // what a sheet is translated to
    ReadOptions options;
    Texts texts;
    Watch watch;
    Arena arena;
    GameFile file;
    std::optional<Names> names;
    std::optional<Resolver> resolver;
    std::optional<Terms> terms;
    std::optional<Grounder> grounder;
    Game game;
};

/// A text is a sheet, or a game that may begin with the path of a sheet.
void GameReader::GroundedFile::parse()
{
    if (import::is_sheet(source))
    {
        file = translated(source, source.text.data());
        return;
    }
    file = parse_file({arena, texts, watch, options.nesting_limit}, source.text);
    if (file.sheet.empty())
        return;
    if (!file.agents.empty())
        throw Fault{texts.error(file.agents.front().data(), "the agents are the roles of the sheet",
                                "expected no 'agents' in this file")};
    const Result<Source> sheet = read_beside(texts, source.name, file.sheet);
    if (!sheet)
        throw Fault{sheet.errors().front()};
    if (!import::is_sheet(*sheet))
        throw Fault{texts.error(file.sheet.data(),
                                fmt::format("'{}' is no sheet in GDL", file.sheet),
                                "expected a file that begins with '('")};
    GameFile all = translated(*sheet, file.sheet.data());
    join(all, std::move(file));
    file = std::move(all);
}

GameFile GameReader::GroundedFile::translated(const Source& sheet, const char* at)
{
    import::Translation translation = import::translate(sheet);
    if (!translation.errors.empty())
    {
        Diagnostic error = translation.errors.front();
        if (at != source.text.data())
        {
            const Position place = texts.position(at);
            error.message += fmt::format(" (a sheet that {}:{} names)", source.name, place.line);
        }
        throw Fault{std::move(error)};
    }
    game.warnings = std::move(translation.warnings);
    sheet_text = {fmt::format("the translation of {}", sheet.name), std::move(translation.text)};
    texts.add(sheet_text);
    return parse_file({arena, texts, watch, options.nesting_limit}, sheet_text.text);
}

Result<bool> GameReader::GroundedFile::read()
{
    parse();
    names.emplace(texts, file);
    resolver.emplace(texts, file, *names);
    std::vector<Diagnostic> errors;
    resolver->file(errors);
    if (!errors.empty())
        return errors;
    ground();
    return true;
}

void GameReader::GroundedFile::ground()
{
    watch.look(texts.start());
    terms.emplace(texts, watch, file, *names, options.parameters);
    const auto policy = [this](const SymbolDeclaration& declared, Agent agent)
    {
        return read_policy(store, game, texts, source.name,
                           {options.policy_bytes, options.policy_states_written_out}, declared,
                           agent);
    };
    grounder.emplace(Grounding{store, texts, file, *names, *terms, game.frame, policy},
                     options.formula_limit);
    game.name = file.name.empty() ? source.name : std::string(file.name);
    if (!file.sheet.empty())
        game.name = std::filesystem::path(file.sheet).stem().string();
    game.parameters = terms->parameters();
    grounder->check_size();
    grounder->declare_frame();
    game.board = grounder->board();
    game.axioms = grounder->axioms();
    for (const ClaimDeclaration& declared : file.claims)
        game.claims.push_back(grounder->claim(declared));
    game.strategies = grounder->strategies();
    game.strategy_names = grounder->strategy_names();
    for (std::size_t i = 0; i < file.axioms.size(); ++i)
    {
        const auto is_of_it = [&](const Axiom& axiom) {
            return axiom.name == file.axioms[i].name &&
                   mentions_policy(game.policies, axiom.formula);
        };
        if (std::ranges::any_of(game.axioms, is_of_it))
            throw Fault{texts.error(file.axioms[i].name.data(),
                                    "an axiom cannot depend on what a policy recommends")};
    }
    warn();
}

/// What the rule book says of axioms, once for each axiom, with the line it stands in.
void GameReader::GroundedFile::warn()
{
    if (!sheet_text.text.empty())
        return; // places are in a text that nobody wrote
    constexpr std::size_t most = 50;
    std::set<std::pair<std::size_t, std::string>> said;
    for (Diagnostic warning : read_rules(store, game).warnings)
    {
        if (said.size() == most || !said.emplace(warning.position.line, warning.message).second)
            continue;
        warning.source = source.name;
        warning.line = printable(line_numbered(source.text, warning.position.line));
        game.warnings.push_back(std::move(warning));
    }
}

GameReader::GameReader(std::unique_ptr<GroundedFile> content) : content_(std::move(content)) {}
GameReader::GameReader(GameReader&&) noexcept = default;
GameReader& GameReader::operator=(GameReader&&) noexcept = default;
GameReader::~GameReader() = default;

Result<GameReader> GameReader::read(FormulaStore& store, const Source& source,
                                    const ReadOptions& options)
{
    auto content = std::make_unique<GroundedFile>(store, source, options);
    GroundedFile& in = *content;
    const Result<bool> done =
        guarded<bool>(in.texts, in.source.text, options.nesting_limit, [&in] { return in.read(); });
    if (!done)
        return done.errors();
    return GameReader(std::move(content));
}

const Game& GameReader::game() const
{
    return content_->game;
}

Result<Formula> GameReader::formula(const Source& source)
{
    GroundedFile& in = *content_;
    in.texts.add(source);
    Result<Formula> answer = guarded<Formula>(
        in.texts, source.text, in.options.nesting_limit,
        [&]() -> Result<Formula>
        {
            Arena arena;
            Expr* expr =
                parse_formula({arena, in.texts, in.watch, in.options.nesting_limit}, source.text);
            const std::uint32_t slots = in.resolver->formula(expr);
            return in.grounder->formula(expr, slots);
        });
    in.texts.remove_last();
    return answer;
}

Result<Strategy> GameReader::strategy(const Source& source)
{
    GroundedFile& in = *content_;
    in.texts.add(source);
    Result<Strategy> answer = guarded<Strategy>(
        in.texts, source.text, in.options.nesting_limit,
        [&]() -> Result<Strategy>
        {
            Arena arena;
            StrategyUse use =
                parse_strategy({arena, in.texts, in.watch, in.options.nesting_limit}, source.text);
            const std::uint32_t slots = in.resolver->strategy(use);
            return in.grounder->strategy(use, slots);
        });
    in.texts.remove_last();
    return answer;
}

std::vector<std::string> GameReader::definition_names(std::size_t most) const
{
    return content_->grounder->names_of(content_->file.definitions, most);
}

std::vector<std::string> GameReader::strategy_names(std::size_t most) const
{
    return content_->grounder->names_of(content_->file.strategies, most);
}

std::optional<std::string> GameReader::strategy_name(Formula moves) const
{
    return content_->grounder->strategy_name(moves);
}

Result<Formula> read_formula(FormulaStore& store, const Frame& frame, const Source& source,
                             const ReadOptions& options)
{
    Texts texts;
    texts.add(source);
    Watch watch(texts, options.interruption);
    return guarded<Formula>(
        texts, source.text, options.nesting_limit,
        [&]() -> Result<Formula>
        {
            Arena arena;
            Expr* expr = parse_formula({arena, texts, watch, options.nesting_limit}, source.text);
            return formula_over_frame(store, frame, texts, watch, expr);
        });
}

} // namespace sgl
