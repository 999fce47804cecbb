// Structure: whether every move that one rule recommends is recommended by another rule.

#include "prover/decide/strategy_laws.hpp"

#include "prover/claims/recommendation.hpp"
#include "prover/decide/limits.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_set>
#include <utility>

namespace sgl
{

namespace
{

bool is_chain(Formula f)
{
    return f.is(Kind::PrioritisedOr) || f.is(Kind::PrioritisedAnd);
}

void add_once(std::vector<std::string>& list, std::string entry)
{
    if (std::ranges::find(list, entry) == list.end())
        list.push_back(std::move(entry));
}

} // namespace

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
        if (depth >= limits::inclusion_depth || ++steps_ > limits::inclusion_steps)
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
        return is_included(s, r, depth) || is_noted(s, r);
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
    bool is_noted(Formula s, Formula r)
    {
        const auto is_leaf = [&](Formula f)
        { return !is_chain(f) && structure_.parts_.contains(f); };
        if (!asks_ || !is_leaf(s) || !is_leaf(r) || questions_ == limits::inclusion_questions)
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
