#include "prover/sat/rup_search.hpp"

#include "prover/resources/memory.hpp"
#include "prover/sat/cadical_terminator.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <cassert>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace sgl
{

namespace
{

/// The DRAT proof that CaDiCaL writes, in memory.
class DratText
{
public:
    DratText() : file_(open_memstream(&text_, &size_))
    {
        if (file_ == nullptr)
            throw std::bad_alloc();
    }
    ~DratText()
    {
        std::fclose(file_);
        std::free(text_);
    }
    DratText(const DratText&) = delete;
    DratText& operator=(const DratText&) = delete;

    std::FILE* file() { return file_; }
    bool is_too_long() const
    {
        constexpr std::size_t share = 8; // of all that may be taken
        return static_cast<std::size_t>(std::max(std::ftell(file_), 0L)) >
               (memory_limit() << 20) / share;
    }
    std::string_view text()
    {
        std::fflush(file_);
        return {text_, size_};
    }

private:
    char* text_ = nullptr;
    std::size_t size_ = 0;
    std::FILE* file_;
};

/// Ends a query when its budget is used up or its DRAT proof is too large.
class TraceTerminator final : public CaDiCaL::Terminator
{
public:
    explicit TraceTerminator(const DratText& trace) : trace_(trace) {}

    void begin(const Budget& budget) { out_of_budget_.begin(budget); }
    void end() { out_of_budget_.end(); }
    bool terminate() override
    {
        constexpr unsigned often = 1024;
        if (++asked_ % often == 0)
            is_too_long_ = trace_.is_too_long();
        return is_too_long_ || out_of_budget_.terminate();
    }
    Interrupted reason(const Budget& budget) const
    {
        return is_too_long_ ? Interrupted{"a refutation takes too much memory", Cause::Memory}
                            : budget.reason();
    }

private:
    const DratText& trace_;
    BudgetTerminator out_of_budget_;
    unsigned asked_ = 0;
    bool is_too_long_ = false;
};

/// The clauses added, in DRAT as text: "1 -2 0", and "d 1 -2 0" for one deleted.
std::vector<axioms::Literal> added(std::string_view drat)
{
    std::vector<axioms::Literal> literals;
    const char* at = drat.data();
    const char* const end = at + drat.size();
    bool deletes = false;
    while (at != end)
    {
        if (*at == ' ' || *at == '\n')
        {
            ++at;
            continue;
        }
        if (*at == 'd')
        {
            deletes = true;
            ++at;
            continue;
        }
        axioms::Literal literal = 0;
        const auto [next, error] = std::from_chars(at, end, literal);
        if (error != std::errc())
            break;
        at = next;
        if (!deletes)
            literals.push_back(literal);
        deletes = deletes && literal != 0;
    }
    return literals;
}

} // namespace

struct TracedSolver::Solver
{
    DratText trace;
    std::size_t read = 0; // of what was written
    TraceTerminator limits{trace};
    CaDiCaL::Solver cadical;

    Solver()
    {
        // Every clause that plain CDCL learns follows from those before by unit propagation.
        [[maybe_unused]] const bool known =
            cadical.configure("plain") && cadical.set("binary", 0) && cadical.set("quiet", 1);
        assert(known);
        cadical.trace_proof(trace.file(), "refutation");
        cadical.connect_terminator(&limits);
    }
    ~Solver()
    {
        cadical.close_proof_trace();
        cadical.disconnect_terminator();
    }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
};

TracedSolver::TracedSolver() : solver_(std::make_unique<Solver>()) {}
TracedSolver::~TracedSolver() = default;

void TracedSolver::add(std::span<const axioms::Literal> clause)
{
    for (const axioms::Literal literal : clause)
        solver_->cadical.add(literal);
    solver_->cadical.add(0);
}

/// A query that fails under one assumption has the assumption's negation among the clauses learned.
std::optional<std::vector<axioms::Literal>> TracedSolver::lines_against(axioms::Literal literal,
                                                                        const Budget& budget)
{
    constexpr int unsatisfiable = 20;
    solver_->limits.begin(budget);
    if (literal != 0)
        solver_->cadical.assume(literal);
    const int answer = solver_->cadical.solve();
    solver_->limits.end();
    if (answer == 0)
        throw solver_->limits.reason(budget);
    if (answer != unsatisfiable)
        return std::nullopt;
    solver_->cadical.flush_proof_trace();
    const std::string_view text = solver_->trace.text();
    const std::string_view fresh = text.substr(solver_->read);
    solver_->read = text.size();
    return added(fresh);
}

std::optional<std::vector<axioms::Literal>> find_refutation(const axioms::Clauses& clauses,
                                                            const Budget& budget)
{
    TracedSolver solver;
    for (std::size_t start = 0, i = 0; i < clauses.literals.size(); ++i)
    {
        if (clauses.literals[i] != 0)
            continue;
        solver.add(std::span(clauses.literals).subspan(start, i - start));
        start = i + 1;
    }
    return solver.lines_against(0, budget);
}

std::optional<std::vector<axioms::Literal>> refutation_for(axioms::Tautologies& tautologies,
                                                           std::span<const Formula> premises,
                                                           Formula conclusion, const Budget& budget)
{
    using axioms::Consequence;
    using axioms::Literal;
    switch (tautologies.follows(premises, conclusion))
    {
    case Consequence::Yes: return std::vector<Literal>{};
    case Consequence::No: return std::nullopt;
    case Consequence::Unknown:
    case Consequence::WrongStep: break;
    }
    axioms::Clauses shared = tautologies.clauses(premises, conclusion, axioms::Detail::Shared);
    std::vector<Literal> refutation{0};
    if (conclusion.is(Kind::Iff))
    {
        // Often one side at a time is all it takes.
        const auto variable = [&](Formula f)
        {
            const auto place = std::ranges::find(shared.formulas, f);
            return static_cast<Literal>(place - shared.formulas.begin() + 1);
        };
        const Literal left = variable(conclusion[0]), right = variable(conclusion[1]);
        refutation.insert(refutation.end(), {-left, right, 0, left, -right, 0, left, 0});
        if (tautologies.follows(premises, conclusion, refutation) == Consequence::Yes)
            return refutation;
        refutation.resize(1);
    }
    if (const auto found = find_refutation(shared, budget))
    {
        refutation.insert(refutation.end(), found->begin(), found->end());
        return refutation;
    }
    return find_refutation(tautologies.clauses(premises, conclusion), budget);
}

axioms::FindRefutation refutations_within(double seconds)
{
    return refutations_within([seconds] { return Budget(seconds); });
}

axioms::FindRefutation refutations_within(std::function<Budget()> budget)
{
    const auto tautologies = std::make_shared<axioms::Tautologies>();
    return [budget = std::move(budget), tautologies](std::span<const Formula> premises,
                                                     Formula conclusion)
    {
        try
        {
            return refutation_for(*tautologies, premises, conclusion, budget())
                .value_or(std::vector<axioms::Literal>{});
        }
        catch (const Interrupted&)
        {
            return std::vector<axioms::Literal>{}; // the kernel will say that there is none
        }
    };
}

} // namespace sgl
