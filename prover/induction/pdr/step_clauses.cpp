#include "prover/induction/pdr/step_clauses.hpp"

#include "prover/system/gate_clauses.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

class SegmentClauses
{
public:
    SegmentClauses(CoreSolver& solver, const OpenSystem& system) : solver_(solver), system_(system)
    {
        for (const Gate gate : system.constraint)
            roots_.push_back(gate);
        if (system.bad)
            roots_.push_back(*system.bad);
        for (const OpenSystem::Move& move : system.moves)
        {
            roots_.insert(roots_.end(), {move.allowed, move.bad});
            for (const OpenSystem::Change& change : move.changes)
            {
                if (change.value)
                    roots_.push_back(*change.value);
            }
        }
        changed_by_.resize(system.bits.size());
        for (std::size_t m = 0; m < system.moves.size(); ++m)
        {
            for (const OpenSystem::Change& change : system.moves[m].changes)
                changed_by_[change.bit].push_back(m);
        }
    }

    std::vector<StateLiterals> segment(unsigned plies)
    {
        std::vector<StateLiterals> states;
        std::vector<Literal> bits;
        for (std::size_t bit = 0; bit < system_.bits.size(); ++bit)
            bits.push_back(solver_.new_variable());
        states.push_back(state(std::move(bits)));
        for (unsigned ply = 0; ply < plies; ++ply)
        {
            bits = next(states.back());
            states.push_back(state(std::move(bits)));
        }
        return states;
    }

private:
    StateLiterals state(std::vector<Literal> bits)
    {
        StateLiterals made;
        made.bits = std::move(bits);
        for (std::size_t i = 0; i < system_.choices; ++i)
            made.choices.push_back(solver_.new_variable());
        const Circuit& circuit = system_.circuit;
        gates_ = add_gates(solver_, circuit, roots_,
                           [&](Gate leaf)
                           {
                               return circuit.is(leaf, GateKind::Input)
                                          ? made.choices[circuit.index(leaf)]
                                          : made.bits[circuit.index(leaf)];
                           });
        for (const Gate gate : system_.constraint)
            made.constraint.push_back(gates_[gate]);
        if (system_.bad)
            made.bad.push_back(gates_[*system_.bad]);
        for (const OpenSystem::Move& move : system_.moves)
        {
            made.moves.push_back(solver_.new_variable());
            made.allowed.push_back(gates_[move.allowed]);
            if (system_.at_moves)
                made.bad.push_back(gates_[move.bad]);
        }
        at_most_one(made.moves);
        return made;
    }

    /// s(i): one of the moves up to the i-th is made.
    void at_most_one(const std::vector<Literal>& moves)
    {
        Literal before = 0;
        for (std::size_t i = 0; i + 1 < moves.size(); ++i)
        {
            const Literal so_far = solver_.new_variable();
            solver_.add({-moves[i], so_far});
            solver_.add({-so_far, -moves[i + 1]});
            if (before != 0)
                solver_.add({-before, so_far});
            before = so_far;
        }
    }

    /// The bits after the move; the gates are those of the state before. Bits that no move changes
    /// are the same literals.
    std::vector<Literal> next(StateLiterals& from)
    {
        from.goes_on = solver_.new_variable();
        std::vector<Literal> some_move = from.moves;
        some_move.push_back(-from.goes_on);
        solver_.add(some_move);
        std::vector<Literal> to = from.bits;
        for (std::size_t bit = 0; bit < to.size(); ++bit)
        {
            if (changed_by_[bit].empty())
                continue;
            const Literal then = to[bit] = solver_.new_variable();
            if (changed_by_[bit].size() == system_.moves.size())
                continue;
            std::vector<Literal> clause;
            for (const std::size_t m : changed_by_[bit])
                clause.push_back(from.moves[m]);
            for (const Literal sign : {1, -1})
            {
                clause.insert(clause.end(), {sign * then, -sign * from.bits[bit]});
                solver_.add(clause);
                clause.resize(clause.size() - 2);
            }
        }
        for (std::size_t m = 0; m < system_.moves.size(); ++m)
        {
            for (const OpenSystem::Change& change : system_.moves[m].changes)
            {
                const Literal made = from.moves[m], then = to[change.bit];
                if (change.value == Circuit::top || change.value == Circuit::bottom)
                {
                    solver_.add({-made, change.value == Circuit::top ? then : -then});
                    continue;
                }
                if (!change.value)
                    from.choices.push_back(solver_.new_variable());
                const Literal value = change.value ? gates_[*change.value] : from.choices.back();
                solver_.add({-made, then, -value});
                solver_.add({-made, -then, value});
            }
        }
        return to;
    }

    CoreSolver& solver_;
    const OpenSystem& system_;
    std::vector<Gate> roots_;
    std::vector<std::vector<std::size_t>> changed_by_; // by bit: moves
    std::vector<Literal> gates_;                       // of the last state made
};

} // namespace

std::vector<StateLiterals> add_segment(CoreSolver& solver, const OpenSystem& system, unsigned plies)
{
    return SegmentClauses(solver, system).segment(plies);
}

} // namespace sgl
