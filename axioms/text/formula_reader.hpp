#pragma once

// Formulas, straight from the text into the store: no syntax tree. Operators are
// read by precedence on explicit stacks, so that nesting costs no stack of the machine. The body of
// `any` or `all` is read once for each action, by going back to where it starts.

#include "axioms/text/name_reader.hpp"

#include <vector>

namespace sgl::axioms::text
{

/// Reads formulas, with the names in them.
class FormulaReader : public NameReader
{
public:
    using NameReader::NameReader;

    /// The formula that is next, as long as it goes on.
    Formula formula();

    /// Quantifiers stand for their first instance: to look at the syntax of a text, quickly.
    bool only_syntax = false;

private:
    /// What is open around the operand that is being read.
    struct OpenConstruct
    {
        enum class Kind : std::uint8_t
        {
            Whole,
            Parentheses,
            Braces, // ⌊ or {
            Quantifier,
            Not,
            Next,
            After,
            Select,
            Restrict,
            Operator,
        };
        Kind kind;
        Sign sign = Sign::End;   // of an Operator: which; of Braces: what closes them
        std::uint32_t data = 0;  // an action; where operands start; a quantifier
        std::uint32_t count = 0; // of an Operator: operands so far
        Formula alpha = {};      // of Restrict
    };
    struct Quantifier
    {
        bool is_all;
        bool is_empty;
        ActionBinders binders;
        std::uint32_t body;
        std::size_t first_value;
        std::size_t mark; // of the symbols' scope
    };

    void operand();
    void start_operand();
    bool prefix(Sign sign);
    void open_quantifier(bool is_all);
    bool close_group();
    bool close_quantifier();
    void apply_prefixes();
    void take_operator(Sign sign);
    void fold_to(int level);
    Formula join(Sign sign, std::size_t count);

    std::vector<OpenConstruct> open_;
    std::vector<Formula> values_; // operands read
    std::vector<Quantifier> quantifiers_;
};

} // namespace sgl::axioms::text
