// sgl import: a sheet in GDL as a game in the language of sgl.

#include "logic/import/symbols.hpp"
#include "logic/import/translation.hpp"
#include "prover/command/input.hpp"
#include "prover/command/output.hpp"
#include "prover/command/watchdog.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace sgl::command
{

Status import_sheet(const Options& options)
{
    CommandWatchdog watchdog(options);
    watchdog.begin(options.files.front());
    watchdog.enter({"reading", "while it was read"});
    Refusal refusal;
    const std::optional<Source> source = read_source(options.files.front(), options, refusal);
    if (!source)
        return complain(refusal);
    if (!import::is_sheet(*source))
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
                    std::filesystem::path(source->name).filename().string(),
                    import::identifier(std::filesystem::path(source->name).stem().string()),
                    translation.text));
    return AllAsExpected;
}

} // namespace sgl::command
