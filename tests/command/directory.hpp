#pragma once

// A directory for the files of a test.

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace sgl::testing
{

/// A directory that is gone after the test.
struct Directory
{
    Directory()
        : path((std::filesystem::temp_directory_path() /
                fmt::format("sgl-certified-{}-{}", getpid(), ++count))
                   .string())
    {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Directory() { std::filesystem::remove_all(path); }

    std::string file(const std::string& name) const { return path + "/" + name; }
    std::string text(const std::string& name) const
    {
        std::ifstream stream(file(name));
        std::ostringstream all;
        all << stream.rdbuf();
        return all.str();
    }
    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(file(name)) << text;
    }

    static inline unsigned count = 0;
    const std::string path;
};

} // namespace sgl::testing
