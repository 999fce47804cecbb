#include "axioms/text/formula_reader.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <span>

namespace sgl::axioms::text
{

namespace
{

/// How tightly an operator holds its operands together, 0 for what is none; loosest first.
int level_of(Sign sign)
{
    switch (sign)
    {
    case Sign::Iff: return 1;
    case Sign::Implies: return 2;
    case Sign::PrioritisedOr: return 3;
    case Sign::PrioritisedAnd: return 4;
    case Sign::Or: return 5;
    case Sign::And: return 6;
    default: return 0;
    }
}

} // namespace

Formula FormulaReader::formula()
{
    const std::size_t bottom = open_.size();
    open_.push_back({OpenConstruct::Kind::Whole});
    for (;;)
    {
        operand();
        for (;;)
        {
            apply_prefixes();
            const int level = level_of(lexer_.sign());
            if (level > 0)
            {
                take_operator(lexer_.sign());
                lexer_.advance();
                break;
            }
            fold_to(0);
            if (open_.back().kind == OpenConstruct::Kind::Whole)
            {
                assert(open_.size() == bottom + 1);
                open_.pop_back();
                const Formula answer = values_.back();
                values_.pop_back();
                return answer;
            }
            if (!close_group())
                break;
        }
    }
}

/// Reads to the end of something that is no prefix: its value is the last one then.
void FormulaReader::operand()
{
    for (;;)
    {
        const Sign sign = lexer_.sign();
        if (sign == Sign::Name)
        {
            const Symbol* symbol = symbols_.find(lexer_.word(), lexer_.hash());
            switch (symbol == nullptr ? Keyword::None : symbol->word)
            {
            case Keyword::None: return values_.push_back(named());
            case Keyword::True: lexer_.advance(); return values_.push_back(store_.top());
            case Keyword::False: lexer_.advance(); return values_.push_back(store_.bottom());
            case Keyword::Initial: lexer_.advance(); return values_.push_back(store_.initial());
            case Keyword::Terminal: lexer_.advance(); return values_.push_back(store_.terminal());
            case Keyword::Legal:
            case Keyword::Does:
            {
                const bool is_legal = symbol->word == Keyword::Legal;
                lexer_.advance();
                lexer_.want(Sign::Open, "'('");
                const Action a = action();
                lexer_.want(Sign::Close, "')'");
                return values_.push_back(is_legal ? store_.legal(a) : store_.does(a));
            }
            case Keyword::Next:
                lexer_.advance();
                open_.push_back({OpenConstruct::Kind::Next});
                continue;
            case Keyword::Any:
            case Keyword::All: open_quantifier(symbol->word == Keyword::All); continue;
            case Keyword::Reserved: lexer_.fail_here("a formula");
            }
        }
        if (sign == Sign::Top || sign == Sign::Bottom)
        {
            lexer_.advance();
            return values_.push_back(store_.constant(sign == Sign::Top));
        }
        if (!prefix(sign))
            lexer_.fail_here("a formula");
    }
}

/// Opens what the sign opens; false where it opens nothing.
bool FormulaReader::prefix(Sign sign)
{
    const auto around_action = [&](OpenConstruct::Kind kind, Sign close, std::string_view what)
    {
        lexer_.advance();
        const Action a = action();
        lexer_.want(close, what);
        open_.push_back({kind, Sign::End, a.index});
    };
    const auto simply = [&](OpenConstruct one)
    {
        lexer_.advance();
        open_.push_back(one);
    };
    switch (sign)
    {
    case Sign::Not: simply({OpenConstruct::Kind::Not}); return true;
    case Sign::Next: simply({OpenConstruct::Kind::Next}); return true;
    case Sign::Open: simply({OpenConstruct::Kind::Parentheses}); return true;
    case Sign::OpenBrace: simply({OpenConstruct::Kind::Braces, Sign::CloseBrace}); return true;
    case Sign::OpenFloor: simply({OpenConstruct::Kind::Braces, Sign::CloseFloor}); return true;
    case Sign::OpenBracket:
        around_action(OpenConstruct::Kind::After, Sign::CloseBracket, "']'");
        return true;
    case Sign::OpenChoice:
        around_action(OpenConstruct::Kind::Select, Sign::CloseChoice, "'>>'");
        return true;
    case Sign::OpenAngle:
        around_action(OpenConstruct::Kind::Select, Sign::CloseAngle, "'⟫'");
        return true;
    default: return false;
    }
}

void FormulaReader::apply_prefixes()
{
    for (;; open_.pop_back())
    {
        const OpenConstruct& top = open_.back();
        Formula& value = values_.back();
        switch (top.kind)
        {
        case OpenConstruct::Kind::Not: value = store_.negation(value); continue;
        case OpenConstruct::Kind::Next: value = store_.next(value); continue;
        case OpenConstruct::Kind::After: value = store_.after(Action{top.data}, value); continue;
        case OpenConstruct::Kind::Select: value = store_.select(Action{top.data}, value); continue;
        case OpenConstruct::Kind::Restrict: value = store_.restrict(top.alpha, value); continue;
        case OpenConstruct::Kind::Whole:
        case OpenConstruct::Kind::Parentheses:
        case OpenConstruct::Kind::Braces:
        case OpenConstruct::Kind::Quantifier:
        case OpenConstruct::Kind::Operator: return;
        }
    }
}

/// An operator after an operand: those that hold tighter are done.
void FormulaReader::take_operator(Sign sign)
{
    const int level = level_of(sign);
    fold_to(level);
    OpenConstruct& top = open_.back();
    const bool continues = top.kind == OpenConstruct::Kind::Operator && top.sign == sign;
    if (continues && sign == Sign::Iff) // to the left
    {
        const Formula left = join(sign, 2);
        values_.push_back(left);
    }
    else if (continues && sign != Sign::Implies)
        ++top.count;
    else
        open_.push_back({OpenConstruct::Kind::Operator, sign, 0, 2});
}

/// Joins the operands of the operators on top that hold tighter than the level.
void FormulaReader::fold_to(int level)
{
    while (open_.back().kind == OpenConstruct::Kind::Operator &&
           level_of(open_.back().sign) > level)
    {
        const Formula whole = join(open_.back().sign, open_.back().count);
        values_.push_back(whole);
        open_.pop_back();
    }
}

/// Takes so many operands off the values.
Formula FormulaReader::join(Sign sign, std::size_t count)
{
    const std::span operands = std::span(values_).last(count);
    Formula answer;
    switch (sign)
    {
    case Sign::And: answer = store_.conjunction(operands); break;
    case Sign::Or: answer = store_.disjunction(operands); break;
    case Sign::Implies: answer = store_.implication(operands[0], operands[1]); break;
    case Sign::Iff: answer = store_.equivalence(operands[0], operands[1]); break;
    case Sign::PrioritisedOr: answer = store_.prioritised_or(operands); break;
    case Sign::PrioritisedAnd: answer = store_.prioritised_and(operands); break;
    default: assert(false && "an operator");
    }
    values_.resize(values_.size() - count);
    return answer;
}

/// At the end of parentheses, braces or a quantifier's body. True where an operand is complete
/// then, false where one has to follow.
bool FormulaReader::close_group()
{
    const OpenConstruct top = open_.back();
    if (top.kind == OpenConstruct::Kind::Quantifier)
        return close_quantifier();
    if (top.kind == OpenConstruct::Kind::Parentheses)
    {
        lexer_.want(Sign::Close, "')' or an operator");
        open_.pop_back();
        return true;
    }
    lexer_.want(top.sign,
                top.sign == Sign::CloseBrace ? "'}' or an operator" : "'⌋' or an operator");
    open_.back() = {OpenConstruct::Kind::Restrict, Sign::End, 0, 0, values_.back()};
    values_.pop_back();
    return false;
}

void FormulaReader::open_quantifier(bool is_all)
{
    lexer_.advance();
    const std::size_t mark = symbols_.mark();
    Quantifier quantifier{is_all, false, binders(), 0, values_.size(), mark};
    quantifier.is_empty = !quantifier.binders.first(lexer_);
    if (!quantifier.is_empty)
        bind(quantifier.binders);
    if (!lexer_.is(Sign::Colon))
        lexer_.fail_here("':'");
    quantifier.body = lexer_.place() + 1;
    lexer_.advance();
    open_.push_back({OpenConstruct::Kind::Quantifier});
    quantifiers_.push_back(std::move(quantifier));
}

/// The body has been read for one tuple of actions; where there is none, for the syntax alone.
bool FormulaReader::close_quantifier()
{
    Quantifier& quantifier = quantifiers_.back();
    if (!quantifier.is_empty && !only_syntax && quantifier.binders.next(lexer_))
    {
        bind(quantifier.binders);
        lexer_.seek(quantifier.body);
        return false;
    }
    if (quantifier.is_empty)
        values_.resize(quantifier.first_value);
    const std::span operands = std::span(values_).subspan(quantifier.first_value);
    const Formula whole =
        quantifier.is_all ? store_.conjunction(operands) : store_.disjunction(operands);
    values_.resize(quantifier.first_value);
    values_.push_back(whole);
    symbols_.close(quantifier.mark);
    quantifiers_.pop_back();
    open_.pop_back();
    return true;
}

} // namespace sgl::axioms::text
