#include "prover/command/proofs/derivations.hpp"

#include "axioms/file/write.hpp"
#include "prover/sat/rup_search.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>

namespace sgl::command
{

using axioms::FrameAndAxioms;
using axioms::Unavailable;

namespace
{

/// A game as a setting for derivations; what is wrong with it, in full.
std::variant<FrameAndAxioms, Unavailable> game_setting(FormulaStore& store, const std::string& path,
                                                       const ReadOptions& reading)
{
    FileText file = text_of_file(path);
    if (!file.failure.empty())
        return Unavailable{file.failure};
    const Result<GameReader> game =
        GameReader::read(store, Source{path, std::move(file.text)}, reading);
    if (!game)
        return Unavailable{game.errors().front().text(), game.errors().front().is_limit};
    return FrameAndAxioms{game->game().frame, game->game().axioms, true, game->game().parameters};
}

Game without_axioms(const Game& game)
{
    Game bare;
    bare.name = game.name;
    bare.frame = game.frame;
    return bare;
}

} // namespace

axioms::FileAccess surroundings_of(const Source& first, const Options& options,
                                   const Interruption& interruption)
{
    axioms::FileAccess surroundings;
    surroundings.text = [&first](const std::string& path) -> std::variant<std::string, Unavailable>
    {
        if (path == first.name)
            return first.text;
        FileText file = text_of_file(path);
        if (!file.failure.empty())
            return Unavailable{file.failure};
        return std::move(file.text);
    };
    const auto names = std::make_shared<std::map<std::string, std::string>>(); // by canonical path
    surroundings.one_name = [names](const std::string& path)
    {
        std::error_code failure;
        const std::string canonical = std::filesystem::canonical(path, failure).string();
        return failure ? path : names->emplace(canonical, plain_path(path)).first->second;
    };
    ReadOptions reading = reading_options(options);
    reading.interruption = interruption;
    surroundings.game = [reading](FormulaStore& store, const std::string& path,
                                  const std::vector<std::pair<std::string, std::int64_t>>& given)
    {
        ReadOptions options_here = reading;
        options_here.parameters = given;
        return game_setting(store, path, options_here);
    };
    surroundings.find_refutation = refutations_within(options.timeout);
    return surroundings;
}

std::string path_from(const std::string& directory, const std::string& path)
{
    namespace fs = std::filesystem;
    std::string there = fs::relative(fs::absolute(path), fs::absolute(directory)).string();
    if (there.empty() || fs::path(path).is_absolute())
        there = fs::absolute(path).string();
    return there;
}

std::string game_header(const std::string& path,
                        const std::vector<std::pair<std::string, std::int64_t>>& parameters,
                        const std::string& directory)
{
    std::string header = fmt::format("game \"{}\"", path_from(directory, path));
    const char* before = " with ";
    for (const auto& [name, value] : parameters)
    {
        header += fmt::format("{}{} = {}", before, name, value);
        before = ", ";
    }
    return header + "\n";
}

Derived derivation_of(const std::vector<Goal>& goals, FormulaStore& store, const Game& game,
                      const std::string& game_path, const std::string& directory,
                      const Options& options, const Budget& budget, Formula letter)
{
    const Game about = game_path.empty() ? without_axioms(game) : game;
    Derived answer;
    const auto derive_in = [&](const Game& game_or_frame)
    {
        Theory theory(store, game_or_frame);
        if (letter)
            theory.reduction().take_as_letter(letter);
        Deriver deriver(theory);
        std::optional<WrittenProof> found = deriver.derive(goals, budget);
        answer.why_not = found ? "" : deriver.why_not();
        return found;
    };
    // What is so whatever the letter is often rests on no axiom of the game: then what Σ says of
    // legal and terminal would only make it long.
    std::optional<WrittenProof> proof;
    if (letter)
        proof = derive_in(without_axioms(game));
    if (!proof)
        proof = derive_in(about);
    if (!proof)
        return answer;
    const std::string header = game_path.empty()
                                   ? axioms::frame_header(game.frame)
                                   : game_header(game_path, game.parameters, directory);
    std::string text = derivation_file(store, game.frame, header, *proof);
    // Nothing is said to be derived that the kernel does not accept.
    const Source file{"the derivation", text};
    axioms::FileAccess surroundings = surroundings_of(file, options);
    const FrameAndAxioms setting{game.frame, about.axioms, !game_path.empty()};
    surroundings.game = [&](FormulaStore&, const std::string&,
                            const auto&) -> std::variant<FrameAndAxioms, Unavailable>
    { return setting; };
    axioms::DerivationFile book(store, surroundings);
    std::string objection;
    const auto errors = book.read(file.name,
                                  [&](const axioms::TheoremResult& outcome)
                                  {
                                      if (outcome.objection && objection.empty())
                                          objection = outcome.objection->diagnostic.text();
                                  });
    if (!errors.empty() && objection.empty())
        objection = errors.front().text();
    if (!objection.empty())
    {
        answer.why_not = "the kernel does not accept what was written: " + objection;
        return answer;
    }
    answer.text = std::move(text);
    answer.lines = proof->lines();
    return answer;
}

} // namespace sgl::command
