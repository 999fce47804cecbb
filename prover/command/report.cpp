#include "prover/command/report.hpp"

#include "logic/formula/print.hpp"
#include "prover/command/output.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::command
{

namespace
{

std::vector<std::string> action_names(const Frame& frame, const std::vector<Action>& actions)
{
    std::vector<std::string> names;
    for (Action a : actions)
        names.push_back(frame.name(a));
    return names;
}

/// Of very many actions, the first and the last.
std::string few_actions(const Frame& frame, const std::vector<Action>& actions)
{
    constexpr std::size_t most = 500, ends = 20; // a play of so many moves fills a screen
    std::vector<std::string> names = action_names(frame, actions);
    if (names.size() <= most)
        return fmt::format("{}", fmt::join(names, " "));
    const auto last = static_cast<std::ptrdiff_t>(ends);
    return fmt::format("{} … {} ({} in all)", fmt::join(names.begin(), names.begin() + last, " "),
                       fmt::join(names.end() - last, names.end(), " "), names.size());
}

std::string joined(const std::vector<std::string>& words, std::string_view nothing)
{
    return words.empty() ? std::string(nothing) : fmt::format("{}", fmt::join(words, " "));
}

std::string_view word(Expected expected)
{
    switch (expected)
    {
    case Expected::Proved: return "proved";
    case Expected::Refuted: return "refuted";
    case Expected::Vacuous: return "vacuous";
    }
    return "";
}

/// The moves that the strategy recommends; of many, the first.
std::string show_recommended(const Game& game, std::vector<Action> moves)
{
    constexpr std::size_t most = 8;
    if (moves.empty())
        return "";
    const std::size_t count = moves.size();
    moves.resize(std::min(count, most));
    return fmt::format("    recommends: {}{}\n", joined(action_names(game.frame, moves), ""),
                       count > most ? fmt::format(" … ({} in all)", count) : "");
}

/// What is true of a state beside its fluents: " (terminal; legal: a b)", or nothing.
std::string beside_fluents(const Game& game, const Valuation& state)
{
    constexpr std::size_t most = 8;
    std::vector<std::string> parts, legal;
    std::size_t count = 0;
    for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
    {
        if (state.legal[a] && ++count <= most)
            legal.push_back(game.frame.name(Action{a}));
    }
    if (count > most)
        legal.push_back(fmt::format("… ({} in all)", count));
    if (state.terminal)
        parts.push_back("terminal");
    if (!legal.empty())
        parts.push_back(fmt::format("legal: {}", fmt::join(legal, " ")));
    return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, "; "));
}

/// A play, or a single state, with the state it ends in.
std::string show_play(const Game& game, const Refuted& refuted, std::string_view heading)
{
    const Witness& witness = refuted.witness;
    const std::string pad(4, ' ');
    std::string text;
    if (refuted.states.empty())
        return text;
    if (!witness.play.empty())
        text += fmt::format("{}{} {}\n", pad, heading, few_actions(game.frame, witness.play));
    else
        text += fmt::format("{}{}{}\n", pad,
                            witness.starts_initial ? "in the initial state" : "in the state",
                            beside_fluents(game, refuted.states.back()));
    if (witness.loop)
        text +=
            fmt::format("{}which comes back to where it was after {}\n", pad, plies(*witness.loop));
    text += draw(game, refuted.states.back(), 6);
    text += show_recommended(game, refuted.recommended);
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < std::min(refuted.ahead.size(), most); ++i)
    {
        const Ahead& ahead = refuted.ahead[i];
        text += fmt::format("{}after {}{}\n{}", pad, few_actions(game.frame, ahead.word),
                            beside_fluents(game, ahead.state), draw(game, ahead.state, 6));
    }
    if (refuted.ahead.size() > most)
        text += fmt::format("{}and {} more states ahead\n", pad, refuted.ahead.size() - most);
    if (witness.move)
        text += fmt::format("{}at the move {}\n", pad, game.frame.name(*witness.move));
    return text;
}

/// A stretch of play that speaks against an invariant, from a state that need not be reachable.
std::string show_stretch(const Game& game, const Refuted& refuted)
{
    std::string text = fmt::format("      {}\n", refuted.detail);
    if (!refuted.witness.play.empty() && !refuted.witness.starts_initial)
        text += fmt::format("    from{}\n{}", beside_fluents(game, refuted.states.front()),
                            draw(game, refuted.states.front(), 6));
    return text + show_play(game, refuted, "play:");
}

Tint tint(Comparison comparison)
{
    switch (comparison)
    {
    case Comparison::AsExpected: return Tint::Good;
    case Comparison::NotAsExpected: return Tint::Bad;
    case Comparison::Open: return Tint::Open;
    }
    return Tint::Bad;
}

std::string statistics(const ClaimResult& result)
{
    const SolverStatistics& s = result.statistics;
    return fmt::format("    {} formulas, {} equations, {} queries, {} variables, {} clauses, "
                       "{} conflicts\n",
                       result.formulas, result.equations, s.queries, s.variables, s.clauses,
                       s.conflicts);
}

/// Of very many attempts, the first and the last.
std::string show_tried(const std::vector<EngineAttempt>& tried)
{
    constexpr std::size_t most = 40, first = 20;
    std::size_t width = 0;
    for (const EngineAttempt& attempt : tried)
        width = std::max(width, word(attempt.engine).size());
    std::string text;
    for (std::size_t i = 0; i < tried.size(); ++i)
    {
        if (tried.size() > most && i == first)
        {
            i = tried.size() - first;
            text += fmt::format("    … {} attempts more\n", tried.size() - 2 * first);
        }
        const EngineAttempt& attempt = tried[i];
        const std::string about = attempt.about.empty() ? "" : attempt.about + ": ";
        text += fmt::format("    {} {:<{}}  {:>7.2f} s  {}{}\n", attempt.decided ? '*' : ' ',
                            word(attempt.engine), width, attempt.seconds,
                            attempt.outcome.starts_with(about) ? "" : about,
                            shortened(attempt.outcome, 1000));
    }
    return text.empty() ? "      nothing was tried\n" : text;
}

/// The invariant that an engine found; of very many parts, the first.
std::string show_invariant(const Frame& frame, const Proved& proved)
{
    constexpr std::size_t most = 40;
    if (proved.kept.empty())
        return "";
    const bool is_every_nth =
        proved.scheme.method == ProofMethod::Invariant && proved.scheme.depth > 1;
    std::string text =
        is_every_nth
            ? fmt::format("    true at the start, and after every {} plies:\n", proved.scheme.depth)
            : "    true in every state that plays reach:\n";
    for (std::size_t i = 0; i < std::min(proved.kept.size(), most); ++i)
        text += fmt::format("      {}\n", shortened(print(frame, proved.kept[i]), 1000));
    if (proved.kept.size() > most)
        text += fmt::format("      … and {} more\n", proved.kept.size() - most);
    return text;
}

} // namespace

std::vector<std::string> true_fluents(const Frame& frame, const Valuation& state)
{
    std::vector<std::string> names;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        if (state.fluents[p])
            names.push_back(frame.name(Fluent{p}));
    }
    return names;
}

std::string title(const Game& game)
{
    if (game.parameters.empty())
        return game.name;
    std::vector<std::string> parts;
    for (const auto& [name, value] : game.parameters)
        parts.push_back(fmt::format("{} = {}", name, value));
    return fmt::format("{}({})", game.name, fmt::join(parts, ", "));
}

std::string draw(const Game& game, const Valuation& state, std::size_t indent)
{
    const std::string pad(indent, ' ');
    if (!game.board)
    {
        constexpr std::size_t most = 400;
        std::vector<std::string> names = true_fluents(game.frame, state);
        const std::size_t count = names.size();
        names.resize(std::min(count, most));
        return fmt::format("{}{}{}\n", pad, joined(names, "(no fluent)"),
                           count > most ? fmt::format(" … ({} in all)", count) : "");
    }
    const Board& board = *game.board;
    std::vector<std::string> cells(board.rows * board.columns);
    std::size_t width = 1;
    for (const Board::Mark& mark : board.marks)
    {
        if (!state.fluents[mark.fluent.index])
            continue;
        std::string& cell = cells[mark.row * board.columns + mark.column];
        cell += cell.empty() ? mark.label : "/" + mark.label;
        width = std::max(width, cell.size());
    }
    std::string text;
    for (std::size_t row = 0; row < board.rows; ++row)
    {
        text += pad;
        for (std::size_t column = 0; column < board.columns; ++column)
        {
            const std::string& cell = cells[row * board.columns + column];
            text += fmt::format("{:<{}}", cell.empty() ? "." : cell, width);
            if (column + 1 < board.columns)
                text += ' ';
        }
        text += '\n';
    }
    return text;
}

std::string report(const Game& game, const Claim& claim, const ClaimResult& result,
                   const Options& options, std::size_t name_width)
{
    const Comparison comparison = compare(claim, result);
    std::string verdict = sgl::word(result.verdict);
    if (result.vacuous)
        verdict += ", vacuous";
    std::string text =
        fmt::format("  {:<{}}  {}  {:>7.2f} s  {}", shortened(claim.name), name_width,
                    tinted(fmt::format("{:<9}", verdict), tint(comparison), options.color),
                    result.seconds, shortened(explanation(game.frame, result.verdict), 1000));
    if (result.vacuous)
        text += fmt::format(" ({})", result.vacuous_why);
    if (result.perhaps_vacuous)
        text += " (whether its premise is ever true was not found out)";
    if (comparison == Comparison::NotAsExpected ||
        (comparison == Comparison::Open && claim.expected))
        text += fmt::format("  [expected {}]", word(*claim.expected));
    text += '\n';
    for (const auto& [name, condition] : result.conditions)
    {
        text += fmt::format("    {:<12} {}{}\n", name, sgl::word(condition.verdict),
                            condition.vacuous ? ", vacuous" : "");
        // The claim's own verdict shows the play of a condition of `implements`.
        if (const auto* refuted = std::get_if<Refuted>(&condition.verdict);
            refuted != nullptr && claim.kind != ClaimKind::Implements)
            text += show_stretch(game, *refuted);
    }
    if (const auto* refuted = std::get_if<Refuted>(&result.verdict))
        text += show_play(game, *refuted, "play:");
    if (result.stuck && result.stuck->witness.play.empty())
        text += "    stuck, a strategy recommends no move:\n";
    if (result.stuck)
        text += show_play(game, *result.stuck, "stuck, a strategy recommends no move:");
    if (!result.proof.empty())
        text += fmt::format("    derivation: {}\n", result.proof);
    if (!result.no_proof.empty())
        text += fmt::format("    no derivation: {}\n", sgl::text(result.no_proof));
    if (!result.certificate.empty())
        text += fmt::format("    certificate: {}\n", result.certificate);
    if (!result.no_certificate.empty())
        text += fmt::format("    no certificate: {}\n", sgl::text(result.no_certificate));
    if (options.explain)
        text += show_tried(result.tried);
    if (const auto* proved = std::get_if<Proved>(&result.verdict); proved && options.explain)
        text += show_invariant(game.frame, *proved);
    if (options.stats)
        text += statistics(result);
    return text;
}

std::string report(const Game& game, const std::vector<Contradiction>& contradictions)
{
    std::string text;
    for (const Contradiction& contradiction : contradictions)
    {
        text += fmt::format("  contradiction: {}\n", contradiction.text);
        if (contradiction.play)
            text += show_play(game, *contradiction.play, "play:");
    }
    return text;
}

namespace
{

/// The agents to whom a strategy recommends none of their legal moves, where the play shown ends.
std::vector<std::string> without_recommendation(const Frame& frame, const Claim& claim,
                                                const ClaimResult& result)
{
    const auto* refuted = std::get_if<Refuted>(&result.verdict);
    const Refuted* shown = refuted != nullptr ? refuted : result.stuck ? &*result.stuck : nullptr;
    std::vector<std::string> names;
    if (shown != nullptr && shown->stuck)
    {
        for (Agent agent : shown->stuck->without_recommendation)
            names.push_back(frame.name(agent));
    }
    const bool of_complete =
        claim.kind == ClaimKind::Complete || claim.kind == ClaimKind::Functional;
    if (refuted != nullptr && of_complete && refuted->recommended.empty())
        names.push_back(frame.name(claim.strategies[0].agent));
    return names;
}

Json as_json(const Frame& frame, const AxiomClash& clash)
{
    return Json::object({{"axioms", clash.axioms},
                         {"state", true_fluents(frame, clash.state)},
                         {"of_play", clash.is_of_play},
                         {"after", action_names(frame, clash.after)}});
}

} // namespace

Json as_json(const Game& game, const std::vector<Contradiction>& contradictions)
{
    Json list = Json::array();
    for (const Contradiction& contradiction : contradictions)
    {
        Json json;
        json["text"] = contradiction.text;
        json["axioms"] = contradiction.axioms;
        json["play"] = Json::array();
        json["state"] = nullptr;
        if (contradiction.play)
        {
            json["play"] = action_names(game.frame, contradiction.play->witness.play);
            json["state"] = true_fluents(game.frame, contradiction.play->states.back());
        }
        list.push_back(std::move(json));
    }
    return list;
}

Json as_json(const Game& game, const Claim& claim, const ClaimResult& result)
{
    const auto* refuted = std::get_if<Refuted>(&result.verdict);
    const auto* bounded = std::get_if<HoldsUpTo>(&result.verdict);
    Json json;
    json["name"] = claim.name;
    json["claim"] = claim.text;
    json["verdict"] = sgl::word(result.verdict);
    json["bound"] = bounded != nullptr ? Json(bounded->plies) : Json(nullptr);
    json["expected"] = claim.expected ? Json(word(*claim.expected)) : Json(nullptr);
    json["as_expected"] = compare(claim, result) == Comparison::AsExpected;
    json["vacuous"] = result.vacuous;
    json["perhaps_vacuous"] = result.perhaps_vacuous;
    json["stuck"] = result.stuck.has_value() || (refuted != nullptr && refuted->stuck);
    json["endless"] = refuted != nullptr && refuted->witness.loop.has_value();
    json["recommends_none"] = without_recommendation(game.frame, claim, result);
    const auto* undecided = std::get_if<Undecided>(&result.verdict);
    json["clash"] = undecided != nullptr && undecided->clash
                        ? as_json(game.frame, *undecided->clash)
                        : Json(nullptr);
    const std::optional<Method> method = method_of(result.verdict);
    json["method"] = method ? Json(word(*method)) : Json(nullptr);
    json["reason"] = !result.vacuous ? explanation(game.frame, result.verdict)
                     : bounded != nullptr
                         ? explanation(game.frame, result.verdict) + "; " + result.vacuous_why
                         : result.vacuous_why;
    json["seconds"] = result.seconds;
    const Refuted* shown = refuted != nullptr ? refuted : result.stuck ? &*result.stuck : nullptr;
    const bool has_states = shown != nullptr && !shown->states.empty();
    json["start"] =
        has_states ? Json(true_fluents(game.frame, shown->states.front())) : Json::array();
    json["play"] = has_states ? Json(action_names(game.frame, shown->witness.play)) : Json::array();
    json["state"] =
        has_states ? Json(true_fluents(game.frame, shown->states.back())) : Json::array();
    json["move"] = has_states && shown->witness.move ? Json(game.frame.name(*shown->witness.move))
                                                     : Json(nullptr);
    if (shown != nullptr && !shown->recommended.empty())
        json["told"] = action_names(game.frame, shown->recommended);
    if (shown != nullptr && !shown->ahead.empty())
    {
        json["ahead"] = Json::array();
        for (const Ahead& ahead : shown->ahead)
            json["ahead"].push_back(
                Json::object({{"after", action_names(game.frame, ahead.word)},
                              {"state", true_fluents(game.frame, ahead.state)}}));
    }
    json["loop"] = has_states && shown->witness.loop ? Json(*shown->witness.loop) : Json(nullptr);
    if (!result.proof.empty())
        json["derivation"] = result.proof;
    if (!result.certificate.empty())
        json["certificate"] = result.certificate;
    if (!result.no_certificate.empty())
        json["no_certificate"] = text(result.no_certificate);
    if (!result.conditions.empty())
    {
        json["conditions"] = Json::array();
        for (const auto& [name, condition] : result.conditions)
        {
            Json part;
            part["name"] = name;
            part["verdict"] = sgl::word(condition.verdict);
            part["vacuous"] = condition.vacuous;
            const auto* against = std::get_if<Refuted>(&condition.verdict);
            if (against != nullptr && !against->states.empty())
            {
                part["reason"] = against->detail;
                part["start"] = true_fluents(game.frame, against->states.front());
                part["play"] = action_names(game.frame, against->witness.play);
                part["state"] = true_fluents(game.frame, against->states.back());
            }
            json["conditions"].push_back(part);
        }
    }
    if (const auto* proved = std::get_if<Proved>(&result.verdict); proved && !proved->kept.empty())
    {
        json["invariant"] = Json::array();
        for (const Formula f : proved->kept)
            json["invariant"].push_back(print(game.frame, f));
        json["invariant_every"] =
            proved->scheme.method == ProofMethod::Invariant ? proved->scheme.depth : 1U;
    }
    json["tried"] = Json::array();
    for (const EngineAttempt& attempt : result.tried)
        json["tried"].push_back(Json::object({{"engine", word(attempt.engine)},
                                              {"seconds", attempt.seconds},
                                              {"outcome", attempt.outcome},
                                              {"about", attempt.about},
                                              {"decided", attempt.decided}}));
    const SolverStatistics& s = result.statistics;
    json["statistics"] = Json::object({{"formulas", result.formulas},
                                       {"equations", result.equations},
                                       {"queries", s.queries},
                                       {"variables", s.variables},
                                       {"clauses", s.clauses},
                                       {"conflicts", s.conflicts}});
    return json;
}

} // namespace sgl::command
