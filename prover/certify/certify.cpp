#include "prover/certify/certify.hpp"

#include "logic/model/evaluate.hpp"
#include "logic/states/state_file.hpp"
#include "prover/certify/clause_proof.hpp"
#include "prover/checker/listed/check_listed.hpp"
#include "prover/checker/symbolic/model_states.hpp"
#include "prover/decide/forcing/start_of_refutation.hpp"
#include "prover/decide/limits.hpp"
#include "prover/reachability/listed/listed_states.hpp"
#include "prover/resources/memory.hpp"
#include "prover/verdicts/side_policy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <unordered_set>

namespace sgl::certificate
{

std::size_t most_nodes()
{
    return Bdds::nodes_within(memory_limit());
}

namespace
{

/// The model with what is legal, and terminal, as the axioms define it, where that looks ahead: a
/// model that was made state by state has it open there. To be checked.
CounterModel settled(const GameUnderCheck& ground, CounterModel content)
{
    const Rules& rules = ground.rules;
    bool changes = true;
    for (int round = 0; changes && round < limits::settling_rounds; ++round)
    {
        ground.budget.check();
        changes = false;
        const auto model = explicit_model(ground.game.frame, content);
        Evaluator evaluator(*model);
        const auto settle = [&](auto&& value, Formula definition, std::uint32_t w)
        {
            const bool is_so =
                definition ? evaluator.holds(definition, State{w}, Action{0}) : value;
            changes = changes || is_so != value;
            value = is_so;
        };
        for (std::uint32_t w = 0; w < content.states.size(); ++w)
        {
            Valuation& valuation = content.states[w];
            settle(valuation.terminal, rules.terminal, w);
            for (std::uint32_t a = 0; a < ground.game.frame.action_count(); ++a)
                settle(valuation.legal[a], rules.legal[a], w);
        }
    }
    return content;
}

class Certifier
{
public:
    Certifier(const GameUnderCheck& ground, const Claim& claim, const CertificateContext& about)
        : ground_(ground), claim_(claim), about_(about), diagrams_(ground.budget, most_nodes())
    {
        certificate_.game = about.game;
        certificate_.parameters = ground.game.parameters;
        certificate_.claim = claim.name;
    }

    CertificateText run(const Verdict& verdict)
    {
        const auto* proved = std::get_if<Proved>(&verdict);
        const auto* refuted = std::get_if<Refuted>(&verdict);
        certificate_.proved = proved != nullptr;
        const auto side = proved != nullptr    ? proved->side
                          : refuted != nullptr ? refuted->side
                                               : nullptr;
        if (side)
            by_policy(*side, refuted);
        else if ((proved != nullptr) == parts_prove(claim_))
            by_parts_somehow(proved);
        else if (refuted != nullptr)
            by_play(*refuted);
        else if (proved != nullptr && proved->play)
            by_play(*proved->play);
        else
            why_not_ = "the play that shows it was not kept";
        if (!why_not_.empty())
            return {"", why_not_};
        return {written(ground_.game.frame, diagrams_, certificate_), "", std::move(files_)};
    }

private:
    /// By the policy that was found, as it is read from its files. `refuted`: where it is of those
    /// who prevent what is claimed; else null.
    void by_policy(const SidePolicy& side, const Refuted* refuted)
    {
        if (about_.states.empty())
        {
            why_not_ = "there is no file for a policy";
            return;
        }
        ByPolicy how{about_.states + ".policy", about_.states + ".states"};
        if (refuted != nullptr)
            how.start = start_of(*refuted);
        std::vector<StateList> read;
        for (const auto& [ending, list] :
             {std::pair("policy", &side.policy), std::pair("states", &side.states)})
        {
            files_.emplace_back(ending, sgl::written(*list, limits::listed_compression,
                                                     [&] { ground_.budget.check(); }));
            Result<StateList> again = read_state_list({ending, files_.back().second},
                                                      {std::uint64_t{memory_limit()} << 20, {}});
            if (!again)
            {
                why_not_ = again.errors().front().message;
                return;
            }
            read.push_back(std::move(*again));
        }
        if (const Objection wrong = objection_to_policy(ground_, claim_, certificate_.proved,
                                                        read[0], read[1], how.start, most_nodes()))
        {
            why_not_ = *wrong;
            return;
        }
        certificate_.parts.emplace_back("", std::move(how));
    }

    /// Where states from which no model goes on are in the way, without them.
    void by_parts_somehow(const Proved* proved)
    {
        by_parts(proved);
        if (about_.briefly)
            return;
        const Frame& frame = ground_.game.frame;
        if (why_not_.empty() ||
            frame.fluent_count() + frame.action_count() > limits::states_of_sigma_atoms)
            return;
        certificate_.actions_ahead = limits::states_of_sigma_actions;
        const ModelStates possible =
            states_of_sigma(ground_, limits::states_of_sigma_actions, most_nodes());
        ground_.possible = &possible;
        by_parts(proved);
        ground_.possible = nullptr;
    }

    void by_parts(const Proved* proved)
    {
        why_not_ = {};
        reason_ = {};
        certificate_.parts.clear();
        files_.clear();
        for (const ClaimPart& part : parts_of(ground_.store, ground_.game, claim_))
        {
            std::optional<Argument> argument = argument_for(part, proved);
            if (!argument)
            {
                why_not_ =
                    reason_.empty() ? Reason("no argument was found that can be checked") : reason_;
                if (!part.name.empty())
                    why_not_.words.insert(0, part.name + ": ");
                return;
            }
            certificate_.parts.emplace_back(part.name, std::move(*argument));
        }
    }

    std::optional<Argument> argument_for(const ClaimPart& part, const Proved* proved)
    {
        const bool of_plays = !part.theorem && proved != nullptr;
        if (about_.by_clauses)
            return of_plays ? by_clauses(part, *proved) : std::nullopt;
        if (about_.by_lists)
            return part.theorem ? std::nullopt : by_listed_states(part, 1);
        std::optional<Argument> argument = by_theorems(part, proved);
        const bool lists_first = of_plays && !about_.briefly && are_irregular(*proved);
        if (!argument && lists_first)
            argument = by_listed_states(part, limits::listed_share);
        if (!argument && of_plays && !about_.briefly)
            argument = by_states_found(part, *proved);
        if (!argument && of_plays)
            argument = by_clauses(part, *proved);
        if (!argument)
            argument = by_all_states(part);
        if (!argument && !part.theorem && !about_.briefly && !lists_first)
            argument = by_listed_states(part, limits::listed_at_last_share);
        if (!argument && !part.theorem && !about_.briefly)
            argument = by_states(part);
        return argument;
    }

    /// The states that were reached one by one, where diagrams of them would be as large or larger,
    /// or there are none.
    static bool are_irregular(const Proved& proved)
    {
        if (proved.reached.empty())
            return proved.method == Method::Enumeration;
        const StateDiagrams& found = *proved.reached.front();
        return found.choices.size() > limits::few_nodes &&
               number_of_states(found) <
                   limits::listed_states_a_node * static_cast<double>(found.choices.size());
    }

    static double number_of_states(const StateDiagrams& found)
    {
        // By node: the share of all valuations of the atoms that it has.
        std::vector<double> share{0, 1};
        for (const auto& [place, low, high] : found.choices)
            share.push_back((share[low] + share[high]) / 2);
        return std::ldexp(share[found.reached], static_cast<int>(found.atoms.size()));
    }

    /// The states are gone through once more, as the check sees them.
    std::optional<Argument> by_listed_states(const ClaimPart& part, double share)
    {
        if (about_.states.empty() || files_.size() == states_endings.size())
            return std::nullopt;
        ground_.budget.check();
        const auto left = ground_.budget.left();
        const Budget brief =
            share == 1
                ? ground_.budget
                : ground_.budget.at_most(left ? share * *left : limits::states_found_seconds);
        const GameUnderCheck ground{ground_.store, ground_.game, ground_.rules, brief,
                                    ground_.possible};
        std::string file;
        const auto is_found = [&]() -> Objection
        {
            const std::size_t bytes = (memory_left(memory_limit()) << 20) / 2;
            std::optional<StateList> list =
                listed_states(ground, part.question, {most_nodes(), StateList::most_states, bytes})
                    .list;
            if (!list)
                return because("the states reached are not seen to be as claimed");
            file = sgl::written(*list, limits::listed_compression, [&] { brief.check(); });
            list.reset();
            const auto read = read_state_list({"the states", file}, {bytes * 2, {}});
            if (!read)
                return because(read.errors().front().message);
            if (const auto wrong = objection_to_list(ground, part, *read, most_nodes()))
                return because(*wrong);
            return std::nullopt;
        };
        if (!is_accepted(is_found))
            return std::nullopt;
        const char* const ending = states_endings[files_.size()];
        files_.emplace_back(ending, std::move(file));
        return ByListedStates{about_.states + "." + ending};
    }

    /// Where theorems were written, and they are what is needed.
    std::optional<Argument> by_theorems(const ClaimPart& part, const Proved* proved)
    {
        if (proved == nullptr || about_.theorems.empty())
            return std::nullopt;
        const std::unordered_set<Formula> shown(proved->obligations.begin(),
                                                proved->obligations.end());
        for (ByTheorems how :
             {ByTheorems{proved->scheme.method, proved->scheme.depth, proved->lemmas, {}},
              ByTheorems{ProofMethod::Everywhere, 0, {}, {}}})
        {
            const std::vector<Formula> needed = obligations(ground_, claim_, part, how);
            if (needed.empty() ||
                !std::ranges::all_of(needed, [&](Formula f) { return shown.contains(f); }))
                continue;
            how.file = about_.theorems;
            return how;
        }
        return std::nullopt;
    }

    /// Notes an objection as the reason there is no argument.
    Objection because(std::string objection)
    {
        reason_ = objection;
        return objection;
    }

    /// Nothing where it takes too much, and more of it than is to be spent.
    template <typename Check>
    bool is_accepted(const Check& check)
    {
        try
        {
            return !check();
        }
        catch (const Interrupted& interrupted)
        {
            reason_ = interrupted;
        }
        catch (const EvaluationTooDeep& error)
        {
            reason_ = error.what();
        }
        return false;
    }

    std::optional<Argument> by_all_states(const ClaimPart& part)
    {
        if (!part.theorem && part.question.must_end)
            return std::nullopt;
        // What takes long here is not so, or is not shown this way; there is to be time for what
        // else is tried.
        for (const ByAllStates how :
             {ByAllStates{false, false}, ByAllStates{false, true}, ByAllStates{true, false}})
        {
            ground_.budget.check();
            Budget brief = ground_.budget.effort(how.opaque ? limits::all_states_opaque_seconds
                                                            : limits::all_states_seconds);
            if (const auto left = ground_.budget.left())
                brief = brief.at_most(limits::all_states_share * *left);
            const GameUnderCheck ground{ground_.store, ground_.game, ground_.rules, brief,
                                        ground_.possible};
            Bdds diagrams(brief, most_nodes());
            if (is_accepted([&] { return objection_to(ground, claim_, part, how, diagrams); }))
                return how;
        }
        return std::nullopt;
    }

    /// By the states that an engine reached, with those that are missing as the check sees it. They
    /// are not worth more than a part of the time.
    std::optional<Argument> by_states_found(const ClaimPart& part, const Proved& proved)
    {
        for (const std::shared_ptr<const StateDiagrams>& found : proved.reached)
        {
            ground_.budget.check();
            const auto left = ground_.budget.left();
            const Budget brief = left ? ground_.budget.at_most(limits::states_found_share * *left)
                                      : ground_.budget.effort(limits::states_found_seconds);
            const GameUnderCheck ground{ground_.store, ground_.game, ground_.rules, brief,
                                        ground_.possible};
            Bdds diagrams(brief, most_nodes());
            ByStates how = states_of(*found, part.question.must_end, diagrams);
            const auto is_so = [&] { return objection_to(ground, claim_, part, how, diagrams); };
            const auto with_those_missing = [&]() -> Objection
            {
                auto more = states_reached_from(ground, part.question, std::move(how), diagrams);
                if (!more)
                    return "the states reached are not seen to be as claimed";
                how = std::move(*more);
                return is_so();
            };
            if (!how.sets.empty() &&
                (is_accepted(is_so) || (!how.ends && is_accepted(with_those_missing))))
            {
                how.sets = diagrams_.copied(diagrams, how.sets);
                return how;
            }
        }
        return std::nullopt;
    }

    /// What was found by an unrolling or by induction, the same way.
    std::optional<Argument> by_clauses(const ClaimPart& part, const Proved& proved)
    {
        if (proved.scheme.method == ProofMethod::Everywhere)
            return std::nullopt;
        std::optional<ByClauses> how;
        // Where a long unrolling is too much for clauses, sets of states may still do.
        const double share = about_.briefly                                   ? 0.9
                             : proved.scheme.method == ProofMethod::Unrolling ? 0.3
                                                                              : 0.6;
        ground_.budget.check();
        const auto left = ground_.budget.left();
        const Budget brief = left ? ground_.budget.at_most(share * *left) : ground_.budget;
        const GameUnderCheck ground{ground_.store, ground_.game, ground_.rules, brief,
                                    ground_.possible};
        const auto is_found = [&]() -> Objection
        {
            Refutation found = refutation(
                ground, claim_, part,
                {proved.scheme.method, proved.scheme.depth, proved.lemmas, proved.kept, {}});
            if (!found.how)
                return because(found.why_not);
            if (Objection wrong = objection_to(ground, claim_, part, *found.how, most_nodes()))
                return because(*wrong);
            how = std::move(found.how);
            return std::nullopt;
        };
        return is_accepted(is_found) ? std::optional<Argument>(std::move(*how)) : std::nullopt;
    }

    std::optional<Argument> by_states(const ClaimPart& part)
    {
        std::optional<ByStates> how;
        is_accepted(
            [&]() -> Objection
            {
                how = states_reached(ground_, part.question, diagrams_);
                if (!how)
                    return because("the states reached are not seen to be as claimed");
                if (Objection wrong = objection_to(ground_, claim_, part, *how, diagrams_))
                {
                    how.reset();
                    return because(*wrong);
                }
                return std::nullopt;
            });
        ground_.budget.check();
        return how ? std::optional<Argument>(std::move(*how)) : std::nullopt;
    }

    void by_play(const Refuted& refuted)
    {
        Objection wrong, model_wrong;
        if (refuted.model)
        {
            InModel how{*refuted.model, refuted.witness.play, refuted.witness.move};
            const auto is_so = [&] { return wrong = objection_to(ground_, claim_, how); };
            const auto settled_is_so = [&]
            {
                how.model = settled(ground_, std::move(how.model));
                return objection_to(ground_, claim_, how);
            };
            if (is_accepted(is_so) ||
                (claim_.kind != ClaimKind::Valid && is_accepted(settled_is_so)))
            {
                certificate_.play = std::move(how);
                return;
            }
            ground_.budget.check();
            model_wrong = wrong;
        }
        InGame how{refuted.witness, refuted.otherwise, refuted.within};
        if (is_accepted([&] { return wrong = objection_to(ground_, claim_, how, most_nodes()); }))
        {
            certificate_.play = std::move(how);
            return;
        }
        ground_.budget.check();
        why_not_ = model_wrong ? Reason(*model_wrong) : wrong ? Reason(*wrong) : reason_;
    }

    GameUnderCheck ground_;
    const Claim& claim_;
    const CertificateContext& about_;
    Bdds diagrams_;
    Certificate certificate_;
    std::vector<std::pair<std::string, std::string>> files_;
    Reason why_not_, reason_;
};

} // namespace

CertificateText certify(FormulaStore& store, const Game& game, const Claim& claim,
                        const Verdict& verdict, const CertificateContext& about,
                        const Budget& budget)
{
    budget.at_phase("while its certificate was written");
    const Rules rules = read_rules(store, game);
    const GameUnderCheck ground{store, game, rules, budget};
    try
    {
        return Certifier(ground, claim, about).run(verdict);
    }
    catch (const EvaluationTooDeep& error)
    {
        return {"", error.what()};
    }
}

} // namespace sgl::certificate
