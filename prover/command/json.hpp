#pragma once

// JSON values that are built in memory and printed. The keys of an object stay in the order in
// which they were added. A library, which only json.cpp includes, writes texts and numbers.

#include <concepts>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sgl::command
{

class Json
{
public:
    using Member = std::pair<std::string, Json>;

    /// null
    Json() = default;
    Json(std::nullptr_t) {}
    template <std::same_as<bool> Bool> // a pointer is no Bool
    Json(Bool value) : value_(value)
    {
    }
    Json(double value) : value_(value) {}
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool>) Json(Integer value)
    {
        if constexpr (std::is_signed_v<Integer>)
            value_ = static_cast<std::int64_t>(value);
        else
            value_ = static_cast<std::uint64_t>(value);
    }
    Json(std::string text) : value_(std::move(text)) {}
    Json(std::string_view text) : value_(std::string(text)) {}
    Json(const char* text) : value_(std::string(text)) {}
    Json(const std::vector<std::string>& texts);
    Json(const std::set<std::string>& texts);

    static Json array(std::vector<Json> elements = {});
    static Json object(std::vector<Member> members = {});

    /// The value of a key in an object. Null becomes an empty object first; a new key has the value
    /// null.
    Json& operator[](std::string_view key);
    /// Adds an element to an array. Null becomes an empty array first.
    void push_back(Json element);

    bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
    /// True for null, and for an array or object without elements.
    bool empty() const;

    /// The value as text on several lines, indented by two spaces. Bytes that are not UTF-8 are
    /// replaced by U+FFFD.
    std::string text() const;

private:
    using Elements = std::vector<Json>;
    using Members = std::vector<Member>;

    void write(std::string& text, std::size_t indent) const;

    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Elements,
                 Members>
        value_;
};

} // namespace sgl::command
