#include "prover/transition/transition_system.hpp"

#include "prover/claims/question.hpp"
#include "prover/resources/limits.hpp"
#include "prover/system/game_builder.hpp"
#include "prover/transition/dual_rail.hpp"
#include "prover/transition/gate_copier.hpp"

#include <algorithm>
#include <array>

namespace sgl
{

namespace
{

/// The part of a game that a query depends on, by the dual-rail reading. Until all bits are known,
/// the result's gates are those of `over_`, and its bits are variables of the game.
class CircuitSlice
{
public:
    CircuitSlice(const GameSystem& game, const PlayQuery& query)
        : game_(game), query_(query), rails_(game.circuit, over_)
    {
    }

    TransitionSystem build()
    {
        add_moves();
        add_questions();
        // Without a completion, what is reached may be no state of Σ.
        std::vector<Gate> constraint;
        for (const Gate part : {game_.state_constraint, game_.input_constraint})
        {
            const DualRail::Rails rails = rails_.of(part);
            constraint.push_back(rails.may_be_true);
            if (!game_.is_total)
                fault(std::array{rails.may_be_false});
        }
        constraint.push_back(rails_.of(game_.initial).may_be_true);
        constraint.push_back(rails_.of(game_.input_constraint).may_be_false);
        if (game_.input_constraint != Circuit::top)
            fault(constraint);
        follow_bits();
        return sliced();
    }

private:
    void add_moves()
    {
        const Gate ongoing = over_.no(determined_where(Circuit::top, game_.terminal));
        for (const GameSystem::Move& move : game_.moves)
        {
            const Gate recommended = query_.recommended[move.action.index];
            const Gate allowed =
                over_.all_of(std::array{ongoing, determined_where(ongoing, recommended)});
            if (allowed != Circuit::bottom)
                result_.moves.push_back({move.action, depends_on(allowed), {}, {}, {}});
        }
    }

    void add_questions()
    {
        const auto of_state = [&](const std::optional<Gate>& gate) -> std::optional<Gate>
        {
            if (!gate)
                return std::nullopt;
            return depends_on(determined_where(Circuit::top, *gate));
        };
        result_.stuck = of_state(query_.stuck);
        result_.bad = of_state(query_.bad);
        result_.premise = of_state(query_.premise);
        std::vector<Gate> bad, premise;
        for (TransitionSystem::Move& move : result_.moves)
        {
            const auto where_allowed = [&](const std::vector<Gate>& of_move)
            {
                const Gate found = determined_where(move.allowed, of_move[move.action.index]);
                return depends_on(over_.all_of(std::array{move.allowed, found}));
            };
            if (!query_.bad_move.empty())
                bad.push_back(*(move.bad = where_allowed(query_.bad_move)));
            if (!query_.premise_move.empty())
                premise.push_back(*(move.premise = where_allowed(query_.premise_move)));
        }
        if (!query_.bad_move.empty())
            result_.bad = over_.any_of(bad);
        if (!query_.premise_move.empty())
            result_.premise = over_.any_of(premise);
    }

    /// What the moves make of every variable that matters, and of those that this depends on.
    void follow_bits()
    {
        for (std::size_t next = 0; next < variables_.size(); ++next)
        {
            const std::uint32_t variable = variables_[next];
            for (TransitionSystem::Move& move : result_.moves)
            {
                const auto& effects = game_.moves[move.action.index].effects;
                const auto effect =
                    std::ranges::lower_bound(effects, variable, {}, &GameSystem::Effect::variable);
                if (effect == effects.end() || effect->variable != variable)
                    continue;
                const Gate value = depends_on(determined_where(move.allowed, effect->value));
                move.changes.push_back({variable, value});
            }
        }
    }

    /// Where all of these are true, the system is undetermined.
    void fault(std::span<const Gate> all)
    {
        const Gate where = over_.all_of(all);
        if (where != Circuit::bottom)
            faults_.push_back(depends_on(where));
    }

    /// The gate, without inputs; that they do not matter there is asked of every state.
    Gate determined_where(Gate where, Gate gate)
    {
        const DualRail::Rails rails = rails_.of(gate);
        if (rails.may_be_false != over_.no(rails.may_be_true))
            fault(std::array{where, rails.may_be_true, rails.may_be_false});
        return rails.may_be_true;
    }

    /// Makes its variables bits.
    Gate depends_on(Gate root)
    {
        std::vector<Gate> stack{root};
        seen_.resize(over_.size());
        while (!stack.empty())
        {
            const Gate gate = stack.back();
            stack.pop_back();
            if (seen_[gate])
                continue;
            seen_[gate] = true;
            if (over_.is(gate, GateKind::Variable))
                variables_.push_back(over_.index(gate));
            const std::span<const Gate> operands = over_.operands(gate);
            stack.insert(stack.end(), operands.begin(), operands.end());
        }
        return root;
    }

    /// The result, in circuits of its own.
    TransitionSystem sliced()
    {
        std::ranges::sort(variables_);
        std::vector<std::uint32_t> bit_of(game_.variables.size(), no_bit);
        for (std::uint32_t bit = 0; bit < variables_.size(); ++bit)
        {
            result_.bits.push_back(game_.variables[variables_[bit]]);
            bit_of[variables_[bit]] = bit;
        }
        result_.undetermined = over_.any_of(faults_);
        std::vector<Gate*> used{&result_.undetermined};
        for (std::optional<Gate>* gate : {&result_.bad, &result_.premise, &result_.stuck})
            note(*gate, used);
        for (TransitionSystem::Move& move : result_.moves)
        {
            used.push_back(&move.allowed);
            note(move.bad, used);
            note(move.premise, used);
            for (TransitionSystem::Change& change : move.changes)
            {
                change.bit = bit_of[change.bit];
                used.push_back(&change.value);
            }
            std::ranges::sort(move.changes, {}, &TransitionSystem::Change::bit);
        }
        std::vector<Gate> roots;
        for (const Gate* gate : used)
            roots.push_back(*gate);
        GateCopier copier(over_, result_.circuit);
        copier.copy(roots,
                    [&](Gate gate) { return result_.circuit.variable(bit_of[over_.index(gate)]); });
        for (Gate* gate : used)
            *gate = copier[*gate];
        add_start(bit_of);
        return std::move(result_);
    }

    static void note(std::optional<Gate>& gate, std::vector<Gate*>& used)
    {
        if (gate)
            used.push_back(&*gate);
    }

    /// The variables that are no bits, and the inputs, are further variables.
    void add_start(const std::vector<std::uint32_t>& bit_of)
    {
        TransitionSystem::InitialStates& start = result_.start;
        const std::array roots{game_.initial, game_.state_constraint, game_.input_constraint};
        start.variables = result_.bits.size();
        GateCopier copier(game_.circuit, start.circuit);
        copier.copy(roots,
                    [&](Gate gate)
                    {
                        const bool is_input = game_.circuit.is(gate, GateKind::Input);
                        const std::uint32_t bit =
                            is_input ? no_bit : bit_of[game_.circuit.index(gate)];
                        return start.circuit.variable(
                            bit != no_bit ? bit : static_cast<std::uint32_t>(start.variables++));
                    });
        start.gate =
            start.circuit.all_of(std::array{copier[roots[0]], copier[roots[1]], copier[roots[2]]});
    }

    static constexpr std::uint32_t no_bit = ~std::uint32_t{0};

    const GameSystem& game_;
    const PlayQuery& query_;
    Circuit over_; // variables as in the game
    DualRail rails_;
    TransitionSystem result_;
    std::vector<Gate> faults_;
    std::vector<bool> seen_;
    std::vector<std::uint32_t> variables_; // that matter
};

} // namespace

TransitionSystem transition_system(const GameSystem& system, const PlayQuery& query)
{
    return CircuitSlice(system, query).build();
}

TransitionSystem transition_system(Theory& theory, const Question& question, const Budget& budget)
{
    GameBuilder builder(theory, budget);
    const PlayQuery query = compile(builder, theory.game().frame, question, theory.store());
    return transition_system(builder.system(), query);
}

Formula as_formula(Reduction& reduction, const TransitionSystem& system, Gate root)
{
    const Circuit& circuit = system.circuit;
    std::vector<Formula> formulas(circuit.size());
    for (const Gate gate : cone_of(circuit, std::array{root}))
    {
        std::vector<Formula> operands;
        for (const Gate operand : circuit.operands(gate))
            operands.push_back(formulas[operand]);
        Formula& made = formulas[gate];
        switch (circuit.kind(gate))
        {
        case GateKind::False:
        case GateKind::True:
            made = reduction.store().constant(circuit.is(gate, GateKind::True));
            break;
        case GateKind::Variable: made = system.bits[circuit.index(gate)].atom; break;
        case GateKind::Not: made = reduction.no(operands[0]); break;
        case GateKind::And: made = reduction.all_of(operands); break;
        case GateKind::Or: made = reduction.any_of(operands); break;
        case GateKind::Iff: made = reduction.iff(operands[0], operands[1]); break;
        case GateKind::Input: break; // there is none
        }
    }
    return formulas[root];
}

unsigned plies_of_a_round(const Frame& frame)
{
    unsigned movers = 0;
    for (std::uint32_t i = 0; i < frame.agent_count(); ++i)
        movers += frame.actions_of(Agent{i}).empty() ? 0U : 1U;
    return std::clamp(movers, 1U, limits::most_plies_of_a_round);
}

} // namespace sgl
