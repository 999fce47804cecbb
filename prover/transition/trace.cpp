#include "prover/transition/trace.hpp"

#include <sstream>

namespace sgl
{

namespace
{

constexpr const char* last_word = "end";

void write(std::ostream& out, const std::optional<Trace>& trail)
{
    out << ' ' << trail.has_value();
    if (!trail)
        return;
    out << ' ' << trail->start.size();
    for (const bool bit : trail->start)
        out << ' ' << bit;
    out << ' ' << trail->play.size();
    for (const Action a : trail->play)
        out << ' ' << a.index;
    out << ' ' << trail->move.has_value() << ' ' << trail->move.value_or(Action{}).index;
    out << ' ' << trail->loop.has_value() << ' ' << trail->loop.value_or(0);
}

std::optional<Trace> read_trail(std::istream& in)
{
    bool is_there = false, flag = false;
    if (!(in >> is_there) || !is_there)
        return std::nullopt;
    Trace trail;
    std::size_t size = 0;
    in >> size;
    for (std::size_t i = 0; i < size && in; ++i)
    {
        in >> flag;
        trail.start.push_back(flag);
    }
    in >> size;
    Action a;
    for (std::size_t i = 0; i < size && in >> a.index; ++i)
        trail.play.push_back(a);
    in >> flag >> a.index;
    if (flag)
        trail.move = a;
    unsigned loop = 0;
    in >> flag >> loop;
    if (flag)
        trail.loop = loop;
    return trail;
}

} // namespace

std::string written(const Reachability& reached)
{
    std::ostringstream out;
    out << reached.is_determined << ' ' << reached.any_initial << ' ' << reached.premise_seen;
    for (const auto& trail : {reached.bad, reached.stuck, reached.endless})
        write(out, trail);
    out << ' ' << reached.diagrams.has_value();
    if (reached.diagrams)
        write(out, *reached.diagrams);
    out << ' ' << reached.states << '\n' << last_word;
    return out.str();
}

std::optional<Reachability> read_reached(const std::string& text, std::size_t bits)
{
    std::istringstream in(text);
    Reachability reached;
    in >> reached.is_determined >> reached.any_initial >> reached.premise_seen;
    for (auto* trail : {&reached.bad, &reached.stuck, &reached.endless})
        *trail = read_trail(in);
    bool has_diagrams = false;
    in >> has_diagrams;
    if (has_diagrams && !(reached.diagrams = read_state_diagrams(in, bits)))
        return std::nullopt;
    in.get(); // the blank
    std::getline(in, reached.states);
    std::string last;
    if (!std::getline(in, last) || last != last_word)
        return std::nullopt;
    return reached;
}

} // namespace sgl
