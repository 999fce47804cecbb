#include "logic/syntax/expressions.hpp"
#include "logic/syntax/x3_parsers.hpp"

#include <functional>
#include <vector>

// Operators are read flat, operand after operand, and grouped by precedence afterwards (builder):
// one level of parentheses then costs a few stack frames, not a few dozen.

namespace sgl::language
{

namespace
{

/// Between these two is a body of this kind.
auto enter(Body body)
{
    return [body](auto& context) { builder(context).enter(body); };
}
const auto leave = [](auto& context) { builder(context).leave(); };
/// The operator, if it belongs to the body.
const auto operator_read = [](auto& context)
{
    x3::_val(context) = view(x3::_attr(context));
    x3::_pass(context) = builder(context).joins(x3::_val(context));
};

// ---- words and signs

const auto name_start = x3::char_("A-Za-z_");
const auto name_part = x3::char_("A-Za-z0-9_'");
const auto any_word = x3::lexeme[name_start >> *name_part];
const auto digit = x3::char_("0-9"); // x3::digit and x3::space reject bytes of Unicode signs

const auto name_read = [](auto& context)
{
    x3::_val(context) = view(x3::_attr(context));
    x3::_pass(context) = !is_keyword(x3::_val(context));
};

// ---- rules

struct ReferenceText // of a reference
{
    std::string_view name;
    std::vector<Expr*> arguments;
};

struct Quantifier
{
    std::string_view word;
    Binders* binders = nullptr;
    Expr* body = nullptr;
};

struct Conditional // if … then … else …
{
    const char* at = nullptr;
    Expr* condition = nullptr;
    Expr* then = nullptr;
    Expr* otherwise = nullptr;
};

struct VariableGroup // names in a domain
{
    std::vector<std::string_view> names;
    Domain* domain = nullptr;
};

const x3::rule<class name_id, std::string_view> name = "a name";
const x3::rule<class reading_id, ReferenceText> reading = "a name";
const x3::rule<class reference_id, Expr*> reference = "a name";
const x3::rule<class action_id, Expr*> action = "an action";
const x3::rule<class domain_content_id, Domain> domain_content = "a range";
const x3::rule<class domain_id, Domain*> domain = "a range";
const x3::rule<class group_id, VariableGroup> group = "variables in a range";
const x3::rule<class binders_content_id, Binders> binders_content = "variables in a range";
const x3::rule<class binders_id, Binders*> binders = "variables in a range";
const x3::rule<class quantifier_id, Quantifier> quantifier = "a quantifier";
const x3::rule<class each_id, Quantifier> each = "each";
const x3::rule<class count_id, Quantifier> count = "count";
const x3::rule<class number_id, Expr*> number = "a number";
const x3::rule<class conditional_id, Conditional> conditional = "if";
const x3::rule<class prefix_id, Prefix> prefix = "a prefix";
const x3::rule<class primary_id, Expr*> primary = "a formula or term";
const x3::rule<class operand_id, Operand> operand = "a formula or term";
const x3::rule<class operator_id, std::string_view> binary_operator = "an operator";
const x3::rule<class chain_id, Chain> chain = "a formula or term";
const x3::rule<class expression_id, Expr*> expression = "a formula or term";

const auto name_def = x3::raw[any_word][name_read];

const auto reference_made = [](auto& context)
{
    ReferenceText& read = x3::_attr(context);
    x3::_val(context) = builder(context).reference(read.name, std::move(read.arguments));
};
const auto reading_def = name[set(&ReferenceText::name)] >>
                         -(x3::lit('(')[enter(Body::Whole)] >
                           expression[add(&ReferenceText::arguments)] % ',' > x3::lit(')')[leave]);
const auto reference_def = reading[reference_made];
const auto action_def = reference[keep];

const auto domain_made = [](auto& context)
{
    Domain content = x3::_attr(context);
    if (content.first != nullptr)
        content.at = content.first->at;
    x3::_val(context) = builder(context).domain(content);
};
const auto domain_content_def =
    x3::raw[word("agent")][place(&Domain::at)] |
    (number[set(&Domain::first)] >> x3::eps[put(&Domain::kind, Domain::Kind::Named)] >>
     -((x3::lit("..")[put(&Domain::kind, Domain::Kind::Up)] > number[set(&Domain::last)]) |
       (word("downto")[put(&Domain::kind, Domain::Kind::Down)] > number[set(&Domain::last)])));
const auto domain_def = domain_content[domain_made];

const auto group_added = [](auto& context)
{
    const VariableGroup& read = x3::_attr(context);
    for (std::string_view variable : read.names)
        x3::_val(context).variables.push_back({variable, read.domain, 0});
};
const auto binders_made = [](auto& context)
{ x3::_val(context) = builder(context).binders(std::move(x3::_attr(context))); };
const auto group_def = name[add(&VariableGroup::names)] % ',' >
                       word("in") > domain[set(&VariableGroup::domain)];
const auto condition =
    x3::eps[enter(Body::Whole)] > expression[set(&Binders::where)] > x3::eps[leave];
const auto binders_content_def = group[group_added] % ',' > -(word("where") > condition);
const auto binders_def = binders_content[binders_made];

const auto quantifier_def = x3::raw[word("all") | word("any")][set_text(&Quantifier::word)] >
                            binders[set(&Quantifier::binders)] > ':' >
                            expression[set(&Quantifier::body)];
const auto each_def = x3::raw[word("each")][set_text(&Quantifier::word)] >
                      binders[set(&Quantifier::binders)] > x3::lit(':')[enter(Body::Each)] >
                      expression[set(&Quantifier::body)] > x3::eps[leave];

const auto keep_and_leave = [](auto& context)
{
    x3::_val(context) = x3::_attr(context);
    builder(context).leave();
};
const auto left_in_vain = x3::eps[(
    [](auto& context)
    {
        builder(context).leave();
        x3::_pass(context) = false;
    })];

// Not a reserved word: elsewhere `count` may be a name.
const auto counts = word("count") >> &(name >> (x3::lit(',') | word("in")));
const auto count_def = x3::raw[&counts >> word("count")][set_text(&Quantifier::word)] >
                       binders[set(&Quantifier::binders)] > x3::lit(':')[enter(Body::Count)] >
                       expression[set(&Quantifier::body)] > x3::eps[leave];
const auto number_def = x3::eps[enter(Body::Number)] >> (expression[keep_and_leave] | left_in_vain);
const auto conditional_def = x3::raw[word("if")][place(&Conditional::at)] >
                             x3::eps[enter(Body::Whole)] >
                             expression[set(&Conditional::condition)] >
                             word("then") > expression[set(&Conditional::then)] >
                             word("else")[leave] > number[set(&Conditional::otherwise)];

/// The start of a prefix.
const auto begins = [](ExprKind kind)
{
    return [kind](auto& context) {
        x3::_val(context) = {kind, x3::_attr(context).begin(), nullptr};
    };
};
/// A prefix that is a pair of brackets.
template <class Inner>
auto bracketed(const char* open, const Inner& inner, const char* close, ExprKind kind)
{
    return x3::raw[x3::lit(open)][begins(kind)] > inner > x3::lit(close);
}
const auto inner_action = action[set(&Prefix::inner)];
const auto inner_rule =
    x3::eps[enter(Body::Whole)] > expression[set(&Prefix::inner)] > x3::eps[leave];
const auto prefix_def = x3::raw[x3::lit("!") | "¬"][begins(ExprKind::Not)] |
                        x3::raw[word("next") | "○"][begins(ExprKind::Next)] |
                        bracketed("[", inner_action, "]", ExprKind::After) |
                        bracketed("<<", inner_action, ">>", ExprKind::Select) |
                        bracketed("⟪", inner_action, "⟫", ExprKind::Select) |
                        bracketed("{", inner_rule, "}", ExprKind::Restrict) |
                        bracketed("⌊", inner_rule, "⌋", ExprKind::Restrict) |
                        x3::raw[x3::lit("-")][begins(ExprKind::Minus)];

const auto leaf = [](ExprKind kind)
{
    return [kind](auto& context)
    { x3::_val(context) = builder(context).leaf(kind, x3::_attr(context).begin()); };
};
const auto number_made = [](auto& context)
{ x3::_val(context) = builder(context).number(view(x3::_attr(context))); };
const auto quantifier_made = [](auto& context)
{
    const Quantifier& read = x3::_attr(context);
    x3::_val(context) = builder(context).quantifier(read.word, read.binders, read.body);
};
const auto conditional_made = [](auto& context)
{
    const Conditional& read = x3::_attr(context);
    x3::_val(context) =
        builder(context).conditional(read.at, read.condition, read.then, read.otherwise);
};
const auto of_action = [](ExprKind kind)
{
    return [kind](auto& context)
    {
        Expr* of = x3::_attr(context);
        x3::_val(context) = builder(context).node(kind, of->at, {of});
    };
};
// does(R, M), as GDL has it: the action M with its agent R, as if it had been written M(R, …).
const auto of_role = [](auto& context)
{
    Expr* const move = x3::_attr(context);
    Expr*& named = x3::_val(context)->operands.front();
    std::vector<Expr*> operands{named};
    operands.insert(operands.end(), move->operands.begin(), move->operands.end());
    move->operands = std::move(operands);
    move->has_role = true;
    named = move;
};
const auto enclosed = [](auto& context)
{
    x3::_val(context) = x3::_attr(context);
    x3::_val(context)->in_parentheses = true;
};
// What nests comes last: the last alternative takes the fewest calls.
const auto primary_def =
    x3::raw[x3::lexeme[+digit >> !name_part]][number_made] |
    x3::raw[word("true") | "⊤"][leaf(ExprKind::True)] |
    x3::raw[word("false") | "⊥"][leaf(ExprKind::False)] |
    x3::raw[word("initial")][leaf(ExprKind::Initial)] |
    x3::raw[word("terminal")][leaf(ExprKind::Terminal)] |
    (word("legal") > '(' > action[of_action(ExprKind::Legal)] > -(',' > action[of_role]) > ')') |
    (word("does") > '(' > action[of_action(ExprKind::Does)] > -(',' > action[of_role]) > ')') |
    each[quantifier_made] | quantifier[quantifier_made] | count[quantifier_made] |
    conditional[conditional_made] | reference[keep] |
    (x3::lit('(')[enter(Body::Whole)] > expression[enclosed] > x3::lit(')')[leave]);

const auto operand_def = (+prefix[add(&Operand::prefixes)] > primary[set(&Operand::expression)]) |
                         primary[set(&Operand::expression)];

x3::symbols<x3::unused_type> symbols(std::initializer_list<const char*> signs)
{
    x3::symbols<x3::unused_type> table;
    for (const char* sign : signs)
        table.add(sign);
    return table;
}
const auto sign = symbols({"|>", "&>", "▽",  "△", "<->", "↔", "->", "→", "|", "∨", "&",
                           "∧",  "=",  "!=", "<", "<=",  ">", ">=", "+", "-", "*", "/"});
const auto binary_operator_def = x3::raw[(!x3::lit(">>") >> sign) | word("mod")][operator_read];

const auto operand_added = [](auto& context)
{ x3::_val(context).operands.push_back(builder(context).with_prefixes(x3::_attr(context))); };
const auto chain_made = [](auto& context)
{ x3::_val(context) = builder(context).grouped(x3::_attr(context)); };
const auto chain_def = operand[operand_added] >>
                       *(binary_operator[add(&Chain::operators)] > operand[operand_added]);
const auto expression_def = chain[chain_made];

BOOST_SPIRIT_DEFINE(name, reading, reference, action, domain_content, domain, group,
                    binders_content, binders, quantifier, each, count, number, conditional, prefix,
                    primary, operand, binary_operator, chain, expression)

template <class Rule, class Value>
bool read(const Rule& rule, const char*& first, const char* last, Builder& builder, Value& value)
{
    auto reference_to_builder = std::ref(builder);
    return x3::phrase_parse(first, last, x3::with<builder_tag>(reference_to_builder)[rule], blanks,
                            value, x3::skip_flag::dont_post_skip);
}

} // namespace

bool read_name(const char*& first, const char* last, Builder& builder, std::string_view& value)
{
    return read(name, first, last, builder, value);
}

bool read_reference(const char*& first, const char* last, Builder& builder, Expr*& value)
{
    return read(reference, first, last, builder, value);
}

bool read_domain(const char*& first, const char* last, Builder& builder, Domain*& value)
{
    return read(domain, first, last, builder, value);
}

bool read_binders(const char*& first, const char* last, Builder& builder, Binders*& value)
{
    return read(binders, first, last, builder, value);
}

bool read_number(const char*& first, const char* last, Builder& builder, Expr*& value)
{
    return read(number, first, last, builder, value);
}

bool read_expression(const char*& first, const char* last, Builder& builder, Expr*& value)
{
    return read(expression, first, last, builder, value);
}

} // namespace sgl::language
