#pragma once

// Evaluating what is not a formula: integers, agents, conditions, ranges. An agent is its index.

#include "logic/syntax/names.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sgl::language
{

/// The values of a range, in order: counting up, or down.
struct Values
{
    std::int64_t first = 0, last = -1;
    bool down = false;

    bool empty() const { return down ? first < last : first > last; }
    std::int64_t least() const { return down ? last : first; }
    std::int64_t greatest() const { return down ? first : last; }
    bool contains(std::int64_t v) const { return v >= least() && v <= greatest(); }
    /// How many there are, roughly for more than 2^53.
    double count() const
    {
        return empty() ? 0 : static_cast<double>(greatest()) - static_cast<double>(least()) + 1;
    }
    /// Moves first on to the next value; false when there is none.
    bool advance();
};

/// Of a range that counts up and is not empty.
inline std::int64_t size_of(const Values& values)
{
    return values.last - values.first + 1;
}

class Terms
{
public:
    using Parameters = std::vector<std::pair<std::string, std::int64_t>>;

    /// Evaluates parameters and functions; throws a Fault for an override of no parameter.
    Terms(const Texts& texts, Watch& watch, const GameFile& file, const Names& names,
          const Parameters& overrides);

    std::int64_t value(const Expr* expr);
    /// Of a function that was named, at these arguments.
    std::int64_t value(const Expr* expr, const std::vector<std::int64_t>& arguments);
    bool condition(const Expr* expr);
    Values values(const Domain& domain);

    /// Runs a visitor for the binders' values in lexicographic order, where the condition holds.
    template <class Visitor>
    void for_each(const Binders& binders, Visitor visit);

    /// The parameters and their values.
    Parameters parameters() const;
    /// Some override differs from the parameter's default.
    bool is_overridden() const { return is_overridden_; }

    /// The variables of what is being evaluated.
    std::int64_t& slot(std::uint32_t index) { return slots_[base_ + index]; }
    /// Opens a frame of new variables while a definition is expanded; answers the old frame.
    std::size_t open_frame(std::uint32_t size);
    void close_frame(std::size_t old);

    /// Counts one step of work; throws a Fault when there were too many.
    void spend(const char* at, std::size_t steps = 1);
    /// Forgets all variables and the work so far; sets how much may follow.
    void restart(std::size_t step_limit);

private:
    static constexpr std::size_t operations_a_step = 10;

    struct Case
    {
        const FunctionCase* declared;
        std::int64_t value = 0;
        bool is_known = false, in_progress = false;
    };

    void override_parameters(const Parameters& overrides);
    std::int64_t parameter(const Expr* expr, std::uint32_t index);
    std::int64_t call(const Expr* expr);
    void read_cases(std::uint32_t function);
    /// Counts operations on numbers, of which many may go with a step.
    void work(const char* at, std::size_t operations);
    std::int64_t sum(const Expr* expr);
    std::int64_t product(const Expr* expr);
    bool comparison(const Expr* expr);

    const Texts& texts_;
    Watch& watch_;
    const GameFile& file_;
    const Names& names_;
    std::vector<std::optional<std::int64_t>> parameters_;
    std::vector<bool> parameter_in_progress_;
    std::vector<std::map<std::vector<std::int64_t>, Case>> cases_;
    std::vector<bool> cases_read_;
    std::vector<std::int64_t> slots_;
    std::size_t base_ = 0;
    std::size_t level_ = 0;
    std::size_t steps_ = 0, operations_ = 0, step_limit_ = SIZE_MAX;
    bool is_overridden_ = false;
};

template <class Visitor>
void Terms::for_each(const Binders& binders, Visitor visit)
{
    const std::vector<Variable>& variables = binders.variables;
    std::vector<Values> left(variables.size());
    std::size_t k = 0;
    const auto enter = [&]
    {
        left[k] = values(*variables[k].domain);
        slot(variables[k].slot) = left[k].first;
        return !left[k].empty();
    };
    bool live = enter();
    while (true)
    {
        if (live && k + 1 < variables.size())
        {
            ++k;
            live = enter();
            continue;
        }
        spend(variables[k].name.data());
        if (live && (binders.where == nullptr || condition(binders.where)))
            visit();
        while (!left[k].advance())
        {
            if (k == 0)
                return;
            --k;
        }
        slot(variables[k].slot) = left[k].first;
        live = true;
    }
}

} // namespace sgl::language
