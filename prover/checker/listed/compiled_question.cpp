#include "prover/checker/listed/compiled_question.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace sgl::certificate
{

namespace
{

std::size_t number(AndInverterGraph::Node f)
{
    return static_cast<std::size_t>(std::abs(f));
}

} // namespace

/// The gates as they are made of the axioms, and then, of those that are needed, the order.
class CompiledQuestion::Building
{
public:
    Building(CompiledQuestion& made, const GameUnderCheck& ground, const Bits& bits,
             const Question& question, std::size_t most_gates)
        : made_(made), ground_(ground), bits_(bits), question_(question),
          gates_(ground.budget, most_gates), state_(gates_, variables()),
          symbolic_(ground.game, ground.rules, bits, state_, AndInverterGraph::all, {}),
          looks_further_(axioms_look_further(ground))
    {
    }

    void run()
    {
        for (const auto& policy : ground_.game.policies)
            add_lookup(*policy);
        first_open_ = next_slot_;
        allowed_here_ = axioms_here();
        if (question_.bad && !question_.at_moves)
            add_states(question_.bad, false);
        if (question_.premise && question_.premise.is_state_wise())
            add_states(question_.premise, true);
        for (std::uint32_t a = 0; a < ground_.game.frame.action_count(); ++a)
        {
            ground_.budget.check();
            add_move(Action{a});
        }
        for (const Draft& draft : drafts_)
            made_.parts_.push_back(ordered(draft));
        made_.slots_ = next_slot_;
        std::erase_if(made_.lookups_,
                      [&](const Lookup& lookup) { return !used_.contains(lookup.slot); });
    }

private:
    using Node = AndInverterGraph::Node;
    using Place = SymbolicIn<StateGates>::Place;
    static constexpr Place here = SymbolicIn<StateGates>::here;

    struct Draft
    {
        Node where, bad = AndInverterGraph::none;
        std::optional<Action> action;
        bool is_premise = false;
        std::vector<std::pair<std::size_t, Node>> changes; // bit, and its value after the move
    };

    /// The variables of the bits, by level.
    std::vector<Node> variables()
    {
        std::vector<Node> first(2 * bits_.atoms.size(), 0);
        for (std::size_t bit = 0; bit < bits_.atoms.size(); ++bit)
        {
            variables_.push_back(first[bits_.level(bit)] = gates_.variable());
            slot_of_[number(variables_.back())] = static_cast<std::uint32_t>(1 + bit);
        }
        next_slot_ = static_cast<std::uint32_t>(1 + bits_.atoms.size());
        return first;
    }

    /// What the axioms say of a state that is listed. Axioms about initial states say nothing here
    /// where `initial` is no bit: any state may be one that is not initial.
    Node axioms_here()
    {
        Node found = with_axioms_at(ground_, symbolic_, state_, here, AndInverterGraph::all);
        const bool says_initial =
            std::ranges::any_of(bits_.atoms, [](Formula atom) { return atom.is(Kind::Initial); });
        for (const std::size_t i : ground_.rules.constraints)
        {
            const Formula axiom = ground_.game.axioms[i].formula;
            if (says_initial && initially(axiom))
                found = gates_.both(found, symbolic_.where_always(axiom));
        }
        return found;
    }

    /// With what the axioms say of the states after a move that were spoken of, unless that is
    /// about too many open values.
    Node possible(Node region)
    {
        if (!looks_further_ || region == AndInverterGraph::none)
            return region;
        Node narrower = region;
        const auto count = static_cast<Place>(symbolic_.place_count());
        for (Place place = 1; place < count; ++place)
            narrower = with_axioms_at(ground_, symbolic_, state_, place, narrower);
        return open_below({narrower}).size() > most_open ? region : narrower;
    }

    /// The states where the formula is true.
    void add_states(Formula f, bool is_premise)
    {
        const Node where = gates_.both(allowed_here_, symbolic_.where(f, Action{0}));
        if (const Node found = possible(where); found != AndInverterGraph::none)
            drafts_.push_back({found, AndInverterGraph::none, std::nullopt, is_premise, {}});
    }

    /// The atoms of a policy are no open values where the bits tell them.
    void add_lookup(const Policy& policy)
    {
        Lookup lookup{&policy, {}, next_slot_, policy.list.words() == made_.words()};
        for (const std::optional<Fluent> p : policy.bits)
        {
            const Formula atom = p ? ground_.store.fluent(*p) : ground_.store.initial();
            const auto bit = std::ranges::find(bits_.atoms, atom);
            if (bit == bits_.atoms.end())
                return;
            lookup.from.push_back(static_cast<std::uint32_t>(bit - bits_.atoms.begin()));
            lookup.is_same = lookup.is_same && lookup.from.back() + 1 == lookup.from.size();
        }
        lookup.is_same = lookup.is_same && lookup.from.size() == bits_.atoms.size();
        std::vector<Node> atoms;
        for (const Fluent p : policy.atoms)
        {
            const Formula atom = ground_.store.fluent(p);
            if (std::ranges::find(bits_.atoms, atom) != bits_.atoms.end())
                return;
            atoms.push_back(symbolic_.atom(atom, here));
        }
        for (const Node atom : atoms)
        {
            lookup_of_[next_slot_] = lookup.slot;
            slot_of_[number(atom)] = next_slot_++;
        }
        made_.lookups_.push_back(std::move(lookup));
    }

    void add_move(Action a)
    {
        Node allowed =
            gates_.without(allowed_here_, symbolic_.atom(ground_.store.terminal(), here));
        allowed = gates_.both(allowed, symbolic_.atom(ground_.store.legal(a), here));
        const auto strategy =
            std::ranges::find(question_.profile, ground_.game.frame.agent(a), &Strategy::agent);
        if (allowed != AndInverterGraph::none && strategy != question_.profile.end())
            allowed = gates_.both(allowed, symbolic_.where(strategy->moves, a));
        if (allowed == AndInverterGraph::none)
            return;
        const Place next = symbolic_.after(here, a);
        if (looks_further_)
            allowed = with_axioms_at(ground_, symbolic_, state_, next, allowed);
        if (allowed == AndInverterGraph::none)
            return;
        Draft draft{allowed, AndInverterGraph::none, a, false, {}};
        if (question_.bad && question_.at_moves)
            draft.bad = possible(gates_.both(allowed, symbolic_.where(question_.bad, a)));
        for (std::size_t bit = 0; bit < bits_.atoms.size(); ++bit)
        {
            const Node value = symbolic_.atom(bits_.atoms[bit], next);
            if (value != variables_[bit])
                draft.changes.emplace_back(bit, value);
        }
        drafts_.push_back(std::move(draft));
    }

    /// The gates that these depend on, and are, in ascending order: operands come first.
    std::vector<std::size_t> below(const std::vector<Node>& roots)
    {
        std::vector<std::size_t> found, stack;
        seen_.resize(gates_.size());
        const auto meet = [&](Node f)
        {
            if (number(f) != number(AndInverterGraph::all) && !seen_[number(f)])
            {
                seen_[number(f)] = true;
                stack.push_back(number(f));
            }
        };
        for (const Node root : roots)
            meet(root);
        while (!stack.empty())
        {
            const std::size_t f = stack.back();
            stack.pop_back();
            found.push_back(f);
            if (!gates_.is_and(static_cast<Node>(f)))
                continue;
            const auto [first, second] = gates_.operands(static_cast<Node>(f));
            meet(first);
            meet(second);
        }
        for (const std::size_t f : found)
            seen_[f] = false;
        std::ranges::sort(found);
        return found;
    }

    /// The open values among those gates: variables that are none of a bit.
    std::vector<std::size_t> open_below(const std::vector<Node>& roots)
    {
        std::vector<std::size_t> found = below(roots);
        std::erase_if(found,
                      [&](std::size_t f)
                      {
                          const auto slot = slot_of_.find(f);
                          return gates_.is_and(static_cast<Node>(f)) ||
                                 (slot != slot_of_.end() && slot->second < first_open_);
                      });
        return found;
    }

    Part ordered(const Draft& draft)
    {
        ground_.budget.check();
        std::vector<Node> roots{draft.where, draft.bad};
        for (const auto& [bit, value] : draft.changes)
            roots.push_back(value);
        Part part;
        std::unordered_map<std::size_t, bool> is_open;
        for (const std::size_t f : below(roots))
        {
            const auto node = static_cast<Node>(f);
            if (!gates_.is_and(node))
            {
                const auto [slot, is_new] = slot_of_.emplace(f, next_slot_);
                next_slot_ += is_new ? 1U : 0U;
                is_open[f] = slot->second >= first_open_;
                if (const auto lookup = lookup_of_.find(slot->second); lookup != lookup_of_.end())
                    used_.insert(lookup->second);
                if (is_open[f])
                    part.open.push_back(slot->second);
                continue;
            }
            const auto [first, second] = gates_.operands(node);
            is_open[f] = is_open[number(first)] || is_open[number(second)];
            const auto [slot, is_new] = slot_of_.emplace(f, next_slot_);
            next_slot_ += is_new ? 1U : 0U;
            if (is_open[f] || is_new)
                (is_open[f] ? part.gates : made_.gates_)
                    .push_back({value(first), value(second), slot->second});
        }
        if (part.open.size() > most_open)
            throw Interrupted{"more than 16 open values decide what follows a state"};
        part.where = value(draft.where);
        part.bad = value(draft.bad);
        part.is_open_where = is_open[number(draft.where)];
        part.is_move = draft.action.has_value();
        part.is_premise = draft.is_premise;
        if (!draft.action)
            return part;
        part.action = *draft.action;
        part.clear.resize(made_.words());
        part.set.resize(made_.words());
        for (const auto& [bit, after] : draft.changes)
        {
            const auto word = static_cast<std::uint32_t>(bit / 64);
            const Word mask = Word{1} << (63 - bit % 64);
            part.clear[word] |= mask;
            if (after == AndInverterGraph::all)
                part.set[word] |= mask;
            else if (after != AndInverterGraph::none)
                part.others.push_back({word, mask, value(after)});
        }
        return part;
    }

    Value value(Node f) const
    {
        const std::uint32_t slot =
            number(f) == number(AndInverterGraph::all) ? 0 : slot_of_.at(number(f));
        return {slot, f < 0 ? ~Word{0} : 0};
    }

    CompiledQuestion& made_;
    const GameUnderCheck& ground_;
    const Bits& bits_;
    const Question& question_;
    AndInverterGraph gates_;
    std::vector<Node> variables_; // by bit
    std::unordered_map<std::size_t, std::uint32_t> slot_of_;
    std::uint32_t next_slot_ = 1, first_open_ = 1;
    std::unordered_map<std::uint32_t, std::uint32_t> lookup_of_; // by slot of an atom
    std::unordered_set<std::uint32_t> used_;                     // lookups, by their slots
    StateGates state_;
    SymbolicIn<StateGates> symbolic_;
    bool looks_further_;
    Node allowed_here_ = AndInverterGraph::all;
    std::vector<Draft> drafts_;
    std::vector<bool> seen_;
};

CompiledQuestion::CompiledQuestion(const GameUnderCheck& ground, const Bits& bits,
                                   const Question& question, std::size_t most_gates)
    : bits_(bits.atoms.size())
{
    Building(*this, ground, bits, question, most_gates).run();
}

} // namespace sgl::certificate
