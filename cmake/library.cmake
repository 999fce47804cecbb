# Makes OUTPUT, a C++ file with the text of axioms/derivations/*.sgp under SOURCE, as far as they are
# templates: a file about one game (collapse.sgp) is of no use to others.

cmake_minimum_required(VERSION 3.20)

file(GLOB files ${SOURCE}/axioms/derivations/*.sgp)
list(SORT files)
set(entries "")
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  if("\n${text}" MATCHES "\n(game|frame) ")
    continue()
  endif()
  # A literal may not be too long for every compiler: a piece for each theorem.
  string(REPLACE "\nend\n" "\nend\n)~\"\nR\"~(" text "${text}")
  string(APPEND entries "    {\"${name}\", R\"~(${text})~\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT
"#include \"axioms/file/library.hpp\"

#include <array>

namespace sgl::axioms
{

std::span<const LibraryFile> library()
{
    static constexpr auto files = std::to_array<LibraryFile>({
@entries@    });
    return files;
}

} // namespace sgl::axioms
")
