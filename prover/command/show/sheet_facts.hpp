#pragma once

// Facts about the states of a sheet, as lines and as members of an object.

#include "logic/gdl/machine/facts.hpp"
#include "prover/command/json.hpp"

#include <string>
#include <vector>

namespace sgl::command
{

/// Adds the facts under their names; what is known of a complete graph alone is null elsewhere.
void note_facts(const gdl::GameFacts& facts, const std::vector<std::string>& roles, Json& json);

/// The same in words. `cut_short`: why not all states were looked at; else empty.
std::string facts_text(const gdl::GameFacts& facts, const gdl::Program& program,
                       const std::vector<std::string>& roles, const std::string& cut_short);

} // namespace sgl::command
