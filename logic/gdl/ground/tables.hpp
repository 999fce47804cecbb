#pragma once

// The atoms that were derived, by relation, and indexes to find those that match a pattern.

#include "logic/gdl/sheet/sheet.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace sgl::gdl
{

/// A way from an atom to one of its terms: argument numbers.
using Path = std::vector<std::uint16_t>;

/// What an atom with variables demands of the atoms it matches.
struct Pattern
{
    struct Shape // the term at `path` is `function` of `arity` terms
    {
        Path path;
        Symbol function;
        std::uint32_t arity;
        bool operator==(const Shape&) const = default;
    };
    struct Leaf // the term at `path` is a variable, or a term without any
    {
        Path path;
        Term term;
    };

    std::vector<Shape> shapes;
    std::vector<Leaf> leaves;
};
Pattern pattern_of(const Terms& terms, Term atom);

/// Atoms of one relation whose terms at some paths are the same.
class Index
{
public:
    Index(std::vector<Pattern::Shape> shapes, std::vector<Path> keys)
        : shapes_(std::move(shapes)), keys_(std::move(keys))
    {
    }

    bool is(const std::vector<Pattern::Shape>& shapes, const std::vector<Path>& keys) const
    {
        return shapes_ == shapes && keys_ == keys;
    }
    /// Takes in the atoms that came since.
    void update(const Terms& terms, const std::vector<Term>& atoms);
    /// The numbers of atoms, in order, among them all whose keys are these.
    const std::vector<std::uint32_t>& find(const std::vector<Term>& keys) const;

private:
    static std::uint64_t mix(std::uint64_t hash, Term key);

    std::vector<Pattern::Shape> shapes_;
    std::vector<Path> keys_;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> atoms_;
    std::size_t seen_ = 0;
    std::vector<std::uint32_t> none_;
};

/// The term at the end of a path.
inline Term at(const Terms& terms, Term atom, const Path& path)
{
    for (std::uint16_t step : path)
        atom = terms.arguments(atom)[step];
    return atom;
}

/// Whether an atom has functions where a pattern wants them.
bool has_shapes(const Terms& terms, Term atom, const std::vector<Pattern::Shape>& shapes);

/// The atoms of one relation, in the order in which they were derived.
struct Table
{
    std::vector<Term> atoms;
    std::vector<std::unique_ptr<Index>> indexes;
    std::size_t before = 0, now = 0; // known before this round, and at its start
};

class Tables
{
public:
    Table& of(Relation relation) { return tables_[relation]; }
    bool contains(Term atom) const { return atom < known_.size() && known_[atom]; }
    /// False where it is known already.
    bool add(const Terms& terms, Term atom);
    std::size_t size() const { return size_; }

private:
    std::unordered_map<Relation, Table> tables_;
    std::vector<bool> known_;
    std::size_t size_ = 0;
};

} // namespace sgl::gdl
