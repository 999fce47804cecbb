#include "tests/fuzz/read_derivation.hpp"
#include "axioms/file/reader.hpp"
#include "axioms/file/write.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace sgl::testing
{

using namespace sgl::axioms;

namespace
{

constexpr std::uint64_t most_repeated = 50'000; // tokens, so that large families are refused soon
constexpr std::size_t most_written = 2'000;     // lines
constexpr std::string_view separator = "\n---\n";

void require(bool holds, const std::string& otherwise)
{
    if (!holds)
        throw std::logic_error(otherwise);
}

using Files = std::map<std::string, std::string>;

void check_place(const Diagnostic& error, const Files& files)
{
    const std::string shown = error.text();
    require(!error.message.empty(), "an error without a message");
    require(shown.size() < 10'000, "an error of many pages");
    const auto file = files.find(error.source);
    require(file != files.end(), "no such file: " + error.source);
    const std::string& text = file->second;
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    require(error.position.line >= 1 && error.position.line <= lines, "no such line: " + shown);
    require(error.position.column >= 1 && error.position.column <= text.size() + 1,
            "no such column: " + shown);
}

FrameAndAxioms small_frame()
{
    FrameAndAxioms setting;
    const Agent x = setting.frame.add_agent("x"), o = setting.frame.add_agent("o");
    setting.frame.add_action("a", x);
    setting.frame.add_action("b", x);
    setting.frame.add_action("c", o);
    setting.frame.add_fluent("p");
    setting.frame.add_fluent("q(1)");
    return setting;
}

FileAccess only(const Files& files)
{
    return {[&files](const std::string& path) -> std::variant<std::string, Unavailable>
            {
                const auto found = files.find(path);
                if (found == files.end())
                    return Unavailable{"there is no such file"};
                return found->second;
            }};
}

/// The same formula is shown by the text of what showed it, where that cites no other.
void check_written(const Calculus& calculus, const TheoremResult& outcome)
{
    const Derivation& derivation = *outcome.derivation;
    const bool cites = std::ranges::any_of(derivation.lines(), [](const Line& line)
                                           { return line.rule == Rule::Theorem; });
    if (cites || outcome.name.ends_with(']') || derivation.lines().size() > most_written)
        return;
    const std::string text = write(calculus.store(), calculus.frame(), derivation);
    const Files files{{"", frame_header(calculus.frame()) + text}};
    bool is_shown = false;
    DerivationFile book(calculus.store(), only(files));
    const auto errors = book.read("",
                                  [&](const TheoremResult& again) {
                                      is_shown =
                                          again.theorem != nullptr &&
                                          again.theorem->formula() == outcome.theorem->formula();
                                  });
    require(errors.empty() && is_shown, "written, but not read back:\n" + files.at(""));
}

} // namespace

void read_derivation(const std::string& text)
{
    Files files;
    std::size_t start = 0;
    for (int i = 0; start <= text.size(); ++i)
    {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        files[i == 0 ? "main" : std::to_string(i)] = text.substr(start, end - start);
        start = end == text.size() ? end + 1 : end + separator.size();
    }
    FormulaStore store;
    const FrameAndAxioms setting = small_frame();
    DerivationFile book(store, only(files), {most_repeated, {}});
    const bool is_template = DerivationFile::is_template({"main", files["main"]});
    const std::vector<Diagnostic> errors = book.read(
        "main",
        [&](const TheoremResult& outcome)
        {
            for (std::size_t i = 0; i < std::min(outcome.derivation->lines().size(), most_written);
                 ++i)
                require(!outcome.label(i).empty(), "a line without a label");
            if (outcome.objection)
                check_place(outcome.objection->diagnostic, files);
            else
                check_written(*book.calculus(), outcome);
        },
        is_template ? &setting : nullptr);
    for (const Diagnostic& error : errors)
        check_place(error, files);
}

} // namespace sgl::testing
