#include "prover/invariants/linear_algebra.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace sgl
{

namespace
{

using Row = std::vector<std::int64_t>;

/// Numbers modulo a prime.
class Field
{
public:
    explicit Field(std::int64_t prime) : prime_(prime) {}

    std::int64_t inverse(std::int64_t a) const
    {
        std::int64_t result = 1;
        for (std::int64_t exponent = prime_ - 2; exponent > 0; exponent /= 2)
        {
            if (exponent % 2 != 0)
                result = result * a % prime_;
            a = a * a % prime_;
        }
        return result;
    }
    std::int64_t times(std::int64_t a, std::int64_t b) const { return a * b % prime_; }
    std::int64_t minus(std::int64_t a, std::int64_t b) const { return (a - b + prime_) % prime_; }
    /// The number of least size that it may stand for.
    std::int64_t least(std::int64_t a) const { return a > prime_ / 2 ? a - prime_ : a; }

private:
    std::int64_t prime_;
};

/// Rows with a 1 in a column in which all others have 0.
class Echelon
{
public:
    Echelon(Field field, std::size_t columns) : field_(field), row_of_(columns) {}

    void add(Row row)
    {
        for (std::size_t column = 0; column < row.size(); ++column)
            if (row_of_[column])
                subtract(row, rows_[*row_of_[column]], row[column]);
        std::size_t pivot = 0;
        while (pivot < row.size() && row[pivot] == 0)
            ++pivot;
        if (pivot == row.size())
            return;
        const std::int64_t scale = field_.inverse(row[pivot]);
        for (std::int64_t& x : row)
            x = field_.times(x, scale);
        for (Row& other : rows_)
            subtract(other, row, other[pivot]);
        row_of_[pivot] = rows_.size();
        rows_.push_back(std::move(row));
    }

    /// For each column that is a sum of those before it.
    std::vector<std::vector<int>> null_space() const
    {
        std::vector<std::vector<int>> basis;
        for (std::size_t free = 0; free < row_of_.size(); ++free)
        {
            if (row_of_[free])
                continue;
            std::vector<int> vector(row_of_.size());
            bool is_small = true;
            for (std::size_t column = 0; column < row_of_.size(); ++column)
            {
                std::int64_t c = column == free ? 1 : 0;
                if (row_of_[column])
                    c = field_.least(field_.minus(0, rows_[*row_of_[column]][free]));
                is_small = is_small && c >= std::numeric_limits<int>::min() &&
                           c <= std::numeric_limits<int>::max();
                vector[column] = is_small ? static_cast<int>(c) : 0;
            }
            if (is_small)
                basis.push_back(std::move(vector));
        }
        return basis;
    }

private:
    void subtract(Row& from, const Row& row, std::int64_t times) const
    {
        if (times == 0)
            return;
        for (std::size_t column = 0; column < from.size(); ++column)
            from[column] = field_.minus(from[column], field_.times(row[column], times));
    }

    Field field_;
    std::vector<Row> rows_;
    std::vector<std::optional<std::size_t>> row_of_; // by column
};

std::vector<std::vector<int>> null_space(const std::vector<std::vector<bool>>& vectors,
                                         std::int64_t prime)
{
    if (vectors.empty())
        return {};
    Echelon echelon(Field(prime), vectors.front().size());
    for (const std::vector<bool>& vector : vectors)
        echelon.add(Row(vector.begin(), vector.end()));
    return echelon.null_space();
}

} // namespace

std::vector<std::vector<int>> equations_of(const std::vector<std::vector<bool>>& vectors)
{
    constexpr std::int64_t prime = (std::int64_t{1} << 31) - 1;
    return null_space(vectors, prime);
}

std::vector<std::vector<int>> parities_of(const std::vector<std::vector<bool>>& vectors)
{
    return null_space(vectors, 2);
}

} // namespace sgl
