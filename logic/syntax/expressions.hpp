#pragma once

// The grammar of expressions: names, terms, conditions, formulas, ranges and quantified variables.

#include "logic/syntax/builder.hpp"

#include <string_view>

namespace sgl::language
{

/// Each reads what stands at `first`, past blanks, and moves `first` behind it; false, with nothing
/// moved, where there is no such thing. What is begun and goes on wrongly is thrown as
/// x3::expectation_failure, which grammar.cpp catches.
bool read_name(const char*& first, const char* last, Builder& builder, std::string_view& value);
/// A name, perhaps with arguments.
bool read_reference(const char*& first, const char* last, Builder& builder, Expr*& value);
bool read_domain(const char*& first, const char* last, Builder& builder, Domain*& value);
bool read_binders(const char*& first, const char* last, Builder& builder, Binders*& value);
bool read_expression(const char*& first, const char* last, Builder& builder, Expr*& value);
/// An expression that ends before a connective or comparison.
bool read_number(const char*& first, const char* last, Builder& builder, Expr*& value);

} // namespace sgl::language
