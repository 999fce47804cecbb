#include "tests/fuzz/read_anything.hpp"
#include "logic/formula/print.hpp"
#include "logic/language/reader.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace sgl::testing
{

namespace
{

constexpr std::size_t most_formulas = 20'000; // small, so that a large game is refused soon
constexpr std::size_t most_printed = 20'000;
constexpr std::size_t most_lines = 20;
constexpr std::string_view separator = "\n---\n";

void require(bool holds, const std::string& otherwise)
{
    if (!holds)
        throw std::logic_error(otherwise);
}

void check(const Diagnostic& error, const std::string& text)
{
    const std::string shown = error.text();
    require(!error.message.empty(), "an error without a message");
    require(shown.size() < 10'000, "an error of many pages");
    if (error.source == "command line")
        return;
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    require(error.position.line >= 1 && error.position.line <= lines, "no such line: " + shown);
    require(error.position.column >= 1 && error.position.column <= text.size() + 1,
            "no such column: " + shown);
}

template <class Value>
void check_errors(const Result<Value>& result, const std::string& text)
{
    if (result)
        return;
    require(!result.errors().empty(), "neither an answer nor an error");
    for (const Diagnostic& error : result.errors())
        check(error, text);
}

class Reading
{
public:
    explicit Reading(const std::string& text)
        : result_(GameReader::read(store_, {"game", text}, options()))
    {
        check_errors(result_, text);
    }

    bool succeeded() const { return static_cast<bool>(result_); }

    /// Every formula of the game is read back as it was printed.
    void read_back()
    {
        const Game& game = result_->game();
        for (const Axiom& axiom : game.axioms)
            read_back(axiom.formula);
        for (const Strategy& strategy : game.strategies)
            read_back(strategy.moves);
        for (const Claim& claim : game.claims)
        {
            for (const Formula f : {claim.formula, claim.alpha})
                if (f)
                    read_back(f);
            for (const Strategy& strategy : claim.strategies)
                read_back(strategy.moves);
        }
    }

    void read_more(const std::string& line)
    {
        const Result<Formula> f = result_->formula({"line", line});
        check_errors(f, line);
        if (f)
            read_back(*f);
        const Result<Strategy> s = result_->strategy({"line", line});
        check_errors(s, line);
        if (s)
            read_back(s->moves);
        check_errors(read_formula(store_, result_->game().frame, {"line", line}, options()), line);
    }

private:
    static ReadOptions options()
    {
        ReadOptions answer;
        answer.formula_limit = most_formulas;
        return answer;
    }

    void read_back(Formula f)
    {
        const Frame& frame = result_->game().frame;
        for (const Style style : {Style::Ascii, Style::Unicode})
        {
            if (printed_size(frame, f, style, most_printed + 1) > most_printed)
                continue;
            const std::string printed = print(frame, f, style);
            const Result<Formula> by_frame =
                read_formula(store_, frame, {"printed", printed}, options());
            require(by_frame && *by_frame == f, "read back by the frame: " + printed);
            const Result<Formula> by_game = result_->formula({"printed", printed});
            require(by_game && *by_game == f, "read back by the game: " + printed);
        }
    }

    FormulaStore store_;
    Result<GameReader> result_;
};

} // namespace

void read_anything(const std::string& text)
{
    const std::size_t end = text.find(separator);
    Reading game(text.substr(0, end));
    if (!game.succeeded())
        return;
    game.read_back();
    if (end == std::string::npos)
        return;
    std::istringstream rest(text.substr(end + separator.size()));
    std::string line;
    for (std::size_t lines = 0; lines < most_lines && std::getline(rest, line); ++lines)
        game.read_more(line);
}

} // namespace sgl::testing
