#include "tests/prover/derive/kernel_check.hpp"

#include "axioms/file/library.hpp"
#include "axioms/file/reader.hpp"
#include "prover/sat/rup_search.hpp"

namespace sgl::testing
{

Judgement check_written(FormulaStore& store, const Game& game, const WrittenProof& proof)
{
    Judgement checked;
    checked.text = derivation_file(store, game.frame, "game \"it\"\n", proof);
    axioms::FileAccess files;
    files.text = [&](const std::string& path) -> std::variant<std::string, axioms::Unavailable>
    {
        if (path == "proof.sgp")
            return checked.text;
        const auto found = axioms::library_text(path);
        if (!found)
            return axioms::Unavailable{"no such file"};
        return std::string(*found);
    };
    files.game = [&](FormulaStore&, const std::string&,
                     const auto&) -> std::variant<axioms::FrameAndAxioms, axioms::Unavailable>
    { return axioms::frame_and_axioms(game); };
    files.find_refutation = refutations_within(0);
    axioms::DerivationFile book(store, files);
    const auto errors = book.read("proof.sgp",
                                  [&](const axioms::TheoremResult& outcome)
                                  {
                                      if (outcome.objection)
                                          checked.complaints +=
                                              outcome.objection->diagnostic.text();
                                      if (outcome.theorem == nullptr || outcome.is_imported)
                                          return;
                                      checked.shown = outcome.theorem->formula();
                                      checked.lines += outcome.theorem->line_count();
                                  });
    for (const Diagnostic& error : errors)
        checked.complaints += error.text();
    return checked;
}

Game frame_only(const Frame& frame)
{
    Game game;
    game.name = "bare";
    game.frame = frame;
    return game;
}

} // namespace sgl::testing
