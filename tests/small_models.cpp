#include "tests/small_models.hpp"

namespace sgl::testing
{
namespace
{

/// Digits of a number, each with its own base: one choice after the other.
class Digits
{
public:
    explicit Digits(std::uint64_t number) : rest_(number) {}

    std::uint32_t below(std::uint32_t base)
    {
        const std::uint64_t digit = rest_ % base;
        rest_ /= base;
        return static_cast<std::uint32_t>(digit);
    }
    bool bit() { return below(2) == 1; }
    /// All of the number has been used.
    bool exhausted() const { return rest_ == 0; }

private:
    std::uint64_t rest_;
};

} // namespace

std::vector<std::unique_ptr<ExplicitModel>> all_models(const Frame& frame, std::uint32_t states)
{
    std::vector<std::unique_ptr<ExplicitModel>> models;
    for (std::uint64_t number = 0;; ++number)
    {
        Digits digits(number);
        auto model = std::make_unique<ExplicitModel>(frame, states);
        for (State w : model->states())
        {
            model->set_initial(w, digits.bit());
            model->set_terminal(w, digits.bit());
            for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
                model->set_fluent(Fluent{p}, w, digits.bit());
            for (std::uint32_t a = 0; a < frame.action_count(); ++a)
            {
                model->set_legal(w, Action{a}, digits.bit());
                model->set_after(w, Action{a}, State{digits.below(states)});
            }
        }
        if (!digits.exhausted())
            return models;
        if (!model->fault())
            models.push_back(std::move(model));
    }
}

} // namespace sgl::testing
