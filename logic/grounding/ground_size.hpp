#pragma once

// How much grounding would take, asked before any of it is done.
//
// It is the size of a tree that is not built, and Knuth's estimate of it ("Estimating the
// efficiency of backtrack programs", 1975): go down one random path, multiply the sizes of the
// ranges on the way, repeat, take the mean. Where no range depends on a variable and there is no
// `where`, one path gives the exact number. A definition counts once for each tuple of arguments.

#include "logic/grounding/symbols.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace sgl::language
{

class GroundSize
{
public:
    GroundSize(const Grounding& in, std::size_t limit) : in_(in), limit_(limit) {}

    /// Each throws a Fault, at the quantifier that is to blame, when it would take more formula
    /// nodes than the limit.
    void check_file();
    void check_formula(const Expr* expr, std::uint32_t slots);
    /// So many actions, fluents or places of a board, which take so many nodes each.
    static void check_count(const Grounding& in, const char* at, std::string_view what,
                            double count, std::size_t nodes_each, std::size_t limit);

private:
    /// The variable with the largest range around a place.
    struct Blame
    {
        const Variable* variable = nullptr;
        double values = 0;
    };

    /// A definition or strategy, with the sampled arguments it is to be expanded for.
    struct Expansion
    {
        std::vector<std::int64_t> arguments;
        std::vector<double> sizes; // of the ranges the arguments run through
        double tuples = 0;
        Blame blame;
        double nodes = 0;     // that it takes, for all tuples
        bool is_open = false; // still to be expanded, for so many tuples
    };
    using Declared = std::pair<Target, std::uint32_t>;

    /// Estimates by samples; `visit` goes down one path.
    template <class Visit>
    void check(std::uint32_t slots, Visit visit);
    void visit_file();
    void visit(const Expr* expr, double times, Blame blame);
    /// Picks values for the binders; answers how many times their body is reached.
    double enter(const Binders& binders, double times, Blame& blame);
    void refer(const Expr* expr, double times, Blame blame);
    void compare(const Expr* expr, double times, Blame blame);
    void count(const Expr* expr, double times, const Expr* with, Blame blame);
    void expand_all();
    void expand(const Declared& which);
    void open(std::uint32_t slots);
    void add(double nodes, Blame blame);
    std::int64_t random_value(const Values& values);

    Grounding in_;
    std::size_t limit_;
    std::uint64_t random_ = 1;
    // Of the sample that is being taken:
    double nodes_ = 0, most_ = 0;
    Blame most_blame_;
    bool varies_ = false;
    std::vector<double> sizes_; // by slot, of the ranges the variables run through
    std::map<Declared, Expansion> expansions_;
    std::vector<Declared> wanted_; // those that are open, and some that were
};

} // namespace sgl::language
