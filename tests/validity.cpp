#include "tests/validity.hpp"

#include "logic/model/evaluate.hpp"

namespace sgl::testing
{

Formula Sample::atom()
{
    switch (random.below(4))
    {
    case 0: return store.initial();
    case 1: return store.terminal();
    default: return store.fluent(random.fluent(frame));
    }
}

std::optional<unsigned long> counterexample(unsigned long samples,
                                            const std::function<Formula(Sample&)>& make)
{
    Random random(seed());
    for (unsigned long i = 0; i < samples; ++i)
    {
        Sample sample(random);
        const Formula f = make(sample);
        const auto model = random_model(random, sample.frame);
        if (!Evaluator(*model).holds_everywhere(f, model->states()))
            return i;
    }
    return std::nullopt;
}

} // namespace sgl::testing
