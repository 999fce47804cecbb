#include "prover/command/proofs/derivations.hpp"

#include "axioms/file/write.hpp"
#include "prover/command/proofs/file_access.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/sat/rup_search.hpp"

namespace sgl::command
{

using axioms::FrameAndAxioms;
using axioms::Unavailable;

Derived derivation_of(const std::vector<Goal>& goals, FormulaStore& store, const Game& game,
                      const std::string& game_path, const std::string& directory,
                      const Options& options, const Budget& budget, Formula letter)
{
    const Game about = game_path.empty() ? frame_alone(game) : game;
    Derived answer;
    if (game_path.find_first_of("\"\n") != std::string::npos)
    {
        answer.why_not = "a derivation names its game between quotation marks, and the name of "
                         "this game's file has a quotation mark or a line end in it";
        return answer;
    }
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
        proof = derive_in(frame_alone(game));
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
    axioms::FileAccess files = file_access_of(file, options);
    files.find_refutation = refutations_within(options.timeout);
    FrameAndAxioms setting = axioms::frame_and_axioms(about);
    setting.frame = game.frame;
    setting.is_game = !game_path.empty();
    files.game = [&](FormulaStore&, const std::string&,
                     const auto&) -> std::variant<FrameAndAxioms, Unavailable> { return setting; };
    axioms::DerivationFile book(store, files);
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
