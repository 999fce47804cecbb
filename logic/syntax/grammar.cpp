#include "logic/syntax/grammar.hpp"
#include "logic/syntax/expressions.hpp"
#include "logic/syntax/x3_parsers.hpp"

#include <functional>

// The grammar of declarations, claims and files. There are no error handlers: one
// expectation_failure is caught, and its position computed, at the end of the file.

namespace sgl::language
{

namespace
{

// ---- expressions, which are compiled apart (expressions.hpp)

template <class Value>
struct part_of_expressions : x3::parser<part_of_expressions<Value>>
{
    using attribute_type = Value;
    static constexpr bool has_attribute = true;
    using Read = bool (*)(const char*&, const char*, Builder&, Value&);

    constexpr part_of_expressions(Read reader, const char* what) : read(reader), text(what) {}

    template <class Context, class RuleContext, class Attribute>
    bool parse(const char*& first, const char* const& last, const Context& context, RuleContext&,
               Attribute& attribute) const
    {
        Value value{};
        if (!read(first, last, x3::get<builder_tag>(context).get(), value))
            return false;
        x3::traits::move_to(value, attribute);
        return true;
    }

    Read read;
    const char* text;
};

} // namespace
} // namespace sgl::language

namespace boost::spirit::x3
{

template <class Value>
struct get_info<sgl::language::part_of_expressions<Value>>
{
    using result_type = std::string;
    std::string operator()(const sgl::language::part_of_expressions<Value>& p) const
    {
        return p.text;
    }
};

} // namespace boost::spirit::x3

namespace sgl::language
{

namespace
{

constexpr part_of_expressions<std::string_view> name(read_name, "a name");
constexpr part_of_expressions<Expr*> reference(read_reference, "a name");
constexpr part_of_expressions<Domain*> domain(read_domain, "a range");
constexpr part_of_expressions<Binders*> binders(read_binders, "variables in a range");
constexpr part_of_expressions<Expr*> expression(read_expression, "a formula or term");
constexpr part_of_expressions<Expr*> number(read_number, "a number");

// ---- declarations

const x3::rule<class parameter_id, ParameterDeclaration> parameter = "a parameter";
const x3::rule<class header_id, GameFile> header = "the game's name";
const x3::rule<class range_id, RangeDeclaration> range = "a range";
const x3::rule<class argument_id, ArgumentDeclaration> argument = "an argument";
const x3::rule<class fluent_id, SymbolDeclaration> fluent = "a fluent";
const x3::rule<class memory_id, SymbolDeclaration> memory = "a fluent";
const x3::rule<class action_id, SymbolDeclaration> action = "an action";
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
const x3::rule<class file_id, GameFile> file = "a game";
const x3::rule<class whole_file_id, GameFile> whole_file = "a game";
const x3::rule<class whole_formula_id, Expr*> whole_formula = "a formula";
const x3::rule<class whole_strategy_id, StrategyUse> whole_strategy = "a strategy";

const auto parameter_def =
    name[set(&ParameterDeclaration::name)] > '=' > expression[set(&ParameterDeclaration::value)];
const auto range_def =
    name[set(&RangeDeclaration::name)] > '=' > domain[set(&RangeDeclaration::domain)];

// What was taken for the argument's name may be its range's: it is taken back.
const auto argument_def = ((name[set(&ArgumentDeclaration::name)] >> ':') |
                           x3::eps[put(&ArgumentDeclaration::name, std::string_view())]) >>
                          domain[set(&ArgumentDeclaration::domain)];
const auto arguments = -('(' > argument[add(&SymbolDeclaration::arguments)] % ',' > ')');
const auto quoted_path = x3::raw[x3::lexeme['"' >> +(x3::char_ - '"' - x3::eol) >> '"']];
const auto symbol = name[set(&SymbolDeclaration::name)] > arguments;

const auto with_values = domain[set(&SymbolDeclaration::values)];
const auto fluent_def = symbol > -(':' > with_values);
const auto memory_def = symbol > word("for") > reference[set(&SymbolDeclaration::agent)] >
                        ':' > with_values > '=' > number[set(&SymbolDeclaration::start)] >
                        word("becomes") > number[set(&SymbolDeclaration::body)];
const auto action_def = symbol;
const auto symbol_added = [](auto& context) { x3::_val(context).push_back(x3::_attr(context)); };
const auto agent_given = [](auto& context)
{
    for (SymbolDeclaration& declared : x3::_val(context))
        declared.agent = x3::_attr(context);
};
const auto action_list_def = action[symbol_added] % ',' > word("by") > reference[agent_given];
const auto definition_def = symbol > '=' > expression[set(&SymbolDeclaration::body)];
const auto policy_given = [](auto& context)
{
    const std::string_view path = view(x3::_attr(context));
    SymbolDeclaration& declared = x3::_val(context);
    declared.policy = path.substr(1, path.size() - 2);
    declared.body = x3::get<builder_tag>(context).get().leaf(ExprKind::False, path.data());
};
const auto strategy_def = symbol > word("for") > reference[set(&SymbolDeclaration::agent)] > '=' >
                          ((word("policy") >> quoted_path[policy_given]) |
                           expression[set(&SymbolDeclaration::body)]);
const auto function_case_def = name[set(&FunctionCase::name)] >
                               -('(' > expression[add(&FunctionCase::arguments)] % ',' > ')') >
                               '=' > expression[set(&FunctionCase::result)];

const auto board_mark_def = reference[set(&BoardMark::pattern)] >
                            -('=' > number[set(&BoardMark::value)]) >
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
    "'is', 'refines', 'equals', 'implements', 'achieves' or 'can force'";
const auto predicate_def =
    (word("is") > property[set(&ClaimDeclaration::kind)] > everywhere) |
    (kind("refines", ClaimKind::Refines) > used > everywhere) |
    (kind("equals", ClaimKind::Equals) > used > everywhere) |
    (kind("implements", ClaimKind::Implements) > claimed) |
    ((kind("achieves", ClaimKind::Achieves) | kind("achieve", ClaimKind::Achieves)) > claimed >
     word("by") > used % ',') |
    (word("can") > kind("force", ClaimKind::CanForce) > claimed);

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
const x3::rule<class means_id> means = "'invariant', 'measure' or 'claim'";
const auto means_def = &(word("invariant") | word("measure") | word("claim"));
const auto by_invariant = word("invariant") > expression[add(&ClaimDeclaration::invariants)] >
                          -(word("every") > expression[set(&ClaimDeclaration::every)] >
                            word("plies")) >
                          -(word("when") > expression[set(&ClaimDeclaration::when)]);
const auto by_measure = word("measure") > expression[add(&ClaimDeclaration::measure)] % ',';
const auto by_claim = word("claim") > name[add(&ClaimDeclaration::cited)];
const auto shown_by = *(word("by") > means > (by_invariant | by_measure | by_claim));
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
const auto sheet_given = [](auto& context)
{
    const std::string_view path = view(x3::_attr(context));
    x3::_val(context).sheet = path.substr(1, path.size() - 2);
};
const auto header_def =
    quoted_path[sheet_given] |
    (name[set(&GameFile::name)] > -('(' > parameter[add(&GameFile::parameters)] % ',' > ')'));
const auto header_kept = [](auto& context)
{
    x3::_val(context).name = x3::_attr(context).name;
    x3::_val(context).sheet = x3::_attr(context).sheet;
    x3::_val(context).parameters = x3::_attr(context).parameters;
};
const auto declaration = (word("agents") > name[add(&GameFile::agents)] % ',') |
                         (word("range") > range[add(&GameFile::ranges)] % ',') |
                         (word("fluent") > fluent[add(&GameFile::fluents)] % ',') |
                         (word("memory") > memory[add(&GameFile::fluents)] % ',') |
                         (word("action") > action_list[listed(&GameFile::actions)]) |
                         (word("let") > function_case[add(&GameFile::cases)] % ',') |
                         (word("define") > definition[add(&GameFile::definitions)]) |
                         (word("strategy") > strategy[add(&GameFile::strategies)]) |
                         board[add(&GameFile::boards)] |
                         (word("axiom") > axiom[add(&GameFile::axioms)]) |
                         (word("claim") > claim[add(&GameFile::claims)]);
const auto file_def = -(word("game") > header[header_kept]) >> *declaration;

const x3::rule<class declared_id> end_of_file = "a declaration";
const auto end_of_file_def = x3::eoi;
const x3::rule<class ended_id> end_of_formula = "an operator or the end";
const auto end_of_formula_def = x3::eoi;

const auto whole_file_def = file[keep] > end_of_file;
const auto whole_formula_def = x3::eps > expression[keep] > end_of_formula;
const auto whole_strategy_def = x3::eps > rule_of_agent[keep] > end_of_formula;

BOOST_SPIRIT_DEFINE(parameter, header, range, argument, fluent, memory, action, action_list,
                    definition, strategy, function_case, board_mark, board, axiom, rule_of_agent,
                    plays, property, predicate, verdict, expectation, means, claim, file,
                    end_of_file, end_of_formula, whole_file, whole_formula, whole_strategy)

// ---- errors

std::string found(std::string_view token)
{
    if (token.empty())
        return "unexpected end of the text";
    if (is_keyword(token))
        return fmt::format("unexpected keyword '{}'", token);
    return fmt::format("unexpected '{}'", token);
}

const std::vector<std::string_view> declaration_words{
    "game",   "agents", "range", "fluent",   "action", "board", "let",
    "define", "axiom",  "claim", "strategy", "expect", "memory"};

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

GameFile parse_file(const Parsing& parsing, std::string_view text)
{
    return parse<GameFile>(parsing, text, whole_file);
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
