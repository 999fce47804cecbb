#include "logic/language/policy_reader.hpp"
#include "logic/language/file_beside.hpp"

#include "logic/states/policies.hpp"
#include "logic/states/state_file.hpp"

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

class PolicyReader
{
public:
    PolicyReader(FormulaStore& store, Game& game, const Texts& texts,
                 const SymbolDeclaration& declared, Agent agent)
        : store_(store), game_(game), texts_(texts), declared_(declared), agent_(agent)
    {
    }

    Formula read(const std::string& game_path, const PolicyLimits& limits)
    {
        Result<Source> file = read_beside(texts_, game_path, declared_.policy, limits.bytes);
        if (!file)
            throw Fault{file.errors().front()};
        const std::string path = file->name;
        Result<StateList> list = read_state_list(*file, {limits.bytes, {}});
        if (!list)
        {
            const Diagnostic& error = list.errors().front();
            fail(fmt::format("{}:{}: {}", path, error.position.line, error.message),
                 error.is_limit);
        }
        if (list->moves.empty())
            fail(fmt::format("'{}' lists states without moves: it is no policy", path));
        const bool is_short = list->size() <= limits.states_written_out;
        auto policy = std::make_shared<Policy>(std::string(declared_.name), std::move(*list));
        name_parts(*policy);
        return is_short ? written_out(*policy) : looked_up(std::move(policy));
    }

private:
    [[noreturn]] void fail(const std::string& message, bool is_limit = false) const
    {
        Diagnostic error = texts_.error(declared_.policy.data(), message);
        error.is_limit = is_limit;
        throw Fault{std::move(error)};
    }

    void name_parts(Policy& policy) const
    {
        for (const std::string& name : policy.list.bits)
        {
            const std::optional<Fluent> p = game_.frame.find_fluent(name);
            if (!p && name != "initial")
                fail(fmt::format("the policy names '{}', which is no fluent of the game", name));
            policy.bits.push_back(p);
        }
        for (const std::string& name : policy.list.moves)
        {
            const std::optional<Action> a = game_.frame.find_action(name);
            if (!a || game_.frame.agent(*a) != agent_)
                fail(fmt::format("the policy names '{}', which is no action of {}", name,
                                 game_.frame.name(agent_)));
            policy.moves.push_back(*a);
        }
    }

    Formula written_out(const Policy& policy) const
    {
        std::vector<Formula> states;
        for (std::size_t i = 0; i < policy.list.size(); ++i)
        {
            std::vector<Formula> all{store_.does(policy.moves[policy.list.chosen[i]])};
            for (std::size_t bit = 0; bit < policy.bits.size(); ++bit)
            {
                const Formula atom =
                    policy.bits[bit] ? store_.fluent(*policy.bits[bit]) : store_.initial();
                all.push_back(StateList::has(policy.list[i], bit) ? atom : store_.negation(atom));
            }
            states.push_back(store_.conjunction(all));
        }
        return store_.disjunction(states);
    }

    Formula looked_up(std::shared_ptr<Policy> policy) const
    {
        std::vector<Formula> moves;
        for (std::size_t i = 0; i < policy->moves.size(); ++i)
        {
            policy->atoms.push_back(
                game_.frame.add_fluent(policy->name + ":" + policy->list.moves[i]));
            moves.push_back(store_.conjunction(store_.fluent(policy->atoms.back()),
                                               store_.does(policy->moves[i])));
        }
        game_.policies.push_back(std::move(policy));
        return store_.disjunction(moves);
    }

    FormulaStore& store_;
    Game& game_;
    const Texts& texts_;
    const SymbolDeclaration& declared_;
    Agent agent_;
};

} // namespace

Formula read_policy(FormulaStore& store, Game& game, const Texts& texts,
                    const std::string& game_path, const PolicyLimits& limits,
                    const SymbolDeclaration& declared, Agent agent)
{
    return PolicyReader(store, game, texts, declared, agent).read(game_path, limits);
}

} // namespace sgl::language
