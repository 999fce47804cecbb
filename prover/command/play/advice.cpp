#include "prover/command/play/advice.hpp"
#include "logic/formula/print.hpp"
#include "prover/command/output.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::command
{

namespace
{

constexpr std::size_t deepest = 6, most_parts = 60, most_moves = 12, widest = 48;

bool is_chain(Formula f)
{
    return f.is(Kind::PrioritisedOr) || f.is(Kind::PrioritisedAnd);
}

std::string cut(const std::string& text)
{
    return text.size() > widest ? text.substr(0, widest) + "…" : text;
}

/// A leaf is its agent's legal moves ∧ φ: φ as text.
std::string leaf_text(const Frame& frame, Formula leaf)
{
    constexpr std::size_t too_long = 4000;
    const Formula f = leaf.is(Kind::And) && leaf.children().size() == 2 ? leaf[1] : leaf;
    if (printed_size(frame, f, Style::Ascii, too_long) >= too_long)
        return "(a long formula)";
    return cut(print(frame, f));
}

class Adviser
{
public:
    Adviser(GamePosition& table, const GameReader& reader, Agent agent)
        : table_(table), reader_(reader), agent_(agent)
    {
    }

    std::vector<Advice> take() { return std::move(advice_); }

    void add(Formula rule, std::string name, std::size_t depth, bool counts)
    {
        add_part({depth, std::move(name), table_.where(rule, agent_), counts, false});
        if (is_chain(rule) && depth < deepest)
            rule.is(Kind::PrioritisedOr) ? add_alternatives(rule, depth + 1)
                                         : add_preferences(rule, depth + 1);
    }

private:
    std::string name_of(Formula rule) const
    {
        if (const auto name = reader_.strategy_name(rule))
            return *name;
        if (is_chain(rule))
            return rule.is(Kind::PrioritisedOr) ? "( … |> … )" : "( … &> … )";
        return leaf_text(table_.frame(), rule);
    }

    /// The first operand that recommends something counts.
    void add_alternatives(Formula chain, std::size_t depth)
    {
        bool found = false;
        for (Formula operand : chain.children())
        {
            if (advice_.size() >= most_parts)
                return;
            const bool counts = !found && !table_.where(operand, agent_).empty();
            add(operand, name_of(operand), depth, counts);
            found = found || counts;
        }
    }

    /// The longest prefix that leaves something counts; of it, what narrows the choice is shown,
    /// with what it leaves.
    void add_preferences(Formula chain, std::size_t depth)
    {
        std::vector<Action> left = table_.where(chain[0], agent_);
        add(chain[0], name_of(chain[0]), depth, !left.empty());
        std::vector<Advice> narrowing;
        for (Formula operand : chain.children().subspan(1))
        {
            std::vector<Action> kept = left;
            const std::vector<Action> wanted = table_.where(operand, agent_);
            std::erase_if(kept, [&](Action a) { return !std::ranges::binary_search(wanted, a); });
            if (kept.empty())
                break; // and all that follow are dropped with it
            if (kept.size() < left.size())
                narrowing.push_back({depth, name_of(operand), kept, true, true});
            left = std::move(kept);
        }
        add_some(narrowing);
    }

    /// The first and the last few of many.
    void add_some(const std::vector<Advice>& parts)
    {
        constexpr std::size_t shown = 3;
        for (std::size_t i = 0; i < parts.size(); ++i)
        {
            const bool skipped =
                parts.size() > 2 * shown + 1 && i >= shown && i + shown < parts.size();
            if (!skipped)
                add_part(parts[i]);
            else if (i == shown)
                add_part({parts[i].depth, fmt::format("… {} more", parts.size() - 2 * shown),
                          parts[parts.size() - shown - 1].moves, true, true});
        }
    }

    void add_part(Advice part)
    {
        if (advice_.size() < most_parts)
            advice_.push_back(std::move(part));
    }

    GamePosition& table_;
    const GameReader& reader_;
    Agent agent_;
    std::vector<Advice> advice_;
};

} // namespace

std::vector<Advice> advise(GamePosition& table, const GameReader& reader, const Strategy& strategy)
{
    Adviser adviser(table, reader, strategy.agent);
    adviser.add(strategy.moves, strategy.name, 0, true);
    return adviser.take();
}

std::string listed_moves(const Frame& frame, const std::vector<Action>& moves, std::size_t most)
{
    if (moves.empty())
        return "no move";
    std::vector<std::string> names;
    for (Action a : moves)
    {
        if (names.size() < most)
            names.push_back(frame.name(a));
    }
    if (moves.size() > most)
        names.push_back(fmt::format("… ({} moves)", moves.size()));
    return fmt::format("{}", fmt::join(names, " "));
}

std::string show_advice(const Frame& frame, const std::vector<Advice>& advice, bool color,
                        std::size_t indent)
{
    std::size_t width = 0;
    for (const Advice& part : advice)
        width = std::max(width, 2 * part.depth + part.rule.size());
    std::string text;
    for (const Advice& part : advice)
    {
        const std::string name = std::string(2 * part.depth, ' ') + part.rule;
        std::string line = fmt::format("{:<{}}{:<{}}  {}", "", indent, name, width,
                                       listed_moves(frame, part.moves, most_moves));
        if (part.depth > 0 && part.counts)
            line += part.narrows ? "  <- left by it" : "  <- decides";
        text += tinted(line, part.counts ? Tint::Strong : Tint::Faint, color) + "\n";
    }
    return text;
}

} // namespace sgl::command
