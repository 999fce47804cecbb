#pragma once

// What the grammar's files share: the parsers of words and blanks, what parsers are called in
// messages, and the actions that build a rule's value. To be included by those files alone.

#include "logic/syntax/builder.hpp"

#include <boost/spirit/home/x3.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace sgl::language
{

namespace x3 = boost::spirit::x3;

struct builder_tag;

inline bool is_name_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '\'';
}

/// A word of the language, not just the beginning of a longer one.
struct word : x3::parser<word>
{
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;

    explicit constexpr word(const char* word_text) : text(word_text) {}

    template <class Context, class RuleContext, class Attribute>
    bool parse(const char*& first, const char* const& last, const Context& context, RuleContext&,
               Attribute&) const
    {
        x3::skip_over(first, last, context);
        const std::string_view rest(first, static_cast<std::size_t>(last - first));
        const std::string_view wanted(text);
        if (!rest.starts_with(wanted))
            return false;
        if (rest.size() > wanted.size() && is_name_part(rest[wanted.size()]))
            return false;
        first += wanted.size();
        return true;
    }

    const char* text;
};

/// Blanks and comments.
struct blank_text : x3::parser<blank_text>
{
    using attribute_type = x3::unused_type;
    [[maybe_unused]] static constexpr bool has_attribute = false;

    template <class Context, class RuleContext, class Attribute>
    bool parse(const char*& first, const char* const& last, const Context&, RuleContext&,
               Attribute&) const
    {
        const char* const after = skip_blanks(first, last);
        const bool some = after != first;
        first = after;
        return some;
    }
};
inline constexpr blank_text blanks;

} // namespace sgl::language

// What a parser is called in messages: what its first part is called.
namespace boost::spirit::x3
{

template <>
struct get_info<sgl::language::word>
{
    using result_type = std::string;
    std::string operator()(const sgl::language::word& p) const
    {
        return fmt::format("'{}'", p.text);
    }
};

template <class Subject, class Action>
struct get_info<action<Subject, Action>>
{
    using result_type = std::string;
    std::string operator()(const action<Subject, Action>& p) const { return what(p.subject); }
};

template <class Subject>
struct get_info<raw_directive<Subject>>
{
    using result_type = std::string;
    std::string operator()(const raw_directive<Subject>& p) const { return what(p.subject); }
};

template <class Left, class Right>
struct get_info<list<Left, Right>>
{
    using result_type = std::string;
    std::string operator()(const list<Left, Right>& p) const { return what(p.left); }
};

template <class Left, class Right>
struct get_info<sequence<Left, Right>>
{
    using result_type = std::string;
    std::string operator()(const sequence<Left, Right>& p) const { return what(p.left); }
};

template <class Left, class Right>
struct get_info<alternative<Left, Right>>
{
    using result_type = std::string;
    std::string operator()(const alternative<Left, Right>& p) const
    {
        return what(p.left) + " or " + what(p.right);
    }
};

} // namespace boost::spirit::x3

namespace sgl::language
{

// ---- actions

template <class Context>
Builder& builder(Context& context)
{
    return x3::get<builder_tag>(context).get();
}

template <class Range>
std::string_view view(const Range& range)
{
    return {range.begin(), static_cast<std::size_t>(range.end() - range.begin())};
}

/// Sets a member of the rule's value to what was read.
template <class Member>
auto set(Member member)
{
    return [member](auto& context) { x3::_val(context).*member = x3::_attr(context); };
}

/// Sets a member of the rule's value to the text that was read.
template <class Member>
auto set_text(Member member)
{
    return [member](auto& context) { x3::_val(context).*member = view(x3::_attr(context)); };
}

/// Sets a member of the rule's value to a constant.
template <class Member, class Value>
auto put(Member member, Value value)
{
    return [member, value](auto& context) { x3::_val(context).*member = value; };
}

/// Adds what was read to a list in the rule's value.
template <class Member>
auto add(Member member)
{
    return [member](auto& context) { (x3::_val(context).*member).push_back(x3::_attr(context)); };
}

inline const auto keep = [](auto& context) { x3::_val(context) = x3::_attr(context); };
inline const auto keep_text = [](auto& context) { x3::_val(context) = view(x3::_attr(context)); };

template <class Value>
auto keep_value(Value value)
{
    return [value](auto& context) { x3::_val(context) = value; };
}

/// Sets a member of the rule's value to the place where what was read starts.
template <class Member>
auto place(Member member)
{
    return [member](auto& context) { x3::_val(context).*member = x3::_attr(context).begin(); };
}

} // namespace sgl::language
