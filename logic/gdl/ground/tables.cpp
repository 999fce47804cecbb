#include "logic/gdl/ground/tables.hpp"

#include <algorithm>

namespace sgl::gdl
{

namespace
{

void describe(const Terms& terms, Term term, Path& path, Pattern& pattern)
{
    // An atom without variables is found by its arguments.
    if (terms.is_variable(term) ||
        (terms.is_ground(term) && (!path.empty() || terms.arity(term) == 0)))
    {
        pattern.leaves.push_back({path, term});
        return;
    }
    if (!path.empty())
        pattern.shapes.push_back({path, terms.function(term), terms.arity(term)});
    for (std::uint32_t i = 0; i < terms.arity(term); ++i)
    {
        path.push_back(static_cast<std::uint16_t>(i));
        describe(terms, terms.arguments(term)[i], path, pattern);
        path.pop_back();
    }
}

} // namespace

Pattern pattern_of(const Terms& terms, Term atom)
{
    Pattern answer;
    Path path;
    describe(terms, atom, path, answer);
    return answer;
}

bool has_shapes(const Terms& terms, Term atom, const std::vector<Pattern::Shape>& shapes)
{
    return std::ranges::all_of(shapes,
                               [&](const Pattern::Shape& shape)
                               {
                                   const Term term = at(terms, atom, shape.path);
                                   return terms.function(term) == shape.function &&
                                          terms.arity(term) == shape.arity;
                               });
}

std::uint64_t Index::mix(std::uint64_t hash, Term key)
{
    hash = (hash ^ key) * 0xBF58476D1CE4E5B9U;
    return hash ^ (hash >> 31);
}

void Index::update(const Terms& terms, const std::vector<Term>& atoms)
{
    for (; seen_ < atoms.size(); ++seen_)
    {
        if (!has_shapes(terms, atoms[seen_], shapes_))
            continue;
        std::uint64_t hash = 0;
        for (const Path& key : keys_)
            hash = mix(hash, at(terms, atoms[seen_], key));
        atoms_[hash].push_back(static_cast<std::uint32_t>(seen_));
    }
}

const std::vector<std::uint32_t>& Index::find(const std::vector<Term>& keys) const
{
    std::uint64_t hash = 0;
    for (Term key : keys)
        hash = mix(hash, key);
    const auto place = atoms_.find(hash);
    return place == atoms_.end() ? none_ : place->second;
}

bool Tables::add(const Terms& terms, Term atom)
{
    if (contains(atom))
        return false;
    if (atom >= known_.size())
        known_.resize(std::max(terms.size(), known_.size() * 3 / 2), false);
    known_[atom] = true;
    tables_[relation(terms, atom)].atoms.push_back(atom);
    ++size_;
    return true;
}

} // namespace sgl::gdl
