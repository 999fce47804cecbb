#include "logic/gdl/sheet/terms.hpp"

#include <algorithm>

namespace sgl::gdl
{

namespace
{

constexpr std::size_t longest_text = 1000;

std::string lower_case(std::string_view text)
{
    std::string answer(text);
    for (char& c : answer)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return answer;
}

} // namespace

Terms::Terms() : table_(1024, 0)
{
    for (const char* name : {"<=", "not", "or", "distinct", "role", "init", "true", "does", "next",
                             "legal", "terminal", "goal", "base", "input", "sees", "random"})
        symbol(name);
    constant(Arrow); // the term 0, which has no variables
}

Symbol Terms::symbol(std::string_view spelling)
{
    const auto [place, is_new] =
        symbols_.try_emplace(lower_case(spelling), static_cast<Symbol>(spellings_.size()));
    if (is_new)
    {
        spellings_.emplace_back(spelling);
        folded_.push_back(place->first);
    }
    return place->second;
}

std::uint64_t Terms::hash(Symbol symbol, std::span<const Term> arguments, bool is_variable)
{
    std::uint64_t h = (std::uint64_t{symbol} << 1 | (is_variable ? 1U : 0U)) + 0x9E3779B97F4A7C15U;
    for (Term term : arguments)
    {
        h = (h ^ term) * 0xBF58476D1CE4E5B9U;
        h ^= h >> 29;
    }
    h *= 0x94D049BB133111EBU;
    return h ^ (h >> 31);
}

void Terms::grow()
{
    table_.assign(table_.size() * 2, 0);
    const std::size_t mask = table_.size() - 1;
    for (Term term = 0; term < entries_.size(); ++term)
    {
        std::size_t at = hashes_[term] & mask;
        while (table_[at] != 0)
            at = (at + 1) & mask;
        table_[at] = term + 1;
    }
}

Term Terms::add(const Entry& entry, std::uint64_t hash)
{
    const Term term = static_cast<Term>(entries_.size());
    entries_.push_back(entry);
    hashes_.push_back(hash);
    if (entries_.size() * 2 > table_.size())
        grow();
    else
    {
        std::size_t at = hash & (table_.size() - 1);
        while (table_[at] != 0)
            at = (at + 1) & (table_.size() - 1);
        table_[at] = term + 1;
    }
    return term;
}

Term Terms::variable(Symbol name)
{
    const std::uint64_t h = hash(name, {}, true);
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = h & mask; table_[at] != 0; at = (at + 1) & mask)
    {
        const Term term = table_[at] - 1;
        if (entries_[term].is_variable && entries_[term].symbol == name)
            return term;
    }
    return add({name, 0, 0, 0, true, false}, h);
}

std::optional<Term> Terms::find(Symbol function, std::span<const Term> arguments) const
{
    return find(function, arguments, hash(function, arguments, false));
}

std::optional<Term> Terms::find(Symbol function, std::span<const Term> arguments,
                                std::uint64_t h) const
{
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = h & mask; table_[at] != 0; at = (at + 1) & mask)
    {
        const Term term = table_[at] - 1;
        const Entry& entry = entries_[term];
        if (hashes_[term] == h && entry.symbol == function && !entry.is_variable &&
            std::ranges::equal(this->arguments(term), arguments))
            return term;
    }
    return std::nullopt;
}

Term Terms::compound(Symbol function, std::span<const Term> arguments)
{
    const std::uint64_t h = hash(function, arguments, false);
    if (const std::optional<Term> known = find(function, arguments, h))
        return *known;
    Entry entry{function,
                static_cast<std::uint32_t>(arguments_.size()),
                static_cast<std::uint32_t>(arguments.size()),
                0,
                false,
                true};
    for (Term argument : arguments)
    {
        entry.is_ground = entry.is_ground && is_ground(argument);
        entry.depth = std::max(entry.depth, depth(argument) + 1);
    }
    // One by one: the arguments may be a part of arguments_ that moves when it grows.
    const std::size_t inside = static_cast<std::size_t>(arguments.data() - arguments_.data());
    const bool is_inside =
        !arguments.empty() && arguments.data() >= arguments_.data() && inside < arguments_.size();
    for (std::size_t i = 0; i < arguments.size(); ++i)
        arguments_.push_back(is_inside ? arguments_[inside + i] : arguments[i]);
    return add(entry, h);
}

void Terms::write(Term term, std::string& out) const
{
    if (out.size() > longest_text)
        return;
    if (arity(term) == 0)
    {
        out += spelling(function(term));
        return;
    }
    out += '(';
    out += spelling(function(term));
    for (Term argument : arguments(term))
    {
        out += ' ';
        write(argument, out);
    }
    out += ')';
}

std::string Terms::text(Term term) const
{
    std::string out;
    write(term, out);
    if (out.size() > longest_text)
        out = out.substr(0, longest_text) + "…";
    return out;
}

void Terms::collect_variables(Term term, std::vector<Term>& variables) const
{
    if (is_ground(term))
        return;
    if (is_variable(term))
    {
        if (std::ranges::find(variables, term) == variables.end())
            variables.push_back(term);
        return;
    }
    for (Term argument : arguments(term))
        collect_variables(argument, variables);
}

bool may_unify(const Terms& terms, Term a, Term b)
{
    if (a == b || terms.is_variable(a) || terms.is_variable(b))
        return true;
    if (terms.function(a) != terms.function(b) || terms.arity(a) != terms.arity(b))
        return false;
    for (std::size_t i = 0; i < terms.arity(a); ++i)
        if (!may_unify(terms, terms.arguments(a)[i], terms.arguments(b)[i]))
            return false;
    return true;
}

} // namespace sgl::gdl
