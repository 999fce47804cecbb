#include "logic/model/model.hpp"

#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

TEST_CASE("A model as made respects Definition 1")
{
    const Frame frame = plain_frame(1, 2, 1);
    const ExplicitModel model(frame, 3);
    CHECK(model.fault() == std::nullopt);
}

TEST_CASE("An update must not lead to an initial state")
{
    const Frame frame = plain_frame(1, 2, 1);
    ExplicitModel model(frame, 2);
    model.set_initial(State{0});
    CHECK(model.fault() == std::nullopt);
    model.set_after(State{1}, Action{1}, State{0});
    CHECK(model.fault() == "U(1, a1) = 0 is initial");
}

TEST_CASE("An update must lead to a state")
{
    const Frame frame = plain_frame(1, 2, 1);
    ExplicitModel model(frame, 2);
    model.set_after(State{1}, Action{0}, State{2});
    CHECK(model.fault() == "U(1, a0) is no state");
}

TEST_CASE("No move is legal in a terminal state (errata S1)")
{
    const Frame frame = plain_frame(1, 1, 1);
    ExplicitModel model(frame, 1);
    model.set_terminal(State{0});
    CHECK(model.fault() == std::nullopt);
    model.set_legal(State{0}, Action{0});
    CHECK(model.fault() == "a0 is legal in the terminal state 0");
}

TEST_CASE("Random models respect Definition 1")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0; i < sample_count(20'000); ++i)
    {
        const Frame frame = random_frame(random);
        REQUIRE(random_model(random, frame)->fault() == std::nullopt);
    }
}
