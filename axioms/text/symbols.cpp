#include "axioms/text/symbols.hpp"

#include <array>

namespace sgl::axioms::text
{

namespace
{

struct WordText
{
    std::string_view text;
    Word word;
};
constexpr std::array words{
    WordText{"true", Word::True},       WordText{"false", Word::False},
    WordText{"initial", Word::Initial}, WordText{"terminal", Word::Terminal},
    WordText{"legal", Word::Legal},     WordText{"does", Word::Does},
    WordText{"next", Word::Next},       WordText{"any", Word::Any},
    WordText{"all", Word::All},         WordText{"game", Word::Reserved},
    WordText{"agents", Word::Reserved}, WordText{"agent", Word::Reserved},
    WordText{"range", Word::Reserved},  WordText{"fluent", Word::Reserved},
    WordText{"action", Word::Reserved}, WordText{"board", Word::Reserved},
    WordText{"let", Word::Reserved},    WordText{"define", Word::Reserved},
    WordText{"axiom", Word::Reserved},  WordText{"strategy", Word::Reserved},
    WordText{"claim", Word::Reserved},  WordText{"for", Word::Reserved},
    WordText{"in", Word::Reserved},     WordText{"where", Word::Reserved},
    WordText{"each", Word::Reserved},   WordText{"mod", Word::Reserved},
    WordText{"downto", Word::Reserved},
};

std::uint32_t folded(std::uint64_t hash)
{
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

} // namespace

Symbols::Symbols(const Frame& frame) : slots_(1024)
{
    for (const WordText& one : words)
        intern(one.text, hash_of(one.text)).word = one.word;
    for (std::uint32_t i = 0; i < frame.fluent_count(); ++i)
    {
        const std::string_view name = frame.name(Fluent{i});
        intern(name, hash_of(name)).fluent = i;
    }
    for (std::uint32_t i = 0; i < frame.action_count(); ++i)
    {
        const std::string_view name = frame.name(Action{i});
        intern(name, hash_of(name)).action = i;
    }
}

Symbol* Symbols::find(std::string_view name, std::uint64_t hash)
{
    const std::uint32_t short_hash = folded(hash);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = short_hash & mask; slots_[i].symbol != Symbol::none; i = (i + 1) & mask)
        if (slots_[i].hash == short_hash && symbols_[slots_[i].symbol].name == name)
            return &symbols_[slots_[i].symbol];
    return nullptr;
}

Symbol& Symbols::intern(std::string_view name, std::uint64_t hash)
{
    if (Symbol* known = find(name, hash))
        return *known;
    if (symbols_.size() * 2 >= slots_.size())
        grow();
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = folded(hash) & mask;
    while (slots_[i].symbol != Symbol::none)
        i = (i + 1) & mask;
    slots_[i] = {folded(hash), static_cast<std::uint32_t>(symbols_.size())};
    symbols_.emplace_back().name = name;
    return symbols_.back();
}

void Symbols::grow()
{
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old)
    {
        if (slot.symbol == Symbol::none)
            continue;
        std::size_t i = slot.hash & mask;
        while (slots_[i].symbol != Symbol::none)
            i = (i + 1) & mask;
        slots_[i] = slot;
    }
}

void Symbols::close(std::size_t mark)
{
    for (; locals_.size() > mark; locals_.pop_back())
        symbols_[locals_.back()].local = Symbol::Local::None;
}

} // namespace sgl::axioms::text
