#include "logic/states/state_file.hpp"
#include "prover/checker/listed/check_listed.hpp"
#include "prover/checker/symbolic/model_states.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/prover/checker/certificate_check.hpp"
#include "tests/prover/random_claims.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace sgl;
using namespace sgl::testing;
using certificate::Bdds;

namespace
{

/// A proved part of a claim about plays, and the list that shows it.
struct ListedPart
{
    const Claim* claim;
    certificate::ClaimPart part;
    std::string text; // of the certificate
    std::string file; // of states
};

certificate::CertificateText certify_by_lists(FormulaStore& store, const Game& game,
                                              const Claim& claim, const Verdict& verdict)
{
    const Budget budget(20);
    try
    {
        return certificate::certify(store, game, claim, verdict,
                                    {"game.sgl", "", false, false, "it", true}, budget);
    }
    catch (const Interrupted& interrupted)
    {
        return {"", text(interrupted)};
    }
}

/// The parts about plays of the claims of a game that are proved, or refuted without a play.
std::vector<ListedPart> listed_parts(FormulaStore& store, const Game& game, std::string& missing)
{
    std::vector<ListedPart> found;
    Prover prover(store, game, keeping_models());
    for (const Claim& claim : game.claims)
    {
        const ClaimResult result = prover.prove(claim);
        const bool is_proved = std::holds_alternative<Proved>(result.verdict);
        if (!is_decided(result.verdict) || is_proved != certificate::parts_prove(claim))
            continue;
        const auto parts = certificate::parts_of(store, game, claim);
        if (std::ranges::any_of(parts, [](const auto& part) { return bool(part.theorem); }))
            continue;
        const auto drawn = certify_by_lists(store, game, claim, result.verdict);
        if (drawn.text.empty())
        {
            missing += claim.name + ": " + text(drawn.why_not) + "\n";
            continue;
        }
        REQUIRE(drawn.files.size() == parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i)
            found.push_back({&claim, parts[i], drawn.text, drawn.files[i].second});
    }
    return found;
}

StateList read(const std::string& file)
{
    const auto list = read_state_list({"it", file});
    REQUIRE(list);
    return *list;
}

/// A game as the check of a certificate sees it.
class Ground
{
public:
    Ground(FormulaStore& store, const Game& game)
        : rules_(read_rules(store, game)), whole_{store, game, rules_, budget_}
    {
    }

    /// Where the certificate says so, with only the states from which plays go on.
    const certificate::GameUnderCheck& of(const ListedPart& listed)
    {
        return listed.text.find("\nlasting ") == std::string::npos ? whole_ : narrower();
    }

    const certificate::GameUnderCheck& narrower()
    {
        if (!narrower_)
        {
            possible_ = certificate::states_of_sigma(whole_, 20, 1'000'000);
            narrower_.emplace(certificate::GameUnderCheck{whole_.store, whole_.game, rules_,
                                                          budget_, &possible_});
        }
        return *narrower_;
    }

private:
    const Budget budget_ = Budget(60);
    const Rules rules_;
    const certificate::GameUnderCheck whole_;
    certificate::ModelStates possible_;
    std::optional<certificate::GameUnderCheck> narrower_;
};

/// What the check of sets as diagrams says of the same states: by ranks, the set of all, of all but
/// those of the highest rank, and so on, where plays must end.
bool is_shown_by_diagrams(const certificate::GameUnderCheck& ground, const ListedPart& listed,
                          const StateList& list)
{
    Bdds diagrams(ground.budget, 1'000'000);
    const bool must_end = listed.part.question.must_end;
    if (must_end && !list.ranked)
        return false;
    const auto bits = certificate::bits_of(ground, list);
    if (!std::holds_alternative<certificate::Bits>(bits))
        return false;
    certificate::ByStates how{std::get<certificate::Bits>(bits), {}, must_end};
    const std::set<std::uint32_t> ranks(list.ranks.begin(), list.ranks.end());
    const auto set_of = [&](std::uint32_t highest)
    {
        Bdds::Node set = Bdds::none;
        for (std::size_t i = 0; i < list.size(); ++i)
        {
            if (must_end && list.ranks[i] > highest)
                continue;
            Bdds::Node state = Bdds::all;
            for (std::size_t bit = list.bits.size(); bit-- > 0;)
            {
                const auto one = diagrams.variable(how.bits.level(bit));
                state = StateList::has(list[i], bit) ? diagrams.both(state, one)
                                                     : diagrams.without(state, one);
            }
            set = diagrams.either(set, state);
        }
        return set;
    };
    if (!must_end || ranks.empty())
        how.sets.push_back(set_of(0));
    else
        std::for_each(ranks.rbegin(), ranks.rend(),
                      [&](std::uint32_t rank) { how.sets.push_back(set_of(rank)); });
    return !certificate::objection_to(ground, *listed.claim, listed.part, how, diagrams);
}

/// A list with one change: of a state, a bit, a rank, the bits or what else stands at its head.
StateList changed(Random& random, StateList list)
{
    const auto any = [&](std::size_t count)
    { return random.below(static_cast<std::uint32_t>(std::max<std::size_t>(count, 1))); };
    const std::size_t words = list.words(), at = any(list.size()), bit = any(list.bits.size());
    const auto state_at = [&](std::size_t i)
    { return std::span(list.states).subspan(i * words, words); };
    const auto flip = [&](std::span<StateList::Word> state)
    {
        if (!list.bits.empty())
            state[bit / 64] ^= StateList::Word{1} << (63 - bit % 64);
    };
    switch (random.below(8))
    {
    case 0: // a state less
        if (list.size() == 0)
            break;
        list.states.erase(list.states.begin() + static_cast<std::ptrdiff_t>(at * words),
                          list.states.begin() + static_cast<std::ptrdiff_t>((at + 1) * words));
        if (list.ranked)
            list.ranks.erase(list.ranks.begin() + static_cast<std::ptrdiff_t>(at));
        break;
    case 1: // a state more
    {
        std::vector<StateList::Word> state(words);
        for (std::size_t b = 0; b < list.bits.size(); ++b)
        {
            if (random.coin())
                StateList::put(state, b);
        }
        list.states.insert(list.states.end(), state.begin(), state.end());
        if (list.ranked)
            list.ranks.push_back(random.below(6));
        break;
    }
    case 2:
        if (list.size() != 0)
            flip(state_at(at));
        break;
    case 3:
        if (!list.ranks.empty())
            list.ranks[at] += random.coin() ? 1U : ~0U;
        break;
    case 4:
        if (!list.ranks.empty())
            list.ranks[at] = random.one_in(4) ? ~0U : random.below(4);
        break;
    case 5:
        list.ranked = !list.ranked;
        list.ranks.assign(list.ranked ? list.size() : 0, 0);
        break;
    case 6:
        if (!list.bits.empty())
            std::swap(list.bits[bit], list.bits[any(list.bits.size())]);
        break;
    default:
        if (!list.bits.empty())
            list.bits[bit] = random.coin() ? "initial" : "nothing";
        break;
    }
    sort_states(list);
    return list;
}

/// The check of the certificate with this file beside it; "unreadable: …" where it is none.
std::string objection_with(FormulaStore& store, const Game& game, const ListedPart& listed,
                           const std::string& file)
{
    const Budget budget(20);
    Bdds diagrams(budget, 1'000'000);
    const auto read =
        certificate::read_certificate({"it", listed.text}, store, game.frame, diagrams);
    REQUIRE(read);
    const Rules rules = read_rules(store, game);
    const certificate::GameUnderCheck ground{store, game, rules, budget};
    const auto argument = std::ranges::find(read->parts, listed.part.name,
                                            &std::pair<std::string, certificate::Argument>::first);
    REQUIRE(argument != read->parts.end());
    const std::string name = std::get<certificate::ByListedStates>(argument->second).file;
    certificate::Certificate one = *read;
    const certificate::ReadStates files =
        [&](const std::string& asked) -> std::variant<StateList, std::string>
    {
        // The other parts' files are as they were.
        const bool is_it = asked == name;
        const auto list = read_state_list({"it", is_it ? file : listed.file});
        if (!list)
            return "unreadable: " + list.errors().front().message;
        return *list;
    };
    const certificate::ReadTheorems none = [](const std::string&) {
        return certificate::KernelTheorems{{}, {}, "there is no such file"};
    };
    return certificate::objection(ground, *listed.claim, one, diagrams, none, files).value_or("");
}

} // namespace

TEST_CASE("Claims about plays of random games are shown by listed states")
{
    CAPTURE(seed());
    unsigned long with = 0, without = 0, ranked = 0;
    std::string missing;
    for (unsigned long i = 0; i < sample_count(4'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        CAPTURE(i);
        std::string why;
        Ground grounds(store, game);
        for (const ListedPart& listed : listed_parts(store, game, why))
        {
            const certificate::GameUnderCheck& ground = grounds.of(listed);
            CAPTURE(listed.claim->name, listed.part.name, word(listed.claim->kind));
            const StateList list = read(listed.file);
            ++with;
            ranked += list.ranked ? 1U : 0U;
            if (listed.part.name.empty())
                CHECK(objection_with(store, game, listed, listed.file) == "");
            CHECK((is_shown_by_diagrams(ground, listed, list) ||
                   is_shown_by_diagrams(grounds.narrower(), listed, list)));
            // Every state is reached: without one of them, it is no closed set.
            for (std::size_t k = 0; k < std::min<std::size_t>(list.size(), 4); ++k)
            {
                StateList less = list;
                const auto first = less.states.begin() +
                                   static_cast<std::ptrdiff_t>(k * list.size() / 4 * list.words());
                less.states.erase(first, first + static_cast<std::ptrdiff_t>(list.words()));
                if (less.ranked)
                    less.ranks.erase(less.ranks.begin() +
                                     static_cast<std::ptrdiff_t>(k * list.size() / 4));
                CHECK(certificate::objection_to_list(ground, listed.part, less, 1'000'000));
            }
        }
        if (!why.empty())
        {
            ++without;
            missing += "game " + std::to_string(i) + ", " + why;
        }
    }
    CAPTURE(with, without, ranked, missing);
    CHECK(with > 0);
    CHECK(ranked > 0);
    CHECK(without * 50 <= with);
}

TEST_CASE("Listed states that are changed are rejected, or are shown another way")
{
    CAPTURE(seed());
    unsigned long rejected = 0, unreadable = 0, still_right = 0;
    const unsigned long wanted = sample_count(20'000);
    for (unsigned long i = 0; rejected + unreadable + still_right < wanted; ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        Ground grounds(store, game);
        std::string missing;
        // Diagrams tell less of what axioms that look ahead exclude, but where they are told.
        const auto is_judged_right =
            [&](const ListedPart& listed, const StateList& list, bool is_accepted)
        {
            const bool is_shown = is_shown_by_diagrams(grounds.of(listed), listed, list);
            CHECK((is_accepted || !is_shown));
            CHECK((is_shown || !is_accepted ||
                   is_shown_by_diagrams(grounds.narrower(), listed, list)));
            ++(is_accepted ? still_right : rejected);
        };
        for (const ListedPart& listed : listed_parts(store, game, missing))
        {
            const certificate::GameUnderCheck& ground = grounds.of(listed);
            CAPTURE(i, listed.claim->name, word(listed.claim->kind), listed.text);
            const StateList list = read(listed.file);
            for (int k = 0; k < 10; ++k)
            {
                const StateList other = changed(random, list);
                const auto again = read_state_list({"it", written(other, 3)});
                if (!again)
                {
                    ++unreadable;
                    continue;
                }
                const auto why =
                    certificate::objection_to_list(ground, listed.part, *again, 1'000'000);
                CAPTURE(k, why.value_or(""));
                is_judged_right(listed, *again, !why);
            }
            for (int k = 0; k < 10; ++k)
            {
                std::string bytes = listed.file;
                const std::size_t at = random.below(static_cast<std::uint32_t>(bytes.size()));
                switch (random.below(4))
                {
                case 0: bytes.resize(at); break;
                case 1: bytes.erase(at, 1); break;
                case 2: bytes.insert(at, 1, static_cast<char>(random.below(256))); break;
                default: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8))); break;
                }
                CAPTURE(k, at);
                const auto again = read_state_list({"it", bytes});
                if (!again)
                {
                    ++unreadable;
                    continue;
                }
                if (listed.part.name.empty())
                    is_judged_right(listed, *again,
                                    objection_with(store, game, listed, bytes).empty());
            }
        }
    }
    CAPTURE(rejected, unreadable, still_right);
    CHECK(rejected > 0);
    CHECK(unreadable > 0);
    CHECK(still_right > 0);
}

TEST_CASE("The certificate of a false claim is accepted with no list of states")
{
    CAPTURE(seed());
    unsigned long tried = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        const Rules rules = read_rules(store, game);
        const Budget budget(60);
        const certificate::GameUnderCheck ground{store, game, rules, budget};
        Prover prover(store, game, keeping_models());
        if (game.frame.fluent_count() > 4)
            continue;
        for (const Claim& claim : game.claims)
        {
            const ClaimResult result = prover.prove(claim);
            const bool is_proved = std::holds_alternative<Proved>(result.verdict);
            const auto parts = certificate::parts_of(store, game, claim);
            if (!is_decided(result.verdict) || is_proved == certificate::parts_prove(claim) ||
                parts.size() != 1 || parts[0].theorem)
                continue;
            CAPTURE(i, claim.name, word(claim.kind));
            // All states, and sets of states at random.
            for (int k = 0; k < 8; ++k)
            {
                StateList list;
                list.bits.emplace_back("initial");
                for (std::uint32_t p = 0; p < game.frame.fluent_count(); ++p)
                    list.bits.push_back(game.frame.name(Fluent{p}));
                list.ranked = true;
                for (StateList::Word state = 0; state < (1U << list.bits.size()); ++state)
                {
                    if (k != 0 && random.one_in(4))
                        continue;
                    list.states.push_back(state << (64 - list.bits.size()));
                    list.ranks.push_back(random.below(5));
                }
                CHECK(certificate::objection_to_list(ground, parts[0], list, 1'000'000));
                ++tried;
            }
        }
    }
    CAPTURE(tried);
    CHECK(tried > 0);
}
