#include "tests/brute_force.hpp"

#include "prover/transition/initial_states.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace sgl::testing
{
namespace
{

constexpr std::uint32_t most_fluents = 12;
constexpr std::size_t most_states = 20'000;

} // namespace

BruteForce::BruteForce(FormulaStore& store, const Game& game, Closure closure)
    : PlayGraph(store), game_(game), closure_(closure), model_(store, game)
{
}

/// Σ defines terminal and every legal.
bool BruteForce::is_defined()
{
    bool defined = model_.determines({Kind::Terminal, 0});
    for (Action a : all_actions())
        defined = defined && model_.determines({Kind::Legal, a.index});
    return defined;
}

BruteForce::Moves BruteForce::moves_to_survive(State w)
{
    return closure_ == Closure::AllActions ? all_actions() : legal_moves(w);
}

bool BruteForce::is_determined_after(State w)
{
    for (Action a : moves_to_survive(w))
        for (std::uint32_t p = 0; p < game_.frame.fluent_count(); ++p)
            if (!model_.determines(Fluent{p}, w, a))
                return false;
    return true;
}

/// The greatest set of states that satisfy Σ, have all their successors in it, and come from these.
BruteForce::Listed BruteForce::closed(std::vector<State> from)
{
    std::set<State> good(from.begin(), from.end());
    std::vector<State>& found = from;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        const State w = found[i];
        if (found.size() > most_states || !is_determined_after(w))
            return std::nullopt;
        for (Action a : moves_to_survive(w))
            if (const State next = model_.after(w, a); good.insert(next).second)
                found.push_back(next);
    }
    std::erase_if(good, [&](State w) { return model_.broken_axiom(w).has_value(); });
    const auto leads_out = [&](State w)
    {
        for (Action a : moves_to_survive(w))
            if (!good.contains(model_.after(w, a)))
                return true;
        return false;
    };
    for (bool changed = true; changed;)
    {
        std::set<State> kept;
        std::copy_if(good.begin(), good.end(), std::inserter(kept, kept.end()),
                     [&](State w) { return !leads_out(w); });
        changed = kept.size() != good.size();
        good = std::move(kept);
    }
    return std::vector<State>(good.begin(), good.end());
}

const BruteForce::Listed& BruteForce::states()
{
    if (states_)
        return *states_;
    states_.emplace();
    const Frame& frame = game_.frame;
    if (frame.fluent_count() > most_fluents || !is_defined())
        return *states_;
    std::vector<State> all;
    for (std::uint32_t bits = 0; bits < (1U << frame.fluent_count()); ++bits)
        for (bool initial : {false, true})
        {
            Valuation valuation(frame);
            for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
                valuation.fluents[p] = (bits >> p & 1) != 0;
            all.push_back(model_.add(valuation, initial));
        }
    *states_ = closed(all);
    return *states_;
}

const BruteForce::Listed& BruteForce::initial_states()
{
    if (initial_)
        return *initial_;
    initial_.emplace();
    const Listing candidates = model_.initial_states();
    if (!candidates.complete || !is_defined())
        return *initial_;
    Listed from_there = closed(candidates.states);
    if (from_there)
        std::erase_if(*from_there, [&](State w) { return !model_.initial(w); });
    *initial_ = from_there;
    return *initial_;
}

const BruteForce::Listed& BruteForce::reachable_states()
{
    if (!reachable_)
        reachable_ = initial_states() ? Listed(reached({})) : std::nullopt;
    return *reachable_;
}

std::optional<Decision> BruteForce::decide(const Claim& claim)
{
    const auto decided = [&](const Listed& needed)
    { return needed ? std::optional(PlayGraph::decide(claim)) : std::nullopt; };
    switch (claim.kind)
    {
    case ClaimKind::Valid: return std::nullopt;
    case ClaimKind::Theorem:
    case ClaimKind::Implements: return decided(states());
    case ClaimKind::Always:
    case ClaimKind::If:
    case ClaimKind::Achieves:
    case ClaimKind::CanForce: return decided(initial_states());
    case ClaimKind::Complete:
    case ClaimKind::Deterministic:
    case ClaimKind::Functional:
    case ClaimKind::Consistent:
    case ClaimKind::Refines:
    case ClaimKind::Equals: return decided(claim.everywhere ? states() : initial_states());
    }
    return std::nullopt;
}

} // namespace sgl::testing
