#include "prover/transition/open/open_system.hpp"

#include "prover/claims/question.hpp"
#include "prover/system/game_builder.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace sgl
{

namespace
{

/// Follows the gates of a game from a query to all bits that matter.
class OpenSlice
{
public:
    OpenSlice(const GameSystem& game, const PlayQuery& query, FormulaStore& store)
        : game_(game), query_(query), store_(store), seen_(game.circuit.size()),
          bit_of_variable_(game.variables.size(), no_bit), bit_of_input_(game.inputs.size(), no_bit)
    {
        note_promises();
    }

    OpenSystem build(std::span<const Gate> lemmas)
    {
        find_bits();
        note_what_is_about_bits();
        std::vector<Gate> constraint = demands();
        for (const Gate lemma : lemmas)
        {
            if (is_about_bits_[lemma])
                constraint.push_back(lemma);
        }
        return with_circuit(std::move(constraint));
    }

private:
    using Promise = std::pair<std::vector<std::uint32_t>, std::pair<Kind, std::uint32_t>>;

    static Promise key(const InputVariable& input, std::size_t from)
    {
        std::vector<std::uint32_t> path;
        for (std::size_t i = from; i < input.path.size(); ++i)
            path.push_back(input.path[i].index);
        return {std::move(path), {input.of.kind, input.of.index}};
    }

    /// Which inputs have the values of others in the state before. (A default has no meaning where
    /// a rule determines the fluent, and is no formula of the game: it is left to the environment.)
    void note_promises()
    {
        std::map<Promise, std::uint32_t> inputs;
        for (std::uint32_t i = 0; i < game_.inputs.size(); ++i)
        {
            if (!game_.inputs[i].is_default)
                inputs.emplace(key(game_.inputs[i], 0), i);
        }
        promises_.resize(game_.inputs.size());
        for (std::uint32_t i = 0; i < game_.inputs.size(); ++i)
        {
            const InputVariable& input = game_.inputs[i];
            if (input.path.empty() || input.is_default)
                continue;
            if (const auto kept = inputs.find(key(input, 1)); kept != inputs.end())
                promises_[kept->second].emplace_back(input.path.front(), i);
        }
    }

    bool is_made(const GameSystem::Move& move) const
    {
        return query_.recommended[move.action.index] != Circuit::bottom;
    }

    void find_bits()
    {
        std::vector<Gate> roots{game_.terminal};
        for (const auto* gates : {&query_.recommended, &query_.bad_move})
            roots.insert(roots.end(), gates->begin(), gates->end());
        if (query_.bad)
            roots.push_back(*query_.bad);
        // play_query follows the constraint in these cases.
        if (!game_.is_total || game_.input_constraint != Circuit::top)
            roots.insert(roots.end(), {game_.state_constraint, game_.input_constraint});
        visit(std::move(roots));
        for (std::size_t next = 0; next < leaves_.size(); ++next)
        {
            const Gate leaf = leaves_[next];
            const std::uint32_t index = game_.circuit.index(leaf);
            std::vector<Gate> sources;
            if (game_.circuit.is(leaf, GateKind::Variable))
            {
                bit_of_variable_[index] = bits_++;
                for (const GameSystem::Move& move : game_.moves)
                {
                    if (const GameSystem::Effect* effect = effect_on(move, index))
                        sources.push_back(effect->value);
                }
            }
            else if (!promises_[index].empty())
            {
                bit_of_input_[index] = bits_++;
                for (const auto& [action, source] : promises_[index])
                    sources.push_back(input_gates()[source]);
            }
            visit(std::move(sources));
        }
    }

    void visit(std::vector<Gate> open)
    {
        while (!open.empty())
        {
            const Gate gate = open.back();
            open.pop_back();
            if (seen_[gate])
                continue;
            seen_[gate] = true;
            if (game_.circuit.is(gate, GateKind::Variable) ||
                game_.circuit.is(gate, GateKind::Input))
                leaves_.push_back(gate);
            const std::span<const Gate> operands = game_.circuit.operands(gate);
            open.insert(open.end(), operands.begin(), operands.end());
        }
    }

    /// The gate of each input.
    const std::vector<Gate>& input_gates()
    {
        if (input_gates_.empty())
        {
            input_gates_.resize(game_.inputs.size());
            for (Gate gate = 0; gate < game_.circuit.size(); ++gate)
            {
                if (game_.circuit.is(gate, GateKind::Input))
                    input_gates_[game_.circuit.index(gate)] = gate;
            }
        }
        return input_gates_;
    }

    const GameSystem::Effect* effect_on(const GameSystem::Move& move, std::uint32_t variable) const
    {
        if (!is_made(move))
            return nullptr;
        const auto effect =
            std::ranges::lower_bound(move.effects, variable, {}, &GameSystem::Effect::variable);
        return effect == move.effects.end() || effect->variable != variable ? nullptr : &*effect;
    }

    /// The conjuncts of the constraint that are about the bits.
    std::vector<Gate> demands() const
    {
        std::vector<Gate> found, open{game_.state_constraint, game_.input_constraint};
        while (!open.empty())
        {
            const Gate gate = open.back();
            open.pop_back();
            const std::span<const Gate> operands = game_.circuit.operands(gate);
            if (game_.circuit.is(gate, GateKind::And))
                open.insert(open.end(), operands.begin(), operands.end());
            else if (gate != Circuit::top && is_about_bits_[gate])
                found.push_back(gate);
        }
        return found;
    }

    /// Notes which gates depend on nothing but bits and choices that matter.
    void note_what_is_about_bits()
    {
        const Circuit& circuit = game_.circuit;
        is_about_bits_.resize(circuit.size());
        for (Gate gate = 0; gate < circuit.size(); ++gate)
        {
            if (circuit.is(gate, GateKind::Variable))
                is_about_bits_[gate] = bit_of_variable_[circuit.index(gate)] != no_bit;
            else if (circuit.is(gate, GateKind::Input))
                is_about_bits_[gate] = seen_[gate];
            else
                is_about_bits_[gate] = std::ranges::all_of(circuit.operands(gate), [&](Gate operand)
                                                           { return is_about_bits_[operand]; });
        }
    }

    /// The gates in a circuit of their own.
    OpenSystem with_circuit(std::vector<Gate> constraint)
    {
        OpenSystem result;
        result.bits.resize(bits_);
        for (std::uint32_t v = 0; v < game_.variables.size(); ++v)
        {
            if (bit_of_variable_[v] != no_bit)
                result.bits[bit_of_variable_[v]] = game_.variables[v].atom;
        }
        for (std::uint32_t i = 0; i < game_.inputs.size(); ++i)
        {
            if (bit_of_input_[i] != no_bit)
                result.bits[bit_of_input_[i]] = atom(game_.inputs[i]);
        }
        std::vector<Gate> roots = constraint;
        for (Gate gate = 0; gate < seen_.size(); ++gate)
        {
            if (seen_[gate])
                roots.push_back(gate);
        }
        std::map<std::uint32_t, std::uint32_t> choices; // by input
        GateCopier copier(game_.circuit, result.circuit);
        copier.copy(roots,
                    [&](Gate leaf)
                    {
                        const std::uint32_t index = game_.circuit.index(leaf);
                        const std::uint32_t bit = bit_of(leaf);
                        if (bit != no_bit)
                            return result.circuit.variable(bit);
                        const auto next = static_cast<std::uint32_t>(choices.size());
                        return result.circuit.input(choices.emplace(index, next).first->second);
                    });
        result.choices = choices.size();
        const Gate ongoing = result.circuit.no(copier[game_.terminal]);
        for (const GameSystem::Move& move : game_.moves)
        {
            if (is_made(move))
                add_move(result, move, copier, ongoing);
        }
        if (query_.bad)
            result.bad = copier[*query_.bad];
        result.at_moves = !query_.bad_move.empty();
        for (const Gate gate : constraint)
            result.constraint.push_back(copier[gate]);
        add_start(result);
        return result;
    }

    void add_move(OpenSystem& result, const GameSystem::Move& move, const GateCopier& copier,
                  Gate ongoing)
    {
        OpenSystem::Move made{move.action, {}, {}};
        made.allowed = result.circuit.both(ongoing, copier[query_.recommended[move.action.index]]);
        if (made.allowed == Circuit::bottom)
            return;
        for (const GameSystem::Effect& effect : move.effects)
        {
            const std::uint32_t bit = bit_of_variable_[effect.variable];
            if (bit != no_bit)
                made.changes.push_back({bit, copier[effect.value]});
        }
        for (std::uint32_t i = 0; i < game_.inputs.size(); ++i)
        {
            if (bit_of_input_[i] == no_bit)
                continue;
            OpenSystem::Change change{bit_of_input_[i], std::nullopt};
            for (const auto& [action, source] : promises_[i])
            {
                if (action == move.action)
                    change.value = copier[input_gates()[source]];
            }
            made.changes.push_back(change);
        }
        std::ranges::sort(made.changes, {}, &OpenSystem::Change::bit);
        if (!query_.bad_move.empty())
            made.bad = copier[query_.bad_move[move.action.index]];
        result.moves.push_back(std::move(made));
    }

    std::uint32_t bit_of(Gate leaf) const
    {
        const std::uint32_t index = game_.circuit.index(leaf);
        return game_.circuit.is(leaf, GateKind::Input) ? bit_of_input_[index]
                                                       : bit_of_variable_[index];
    }

    /// The variables that are no bits, and the choices, are further variables.
    void add_start(OpenSystem& result) const
    {
        TransitionSystem::InitialStates& start = result.start;
        const std::array roots{game_.initial, game_.state_constraint, game_.input_constraint};
        start.variables = result.bits.size();
        GateCopier copier(game_.circuit, start.circuit);
        copier.copy(roots,
                    [&](Gate leaf)
                    {
                        const std::uint32_t bit = bit_of(leaf);
                        return start.circuit.variable(
                            bit != no_bit ? bit : static_cast<std::uint32_t>(start.variables++));
                    });
        start.gate =
            start.circuit.all_of(std::array{copier[roots[0]], copier[roots[1]], copier[roots[2]]});
    }

    Formula atom(const InputVariable& input) const
    {
        Formula f = input.of.kind == Kind::Terminal ? store_.terminal()
                    : input.of.kind == Kind::Legal  ? store_.legal(Action{input.of.index})
                                                    : store_.fluent(Fluent{input.of.index});
        for (std::size_t i = input.path.size(); i-- > 0;)
            f = store_.after(input.path[i], f);
        return f;
    }

    static constexpr std::uint32_t no_bit = ~std::uint32_t{0};

    const GameSystem& game_;
    const PlayQuery& query_;
    FormulaStore& store_;
    std::vector<bool> seen_, is_about_bits_; // by gate
    std::vector<Gate> leaves_; // the variables and inputs among them, as they were met
    std::vector<std::uint32_t> bit_of_variable_, bit_of_input_;
    std::uint32_t bits_ = 0;
    /// By input: the actions after which another input becomes this one.
    std::vector<std::vector<std::pair<Action, std::uint32_t>>> promises_;
    std::vector<Gate> input_gates_;
};

} // namespace

OpenSystem open_system(Theory& theory, const Question& question, std::span<const Formula> lemmas,
                       const Budget& budget)
{
    GameBuilder builder(theory, budget);
    const PlayQuery query = compile(builder, theory.game().frame, question, theory.store());
    std::vector<Gate> gates;
    for (const Formula lemma : lemmas)
        gates.push_back(builder.gate(lemma));
    return OpenSlice(builder.system(), query, theory.store()).build(gates);
}

} // namespace sgl
