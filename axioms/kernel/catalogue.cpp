#include "axioms/kernel/catalogue.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace sgl::axioms
{

namespace
{

// clang-format off
constexpr std::array axiom_texts{
    AxiomText{"A2", "!(does(a) & does(b))", true},
    AxiomText{"A3", "any a in A: does(a)"},
    AxiomText{"A4", "![a]initial"},
    AxiomText{"A5", "terminal -> !legal(a)"},
    AxiomText{"B1", "[a](φ & ψ) <-> [a]φ & [a]ψ", false, true},
    AxiomText{"B2", "![a]φ <-> [a] any b in A: <<b>>!φ"},
    AxiomText{"C1", "<<b>>p <-> p"},
    AxiomText{"C2", "<<b>>legal(a) <-> legal(a)"},
    AxiomText{"C3", "<<a>>does(a) <-> true"},
    AxiomText{"C3", "<<b>>does(a) <-> false", true},
    AxiomText{"C4", "<<b>>!φ <-> !<<b>>φ"},
    AxiomText{"C5", "<<b>>(φ & ψ) <-> <<b>>φ & <<b>>ψ", false, true},
    AxiomText{"C6", "<<a>><<b>>φ <-> <<b>>φ"},
    AxiomText{"C7", "<<a>>[b]φ <-> [b]φ"},
    AxiomText{"D1", "{α}p <-> p"},
    AxiomText{"D2", "{α}legal(a) <-> legal(a) & <<a>>α"},
    AxiomText{"D3", "{α}does(a) <-> does(a)"},
    AxiomText{"D4", "{α}!φ <-> !{α}φ"},
    AxiomText{"D5", "{α}(φ & ψ) <-> {α}φ & {α}ψ", false, true},
    AxiomText{"D6", "{α}<<b>>φ <-> <<b>>{α}φ"},
    AxiomText{"D7", "{α}[a]φ <-> [a]{α}φ"},
    AxiomText{"D8", "{α}{β}φ <-> {α & {α}β}φ"},
};
// clang-format on

constexpr char32_t phi = U'φ', psi = U'ψ', alpha = U'α', beta = U'β';

} // namespace

std::span<const AxiomText> catalogue()
{
    return axiom_texts;
}

namespace
{

/// Reads the texts above, which are short and right: a wrong one is a fault of this file.
class TextReader
{
public:
    explicit TextReader(std::string_view text) : rest_(text) {}

    Pattern read()
    {
        Pattern pattern = equivalence();
        blanks();
        assert(rest_.empty());
        return pattern;
    }

private:
    using Form = Pattern::Form;

    void blanks()
    {
        while (rest_.starts_with(' '))
            rest_.remove_prefix(1);
    }
    bool take(std::string_view sign)
    {
        blanks();
        if (!rest_.starts_with(sign))
            return false;
        rest_.remove_prefix(sign.size());
        return true;
    }
    void expect(std::string_view sign)
    {
        [[maybe_unused]] const bool found = take(sign);
        assert(found);
    }
    char32_t action()
    {
        blanks();
        const char letter = rest_.front();
        assert(letter == 'a' || letter == 'b');
        rest_.remove_prefix(1);
        return static_cast<char32_t>(letter);
    }

    Pattern node(Kind kind, std::vector<Pattern> operands, char32_t action = 0)
    {
        return {Form::Connective, kind, 0, action, std::move(operands)};
    }

    Pattern equivalence()
    {
        Pattern left = implication();
        return take("<->") ? node(Kind::Iff, {std::move(left), implication()}) : left;
    }
    Pattern implication()
    {
        Pattern left = conjunction();
        return take("->") ? node(Kind::Implies, {std::move(left), conjunction()}) : left;
    }
    Pattern conjunction()
    {
        Pattern left = prefix();
        return take("&") ? node(Kind::And, {std::move(left), prefix()}) : left;
    }

    Pattern prefix()
    {
        if (take("!"))
            return node(Kind::Not, {prefix()});
        if (take("["))
        {
            const char32_t a = action();
            expect("]");
            return node(Kind::After, {prefix()}, a);
        }
        if (take("<<"))
        {
            const char32_t a = action();
            expect(">>");
            return node(Kind::Select, {prefix()}, a);
        }
        if (take("{"))
        {
            Pattern restriction = equivalence();
            expect("}");
            return node(Kind::Restrict, {std::move(restriction), prefix()});
        }
        if (take("any "))
        {
            const char32_t a = action();
            expect("in A:");
            return {Form::SomeAction, Kind::Or, 0, a, {prefix()}};
        }
        return primary();
    }

    Pattern primary()
    {
        if (take("("))
        {
            Pattern inside = equivalence();
            expect(")");
            return inside;
        }
        for (const auto& [word, kind] : {std::pair{std::string_view("legal("), Kind::Legal},
                                         std::pair{std::string_view("does("), Kind::Does}})
        {
            if (take(word))
            {
                const char32_t a = action();
                expect(")");
                return node(kind, {}, a);
            }
        }
        for (const auto& [word, kind] : {std::pair{std::string_view("initial"), Kind::Initial},
                                         std::pair{std::string_view("terminal"), Kind::Terminal},
                                         std::pair{std::string_view("true"), Kind::True},
                                         std::pair{std::string_view("false"), Kind::False}})
        {
            if (take(word))
                return node(kind, {});
        }
        for (const auto& [sign, name] :
             {std::pair{std::string_view("φ"), phi}, std::pair{std::string_view("ψ"), psi},
              std::pair{std::string_view("α"), alpha}, std::pair{std::string_view("β"), beta}})
        {
            if (take(sign))
                return {Form::FormulaVariable, Kind::True, name, 0, {}};
        }
        expect("p");
        return {Form::AtomVariable, Kind::True, U'p', 0, {}};
    }

    std::string_view rest_;
};

/// Where a schema's variables keep their values.
constexpr std::size_t slot(char32_t variable)
{
    switch (variable)
    {
    case phi: return 0;
    case psi: return 1;
    case alpha: return 2;
    case beta: return 3;
    case U'p': return 4;
    case U'a': return 0;
    default: return 1; // b
    }
}
/// One attempt to read a formula as an instance. Patterns are a few nodes deep, whatever the
/// formula.
class InstanceCheck
{
public:
    InstanceCheck(const Frame& frame, bool many) : frame_(frame), many_(many) {}

    bool match(const Pattern& pattern, Formula f)
    {
        switch (pattern.form)
        {
        case Pattern::Form::FormulaVariable: return bind(pattern.variable, f);
        case Pattern::Form::AtomVariable: return is_atom(f) && bind(pattern.variable, f);
        case Pattern::Form::SomeAction: return some_action(pattern, f);
        case Pattern::Form::Connective: break;
        }
        if (f.kind() != pattern.kind)
            return false;
        if (pattern.action != 0 && !bind(pattern.action, f.action()))
            return false;
        if (many_ && pattern.kind == Kind::And)
            return conjuncts_match(pattern, f);
        return std::ranges::equal(pattern.operands, f.children(),
                                  [&](const Pattern& p, Formula g) { return match(p, g); });
    }

    std::optional<Action> action(char32_t variable) const { return actions_[slot(variable)]; }

private:
    bool bind(char32_t variable, Formula f)
    {
        Formula& value = formulas_[slot(variable)];
        if (!value)
            value = f;
        return value == f;
    }
    bool bind(char32_t variable, Action a)
    {
        std::optional<Action>& value = actions_[slot(variable)];
        if (!value)
            value = a;
        return value == a;
    }

    /// χ for every action of the frame, in order.
    bool some_action(const Pattern& pattern, Formula f)
    {
        const std::size_t count = frame_.action_count();
        const std::span<const Formula> cases = count == 1 ? std::span(&f, 1) : f.children();
        if (cases.size() != count || (count > 1 && !f.is(Kind::Or)))
            return false;
        for (std::uint32_t a = 0; a < count; ++a)
        {
            actions_[slot(pattern.action)] = Action{a};
            if (!match(pattern.operands[0], cases[a]))
                return false;
        }
        actions_[slot(pattern.action)].reset();
        return true;
    }

    /// Any number of conjuncts, each like the first operand with φ a formula of its own. The
    /// conjunction met first is one of plain φ.
    bool conjuncts_match(const Pattern& pattern, Formula f)
    {
        if (conjuncts_.empty())
        {
            assert(pattern.operands[0].form == Pattern::Form::FormulaVariable);
            conjuncts_ = f.children();
            return true;
        }
        if (conjuncts_.size() != f.children().size())
            return false;
        for (std::size_t i = 0; i < conjuncts_.size(); ++i)
        {
            formulas_[slot(phi)] = conjuncts_[i];
            if (!match(pattern.operands[0], f[i]))
                return false;
        }
        formulas_[slot(phi)] = Formula();
        return true;
    }

    const Frame& frame_;
    bool many_;
    std::array<Formula, 5> formulas_;
    std::array<std::optional<Action>, 2> actions_;
    std::span<const Formula> conjuncts_;
};

} // namespace

Schema::Schema(const AxiomText& axiom) : axiom_(axiom), pattern_(TextReader(axiom.text).read()) {}

bool Schema::is_instance(const Frame& frame, Formula f, const Variables& variables) const
{
    InstanceCheck check(frame, axiom_.many);
    return check.match(pattern_, f) &&
           (!axiom_.distinct || variables.differ(*check.action(U'a'), *check.action(U'b')));
}

} // namespace sgl::axioms
