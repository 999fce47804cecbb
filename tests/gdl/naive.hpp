#pragma once

// What follows from a sheet in a state, by trying all values for the variables of all rules.

#include "logic/gdl/sheet/sheet.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sgl::gdl
{

/// For sheets whose relations are stratified in the order of `strata`, and whose terms are a few
/// constants and functions that `universe` lists.
class NaiveReasoner
{
public:
    NaiveReasoner(Sheet& sheet, std::vector<Term> universe, std::vector<std::string> strata)
        : sheet_(sheet), universe_(std::move(universe)), strata_(std::move(strata))
    {
    }

    /// All atoms that hold when these do.
    std::set<Term> closure(std::set<Term> given);

private:
    void apply(const Rule& rule, std::set<Term>& facts, bool& changed);
    bool holds(std::uint32_t condition, const std::set<Term>& facts);
    Term value(Term term);
    void try_values(const Rule& rule, const std::vector<Term>& variables, std::size_t next,
                    std::set<Term>& facts, bool& changed);

    Sheet& sheet_;
    std::vector<Term> universe_;
    std::vector<std::string> strata_;
    std::map<Term, Term> values_;
};

} // namespace sgl::gdl
