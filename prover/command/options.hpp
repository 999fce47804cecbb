#pragma once

// Options of the command line, and the commands that take them.

#include "prover/claims/method.hpp"
#include "prover/sat/sat_engine.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sgl::command
{

/// Exit statuses.
enum Status : int
{
    AllAsExpected = 0,
    SomeNotAsExpected = 1,
    SomeOpen = 2,
    BadInput = 3,
    Fault = 70,
    // 128 + the number of the signal that ended the process.
    WasHungUp = 129,
    WasInterrupted = 130,
    WasTerminated = 143,
};

struct Options
{
    std::vector<std::string> files;
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    bool unicode = false;
    bool color = false;
    bool json = false;
    double timeout = 60;               // seconds; 0: no limit
    std::optional<std::size_t> memory; // MiB

    // prove
    std::vector<std::string> claims;     // names of the claims to decide; empty: all claims
    std::optional<double> total_timeout; // seconds
    std::optional<unsigned> bound;
    Engine engine = Engine::Automatic;
    SatEngine solver = SatEngine::Cadical;
    unsigned threads = 0; // 0: one claim at a time, on all cores
    std::string proofs;   // a directory for derivations
    bool stats = false;
    bool explain = false;
    bool quiet = false;

    // show, of rule sheets
    bool deep = false; // the facts about the states that plays reach
    bool strict = false;
    std::optional<std::uint32_t> plies;
    std::optional<std::uint64_t> states;

    // normal, forget, eliminate
    std::string frame;   // --frame 'x: a,b; o: c'
    std::string fluents; // --fluents 'p,q'
    std::string formula;
    bool trace = false;
    bool proof = false; // eliminate: print a derivation

    // check
    std::string print;                 // a theorem's name
    std::string html;                  // file to write the HTML page of that theorem to
    std::optional<std::string> expand; // a theorem's name; empty: all theorems of the file

    // solve
    std::string policies; // a directory for the policies found

    // policy
    std::string policy_work; // count, print, join or check
    std::string output;      // -o FILE

    // moves, play
    std::string strategy;
    std::string after;                // names of actions, played from the first state
    std::optional<std::string> start; // names of the fluents that are true in the first state
    std::vector<std::string> sides;   // "x=person"
    std::optional<std::uint64_t> seed;
};

/// Reads the options of a command line. Returns an exit status if the program is to end with it
/// (help, bad usage).
std::optional<Status> read_arguments(int argc, char** argv, Options& options, std::string& command);
/// The same for `sgl-check`, which has the options of `sgl check`.
std::optional<Status> read_check_arguments(int argc, char** argv, Options& options);

Status prove(const Options& options);
Status show(const Options& options);
Status moves(const Options& options);
Status play(const Options& options);
Status normal(const Options& options);
Status forget(const Options& options);
Status eliminate(const Options& options);
Status derive(const Options& options);
Status policy(const Options& options);
Status solve(const Options& options);
Status import_sheet(const Options& options);

} // namespace sgl::command
