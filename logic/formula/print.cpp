#include "logic/formula/print.hpp"

#include "logic/formula/subformulas.hpp"

#include <algorithm>
#include <cassert>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace sgl
{

namespace
{

/// How tightly a formula holds together, loosest first.
enum class Precedence : std::uint8_t
{
    Iff,
    Implies,
    PrioritisedOr,
    PrioritisedAnd,
    Or,
    And,
    Prefix,
};

Precedence level_of(Kind kind)
{
    switch (kind)
    {
    case Kind::Iff: return Precedence::Iff;
    case Kind::Implies: return Precedence::Implies;
    case Kind::PrioritisedOr: return Precedence::PrioritisedOr;
    case Kind::PrioritisedAnd: return Precedence::PrioritisedAnd;
    case Kind::Or: return Precedence::Or;
    case Kind::And: return Precedence::And;
    case Kind::True:
    case Kind::False:
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal:
    case Kind::Legal:
    case Kind::Does:
    case Kind::Not:
    case Kind::After:
    case Kind::Select:
    case Kind::Restrict:
    case Kind::Next: return Precedence::Prefix;
    }
    return Precedence::Prefix;
}

Precedence tighter(Precedence level)
{
    return static_cast<Precedence>(static_cast<std::uint8_t>(level) + 1);
}

/// The loosest operand that needs no parentheses: → groups to the right, ↔ to the left, and the
/// operands of the others lie side by side.
Precedence allowed(Kind kind, std::size_t position)
{
    const Precedence level = level_of(kind);
    if (level == Precedence::Prefix)
        return level;
    const bool groups =
        (kind == Kind::Iff && position == 0) || (kind == Kind::Implies && position == 1);
    return groups ? level : tighter(level);
}

struct Signs
{
    std::string_view top, bottom, no, both, either, implies, iff, next, prioritised_or,
        prioritised_and, select, selected, restrict, restricted;
};
constexpr Signs ascii_signs{"true",  "false", "!",    " & ", " | ", " -> ", " <-> ",
                            "next ", " |> ",  " &> ", "<<",  ">> ", "{",    "} "};
constexpr Signs unicode_signs{"⊤", "⊥",   "¬",   " ∧ ", " ∨ ", " → ", " ↔ ",
                              "○", " ▽ ", " △ ", "⟪",   "⟫",   "⌊",   "⌋"};

/// Prints with an explicit stack; stops when the text is longer than the limit.
class Printer
{
public:
    using Abbreviations = std::unordered_map<Formula, std::string>;

    Printer(const Frame& frame, Style style, std::size_t limit)
        : frame_(frame), sign_(style == Style::Ascii ? ascii_signs : unicode_signs), limit_(limit)
    {
    }

    /// The formula, where its subformulas may have names.
    std::string text(Formula formula, const Abbreviations& names)
    {
        run(formula, names, true);
        return std::move(text_);
    }

    std::size_t size(Formula formula)
    {
        run(formula, {}, false);
        return std::min(size_, limit_);
    }

private:
    struct Task
    {
        Formula formula; // empty: the text is to be printed
        Precedence level = Precedence::Iff;
        std::string_view text;
    };

    void run(Formula formula, const Abbreviations& names, bool keep)
    {
        keep_ = keep;
        text_.clear();
        size_ = 0;
        tasks_.push_back({formula, Precedence::Iff, {}});
        bool is_whole = true;
        while (!tasks_.empty() && size_ <= limit_)
        {
            const Task task = tasks_.back();
            tasks_.pop_back();
            const auto named = task.formula && !is_whole ? names.find(task.formula) : names.end();
            is_whole = false;
            if (!task.formula)
                put(task.text);
            else if (named != names.end())
                put(named->second);
            else
                open(task.formula, task.level);
        }
        tasks_.clear();
    }

    void put(std::string_view piece)
    {
        size_ += piece.size();
        if (keep_)
            text_ += piece;
    }

    void later(std::string_view piece) { tasks_.push_back({Formula(), Precedence::Iff, piece}); }
    void later(Formula formula, Precedence level) { tasks_.push_back({formula, level, {}}); }

    void open(Formula f, Precedence wanted)
    {
        if (level_of(f.kind()) < wanted)
        {
            put("(");
            later(")");
        }
        switch (f.kind())
        {
        case Kind::True: return put(sign_.top);
        case Kind::False: return put(sign_.bottom);
        case Kind::Fluent: return put(frame_.name(f.fluent()));
        case Kind::Initial: return put("initial");
        case Kind::Terminal: return put("terminal");
        case Kind::Legal: return around("legal(", frame_.name(f.action()), ")");
        case Kind::Does: return around("does(", frame_.name(f.action()), ")");
        case Kind::Not: put(sign_.no); return later(f[0], Precedence::Prefix);
        case Kind::Next: put(sign_.next); return later(f[0], Precedence::Prefix);
        case Kind::After:
            around("[", frame_.name(f.action()), "] ");
            return later(f[0], Precedence::Prefix);
        case Kind::Select:
            around(sign_.select, frame_.name(f.action()), sign_.selected);
            return later(f[0], Precedence::Prefix);
        case Kind::Restrict:
            put(sign_.restrict);
            later(f[1], Precedence::Prefix);
            later(sign_.restricted);
            return later(f[0], Precedence::Iff);
        case Kind::And: return operands(f, sign_.both);
        case Kind::Or: return operands(f, sign_.either);
        case Kind::Implies: return operands(f, sign_.implies);
        case Kind::Iff: return operands(f, sign_.iff);
        case Kind::PrioritisedOr: return operands(f, sign_.prioritised_or);
        case Kind::PrioritisedAnd: return operands(f, sign_.prioritised_and);
        }
    }

    void around(std::string_view before, std::string_view name, std::string_view after)
    {
        put(before);
        put(name);
        put(after);
    }

    void operands(Formula f, std::string_view between)
    {
        for (std::size_t i = f.children().size(); i-- > 0;)
        {
            later(f[i], allowed(f.kind(), i));
            if (i > 0)
                later(between);
        }
    }

    const Frame& frame_;
    const Signs& sign_;
    std::size_t limit_;
    std::string text_;
    std::size_t size_ = 0;
    bool keep_ = true;
    std::vector<Task> tasks_;
};

/// The subformulas with operands that occur more than once, children first.
std::vector<Formula> shared(Formula formula)
{
    std::unordered_map<Formula, std::size_t> occurrences;
    for_each_subformula(formula,
                        [&](Formula f)
                        {
                            for (Formula child : f.children())
                                ++occurrences[child];
                        });
    std::vector<Formula> answer;
    for (const auto& [f, count] : occurrences)
        if (count > 1 && !f.children().empty())
            answer.push_back(f);
    std::ranges::sort(answer, {}, &Formula::id);
    return answer;
}

/// A beginning for names that no fluent or action of the frame has.
std::string fresh_prefix(const Frame& frame)
{
    std::string prefix = "f";
    const auto is_taken = [&](std::string_view name)
    {
        return name.size() > prefix.size() && name.starts_with(prefix) &&
               name[prefix.size()] >= '0' && name[prefix.size()] <= '9';
    };
    for (std::uint32_t i = 0; i < frame.fluent_count(); ++i)
        while (is_taken(frame.name(Fluent{i})))
            prefix += '_';
    return prefix;
}

} // namespace

std::string print(const Frame& frame, Formula formula, Style style)
{
    return Printer(frame, style, SIZE_MAX).text(formula, {});
}

std::string print(const Frame& frame, Formula formula, Style style,
                  const std::unordered_map<Formula, std::string>& names)
{
    const auto named = names.find(formula);
    return named != names.end() ? named->second
                                : Printer(frame, style, SIZE_MAX).text(formula, names);
}

std::size_t printed_size(const Frame& frame, Formula formula, Style style, std::size_t limit)
{
    return Printer(frame, style, limit).size(formula);
}

std::string print_shared(const Frame& frame, Formula formula, Style style, std::size_t size)
{
    constexpr std::size_t shortest_named = 16;
    if (printed_size(frame, formula, style, size + 1) <= size)
        return print(frame, formula, style);

    const std::string prefix = fresh_prefix(frame);
    Printer printer(frame, style, SIZE_MAX);
    Printer::Abbreviations names;
    std::string answer;
    for (Formula f : shared(formula))
    {
        if (f == formula || printed_size(frame, f, style, shortest_named) < shortest_named)
            continue;
        const std::string name = fmt::format("{}{}", prefix, names.size() + 1);
        answer += fmt::format("let {} = {}\n", name, printer.text(f, names));
        names.emplace(f, name);
    }
    return answer + printer.text(formula, names);
}

} // namespace sgl
