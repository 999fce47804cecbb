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
        case Because::TieBreak: add_once(ties, f == rule ? "its" : name(f)); break;
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
    if (!ties.empty() && ties[0] == "its")
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

/// Whether what one rule recommends another does too: a search for a proof from the laws below, of
/// so many steps and so deep at most.
class Structure::Inclusion
{
public:
    /// `asks`: where no law applies, leaves are compared in all states.
    Inclusion(Structure& structure, bool asks) : structure_(structure), asks_(asks) {}

    bool holds(Formula s, Formula r)
    {
        laws_.clear();
        steps_ = 0;
        return includes(s, r, 0);
    }
    /// The laws that the proof uses, from the whole to the parts.
    const std::vector<std::string>& laws() const { return laws_; }

private:
    static constexpr unsigned deepest = 32, most_steps = 4'000, most_questions = 8;

    /// Notes a law when what it needs holds.
    bool by(const char* law, bool needed, std::size_t mark)
    {
        if (needed)
            laws_.insert(laws_.begin() + static_cast<std::ptrdiff_t>(mark), law);
        else
            laws_.resize(mark);
        return needed;
    }

    /// S(s) ⊆ S(r), in every state of Σ.
    bool includes(Formula s, Formula r, unsigned depth)
    {
        if (s == r)
            return true;
        if (depth >= deepest || ++steps_ > most_steps)
            return false;
        const std::size_t mark = laws_.size();
        const auto goes = [&](Formula part, Formula whole)
        { return includes(part, whole, depth + 1); };
        // A prefix of a chain: S(r₁ ▽ … ▽ r_k) ⊆ S(r₁ ▽ … ▽ r_m), which is S((r₁ ▽ … ▽ r_k) ▽ …).
        if (s.is(Kind::PrioritisedOr) && r.is(Kind::PrioritisedOr) &&
            by("▽ adds only where nothing is recommended (JPL Lemmas 2.1 and 3)", starts(r, s),
               mark))
            return true;
        // S(r₁ △ … △ r_m) ⊆ S(r₁ △ … △ r_k): the longest prefix of r₁ … r_m that recommends
        // something begins with the longest such prefix of r₁ … r_k.
        if (s.is(Kind::PrioritisedAnd) && r.is(Kind::PrioritisedAnd) &&
            by("△ only takes away (JPL Definition 8)", starts(s, r), mark))
            return true;
        // S(r₁ ▽ … ▽ r_m) ⊆ S(r₁) ∪ … ∪ S(r_m).
        if (s.is(Kind::PrioritisedOr) &&
            by("each part that ▽ joins does (JPL Definition 8)", each_refines(s, r, depth), mark))
            return true;
        if (s.is(Kind::PrioritisedAnd) &&
            by("△ recommends only what its first part does (JPL Lemma 2.2)", goes(s[0], r), mark))
            return true;
        if (s.is(Kind::And) && by("∧ recommends only what both sides do (JPL Lemma 1.1)",
                                  one_refines(s, r, depth), mark))
            return true;
        return is_included(s, r, depth) || is_told_so(s, r);
    }

    /// By what is recommended on the right.
    bool is_included(Formula s, Formula r, unsigned depth)
    {
        const std::size_t mark = laws_.size();
        const auto goes = [&](Formula part) { return includes(s, part, depth + 1); };
        switch (r.kind())
        {
        case Kind::PrioritisedOr:
            return by("▽ recommends what its first part does (JPL Lemma 2.1)", goes(r[0]), mark);
        case Kind::PrioritisedAnd:
            // a ∈ S(r₁) ∩ … ∩ S(r_m): then the longest prefix is all, and a is in it.
            if (by("△ keeps what all its parts recommend (as JPL Lemmas 2.7 and 2.8)",
                   std::ranges::all_of(r.children(), goes), mark))
                return true;
            return asks_ && by("△ changes nothing after a deterministic part (JPL Theorem 3.2)",
                               goes(r[0]) && structure_.is_deterministic(r[0]), mark);
        case Kind::And:
            return by("∧ recommends what both sides do (JPL Lemma 1.1)",
                      std::ranges::all_of(r.children(), goes), mark);
        case Kind::Or:
            return by("∨ recommends what either side does (JPL Lemma 1.2)",
                      std::ranges::any_of(r.children(), goes), mark);
        default: return false;
        }
    }

    /// The operands of the one begin with all of the other.
    static bool starts(Formula longer, Formula shorter)
    {
        return longer.children().size() >= shorter.children().size() &&
               std::ranges::equal(longer.children().first(shorter.children().size()),
                                  shorter.children());
    }

    /// Each operand of ▽, or each up to one that is complete (JPL Theorem 3.1).
    bool each_refines(Formula s, Formula r, unsigned depth)
    {
        for (std::size_t i = 0; i < s.children().size(); ++i)
        {
            const std::size_t mark = laws_.size();
            if (includes(s[i], r, depth + 1))
                continue;
            laws_.resize(mark);
            const auto before = s.children().first(i);
            return asks_ && by("▽ adds nothing to a complete part (JPL Theorem 3.1)",
                               std::ranges::any_of(
                                   before, [&](Formula earlier)
                                   { return structure_.complete_leaf(earlier).has_value(); }),
                               mark);
        }
        return true;
    }

    bool one_refines(Formula s, Formula r, unsigned depth)
    {
        return std::ranges::any_of(s.children(), [&](Formula conjunct)
                                   { return includes(conjunct, r, depth + 1); });
    }

    /// Two leaves of the rules, compared in all states.
    bool is_told_so(Formula s, Formula r)
    {
        const auto is_leaf = [&](Formula f)
        { return !is_chain(f) && structure_.parts_.contains(f); };
        if (!asks_ || !is_leaf(s) || !is_leaf(r) || questions_ == most_questions)
            return false;
        ++questions_;
        const bool answer = structure_.never_(
            recommended_beyond(structure_.store_, structure_.game_.frame, s, r, structure_.agent_));
        if (answer)
            laws_.push_back(fmt::format("{} refines {}", structure_.name(s), structure_.name(r)));
        return answer;
    }

    Structure& structure_;
    bool asks_;
    unsigned steps_ = 0, questions_ = 0;
    std::vector<std::string> laws_;
};

/// By the laws alone, or else with leaves compared in all states.
std::optional<Argument> Structure::included(std::span<const std::pair<Formula, Formula>> pairs,
                                            std::string_view claimed)
{
    const auto& [rule, other] = pairs.front();
    if (!is_rule(rule) || !is_rule(other, " of the other"))
        return std::nullopt;
    for (const bool asks : {false, true})
    {
        if (asks && !is_chain(rule) && !is_chain(other))
            break; // that would be to ask the question itself
        std::vector<std::string> laws;
        const bool all = std::ranges::all_of(pairs,
                                             [&](const auto& pair)
                                             {
                                                 Inclusion inclusion(*this, asks);
                                                 if (!inclusion.holds(pair.first, pair.second))
                                                     return false;
                                                 for (const std::string& law : inclusion.laws())
                                                     add_once(laws, law);
                                                 return true;
                                             });
        if (!all)
            continue;
        constexpr std::size_t most = 4;
        if (laws.empty())
            laws.emplace_back("they are the same rule");
        if (laws.size() > most)
        {
            laws.resize(most);
            laws.emplace_back("…");
        }
        return Argument{fmt::format("{}: {}", claimed, fmt::join(laws, "; ")), {}};
    }
    why_not_ = "no law of ▽ and △ gives it";
    return std::nullopt;
}

std::optional<Argument> Structure::refines(Formula rule, Formula other)
{
    return included(std::array{std::pair(rule, other)}, "refines");
}

std::optional<Argument> Structure::equals(Formula rule, Formula other)
{
    return included(std::array{std::pair(rule, other), std::pair(other, rule)}, "equals");
}

} // namespace sgl
