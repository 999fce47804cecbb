#pragma once

// Values of JSON that are put together and printed; the keys of an object stay in the order in
// which they were added. How text and numbers are written is left to a library, behind json.cpp.

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
    template <std::same_as<bool> Bool> // and no pointer
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

    /// Of an object, or of null, which becomes one: the value of a key, null when it is new.
    Json& operator[](std::string_view key);
    /// Of an array, or of null, which becomes one.
    void push_back(Json element);

    bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
    /// Null, or an array or object with nothing in it.
    bool empty() const;

    /// On several lines, indented by two; bytes that are no UTF-8 are replaced by U+FFFD.
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
