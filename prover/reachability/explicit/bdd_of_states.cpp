#include "prover/reachability/explicit/bdd_of_states.hpp"

#include "prover/resources/limits.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace sgl
{

namespace
{

constexpr unsigned in_word = 64;

/// The states with the bit that is decided first in front, so that they are ordered as numbers are.
class Keys
{
public:
    Keys(const StateSet& states, std::span<const std::uint32_t> order, const Budget& budget)
        : words_(states.words()), keys_(states.size() * words_)
    {
        std::vector<std::uint32_t> place(words_ * in_word);
        for (std::uint32_t i = 0; i < order.size(); ++i)
            place[order[i]] = i;
        for (std::size_t i = 0; i < states.size(); ++i)
        {
            if (i % often == 0)
                budget.check();
            StateSet::Word* const key = &keys_[i * words_];
            for (std::size_t word = 0; word < words_; ++word)
            {
                for (StateSet::Word left = states[i][word]; left != 0; left &= left - 1)
                {
                    const std::uint32_t to =
                        place[word * in_word + static_cast<unsigned>(std::countr_zero(left))];
                    key[to / in_word] |= first_bit >> (to % in_word);
                }
            }
        }
    }

    /// The states in ascending order.
    std::vector<StateSet::Index> sorted() const
    {
        std::vector<StateSet::Index> indices(keys_.size() / words_);
        for (std::size_t i = 0; i < indices.size(); ++i)
            indices[i] = static_cast<StateSet::Index>(i);
        if (words_ == 1)
            std::ranges::sort(indices, {}, [this](StateSet::Index i) { return keys_[i]; });
        else
            std::ranges::sort(indices, [this](StateSet::Index a, StateSet::Index b)
                              { return std::ranges::lexicographical_compare(of(a), of(b)); });
        return indices;
    }

    std::span<const StateSet::Word> of(StateSet::Index i) const
    {
        return {&keys_[i * words_], words_};
    }
    static bool has(std::span<const StateSet::Word> key, std::size_t place)
    {
        return (key[place / in_word] & first_bit >> (place % in_word)) != 0;
    }
    /// The first place at which they differ; they do.
    static std::size_t first_difference(std::span<const StateSet::Word> a,
                                        std::span<const StateSet::Word> b)
    {
        std::size_t word = 0;
        while (a[word] == b[word])
            ++word;
        return word * in_word + static_cast<unsigned>(std::countl_zero(a[word] ^ b[word]));
    }

    static constexpr std::size_t often = 1 << 16;

private:
    static constexpr StateSet::Word first_bit = StateSet::Word{1} << (in_word - 1);

    std::size_t words_;
    std::vector<StateSet::Word> keys_;
};

/// Nodes, each of which is there once.
class Nodes
{
public:
    Nodes() : table_(1 << 12) {}

    StateDiagrams::Node choice(std::uint32_t place, StateDiagrams::Node low,
                               StateDiagrams::Node high)
    {
        if (low == high)
            return low;
        if (choices.size() * 2 > table_.size())
            grow();
        StateDiagrams::Node& node = slot(place, low, high);
        if (node == 0)
        {
            choices.push_back({place, low, high});
            node = static_cast<StateDiagrams::Node>(choices.size() + 1);
        }
        return node;
    }
    bool are_too_many() const { return choices.size() > StateDiagrams::most_nodes; }

    std::vector<StateDiagrams::Choice> choices;

private:
    StateDiagrams::Node& slot(std::uint32_t place, StateDiagrams::Node low,
                              StateDiagrams::Node high)
    {
        constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
        std::uint64_t hash = (std::uint64_t{place} << 32 | low) * golden;
        hash = (hash ^ hash >> 32 ^ high) * golden;
        std::size_t at = (hash >> 20) & (table_.size() - 1);
        const StateDiagrams::Choice wanted{place, low, high};
        while (table_[at] != 0 && choices[table_[at] - 2] != wanted)
            at = (at + 1) & (table_.size() - 1);
        return table_[at];
    }

    void grow()
    {
        table_.assign(table_.size() * 2, 0);
        for (std::size_t i = 0; i < choices.size(); ++i)
            slot(choices[i].place, choices[i].low, choices[i].high) =
                static_cast<StateDiagrams::Node>(i + 2);
    }

    std::vector<StateDiagrams::Node> table_; // 0: free
};

/// A diagram from states in ascending order, as minimal automata are made from sorted words: what
/// follows a common beginning of states is known in full when the first without it comes, so that
/// no node is made that the diagram does not have.
class Building
{
public:
    Building(const Keys& keys, std::size_t places, Nodes& nodes)
        : keys_(keys), low_(places, StateDiagrams::none), nodes_(nodes)
    {
    }

    void add(StateSet::Index state)
    {
        if (last_)
        {
            const std::size_t place = Keys::first_difference(keys_.of(*last_), keys_.of(state));
            low_[place] = folded(place + 1);
            std::fill(low_.begin() + static_cast<std::ptrdiff_t>(place) + 1, low_.end(),
                      StateDiagrams::none);
        }
        last_ = state;
    }

    StateDiagrams::Node all() { return last_ ? folded(0) : StateDiagrams::none; }

private:
    /// What follows the last state's bits before this place.
    StateDiagrams::Node folded(std::size_t from)
    {
        const std::span<const StateSet::Word> key = keys_.of(*last_);
        StateDiagrams::Node node = StateDiagrams::all;
        for (std::size_t place = low_.size(); place-- > from;)
        {
            const auto at = static_cast<std::uint32_t>(place);
            node = Keys::has(key, place) ? nodes_.choice(at, low_[place], node)
                                         : nodes_.choice(at, node, StateDiagrams::none);
        }
        return node;
    }

    const Keys& keys_;
    std::vector<StateDiagrams::Node>
        low_; // by place: what is on the other side, where the last state's bit is on
    std::optional<StateSet::Index> last_;
    Nodes& nodes_;
};

} // namespace

std::optional<StateDiagrams> diagrams_of(const StateSet& states,
                                         std::span<const std::uint32_t> order,
                                         std::span<const StateSet::Index> layers,
                                         const Budget& budget)
{
    const Keys keys(states, order, budget);
    const std::vector<StateSet::Index> sorted = keys.sorted();
    Nodes nodes;
    const auto all_of = [&](const auto& building_for) -> bool
    {
        for (std::size_t i = 0; i < sorted.size() && !nodes.are_too_many(); ++i)
        {
            if (i % Keys::often == 0)
                budget.check();
            building_for(sorted[i]).add(sorted[i]);
        }
        return !nodes.are_too_many();
    };
    const Building none(keys, order.size(), nodes);
    Building whole = none;
    StateDiagrams found;
    if (!all_of([&](StateSet::Index) -> Building& { return whole; }))
        return std::nullopt;
    found.reached = whole.all();
    const std::size_t choices = nodes.choices.size();
    const std::size_t layer_count = layers.empty() ? 0 : std::ranges::max(layers) + std::size_t{1};
    std::vector<Building> by_layer(layer_count > limits::most_layers_handed_on ? 0 : layer_count,
                                   none);
    if (!by_layer.empty() &&
        all_of([&](StateSet::Index i) -> Building& { return by_layer[layers[i]]; }))
    {
        for (Building& layer : by_layer)
            found.layers.push_back(layer.all());
    }
    else
        nodes.choices.resize(choices);
    found.choices = std::move(nodes.choices);
    return found;
}

std::size_t bytes_for_diagrams_of(std::size_t states, std::size_t words)
{
    constexpr std::size_t bytes_a_node =
        2 * sizeof(StateDiagrams::Choice) + 4 * sizeof(StateDiagrams::Node);
    return states * (words * sizeof(StateSet::Word) + sizeof(StateSet::Index)) +
           StateDiagrams::most_nodes * bytes_a_node;
}

} // namespace sgl
