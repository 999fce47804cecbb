// sgl normal, forget, eliminate, derive: one formula at a time, over the frame of a game or a frame
// given on the command line.

#include "logic/formula/print.hpp"
#include "logic/normal_form/forget.hpp"
#include "logic/normal_form/normal_form.hpp"
#include "prover/command/output.hpp"
#include "prover/command/proofs/derivations.hpp"
#include "prover/command/report.hpp"
#include "prover/command/watchdog.hpp"
#include "prover/decide/prover.hpp"
#include "prover/reduction/reduction.hpp"
#include "prover/verdicts/words.hpp"

#include <fmt/format.h>
#include <functional>
#include <stdexcept>

namespace sgl::command
{

namespace
{

constexpr std::size_t screen = 4000; // bytes; more is printed with shared parts named

Status with_formula(const Options& options,
                    const std::function<void(FormulaStore&, const Game&, Formula)>& work)
{
    CommandWatchdog attendant(options);
    attendant.begin(options.frame.empty() ? options.files[0] : "the formula");
    FormulaStore store;
    Refusal refusal;
    std::optional<GameReader> reader = options.frame.empty()
                                           ? attendant.read(store, options.files[0], refusal)
                                           : read_frame(store, options, refusal);
    if (!reader)
        return complain(refusal);
    const Phase reading{"reading the formula", "while the formula was read"};
    attendant.enter(reading);
    const Result<Formula> formula = reader->formula({"formula", options.formula});
    if (!formula)
        return complain(refusal_of(formula.errors(), "the formula", options, reading.when));
    attendant.enter({"reducing the formula", "while the formula was reduced or printed"});
    work(store, reader->game(), *formula);
    return AllAsExpected;
}

Style style(const Options& options)
{
    return options.unicode ? Style::Unicode : Style::Ascii;
}

void show(const Options& options, const Game& game, Formula f)
{
    put(fmt::format("{}\n", print_shared(game.frame, f, style(options), screen)));
}

} // namespace

Status normal(const Options& options)
{
    return with_formula(options, [&](FormulaStore& store, const Game& game, Formula f)
                        { show(options, game, NormalForm(store, game.frame)(f)); });
}

Status forget(const Options& options)
{
    return with_formula(options, [&](FormulaStore& store, const Game& game, Formula f)
                        { show(options, game, sgl::forget(store, game.frame, f)); });
}

Status eliminate(const Options& options)
{
    return with_formula(
        options,
        [&](FormulaStore& store, const Game& game, Formula f)
        {
            const Rules rules = Rules::none(game.frame);
            if (options.proof)
            {
                const Formula free =
                    Reduction(store, game.frame, rules).reduce(f, Budget(options.timeout));
                const Derived derived =
                    derivation_of({{"eliminated", store.equivalence(f, free)}}, store, game, "",
                                  ".", options, Budget(options.timeout));
                if (!derived.why_not.empty())
                    throw std::logic_error("no derivation: " + derived.why_not);
                put(derived.text);
                return;
            }
            Reduction reduction(store, game.frame, rules);
            const Formula result = reduction.reduce(f);
            if (options.trace)
            {
                std::size_t line = 0;
                for (const Equation& equation : reduction.equations())
                {
                    std::string premises;
                    for (std::uint32_t premise : reduction.premises(equation))
                        premises += fmt::format(" {}", premise + 1);
                    put(fmt::format(
                        "{:>4}  {}  <->  {}   [{}{}{}]\n", ++line,
                        print_shared(game.frame, equation.left, style(options), screen),
                        print_shared(game.frame, equation.right, style(options), screen),
                        name(equation.by), premises.empty() ? "" : ";", premises));
                }
            }
            show(options, game, result);
        });
}

Status derive(const Options& options)
{
    Status status = AllAsExpected;
    const Status input =
        with_formula(options,
                     [&](FormulaStore& store, const Game& game, Formula f)
                     {
                         const bool alone = !options.frame.empty();
                         const Budget budget(options.timeout);
                         Claim claim;
                         claim.name = "formula";
                         claim.kind = alone ? ClaimKind::Valid : ClaimKind::Theorem;
                         claim.formula = f;
                         claim.expected = Expected::Proved;
                         ProveOptions limits;
                         limits.seconds = options.timeout;
                         const ClaimResult result = Prover(store, game, limits).prove(claim);
                         claim.expected.reset();
                         if (std::holds_alternative<Refuted>(result.verdict))
                         {
                             status = SomeNotAsExpected;
                             put("not derivable: it is false here\n");
                             put(report(game, claim, result, options, claim.name.size()));
                             return;
                         }
                         std::string why_not;
                         try
                         {
                             const Derived derived =
                                 derivation_of({{"derived", f}}, store, game,
                                               alone ? "" : options.files[0], ".", options, budget);
                             if (derived.why_not.empty())
                             {
                                 put(derived.text);
                                 return;
                             }
                             why_not = derived.why_not;
                         }
                         catch (const Interrupted& interrupted)
                         {
                             why_not = text(interrupted);
                         }
                         status = SomeOpen;
                         put(fmt::format("no derivation was found: {}\n", why_not));
                         put(report(game, claim, result, options, claim.name.size()));
                     });
    return input == AllAsExpected ? status : input;
}

} // namespace sgl::command
