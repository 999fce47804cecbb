#include "logic/syntax/grammar.hpp"
#include "logic/syntax/builder.hpp"

#include <boost/spirit/home/x3.hpp>

#include <fmt/format.h>

// Operators are read flat, operand after operand, and grouped by precedence afterwards (builder):
// one level of parentheses then costs a few stack frames, not a few dozen. There are no error
// handlers: one expectation_failure is caught, and its position computed, at the end of the file.

namespace sgl::language
{

namespace
{

namespace x3 = boost::spirit::x3;

struct builder_tag;

bool is_name_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '\'';
}

/// A word of the language, not just the beginning of a longer one.
struct word : x3::parser<word>
{
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;

    explicit constexpr word(const char* word_text) : text(word_text) {}

    template <class Context, class RuleContext, class Attribute>
    bool parse(const char*& first, const char* const& last, const Context& context, RuleContext&,
               Attribute&) const
    {
        x3::skip_over(first, last, context);
        const std::string_view rest(first, static_cast<std::size_t>(last - first));
        const std::string_view wanted(text);
        if (!rest.starts_with(wanted))
            return false;
        if (rest.size() > wanted.size() && is_name_part(rest[wanted.size()]))
            return false;
        first += wanted.size();
        return true;
    }

    const char* text;
};

/// Blanks and comments.
struct blank_text : x3::parser<blank_text>
{
    using attribute_type = x3::unused_type;
    [[maybe_unused]] static constexpr bool has_attribute = false;

    template <class Context, class RuleContext, class Attribute>
    bool parse(const char*& first, const char* const& last, const Context&, RuleContext&,
               Attribute&) const
    {
        const char* const after = skip_blanks(first, last);
        const bool some = after != first;
        first = after;
        return some;
    }
};
constexpr blank_text blanks;

} // namespace
} // namespace sgl::language

// What a parser is called in messages: what its first part is called.
namespace boost::spirit::x3
{

template <>
struct get_info<sgl::language::word>
{
    using result_type = std::string;
    std::string operator()(const sgl::language::word& p) const
    {
        return fmt::format("'{}'", p.text);
    }
};

template <class Subject, class Action>
struct get_info<action<Subject, Action>>
{
    using result_type = std::string;
    std::string operator()(const action<Subject, Action>& p) const { return what(p.subject); }
};

template <class Subject>
struct get_info<raw_directive<Subject>>
{
    using result_type = std::string;
    std::string operator()(const raw_directive<Subject>& p) const { return what(p.subject); }
};

template <class Left, class Right>
struct get_info<list<Left, Right>>
{
    using result_type = std::string;
    std::string operator()(const list<Left, Right>& p) const { return what(p.left); }
};

template <class Left, class Right>
struct get_info<sequence<Left, Right>>
{
    using result_type = std::string;
    std::string operator()(const sequence<Left, Right>& p) const { return what(p.left); }
};

template <class Left, class Right>
struct get_info<alternative<Left, Right>>
{
    using result_type = std::string;
    std::string operator()(const alternative<Left, Right>& p) const
    {
        return what(p.left) + " or " + what(p.right);
    }
};

} // namespace boost::spirit::x3

namespace sgl::language
{

namespace
{

// ---- actions

template <class Context>
Builder& builder(Context& context)
{
    return x3::get<builder_tag>(context).get();
}

template <class Range>
std::string_view view(const Range& range)
{
    return {range.begin(), static_cast<std::size_t>(range.end() - range.begin())};
}

/// Sets a member of the rule's value to what was read.
template <class Member>
auto set(Member member)
{
    return [member](auto& context) { x3::_val(context).*member = x3::_attr(context); };
}

/// Sets a member of the rule's value to the text that was read.
template <class Member>
auto set_text(Member member)
{
    return [member](auto& context) { x3::_val(context).*member = view(x3::_attr(context)); };
}

/// Sets a member of the rule's value to a constant.
template <class Member, class Value>
auto put(Member member, Value value)
{
    return [member, value](auto& context) { x3::_val(context).*member = value; };
}

/// Adds what was read to a list in the rule's value.
template <class Member>
auto add(Member member)
{
    return [member](auto& context) { (x3::_val(context).*member).push_back(x3::_attr(context)); };
}

const auto keep = [](auto& context) { x3::_val(context) = x3::_attr(context); };
const auto keep_text = [](auto& context) { x3::_val(context) = view(x3::_attr(context)); };

template <class Value>
auto keep_value(Value value)
{
    return [value](auto& context) { x3::_val(context) = value; };
}

/// Between these two, |> and &> belong to the expression, or to the chain around it.
auto enter(bool joins_chains)
{
    return [joins_chains](auto& context) { builder(context).enter(joins_chains); };
}
const auto leave = [](auto& context) { builder(context).leave(); };
const auto joins_chains =
    x3::eps[([](auto& context) { x3::_pass(context) = builder(context).joins_chains(); })];

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

// ---- expressions

struct Reading // of a reference
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

using Names = std::vector<std::string_view>;

struct Group // names in a domain
{
    Names names;
    Domain* domain = nullptr;
};

const x3::rule<class name_id, std::string_view> name = "a name";
const x3::rule<class reading_id, Reading> reading = "a name";
const x3::rule<class reference_id, Expr*> reference = "a name";
const x3::rule<class action_id, Expr*> action = "an action";
const x3::rule<class domain_content_id, Domain> domain_content = "a range";
const x3::rule<class domain_id, Domain*> domain = "a range";
const x3::rule<class group_id, Group> group = "variables in a range";
const x3::rule<class binders_content_id, Binders> binders_content = "variables in a range";
const x3::rule<class binders_id, Binders*> binders = "variables in a range";
const x3::rule<class quantifier_id, Quantifier> quantifier = "a quantifier";
const x3::rule<class each_id, Quantifier> each = "each";
const x3::rule<class prefix_id, Prefix> prefix = "a prefix";
const x3::rule<class primary_id, Expr*> primary = "a formula or term";
const x3::rule<class operand_id, Operand> operand = "a formula or term";
const x3::rule<class operator_id, std::string_view> binary_operator = "an operator";
const x3::rule<class chain_id, Chain> chain = "a formula or term";
const x3::rule<class expression_id, Expr*> expression = "a formula or term";

const auto name_def = x3::raw[any_word][name_read];

const auto reference_made = [](auto& context)
{
    Reading& read = x3::_attr(context);
    x3::_val(context) = builder(context).reference(read.name, std::move(read.arguments));
};
const auto reading_def = name[set(&Reading::name)] >>
                         -('(' > expression[add(&Reading::arguments)] % ',' > ')');
const auto reference_def = reading[reference_made];
const auto action_def = reference[keep];

const auto domain_made = [](auto& context)
{
    Domain content = x3::_attr(context);
    if (content.first != nullptr)
        content.at = content.first->at;
    x3::_val(context) = builder(context).domain(content);
};
const auto place = [](auto member)
{ return [member](auto& context) { x3::_val(context).*member = x3::_attr(context).begin(); }; };
const auto domain_content_def =
    x3::raw[word("agent")][place(&Domain::at)] |
    (expression[set(&Domain::first)] >> x3::eps[put(&Domain::kind, Domain::Kind::Named)] >>
     -((x3::lit("..")[put(&Domain::kind, Domain::Kind::Up)] > expression[set(&Domain::last)]) |
       (word("downto")[put(&Domain::kind, Domain::Kind::Down)] > expression[set(&Domain::last)])));
const auto domain_def = domain_content[domain_made];

const auto group_added = [](auto& context)
{
    const Group& read = x3::_attr(context);
    for (std::string_view variable : read.names)
        x3::_val(context).variables.push_back({variable, read.domain, 0});
};
const auto binders_made = [](auto& context)
{ x3::_val(context) = builder(context).binders(std::move(x3::_attr(context))); };
const auto group_def = name[add(&Group::names)] % ',' > word("in") > domain[set(&Group::domain)];
const auto binders_content_def = group[group_added] % ',' >
                                 -(word("where") > expression[set(&Binders::where)]);
const auto binders_def = binders_content[binders_made];

const auto quantifier_def = x3::raw[word("all") | word("any")][set_text(&Quantifier::word)] >
                            binders[set(&Quantifier::binders)] > ':' >
                            expression[set(&Quantifier::body)];
const auto
    each_def = x3::raw[word("each")][set_text(&Quantifier::word)] >
               binders[set(&Quantifier::binders)] >
               x3::lit(':')[enter(false)] > expression[set(&Quantifier::body)] > x3::eps[leave];

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
const auto inner_rule = x3::eps[enter(true)] > expression[set(&Prefix::inner)] > x3::eps[leave];
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
const auto of_action = [](ExprKind kind)
{
    return [kind](auto& context)
    {
        Expr* of = x3::_attr(context);
        x3::_val(context) = builder(context).node(kind, of->at, {of});
    };
};
const auto enclosed = [](auto& context)
{
    x3::_val(context) = x3::_attr(context);
    x3::_val(context)->in_parentheses = true;
};
// What nests comes last: the last alternative takes the fewest calls.
const auto primary_def = x3::raw[x3::lexeme[+digit >> !name_part]][number_made] |
                         x3::raw[word("true") | "⊤"][leaf(ExprKind::True)] |
                         x3::raw[word("false") | "⊥"][leaf(ExprKind::False)] |
                         x3::raw[word("initial")][leaf(ExprKind::Initial)] |
                         x3::raw[word("terminal")][leaf(ExprKind::Terminal)] |
                         (word("legal") > '(' > action[of_action(ExprKind::Legal)] > ')') |
                         (word("does") > '(' > action[of_action(ExprKind::Does)] > ')') |
                         each[quantifier_made] | quantifier[quantifier_made] | reference[keep] |
                         (x3::lit('(')[enter(true)] > expression[enclosed] > x3::lit(')')[leave]);

const auto operand_def = (+prefix[add(&Operand::prefixes)] > primary[set(&Operand::expression)]) |
                         primary[set(&Operand::expression)];

x3::symbols<x3::unused_type> symbols(std::initializer_list<const char*> signs)
{
    x3::symbols<x3::unused_type> table;
    for (const char* sign : signs)
        table.add(sign);
    return table;
}
const auto chain_sign = symbols({"|>", "&>", "▽", "△"});
const auto sign = symbols({"<->", "↔", "->", "→", "|", "∨", "&", "∧", "=", "!=", "<", "<=", ">",
                           ">=", "+", "-", "*", "/"});
const auto binary_operator_def =
    x3::raw[(joins_chains >> chain_sign) | (!chain_sign >> !x3::lit(">>") >> sign) | word("mod")]
           [keep_text];

const auto operand_added = [](auto& context)
{ x3::_val(context).operands.push_back(builder(context).with_prefixes(x3::_attr(context))); };
const auto chain_made = [](auto& context)
{ x3::_val(context) = builder(context).grouped(x3::_attr(context)); };
const auto chain_def = operand[operand_added] >>
                       *(binary_operator[add(&Chain::operators)] > operand[operand_added]);
const auto expression_def = chain[chain_made];

BOOST_SPIRIT_DEFINE(name, reading, reference, action, domain_content, domain, group,
                    binders_content, binders, quantifier, each, prefix, primary, operand,
                    binary_operator, chain, expression)

// ---- declarations

const x3::rule<class parameter_id, ParameterDeclaration> parameter = "a parameter";
const x3::rule<class header_id, File> header = "the game's name";
const x3::rule<class range_id, RangeDeclaration> range = "a range";
const x3::rule<class argument_id, Argument> argument = "an argument";
const x3::rule<class fluent_id, SymbolDeclaration> fluent = "a fluent";
const x3::rule<class action_list_id, std::vector<SymbolDeclaration>> action_list = "an action";
const x3::rule<class definition_id, SymbolDeclaration> definition = "a definition";
const x3::rule<class strategy_id, SymbolDeclaration> strategy = "a strategy";
const x3::rule<class function_case_id, FunctionCase> function_case = "a function";
const x3::rule<class board_mark_id, BoardMark> board_mark = "a fluent";
const x3::rule<class board_id, BoardDeclaration> board = "a board";
const x3::rule<class axiom_id, AxiomDeclaration> axiom = "an axiom";
const x3::rule<class agent_rule_id, StrategyUse> rule_of_agent = "a strategy";
const x3::rule<class plays_id, StrategyUse> plays = "an agent and what it plays";
const x3::rule<class expectation_id, Expectation> expectation = "an expectation";
const x3::rule<class claim_body_id, ClaimDeclaration> claim = "a claim";
const x3::rule<class file_id, File> file = "a game";
const x3::rule<class whole_file_id, File> whole_file = "a game";
const x3::rule<class whole_formula_id, Expr*> whole_formula = "a formula";
const x3::rule<class whole_strategy_id, StrategyUse> whole_strategy = "a strategy";

const auto parameter_def =
    name[set(&ParameterDeclaration::name)] > '=' > expression[set(&ParameterDeclaration::value)];
const auto range_def =
    name[set(&RangeDeclaration::name)] > '=' > domain[set(&RangeDeclaration::domain)];

const auto argument_def = -(name[set(&Argument::name)] >> ':') >> domain[set(&Argument::domain)];
const auto arguments = -('(' > argument[add(&SymbolDeclaration::arguments)] % ',' > ')');
const auto symbol = name[set(&SymbolDeclaration::name)] > arguments;

const auto fluent_def = symbol;
const auto symbol_added = [](auto& context) { x3::_val(context).push_back(x3::_attr(context)); };
const auto agent_given = [](auto& context)
{
    for (SymbolDeclaration& declared : x3::_val(context))
        declared.agent = x3::_attr(context);
};
const auto action_list_def = fluent[symbol_added] % ',' > word("by") > reference[agent_given];
const auto definition_def = symbol > '=' > expression[set(&SymbolDeclaration::body)];
const auto strategy_def = symbol > word("for") > reference[set(&SymbolDeclaration::agent)] >
                          '=' > expression[set(&SymbolDeclaration::body)];
const auto function_case_def = name[set(&FunctionCase::name)] >
                               -('(' > expression[add(&FunctionCase::arguments)] % ',' > ')') >
                               '=' > expression[set(&FunctionCase::result)];

const auto board_mark_def = reference[set(&BoardMark::pattern)] >
                            word("as") > reference[set(&BoardMark::label)];
const auto board_def = x3::raw[word("board")][place(&BoardDeclaration::at)] >
                       domain[add(&BoardDeclaration::axes)] % ',' > ':' >
                       board_mark[add(&BoardDeclaration::marks)] % ',';
const auto axiom_def = name[set(&AxiomDeclaration::name)] > ':' >
                       -(word("for") > binders[set(&AxiomDeclaration::binders)] >
                         ':') > expression[set(&AxiomDeclaration::body)];

// ---- claims

const auto rule_of_agent_def = expression[set(&StrategyUse::rule)] >>
                               -(word("for") > reference[set(&StrategyUse::rule_agent)]);
const auto plays_def = reference[set(&StrategyUse::agent)] >
                       word("plays") > expression[set(&StrategyUse::rule)] >
                       -(word("for") > reference[set(&StrategyUse::rule_agent)]);

/// A word of claims that says what kind the claim is.
auto kind(const char* text, ClaimKind is)
{
    return word(text)[put(&ClaimDeclaration::kind, is)];
}
const auto everywhere = -word("everywhere")[put(&ClaimDeclaration::everywhere, true)];
const auto claimed = expression[set(&ClaimDeclaration::formula)];
const auto used = rule_of_agent[add(&ClaimDeclaration::strategies)];

const x3::rule<class property_id, ClaimKind> property =
    "'complete', 'deterministic', 'functional' or 'consistent'";
const auto property_def = word("complete")[keep_value(ClaimKind::Complete)] |
                          word("deterministic")[keep_value(ClaimKind::Deterministic)] |
                          word("functional")[keep_value(ClaimKind::Functional)] |
                          word("consistent")[keep_value(ClaimKind::Consistent)];

const x3::rule<class predicate_id, ClaimDeclaration> predicate =
    "'is', 'refines', 'equals', 'implements' or 'achieves'";
const auto predicate_def =
    (word("is") > property[set(&ClaimDeclaration::kind)] > everywhere) |
    (kind("refines", ClaimKind::Refines) > used > everywhere) |
    (kind("equals", ClaimKind::Equals) > used > everywhere) |
    (kind("implements", ClaimKind::Implements) > claimed) |
    ((kind("achieves", ClaimKind::Achieves) | kind("achieve", ClaimKind::Achieves)) > claimed >
     word("by") > used % ',');

const auto predicate_joined = [](auto& context)
{
    ClaimDeclaration& claim_so_far = x3::_val(context);
    ClaimDeclaration& read = x3::_attr(context);
    claim_so_far.kind = read.kind;
    claim_so_far.everywhere = read.everywhere;
    claim_so_far.formula = read.formula;
    claim_so_far.strategies = std::move(read.strategies);
};
const auto statement = ((kind("valid", ClaimKind::Valid) | kind("theorem", ClaimKind::Theorem) |
                         kind("always", ClaimKind::Always)) > claimed) |
                       (kind("if", ClaimKind::If) >
                        plays[add(&ClaimDeclaration::strategies)] % ',' > word("then") > claimed) |
                       (expression[add(&ClaimDeclaration::subjects)] % ',' >
                        -(word("for") > reference[set(&ClaimDeclaration::subject_agent)]) >
                        predicate[predicate_joined]);

const x3::rule<class verdict_id, Expected> verdict = "'proved', 'refuted' or 'vacuous'";
const auto verdict_def = word("proved")[keep_value(Expected::Proved)] |
                         word("refuted")[keep_value(Expected::Refuted)] |
                         word("vacuous")[keep_value(Expected::Vacuous)];
const auto expectation_def = word("expect") > verdict[set(&Expectation::expected)] >
                             -(word("when") > expression[set(&Expectation::condition)]);
// How it is to be shown.
const x3::rule<class means_id> means = "'invariant' or 'measure'";
const auto means_def = &(word("invariant") | word("measure"));
const auto by_invariant = word("invariant") > expression[add(&ClaimDeclaration::invariants)] >
                          -(word("every") > expression[set(&ClaimDeclaration::every)] >
                            word("plies")) >
                          -(word("when") > expression[set(&ClaimDeclaration::when)]);
const auto by_measure = word("measure") > expression[add(&ClaimDeclaration::measure)] % ',';
const auto shown_by = *(word("by") > means > (by_invariant | by_measure));
const auto claim_def = name[set(&ClaimDeclaration::name)] >
                       -(word("up") > word("to") > expression[set(&ClaimDeclaration::up_to)] >
                         word("plies")) >
                       ':' > x3::raw[statement > shown_by][set_text(&ClaimDeclaration::text)] >
                       *expectation[add(&ClaimDeclaration::expectations)];

// ---- files

const auto listed = [](auto member)
{
    return [member](auto& context)
    {
        auto& list = x3::_val(context).*member;
        auto& read = x3::_attr(context);
        list.insert(list.end(), read.begin(), read.end());
    };
};
const auto header_def = name[set(&File::name)] >
                        -('(' > parameter[add(&File::parameters)] % ',' > ')');
const auto header_kept = [](auto& context)
{
    x3::_val(context).name = x3::_attr(context).name;
    x3::_val(context).parameters = x3::_attr(context).parameters;
};
const auto declaration = (word("agents") > name[add(&File::agents)] % ',') |
                         (word("range") > range[add(&File::ranges)] % ',') |
                         (word("fluent") > fluent[add(&File::fluents)] % ',') |
                         (word("action") > action_list[listed(&File::actions)]) |
                         (word("let") > function_case[add(&File::cases)] % ',') |
                         (word("define") > definition[add(&File::definitions)]) |
                         (word("strategy") > strategy[add(&File::strategies)]) |
                         board[add(&File::boards)] | (word("axiom") > axiom[add(&File::axioms)]) |
                         (word("claim") > claim[add(&File::claims)]);
const auto file_def = -(word("game") > header[header_kept]) >> *declaration;

const x3::rule<class declared_id> end_of_file = "a declaration";
const auto end_of_file_def = x3::eoi;
const x3::rule<class ended_id> end_of_formula = "an operator or the end";
const auto end_of_formula_def = x3::eoi;

const auto whole_file_def = file[keep] > end_of_file;
const auto whole_formula_def = x3::eps > expression[keep] > end_of_formula;
const auto whole_strategy_def = x3::eps > rule_of_agent[keep] > end_of_formula;

BOOST_SPIRIT_DEFINE(parameter, header, range, argument, fluent, action_list, definition, strategy,
                    function_case, board_mark, board, axiom, rule_of_agent, plays, property,
                    predicate, verdict, expectation, means, claim, file, end_of_file,
                    end_of_formula, whole_file, whole_formula, whole_strategy)

// ---- errors

std::string found(std::string_view token)
{
    if (token.empty())
        return "unexpected end of the text";
    if (is_keyword(token))
        return fmt::format("unexpected keyword '{}'", token);
    return fmt::format("unexpected '{}'", token);
}

const std::vector<std::string_view> declaration_words{"game",   "agents", "range",    "fluent",
                                                      "action", "board",  "let",      "define",
                                                      "axiom",  "claim",  "strategy", "expect"};

Fault fault_of(const x3::expectation_failure<const char*>& failure, const Parsing& parsing,
               const char* last)
{
    const char* at = skip_blanks(failure.where(), last);
    std::string_view token = token_at(at, last);
    std::string expected = failure.which();
    if (expected.starts_with('"'))
        expected = fmt::format("'{}'", std::string_view(expected).substr(1, expected.size() - 2));
    std::string hint = expected == "a declaration" ? suggestion(token, declaration_words) : "";
    if (hint.empty())
        hint = fmt::format("expected {}", expected);
    if (token.size() > 40)
        token = token.substr(0, 40);
    return Fault{parsing.texts.error(at, found(token), hint)};
}

template <class Value, class Rule>
Value parse(const Parsing& parsing, std::string_view text, const Rule& rule)
{
    Builder build(parsing.arena, parsing.texts, parsing.watch, parsing.nesting_limit);
    const char* first = text.data();
    const char* const last = first + text.size();
    Value value{};
    auto reference_to_builder = std::ref(build);
    try
    {
        const bool matched = x3::phrase_parse(
            first, last, x3::with<builder_tag>(reference_to_builder)[rule], blanks, value);
        if (matched)
            return value;
    }
    catch (const x3::expectation_failure<const char*>& failure)
    {
        throw fault_of(failure, parsing, last);
    }
    throw Fault{parsing.texts.error(skip_blanks(first, last), "this cannot be read")};
}

} // namespace

File parse_file(const Parsing& parsing, std::string_view text)
{
    return parse<File>(parsing, text, whole_file);
}

Expr* parse_formula(const Parsing& parsing, std::string_view text)
{
    return parse<Expr*>(parsing, text, whole_formula);
}

StrategyUse parse_strategy(const Parsing& parsing, std::string_view text)
{
    return parse<StrategyUse>(parsing, text, whole_strategy);
}

} // namespace sgl::language
