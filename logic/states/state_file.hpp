#pragma once

// Lists of states as files. A file begins with lines of text:
//
//     sgl states 1
//     bits turn(x) p(x,1) p(x,2)      names of fluents, and `initial`
//     moves a(x,1) a(x,2)             where the file has a move for each state: a policy
//     ranks                           where the file has a rank for each state
//     count 1000
//     zstd 345                        bytes that follow
//
// The bytes are one frame of Zstandard (RFC 8878). What it holds is blocks of 65,536 states, the
// last one of the states that are left. In a block stand, byte by byte of a state, first to last,
// the bytes of all its states, each xor the byte of the state before (0 before the first state of
// the file); then the four bytes of all ranks, lowest first, and so of all moves, where there are
// ranks, and moves. After the frame there may be lines that are comments (`//`).

#include "logic/diagnostic.hpp"
#include "logic/states/state_list.hpp"

#include <functional>
#include <string>

namespace sgl
{

struct StateFileLimits
{
    std::uint64_t bytes = std::uint64_t{4} << 30; // of the list in memory, with its index
    /// Called now and then; it may throw.
    std::function<void()> check = {};
};

/// True if the text begins as a file of states does.
bool is_state_file(const std::string& text);

/// The list of a file: its states are in strictly ascending order, its moves are among the names.
/// A list that takes more memory than the limit is an error that is a limit. Names are not looked
/// up, but none of bits or moves is there twice.
Result<StateList> read_state_list(const Source& source, const StateFileLimits& limits = {});

/// The file of a list with sorted states. `level`: of compression, 1 to 19. `check` is called now
/// and then, and may throw.
std::string written(const StateList& list, int level, const std::function<void()>& check = {});

} // namespace sgl
