#pragma once

// Claims decided by going through the states of Σ one by one, with the evaluator alone: what the
// prover is compared with. Where the states come from, and what may follow what, is for those who
// derive from it to say.

#include "logic/model/evaluate.hpp"
#include "logic/model/game.hpp"
#include "logic/model/game_model.hpp"

#include <optional>
#include <vector>

namespace sgl::testing
{

struct Decision
{
    bool holds = false;
    bool vacuous = false; // design, section 4: nothing was tested
    bool stuck = false;   // a strategy recommends none of the legal moves (If)
    /// How many moves lead to the first state that speaks against a claim about plays, or, for
    /// `consistent`, for it.
    std::optional<unsigned> after = std::nullopt;
};

class PlayGraph
{
public:
    virtual ~PlayGraph() = default;

    /// Every kind but `valid`.
    Decision decide(const Claim& claim);

    /// Some play that complies with the profile goes through states of these valuations by these
    /// moves, from an initial one; f, if there is one, is false where it ends, at this move or, if
    /// there is none, at any.
    bool has_play(const std::vector<Strategy>& profile, const std::vector<Valuation>& through,
                  const std::vector<Action>& moves, Formula f, std::optional<Action> at);
    /// A state of Σ has this valuation; and f, if there is one, is false there, at this move or, if
    /// there is none, at some.
    bool has_state(const Valuation& valuation, Formula f, std::optional<Action> at);

protected:
    using Moves = std::vector<Action>;
    using States = std::vector<State>;

    explicit PlayGraph(FormulaStore& store) : store_(store) {}

    /// Made once; what is true of a state stays so.
    virtual Model& states_model() = 0;
    /// All states of Σ.
    virtual const States& all_states() = 0;
    /// Those of them that are initial.
    virtual const States& starts() = 0;
    /// The states of Σ that an action may lead to; a game that leaves nothing open has one.
    virtual States successors(State w, Action a) = 0;

    bool test(Formula f, State w, Action a);
    Moves all_actions();
    Moves legal_moves(State w);
    /// The states of complying plays, those that fewer moves lead to first.
    States reached(const std::vector<Strategy>& profile);

private:
    Moves moves_of(Agent agent, Moves moves);
    Moves recommended(const Strategy& s, State w);
    Moves complying(const std::vector<Strategy>& profile, State w);
    bool is_told_none(const std::vector<Strategy>& profile, State w);
    bool has(State w, const Valuation& valuation);
    bool is_false(Formula f, State w, std::optional<Action> at);

    Decision theorem(Formula f);
    Decision along(const std::vector<Strategy>& profile, Formula f);
    Decision of_strategy(const Claim& claim);
    Decision implements(const Claim& claim);
    Decision achieves(const Claim& claim);
    Decision can_force(const Claim& claim);
    bool every_play_ends(const std::vector<Strategy>& profile, const States& states);

    FormulaStore& store_;
    std::optional<Evaluator> evaluator_;
    State evaluated_;             // the state whose values the evaluator remembers
    std::vector<unsigned> plies_; // by state: the fewest moves, as `reached` found last
};

} // namespace sgl::testing
