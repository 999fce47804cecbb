#include "prover/transition/transition_system.hpp"

#include "logic/formula/subformulas.hpp"
#include "prover/claims/question.hpp"
#include "prover/resources/limits.hpp"
#include "prover/system/game_builder.hpp"
#include "prover/transition/dual_rail.hpp"
#include "prover/transition/open_choices.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace sgl
{

namespace
{

/// The part of a game that a query depends on, by the dual-rail reading. Until all bits are known,
/// the result's gates are those of `over_`, and its bits are variables of the game.
class CircuitSlice
{
public:
    CircuitSlice(const GameSystem& game, const PlayQuery& query, const SystemOptions& options)
        : game_(game), query_(query), options_(options),
          rails_(game.circuit, over_, known_inputs(game, options)),
          rails_unasked_(game.circuit, over_)
    {
        options_.choices.resize(game.inputs.size());
    }

    TransitionSystem build()
    {
        if (options_.has_choices)
            constrain();
        add_moves();
        add_questions();
        if (!game_.ahead.empty())
            add_look_ahead();
        if (!options_.has_choices)
            demand_constraint();
        follow_bits();
        if (options_.has_choices)
            choose();
        return sliced();
    }

private:
    static std::vector<bool> known_inputs(const GameSystem& game, const SystemOptions& options)
    {
        std::vector<bool> known = options.choices;
        known.resize(game.inputs.size());
        for (const LookAheadFormula& ahead : game.ahead)
            known[ahead.input] = true;
        return known;
    }

    /// Without a completion, what is reached may be no state of Σ.
    void demand_constraint()
    {
        std::vector<Gate> constraint;
        for (const Gate part : {game_.state_constraint, game_.input_constraint})
        {
            const DualRail::Rails rails = rails_.of(part);
            constraint.push_back(rails.may_be_true);
            if (!game_.is_total)
                fault(std::array{rails.may_be_false}, part);
        }
        constraint.push_back(rails_.of(game_.initial).may_be_true);
        constraint.push_back(rails_.of(game_.input_constraint).may_be_false);
        if (game_.input_constraint != Circuit::top)
            fault(constraint, game_.input_constraint);
    }

    /// With choices, states and choices that the constraints and A5 exclude are left out.
    void constrain()
    {
        std::vector<Gate> parts;
        for (const Gate part : {game_.state_constraint, game_.input_constraint})
            parts.push_back(rails_.of(part).may_be_true);
        const DualRail::Rails terminal = rails_.of(game_.terminal);
        for (const GameSystem::Move& move : game_.moves)
        {
            const DualRail::Rails legal = rails_.of(move.legal);
            if (has_choice(terminal.may_be_false) || has_choice(legal.may_be_false))
                parts.push_back(over_.either(terminal.may_be_false, legal.may_be_false));
        }
        possible_ = depends_on(over_.all_of(parts));
        result_.is_exact = game_.is_total && game_.input_constraint == Circuit::top;
        for (std::size_t input = 0; input < game_.inputs.size(); ++input)
        {
            const InputVariable& open = game_.inputs[input];
            const bool is_promised =
                open.path.size() > 1 || (open.path.size() == 1 && open.of.kind != Kind::Fluent);
            if (is_promised && options_.choices[input])
                result_.is_exact = false;
        }
    }

    bool has_choice(Gate root)
    {
        return std::ranges::any_of(cone_of(over_, std::array{root}),
                                   [&](Gate gate) { return over_.is(gate, GateKind::Input); });
    }

    /// The choices as moves.
    void choose()
    {
        OpenChoices open(over_, options_.choices);
        for (Gate& gate : faults_)
            gate = open.some(over_.both(possible_, gate));
        result_.possible = open.some(possible_);
        std::vector<TransitionSystem::Move> moves;
        for (const TransitionSystem::Move& move : result_.moves)
        {
            OpenMove gates{move.allowed, {}, {}};
            for (const std::optional<Gate>& question : {move.bad, move.premise})
                gates.questions.push_back(question.value_or(Circuit::bottom));
            for (const TransitionSystem::Change& change : move.changes)
                gates.values.push_back(change.value);
            for (const OpenMove& each : open.moves_of(std::move(gates)))
            {
                TransitionSystem::Move& made = moves.emplace_back(move);
                made.allowed = each.allowed;
                if (made.bad)
                    made.bad = each.questions[0];
                if (made.premise)
                    made.premise = each.questions[1];
                for (std::size_t i = 0; i < each.values.size(); ++i)
                    made.changes[i].value = each.values[i];
            }
        }
        result_.moves = std::move(moves);
        const auto of_state = [&](std::optional<Gate>& gate)
        {
            if (gate)
                gate = open.some(over_.both(possible_, *gate));
        };
        of_state(result_.stuck);
        if (query_.bad_move.empty())
            of_state(result_.bad);
        if (query_.premise_move.empty())
            of_state(result_.premise);
        join_moves();
    }

    /// Questions about moves: at some move.
    void join_moves()
    {
        std::vector<Gate> bad, premise;
        for (const TransitionSystem::Move& move : result_.moves)
        {
            if (move.bad)
                bad.push_back(*move.bad);
            if (move.premise)
                premise.push_back(*move.premise);
        }
        if (!query_.bad_move.empty())
            result_.bad = over_.any_of(bad);
        if (!query_.premise_move.empty())
            result_.premise = over_.any_of(premise);
    }

    void add_moves()
    {
        const Gate ongoing =
            over_.both(possible_, over_.no(determined_where(possible_, game_.terminal)));
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
            return depends_on(determined_where(possible_, *gate));
        };
        result_.stuck = of_state(query_.stuck);
        result_.bad = of_state(query_.bad);
        result_.premise = of_state(query_.premise);
        for (const Gate proposal : query_.proposals)
            result_.proposals.push_back(depends_on(over_.no(rails_.of(proposal).may_be_false)));
        for (TransitionSystem::Move& move : result_.moves)
        {
            const auto where_allowed = [&](const std::vector<Gate>& of_move)
            {
                const Gate found = determined_where(move.allowed, of_move[move.action.index]);
                return depends_on(over_.all_of(std::array{move.allowed, found}));
            };
            if (!query_.bad_move.empty())
                move.bad = where_allowed(query_.bad_move);
            if (!query_.premise_move.empty())
                move.premise = where_allowed(query_.premise_move);
        }
        join_moves();
    }

    /// What the moves make of every variable that matters, and of those that this depends on.
    void follow_bits()
    {
        for (std::size_t next = 0; next < variables_.size(); ++next)
        {
            const std::uint32_t variable = variables_[next];
            if (!game_.is_followed[variable])
                throw std::logic_error("a bit has effects that are not known");
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
            if (!game_.ahead.empty())
                follow_ahead(variable);
        }
    }

    /// What every action makes of a variable.
    void follow_ahead(std::uint32_t variable)
    {
        for (const GameSystem::Move& move : game_.moves)
        {
            const auto effect =
                std::ranges::lower_bound(move.effects, variable, {}, &GameSystem::Effect::variable);
            if (effect != move.effects.end() && effect->variable == variable)
                ahead_.changes[move.action.index].push_back({variable, value_of(effect->value)});
        }
    }

    /// A gate of the game, which may be open.
    LookAheadSystem::Value value_of(Gate gate)
    {
        const DualRail::Rails rails = rails_unasked_.of(gate);
        const Gate is_open =
            is_pure(rails) ? Circuit::bottom : over_.both(rails.may_be_true, rails.may_be_false);
        return {depends_on(rails.may_be_true), depends_on(is_open)};
    }

    /// The atoms of the formulas that look ahead.
    void add_look_ahead()
    {
        ahead_.legal.resize(game_.moves.size());
        ahead_.changes.resize(game_.moves.size());
        SubformulaWalk walk;
        for (const LookAheadFormula& ahead : game_.ahead)
            walk.add(ahead.formula);
        ahead_.terminal = value_of(game_.terminal);
        while (const std::optional<Formula> f = walk.take())
        {
            walk.add(f->children());
            if (f->is(Kind::Fluent))
                depends_on(over_.variable(f->fluent().index));
            else if (f->is(Kind::Initial))
                depends_on(over_.variable(game_.initial_variable()));
            else if (f->is(Kind::Legal))
                ahead_.legal[f->action().index] = value_of(game_.moves[f->action().index].legal);
        }
    }

    /// Where all of these are true, the system is undetermined: the values of this gate of the game
    /// matter.
    void fault(std::span<const Gate> all, Gate of)
    {
        const Gate where = over_.all_of(all);
        if (where == Circuit::bottom)
            return;
        faults_.push_back(depends_on(where));
        result_.faults.push_back(of);
    }

    bool is_pure(const DualRail::Rails& rails)
    {
        return rails.may_be_false == over_.no(rails.may_be_true);
    }

    /// The gate, without inputs; that they do not matter there is asked of every state.
    Gate determined_where(Gate where, Gate gate)
    {
        const DualRail::Rails rails = rails_.of(gate);
        if (!is_pure(rails))
            fault(std::array{where, rails.may_be_true, rails.may_be_false}, gate);
        if (!game_.ahead.empty())
        {
            // Where a formula that looks ahead decides.
            const DualRail::Rails unasked = rails_unasked_.of(gate);
            const Gate here = has_choice(where) ? Circuit::top : where;
            if (!is_pure(unasked))
                asks_.push_back(depends_on(
                    over_.all_of(std::array{here, unasked.may_be_true, unasked.may_be_false})));
        }
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
        result_.asks = over_.any_of(asks_);
        std::vector<Gate*> used{&result_.undetermined, &result_.asks, &result_.possible};
        for (std::optional<Gate>* gate : {&result_.bad, &result_.premise, &result_.stuck})
            note(*gate, used);
        for (Gate& proposal : result_.proposals)
            used.push_back(&proposal);
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
                    [&](Gate gate)
                    {
                        const std::uint32_t index = over_.index(gate);
                        return over_.is(gate, GateKind::Variable)
                                   ? result_.circuit.variable(bit_of[index])
                                   : result_.circuit.input(formula_of(index));
                    });
        for (Gate* gate : used)
            *gate = copier[*gate];
        if (!game_.ahead.empty())
            slice_ahead(bit_of);
        add_start(bit_of);
        return std::move(result_);
    }

    /// The index of a formula that looks ahead, by its input.
    std::uint32_t formula_of(std::uint32_t input) const
    {
        const auto found = std::ranges::find(game_.ahead, input, &LookAheadFormula::input);
        return static_cast<std::uint32_t>(found - game_.ahead.begin());
    }

    void slice_ahead(const std::vector<std::uint32_t>& bit_of)
    {
        for (const LookAheadFormula& ahead : game_.ahead)
            result_.ahead.push_back(ahead.formula);
        std::vector<Gate*> used{&ahead_.terminal.is_true, &ahead_.terminal.is_open};
        for (LookAheadSystem::Value& legal : ahead_.legal)
            used.insert(used.end(), {&legal.is_true, &legal.is_open});
        for (std::vector<LookAheadSystem::Change>& changes : ahead_.changes)
        {
            for (LookAheadSystem::Change& change : changes)
            {
                change.bit = bit_of[change.bit];
                used.insert(used.end(), {&change.value.is_true, &change.value.is_open});
            }
        }
        std::vector<Gate> roots;
        for (const Gate* gate : used)
            roots.push_back(*gate);
        GateCopier copier(over_, ahead_.circuit);
        copier.copy(roots,
                    [&](Gate gate) { return ahead_.circuit.variable(bit_of[over_.index(gate)]); });
        for (Gate* gate : used)
            *gate = copier[*gate];
        result_.after = std::move(ahead_);
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
    SystemOptions options_;
    Circuit over_; // variables as in the game
    DualRail rails_;
    DualRail rails_unasked_; // nothing is known: formulas that look ahead are open
    TransitionSystem result_;
    LookAheadSystem ahead_;
    std::vector<Gate> faults_, asks_;
    Gate possible_ = Circuit::top;
    std::vector<bool> seen_;
    std::vector<std::uint32_t> variables_; // that matter
};

} // namespace

TransitionSystem transition_system(const GameSystem& system, const PlayQuery& query,
                                   const SystemOptions& options)
{
    return CircuitSlice(system, query, options).build();
}

TransitionSystem transition_system(Theory& theory, const Question& question, const Budget& budget,
                                   bool with_proposals)
{
    GameBuilder builder(theory, budget);
    const PlayQuery query = compile(builder, theory.game().frame, question, theory.store(),
                                    {.with_proposals = with_proposals});
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
        case GateKind::False: made = reduction.store().bottom(); break;
        case GateKind::True: made = reduction.store().top(); break;
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
