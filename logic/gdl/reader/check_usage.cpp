#include "logic/gdl/reader/checks.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>

namespace sgl::gdl
{

namespace
{

/// How many letters differ, at most 3.
std::size_t distance(std::string_view a, std::string_view b)
{
    constexpr std::size_t far = 3, longest = 60;
    if (a.size() > longest || b.size() > longest || a.size() + far < b.size() ||
        b.size() + far < a.size())
        return far;
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            const std::size_t above = row[j];
            row[j] =
                std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            diagonal = above;
        }
    }
    return std::min(row[b.size()], far);
}

class Usage
{
public:
    Usage(const Sheet& sheet, Reports& reports)
        : sheet_(sheet), terms_(sheet.terms), reports_(reports), roles_(sheet.roles())
    {
        for (const Rule& rule : sheet.rules)
            heads_[relation(terms_, rule.head)].push_back(&rule);
        for (const Condition& condition : sheet.conditions)
            if (condition.kind == Condition::Kind::Atom)
                uses_[relation(terms_, condition.left)].push_back(&condition);
    }

    void check()
    {
        check_missing();
        check_arities();
        check_unused();
        check_undefined();
        if (!roles_.empty())
            check_roles();
        check_fluents_and_moves();
    }

private:
    bool has(Keyword keyword, std::uint32_t arity) const
    {
        return heads_.contains(keyword_relation(keyword, arity));
    }

    void check_missing()
    {
        const Position start;
        if (sheet_.rules.empty())
            return reports_.error(start, "no rules: the sheet is empty",
                                  "expected facts and rules, (role NAME) among them");
        if (roles_.empty())
            reports_.error(start, "no role", "expected (role NAME)");
        if (!has(Legal, 2))
            reports_.error(start, "no rule for 'legal': nobody ever has a move");
        if (!has(Terminal, 0))
            reports_.error(start, "no rule for 'terminal': no play ever ends");
        if (!has(Init, 1))
            reports_.warning(start, "no 'init': the first state has no fluent");
        if (!has(Goal, 2))
            reports_.warning(start, "no rule for 'goal': no play has an outcome");
        if (!has(Next, 1))
            reports_.warning(start, "no rule for 'next': no fluent holds after the first move");
    }

    void check_arities()
    {
        std::map<Symbol, std::uint32_t> arities;
        for (const Rule& rule : sheet_.rules)
            check_arity(arities, rule.head, rule.head_expression);
        for (const Condition& condition : sheet_.conditions)
            if (condition.kind == Condition::Kind::Atom)
                check_arity(arities, condition.left, condition.expression);
    }

    void check_arity(std::map<Symbol, std::uint32_t>& arities, Term atom, std::uint32_t expression)
    {
        const auto [place, is_new] = arities.try_emplace(terms_.function(atom), terms_.arity(atom));
        if (is_new || place->second == terms_.arity(atom) || !reported_.insert(place->first).second)
            return;
        reports_.warning(sheet_.expressions[expression].position,
                         fmt::format("'{}' with {} argument{} and with {}", name(atom),
                                     terms_.arity(atom), terms_.arity(atom) == 1 ? "" : "s",
                                     place->second),
                         "these are two relations");
    }

    void check_unused()
    {
        for (const Rule& rule : sheet_.rules)
        {
            if (!reports_.takes_warnings())
                return;
            if (terms_.function(rule.head) < Random ||
                uses_.contains(relation(terms_, rule.head)) ||
                !reported_.insert(terms_.function(rule.head)).second)
                continue;
            reports_.warning(sheet_.expressions[rule.head_expression].position,
                             fmt::format("'{}' is defined, but never used", name(rule.head)),
                             suggestion(rule.head, true));
        }
    }

    void check_undefined()
    {
        for (const Condition& condition : sheet_.conditions)
        {
            if (condition.kind != Condition::Kind::Atom)
                continue;
            if (!reports_.takes_warnings())
                return;
            const Symbol symbol = terms_.function(condition.left);
            if (symbol == True || symbol == Does || symbol == Role ||
                heads_.contains(relation(terms_, condition.left)) ||
                !reported_.insert(symbol).second)
                continue;
            const std::string& name = terms_.folded(symbol);
            if (name == "and" || name == "exists" || name == "forall")
                reports_.error(sheet_.position(condition),
                               fmt::format("'{}' is no operator of GDL", name),
                               "the conditions of a body hold together; its variables range over "
                               "all terms");
            else
                reports_.warning(
                    sheet_.position(condition),
                    fmt::format("'{}' has no rule: it never holds", this->name(condition.left)),
                    suggestion(condition.left, false));
        }
    }

    /// A name that is close: of a keyword where one for a head is asked for, or of a relation.
    std::string suggestion(Term atom, bool is_head) const
    {
        const std::string& name = terms_.folded(terms_.function(atom));
        constexpr std::size_t most_names = 5000;
        if (heads_.size() > most_names || uses_.size() > most_names)
            return {};
        std::size_t best = 3;
        std::string answer;
        const auto look = [&](Symbol other, std::uint32_t arity)
        {
            if (arity != terms_.arity(atom) || other == terms_.function(atom))
                return;
            const std::string& word = terms_.folded(other);
            const std::size_t letters = distance(name, word);
            // Short names that differ in two letters are just two names.
            if (letters < best && letters * 3 <= std::max(name.size(), word.size()) + 1)
            {
                best = letters;
                answer = fmt::format("did you mean '{}'?", terms_.spelling(other));
            }
        };
        const std::uint32_t arity = terms_.arity(atom);
        if (is_head)
            for (const Keyword keyword : {Role, Init, Next, Base})
                look(keyword, 1);
        if (is_head)
            for (const Keyword keyword : {Legal, Goal, Input})
                look(keyword, 2);
        if (is_head)
            look(Terminal, 0);
        else
            look(arity == 1 ? True : Does, arity == 1 ? 1 : 2);
        if (is_head)
            for (const auto& [other, uses] : uses_)
            {
                if (!heads_.contains(other))
                    look(static_cast<Symbol>(other >> 32), static_cast<std::uint32_t>(other));
            }
        else
            for (const auto& [other, rules] : heads_)
                look(static_cast<Symbol>(other >> 32), static_cast<std::uint32_t>(other));
        return answer;
    }

    void check_roles()
    {
        for (const Rule& rule : sheet_.rules)
        {
            const Symbol symbol = terms_.function(rule.head);
            if (symbol == Legal || symbol == Goal || symbol == Input || symbol == Sees)
                check_role(rule.head, rule.head_expression);
        }
        for (const Condition& condition : sheet_.conditions)
            if (condition.kind == Condition::Kind::Atom)
            {
                const Symbol symbol = terms_.function(condition.left);
                if (symbol == Does || symbol == Legal || symbol == Goal || symbol == Input)
                    check_role(condition.left, condition.expression);
            }
    }

    void check_role(Term atom, std::uint32_t expression)
    {
        const Term role = terms_.arguments(atom)[0];
        if (terms_.is_variable(role) || std::ranges::find(roles_, role) != roles_.end() ||
            !no_roles_.insert(role).second)
            return;
        reports_.warning(sheet_.position_of(terms_.function(role), expression),
                         fmt::format("'{}' for {}, which is no role", name(atom),
                                     shortened(terms_.text(role), 100)));
    }

    /// Whether a (true F) can match some init or next, and a (does R M) some legal.
    void check_fluents_and_moves()
    {
        std::set<Term> seen;
        for (const Condition& condition : sheet_.conditions)
        {
            if (condition.kind != Condition::Kind::Atom || !seen.insert(condition.left).second)
                continue;
            if (terms_.function(condition.left) == True &&
                !fits(condition.left, keyword_relation(Init, 1)) &&
                !fits(condition.left, keyword_relation(Next, 1)))
                reports_.warning(sheet_.position(condition),
                                 fmt::format("{} never holds: no 'init' or 'next' gives it",
                                             shortened(terms_.text(condition.left), 200)));
            if (terms_.function(condition.left) == Does && has(Legal, 2) &&
                !fits(condition.left, keyword_relation(Legal, 2)))
                reports_.warning(sheet_.position(condition),
                                 fmt::format("{} never holds: no such move is legal",
                                             shortened(terms_.text(condition.left), 200)));
        }
    }

    /// True as well where too much would have to be compared.
    bool fits(Term atom, Relation heads)
    {
        constexpr std::size_t most_comparisons = 20'000'000;
        const auto place = heads_.find(heads);
        if (place == heads_.end())
            return false;
        comparisons_ += place->second.size();
        if (comparisons_ > most_comparisons)
            return true;
        return std::ranges::any_of(place->second,
                                   [&](const Rule* rule)
                                   {
                                       for (std::size_t i = 0; i < terms_.arity(atom); ++i)
                                           if (!may_unify(terms_, terms_.arguments(atom)[i],
                                                          terms_.arguments(rule->head)[i]))
                                               return false;
                                       return true;
                                   });
    }

    std::string name(Term atom) const
    {
        return shortened(terms_.spelling(terms_.function(atom)), 100);
    }

    const Sheet& sheet_;
    const Terms& terms_;
    Reports& reports_;
    std::vector<Term> roles_;
    std::map<Relation, std::vector<const Rule*>> heads_;
    std::map<Relation, std::vector<const Condition*>> uses_;
    std::set<Symbol> reported_;
    std::set<Term> no_roles_;
    std::size_t comparisons_ = 0;
};

} // namespace

void check_usage(const Sheet& sheet, Reports& reports)
{
    Usage(sheet, reports).check();
}

} // namespace sgl::gdl
