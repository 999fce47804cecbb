// What a program does with sgl's libraries: it reads a game, proves a claim about it, looks at a
// refuted one, and evaluates formulas in the model that the game describes.

#include "logic/formula/print.hpp"
#include "logic/language/reader.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/model/game_model.hpp"
#include "prover/decide/prover.hpp"

#include <iostream>
#include <variant>

namespace
{

const char* const lights = R"(
// A row of lights; each can be switched on, once.
game lights(n = 3)
agents i
range  Light = 1..n
fluent on(Light)
action push(j: Light) by i
axiom start:    initial -> (all j in Light: !on(j))
axiom end:      terminal <-> (all j in Light: on(j))
axiom legality: for j in Light: legal(push(j)) <-> !on(j) & !terminal
axiom effect:   for j in Light: next on(j) <-> on(j) | does(push(j))
strategy first for i = true &> each j in n downto 1: any k in 1..j: does(push(k))
strategy any_light for i = any j in Light: does(push(j))
claim unique: first is deterministic
claim too_many: any_light is deterministic
)";

} // namespace

int main()
{
    sgl::FormulaStore store; // owns all formulas
    sgl::ReadOptions options;
    options.parameters = {{"n", 4}};
    sgl::Result<sgl::GameReader> reader =
        sgl::GameReader::read(store, {"lights.sgl", lights}, options);
    if (!reader)
    {
        for (const sgl::Diagnostic& error : reader.errors())
            std::cerr << error.text();
        return 1;
    }
    const sgl::Game& game = reader->game();

    sgl::ProveOptions limits;
    limits.seconds = 10;
    sgl::Prover prover(store, game, limits);
    for (const sgl::Claim& claim : game.claims)
    {
        const sgl::ClaimResult result = prover.prove(claim);
        std::cout << claim.name << ": " << sgl::word(result.verdict) << '\n';
    }

    sgl::GameModel model(store, game);
    sgl::Evaluator evaluator(model);
    const sgl::State start = model.initial_states().states.at(0);
    const sgl::Action push = *game.frame.find_action("push(2)");
    for (const char* text : {"on(2)", "next on(2)", "next (any j in 1..n: !on(j))"})
    {
        const sgl::Result<sgl::Formula> f = reader->formula({"formula", text});
        if (!f)
            return 1;
        std::cout << sgl::print(game.frame, *f) << ": "
                  << (evaluator.holds(*f, start, push) ? "true" : "false") << '\n';
    }

    const auto wrong = reader->formula({"formula", "onn(2)"});
    std::cout << (wrong ? "read" : wrong.errors()[0].message) << '\n';
}
