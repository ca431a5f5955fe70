// Commands that are part of the contract and not of this build: they parse, say so, and exit with 2.
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "app/cli/command.h"

namespace kernelcast::cli {

namespace {

struct LaterCommand {
  const char* name;
  const char* sentence;
};
constexpr std::array<LaterCommand, 2> kLater{{
    {"replay", "Run a recorded session again under another policy"},
    {"endpoints", "List the model endpoints and test them"},
}};

}  // namespace

void addLaterCommands(CLI::App& app, Run& chosen) {
  for (const LaterCommand& later : kLater) {
    CLI::App* command =
        app.add_subcommand(later.name, fmt::format("{} (not in this build yet)", later.sentence));
    command->allow_extras();
    command->fallthrough(false);  // its arguments are not looked at, here or above
    command->callback([&chosen, name = later.name] {
      chosen = [name](const Context&) -> Result<Output> {
        return failure(Error::Kind::NotInBuild, fmt::format("`{}` is not in this build yet", name));
      };
    });
  }
}

}  // namespace kernelcast::cli
