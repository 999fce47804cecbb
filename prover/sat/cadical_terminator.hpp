#pragma once

// What ends CaDiCaL when its budget is used up. For .cpp files only, as it needs CaDiCaL's header.

#include "prover/resources/budget.hpp"

#include <cadical.hpp>

namespace sgl
{

/// A solver's terminator: true once the budget that it watches is used up; false between queries.
class BudgetTerminator : public CaDiCaL::Terminator
{
public:
    void begin(const Budget& budget) { budget_ = &budget; }
    void end() { budget_ = nullptr; }
    bool terminate() override { return budget_ != nullptr && budget_->is_used_up(); }

private:
    const Budget* budget_ = nullptr;
};

} // namespace sgl
