#include "prover/plays/bounded_model_checking.hpp"

#include "prover/claims/proof_obligations.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/resources/limits.hpp"
#include "prover/verdicts/words.hpp"

#include <array>
#include <bit>
#include <fmt/format.h>

namespace sgl
{

BoundedModelChecking::BoundedModelChecking(Theory& theory, const Question& question,
                                           std::optional<unsigned> bound,
                                           Confirmation& confirmation, const Budget& budget)
    : theory_(theory), question_(question), bound_(bound), confirmation_(confirmation),
      budget_(budget), play_(theory, question.profile, budget)
{
}

std::optional<Verdict> BoundedModelChecking::deepen(PlayAnswer& found)
{
    if (!is_begun_)
        play_.start_initial();
    else
    {
        play_.add({play_.move_allowed(ply_)});
        if (ply_ < moves_.size())
            play_.add({play_.at(theory_.store().does(moves_[ply_]), ply_)});
        ++ply_;
    }
    is_begun_ = true;
    budget_.at_ply(ply_);
    play_.admit(ply_);
    if (!play_.is_possible())
        return no_play_is_longer();
    found.any_initial = true;
    if (look_at(ply_, found))
        return std::move(found.verdict);
    if (bound_ && ply_ >= *bound_)
        return HoldsUpTo{ply_, "the bound"};
    return std::nullopt;
}

/// No play has as many moves, or there is not even an initial state.
Proved BoundedModelChecking::no_play_is_longer() const
{
    if (ply_ == 0)
        return Proved{Method::Unrolling, "there is no initial state"};
    const unsigned longest = ply_ - 1;
    Proved proved{Method::Unrolling, "no play is longer than " + plies(longest)};
    proved.scheme = {ProofMethod::Unrolling, longest};
    if (longest <= limits::most_written_plies && !question_.must_end && !question_.known)
        proved.obligations = {
            by_unrolling(theory_.store(), theory_.game().frame, question_, longest)};
    return proved;
}

/// Looks for something bad at the t-th state; true when that settles the question.
bool BoundedModelChecking::look_at(unsigned t, PlayAnswer& found)
{
    const auto settles = [&](Literal literal, EndOfPlay wanted)
    {
        std::string objection;
        if (!possible(t, literal))
            return false;
        if (auto refuted = confirmation_.confirmed(play_, t, literal, wanted, objection))
            found.verdict = std::move(*refuted);
        else if (objection.empty())
            return false;
        else
            found.verdict = Undecided{"a play was found that is not confirmed: " + objection,
                                      confirmation_.clash()};
        return true;
    };
    if (question_.bad && settles(play_.at(question_.bad, t, question_.at_moves),
                                 {question_.bad, question_.at_moves}))
        return true;
    // Plays that repeat a state are looked for at growing lengths only.
    if (question_.must_end && t > 0 && (std::has_single_bit(t) || t == bound_) &&
        settles(repeats(t), {Formula(), false, true}))
        return true;
    if (question_.premise && !found.premise_seen)
    {
        const Literal premise = play_.at(question_.premise, t, question_.at_moves);
        found.premise_seen = occurs(t, premise, question_.at_moves);
    }
    if (question_.stuck && !found.stuck)
    {
        const Literal stuck = play_.at(question_.stuck, t);
        std::string objection;
        if (possible(t, stuck))
            found.stuck = confirmation_.confirmed(play_, t, stuck, {question_.stuck}, objection);
    }
    return false;
}

bool BoundedModelChecking::possible(unsigned t, Literal literal)
{
    play_.constrain_successors(t);
    return play_.is_possible(literal);
}

/// Possible in a model of Σ, as far as that can be told.
bool BoundedModelChecking::occurs(unsigned t, Literal literal, bool with_move)
{
    if (!possible(t, literal))
        return false;
    if (theory_.completes_plays(budget_))
        return true;
    try
    {
        return confirmation_.in_model(play_, t, literal, with_move).has_value();
    }
    catch (const Interrupted&)
    {
        budget_.check();
        return true;
    }
}

/// The t-th state is one of the states before it again.
Literal BoundedModelChecking::repeats(unsigned t)
{
    FormulaStore& store = theory_.store();
    const Frame& frame = theory_.game().frame;
    std::vector<Formula> atoms{store.initial()};
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        atoms.push_back(store.fluent(Fluent{p}));
    if (!theory_.rules().terminal)
        atoms.push_back(store.terminal());
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
    {
        if (!theory_.rules().legal[a])
            atoms.push_back(store.legal(Action{a}));
    }
    Encoder& encoder = play_.encoder;
    std::vector<Literal> any;
    for (unsigned i = 0; i < t; ++i)
    {
        std::vector<Literal> same;
        for (Formula atom : atoms)
        {
            const Literal then = play_.at(atom, i);
            const Literal now = play_.at(atom, t);
            same.push_back(encoder.all_of(std::array{encoder.any_of(std::array{-then, now}),
                                                     encoder.any_of(std::array{then, -now})}));
        }
        any.push_back(encoder.all_of(same));
    }
    return encoder.any_of(any);
}

} // namespace sgl
