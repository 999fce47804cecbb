// sgl_sheets [--runs N] FILE[:PLIES]…: goes through the states of rule sheets in GDL, all of them
// or those of the first PLIES moves, and prints the joint moves a second of processor time, as the
// median of N runs (5). What is found out about the states afterwards is not measured.

#include "logic/gdl/ground/ground.hpp"
#include "logic/gdl/machine/explore.hpp"
#include "logic/gdl/reader/reader.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace
{

double processor_seconds()
{
    timespec now = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// One line of the table; false where the sheet is refused.
bool measure(const std::string& argument, unsigned runs)
{
    using namespace sgl::gdl;
    ExploreLimits limits;
    std::string path = argument;
    const std::size_t colon = argument.rfind(':');
    if (colon != std::string::npos)
    {
        path = argument.substr(0, colon);
        limits.plies = static_cast<std::uint32_t>(std::atoi(argument.c_str() + colon + 1));
    }
    const std::ifstream file(path, std::ios::binary);
    if (!file)
    {
        fmt::print(stderr, "cannot read {}\n", path);
        return false;
    }
    std::ostringstream text;
    text << file.rdbuf();
    ReadSheet read = read_sheet({path, text.str()});
    Grounded grounded;
    if (read.sheet)
        grounded = ground(*read.sheet);
    if (!grounded.program)
    {
        for (const auto* list : {&read.diagnostics, &grounded.diagnostics})
            for (const sgl::Diagnostic& diagnostic : *list)
                fmt::print(stderr, "{}", diagnostic.text());
        return false;
    }
    std::vector<double> rates;
    std::size_t states = 0, joint_moves = 0;
    for (unsigned run = 0; run < runs; ++run)
    {
        Machine machine(*grounded.program);
        const double start = processor_seconds();
        const StateGraph graph = explore(machine, limits);
        const double seconds = processor_seconds() - start;
        states = graph.size();
        joint_moves = graph.successors.size();
        rates.push_back(static_cast<double>(joint_moves) / seconds / 1e6);
    }
    std::ranges::sort(rates);
    fmt::print("{:44} {:10} states {:10} joint moves {:8.2f} M/s ({:.2f} to {:.2f})\n", argument,
               states, joint_moves, rates[rates.size() / 2], rates.front(), rates.back());
    std::fflush(stdout);
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    unsigned runs = 5;
    std::vector<std::string> sheets;
    for (int i = 1; i < argc; ++i)
        if (std::string_view(argv[i]) == "--runs" && i + 1 < argc)
            runs = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
        else
            sheets.emplace_back(argv[i]);
    if (sheets.empty())
    {
        fmt::print(stderr, "sgl_sheets [--runs N] FILE[:PLIES]…\n");
        return 3;
    }
    bool is_fine = true;
    for (const std::string& sheet : sheets)
        is_fine = measure(sheet, runs) && is_fine;
    return is_fine ? 0 : 3;
}
