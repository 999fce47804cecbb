#include "axioms/text/symbols.hpp"

#include <array>

namespace sgl::axioms::text
{

namespace
{

struct WordText
{
    std::string_view text;
    Keyword word;
};
constexpr std::array words{
    WordText{"true", Keyword::True},       WordText{"false", Keyword::False},
    WordText{"initial", Keyword::Initial}, WordText{"terminal", Keyword::Terminal},
    WordText{"legal", Keyword::Legal},     WordText{"does", Keyword::Does},
    WordText{"next", Keyword::Next},       WordText{"any", Keyword::Any},
    WordText{"all", Keyword::All},         WordText{"game", Keyword::Reserved},
    WordText{"agents", Keyword::Reserved}, WordText{"agent", Keyword::Reserved},
    WordText{"range", Keyword::Reserved},  WordText{"fluent", Keyword::Reserved},
    WordText{"action", Keyword::Reserved}, WordText{"board", Keyword::Reserved},
    WordText{"let", Keyword::Reserved},    WordText{"define", Keyword::Reserved},
    WordText{"axiom", Keyword::Reserved},  WordText{"strategy", Keyword::Reserved},
    WordText{"claim", Keyword::Reserved},  WordText{"for", Keyword::Reserved},
    WordText{"in", Keyword::Reserved},     WordText{"where", Keyword::Reserved},
    WordText{"each", Keyword::Reserved},   WordText{"mod", Keyword::Reserved},
    WordText{"downto", Keyword::Reserved},
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
