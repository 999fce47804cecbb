#include "prover/induction/spacer.hpp"

#include "prover/induction/inductive_invariant.hpp"
#include "prover/processes/child_process.hpp"
#include "prover/resources/limits.hpp"
#include "prover/resources/memory.hpp"
#include "prover/sat/solver.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <unordered_map>
#include <z3++.h>

namespace sgl
{

namespace
{

/// A transition system as Horn clauses. To be made and asked in a child process, where an error of
/// Z3's is an exception that ends it.
class HornClauses
{
public:
    HornClauses(const TransitionSystem& system, unsigned plies)
        : system_(system), fixedpoint_(context_), reached_(predicate())
    {
        z3::params how(context_);
        how.set("engine", context_.str_symbol("spacer"));
        // The predicate is to stay as it is, so that the answer speaks of it.
        how.set("xform.slice", false);
        how.set("xform.inline_linear", false);
        how.set("xform.inline_eager", false);
        fixedpoint_.set(how);
        fixedpoint_.register_relation(reached_);
        for (unsigned ply = 0; ply <= plies; ++ply)
            states_.push_back(state(ply));
        add_start();
        add_plies();
    }

    /// What is said of states reached by folds of plies, from which nothing bad or undetermined is
    /// reached within the next fold; empty where something is.
    std::string answer()
    {
        z3::expr_vector any(context_);
        for (std::size_t ply = 0; ply + 1 < states_.size(); ++ply)
        {
            z3::expr bad = made(system_.undetermined, ply);
            if (system_.bad)
                bad = bad || made(*system_.bad, ply);
            any.push_back(plays_to(ply) && bad);
        }
        z3::expr query = z3::exists(variables(states_.size() - 2),
                                    reached_(all(states_[0].bits)) && z3::mk_or(any));
        switch (fixedpoint_.query(query))
        {
        case z3::sat: return "";
        case z3::unsat: return text_of(fixedpoint_.get_answer());
        case z3::unknown: break;
        }
        give_up("Spacer gave up: " + fixedpoint_.reason_unknown());
    }

private:
    /// The bits of a state, and the gates over them.
    struct StateTerms
    {
        std::vector<z3::expr> bits, gates;
    };

    z3::func_decl predicate()
    {
        z3::sort_vector sorts(context_);
        for (std::size_t bit = 0; bit < system_.bits.size(); ++bit)
            sorts.push_back(context_.bool_sort());
        return context_.function("reached", sorts, context_.bool_sort());
    }

    StateTerms state(unsigned ply)
    {
        StateTerms terms;
        for (std::size_t bit = 0; bit < system_.bits.size(); ++bit)
            terms.bits.push_back(context_.bool_const(fmt::format("bit{}_{}", bit, ply).c_str()));
        return terms;
    }

    z3::expr_vector all(const std::vector<z3::expr>& expressions)
    {
        z3::expr_vector vector(context_);
        for (const z3::expr& e : expressions)
            vector.push_back(e);
        return vector;
    }

    /// The bits of the states up to this one.
    z3::expr_vector variables(std::size_t last)
    {
        z3::expr_vector vector(context_);
        for (std::size_t ply = 0; ply <= last; ++ply)
        {
            for (const z3::expr& e : states_[ply].bits)
                vector.push_back(e);
        }
        return vector;
    }

    void add_start()
    {
        std::vector<z3::expr> variables = states_[0].bits;
        while (variables.size() < system_.start.variables)
            variables.push_back(
                context_.bool_const(fmt::format("other{}", variables.size()).c_str()));
        const z3::expr start = of_circuit(system_.start.circuit, variables)[system_.start.gate];
        add(all(variables), z3::implies(start, reached_(all(states_[0].bits))), "start");
    }

    /// One rule for all moves of a fold: which are taken decides what the last state is.
    void add_plies()
    {
        if (system_.moves.empty())
            return;
        const std::size_t last = states_.size() - 1;
        add(variables(last),
            z3::implies(reached_(all(states_[0].bits)) && plays_to(last),
                        reached_(all(states_[last].bits))),
            "plies");
    }

    /// Each state follows the one before, up to this one.
    z3::expr plays_to(std::size_t last)
    {
        z3::expr_vector plies(context_);
        for (std::size_t ply = 0; ply < last; ++ply)
            plies.push_back(follows(ply));
        return z3::mk_and(plies);
    }

    /// The state after so many plies leads to the next.
    z3::expr follows(std::size_t ply)
    {
        const std::vector<z3::expr>& now = states_[ply].bits;
        const std::vector<z3::expr>& then = states_[ply + 1].bits;
        z3::expr_vector any(context_);
        for (const TransitionSystem::Move& move : system_.moves)
        {
            z3::expr_vector all_of(context_);
            all_of.push_back(made(move.allowed, ply));
            std::size_t next = 0;
            const auto keep_before = [&](std::size_t bit)
            {
                for (; next < bit; ++next)
                    all_of.push_back(then[next] == now[next]);
            };
            for (const TransitionSystem::Change& change : move.changes)
            {
                keep_before(change.bit);
                all_of.push_back(then[next++] == made(change.value, ply));
            }
            keep_before(then.size());
            any.push_back(z3::mk_and(all_of));
        }
        return z3::mk_or(any);
    }

    void add(const z3::expr_vector& variables, const z3::expr& rule, const char* name)
    {
        z3::expr closed = z3::forall(variables, rule);
        fixedpoint_.add_rule(closed, context_.str_symbol(name));
    }

    /// A gate of the system, over the bits after so many plies.
    z3::expr made(Gate gate, std::size_t ply)
    {
        StateTerms& terms = states_[ply];
        if (terms.gates.empty())
            terms.gates = of_circuit(system_.circuit, terms.bits);
        return terms.gates[gate];
    }

    /// The gates of a circuit over these variables, which are as many as it has or fewer.
    std::vector<z3::expr> of_circuit(const Circuit& circuit, const std::vector<z3::expr>& variables)
    {
        std::vector<z3::expr> gates;
        for (Gate gate = 0; gate < circuit.size(); ++gate)
        {
            const auto operands = circuit.operands(gate);
            const auto of = [&](std::size_t i) { return gates[operands[i]]; };
            switch (circuit.kind(gate))
            {
            case GateKind::False:
            case GateKind::True:
                gates.push_back(context_.bool_val(circuit.is(gate, GateKind::True)));
                break;
            case GateKind::Variable: gates.push_back(variables[circuit.index(gate)]); break;
            case GateKind::Input: give_up("a transition system has no inputs");
            case GateKind::Not: gates.push_back(!of(0)); break;
            case GateKind::And: gates.push_back(of(0) && of(1)); break;
            case GateKind::Or: gates.push_back(of(0) || of(1)); break;
            case GateKind::Iff: gates.push_back(of(0) == of(1)); break;
            }
        }
        return gates;
    }

    /// Of ∀x (reached(x) ↔ φ), among other such: φ, in lines: what is said by each, of lines above
    /// it. Arguments come by their bits.
    std::string text_of(const z3::expr& answer)
    {
        std::vector<z3::expr> conjuncts{answer};
        while (!conjuncts.empty())
        {
            const z3::expr e = conjuncts.back();
            conjuncts.pop_back();
            if (e.is_and())
            {
                for (unsigned i = 0; i < e.num_args(); ++i)
                    conjuncts.push_back(e.arg(i));
                continue;
            }
            if (!e.is_quantifier() || !e.is_forall() || !e.body().is_eq())
                continue;
            for (unsigned side = 0; side < 2; ++side)
            {
                const z3::expr head = e.body().arg(side);
                if (head.is_app() && z3::eq(head.decl(), reached_))
                    return text_of(head, e.body().arg(1 - side));
            }
        }
        give_up("Spacer's answer does not say what is reached");
    }

    std::string text_of(const z3::expr& head, const z3::expr& body)
    {
        std::unordered_map<unsigned, std::size_t> bit_of; // by de Bruijn index
        for (unsigned i = 0; i < head.num_args(); ++i)
        {
            if (!head.arg(i).is_var())
                give_up("Spacer's answer is about other than states");
            bit_of.emplace(Z3_get_index_value(context_, head.arg(i)), i);
        }
        std::string text;
        std::unordered_map<unsigned, std::size_t> lines; // by Z3's number of the expression
        std::vector<z3::expr> stack{body};
        while (!stack.empty())
        {
            const z3::expr e = stack.back();
            const std::size_t before = stack.size();
            for (unsigned i = 0; e.is_app() && i < e.num_args(); ++i)
            {
                if (!lines.contains(e.arg(i).id()))
                    stack.push_back(e.arg(i));
            }
            if (stack.size() != before)
                continue;
            stack.pop_back();
            if (lines.contains(e.id()))
                continue;
            text += e.is_var() ? fmt::format("bit {}", bit_of.at(Z3_get_index_value(context_, e)))
                               : word_of(e);
            for (unsigned i = 0; e.is_app() && i < e.num_args(); ++i)
                text += fmt::format(" {}", lines.at(e.arg(i).id()));
            text += '\n';
            lines.emplace(e.id(), lines.size());
        }
        return text;
    }

    static const char* word_of(const z3::expr& e)
    {
        if (e.is_app())
        {
            switch (e.decl().decl_kind())
            {
            case Z3_OP_TRUE: return "true";
            case Z3_OP_FALSE: return "false";
            case Z3_OP_NOT: return "not";
            case Z3_OP_AND: return "and";
            case Z3_OP_OR: return "or";
            case Z3_OP_EQ:
            case Z3_OP_IFF: return "iff";
            case Z3_OP_ITE: return "if";
            default: break;
            }
        }
        give_up("Spacer's answer is no formula of propositional logic");
    }

    const TransitionSystem& system_;
    z3::context context_;
    z3::fixedpoint fixedpoint_;
    z3::func_decl reached_;
    std::vector<StateTerms> states_;
};

} // namespace

SpacerAnswer ask_spacer(const TransitionSystem& system, unsigned plies, const Budget& budget)
{
    budget.at_phase("while Spacer looked for an invariant");
    // The child begins with what this process has.
    const std::size_t left = memory_left(memory_limit());
    if (left < limits::least_spacer_memory)
        throw Interrupted{"Spacer would take too much memory", Cause::Memory};
    const ChildOutcome outcome = in_child(
        [&]() -> std::string
        {
            try
            {
                limit_z3_memory(left);
                return HornClauses(system, plies).answer();
            }
            catch (const z3::exception& error)
            {
                give_up(std::string("Spacer gave up: ") + error.msg());
            }
        },
        budget);
    if (outcome.failure)
        throw *outcome.failure;
    return {outcome.said};
}

Formula read_invariant(FormulaStore& store, const std::vector<Formula>& bits,
                       const std::string& text)
{
    std::vector<Formula> lines;
    std::istringstream input(text);
    for (std::string line; std::getline(input, line);)
    {
        std::istringstream words(line);
        std::string word;
        words >> word;
        std::vector<std::size_t> numbers;
        for (std::size_t number = 0; words >> number;)
            numbers.push_back(number);
        const std::size_t most = word == "bit" ? bits.size() : lines.size();
        if (!words.eof() || std::ranges::any_of(numbers, [&](auto n) { return n >= most; }))
            return {};
        const auto operand = [&](std::size_t i) { return lines[numbers[i]]; };
        std::vector<Formula> operands;
        for (std::size_t i = 0; word != "bit" && i < numbers.size(); ++i)
            operands.push_back(operand(i));
        if (word == "bit" && numbers.size() == 1)
            lines.push_back(bits[numbers[0]]);
        else if (word == "true" && numbers.empty())
            lines.push_back(store.top());
        else if (word == "false" && numbers.empty())
            lines.push_back(store.bottom());
        else if (word == "not" && numbers.size() == 1)
            lines.push_back(store.negation(operand(0)));
        else if (word == "and" && !numbers.empty())
            lines.push_back(store.conjunction(operands));
        else if (word == "or" && !numbers.empty())
            lines.push_back(store.disjunction(operands));
        else if (word == "iff" && numbers.size() == 2)
            lines.push_back(store.equivalence(operand(0), operand(1)));
        else if (word == "if" && numbers.size() == 3)
            lines.push_back(
                store.conjunction(store.implication(operand(0), operand(1)),
                                  store.implication(store.negation(operand(0)), operand(2))));
        else
            return {};
    }
    return lines.empty() || text.back() != '\n' ? Formula() : lines.back();
}

std::optional<PlayAnswer> explore_by_spacer(Theory& theory, const Question& question,
                                            const Budget& budget, std::vector<EngineAttempt>* tried)
{
    if (question.must_end || !question.bad)
        return std::nullopt;
    AttemptTimer trial(tried, Method::Spacer);
    try
    {
        const TransitionSystem system = transition_system(theory, question, budget);
        const unsigned plies = plies_of_a_round(theory.game().frame);
        const SpacerAnswer answer = ask_spacer(system, plies, budget);
        if (answer.invariant.empty())
        {
            trial.end("something bad is reached, or the rules leave open what happens");
            return std::nullopt;
        }
        std::vector<Formula> bits;
        for (const StateVariable& bit : system.bits)
            bits.push_back(bit.atom);
        const Invariant invariant{
            read_invariant(theory.store(), bits, answer.invariant), plies, {}};
        if (!invariant.formula)
            throw Interrupted{"what Spacer answered makes no sense"};
        InductionByInvariant induction(theory, question, invariant, budget);
        for (const Condition& obligation : induction.obligations())
        {
            if (!std::holds_alternative<Proved>(obligation.result.verdict))
            {
                trial.end("its invariant is not confirmed: " + obligation.name);
                return std::nullopt;
            }
        }
        trial.end("an invariant, which is inductive and excludes what is bad", true);
        PlayAnswer found;
        found.any_initial = true;
        const std::size_t parts =
            invariant.formula.is(Kind::And) ? invariant.formula.children().size() : 1;
        found.verdict = Proved{
            Method::Spacer, fmt::format("by an invariant of {} {}{}, which was found", parts,
                                        parts == 1 ? "part" : "parts",
                                        plies == 1 ? "" : fmt::format(" every {} plies", plies))};
        return found;
    }
    catch (const Interrupted& interrupted)
    {
        trial.end(interrupted);
        throw;
    }
}

} // namespace sgl
