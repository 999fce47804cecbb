// The sets of states that go into certificates.

#include "prover/certify/certify.hpp"
#include "prover/checker/cone_of_influence.hpp"
#include "prover/checker/symbolic/state_sets.hpp"
#include "prover/decide/limits.hpp"

#include <algorithm>

namespace sgl::certificate
{

namespace
{

class StateFixpoint
{
public:
    StateFixpoint(const GameUnderCheck& ground, const Question& question, std::size_t most)
        : ground_(ground), question_(question), most_(most),
          diagrams_(std::make_unique<Bdds>(ground.budget, most)),
          views_(ground, found_.bits, question.profile, most)
    {
        found_.bits = relevant_bits(ground, question);
    }

    std::optional<ByStates> run(Bdds& diagrams)
    {
        return with_result(question_.must_end ? go_by_moves() : go_by_new_states(), diagrams);
    }

    std::optional<ByStates> run_from(ByStates known, Bdds& diagrams)
    {
        found_.bits = std::move(known.bits);
        const std::vector<Node> sets = diagrams_->copied(diagrams, known.sets);
        return with_result(go_by_new_states(sets.front()), diagrams);
    }

private:
    using Node = Bdds::Node;

    std::optional<ByStates> with_result(bool is_found, Bdds& diagrams)
    {
        if (!is_found)
            return std::nullopt;
        found_.sets = diagrams.copied(*diagrams_, found_.sets);
        return std::move(found_);
    }

    /// Where moves lead from these states; nothing where something bad is among them.
    std::optional<Node> next(Node states)
    {
        return views_.with(
            *diagrams_, std::array{states},
            [&](StateSetView& view, Bdds& there, const std::vector<Node>&) -> std::optional<Node>
            {
                if (view.bad(question_) != Bdds::none)
                    return std::nullopt;
                Node all = Bdds::none;
                for (std::uint32_t a = 0; a < ground_.game.frame.action_count(); ++a)
                {
                    const Node from = view.allowed(Action{a});
                    if (from != Bdds::none)
                        all = there.either(all, view.after(Action{a}, from));
                }
                return diagrams_->copied(there, std::array{all}).front();
            });
    }

    bool go_by_new_states(Node known = Bdds::none)
    {
        found_.sets = {diagrams_->either(known, starts(ground_, found_.bits, *diagrams_))};
        for (Node fresh = found_.sets[0]; fresh != Bdds::none;)
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
        while (found_.sets.size() < limits::certified_layers)
        {
            const std::optional<Node> after = next(found_.sets.back());
            if (!after || std::ranges::find(found_.sets, *after) != found_.sets.end())
                return after == Bdds::none; // else it was all so before
            if (*after == Bdds::none)
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
        auto kept = std::make_unique<Bdds>(ground_.budget, most_);
        found_.sets = kept->copied(*diagrams_, found_.sets);
        diagrams_ = std::move(kept);
    }

    const GameUnderCheck& ground_;
    const Question& question_;
    std::size_t most_;
    std::unique_ptr<Bdds> diagrams_;
    ByStates found_;
    StateSetViews views_;
};

} // namespace

std::optional<ByStates> states_reached(const GameUnderCheck& ground, const Question& question,
                                       Bdds& diagrams)
{
    return StateFixpoint(ground, question, most_nodes()).run(diagrams);
}

std::optional<ByStates> states_reached_from(const GameUnderCheck& ground, const Question& question,
                                            ByStates known, Bdds& diagrams)
{
    return StateFixpoint(ground, question, most_nodes()).run_from(std::move(known), diagrams);
}

ByStates states_of(const StateDiagrams& found, bool must_end, Bdds& diagrams)
{
    ByStates states{{found.atoms}, {}, must_end};
    std::vector<Bdds::Node> nodes{Bdds::none, Bdds::all};
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
