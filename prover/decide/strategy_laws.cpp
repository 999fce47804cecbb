#include "prover/decide/strategy_laws.hpp"

#include "logic/formula/subformulas.hpp"
#include "prover/claims/recommendation.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace sgl
{

namespace
{

bool is_chain(Formula f)
{
    return f.is(Kind::PrioritisedOr) || f.is(Kind::PrioritisedAnd);
}

/// f is g, or a conjunction with g among its conjuncts, or theirs.
bool has_conjunct(Formula f, Formula g)
{
    return any_subformula(
        f, [&](Formula h) { return h == g; }, [](Formula h) { return h.is(Kind::And); });
}

void add_once(std::vector<std::string>& list, std::string entry)
{
    if (std::ranges::find(list, entry) == list.end())
        list.push_back(std::move(entry));
}

/// "p", "p and q", "p, q and r"; of many, the first few and how many more.
std::string listed(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 4;
    if (names.size() == 1)
        return names[0];
    const bool all = names.size() <= most;
    const std::size_t shown = all ? names.size() - 1 : most - 1;
    const auto first = names.begin();
    return fmt::format("{} and {}",
                       fmt::join(first, first + static_cast<std::ptrdiff_t>(shown), ", "),
                       all ? names.back() : fmt::format("{} more", names.size() - shown));
}

} // namespace

Structure::Structure(FormulaStore& store, const Game& game, Agent agent, Fluent free, Never never)
    : store_(store), game_(game), agent_(agent), free_(free), never_(std::move(never)),
      legal_move_(legal_move_of(store, game.frame, agent))
{
}

/// Every leaf has "a legal move of the agent" as a conjunct. On this rest Theorems 2.1, 2.2 and 3:
/// a leaf that is true at an illegal move only would block what follows it (errata S4).
bool Structure::is_rule(Formula root, std::string_view of)
{
    const auto is_other_leaf = [&](Formula f)
    { return !is_chain(f) && !has_conjunct(f, legal_move_); };
    if (any_subformula(root, is_other_leaf, is_chain))
    {
        why_not_ = "it has parts that may be true at other than legal moves";
        return false;
    }
    name_parts(root, of);
    return true;
}

/// "part 2", "part 2.1 of the other": where they stand in the rule.
void Structure::name_parts(Formula root, std::string_view of)
{
    std::vector<std::pair<Formula, std::string>> stack{{root, ""}};
    parts_.try_emplace(root, fmt::format("it{}", of));
    while (!stack.empty())
    {
        const auto [f, place] = std::move(stack.back());
        stack.pop_back();
        for (std::size_t i = 0; is_chain(f) && i < f.children().size(); ++i)
        {
            constexpr std::size_t longest = 20;
            std::string there = fmt::format("{}{}{}", place, place.empty() ? "" : ".", i + 1);
            if (there.size() > longest)
                there = place; // deep inside it
            if (parts_.try_emplace(f[i], fmt::format("part {}{}", there, of)).second)
                stack.emplace_back(f[i], std::move(there));
        }
    }
}

std::string Structure::name(Formula part) const
{
    if (const auto known = game_.strategy_names.find(part); known != game_.strategy_names.end())
        return known->second;
    const auto found = parts_.find(part);
    return found != parts_.end() ? found->second : "a part of it";
}

// Completeness.

bool Structure::is_complete_leaf(Formula leaf)
{
    if (const auto known = complete_.find(leaf); known != complete_.end())
        return known->second;
    const bool answer = never_(nothing_recommended(store_, game_.frame, leaf, agent_));
    complete_.emplace(leaf, answer);
    return answer;
}

/// A decisive leaf that is complete makes the rule complete: ▽ is if one operand is (JPL Theorem
/// 2.1, SGL Proposition 4.1; for any number of operands by JPL Lemma 3), △ if the first is (JPL
/// Theorem 2.2, SGL Proposition 4.2).
std::optional<Formula> Structure::complete_leaf(Formula rule)
{
    // What a player falls back on stands last and is simple; it is asked about first.
    std::vector<Formula> leaves = decisive_leaves(rule);
    std::ranges::reverse(leaves);
    std::ranges::stable_sort(leaves, {}, &Formula::depth);
    const auto found =
        std::ranges::find_if(leaves, [&](Formula leaf) { return is_complete_leaf(leaf); });
    return found == leaves.end() ? std::nullopt : std::optional(*found);
}

std::optional<Argument> Structure::complete(Formula rule)
{
    if (!is_rule(rule) || !is_chain(rule))
        return std::nullopt;
    const auto leaf = complete_leaf(rule);
    if (!leaf)
    {
        why_not_ = "no part that would make it so is complete in all states";
        return std::nullopt;
    }
    // The connectives on a way from the rule to the leaf.
    std::unordered_map<Formula, Formula> above;
    std::vector<Formula> stack{rule};
    while (!above.contains(*leaf))
    {
        const Formula f = stack.back();
        stack.pop_back();
        if (!is_chain(f))
            continue;
        const std::size_t operands = f.is(Kind::PrioritisedAnd) ? 1 : f.children().size();
        for (Formula operand : f.children().first(operands))
        {
            if (above.try_emplace(operand, f).second)
                stack.push_back(operand);
        }
    }
    bool prefers = false, gives_way = false;
    for (Formula f = *leaf; f != rule;)
    {
        f = above.at(f);
        (f.is(Kind::PrioritisedOr) ? prefers : gives_way) = true;
    }
    return Argument{fmt::format("complete: {} is, and {}", name(*leaf),
                                prefers && gives_way ? "▽ and △ keep it (JPL Theorems 2.1 and 2.2)"
                                : prefers            ? "▽ keeps it (JPL Theorem 2.1)"
                                                     : "△ keeps it (JPL Theorem 2.2)"),
                    {}};
}

// Determinism.

/// The cut: α △ β₁ △ … is deterministic whatever α recommends. A set of legal moves of the agent,
/// free in every state, stands in for α: the chain looks at α in this state only, at each action.
/// Then only the tie-break is left to look at, as in the proof of JPL Observation 4.
bool Structure::breaks_all_ties(Formula chain)
{
    std::vector<Formula> anything;
    Fluent free = free_;
    for (Action a : game_.frame.actions_of(agent_))
    {
        const std::array parts{store_.does(a), store_.legal(a), store_.fluent(free)};
        anything.push_back(store_.conjunction(parts));
        free.index += 1;
    }
    std::vector<Formula> operands(chain.children().begin(), chain.children().end());
    operands[0] = store_.disjunction(anything);
    return never_(two_recommended(store_, game_.frame, store_.prioritised_and(operands), agent_));
}

/// What is found out about it without its operands.
Structure::Why Structure::leaf_or_tie_break(Formula f)
{
    if (f.is(Kind::PrioritisedOr))
        return {};
    if (f.is(Kind::PrioritisedAnd))
        return {breaks_all_ties(f), Because::TieBreak, 0};
    const bool holds = never_(two_recommended(store_, game_.frame, f, agent_));
    if (!holds)
        why_not_ = fmt::format("{} is not deterministic in all states", name(f));
    return {holds, Because::Asked, 0};
}

/// ▽ is deterministic if each operand is (JPL Theorem 2.3, SGL Proposition 4.3; any number by Lemma
/// 3), or each up to one that is complete: what follows that is never heard (JPL Theorem 3.1). △ is
/// if the first is (JPL Theorem 2.4, SGL Proposition 4.4).
bool Structure::is_deterministic(Formula root)
{
    struct Visit
    {
        Formula f;
        bool begun = false;
        Why why = {};
    };
    std::vector<Visit> path{{root}};
    const auto leave = [&](Why why)
    {
        deterministic_[path.back().f] = why;
        path.pop_back();
    };
    while (!path.empty())
    {
        Visit& visit = path.back();
        const Formula f = visit.f;
        const bool prefers = f.is(Kind::PrioritisedOr);
        const std::size_t operands = prefers ? f.children().size() : is_chain(f) ? 1 : 0;
        if (!std::exchange(visit.begun, true))
        {
            if (const Why why = leaf_or_tie_break(f); why.holds || operands == 0)
            {
                leave(why);
                continue;
            }
            visit.why.because = prefers ? Because::Each : Because::First;
        }
        if (visit.why.operands == operands)
        {
            visit.why.holds = true;
            leave(visit.why);
            continue;
        }
        const auto known = deterministic_.find(f[visit.why.operands]);
        if (known == deterministic_.end())
        {
            path.push_back({f[visit.why.operands]}); // it is looked up when that is left
            continue;
        }
        if (known->second.holds)
        {
            ++visit.why.operands;
            continue;
        }
        const auto before = f.children().first(prefers ? visit.why.operands : 0);
        const auto complete = std::ranges::find_if(before, [&](Formula earlier)
                                                   { return complete_leaf(earlier).has_value(); });
        if (complete == before.end())
            leave({});
        else
            leave({true, Because::Stops, static_cast<std::size_t>(complete - before.begin()) + 1});
    }
    return deterministic_.at(root).holds;
}

std::string Structure::argument_for_determinism(Formula rule) const
{
    std::vector<std::string> asked, ties, laws;
    const auto look_at = [&](Formula f)
    {
        const Why& why = deterministic_.at(f);
        switch (why.because)
        {
        case Because::Asked: add_once(asked, name(f)); break;
        case Because::TieBreak: add_once(ties, name(f)); break;
        case Because::First: add_once(laws, "△ keeps it (JPL Theorem 2.4)"); break;
        case Because::Each: add_once(laws, "▽ keeps it (JPL Theorem 2.3)"); break;
        case Because::Stops:
            add_once(laws, fmt::format("▽ keeps it as far as {}, which is complete (JPL Theorems "
                                       "2.3 and 3.1)",
                                       name(f[why.operands - 1])));
            break;
        }
    };
    for_each_subformula(rule, look_at,
                        [&](Formula f)
                        { return f.children().first(deterministic_.at(f).operands); });
    std::vector<std::string> reasons;
    if (deterministic_.at(rule).because == Because::TieBreak)
        return "deterministic: its tie-break leaves one move of whatever it is given (as in JPL "
               "Observation 4)";
    if (!asked.empty())
        reasons.push_back(fmt::format("{} {}", listed(asked), asked.size() == 1 ? "is" : "are"));
    if (!ties.empty())
        reasons.push_back(fmt::format("the tie-break of {} leaves one move of whatever it is given",
                                      listed(ties)));
    reasons.insert(reasons.end(), laws.begin(), laws.end());
    return fmt::format("deterministic: {}", fmt::join(reasons, "; "));
}

std::optional<Argument> Structure::deterministic(Formula rule)
{
    if (!is_rule(rule) || !is_chain(rule) || !is_deterministic(rule))
        return std::nullopt;
    const bool by_tie_break = deterministic_.at(rule).because == Because::TieBreak;
    const bool is_letter = by_tie_break && !rule[0].is_state_wise();
    return Argument{argument_for_determinism(rule), is_letter ? rule[0] : Formula()};
}

// Refinement.

} // namespace sgl
