#include "bench/allocated.hpp"

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace
{

std::atomic<std::size_t> in_use{0}, most{0};

void* count(void* block)
{
    if (block == nullptr)
        throw std::bad_alloc();
    const std::size_t size = malloc_usable_size(block);
    const std::size_t now = in_use.fetch_add(size, std::memory_order_relaxed) + size;
    std::size_t before = most.load(std::memory_order_relaxed);
    while (before < now && !most.compare_exchange_weak(before, now, std::memory_order_relaxed))
    {
    }
    return block;
}

void release(void* block)
{
    in_use.fetch_sub(malloc_usable_size(block), std::memory_order_relaxed);
    std::free(block);
}

} // namespace

// The other forms of new and delete come down to these.

void* operator new(std::size_t size)
{
    return count(std::malloc(size > 0 ? size : 1));
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
    const auto unit = static_cast<std::size_t>(alignment);
    return count(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}

void operator delete(void* block) noexcept
{
    release(block);
}

void operator delete(void* block, std::size_t) noexcept
{
    release(block);
}

void operator delete(void* block, std::align_val_t) noexcept
{
    release(block);
}

void operator delete(void* block, std::size_t, std::align_val_t) noexcept
{
    release(block);
}

namespace sgl::bench
{

Allocated::Allocated() : start_(in_use.load())
{
    most = start_;
}

std::size_t Allocated::peak() const
{
    return most.load() - start_;
}

} // namespace sgl::bench
