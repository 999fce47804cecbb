#pragma once

// What the command line asks for.

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sgl::command
{

/// Exit statuses (design: the command).
enum Status : int
{
    AllAsExpected = 0,
    SomeNotAsExpected = 1,
    SomeOpen = 2,
    BadInput = 3,
    Fault = 70,
};

struct Options
{
    std::vector<std::string> files;
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    std::vector<std::string> claims; // only these, by name
    double timeout = 60;             // seconds a claim
    std::optional<double> total_timeout;
    std::optional<unsigned> bound;
    bool json = false;
    bool stats = false;
    bool quiet = false;
    bool unicode = false;
    bool color = false;
    bool trace = false;
    std::string frame;   // --frame 'x: a,b; o: c'
    std::string fluents; // --fluents 'p,q'
    std::string formula;
};

/// Set by Ctrl-C: engines stop at their next look at the budget.
extern std::atomic<bool> interrupted;

Status prove(const Options& options);
Status show(const Options& options);
Status normal(const Options& options);
Status forget(const Options& options);
Status eliminate(const Options& options);

} // namespace sgl::command
