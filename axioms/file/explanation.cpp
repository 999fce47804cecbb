#include "axioms/file/explanation.hpp"

#include "axioms/kernel/signature.hpp"
#include "axioms/text/substitution.hpp"
#include "logic/formula/print.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::axioms
{

namespace
{

/// The texts of an axiom's schemas.
std::string schemas_of(std::string_view axiom)
{
    std::string all;
    for (const AxiomText& text : catalogue())
    {
        if (text.name != axiom)
            continue;
        all +=
            fmt::format("{}{}{}{}", all.empty() ? "" : " or ", text.text,
                        text.distinct ? " (a != b)" : "", text.many ? " (or more conjuncts)" : "");
    }
    return all;
}

class Explainer
{
public:
    Explainer(const Calculus& calculus, const Derivation& derivation, const Rejection& rejection)
        : calculus_(calculus), derivation_(derivation), rejection_(rejection)
    {
        if (rejection.line < derivation.lines().size())
            line_ = &derivation.lines()[rejection.line];
    }

    Explanation operator()()
    {
        std::string expected = this->expected();
        return {rejection_.line, rejection_.why, rule(), std::move(expected), found()};
    }

private:
    std::string rule() const
    {
        if (line_ == nullptr)
            return "";
        switch (line_->rule)
        {
        case Rule::Axiom: return derivation_.name_of(*line_);
        case Rule::GameAxiom: return "axiom " + derivation_.name_of(*line_);
        case Rule::Theorem: return "lemma " + derivation_.name_of(*line_);
        default: return std::string(name(line_->rule));
        }
    }

    std::string expected() const
    {
        switch (rejection_.why)
        {
        case Why::NotAFrame: return "agents, each with at least one action";
        case Why::NotAGameAxiom: return "axioms of the game over its frame, without metavariables";
        case Why::Empty: return "at least one line";
        case Why::AlreadyShown: return "a name of its own";
        case Why::ForeignSymbol: return "symbols of the frame and declared metavariables";
        case Why::NoSuchAxiom:
            return line_->rule == Rule::Axiom       ? "an axiom of SGL"
                   : line_->rule == Rule::GameAxiom ? "an axiom of the game"
                                                    : "a theorem shown before, in this frame";
        case Why::NotAnInstance:
            return line_->rule == Rule::Axiom
                       ? "an instance of " + schemas_of(derivation_.name_of(*line_))
                   : line_->rule == Rule::GameAxiom
                       ? fmt::format("a ground instance of the game's axiom '{}'",
                                     derivation_.name_of(*line_))
                       : fmt::format("the theorem '{}' with these values, which is {}",
                                     derivation_.name_of(*line_), print(rejection_.instance));
        case Why::WrongCitations:
        {
            if (cites_later())
                return "lines above this one";
            const std::size_t count = wanted_citations();
            return fmt::format("{} line{} cited", count, count == 1 ? "" : "s");
        }
        case Why::DoesNotFollow: return what_follows();
        case Why::WrongRefutation:
            return "a refutation of which each clause follows by unit propagation";
        case Why::TooHard:
            return "a step that unit propagation can do, or a refutation of its denial (rup [...])";
        case Why::DependsOnGame:
            return line_->rule == Rule::Theorem
                       ? fmt::format("as premise {} of '{}', to which GEN S is applied there, a "
                                     "line that rests on no game axiom",
                                     rejection_.premise, derivation_.name_of(*line_))
                       : "a line that rests on no game axiom";
        case Why::WrongSort:
            return fmt::format("a value of its sort for each metavariable of '{}'",
                               derivation_.name_of(*line_));
        case Why::NotDistinct:
            return fmt::format("different actions, as '{}' demands", derivation_.name_of(*line_));
        case Why::Misplaced: return "premises before all other lines";
        case Why::NotTheStatement:
            return "the last line to be the statement " + print(derivation_.statement);
        case Why::Stopped: return "time to check it";
        }
        return "";
    }

    /// Where a line does not follow by its rule: what would.
    std::string what_follows() const
    {
        const auto general = [&](std::string_view shape)
        { return fmt::format("{} of the line cited, φ being {}", shape, print(cited(0))); };
        switch (line_->rule)
        {
        case Rule::Tautology:
            return line_->citation_count == 0 ? "a propositional tautology"
                                              : "a propositional consequence of the lines cited";
        case Rule::ModusPonens:
            return fmt::format("φ and φ -> ψ, in this order, to infer ψ; the second to be {} -> {}",
                               print(cited(0)), print(line_->formula));
        case Rule::GeneraliseAction: return general("[a]φ");
        case Rule::GeneraliseChoice: return general("<<a>>φ");
        case Rule::GeneraliseStrategy: return general("{α}φ");
        case Rule::Definition:
            return fmt::format("the line cited with one next, |> or &> unfolded or folded, which "
                               "is {}",
                               print(cited(0)));
        case Rule::Theorem:
            return fmt::format("as premise {} of '{}' {}", rejection_.premise,
                               derivation_.name_of(*line_), print(rejection_.instance));
        case Rule::Premise:
        case Rule::Axiom:
        case Rule::GameAxiom: break;
        }
        return "a rule";
    }

    std::string found() const
    {
        switch (rejection_.why)
        {
        case Why::NotAFrame: return frame_fault();
        case Why::NotAGameAxiom: return "another one";
        case Why::Empty: return "none";
        case Why::AlreadyShown: return fmt::format("'{}' again", derivation_.name());
        case Why::ForeignSymbol: return "another one";
        case Why::NoSuchAxiom: return fmt::format("'{}'", derivation_.name_of(*line_));
        case Why::NotAnInstance:
        case Why::TooHard: return print(line_->formula);
        case Why::WrongCitations:
            return cites_later() ? "this or a later one" : std::to_string(line_->citation_count);
        case Why::DoesNotFollow:
            return line_->rule == Rule::ModusPonens ? print(cited(1))
                   : line_->rule == Rule::Theorem   ? print(cited(rejection_.premise - 1))
                                                    : print(line_->formula);
        case Why::WrongRefutation: return "one that does not";
        case Why::DependsOnGame:
            return line_->rule == Rule::Theorem
                       ? "one that does"
                       : "one that does: under {α} other moves are legal, and what the game says "
                         "of `legal` need not hold there";
        case Why::WrongSort: return "another one, or another number of them";
        case Why::NotDistinct: return "actions that may be the same";
        case Why::Misplaced: return "one after them";
        case Why::NotTheStatement: return print(line_->formula);
        case Why::Stopped: break;
        }
        return "";
    }

    std::string frame_fault() const
    {
        const Frame& frame = calculus_.frame();
        for (std::uint32_t i = 0; i < frame.agent_count(); ++i)
            if (frame.actions_of(Agent{i}).empty())
                return fmt::format("'{}', which has none", frame.name(Agent{i}));
        return "another frame";
    }

    bool cites_later() const
    {
        return std::ranges::any_of(derivation_.citations(*line_),
                                   [&](std::size_t cited) { return cited >= rejection_.line; });
    }

    std::size_t wanted_citations() const
    {
        switch (line_->rule)
        {
        case Rule::ModusPonens: return 2;
        case Rule::GeneraliseAction:
        case Rule::GeneraliseChoice:
        case Rule::GeneraliseStrategy:
        case Rule::Definition: return 1;
        case Rule::Theorem:
        {
            const Theorem* const theorem = calculus_.find(derivation_.name_of(*line_));
            return theorem == nullptr ? 0 : theorem->premises().size();
        }
        case Rule::Premise:
        case Rule::Axiom:
        case Rule::Tautology:
        case Rule::GameAxiom: break;
        }
        return 0;
    }

    /// The formula of a line cited. Lines cited are above, so that they were looked at.
    Formula cited(std::size_t i) const
    {
        return derivation_.lines()[derivation_.citations(*line_)[i]].formula;
    }

    /// Shortened where it is long.
    std::string print(Formula f) const
    {
        constexpr std::size_t most = 400; // bytes
        std::vector<Formula> ground;
        Signature signature(calculus_.store(), calculus_.frame(), derivation_.variables(), ground);
        if (!signature.has(f))
            return "a formula with symbols that the frame does not have";
        const NamedVariables naming(calculus_.frame(), derivation_.variables());
        const Formula named = naming.named(calculus_.store(), f);
        if (printed_size(naming.frame(), named, Style::Ascii, most + 1) > most)
            return "a formula too long to print here";
        return sgl::print(naming.frame(), named);
    }

    const Calculus& calculus_;
    const Derivation& derivation_;
    const Rejection& rejection_;
    const Line* line_ = nullptr; // of the rejection, where it is one of a line
};

} // namespace

std::string Explanation::message() const
{
    const std::string text =
        fmt::format("{}{}expected {}", rule, rule.empty() ? "" : ": ", expected);
    return found.empty() ? text : fmt::format("{}, found {}", text, found);
}

Explanation explain(const Calculus& calculus, const Derivation& derivation,
                    const Rejection& rejection)
{
    return Explainer(calculus, derivation, rejection)();
}

} // namespace sgl::axioms
