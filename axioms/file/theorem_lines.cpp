// Labels, and the lines that are cited by them.

#include "axioms/file/theorem_reader.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sgl::axioms::text
{

namespace
{

constexpr std::uint32_t largest_label = 4'000'000'000;

/// What cannot be a label: the words that a line, or what follows one, may start with.
bool is_no_label(std::string_view word)
{
    constexpr std::array words{"end", "assume", "theorem", "import", "from", "rup", "by", "or"};
    return is_reserved(word) || std::ranges::find(words, word) != words.end();
}

} // namespace

/// The label that is next.
TheoremReader::Label TheoremReader::label()
{
    const char* const at = lexer_.at();
    if (lexer_.is(Sign::Number))
        return {at, true, lexer_.number(largest_label, "a label")};
    if (!lexer_.is(Sign::Name) || is_no_label(lexer_.word()))
        lexer_.fail_here(a_line);
    const Symbol& symbol = symbols_.intern(lexer_.word(), lexer_.hash());
    lexer_.advance();
    return {at, false, symbols_.index(symbol)};
}

/// The line, or group, of this theorem that is labelled so; null: none is as yet.
std::uint32_t* TheoremReader::known(const Label& label)
{
    if (!label.is_number)
    {
        Symbol& symbol = symbols_[label.value];
        return symbol.labelled_in == theorem_ ? &symbol.label : nullptr;
    }
    if (label.value < numbered_.size() && numbered_[label.value].theorem == theorem_)
        return &numbered_[label.value].line;
    if (far_ones_.empty())
        return nullptr;
    const auto found = far_ones_.find(label.value);
    return found == far_ones_.end() ? nullptr : &found->second;
}

void TheoremReader::define(const Label& label, std::uint32_t value)
{
    if (const std::uint32_t* const first = known(label))
    {
        const Labels& labels = reading_->labels;
        const std::uint32_t line =
            (*first & group_bit) != 0 ? labels.groups[*first & ~group_bit].first : *first;
        const bool is_known = line < labels.places.size();
        lexer_.fail(label.at,
                    fmt::format("a second line labelled '{}'",
                                label.is_number ? std::to_string(label.value)
                                                : std::string(symbols_[label.value].name)),
                    is_known ? fmt::format("the first is on line {}",
                                           lexer_.position(labels.places[line]).line)
                             : "");
    }
    if (!label.is_number)
    {
        symbols_[label.value].label = value;
        symbols_[label.value].labelled_in = theorem_;
        return;
    }
    constexpr std::size_t always_near = 4096;
    const std::size_t near = always_near + 4 * reading_->labels.places.size();
    if (label.value >= near)
    {
        far_ones_[label.value] = value;
        return;
    }
    if (label.value >= numbered_.size())
        numbered_.resize(std::max<std::size_t>(label.value + 1, numbered_.size() * 2));
    numbered_[label.value] = {theorem_, value};
}

void TheoremReader::fail_unknown_line(const Label& label)
{
    const std::string text =
        label.is_number ? std::to_string(label.value) : std::string(symbols_[label.value].name);
    if (current_.at != nullptr && current_.is_number == label.is_number &&
        current_.value == label.value)
        lexer_.fail(label.at, "a line cannot cite itself");
    Lexer ahead = lexer_;
    while (!ahead.is(Sign::End) && !ahead.is("end") && !ahead.is("theorem"))
    {
        const bool is_same =
            (ahead.is(Sign::Name) || ahead.is(Sign::Number)) && ahead.word() == text;
        ahead.advance();
        if (is_same && ahead.is(Sign::Dot))
            lexer_.fail(
                label.at,
                fmt::format("line '{}' comes later: a line can only cite those above it", text));
    }
    lexer_.fail(label.at, fmt::format("no line above is labelled '{}'", text));
}

/// A label, not that of the next line: TAUT may cite no line.
bool TheoremReader::next_is_label()
{
    if (lexer_.following() == '.' || (!lexer_.is(Sign::Number) && !lexer_.is(Sign::Name)) ||
        (lexer_.is(Sign::Name) && is_no_label(lexer_.word())))
        return false;
    if (lexer_.following() == ',')
        return true;
    const std::uint32_t place = lexer_.place();
    lexer_.advance();
    const bool answer = !lexer_.is(Sign::Dot);
    lexer_.seek(place);
    return answer;
}

void TheoremReader::citations()
{
    if (!next_is_label())
        return;
    do
        citation();
    while (lexer_.take(Sign::Comma));
}

void TheoremReader::citation()
{
    const Label cited = label();
    const std::uint32_t* const found = known(cited);
    if (found == nullptr)
        fail_unknown_line(cited);
    const bool is_group = (*found & group_bit) != 0;
    const Labels& labels = reading_->labels;
    if (!lexer_.is(Sign::Open))
    {
        if (only_syntax_)
            return;
        if (!is_group)
            return cited_.push_back(*found);
        const Labels::Group& group = labels.groups[*found & ~group_bit];
        lexer_.spend(group.count);
        for (std::uint32_t i = 0; i < group.count; ++i)
            cited_.push_back(labels.grouped[group.lines + i]);
        return;
    }
    if (!is_group)
        lexer_.fail_here(fmt::format("',' or the next line: '{}' is one line",
                                     std::string_view(cited.at, lexer_.at())));
    const Labels::Group group = labels.groups[*found & ~group_bit];
    std::vector<Action> tuple;
    lexer_.advance();
    do
        tuple.push_back(formulas_.ground_action("an action"));
    while (lexer_.take(Sign::Comma));
    lexer_.want(Sign::Close, "')' or ','");
    if (tuple.size() != group.arity)
        lexer_.fail(cited.at, fmt::format("these lines are labelled with {} action{}, not {}",
                                          group.arity, group.arity == 1 ? "" : "s", tuple.size()));
    if (only_syntax_)
        return;
    const std::optional<std::uint32_t> line = labels.find(group, tuple);
    if (!line)
    {
        std::vector<std::string_view> names;
        for (Action a : tuple)
            names.push_back(context_.frame.name(a));
        lexer_.fail(cited.at, fmt::format("there is no line for {}", fmt::join(names, ", ")),
                    "the 'where' of these lines leaves it out");
    }
    cited_.push_back(*line);
}

} // namespace sgl::axioms::text
