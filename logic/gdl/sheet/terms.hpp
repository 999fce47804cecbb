#pragma once

// Names and terms of a rule sheet, each once: equal terms have equal numbers.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sgl::gdl
{

/// A name, folded to lower case; numbered in the order of first occurrence.
using Symbol = std::uint32_t;

/// A variable, a constant, or a function of terms; also an atom: a relation of terms.
using Term = std::uint32_t;

/// The names that GDL gives a meaning. They are the first symbols of every store.
enum Keyword : Symbol
{
    Arrow, // <=
    Not,
    Or,
    Distinct,
    Role,
    Init,
    True,
    Does,
    Next,
    Legal,
    Terminal,
    Goal,
    Base,
    Input,
    Sees,
    Random,
    keyword_count
};

/// Terms of a sheet and of its grounding. A constant is a function of no terms: (p) is p.
class Terms
{
public:
    Terms();

    /// The symbol of a name in any case; the first spelling is the one that is printed.
    Symbol symbol(std::string_view spelling);
    const std::string& spelling(Symbol symbol) const { return spellings_[symbol]; }
    const std::string& folded(Symbol symbol) const { return folded_[symbol]; }
    std::size_t symbol_count() const { return spellings_.size(); }

    Term variable(Symbol name);
    Term compound(Symbol function, std::span<const Term> arguments);
    /// The same without making it.
    std::optional<Term> find(Symbol function, std::span<const Term> arguments) const;
    Term constant(Symbol name) { return compound(name, {}); }

    bool is_variable(Term term) const { return entries_[term].is_variable; }
    bool is_ground(Term term) const { return entries_[term].is_ground; }
    Symbol function(Term term) const { return entries_[term].symbol; }
    std::span<const Term> arguments(Term term) const
    {
        const Entry& entry = entries_[term];
        return {arguments_.data() + entry.first, entry.count};
    }
    std::uint32_t arity(Term term) const { return entries_[term].count; }
    /// Nested functions: 0 for a variable or a constant.
    std::uint32_t depth(Term term) const { return entries_[term].depth; }
    std::size_t size() const { return entries_.size(); }

    /// As the sheet writes it; a very long one loses its end.
    std::string text(Term term) const;

    /// The variables of a term, each once, in the order of their first occurrence.
    void collect_variables(Term term, std::vector<Term>& variables) const;

private:
    struct Entry
    {
        Symbol symbol;
        std::uint32_t first; // in arguments_
        std::uint32_t count;
        std::uint32_t depth;
        bool is_variable;
        bool is_ground;
    };

    std::optional<Term> find(Symbol function, std::span<const Term> arguments,
                             std::uint64_t hash) const;
    Term add(const Entry& entry, std::uint64_t hash);
    void grow();
    static std::uint64_t hash(Symbol symbol, std::span<const Term> arguments, bool is_variable);
    void write(Term term, std::string& out) const;

    std::vector<std::string> spellings_, folded_;
    std::unordered_map<std::string, Symbol> symbols_;
    std::vector<Entry> entries_;
    std::vector<std::uint64_t> hashes_;
    std::vector<Term> arguments_;
    std::vector<Term> table_; // open addressing; term + 1, or 0
};

/// Whether two terms may have a common instance; variables are taken as all different, so the
/// answer is yes at times where it is no.
bool may_unify(const Terms& terms, Term a, Term b);

} // namespace sgl::gdl
