#include "prover/decide/consistency.hpp"

#include "prover/decide/limits.hpp"
#include "prover/plays/axiom_clash.hpp"
#include "prover/plays/symbolic_path.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/model_construction.hpp"
#include "prover/reduction/read_witness.hpp"
#include "prover/reduction/theory.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sgl
{

namespace
{

/// A smallest set of demands that cannot be true together with `also`: dropping any one of them
/// leaves the rest satisfiable. Empty when they can all be true.
std::vector<std::string> conflict(Theory& theory, Formula also, const Budget& budget)
{
    SatSolver solver;
    Encoder encoder(theory.reduction(), solver);
    solver.add({encoder.literal(also, 0, budget)});
    std::vector<std::pair<std::string, Literal>> kept;
    for (const Demand& demand : theory.demands(budget))
        kept.emplace_back(demand.of, encoder.literal(demand.formula, 0, budget));
    encoder.connect_frames(0, budget);
    const auto satisfiable_without = [&](std::size_t left_out)
    {
        std::vector<Literal> assumed;
        for (std::size_t i = 0; i < kept.size(); ++i)
        {
            if (i != left_out)
                assumed.push_back(kept[i].second);
        }
        return solver.solve(assumed, budget) == Satisfiable::Yes;
    };
    if (satisfiable_without(kept.size()))
        return {};
    for (std::size_t i = kept.size(); i-- > 0;)
    {
        if (!satisfiable_without(i))
            kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
    }
    std::vector<std::string> names;
    for (const auto& [name, literal] : kept)
    {
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    return names;
}

std::string quoted(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + ("'" + names[i] + "'");
    return text;
}

/// Searches for a play that ends where the axioms fail.
class PlaySearch
{
public:
    PlaySearch(Theory& theory, const Budget& budget)
        : theory_(theory), budget_(budget), encoder_(theory.reduction(), solver_)
    {
    }

    std::optional<Contradiction> search()
    {
        const Formula constraint = theory_.state_constraint(budget_);
        encoder_.start_initial(constraint);
        for (unsigned t = 0; t <= limits::contradiction_plies; ++t)
        {
            const Literal sound = encoder_.literal(constraint, t, budget_);
            encoder_.connect_frames(t, budget_);
            if (t > 0 && solver_.solve(std::array{-sound}, budget_) == Satisfiable::Yes)
            {
                if (auto found = explained(t))
                    return found;
            }
            solver_.add({sound});
            move(t);
            encoder_.connect_frames(t, budget_);
            if (solver_.solve({}, budget_) == Satisfiable::No)
                return std::nullopt;
        }
        return std::nullopt;
    }

    /// The play found needed no choice that the axioms leave open: its start is to blame.
    bool is_forced() const { return forced_; }

private:
    void move(unsigned t)
    {
        FormulaStore& store = theory_.store();
        const Frame& frame = theory_.game().frame;
        encoder_.choose_action(t, budget_);
        solver_.add({-encoder_.literal(store.terminal(), t, budget_)});
        for (std::uint32_t a = 0; a < frame.action_count(); ++a)
            solver_.add({-encoder_.literal(store.does(Action{a}), t, budget_),
                         encoder_.literal(store.legal(Action{a}), t, budget_)});
    }

    /// Replayed: the first state of the play at which an axiom fails, and which one.
    std::optional<Contradiction> explained(unsigned t)
    {
        const Witness whole = read_witness(encoder_, t, false);
        Replay replay(theory_.store(), theory_.playable_game(), whole, OpenValues::False);
        for (std::size_t i = 0; i < replay.states().size(); ++i)
        {
            const auto broken = replay.model().broken_axiom(replay.states()[i]);
            if (!broken)
                continue;
            Refuted play{whole, {}, Method::Unrolling, "", {}};
            play.witness.play.resize(i);
            for (std::size_t s = 0; s <= i; ++s)
                play.states.push_back(replay.model().valuation(replay.states()[s]));
            forced_ = needs_no_choice(replay, whole);
            return described(*broken, std::move(play));
        }
        return std::nullopt;
    }

    /// Σ determines everything that the play needs.
    bool needs_no_choice(Replay& replay, const Witness& witness) const
    {
        const Rules& rules = theory_.rules();
        const auto determined = [&](const OpenValue& open)
        {
            return open.word.size() == 1 && open.atom.kind == Kind::Fluent &&
                   replay.model().determines(Fluent{open.atom.index}, replay.states()[open.after],
                                             open.word[0]);
        };
        return rules.terminal &&
               std::ranges::all_of(rules.legal, [](Formula f) { return bool(f); }) &&
               std::ranges::all_of(witness.open, determined);
    }

    Contradiction described(const Violation& broken, Refuted play) const
    {
        const Game& game = theory_.game();
        const std::string& action = game.frame.name(broken.action);
        std::string axiom = broken.axiom;
        std::string text;
        if (axiom == "A5")
        {
            axiom = legality_axiom(game, broken.action);
            text =
                fmt::format("axiom '{}' makes {} legal where the game is over, which contradicts "
                            "A5 (terminal -> !legal(a)); it should exclude terminal",
                            axiom, action);
        }
        else
            text = fmt::format("legal moves lead to a state where axiom '{}' is false", axiom);
        return {Contradiction::Kind::Play, std::move(text), {axiom}, std::move(play)};
    }

    Theory& theory_;
    const Budget& budget_;
    SatSolver solver_;
    Encoder encoder_;
    bool forced_ = false;
};

Formula description(FormulaStore& store, const Frame& frame, const Refuted& play)
{
    const Valuation& start = play.states.front();
    std::vector<Formula> parts{store.initial()};
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        const Formula fluent = store.fluent(Fluent{p});
        parts.push_back(start.fluents[p] ? fluent : store.negation(fluent));
    }
    return store.conjunction(parts);
}

void find_plays(Theory& theory, const Budget& budget, std::vector<Contradiction>& found)
{
    for (int start = 0; start < limits::contradiction_starts; ++start)
    {
        PlaySearch search(theory, budget);
        std::optional<Contradiction> play = search.search();
        if (!play)
            return;
        if (!search.is_forced())
            return; // with other choices the play may go on
        const Formula blamed = description(theory.store(), theory.game().frame, *play->play);
        if (start == 0) // one is enough to show
            found.push_back(std::move(*play));
        theory.forbid(blamed, budget);
    }
}

} // namespace

std::vector<Contradiction> find_contradictions(Theory& theory, const Budget& budget)
{
    std::vector<Contradiction> found;
    try
    {
        if (!theory.closed_states(budget))
            find_plays(theory, budget, found);
        else if (theory.is_strengthened())
        {
            // States that run into a contradiction are excluded; that some do is to be said.
            Theory as_written(theory.store(), theory.game());
            PlaySearch search(as_written, budget);
            if (auto play = search.search(); play && search.is_forced())
                found.push_back(std::move(*play));
        }
        // else no state that satisfies the axioms runs into a contradiction
        if (!has_state(theory, budget))
        {
            const auto axioms = conflict(theory, theory.store().top(), budget);
            found.insert(found.begin(),
                         {Contradiction::Kind::NoState,
                          axioms.empty() ? "no state satisfies the axioms: each runs into a "
                                           "contradiction sooner or later"
                                         : "no state satisfies the axioms " + quoted(axioms),
                          axioms, std::nullopt});
        }
        else if (!has_initial_state(theory, budget))
        {
            const auto axioms = conflict(theory, theory.store().initial(), budget);
            found.insert(found.begin(),
                         {Contradiction::Kind::NoInitialState,
                          axioms.empty()
                              ? "no initial state satisfies the axioms: each runs into a "
                                "contradiction sooner or later"
                              : "no initial state satisfies the axioms " + quoted(axioms),
                          axioms, std::nullopt});
        }
        // Where no axioms contradict each other at once, a play shows how they come to.
        if (found.size() == 1 && found[0].axioms.empty())
        {
            Theory as_written(theory.store(), theory.game());
            if (auto play = PlaySearch(as_written, budget).search())
                found.push_back(std::move(*play));
        }
    }
    catch (const Interrupted&)
    {
        return found; // what was found so far is still worth saying
    }
    return found;
}

} // namespace sgl
