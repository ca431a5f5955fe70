// kernelcast-cli: everything of the program that needs no window.
#include <algorithm>
#include <exception>
#include <iostream>
#include <string_view>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/cli/command.h"
#include "app/cli/terminal_text.h"
#include "core/domain/text.h"

namespace {

using namespace kernelcast;

int fail(const cli::Context& context, const Error& error) {
  std::cerr << "kernelcast-cli: " << cli::terminalLine(error.message) << "\n";
  if (context.json) std::cout << dumpJson(OrderedJson{{"error", toValidUtf8(error.message)}}) << "\n";
  return cli::exitCodeOf(error);
}

// Characters a line of the terminal holds; 0 where words go elsewhere.
std::size_t terminalWidth() {
  winsize size{};
  const bool known = ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return known ? size.ws_col : 0;
}

// What holds for every command, below the help of each.
constexpr const char* kEverywhere =
    "--library FILE and --json may stand before or after the command. A session is named by its id, a unique "
    "prefix\n"
    "of 10 characters or more, or its exact name. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no such "
    "thing.";

int run(int argc, char** argv) {
  CLI::App app{"Kernelcast on the command line: forecasts and search runs of GPU kernels.", "kernelcast-cli"};
  app.set_version_flag("--version", "kernelcast-cli " KERNELCAST_VERSION);
  app.fallthrough();  // --library and --json may stand after the command too
  cli::Context context{db::defaultLibraryPath(), false, terminalWidth()};
  app.add_option("--library", context.library, "The library, a SQLite file")
      ->type_name("FILE")
      ->capture_default_str();
  app.add_flag("--json", context.json, "Print one JSON document on standard output and nothing else there");

  cli::Run chosen;
  cli::addLibraryCommands(app, chosen);
  cli::addFigureCommands(app, chosen);
  cli::addSearchCommands(app, chosen);
  cli::addReportCommand(app, chosen);
  cli::addBenchCommands(app, chosen);
  cli::addTaskCommands(app, chosen);
  cli::addLaterCommands(app, chosen);
  app.footer(kEverywhere);
  for (CLI::App* command : app.get_subcommands({})) {
    const std::string own = command->get_footer();
    command->footer(own.empty() ? kEverywhere : own + "\n\n" + kEverywhere);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    // Parsing may have stopped before it came to --json.
    context.json = context.json || std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
    return fail(context, {Error::Kind::WrongUsage, std::string(e.what()) + "; --help says how it is used"});
  }
  if (const auto commands = app.get_subcommands(); commands.size() > 1) {
    return fail(context, {Error::Kind::WrongUsage,
                          fmt::format("\"{}\" and \"{}\" are two commands; give one at a time",
                                      commands[0]->get_name(), commands[1]->get_name())});
  }
  if (context.library.empty()) return fail(context, {Error::Kind::WrongUsage, "--library names no file"});
  if (!chosen) return fail(context, {Error::Kind::WrongUsage, "a command is required; --help lists them"});

  const auto output = chosen(context);
  if (!output) return fail(context, output.error());
  if (context.json) std::cout << dumpJson(output->document, 1) << "\n";
  else std::cout << cli::terminalText(output->words);
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "kernelcast-cli: standard output could not be written\n";
    return cli::kFailed;
  }
  for (const Error& error : output->failures) {
    std::cerr << "kernelcast-cli: " << cli::terminalLine(error.message) << "\n";
  }
  return output->failures.empty() ? cli::kDone : cli::exitCodeOf(output->failures.front());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::cerr << "kernelcast-cli: unexpected: " << e.what() << "\n";
    return cli::kFailed;
  }
}
