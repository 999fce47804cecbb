#pragma once

// A theorem's text as a Derivation for the kernel. What is wrong with the text stops the reading;
// what is wrong with a proof, and found out here already, is an objection to the theorem.

#include "axioms/file/explanation.hpp"
#include "axioms/file/theorem_index.hpp"
#include "axioms/generate/generator.hpp"
#include "axioms/kernel/tautology.hpp"
#include "axioms/text/formula_reader.hpp"
#include "axioms/text/instance.hpp"
#include "axioms/text/labels.hpp"
#include "axioms/text/matcher.hpp"
#include "axioms/text/substitution.hpp"

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>

namespace sgl::axioms::text
{

/// What stands before a theorem's colon and the lets before that.
struct TheoremHeading
{
    Variables variables;
    ActionBinders family;
    bool is_family = false;
    std::uint32_t after = 0; // the place
};

/// A theorem as the text has it, for the kernel.
struct ParsedTheorem
{
    explicit ParsedTheorem(Derivation d) : derivation(std::move(d)) {}

    Derivation derivation;
    Labels labels;
    /// The kernel will object to the same line, or an earlier one.
    std::optional<Explanation> objection;
    std::vector<TheoremRequest> missing; // then nothing else counts
};

/// "select_next[a0]"
std::string member_name(const Frame& frame, std::string_view name, std::span<const Action> indices);

/// What a line is called: "2(a0)"; of lines generated for one with a label, "5.1".
std::string line_label(const Lexer& lexer, const Frame& frame, const Labels& labels,
                       std::size_t line);

/// Reads the theorems of one file. Throws ReadingStopped where the text is wrong.
class TheoremReader
{
public:
    struct Context
    {
        FormulaStore& store;
        const Frame& frame;
        const std::vector<Schema>& schemas;
        const std::vector<std::string>& game_axioms;
        TheoremIndex& library;
    };

    TheoremReader(const Context& context, Symbols& symbols, Lexer& lexer, FormulaReader& formulas);

    /// Settles a request at once. Without it, what a theorem waits for is in
    /// ParsedTheorem::missing.
    std::function<void(const TheoremRequest&)> demand;
    /// For large propositional steps among the lines that are generated; not needed.
    FindRefutation find_refutation;
    /// The theorem may be cited in this file.
    std::function<bool(const DeclaredTheorem&)> is_visible;

    /// After the name; binds the variables.
    TheoremHeading heading();
    /// From where the heading ends to `end`. The variables of the heading and of the family are
    /// bound.
    ParsedTheorem body(std::string name, const Variables& variables);
    /// The same for the syntax alone.
    void look_over(const Variables& variables);
    /// `let NAME = φ`, after the word.
    void let(bool of_theorem);

private:
    struct Label
    {
        const char* at = nullptr;
        bool is_number = false;
        std::uint32_t value = 0; // the number, or the symbol
    };
    static constexpr std::uint32_t group_bit = std::uint32_t{1} << 31;
    static constexpr std::string_view a_line = "a line, 'let', 'for' or 'end'";

    void variable_list(Variables& variables);
    void lines();
    void assume();
    void single_line();
    void grouped_line();
    void step(std::uint32_t place);

    Label label();
    std::uint32_t* known(const Label& label);
    void define(const Label& label, std::uint32_t value);
    [[noreturn]] void fail_unknown_line(const Label& label);

    void citations();
    void citation();
    bool next_is_label();

    void justification(Formula f);
    void tautology(Formula f);
    void by_axiom(Formula f);
    void by_game_axiom(Formula f);
    void by_theorem(Formula f);
    void by_replacement(Formula f);
    void by_generator(std::optional<NotGenerated> (Generator::*generate)(Formula), Formula f);
    Generator& generator(const char* at);
    void generated(Formula f, std::optional<NotGenerated> refusal);
    const Theorem* library_theorem(const char* at, std::string_view name,
                                   std::span<const Action> index);
    Instance explicit_instance(const std::vector<const Schema*>& schemas);
    std::uint32_t cited_entry(const char* at, std::string_view name);
    std::vector<Action> indices(const char* at, const DeclaredTheorem& entry);
    void substitution(const DeclaredTheorem& entry, Matcher& matcher);
    const Theorem* cited_theorem(const char* at, std::uint32_t entry, std::vector<Action> tuple);
    void object(Why why, std::string rule, std::string expected, std::string found);
    void objected_line(Formula f);
    std::string shown(Formula f) const;
    static std::string shortened(std::string text);

    Context context_;
    Symbols& symbols_;
    Lexer& lexer_;
    FormulaReader& formulas_;

    // Of the theorem that is read:
    ParsedTheorem* reading_ = nullptr;
    const Variables* variables_ = nullptr;
    bool only_syntax_ = false;
    Label current_; // of the line that is read
    std::vector<Derivation::Number> cited_;
    std::optional<Generator> generator_; // where a line asks for one
    const char* generated_at_ = nullptr; // the justification that does
    std::string generated_by_;
    std::string cited_name_;
    std::uint32_t theorem_ = 0; // counts them, so that labels of others do not count
    struct Numbered
    {
        std::uint32_t theorem = 0, line = 0;
    };
    std::vector<Numbered> numbered_;                            // small labels
    std::unordered_map<std::uint32_t, std::uint32_t> far_ones_; // and others
};

} // namespace sgl::axioms::text
