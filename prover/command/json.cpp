#include "prover/command/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sgl::command
{

namespace
{

template <class Scalar>
std::string as_text(const Scalar& value)
{
    return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

Json::Json(const std::vector<std::string>& texts) : value_(Elements(texts.begin(), texts.end())) {}

Json::Json(const std::set<std::string>& texts) : value_(Elements(texts.begin(), texts.end())) {}

Json Json::array(std::vector<Json> elements)
{
    Json json;
    json.value_ = std::move(elements);
    return json;
}

Json Json::object(std::vector<Member> members)
{
    Json json;
    json.value_ = std::move(members);
    return json;
}

Json& Json::operator[](std::string_view key)
{
    if (is_null())
        value_ = Members();
    Members& members = std::get<Members>(value_);
    const auto known = std::ranges::find(members, key, &Member::first);
    return known != members.end() ? known->second
                                  : members.emplace_back(std::string(key), Json()).second;
}

void Json::push_back(Json element)
{
    if (is_null())
        value_ = Elements();
    std::get<Elements>(value_).push_back(std::move(element));
}

bool Json::empty() const
{
    if (const auto* elements = std::get_if<Elements>(&value_))
        return elements->empty();
    if (const auto* members = std::get_if<Members>(&value_))
        return members->empty();
    return is_null();
}

std::string Json::text() const
{
    std::string text;
    write(text, 0);
    return text;
}

/// Objects and arrays here, what is in them by the library. They are never deep.
void Json::write(std::string& text, std::size_t indent) const
{
    constexpr std::size_t step = 2;
    const auto list = [&](const auto& parts, char first, char last, const auto& write_part)
    {
        text += first;
        const char* before = "\n";
        for (const auto& part : parts)
        {
            text += before + std::string(indent + step, ' ');
            write_part(part);
            before = ",\n";
        }
        if (!parts.empty())
            text += '\n' + std::string(indent, ' ');
        text += last;
    };
    const auto write_value = [&](const auto& value)
    {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::same_as<Value, std::monostate>)
            text += "null";
        else if constexpr (std::same_as<Value, Elements>)
            list(value, '[', ']', [&](const Json& element) { element.write(text, indent + step); });
        else if constexpr (std::same_as<Value, Members>)
            list(value, '{', '}',
                 [&](const Member& member)
                 {
                     text += as_text(member.first) + ": ";
                     member.second.write(text, indent + step);
                 });
        else
            text += as_text(value);
    };
    std::visit(write_value, value_);
}

} // namespace sgl::command
