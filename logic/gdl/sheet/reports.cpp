#include "logic/gdl/sheet/reports.hpp"

namespace sgl::gdl
{

Reports::Reports(const Source& source) : source_(&source), lines_{0}
{
    const std::string& text = source.text;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
            lines_.push_back(i + 1);
}

Diagnostic Reports::make(Position position, std::string message, std::string expected) const
{
    Diagnostic answer;
    answer.source = source_->name;
    answer.position = position;
    answer.message = std::move(message);
    answer.expected = std::move(expected);
    if (position.line <= lines_.size())
    {
        std::string_view line = std::string_view(source_->text).substr(lines_[position.line - 1]);
        line = line.substr(0, line.find_first_of("\r\n"));
        if (line.starts_with("\xEF\xBB\xBF"))
            line.remove_prefix(3);
        constexpr std::size_t longest_line = 4000;
        if (line.size() <= longest_line)
            for (char c : line)
                answer.line += static_cast<unsigned char>(c) < 0x20 && c != '\t' ? '?' : c;
    }
    return answer;
}

void Reports::error(Position position, std::string message, std::string expected)
{
    if (error_count_++ < most_errors)
        list_.push_back(make(position, std::move(message), std::move(expected)));
}

void Reports::warning(Position position, std::string message, std::string expected)
{
    if (warning_count_++ >= most_warnings)
        return;
    list_.push_back(make(position, std::move(message), std::move(expected)));
    list_.back().severity = Diagnostic::Severity::Warning;
}

void Reports::limit(Position position, std::string message, std::string expected)
{
    if (error_count_++ >= most_errors)
        return;
    list_.push_back(make(position, std::move(message), std::move(expected)));
    list_.back().is_limit = true;
}

} // namespace sgl::gdl
