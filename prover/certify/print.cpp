// Certificates as text.

#include "logic/formula/print.hpp"
#include "prover/checker/certificate.hpp"
#include "prover/checker/line_reader.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace sgl::certificate
{

namespace
{

std::string as_text(Formula atom, const Frame& frame)
{
    return atom.is(Kind::Initial) ? "initial" : frame.name(atom.fluent());
}

/// `p q ; a b`: what is true in a state, and legal.
std::string as_text(const Valuation& valuation, const Frame& frame)
{
    std::string text;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        if (valuation.fluents[p])
            text += " " + frame.name(Fluent{p});
    }
    text += " ;";
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
    {
        if (valuation.legal[a])
            text += " " + frame.name(Action{a});
    }
    return text;
}

std::string flags(bool initial, bool terminal)
{
    return fmt::format("{}{} ;", initial ? " initial" : "", terminal ? " terminal" : "");
}

class Writer
{
public:
    Writer(const Frame& frame, const Bdds& diagrams) : frame_(frame), diagrams_(diagrams) {}

    std::string text(const Certificate& certificate)
    {
        put("sgl certificate 1");
        std::string game = "game " + quoted(certificate.game);
        const char* before = " with ";
        for (const auto& [name, value] : certificate.parameters)
        {
            game += fmt::format("{}{} = {}", before, name, value);
            before = ", ";
        }
        put(game);
        put(fmt::format("claim {} {}", certificate.claim,
                        certificate.proved ? "proved" : "refuted"));
        if (certificate.actions_ahead)
            put(fmt::format("lasting {}", *certificate.actions_ahead));
        for (const auto& [name, argument] : certificate.parts)
        {
            if (!name.empty())
                put("part " + name);
            std::visit([&](const auto& how) { put_argument(how); }, argument);
        }
        if (const auto* model = std::get_if<InModel>(&certificate.play))
            put_argument(*model);
        if (const auto* play = std::get_if<InGame>(&certificate.play))
            put_argument(*play);
        put("end");
        return std::move(text_);
    }

private:
    void put(const std::string& line) { text_ += line + "\n"; }

    void put_actions(const std::string& word, std::span<const Action> actions)
    {
        std::string line = word;
        for (Action a : actions)
            line += " " + frame_.name(a);
        put(line);
    }

    void put_argument(const ByTheorems& how)
    {
        put(fmt::format("by theorems {} {} {}", quoted(how.file), word(how.way), how.plies));
        for (Formula f : how.known)
            put("known " + print(frame_, f, Style::Ascii));
    }

    void put_argument(const ByListedStates& how) { put("by listed states " + quoted(how.file)); }

    void put_argument(const ByPolicy& how)
    {
        put("by policy " + quoted(how.policy) + " " + quoted(how.states));
        if (how.start)
            put_play("from", *how.start);
    }

    void put_argument(const ByAllStates& how)
    {
        put(fmt::format("by all states{}{}", how.definitions ? "" : " undefined",
                        how.opaque ? " opaque" : ""));
    }

    void put_argument(const ByClauses& how)
    {
        put(fmt::format("by clauses {} {}{}", word(how.way), how.plies,
                        how.hinted ? " hinted" : ""));
        for (Formula f : how.known)
            put("known " + print(frame_, f, Style::Ascii));
        for (Formula f : how.kept)
            put("kept " + print(frame_, f, Style::Ascii));
        for (const std::vector<Literal>& lines : how.lines)
        {
            auto at = lines.begin();
            const auto put_list = [&]
            {
                for (; *at != 0; ++at)
                    fmt::format_to(std::back_inserter(text_), " {}", *at);
                ++at;
            };
            while (how.hinted ? std::find(at, lines.end(), 0) + 1 != lines.end()
                              : at != lines.end())
            {
                text_ += "line";
                put_list();
                if (how.hinted)
                {
                    text_ += " ;";
                    put_list();
                }
                text_ += '\n';
            }
            text_ += "so";
            if (how.hinted)
                put_list();
            text_ += '\n';
        }
    }

    void put_argument(const ByStates& how)
    {
        put(how.ends ? "by states ends" : "by states closed");
        std::string bits = "bits";
        for (Formula atom : how.bits.atoms)
            bits += " " + as_text(atom, frame_);
        put(bits);
        std::unordered_map<Bdds::Node, std::size_t> numbers{{Bdds::none, 0}, {Bdds::all, 1}};
        for (const Bdds::Node node : diagrams_.nodes_of(how.sets))
        {
            put(fmt::format("node {} {} {}", diagrams_.level(node) / 2,
                            numbers.at(diagrams_.low(node)), numbers.at(diagrams_.high(node))));
            numbers.emplace(node, numbers.size());
        }
        std::string sets = "sets";
        for (const Bdds::Node node : how.sets)
            sets += fmt::format(" {}", numbers.at(node));
        put(sets);
    }

    void put_argument(const InModel& how)
    {
        put("by model");
        for (std::size_t w = 0; w < how.model.states.size(); ++w)
        {
            std::string line = "state" + flags(how.model.initial[w], how.model.states[w].terminal) +
                               as_text(how.model.states[w], frame_) + " ;";
            for (const std::uint32_t next : how.model.after[w])
                line += fmt::format(" {}", next);
            put(line);
        }
        std::string play = "play";
        for (const std::uint32_t w : how.model.play)
            play += fmt::format(" {}", w);
        put(play);
        put_actions("moves", how.actions);
        if (how.move)
            put("move " + frame_.name(*how.move));
    }

    void put_argument(const InGame& how) { put_play("by play", how); }

    void put_play(const char* by, const InGame& how)
    {
        put(fmt::format("{} {}", by, word(how.otherwise)));
        if (how.within)
            put("within " + print(frame_, how.within, Style::Ascii));
        const Witness& witness = how.witness;
        put("start" + flags(witness.starts_initial, witness.start.terminal) +
            as_text(witness.start, frame_));
        put_actions("moves", witness.play);
        if (witness.move)
            put("move " + frame_.name(*witness.move));
        if (witness.loop)
            put(fmt::format("loop {}", *witness.loop));
        for (const OpenValue& open : witness.open)
        {
            std::string line = fmt::format("open {} ;", open.after);
            for (Action a : open.word)
                line += " " + frame_.name(a);
            line +=
                open.atom.kind == Kind::Fluent ? " ; fluent " + frame_.name(Fluent{open.atom.index})
                : open.atom.kind == Kind::Legal ? " ; legal " + frame_.name(Action{open.atom.index})
                                                : " ; terminal";
            put(line + (open.value ? " true" : " false"));
        }
    }

    const Frame& frame_;
    const Bdds& diagrams_;
    std::string text_;
};

} // namespace

std::string written(const Frame& frame, const Bdds& diagrams, const Certificate& certificate)
{
    return Writer(frame, diagrams).text(certificate);
}

} // namespace sgl::certificate
