// The axioms of fluents with values: that each has exactly one, and what `next heap(1) = …` says of
// each of them. A memory has an axiom for its first value and one for the next.

#include "logic/formula/cardinality.hpp"
#include "logic/grounding/ground.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

/// Of `next heap(1)` or `[a] heap(1)`, the fluent with values; null: it is no such thing.
const Expr* assigned(const GameFile& file, const Expr* head)
{
    if (head->kind != ExprKind::Next && head->kind != ExprKind::After)
        return nullptr;
    const Expr* const inner = head->operands.back();
    const bool has_values = inner->kind == ExprKind::Reference && inner->target == Target::Fluent &&
                            file.fluents[inner->index].values != nullptr;
    return has_values ? inner : nullptr;
}

/// Whether one of the fluents occurs in f; those parts of f where none does become clean.
bool mentions(Formula root, const FluentRange& fluents, std::unordered_set<Formula>& clean)
{
    std::vector<Formula> open{root};
    while (!open.empty())
    {
        const Formula f = open.back();
        open.pop_back();
        if (f.is(Kind::Fluent) && fluents.contains(f.fluent()))
            return true;
        if (clean.insert(f).second)
            open.insert(open.end(), f.children().begin(), f.children().end());
    }
    return false;
}

std::string name_of_axioms(std::string_view what, const SymbolDeclaration& declared)
{
    return fmt::format("{}_{}", what, declared.name);
}

} // namespace

void Grounder::value_axioms(std::vector<Axiom>& axioms)
{
    for (std::size_t k = 0; k < in_.file.fluents.size(); ++k)
    {
        const SymbolDeclaration& declared = in_.file.fluents[k];
        if (declared.values == nullptr)
            continue;
        const Shape& shape = fluents_[k];
        const std::int64_t size = size_of(shape.domains.back());
        for (std::int64_t at = 0; at < shape.count; at += size)
        {
            in_.terms.spend(declared.name.data(), static_cast<std::size_t>(4 * size));
            std::vector<Formula> atoms;
            for (std::int64_t i = at; i < at + size; ++i)
                atoms.push_back(
                    in_.store.fluent(Fluent{shape.first + static_cast<std::uint32_t>(i)}));
            axioms.push_back({name_of_axioms("one_value", declared), exactly_one(in_.store, atoms),
                              in_.texts.position(declared.name.data())});
        }
        if (declared.start != nullptr)
            memory_axioms(k, axioms);
    }
}

/// `memory m for x: 0..3 = s becomes t`: initial -> m = s, and next m = t.
void Grounder::memory_axioms(std::size_t fluent, std::vector<Axiom>& axioms)
{
    const SymbolDeclaration& declared = in_.file.fluents[fluent];
    const Shape& shape = fluents_[fluent];
    const Values& values = shape.domains.back();
    for (std::int64_t at = 0; at < shape.count; at += size_of(values))
    {
        const std::size_t old = in_.terms.open_frame(declared.slots);
        const std::vector<std::int64_t> arguments = arguments_of(shape, at);
        Expr reference;
        std::vector<Expr> operands(declared.arguments.size());
        std::uint32_t slot = 0;
        for (std::size_t i = 0; i < operands.size(); ++i)
        {
            if (!declared.arguments[i].name.empty())
                in_.terms.slot(slot++) = arguments[i];
            operands[i].kind = ExprKind::Number;
            operands[i].number = arguments[i];
            reference.operands.push_back(&operands[i]);
        }
        reference.kind = ExprKind::Reference;
        reference.target = Target::Fluent;
        reference.index = static_cast<std::uint32_t>(fluent);
        reference.of_state = true;
        Expr next;
        next.kind = ExprKind::Next;
        next.operands = {&reference};
        next.of_state = true;
        for (Expr* made_here : {&reference, &next})
            made_here->at = declared.name.data();

        const std::int64_t first = in_.terms.value(declared.start);
        if (!values.contains(first))
            fail(declared.start, fmt::format("'{}' starts with {}, outside {}..{}", declared.name,
                                             first, values.first, values.last));
        const Position position = in_.texts.position(declared.name.data());
        const std::string name = name_of_axioms("memory", declared);
        const FluentRange atoms = values_of(&reference);
        const Formula start =
            in_.store.fluent(atoms[static_cast<std::uint32_t>(first - values.first)]);
        axioms.push_back({name, in_.store.implication(in_.store.initial(), start), position});
        assign(&next, declared.body, {name, position, {}}, axioms);
        in_.terms.close_frame(old);
    }
}

/// The game does not depend on what an agent remembers: then every play of the game with the memory
/// is a play of the game without, and each of these is one of those.
void Grounder::check_memories(const std::vector<Axiom>& axioms) const
{
    for (std::size_t k = 0; k < in_.file.fluents.size(); ++k)
    {
        const SymbolDeclaration& memory = in_.file.fluents[k];
        if (memory.start == nullptr)
            continue;
        const FluentRange atoms{Fluent{fluents_[k].first},
                                static_cast<std::uint32_t>(fluents_[k].count)};
        std::unordered_set<Formula> clean; // without the memory
        for (const Axiom& axiom : axioms)
        {
            const auto declared = std::ranges::find(in_.file.axioms, axiom.name,
                                                    [](const auto& one) { return one.name; });
            if (declared == in_.file.axioms.end() || !mentions(axiom.formula, atoms, clean))
                continue;
            throw Fault{in_.texts.error(
                declared->name.data(),
                fmt::format("the axiom speaks of '{}', which {} only remembers", memory.name,
                            memory.agent->name),
                "a game does not depend on a memory: declare a fluent, or let the strategy ask")};
        }
    }
}

bool Grounder::assigns(const Expr* expr) const
{
    switch (expr->kind)
    {
    case ExprKind::Compare:
        return expr->signs == "=" && (assigned(in_.file, expr->operands[0]) != nullptr ||
                                      assigned(in_.file, expr->operands[1]) != nullptr);
    case ExprKind::Implies: return assigns(expr->operands[1]);
    case ExprKind::All: return assigns(expr->operands[0]);
    case ExprKind::And:
        return std::ranges::any_of(expr->operands,
                                   [this](const Expr* operand) { return assigns(operand); });
    default: return false;
    }
}

void Grounder::assign(const Expr* expr, const Assignment& under, std::vector<Axiom>& axioms)
{
    if (!assigns(expr))
    {
        const Formula f = ground(expr);
        axioms.push_back({under.name, under.premise ? in_.store.implication(under.premise, f) : f,
                          under.position});
        return;
    }
    switch (expr->kind)
    {
    case ExprKind::All:
        in_.terms.for_each(*expr->binders, [&] { assign(expr->operands[0], under, axioms); });
        return;
    case ExprKind::And:
        for (const Expr* operand : expr->operands)
            assign(operand, under, axioms);
        return;
    case ExprKind::Implies:
    {
        Assignment deeper = under;
        const Formula premise = ground(expr->operands[0]);
        if (folded_ && premise.is(Kind::False))
            return;
        if (!folded_)
            deeper.premise = under.premise ? both(under.premise, premise) : premise;
        assign(expr->operands[1], deeper, axioms);
        return;
    }
    default: break;
    }
    const bool is_left = assigned(in_.file, expr->operands[0]) != nullptr;
    assign(expr->operands[is_left ? 0 : 1], expr->operands[is_left ? 1 : 0], under, axioms);
}

/// For every value v: next heap(1)=v exactly when the term's value is v. Where the term has a value
/// that the fluent cannot have, the fluent keeps the one it has.
void Grounder::assign(const Expr* head, const Expr* value, const Assignment& under,
                      std::vector<Axiom>& axioms)
{
    FormulaStore& store = in_.store;
    const Expr* const reference = head->operands.back();
    const FluentRange atoms = values_of(reference);
    const Values& range = fluents_[reference->index].domains.back();
    const Cases of_value = cases(value);
    std::vector<Formula> next(atoms.count, store.bottom()), outside;
    for (const Case& one : of_value)
    {
        if (range.contains(one.value))
            next[static_cast<std::size_t>(one.value - range.first)] = one.holds;
        else
            outside.push_back(one.holds);
    }
    if (outside.size() == of_value.size())
        fail(value, fmt::format("'{}' becomes {}, outside {}..{}", reference->name,
                                of_value.size() == 1 ? std::to_string(of_value.front().value)
                                                     : "values that are all",
                                range.first, range.last));
    const Formula keeps = store.disjunction(outside);
    const bool after = head->kind == ExprKind::After;
    const Action a = after ? ground_action(head->operands[0]) : Action{};
    const auto later = [&](Formula f) { return after ? store.after(a, f) : store.next(f); };
    const auto add = [&](Formula f) {
        axioms.push_back({under.name, made(head, f), under.position});
    };
    for (std::uint32_t i = 0; i < atoms.count; ++i)
    {
        in_.terms.spend(head->at);
        const Formula atom = store.fluent(atoms[i]);
        Formula is = next[i];
        if (!outside.empty())
            is =
                is == store.bottom() ? both(atom, keeps) : store.disjunction(is, both(atom, keeps));
        if (!under.premise)
            add(store.equivalence(later(atom), is));
        else if (is == store.top() || is == store.bottom())
            add(store.implication(under.premise,
                                  later(is == store.top() ? atom : store.negation(atom))));
        else if (!after)
            add(store.implication(under.premise, store.equivalence(later(atom), is)));
        else
        {
            add(store.implication(both(under.premise, is), later(atom)));
            add(store.implication(both(under.premise, store.negation(is)),
                                  later(store.negation(atom))));
        }
    }
}

} // namespace sgl::language
