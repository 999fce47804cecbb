// A claim about plays as a model checking problem in AIGER's binary format (Biere, Heljanko,
// Wieringa 2011), for Debian's berkeley-abc: bench/peers/aiger GAME CLAIM FILE [NAME=VALUE…].
//
// Latches are the bits, and inputs the environment's choices and the number of a move. A move that
// is not allowed changes nothing. The one output is bad states that Σ allows. Exit status 1: the
// claim is not `always` or `if`, or there is more than one initial state.

#include "logic/language/reader.hpp"
#include "prover/claims/question.hpp"
#include "prover/invariants/known_invariants.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/sat/core_solver.hpp"
#include "prover/system/gate_clauses.hpp"
#include "prover/transition/open/open_system.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>

namespace sgl::bench
{

namespace
{

/// And-inverter gates as AIGER numbers them: twice the variable, and one more for its negation.
class Aiger
{
public:
    using Node = std::uint32_t;

    Aiger(const OpenSystem& system, const std::vector<bool>& start) : system_(system), start_(start)
    {
        while ((std::size_t{1} << selectors_) < system.moves.size())
            ++selectors_;
        inputs_ = static_cast<Node>(system.choices) + selectors_;
        next_ = 1 + inputs_ + static_cast<Node>(system.bits.size());
        for (Node bit = 0; bit < system.bits.size(); ++bit)
            bits_.push_back((2 * (1 + inputs_ + bit)) ^ Node{start[bit]});
        make_gates();
        make_moves();
    }

    std::string text()
    {
        std::vector<Node> latches = next_bits();
        const Node bad = bad_states();
        std::string text =
            fmt::format("aig {} {} {} 1 {}\n", next_ - 1, inputs_, latches.size(), ands_.size());
        for (std::size_t bit = 0; bit < latches.size(); ++bit)
            text += fmt::format("{}\n", latches[bit] ^ Node{start_[bit]});
        text += fmt::format("{}\n", bad);
        for (std::size_t i = 0; i < ands_.size(); ++i)
        {
            const auto [first, second] = ands_[i];
            const Node self = 2 * (next_ - static_cast<Node>(ands_.size()) + static_cast<Node>(i));
            add_number(text, self - first);
            add_number(text, first - second);
        }
        return text;
    }

private:
    static void add_number(std::string& text, Node number)
    {
        constexpr Node more = 128;
        for (; number >= more; number /= more)
            text += static_cast<char>(number % more + more);
        text += static_cast<char>(number);
    }

    Node both(Node a, Node b)
    {
        if (a < b)
            std::swap(a, b);
        if (b == 0 || (a ^ b) == 1)
            return 0;
        if (b == 1 || a == b)
            return a;
        const auto [made, is_new] = made_.emplace(std::pair(a, b), 2 * next_);
        if (is_new)
        {
            ands_.emplace_back(a, b);
            ++next_;
        }
        return made->second;
    }
    Node either(Node a, Node b) { return both(a ^ 1, b ^ 1) ^ 1; }

    void make_gates()
    {
        const Circuit& circuit = system_.circuit;
        for (Gate gate = 0; gate < circuit.size(); ++gate)
        {
            const auto operands = circuit.operands(gate);
            const auto of = [&](std::size_t i) { return gates_[operands[i]]; };
            Node node = 0;
            switch (circuit.kind(gate))
            {
            case GateKind::False: break;
            case GateKind::True: node = 1; break;
            case GateKind::Variable: node = bits_[circuit.index(gate)]; break;
            case GateKind::Input: node = 2 * (1 + circuit.index(gate)); break;
            case GateKind::Not: node = of(0) ^ 1; break;
            case GateKind::And: node = both(of(0), of(1)); break;
            case GateKind::Or: node = either(of(0), of(1)); break;
            case GateKind::Iff:
                node = either(both(of(0), of(1)), both(of(0) ^ 1, of(1) ^ 1));
                break;
            }
            gates_.push_back(node);
        }
    }

    void make_moves()
    {
        for (std::size_t m = 0; m < system_.moves.size(); ++m)
        {
            Node made = gates_[system_.moves[m].allowed];
            for (Node k = 0; k < selectors_; ++k)
            {
                const Node selector = 2 * (1 + static_cast<Node>(system_.choices) + k);
                made = both(made, selector ^ Node{(m >> k & 1) == 0});
            }
            moves_.push_back(made);
        }
    }

    std::vector<Node> next_bits()
    {
        std::vector<Node> changed(bits_.size(), 0), value(bits_.size(), 0);
        for (std::size_t m = 0; m < moves_.size(); ++m)
        {
            for (const OpenSystem::Change& change : system_.moves[m].changes)
            {
                if (!change.value)
                    throw std::runtime_error("a bit is chosen by the environment");
                changed[change.bit] = either(changed[change.bit], moves_[m]);
                value[change.bit] =
                    either(value[change.bit], both(moves_[m], gates_[*change.value]));
            }
        }
        for (std::size_t bit = 0; bit < bits_.size(); ++bit)
            value[bit] = either(value[bit], both(changed[bit] ^ 1, bits_[bit]));
        return value;
    }

    Node bad_states()
    {
        Node bad = system_.bad ? gates_[*system_.bad] : 0;
        for (std::size_t m = 0; m < moves_.size(); ++m)
            bad = either(bad, both(moves_[m], gates_[system_.moves[m].bad]));
        for (const Gate gate : system_.constraint)
            bad = both(bad, gates_[gate]);
        return bad;
    }

    const OpenSystem& system_;
    const std::vector<bool>& start_;
    Node selectors_ = 0, inputs_ = 0, next_ = 0;
    std::vector<Node> bits_, gates_, moves_;
    std::vector<std::pair<Node, Node>> ands_;
    std::map<std::pair<Node, Node>, Node> made_;
};

/// The only initial state, by bits; nothing where there are others.
std::optional<std::vector<bool>> only_start(const OpenSystem& system, const Budget& budget)
{
    CoreSolver solver;
    std::vector<Literal> variables, other;
    for (std::size_t v = 0; v < system.start.variables; ++v)
        variables.push_back(solver.new_variable());
    const Circuit& circuit = system.start.circuit;
    const auto gates = add_gates(solver, circuit, std::array{system.start.gate},
                                 [&](Gate gate) { return variables[circuit.index(gate)]; });
    solver.add({gates[system.start.gate]});
    if (!solver.is_satisfiable({}, {}, budget))
        return std::nullopt;
    std::vector<bool> start;
    for (std::size_t bit = 0; bit < system.bits.size(); ++bit)
    {
        start.push_back(solver.value(variables[bit]));
        other.push_back(start.back() ? -variables[bit] : variables[bit]);
    }
    if (!other.empty() && solver.is_satisfiable({}, other, budget))
        return std::nullopt;
    return start;
}

int write(const std::vector<std::string>& arguments)
{
    std::ostringstream text;
    text << std::ifstream(arguments[0]).rdbuf();
    ReadOptions options;
    for (std::size_t i = 3; i < arguments.size(); ++i)
    {
        const std::size_t equals = arguments[i].find('=');
        options.parameters.emplace_back(arguments[i].substr(0, equals),
                                        std::stoll(arguments[i].substr(equals + 1)));
    }
    FormulaStore store;
    const Result<GameReader> game = GameReader::read(store, {arguments[0], text.str()}, options);
    if (!game)
        return 1;
    const auto& claims = game->game().claims;
    const auto claim = std::ranges::find(claims, arguments[1], &Claim::name);
    if (claim == claims.end() || (claim->kind != ClaimKind::Always && claim->kind != ClaimKind::If))
        return 1;
    Question question;
    question.profile = claim->strategies;
    question.bad = store.negation(claim->formula);
    question.at_moves = !claim->formula.is_state_wise();
    Theory theory(store, game->game());
    const Budget budget;
    theory.completion(budget);
    const OpenSystem system =
        open_system(theory, question, known_invariants(theory, budget), budget);
    const auto start = only_start(system, budget);
    if (!start)
        return 1;
    std::ofstream(arguments[2], std::ios::binary) << Aiger(system, *start).text();
    return 0;
}

} // namespace

} // namespace sgl::bench

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 3)
    {
        std::cerr << "usage: aiger GAME CLAIM FILE [NAME=VALUE…]\n";
        return 3;
    }
    try
    {
        return sgl::bench::write(arguments);
    }
    catch (const std::exception& error)
    {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
