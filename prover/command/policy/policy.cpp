// sgl policy: counts, prints, joins and checks files of policies.

#include "logic/states/policies.hpp"
#include "logic/states/state_file.hpp"
#include "prover/checker/listed/check_listed.hpp"
#include "prover/checker/listed/state_block.hpp"
#include "prover/command/input.hpp"
#include "prover/command/output.hpp"
#include "prover/command/proofs/write_file.hpp"
#include "prover/command/watchdog.hpp"
#include "prover/decide/limits.hpp"
#include "prover/resources/memory.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::command
{

namespace
{

/// The bits that are 1 in a state.
std::string text_of(const StateList& list, std::size_t i)
{
    std::string text;
    for (std::size_t bit = 0; bit < list.bits.size(); ++bit)
    {
        if (StateList::has(list[i], bit))
            text += (text.empty() ? "" : " ") + list.bits[bit];
    }
    return text;
}

class PolicyCommand
{
public:
    explicit PolicyCommand(const Options& options) : options_(options), watchdog_(options_) {}

    Status run()
    {
        const std::string& what = options_.policy_work;
        const std::size_t needed = what == "count" || what == "print" ? 1 : 2;
        if (options_.files.size() != needed)
            return refuse({{},
                           fmt::format("sgl policy {} takes {}", what,
                                       what == "check"  ? "a policy and a game"
                                       : what == "join" ? "two policies"
                                                        : "one policy"),
                           "",
                           ""});
        watchdog_.begin(options_.files[0]);
        watchdog_.enter({"reading", "while it was read"});
        const std::optional<StateList> list = policy(options_.files[0]);
        if (!list)
            return status_;
        if (what == "count")
            count(*list);
        else if (what == "print")
            print(*list);
        else if (what == "join")
            join(*list);
        else
            check(*list);
        watchdog_.end();
        return status_;
    }

private:
    Status refuse(const Refusal& refusal) { return status_ = worse(status_, complain(refusal)); }

    std::optional<StateList> policy(const std::string& path)
    {
        Refusal refusal;
        const std::optional<Source> source = read_source(path, options_, refusal);
        if (!source)
        {
            refuse(refusal);
            return std::nullopt;
        }
        Result<StateList> list =
            read_state_list(*source, {std::uint64_t{memory_limit()} << 20, {}});
        if (!list)
        {
            refuse(refusal_of(list.errors(), path, options_, "while it was read"));
            return std::nullopt;
        }
        if (list->moves.empty())
        {
            refuse({{}, path + " lists states without moves: it is no policy", path, ""});
            return std::nullopt;
        }
        return std::move(*list);
    }

    static void count(const StateList& list)
    {
        std::vector<std::size_t> times(list.moves.size());
        for (const std::uint32_t move : list.chosen)
            ++times[move];
        put(fmt::format("{} state{} of {} bit{}\n", list.size(), list.size() == 1 ? "" : "s",
                        list.bits.size(), list.bits.size() == 1 ? "" : "s"));
        for (std::size_t move = 0; move < times.size(); ++move)
            put(fmt::format("  {:>10}  {}\n", times[move], list.moves[move]));
    }

    static void print(const StateList& list)
    {
        for (std::size_t i = 0; i < list.size(); ++i)
            put(fmt::format("{}: {}\n", text_of(list, i), list.moves[list.chosen[i]]));
    }

    /// The states of both; the first policy decides where both list a state.
    void join(const StateList& first)
    {
        const std::optional<StateList> second = policy(options_.files[1]);
        if (!second)
            return;
        if (options_.output.empty())
        {
            refuse({{}, "sgl policy join needs -o FILE", "", ""});
            return;
        }
        StateList joined = first;
        std::vector<std::size_t> bit_of;
        for (const std::string& name : second->bits)
            bit_of.push_back(
                static_cast<std::size_t>(std::ranges::find(first.bits, name) - first.bits.begin()));
        if (second->bits.size() != first.bits.size() ||
            std::ranges::find(bit_of, first.bits.size()) != bit_of.end())
        {
            refuse({{},
                    fmt::format("{} and {} are about states of other fluents", options_.files[0],
                                options_.files[1]),
                    "",
                    ""});
            return;
        }
        std::vector<std::uint32_t> move_of;
        for (const std::string& name : second->moves)
        {
            const auto at = std::ranges::find(joined.moves, name) - joined.moves.begin();
            move_of.push_back(static_cast<std::uint32_t>(at));
            if (move_of.back() == joined.moves.size())
                joined.moves.push_back(name);
        }
        joined.ranked = false;
        joined.ranks.clear();
        const StateIndex index(first);
        std::vector<StateList::Word> state(first.words());
        for (std::size_t i = 0; i < second->size(); ++i)
        {
            std::ranges::fill(state, 0);
            for (std::size_t bit = 0; bit < bit_of.size(); ++bit)
            {
                if (StateList::has((*second)[i], bit))
                    StateList::put(state, bit_of[bit]);
            }
            if (index.find(state) != StateIndex::none)
                continue;
            joined.states.insert(joined.states.end(), state.begin(), state.end());
            joined.chosen.push_back(move_of[second->chosen[i]]);
        }
        sort_states(joined);
        if (const auto failure =
                write_file(options_.output, written(joined, limits::listed_compression)))
        {
            refuse({{}, fmt::format("cannot write {}: {}", options_.output, *failure), "", ""});
            return;
        }
        put(fmt::format("{} states\n", joined.size()));
    }

    /// In every state that is listed, the move is one of the game's, and legal.
    void check(const StateList& list)
    {
        FormulaStore store;
        Refusal refusal;
        const std::optional<GameReader> reader = watchdog_.read(store, options_.files[1], refusal);
        if (!reader)
        {
            refuse(refusal);
            return;
        }
        watchdog_.enter({"checking", "while it was checked", true});
        Game game = reader->game();
        const std::size_t own = game.policies.size();
        auto policy = std::make_shared<Policy>("the policy", list);
        for (const std::string& name : list.bits)
        {
            policy->bits.push_back(game.frame.find_fluent(name));
            if (!policy->bits.back() && name != "initial")
                return reject(fmt::format("there is no fluent '{}' in the game", name));
        }
        std::vector<Formula> illegal;
        for (const std::string& name : list.moves)
        {
            const std::optional<Action> a = game.frame.find_action(name);
            if (!a)
                return reject(fmt::format("there is no action '{}' in the game", name));
            policy->moves.push_back(*a);
            if (game.frame.agent(*a) != game.frame.agent(policy->moves.front()))
                return reject("its moves are of more than one agent");
            policy->atoms.push_back(game.frame.add_fluent("the policy:" + name));
            illegal.push_back(store.conjunction(store.fluent(policy->atoms.back()),
                                                store.negation(store.legal(*a))));
        }
        game.policies.push_back(std::move(policy));
        const Rules rules = read_rules(store, game);
        const Budget budget = watchdog_.budget(1e9);
        const certificate::GameUnderCheck ground{store, game, rules, budget};
        certificate::Bits bits;
        for (const std::optional<Fluent> p : game.policies[own]->bits)
            bits.atoms.push_back(p ? store.fluent(*p) : store.initial());
        const Question question = about_states(store.disjunction(illegal));
        try
        {
            const certificate::CompiledQuestion compiled(
                ground, bits, question, certificate::Bdds::nodes_within(memory_limit()));
            certificate::ListedBlock block(compiled);
            for (std::size_t first = 0; first < list.size();
                 first += certificate::ListedBlock::most)
            {
                budget.check();
                const std::size_t count =
                    std::min(certificate::ListedBlock::most, list.size() - first);
                block.look_at(
                    std::span(list.states).subspan(first * list.words(), count * list.words()));
                const auto& parts = compiled.parts();
                const auto bad = parts.empty() || parts.front().is_move
                                     ? std::nullopt
                                     : block.first_bad(parts.front());
                if (bad)
                    return reject(fmt::format("{} is not legal in the state: {}",
                                              list.moves[list.chosen[first + *bad]],
                                              text_of(list, first + *bad)));
            }
        }
        catch (const Interrupted& interrupted)
        {
            refuse({{}, "", options_.files[0], text(interrupted)});
            return;
        }
        put(fmt::format("accepted: {} states, and a legal move in each\n", list.size()));
    }

    void reject(const std::string& why)
    {
        put(fmt::format("rejected: {}\n", why));
        status_ = worse(status_, SomeNotAsExpected);
    }

    const Options options_;
    CommandWatchdog watchdog_;
    Status status_ = AllAsExpected;
};

} // namespace

Status policy(const Options& options)
{
    return PolicyCommand(options).run();
}

} // namespace sgl::command
