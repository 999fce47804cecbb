#include "prover/checker/check.hpp"
#include "tests/play_graph.hpp"
#include "tests/prover/random_claims.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace sgl;
using namespace sgl::testing;
using certificate::ClaimPart;

namespace
{

/// One finite model, gone through state by state.
class ModelGraph : public PlayGraph
{
public:
    ModelGraph(FormulaStore& store, ExplicitModel& model)
        : PlayGraph(store), model_(model), all_(model.states())
    {
        std::ranges::copy_if(all_, std::back_inserter(starts_),
                             [&](State w) { return model_.initial(w); });
    }

private:
    Model& states_model() override { return model_; }
    const States& all_states() override { return all_; }
    const States& starts() override { return starts_; }
    States successors(State w, Action a) override { return {model_.after(w, a)}; }

    ExplicitModel& model_;
    States all_, starts_;
};

/// Questions about plays in one finite model, answered by definition (prover/claims/question.hpp).
class Plays
{
public:
    Plays(ExplicitModel& model, const Question& question)
        : model_(model), evaluator_(model), question_(question)
    {
    }

    bool is_true()
    {
        bool good = true;
        for (const State w : reached())
        {
            if (!question_.at_moves && question_.bad)
                good = good && !evaluator_.holds(question_.bad, w, Action{0});
            for (const Action a : moves(w))
                good = good && !(question_.at_moves && question_.bad &&
                                 evaluator_.holds(question_.bad, w, a));
        }
        return good && (!question_.must_end || longest());
    }

    /// The number of moves of the longest play; nothing where plays go on for ever.
    std::optional<unsigned> longest()
    {
        std::set<State> here;
        for (const State w : model_.states())
            if (model_.initial(w))
                here.insert(w);
        for (unsigned ply = 0; ply <= model_.state_count(); ++ply)
        {
            std::set<State> next;
            for (const State w : here)
                for (const Action a : moves(w))
                    next.insert(model_.after(w, a));
            if (next.empty())
                return ply;
            here = std::move(next);
        }
        return std::nullopt;
    }

private:
    std::vector<Action> moves(State w)
    {
        std::vector<Action> found;
        for (std::uint32_t a = 0; a < model_.frame().action_count(); ++a)
        {
            const bool complies =
                std::ranges::all_of(question_.profile,
                                    [&](const Strategy& s) {
                                        return s.agent != model_.frame().agent(Action{a}) ||
                                               evaluator_.holds(s.moves, w, Action{a});
                                    });
            if (!model_.terminal(w) && model_.legal(w, Action{a}) && complies)
                found.push_back(Action{a});
        }
        return found;
    }

    std::vector<State> reached()
    {
        std::vector<State> found;
        for (const State w : model_.states())
            if (model_.initial(w))
                found.push_back(w);
        for (std::size_t i = 0; i < found.size(); ++i)
            for (const Action a : moves(found[i]))
                if (std::ranges::find(found, model_.after(found[i], a)) == found.end())
                    found.push_back(model_.after(found[i], a));
        return found;
    }

    ExplicitModel& model_;
    Evaluator evaluator_;
    const Question& question_;
};

bool is_true(ExplicitModel& model, const ClaimPart& part)
{
    if (part.theorem)
        return Evaluator(model).holds_everywhere(part.theorem, model.states());
    return Plays(model, part.question).is_true();
}

/// A game over a random frame without axioms, and a claim about it.
struct Sample
{
    explicit Sample(Random& random)
    {
        game.frame = random_frame(random);
        model = random_model(random, game.frame);
        claim = random_claim(random, store, game, random.coin());
        claim.up_to.reset();
    }
    FormulaStore store;
    Game game;
    std::unique_ptr<ExplicitModel> model;
    Claim claim;
};

} // namespace

// What a claim means is written three times: for the engines (prover/decide), for the checker
// (prover/claims/claim_parts) and for the tests (PlayGraph, with which the prover is compared too).
TEST_CASE("What the checker takes a claim to say is what it means, in one model after the other")
{
    CAPTURE(seed());
    std::map<ClaimKind, unsigned long> yes, no;
    for (unsigned long i = 0; i < sample_count(100'000); ++i)
    {
        Random random(seed() + i);
        Sample sample(random);
        if (sample.claim.kind == ClaimKind::Valid)
            continue;
        const auto parts = certificate::parts_of(sample.store, sample.game, sample.claim);
        const bool all = std::ranges::all_of(parts, [&](const ClaimPart& part)
                                             { return is_true(*sample.model, part); });
        const bool holds = ModelGraph(sample.store, *sample.model).decide(sample.claim).holds;
        if ((all == certificate::parts_prove(sample.claim)) != holds)
            FAIL("sample " << i << ": " << word(sample.claim.kind));
        ++(holds ? yes : no)[sample.claim.kind];
    }
    CHECK(yes.size() == 11);
    CHECK(no.size() == 11);
}

// The obligations of prover and checker are one function (prover/claims/proof_obligations): what is
// wrong there would be believed twice.
TEST_CASE("Where the obligations of a proof are true in a model, so is what they are for")
{
    CAPTURE(seed());
    const std::map<ProofMethod, std::string> names{{ProofMethod::Everywhere, "everywhere"},
                                                   {ProofMethod::Induction, "induction"},
                                                   {ProofMethod::Invariant, "invariant"},
                                                   {ProofMethod::Unrolling, "unrolling"}};
    std::map<ProofMethod, unsigned long> shown, open;
    for (unsigned long i = 0; i < sample_count(100'000); ++i)
    {
        Random random(seed() + i);
        Sample sample(random);
        const Frame& frame = sample.game.frame;
        if (!sample.claim.invariant)
            sample.claim.invariant = {random_formula(random, sample.store, frame), {}, {}};
        if (random.coin())
            sample.claim.invariant->when = random_formula(random, sample.store, frame, {2});
        const Rules rules = Rules::none(frame);
        const Budget budget;
        const certificate::GameUnderCheck ground{sample.store, sample.game, rules, budget};
        const ClaimPart part =
            certificate::parts_of(sample.store, sample.game, sample.claim).front();
        for (const auto& [method, name] : names)
        {
            certificate::ByTheorems how{method, random.below(4), {}, {}};
            while (random.coin())
                how.known.push_back(random_formula(random, sample.store, frame, {3}));
            const auto needed = certificate::obligations(ground, sample.claim, part, how);
            if (needed.empty())
                continue;
            Evaluator evaluator(*sample.model);
            const bool hold = std::ranges::all_of(
                needed,
                [&](Formula f) { return evaluator.holds_everywhere(f, sample.model->states()); });
            ++(hold ? shown : open)[method];
            if (hold && !is_true(*sample.model, part))
                FAIL("sample " << i << ": " << name << " of " << how.plies << " plies");
            if (hold && method == ProofMethod::Unrolling)
            {
                const auto longest = Plays(*sample.model, part.question).longest();
                if (!longest || *longest > how.plies)
                    FAIL("sample " << i << ": plays are longer than " << how.plies);
            }
        }
    }
    CHECK(shown.size() == names.size());
    CHECK(open.size() == names.size());
}
