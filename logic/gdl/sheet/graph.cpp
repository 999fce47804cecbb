#include "logic/gdl/sheet/graph.hpp"

#include <algorithm>
#include <limits>

namespace sgl::gdl
{

namespace
{

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Tarjan's algorithm with a stack of its own.
class Components
{
public:
    explicit Components(const Graph& graph)
        : graph_(graph), index_(graph.size(), none), low_(graph.size(), 0),
          component_(graph.size(), none)
    {
    }

    std::vector<std::uint32_t> run()
    {
        for (std::uint32_t node = 0; node < graph_.size(); ++node)
            if (index_[node] == none)
                visit(node);
        return std::move(component_);
    }

private:
    struct Frame
    {
        std::uint32_t node;
        std::size_t edge;
    };

    void enter(std::uint32_t node)
    {
        index_[node] = low_[node] = next_++;
        open_.push_back(node);
        frames_.push_back({node, 0});
    }

    void visit(std::uint32_t root)
    {
        enter(root);
        while (!frames_.empty())
        {
            Frame& frame = frames_.back();
            const auto edges = graph_.edges(frame.node);
            if (frame.edge == edges.size())
            {
                leave();
                continue;
            }
            const std::uint32_t to = edges[frame.edge++].to;
            if (index_[to] == none)
                enter(to);
            else if (component_[to] == none)
                low_[frame.node] = std::min(low_[frame.node], index_[to]);
        }
    }

    void leave()
    {
        const std::uint32_t node = frames_.back().node;
        frames_.pop_back();
        if (!frames_.empty())
        {
            const std::uint32_t parent = frames_.back().node;
            low_[parent] = std::min(low_[parent], low_[node]);
        }
        if (low_[node] != index_[node])
            return;
        while (component_[node] == none)
        {
            component_[open_.back()] = count_;
            open_.pop_back();
        }
        ++count_;
    }

    const Graph& graph_;
    std::vector<std::uint32_t> index_, low_, component_, open_;
    std::vector<Frame> frames_;
    std::uint32_t next_ = 0, count_ = 0;
};

} // namespace

std::vector<std::uint32_t> Graph::components() const
{
    return Components(*this).run();
}

std::vector<std::uint32_t> Graph::path(std::uint32_t from, std::uint32_t to,
                                       const std::vector<std::uint32_t>* component) const
{
    std::vector<std::uint32_t> before(edges_.size(), none), queue{from};
    before[from] = from;
    for (std::size_t i = 0; i < queue.size() && before[to] == none; ++i)
        for (const Edge& edge : edges_[queue[i]])
        {
            if (before[edge.to] != none ||
                (component && (*component)[edge.to] != (*component)[from]))
                continue;
            before[edge.to] = queue[i];
            queue.push_back(edge.to);
        }
    std::vector<std::uint32_t> answer;
    if (before[to] == none)
        return answer;
    for (std::uint32_t node = to; node != from; node = before[node])
        answer.push_back(node);
    answer.push_back(from);
    std::ranges::reverse(answer);
    return answer;
}

std::vector<std::uint32_t> Graph::negative_cycle() const
{
    const std::vector<std::uint32_t> component = components();
    for (std::uint32_t node = 0; node < edges_.size(); ++node)
        for (const Edge& edge : edges_[node])
            if (edge.is_negative && component[node] == component[edge.to])
            {
                std::vector<std::uint32_t> answer{node};
                for (std::uint32_t step : path(edge.to, node, &component))
                    answer.push_back(step);
                return answer;
            }
    return {};
}

bool Graph::is_negative(std::uint32_t from, std::uint32_t to) const
{
    return std::ranges::any_of(edges_[from],
                               [&](const Edge& edge) { return edge.to == to && edge.is_negative; });
}

} // namespace sgl::gdl
