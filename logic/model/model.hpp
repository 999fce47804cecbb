#pragma once

// Models of SGL (Definition 1), M = (W, I, T, U, L, V), as the evaluator sees them.

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl
{

/// A state w ∈ W, by its position in its model.
struct State
{
    std::uint32_t index = 0;
    auto operator<=>(const State&) const = default;
};

/// A model over a frame: Definition 1, with L ⊆ (W∖T) × A (errata S1). States may come into being
/// when `after` is asked for them, but what was once said of a state stays so.
class Model
{
public:
    Model() = default;
    virtual ~Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    virtual const Frame& frame() const = 0;
    /// w ∈ I.
    virtual bool initial(State w) = 0;
    /// w ∈ T.
    virtual bool terminal(State w) = 0;
    /// (w, a) ∈ L.
    virtual bool legal(State w, Action a) = 0;
    /// p ∈ V(w).
    virtual bool holds(Fluent p, State w) = 0;
    /// U(w, a), defined for every action, legal or not, terminal states included.
    virtual State after(State w, Action a) = 0;
};

/// A model given by tables. As made, nothing is true or legal anywhere, and every update leads to
/// the last state.
class ExplicitModel : public Model
{
public:
    /// The frame must outlive the model; at least one state.
    ExplicitModel(const Frame& frame, std::uint32_t states);

    std::uint32_t state_count() const { return states_; }
    std::vector<State> states() const;

    void set_initial(State w, bool value = true);
    void set_terminal(State w, bool value = true);
    void set_legal(State w, Action a, bool value = true);
    void set_fluent(Fluent p, State w, bool value = true);
    void set_after(State w, Action a, State successor);

    /// The first violation of Definition 1: an update into I or out of W, a legal move in T.
    std::optional<std::string> fault() const;

    const Frame& frame() const override { return frame_; }
    bool initial(State w) override { return initial_[w.index]; }
    bool terminal(State w) override { return terminal_[w.index]; }
    bool legal(State w, Action a) override { return legal_[move(w, a)]; }
    bool holds(Fluent p, State w) override;
    State after(State w, Action a) override { return after_[move(w, a)]; }

private:
    std::size_t move(State w, Action a) const;

    const Frame& frame_;
    std::uint32_t states_;
    std::vector<bool> initial_, terminal_, legal_, fluents_;
    std::vector<State> after_;
};

} // namespace sgl
