#include "logic/import/patterns.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace sgl::import
{

namespace
{

constexpr double most_tuples = 4'000'000; // that are counted one by one

/// One column as an earlier variable, forwards or backwards, or a number.
std::optional<Entry> entry_by(const std::vector<Row>& rows, std::size_t column,
                              std::size_t variable, int factor)
{
    const int offset = rows.front()[column] - factor * rows.front()[variable];
    for (const Row& row : rows)
        if (row[column] != factor * row[variable] + offset)
            return std::nullopt;
    return Entry{static_cast<int>(variable), factor, offset};
}

bool is_constant(const std::vector<Row>& rows, std::size_t column)
{
    return std::ranges::all_of(rows,
                               [&](const Row& row) { return row[column] == rows.front()[column]; });
}

class BoxSearch
{
public:
    BoxSearch(std::span<const ColumnKind> kinds, int agents) : kinds_(kinds), agents_(agents) {}

    std::vector<Box> search(std::vector<Row> rows)
    {
        std::vector<std::vector<Row>> open;
        open.push_back(std::move(rows));
        while (!open.empty())
        {
            const std::vector<Row> part = std::move(open.back());
            open.pop_back();
            Box box = hull(part);
            if (count(box) == static_cast<double>(part.size()) || has_hole(part, box))
                boxes_.push_back(std::move(box));
            else
                for (auto& [value, few] : split(part, box))
                    open.push_back(std::move(few));
        }
        return std::move(boxes_);
    }

private:
    /// The least box around the rows.
    Box hull(const std::vector<Row>& rows) const
    {
        Box box;
        for (std::size_t column = 0; column < kinds_.size(); ++column)
            box.columns.push_back(entry(rows, column, box));
        for (std::size_t i = 0; i < box.variables.size(); ++i)
            for (std::size_t j = i + 1; j < box.variables.size(); ++j)
                compare(rows, box, i, j);
        return box;
    }

    Entry entry(const std::vector<Row>& rows, std::size_t column, Box& box) const
    {
        if (is_constant(rows, column))
            return {-1, 1, rows.front()[column]};
        for (const Box::Variable& variable : box.variables)
        {
            const auto at = static_cast<std::size_t>(variable.column);
            if (kinds_[at] != kinds_[column])
                continue;
            if (auto same = entry_by(rows, column, at, 1);
                same && (kinds_[column] == ColumnKind::Number || same->offset == 0))
                return *same;
            if (kinds_[column] == ColumnKind::Number)
                if (auto mirrored = entry_by(rows, column, at, -1))
                    return *mirrored;
        }
        const auto [least, greatest] =
            std::ranges::minmax(rows, {}, [&](const Row& row) { return row[column]; });
        if (kinds_[column] == ColumnKind::Agent)
            box.variables.push_back({static_cast<int>(column), 0, agents_ - 1});
        else
            box.variables.push_back({static_cast<int>(column), least[column], greatest[column]});
        return {static_cast<int>(column), 1, 0};
    }

    void compare(const std::vector<Row>& rows, Box& box, std::size_t i, std::size_t j) const
    {
        const int a = box.variables[i].column, b = box.variables[j].column;
        const auto x = static_cast<std::size_t>(a), y = static_cast<std::size_t>(b);
        if (kinds_[x] != kinds_[y])
            return;
        using Sign = Comparison::Sign;
        const Box::Variable &first = box.variables[i], &second = box.variables[j];
        for (const Sign sign :
             {Sign::Less, Sign::Greater, Sign::NotGreater, Sign::NotLess, Sign::Differ})
        {
            if (kinds_[x] == ColumnKind::Agent && sign != Sign::Differ)
                continue;
            const auto is_so = [&](const Row& row) { return holds(sign, row[x], row[y]); };
            if (!std::ranges::all_of(rows, is_so))
                continue;
            const bool is_plain =
                sign == Sign::Differ
                    ? first.greatest < second.least || second.greatest < first.least
                    : holds(sign,
                            sign == Sign::Less || sign == Sign::NotGreater ? first.greatest
                                                                           : first.least,
                            sign == Sign::Less || sign == Sign::NotGreater ? second.least
                                                                           : second.greatest);
            if (!is_plain) // else the ranges say so
                box.comparisons.push_back({a, b, sign});
            return;
        }
    }

    static bool holds(Comparison::Sign sign, int a, int b)
    {
        switch (sign)
        {
        case Comparison::Sign::Less: return a < b;
        case Comparison::Sign::Greater: return a > b;
        case Comparison::Sign::NotGreater: return a <= b;
        case Comparison::Sign::NotLess: return a >= b;
        case Comparison::Sign::Differ: break;
        }
        return a != b;
    }

    static bool allows(const Box& box, const Row& values)
    {
        for (const Comparison& c : box.comparisons)
        {
            const int a = values[static_cast<std::size_t>(c.left)];
            const int b = values[static_cast<std::size_t>(c.right)];
            if (!holds(c.sign, a, b))
                return false;
        }
        return true;
    }

    /// Runs over all values of the variables that the comparisons allow.
    template <class Visitor>
    void for_each_allowed(const Box& box, Visitor visit) const
    {
        Row values(kinds_.size());
        for (const Box::Variable& v : box.variables)
            values[static_cast<std::size_t>(v.column)] = v.least;
        while (true)
        {
            if (allows(box, values))
                visit(values);
            std::size_t k = box.variables.size();
            while (k > 0)
            {
                const Box::Variable& v = box.variables[k - 1];
                int& value = values[static_cast<std::size_t>(v.column)];
                if (value < v.greatest)
                {
                    ++value;
                    break;
                }
                value = v.least;
                --k;
            }
            if (k == 0)
                return;
        }
    }

    static double count_of_ranges(const Box& box)
    {
        double all = 1;
        for (const Box::Variable& v : box.variables)
            all *= v.greatest - v.least + 1.0;
        return all;
    }

    /// How many rows a box has; more than any number of rows where there are too many to count.
    double count(const Box& box) const
    {
        const double all = count_of_ranges(box);
        if (box.comparisons.empty())
            return all;
        if (all > most_tuples)
            return 1e300;
        double allowed = 0;
        for_each_allowed(box, [&](const Row&) { ++allowed; });
        return allowed;
    }

    /// What the box has and the rows have not is a box too, and smaller.
    bool has_hole(const std::vector<Row>& rows, Box& box) const
    {
        if (count_of_ranges(box) > most_tuples || box.variables.size() < 2)
            return false;
        std::set<Row> there;
        for (const Row& row : rows)
        {
            Row values(kinds_.size());
            for (const Box::Variable& v : box.variables)
                values[static_cast<std::size_t>(v.column)] =
                    row[static_cast<std::size_t>(v.column)];
            there.insert(std::move(values));
        }
        std::vector<Row> missing;
        for_each_allowed(box,
                         [&](const Row& values)
                         {
                             if (missing.size() < rows.size() && !there.contains(values))
                                 missing.push_back(values);
                         });
        if (missing.empty() || missing.size() >= rows.size())
            return false;
        Box hole = hull(missing);
        if (count(hole) != static_cast<double>(missing.size()))
            return false;
        box.hole.push_back(std::move(hole));
        return true;
    }

    using Parts = std::map<int, std::vector<Row>>;

    /// By what takes the fewest values: a variable, or the difference of two, or their sum.
    Parts split(const std::vector<Row>& rows, const Box& box) const
    {
        std::size_t fewest = rows.size() + 1;
        std::vector<int> best; // weights of columns
        // Agents are split late, so that a rule for all of them stays one.
        const auto try_weights = [&](std::vector<int> weights, std::size_t cost)
        {
            std::set<int> values;
            for (const Row& row : rows)
            {
                values.insert(weighed(row, weights));
                if (values.size() * cost >= fewest && !best.empty())
                    return;
            }
            if (values.size() < 2)
                return;
            fewest = values.size() * cost;
            best = std::move(weights);
        };
        constexpr std::size_t cost_of_agents = 3;
        for (std::size_t i = 0; i < box.variables.size(); ++i)
        {
            const auto a = static_cast<std::size_t>(box.variables[i].column);
            std::vector<int> weights(kinds_.size());
            weights[a] = 1;
            try_weights(weights, kinds_[a] == ColumnKind::Agent ? cost_of_agents : 1);
            for (std::size_t j = 0; j < i; ++j)
            {
                const auto b = static_cast<std::size_t>(box.variables[j].column);
                if (kinds_[a] != kinds_[b] || kinds_[a] == ColumnKind::Agent)
                    continue;
                for (const int weight : {-1, 1})
                {
                    weights[b] = weight;
                    try_weights(weights, 1);
                }
                weights[b] = 0;
            }
        }
        Parts parts;
        for (const Row& row : rows)
            parts[weighed(row, best)].push_back(row);
        return parts;
    }

    static int weighed(const Row& row, const std::vector<int>& weights)
    {
        int sum = 0;
        for (std::size_t i = 0; i < row.size(); ++i)
            sum += weights[i] * row[i];
        return sum;
    }

    const std::span<const ColumnKind> kinds_;
    const int agents_;
    std::vector<Box> boxes_;
};

} // namespace

std::vector<Box> boxes_of(std::vector<Row> rows, std::span<const ColumnKind> kinds, int agents)
{
    if (rows.empty())
        return {};
    return BoxSearch(kinds, agents).search(std::move(rows));
}

} // namespace sgl::import
