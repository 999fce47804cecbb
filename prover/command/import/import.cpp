// sgl import: a sheet in GDL as a game in the language of sgl.

#include "logic/import/translation.hpp"
#include "logic/language/reader.hpp"
#include "prover/command/input.hpp"
#include "prover/command/output.hpp"
#include "prover/command/watchdog.hpp"

#include <cctype>
#include <filesystem>
#include <fmt/format.h>

namespace sgl::command
{

namespace
{

/// The name of a game that is read from this file; letters, digits and _ alone.
std::string name_of(const std::string& path)
{
    std::string name = path == "-" ? "" : std::filesystem::path(path).stem().string();
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0)
            c = '_';
    const bool starts_well =
        !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
    return starts_well ? name : "g" + name;
}

} // namespace

Status import_sheet(const Options& options)
{
    CommandWatchdog watchdog(options);
    watchdog.begin(options.files.front());
    watchdog.enter({"reading", "while it was read"});
    Refusal refusal;
    const std::optional<Source> source = read_source(options.files.front(), options, refusal);
    if (!source)
        return complain(refusal);
    if (!import::is_sheet(source->text))
        return complain(
            {{},
             fmt::format("{} is no sheet in GDL: it does not begin with '('", source->name),
             source->name,
             ""});
    const import::Translation translation = import::translate(*source);
    if (!translation.errors.empty())
        return complain(refusal_of(translation.errors, source->name, options, "while it was read"));
    complain(translation.warnings);
    watchdog.end();
    put(fmt::format("// Translated from {} by sgl import.\ngame {}\n\n{}",
                    std::filesystem::path(source->name).filename().string(), name_of(source->name),
                    translation.text));
    return AllAsExpected;
}

} // namespace sgl::command
