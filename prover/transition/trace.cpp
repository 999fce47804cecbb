#include "prover/transition/trace.hpp"

#include <sstream>

namespace sgl
{

namespace
{

constexpr const char* last_word = "end";

void write(std::ostream& out, const std::optional<Trace>& trace)
{
    out << ' ' << trace.has_value();
    if (!trace)
        return;
    out << ' ' << trace->start.size();
    for (const bool bit : trace->start)
        out << ' ' << bit;
    out << ' ' << trace->play.size();
    for (const Action a : trace->play)
        out << ' ' << a.index;
    out << ' ' << trace->move.has_value() << ' ' << trace->move.value_or(Action{}).index;
    out << ' ' << trace->loop.has_value() << ' ' << trace->loop.value_or(0);
}

std::optional<Trace> read_trace(std::istream& in)
{
    bool is_there = false, flag = false;
    if (!(in >> is_there) || !is_there)
        return std::nullopt;
    Trace trace;
    std::size_t size = 0;
    in >> size;
    for (std::size_t i = 0; i < size && in; ++i)
    {
        in >> flag;
        trace.start.push_back(flag);
    }
    in >> size;
    Action a;
    for (std::size_t i = 0; i < size && in >> a.index; ++i)
        trace.play.push_back(a);
    in >> flag >> a.index;
    if (flag)
        trace.move = a;
    unsigned loop = 0;
    in >> flag >> loop;
    if (flag)
        trace.loop = loop;
    return trace;
}

} // namespace

std::string written(const Reachability& reached)
{
    std::ostringstream out;
    out << reached.is_determined << ' ' << reached.any_initial << ' ' << reached.premise_seen;
    for (const auto& trace : {reached.bad, reached.stuck, reached.endless})
        write(out, trace);
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
    for (auto* trace : {&reached.bad, &reached.stuck, &reached.endless})
        *trace = read_trace(in);
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
