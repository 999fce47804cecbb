// Certificates read from text.

#include "logic/language/reader.hpp"
#include "prover/checker/line_reader.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace sgl::certificate
{

namespace
{

constexpr std::uint64_t most_index = std::numeric_limits<std::uint32_t>::max();

class Reader
{
public:
    Reader(const Source& source, FormulaStore& store, const Frame& frame, Bdds& diagrams)
        : source_(source), lines_(source), store_(store), frame_(frame), diagrams_(diagrams)
    {
    }

    Certificate read()
    {
        const Heading top = heading_of(lines_);
        Certificate certificate;
        certificate.game = top.game;
        certificate.parameters = top.parameters;
        certificate.claim = top.claim;
        certificate.proved = top.proved;
        if (lines_.starts_with("lasting"))
        {
            constexpr unsigned most_actions = 1000;
            certificate.actions_ahead =
                static_cast<unsigned>(lines_.number(1, most_actions, "a number of actions"));
            lines_.expect_words(2);
            lines_.next();
        }
        while (!lines_.starts_with("end"))
        {
            std::string part;
            if (lines_.starts_with("part"))
            {
                part = lines_.word(1, "the part's name");
                lines_.expect_words(2);
                lines_.next();
            }
            read_argument(part, certificate);
        }
        lines_.expect_words(1);
        lines_.next();
        if (!lines_.at_end())
            lines_.fail(0, "expected nothing after 'end'");
        return certificate;
    }

private:
    void read_argument(const std::string& part, Certificate& certificate)
    {
        lines_.expect("by");
        const std::string& how = lines_.word(
            1, "'theorems', 'states', 'listed', 'clauses', 'policy', 'model' or 'play'");
        const bool plays = how == "model" || how == "play";
        const bool taken = !std::holds_alternative<std::monostate>(certificate.play);
        if (taken || (plays && (!certificate.parts.empty() || !part.empty())))
            lines_.fail(0, "a play is all that there is in a certificate");
        if (how == "theorems")
            certificate.parts.emplace_back(part, by_theorems());
        else if (how == "all")
            certificate.parts.emplace_back(part, by_all_states());
        else if (how == "states")
            certificate.parts.emplace_back(part, by_states());
        else if (how == "listed")
            certificate.parts.emplace_back(part, by_listed_states());
        else if (how == "policy")
            certificate.parts.emplace_back(part, by_policy());
        else if (how == "clauses")
            certificate.parts.emplace_back(part, by_clauses());
        else if (how == "model")
            certificate.play = by_model();
        else if (how == "play")
            certificate.play = by_play();
        else
            lines_.fail(1,
                        "expected 'theorems', 'states', 'all states', 'listed states', 'clauses', "
                        "'policy', 'model' or 'play'");
    }

    template <typename Table>
    auto one_of(const Table& table, std::size_t i, std::string_view what) const
    {
        const std::string& text = lines_.word(i, what);
        for (const auto& [name, value] : table)
        {
            if (name == text)
                return value;
        }
        lines_.fail(i, fmt::format("expected {}", what));
    }

    ByTheorems by_theorems()
    {
        ByTheorems how;
        how.file = file(2, "the file of derivations in quotes");
        read_way(how, 3);
        return how;
    }

    ByListedStates by_listed_states()
    {
        if (lines_.word(2, "'states'") != "states")
            lines_.fail(2, "expected 'states'");
        ByListedStates how{file(3, "the file of states in quotes")};
        lines_.expect_words(4);
        lines_.next();
        return how;
    }

    ByPolicy by_policy()
    {
        ByPolicy how{file(2, "the file of the policy in quotes"),
                     file(3, "the file of states in quotes")};
        lines_.expect_words(4);
        lines_.next();
        if (!lines_.starts_with("from"))
            return how;
        how.start.emplace(in_game(1));
        return how;
    }

    std::string file(std::size_t i, std::string_view what) const
    {
        const std::string& path = lines_.word(i, what);
        if (path[0] != '"')
            lines_.fail(i, fmt::format("expected {}", what));
        return path.substr(1);
    }

    /// The way, how many moves, and what is known.
    template <class How>
    void read_way(How& how, std::size_t i)
    {
        how.way = one_of(ways, i, "'everywhere', 'induction', 'invariant' or 'unrolling'");
        read_plies_and_known(how, i + 1, i + 2);
    }

    /// The number of moves, the i-th of so many words, and what is known.
    template <class How>
    void read_plies_and_known(How& how, std::size_t i, std::size_t words)
    {
        constexpr unsigned most_plies = 1000;
        how.plies = static_cast<unsigned>(lines_.number(i, most_plies, "a number of moves"));
        lines_.expect_words(words);
        lines_.next();
        for (; lines_.starts_with("known"); lines_.next())
            how.known.push_back(formula("known "));
    }

    ByClauses by_clauses()
    {
        ByClauses how;
        how.way = one_of(ways, 2, "'everywhere', 'induction', 'invariant' or 'unrolling'");
        how.hinted = lines_.line().words.size() > 4 && lines_.word(4, "") == "hinted";
        read_plies_and_known(how, 3, how.hinted ? 5 : 4);
        for (; lines_.starts_with("kept"); lines_.next())
            how.kept.push_back(formula("kept "));
        std::vector<Literal> lines;
        for (; lines_.starts_with("line") || lines_.starts_with("so"); lines_.next())
        {
            const bool ends = lines_.starts_with("so");
            if (!ends || how.hinted)
                lines_.read_numbers(lines, how.hinted && !ends);
            else
                lines_.expect_words(1);
            if (ends)
                how.lines.push_back(std::exchange(lines, {}));
        }
        if (!lines.empty())
            lines_.expect("so");
        return how;
    }

    /// What stands after the line's first word.
    Formula formula(std::string_view word)
    {
        const std::string_view text = lines_.line().text;
        const Source source{source_.name,
                            std::string(text.substr(std::min(word.size(), text.size())))};
        const Result<Formula> f = read_formula(store_, frame_, source);
        if (!f)
            lines_.fail(1, f.errors().front().message);
        return *f;
    }

    ByAllStates by_all_states()
    {
        if (lines_.word(2, "'states'") != "states")
            lines_.fail(2, "expected 'states'");
        ByAllStates how;
        for (std::size_t i = 3; i < lines_.line().words.size(); ++i)
        {
            const std::string& flag = lines_.word(i, "");
            if (flag != "undefined" && flag != "opaque")
                lines_.fail(i, "expected 'undefined' or 'opaque'");
            if (flag == "opaque")
                how.opaque = true;
            else
                how.definitions = false;
        }
        lines_.next();
        return how;
    }

    ByStates by_states()
    {
        ByStates how;
        const std::string& word = lines_.word(2, "'closed' or 'ends'");
        if (word != "closed" && word != "ends")
            lines_.fail(2, "expected 'closed' or 'ends'");
        how.ends = word == "ends";
        lines_.expect_words(3);
        lines_.next();
        lines_.expect("bits");
        for (std::size_t i = 1; i < lines_.line().words.size(); ++i)
        {
            const Formula atom = bit(i);
            if (std::ranges::find(how.bits.atoms, atom) != how.bits.atoms.end())
                lines_.fail(i, "this bit is listed twice");
            how.bits.atoms.push_back(atom);
        }
        lines_.next();
        std::vector<Bdds::Node> nodes{Bdds::none, Bdds::all};
        const auto node = [&](std::size_t i)
        { return nodes[lines_.number(i, nodes.size() - 1, "an earlier node")]; };
        for (; lines_.starts_with("node"); lines_.next())
        {
            if (how.bits.atoms.empty())
                lines_.fail(1, "there are no bits");
            const auto level = how.bits.level(lines_.number(1, how.bits.atoms.size() - 1, "a bit"));
            for (std::size_t i : {2U, 3U})
            {
                if (!diagrams_.is_constant(node(i)) && diagrams_.level(node(i)) <= level)
                    lines_.fail(i, "that node decides an earlier bit");
            }
            lines_.expect_words(4);
            nodes.push_back(diagrams_.choice(level, node(2), node(3)));
        }
        lines_.expect("sets");
        for (std::size_t i = 1; i < lines_.line().words.size(); ++i)
            how.sets.push_back(node(i));
        if (how.sets.empty())
            lines_.fail(1, "expected a node");
        lines_.next();
        return how;
    }

    Formula bit(std::size_t i)
    {
        if (lines_.word(i, "a fluent") == "initial")
            return store_.initial();
        return store_.fluent(fluent(i));
    }

    Fluent fluent(std::size_t i) const
    {
        const std::optional<Fluent> p = frame_.find_fluent(lines_.word(i, "a fluent"));
        if (!p)
            lines_.fail(i, "there is no such fluent");
        return *p;
    }

    Action action(std::size_t i) const
    {
        const std::optional<Action> a = frame_.find_action(lines_.word(i, "an action"));
        if (!a)
            lines_.fail(i, "there is no such action");
        return *a;
    }

    std::vector<Action> actions()
    {
        std::vector<Action> found;
        for (std::size_t i = 1; i < lines_.line().words.size(); ++i)
            found.push_back(action(i));
        lines_.next();
        return found;
    }

    /// `state initial terminal ; p q ; a b` from the second word on; the place after it.
    std::size_t read_valuation(Valuation& valuation, bool& initial)
    {
        std::size_t i = 1;
        const auto more = [&] { return lines_.word(i, "';'") != ";"; };
        for (; more(); ++i)
        {
            const std::string& flag = lines_.word(i, "");
            if (flag != "initial" && flag != "terminal")
                lines_.fail(i, "expected 'initial', 'terminal' or ';'");
            (flag == "initial" ? initial : valuation.terminal) = true;
        }
        for (++i; more(); ++i)
            valuation.fluents[fluent(i).index] = true;
        for (++i; i < lines_.line().words.size() && more(); ++i)
            valuation.legal[action(i).index] = true;
        return i;
    }

    std::optional<Action> move_at_last()
    {
        if (!lines_.starts_with("move"))
            return std::nullopt;
        const Action a = action(1);
        lines_.expect_words(2);
        lines_.next();
        return a;
    }

    InModel by_model()
    {
        InModel how;
        lines_.expect_words(2);
        lines_.next();
        for (; lines_.starts_with("state"); lines_.next())
        {
            Valuation valuation(frame_);
            bool initial = false;
            const std::size_t from = read_valuation(valuation, initial) + 1;
            std::vector<std::uint32_t> after;
            for (std::size_t i = from; i < lines_.line().words.size(); ++i)
                after.push_back(
                    static_cast<std::uint32_t>(lines_.number(i, most_index, "a state")));
            if (after.size() != frame_.action_count())
                lines_.fail(from, "expected the state after each action");
            how.model.states.push_back(std::move(valuation));
            how.model.initial.push_back(initial);
            how.model.after.push_back(std::move(after));
        }
        lines_.expect("play");
        for (std::size_t i = 1; i < lines_.line().words.size(); ++i)
            how.model.play.push_back(
                static_cast<std::uint32_t>(lines_.number(i, most_index, "a state")));
        lines_.next();
        lines_.expect("moves");
        how.actions = actions();
        how.move = move_at_last();
        return how;
    }

    InGame by_play() { return in_game(2); }

    /// A play; its default is the i-th word, and the last one, of the line.
    InGame in_game(std::size_t i)
    {
        InGame how{Witness(frame_)};
        how.otherwise = one_of(defaults, i, "'false', 'same' or 'true'");
        lines_.expect_words(i + 1);
        lines_.next();
        if (lines_.starts_with("within"))
        {
            how.within = formula("within ");
            lines_.next();
        }
        lines_.expect("start");
        lines_.expect_words(read_valuation(how.witness.start, how.witness.starts_initial));
        lines_.next();
        lines_.expect("moves");
        how.witness.play = actions();
        how.witness.move = move_at_last();
        if (lines_.starts_with("loop"))
        {
            how.witness.loop = static_cast<unsigned>(
                lines_.number(1, how.witness.play.size(), "a state of the play"));
            lines_.expect_words(2);
            lines_.next();
        }
        for (; lines_.starts_with("open"); lines_.next())
            how.witness.open.push_back(open_value(how.witness));
        std::ranges::stable_sort(how.witness.open, {},
                                 [](const OpenValue& open) { return open.word.size(); });
        return how;
    }

    OpenValue open_value(const Witness& witness)
    {
        OpenValue open;
        open.after =
            static_cast<unsigned>(lines_.number(1, witness.play.size(), "a state of the play"));
        if (lines_.word(2, "';'") != ";")
            lines_.fail(2, "expected ';'");
        std::size_t i = 3;
        for (; lines_.word(i, "';'") != ";"; ++i)
            open.word.push_back(action(i));
        if (open.word.empty())
            lines_.fail(3, "expected an action");
        const std::string& kind = lines_.word(++i, "'fluent', 'legal' or 'terminal'");
        if (kind == "fluent")
            open.atom = {Kind::Fluent, fluent(++i).index};
        else if (kind == "legal")
            open.atom = {Kind::Legal, action(++i).index};
        else if (kind == "terminal")
            open.atom = {Kind::Terminal, 0};
        else
            lines_.fail(i, "expected 'fluent', 'legal' or 'terminal'");
        const std::string& value = lines_.word(++i, "'true' or 'false'");
        if (value != "true" && value != "false")
            lines_.fail(i, "expected 'true' or 'false'");
        open.value = value == "true";
        lines_.expect_words(i + 1);
        return open;
    }

    const Source& source_;
    Lines lines_;
    FormulaStore& store_;
    const Frame& frame_;
    Bdds& diagrams_;
};

} // namespace

Result<Heading> read_heading(const Source& source)
{
    try
    {
        Lines lines(source);
        return heading_of(lines);
    }
    catch (const Unreadable& reason)
    {
        return reason.error;
    }
}

Result<Certificate> read_certificate(const Source& source, FormulaStore& store, const Frame& frame,
                                     Bdds& diagrams)
{
    try
    {
        return Reader(source, store, frame, diagrams).read();
    }
    catch (const Unreadable& reason)
    {
        return reason.error;
    }
}

} // namespace sgl::certificate
