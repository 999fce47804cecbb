#include "axioms/file/file_header.hpp"

#include "logic/model/game.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace sgl::axioms
{

FrameAndAxioms frame_and_axioms(const Game& game)
{
    FrameAndAxioms answer{game.frame, {}, true, game.parameters};
    for (const Axiom& axiom : game.axioms)
        answer.axioms.push_back({axiom.name, axiom.formula});
    return answer;
}

namespace text
{

namespace
{

/// A name in a frame, with arguments or without; past it.
std::string frame_name(Lexer& lexer, std::string_view what)
{
    if (!lexer.is(Sign::Name) || is_reserved(lexer.word()) ||
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
        else if (lexer.is(Sign::Name) && answer.back() != '-' && !is_reserved(lexer.word()))
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
        for (std::uint32_t i = 0; i < frame_.agent_count(); ++i)
            if (frame_.actions_of(Agent{i}).empty())
                lexer_.fail(agents_at_[i],
                            fmt::format("agent '{}' has no actions", frame_.name(Agent{i})),
                            fmt::format("at least one, as in: {}: a", frame_.name(Agent{i})));
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
        agents_at_.push_back(at);
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
    std::vector<const char*> agents_at_; // where the text names each first
};

bool same_axioms(const FrameAndAxioms& a, const FrameAndAxioms& b)
{
    return std::ranges::equal(a.axioms, b.axioms,
                              [](const GameAxiom& x, const GameAxiom& y)
                              { return x.name == y.name && x.formula == y.formula; });
}

/// `with m = 3, k = 3`
std::vector<std::pair<std::string, std::int64_t>> game_parameters(Lexer& lexer)
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

} // namespace

std::string one_name(const FileAccess& files, const std::string& path)
{
    return files.one_name ? files.one_name(path)
                          : std::filesystem::path(path).lexically_normal().string();
}

std::string path_from(const FileAccess& files, const std::string& file, std::string_view named)
{
    const std::filesystem::path here(file);
    return one_name(files, (here.parent_path() / std::filesystem::path(named)).string());
}

std::string_view quoted(Lexer& lexer, std::string_view what)
{
    if (!lexer.is(Sign::String))
        lexer.fail_here(fmt::format("{}, in quotation marks", what));
    const std::string_view word = lexer.word();
    const std::string_view answer = word.substr(1, word.size() - 2);
    lexer.advance();
    return answer;
}

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

std::optional<FrameAndAxioms> read_header(Lexer& lexer, FormulaStore& store,
                                          const FileAccess& files)
{
    if (lexer.take("frame"))
    {
        return FrameAndAxioms{FrameHeader(lexer).read()};
    }
    if (!lexer.is("game"))
        return std::nullopt;
    const char* const at = lexer.at();
    lexer.advance();
    const std::string path =
        path_from(files, lexer.source().name, quoted(lexer, "the game's file"));
    const auto parameters = game_parameters(lexer);
    if (!files.game)
        lexer.fail(at, "games cannot be read here");
    std::variant<FrameAndAxioms, Unavailable> game = files.game(store, path, parameters);
    if (const auto* missing = std::get_if<Unavailable>(&game))
    {
        ReadingStopped stopped{
            lexer.error(at, fmt::format("cannot use the game {}", path), missing->why)};
        stopped.diagnostic.is_limit = missing->is_limit;
        throw stopped;
    }
    return std::get<FrameAndAxioms>(std::move(game));
}

} // namespace text

} // namespace sgl::axioms
