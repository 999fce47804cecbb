#include "logic/language/deep_stack.hpp"

#include <pthread.h>

namespace sgl::language
{

namespace
{

// Measured on nested parentheses, the deepest calls there are; unused stack costs no memory.
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
constexpr std::size_t bytes_a_level = 48 * 1024;
#else
constexpr std::size_t bytes_a_level = 8 * 1024;
#endif
constexpr std::size_t bytes_for_grounding = std::size_t{256} << 20;

void* call(void* work)
{
    (*static_cast<const std::function<void()>*>(work))();
    return nullptr;
}

} // namespace

bool run_on_deep_stack(std::size_t levels, const std::function<void()>& work)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_t thread{};
    const std::size_t size = bytes_for_grounding + levels * bytes_a_level;
    void* argument = const_cast<std::function<void()>*>(&work);
    const bool started = pthread_attr_setstacksize(&attributes, size) == 0 &&
                         pthread_create(&thread, &attributes, call, argument) == 0;
    pthread_attr_destroy(&attributes);
    return started && pthread_join(thread, nullptr) == 0;
}

} // namespace sgl::language
