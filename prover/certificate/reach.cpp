// The sets of states that go into certificates.

#include "prover/certificate/layer.hpp"
#include "prover/certificate/write.hpp"

#include "prover/bit_order.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace sgl::certificate
{

namespace
{

/// It is told by the fluents of a state: definitions say the rest.
bool is_about_fluents(const Rules& rules, Formula f)
{
    std::unordered_set<Formula> seen{f};
    std::vector<Formula> stack{f};
    const auto open = [&](Formula g)
    {
        if (seen.insert(g).second)
            stack.push_back(g);
    };
    while (!stack.empty())
    {
        const Formula g = stack.back();
        stack.pop_back();
        for (Formula child : g.children())
            open(child);
        switch (g.kind())
        {
        case Kind::True:
        case Kind::False:
        case Kind::Fluent:
        case Kind::Initial:
        case Kind::Not:
        case Kind::And:
        case Kind::Or:
        case Kind::Implies:
        case Kind::Iff: break;
        case Kind::Terminal:
        case Kind::Legal:
        {
            const Formula definition =
                g.is(Kind::Terminal) ? rules.terminal : rules.legal[g.action().index];
            if (!definition)
                return false;
            open(definition);
            break;
        }
        default: return false;
        }
    }
    return true;
}

/// The atoms on which the question depends, through what the axioms define them by. What is said
/// of initial states is known of those the plays start in; where it is about more than these, the
/// states in the sets are to say whether they are initial.
Bits relevant_bits(const Ground& ground, const Question& question)
{
    std::unordered_set<Formula> seen;
    std::vector<Formula> stack{ground.store.terminal()};
    std::vector<Formula> atoms;
    const auto open = [&](Formula f)
    {
        if (f && seen.insert(f).second)
            stack.push_back(f);
    };
    open(question.bad);
    for (std::uint32_t a = 0; a < ground.game.frame.action_count(); ++a)
        open(ground.store.legal(Action{a}));
    for (const Strategy& s : question.profile)
        open(s.moves);
    for (const std::size_t i : ground.rules.constraints)
    {
        const Formula axiom = ground.game.axioms[i].formula;
        const Formula at_start = initially(axiom);
        if (!at_start || !is_about_fluents(ground.rules, at_start))
            open(axiom);
    }
    while (!stack.empty())
    {
        const Formula f = stack.back();
        stack.pop_back();
        for (Formula child : f.children())
            open(child);
        if (f.is(Kind::Terminal))
            open(ground.rules.terminal);
        else if (f.is(Kind::Legal))
            open(ground.rules.legal[f.action().index]);
        else if (f.is(Kind::Initial))
            atoms.push_back(f);
        else if (f.is(Kind::Fluent))
        {
            atoms.push_back(f);
            const SuccessorRule& rule = ground.rules.successors[f.fluent().index];
            open(rule.whole);
            for (const auto& [action, formula] : rule.after)
                open(formula);
            for (const Effect& effect : rule.effects)
                open(effect.condition);
        }
    }
    const auto key = [&](Formula atom)
    {
        const bool is_fluent = atom.is(Kind::Fluent);
        return std::pair(is_fluent ? numbers_in(ground.game.frame.name(atom.fluent()))
                                   : std::vector<std::int64_t>(),
                         is_fluent ? std::int64_t{atom.fluent().index} : -1);
    };
    std::ranges::sort(atoms, {}, key);
    return {std::move(atoms)};
}

class Reach
{
public:
    Reach(const Ground& ground, const Question& question, std::size_t most)
        : ground_(ground), question_(question), most_(most),
          diagrams_(std::make_unique<Diagrams>(ground.budget, most)),
          layers_(ground, found_.bits, question.profile, most)
    {
        found_.bits = relevant_bits(ground, question);
    }

    std::optional<ByStates> run(Diagrams& diagrams)
    {
        return with_result(question_.must_end ? go_by_moves() : go_by_new_states(), diagrams);
    }

    std::optional<ByStates> run_from(ByStates known, Diagrams& diagrams)
    {
        found_.bits = std::move(known.bits);
        const std::vector<Node> sets = diagrams_->copied(diagrams, known.sets);
        return with_result(go_by_new_states(sets.front()), diagrams);
    }

private:
    using Node = Diagrams::Node;

    std::optional<ByStates> with_result(bool is_found, Diagrams& diagrams)
    {
        if (!is_found)
            return std::nullopt;
        found_.sets = diagrams.copied(*diagrams_, found_.sets);
        return std::move(found_);
    }

    /// Where moves lead from these states; nothing where something bad is among them.
    std::optional<Node> next(Node states)
    {
        return layers_.with(
            *diagrams_, std::array{states},
            [&](Layer& layer, Diagrams& there, const std::vector<Node>&) -> std::optional<Node>
            {
                if (layer.bad(question_) != Diagrams::none)
                    return std::nullopt;
                Node all = Diagrams::none;
                for (std::uint32_t a = 0; a < ground_.game.frame.action_count(); ++a)
                {
                    const Node from = layer.allowed(Action{a});
                    if (from != Diagrams::none)
                        all = there.either(all, layer.after(Action{a}, from));
                }
                return diagrams_->copied(there, std::array{all}).front();
            });
    }

    bool go_by_new_states(Node known = Diagrams::none)
    {
        found_.sets = {diagrams_->either(known, starts(ground_, found_.bits, *diagrams_))};
        for (Node fresh = found_.sets[0]; fresh != Diagrams::none;)
        {
            const std::optional<Node> after = next(fresh);
            if (!after)
                return false;
            fresh = diagrams_->without(*after, found_.sets[0]);
            found_.sets[0] = diagrams_->either(found_.sets[0], fresh);
            found_.sets.push_back(fresh);
            clear_away();
            fresh = found_.sets.back();
            found_.sets.pop_back();
        }
        return true;
    }

    bool go_by_moves()
    {
        found_.ends = true;
        found_.sets = {starts(ground_, found_.bits, *diagrams_)};
        constexpr std::size_t longest = 10'000;
        while (found_.sets.size() < longest)
        {
            const std::optional<Node> after = next(found_.sets.back());
            if (!after || std::ranges::find(found_.sets, *after) != found_.sets.end())
                return after == Diagrams::none; // else it was all so before
            if (*after == Diagrams::none)
                return true;
            found_.sets.push_back(*after);
            clear_away();
        }
        return false;
    }

    /// What is not needed any more takes no place.
    void clear_away()
    {
        constexpr std::size_t few = 1'000'000;
        if (diagrams_->size() < few)
            return;
        auto kept = std::make_unique<Diagrams>(ground_.budget, most_);
        found_.sets = kept->copied(*diagrams_, found_.sets);
        diagrams_ = std::move(kept);
    }

    const Ground& ground_;
    const Question& question_;
    std::size_t most_;
    std::unique_ptr<Diagrams> diagrams_;
    ByStates found_;
    Layers layers_;
};

} // namespace

std::optional<ByStates> states_reached(const Ground& ground, const Question& question,
                                       Diagrams& diagrams)
{
    return Reach(ground, question, most_nodes()).run(diagrams);
}

std::optional<ByStates> states_reached_from(const Ground& ground, const Question& question,
                                            ByStates known, Diagrams& diagrams)
{
    return Reach(ground, question, most_nodes()).run_from(std::move(known), diagrams);
}

ByStates states_of(const StateDiagrams& found, bool must_end, Diagrams& diagrams)
{
    ByStates states{{found.atoms}, {}, must_end};
    std::vector<Diagrams::Node> nodes{Diagrams::none, Diagrams::all};
    for (const auto& [place, low, high] : found.choices)
        nodes.push_back(diagrams.choice(states.bits.level(place), nodes[low], nodes[high]));
    for (const StateDiagrams::Node set :
         must_end ? found.layers : std::vector<StateDiagrams::Node>{found.reached})
        states.sets.push_back(nodes[set]);
    if (must_end && found.any_later)
    {
        for (std::size_t i = states.sets.size(); i-- > 1;)
            states.sets[i - 1] = diagrams.either(states.sets[i - 1], states.sets[i]);
    }
    return states;
}

} // namespace sgl::certificate
