#include "logic/import/symbols.hpp"
#include "logic/syntax/text.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <fmt/format.h>

namespace sgl::import
{

namespace
{

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_part_of_name(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

std::string made_of_letters(const std::string& like)
{
    std::string name;
    for (const char c : like)
        if (is_part_of_name(c))
            name += c;
        else if (!name.empty() && name.back() != '_')
            name += '_';
    while (!name.empty() && name.back() == '_')
        name.pop_back();
    return name.empty() || !is_letter(name.front()) ? "n" + name : name;
}

bool is_reserved(const std::string& name)
{
    return language::is_keyword(name) || name == "agent";
}

} // namespace

std::string identifier(const std::string& like)
{
    const std::string name = made_of_letters(like);
    return is_reserved(name) ? name + "_2" : name;
}

/// Numbers that lie far apart, such as 0, 50 and 100, stay words.
Symbols::LeafKind Symbols::Leaf::kind() const
{
    if (are_agents)
        return LeafKind::Agent;
    if (!are_numbers || numbers.empty())
        return LeafKind::Word;
    constexpr std::size_t denser_than = 3, few_more = 4;
    const auto width = static_cast<std::size_t>(*numbers.rbegin() - *numbers.begin()) + 1;
    return width <= denser_than * numbers.size() + few_more ? LeafKind::Number : LeafKind::Word;
}

Symbols::Symbols(const gdl::Terms& terms, const std::vector<gdl::Term>& agents, bool has_nobody)
    : terms_(terms)
{
    constexpr int most_columns = 300; // of rules that are written; variables have names like these
    for (int i = 1; i <= most_columns; ++i)
    {
        reserve(fmt::format("i{}", i));
        reserve(fmt::format("t{}", i));
    }
    reserve("goal");
    reserve("wins");
    for (const gdl::Term agent : agents)
    {
        agents_.emplace(agent, static_cast<int>(agent_names_.size()));
        agent_names_.push_back(new_name(terms.text(agent)));
    }
    if (has_nobody)
        agent_names_.push_back(new_name("nobody"));
}

std::string Symbols::new_name(const std::string& like)
{
    const std::string name = made_of_letters(like);
    std::string chosen = name;
    for (int k = 2; is_reserved(chosen) || !taken_.insert(chosen).second; ++k)
        chosen = fmt::format("{}_{}", name, k);
    return chosen;
}

template <class Visitor>
void Symbols::for_each_part(gdl::Term term, Visitor visit) const
{
    std::vector<std::pair<gdl::Term, std::string>> open;
    const auto add_arguments = [&](gdl::Term at, const std::string& path)
    {
        const auto arguments = terms_.arguments(at);
        for (std::size_t i = arguments.size(); i-- > 0;)
            open.emplace_back(arguments[i], fmt::format("{}.{}", path, i));
    };
    add_arguments(term, "");
    while (!open.empty())
    {
        auto [at, path] = std::move(open.back());
        open.pop_back();
        visit(at, path);
        if (terms_.arity(at) > 0)
            add_arguments(at, fmt::format("{}({}/{})", path, terms_.folded(terms_.function(at)),
                                          terms_.arity(at)));
    }
}

/// The same for all terms of a relation, as far as the functions within are the same.
std::string Symbols::leaf_key(Purpose purpose, gdl::Term term, const std::string& path) const
{
    return fmt::format("{}:{}/{}:{}", static_cast<int>(purpose),
                       terms_.folded(terms_.function(term)), terms_.arity(term), path);
}

std::optional<int> Symbols::number_of(gdl::Term leaf) const
{
    constexpr std::size_t most_digits = 6;
    const std::string& text = terms_.folded(terms_.function(leaf));
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_plain = text.size() <= most_digits && error == std::errc() &&
                          end == text.data() + text.size() && std::to_string(number) == text;
    return is_plain ? std::optional(number) : std::nullopt;
}

void Symbols::note(Purpose purpose, gdl::Term term)
{
    if (!places_.emplace(Noted{purpose, term}, Place{}).second)
        return;
    noted_.emplace_back(purpose, term);
    for_each_part(term,
                  [&](gdl::Term leaf, const std::string& path)
                  {
                      if (terms_.arity(leaf) > 0)
                          return;
                      Leaf& seen = leaves_[leaf_key(purpose, term, path)];
                      const auto number = number_of(leaf);
                      seen.are_numbers = seen.are_numbers && number;
                      seen.are_agents = seen.are_agents && agents_.contains(leaf);
                      if (number)
                          seen.numbers.insert(*number);
                  });
}

void Symbols::make()
{
    for (const Noted& noted : noted_)
        add(noted);
}

void Symbols::add(const Noted& noted)
{
    const auto [purpose, term] = noted;
    std::string name = terms_.spelling(terms_.function(term));
    std::string shape = fmt::format("{}:{}/{}", static_cast<int>(purpose),
                                    terms_.folded(terms_.function(term)), terms_.arity(term));
    Row arguments;
    std::vector<ColumnKind> kinds;
    for_each_part(term,
                  [&](gdl::Term leaf, const std::string& path)
                  {
                      if (terms_.arity(leaf) > 0)
                      {
                          name += "_" + terms_.spelling(terms_.function(leaf));
                          shape +=
                              fmt::format(" {}({}/{})", path, terms_.folded(terms_.function(leaf)),
                                          terms_.arity(leaf));
                          return;
                      }
                      switch (leaves_.at(leaf_key(purpose, term, path)).kind())
                      {
                      case LeafKind::Number:
                          kinds.push_back(ColumnKind::Number);
                          arguments.push_back(*number_of(leaf));
                          shape += fmt::format(" {}#", path);
                          return;
                      case LeafKind::Agent:
                          kinds.push_back(ColumnKind::Agent);
                          arguments.push_back(agents_.at(leaf));
                          shape += fmt::format(" {}@", path);
                          return;
                      case LeafKind::Word:
                          name += "_" + terms_.spelling(terms_.function(leaf));
                          shape += fmt::format(" {}{}", path, terms_.folded(terms_.function(leaf)));
                          return;
                      }
                  });
    const auto [found, is_new] = by_shape_.emplace(shape, symbols_.size());
    if (is_new)
        symbols_.push_back({new_name(name), purpose, kinds, arguments, arguments});
    Symbol& symbol = symbols_[found->second];
    assert(symbol.kinds == kinds);
    for (std::size_t i = 0; i < arguments.size(); ++i)
    {
        symbol.least[i] = std::min(symbol.least[i], arguments[i]);
        symbol.greatest[i] = std::max(symbol.greatest[i], arguments[i]);
    }
    places_[noted] = {found->second, std::move(arguments)};
}

const Place& Symbols::place(Purpose purpose, gdl::Term term) const
{
    return places_.at({purpose, term});
}

} // namespace sgl::import
