#include "tests/gdl/random_sheet.hpp"
#include "logic/gdl/reader/reader.hpp"

#include <fmt/format.h>
#include <random>
#include <vector>

namespace sgl::gdl
{

namespace
{

/// Rules at random for relations d0, d1, d2, which only look down through `not`, and for moves,
/// fluents, outcomes and the end; with 'or', 'not' and 'distinct' nested.
class RandomSheet
{
public:
    RandomSheet(unsigned seed, bool has_turns) : random_(seed), has_turns_(has_turns) {}

    std::string make()
    {
        std::string text = (has_turns_ ? turns : at_once) +
                           "(init (f a)) (init (g a b)) (init h)\n"
                           "(s a b) (s b c) (s a c) (goal p 50) (goal q 50)\n"
                           "(<= terminal (true over))\n(<= (next over) (true (g c c)))\n";
        for (const char* head :
             {"(d0 V)", "(d0 V)", "(d1 V V)", "(d1 V V)", "(d2 V)", "(d2 V)", "(legal p (m V))",
              "(legal q (m V))", "(legal q (n V V))", "(next (f V))", "(next (f V))",
              "(next (g V V))", "(next (g V V))", "(next h)", "(goal q 20)"})
            text += rule(text, head);
        return text;
    }

private:
    inline static const std::string at_once = "(role p) (role q) (legal p wait) (legal q wait)\n";
    inline static const std::string turns =
        "(role p) (role q) (init (turn p))\n"
        "(<= (next (turn q)) (true (turn p)))\n(<= (next (turn p)) (true (turn q)))\n"
        "(<= (legal p go) (true (turn p)))\n(<= (legal q go) (true (turn q)))\n"
        "(<= (legal q wait) (true (turn p)))\n(<= (legal p wait) (true (turn q)))\n";

    std::size_t pick(std::size_t n)
    {
        return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
    }
    std::string term()
    {
        return std::vector<std::string>{"?x", "?y", "?z", "?x", "?y", "a", "b"}[pick(7)];
    }

    /// A rule that is accepted after the others.
    std::string rule(const std::string& before, const std::string& head)
    {
        level_ = head[1] == 'd' && head[2] != 'o' ? head[2] - '0' : 3;
        has_moves_ = head.starts_with("(next");
        turn_ = 0;
        if (has_turns_ && head.starts_with("(legal"))
            turn_ = head[7];
        for (int attempt = 0; attempt < 200; ++attempt)
        {
            std::string text = "(<= " + filled(head);
            for (std::size_t i = 0, size = 1 + pick(4); i < size; ++i)
                text += " " + condition(0, false);
            if (turn_ != 0)
                text += fmt::format(" (true (turn {}))", turn_);
            text += ")\n";
            if (read_sheet({"random.kif", before + text}).is_accepted())
                return text;
        }
        return {};
    }

    std::string filled(std::string text)
    {
        for (std::size_t at = 0; (at = text.find('V', at)) != std::string::npos;)
            text.replace(at, 1, term());
        return text;
    }

    std::string condition(int depth, bool is_negated)
    {
        const std::size_t kind = pick(depth < 3 ? 10 : 6);
        if (kind == 9 || kind == 8)
            return "(not " + condition(depth + 1, true) + ")";
        if (kind == 7 || kind == 6)
            return "(or " + condition(depth + 1, is_negated) + " " +
                   condition(depth + 1, is_negated) + ")";
        if (kind == 5)
            return filled("(distinct V V)");
        return atom(is_negated);
    }

    std::string atom(bool is_negated)
    {
        std::vector<std::string> atoms{"(true (f V))", "(true (g V V))", "(s V V)", "(true h)"};
        const int highest = is_negated ? level_ - 1 : level_;
        if (highest >= 0)
            atoms.push_back("(d0 V)");
        if (highest >= 1)
            atoms.push_back("(d1 V V)");
        if (highest >= 2)
            atoms.push_back("(d2 V)");
        if (has_moves_)
            for (const char* does : {"(does p (m V))", "(does q (m V))", "(does V (m V))",
                                     "(does q (n V V))", "(does q wait)", "(legal p (m V))"})
                atoms.push_back(does);
        return filled(atoms[pick(atoms.size())]);
    }

    std::mt19937 random_;
    bool has_turns_;
    char turn_ = 0; // whose turn a rule is about; 0: nobody's
    int level_ = 0;
    bool has_moves_ = false;
};

} // namespace

std::string random_sheet(unsigned seed, bool has_turns)
{
    return RandomSheet(seed, has_turns).make();
}

} // namespace sgl::gdl
