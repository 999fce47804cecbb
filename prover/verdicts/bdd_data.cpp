#include "prover/verdicts/bdd_data.hpp"

#include <istream>
#include <ostream>

namespace sgl
{

void write(std::ostream& out, const StateDiagrams& diagrams)
{
    out << ' ' << diagrams.choices.size();
    for (const auto& [place, low, high] : diagrams.choices)
        out << ' ' << place << ' ' << low << ' ' << high;
    out << ' ' << diagrams.reached << ' ' << diagrams.layers.size();
    for (const StateDiagrams::Node layer : diagrams.layers)
        out << ' ' << layer;
    out << ' ' << diagrams.any_later;
}

std::optional<StateDiagrams> read_state_diagrams(std::istream& in, std::size_t atoms)
{
    StateDiagrams diagrams;
    const auto place_of = [&](StateDiagrams::Node node)
    { return node <= StateDiagrams::all ? atoms : diagrams.choices[node - 2].place; };
    const auto is_there = [&](StateDiagrams::Node node)
    { return node < diagrams.choices.size() + 2; };
    std::size_t count = 0;
    in >> count;
    for (StateDiagrams::Choice choice{}; diagrams.choices.size() < count;)
    {
        if (!(in >> choice.place >> choice.low >> choice.high) || !is_there(choice.low) ||
            !is_there(choice.high) || choice.place >= place_of(choice.low) ||
            choice.place >= place_of(choice.high))
            return std::nullopt;
        diagrams.choices.push_back(choice);
    }
    if (!(in >> diagrams.reached >> count) || !is_there(diagrams.reached))
        return std::nullopt;
    for (StateDiagrams::Node layer = 0; diagrams.layers.size() < count;)
    {
        if (!(in >> layer) || !is_there(layer))
            return std::nullopt;
        diagrams.layers.push_back(layer);
    }
    if (!(in >> diagrams.any_later))
        return std::nullopt;
    return diagrams;
}

} // namespace sgl
