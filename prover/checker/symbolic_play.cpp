#include "prover/checker/symbolic_play.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace sgl::certificate
{

namespace
{

constexpr SymbolicIn<StateGates>::Place here = SymbolicIn<StateGates>::here;

/// The bits, and what no axiom defines of terminal and legal.
Bits with_what_is_open(const GameUnderCheck& ground, Bits bits)
{
    if (!ground.rules.terminal)
        bits.atoms.push_back(ground.store.terminal());
    for (std::uint32_t a = 0; a < ground.game.frame.action_count(); ++a)
    {
        if (!ground.rules.legal[a])
            bits.atoms.push_back(ground.store.legal(Action{a}));
    }
    return bits;
}

} // namespace

SymbolicPlay::SymbolicPlay(const GameUnderCheck& ground, const Bits& bits,
                           const std::vector<Strategy>& profile, AndInverterGraph& gates,
                           bool from_start)
    : ground_(ground), bits_(with_what_is_open(ground, bits)), profile_(profile), gates_(gates),
      looks_further_(axioms_look_further(ground))
{
    std::vector<Node> first(2 * bits_.atoms.size(), 0);
    begin(first, from_start ? std::optional(true) : std::nullopt);
    if (from_start) // once more, with what is known by now
        begin(known_at_start(), true);
}

/// A state is at hand, the bits of which are these gates.
void SymbolicPlay::begin(std::vector<Node> first, std::optional<bool> initial)
{
    Assumptions assumptions;
    assumptions.initial = initial;
    symbolic_.reset();
    state_.emplace(gates_, std::move(first));
    symbolic_.emplace(ground_.game, ground_.rules, bits_, *state_, AndInverterGraph::all,
                      assumptions);
    allowed_.clear();
    chosen_.clear();
    facts_.assign(1, with_axioms_at(ground_, *symbolic_, *state_, here, AndInverterGraph::all));
    if (initial != false)
    {
        for (const std::size_t i : ground_.rules.constraints)
        {
            const Formula axiom = ground_.game.axioms[i].formula;
            if (initially(axiom))
                facts_.push_back(symbolic_->where_always(axiom));
        }
    }
    looked_at_ = 1;
}

/// The bits of the first state: constants where a fact is that a bit is true, or false.
std::vector<SymbolicPlay::Node> SymbolicPlay::known_at_start()
{
    std::unordered_map<Node, std::size_t> bit_of; // by the variable
    std::vector<Node> bits(2 * bits_.atoms.size(), 0);
    for (std::size_t bit = 0; bit < bits_.atoms.size(); ++bit)
    {
        const Bdds::Level level = bits_.level(bit);
        bits[level] = state_->variable(level);
        bit_of.emplace(bits[level], level);
    }
    std::vector<Node> stack = facts_;
    std::unordered_set<Node> seen;
    while (!stack.empty())
    {
        const Node f = stack.back();
        stack.pop_back();
        if (!seen.insert(f).second)
            continue;
        if (f > 0 && gates_.is_and(f))
        {
            const auto [first, second] = gates_.operands(f);
            stack.push_back(first);
            stack.push_back(second);
            continue;
        }
        if (const auto found = bit_of.find(f < 0 ? -f : f); found != bit_of.end())
            bits[found->second] = f < 0 ? AndInverterGraph::none : AndInverterGraph::all;
    }
    return bits;
}

SymbolicPlay::Node SymbolicPlay::where(Formula f)
{
    return symbolic_->where_always(f);
}

SymbolicPlay::Node SymbolicPlay::bad(const Question& question)
{
    if (!question.bad)
        return AndInverterGraph::none;
    if (!question.at_moves)
        return symbolic_->where(question.bad, Action{0});
    choose();
    Node any = AndInverterGraph::none;
    for (std::uint32_t a = 0; a < allowed_.size(); ++a)
    {
        const Node move = gates_.both(allowed_[a], chosen_[a]);
        if (move != AndInverterGraph::none)
            any = gates_.either(any, gates_.both(move, symbolic_->where(question.bad, Action{a})));
    }
    return any;
}

SymbolicPlay::Node SymbolicPlay::goes_on()
{
    choose();
    Node all = any_chosen_;
    for (std::size_t a = 0; a < allowed_.size(); ++a)
        all = gates_.both(all, gates_.either(-chosen_[a], allowed_[a]));
    return all;
}

/// A variable for each action that may be allowed: the first of those that are true is chosen.
void SymbolicPlay::choose()
{
    if (!allowed_.empty())
        return;
    const Node goes_on = -symbolic_->atom(ground_.store.terminal(), here);
    any_chosen_ = AndInverterGraph::none;
    for (std::uint32_t i = 0; i < ground_.game.frame.action_count(); ++i)
    {
        ground_.budget.check();
        const Action a{i};
        Node allowed = gates_.both(goes_on, symbolic_->atom(ground_.store.legal(a), here));
        const auto strategy =
            std::ranges::find(profile_, ground_.game.frame.agent(a), &Strategy::agent);
        if (allowed != AndInverterGraph::none && strategy != profile_.end())
            allowed = gates_.both(allowed, symbolic_->where(strategy->moves, a));
        allowed_.push_back(allowed);
        const Node wanted =
            allowed == AndInverterGraph::none ? AndInverterGraph::none : gates_.variable();
        chosen_.push_back(gates_.without(wanted, any_chosen_));
        any_chosen_ = gates_.either(any_chosen_, wanted);
        if (looks_further_)
            symbolic_->after(here, a); // of which axioms may tell something
    }
}

std::vector<SymbolicPlay::Node> SymbolicPlay::facts()
{
    if (looks_further_)
    {
        const std::size_t count = symbolic_->place_count();
        for (; looked_at_ < count; ++looked_at_)
            facts_.push_back(with_axioms_at(ground_, *symbolic_, *state_,
                                            static_cast<std::uint32_t>(looked_at_),
                                            AndInverterGraph::all));
        looked_at_ = symbolic_->place_count();
    }
    return std::exchange(facts_, {});
}

void SymbolicPlay::move()
{
    choose();
    std::vector<Node> next(2 * bits_.atoms.size(), 0);
    for (std::size_t bit = 0; bit < bits_.atoms.size(); ++bit)
    {
        ground_.budget.check();
        next[bits_.level(bit)] = after_choice(bits_.atoms[bit]);
    }
    const std::vector<Node> before = facts();
    begin(std::move(next), false);
    facts_.insert(facts_.begin(), before.begin(), before.end());
}

/// An atom in the state that the chosen move leads to: what most moves make of it, unless another
/// is chosen.
SymbolicPlay::Node SymbolicPlay::after_choice(Formula atom)
{
    std::map<Node, std::pair<Node, std::size_t>> made_of; // by value: who makes it, and how many
    for (std::uint32_t a = 0; a < chosen_.size(); ++a)
    {
        if (chosen_[a] == AndInverterGraph::none)
            continue;
        const Node value = symbolic_->atom(atom, symbolic_->after(here, Action{a}));
        auto& [by, count] =
            made_of.emplace(value, std::pair(AndInverterGraph::none, 0)).first->second;
        by = gates_.either(by, chosen_[a]);
        ++count;
    }
    if (made_of.empty())
        return AndInverterGraph::none;
    const auto most =
        std::ranges::max_element(made_of, {}, [](const auto& made) { return made.second.second; });
    Node result = most->first;
    for (const auto& [value, made] : made_of)
    {
        if (value != most->first)
            result = gates_.if_then_else(made.first, value, result);
    }
    return result;
}

} // namespace sgl::certificate
