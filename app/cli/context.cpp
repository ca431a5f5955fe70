#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "core/domain/number_format.h"

namespace kernelcast::cli {

int exitCodeOf(const Error& error) {
  switch (error.kind) {
    case Error::Kind::NotFound: return kNoSuchThing;
    case Error::Kind::WrongUsage:
    case Error::Kind::NotInBuild: return kWrongUsage;
    case Error::Kind::Failed:
    case Error::Kind::BadInput:
    case Error::Kind::Conflict:
    case Error::Kind::Cancelled: break;
  }
  return kFailed;
}

Result<std::unique_ptr<db::Library>> Context::openForWriting() const {
  auto opened = db::Library::open(library);
  if (opened && (*opened)->readOnly()) {
    return failure(
        fmt::format("{} may only be read: nothing was changed. Make it writable or name another library with "
                    "--library.",
                    library.string()));
  }
  return opened;
}

Result<std::unique_ptr<db::Library>> Context::openForReading() const {
  std::error_code ignored;
  if (!std::filesystem::exists(library, ignored)) {
    return failure(
        Error::Kind::NotFound,
        fmt::format("there is no library at {}: `kernelcast-cli sample` makes one with the bundled sample, "
                    "`import` one from files",
                    library.string()));
  }
  auto opened = db::Library::open(library, {.create = false});
  if (opened && !(*opened)->readOnly()) {
    // A listing should tell the running from the interrupted; where it cannot be noted the states read as
    // last written.
    (void)(*opened)->markInterrupted();
  }
  return opened;
}

CLI::Validator unsignedInteger() {
  return CLI::Validator(
      [](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc() && end == text.data() + text.size()) return std::string();
        return fmt::format("must be an integer from 0 to {}, and is {}",
                           std::numeric_limits<std::uint64_t>::max(), text);
      },
      "");
}

std::string writtenWords(const std::filesystem::path& out, std::size_t bytes) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(out, ignored)) return {};
  return fmt::format("{} ({})\n", out.string(), formatBytes(static_cast<double>(bytes)));
}

OrderedJson sessionJson(const SessionSummary& s) {
  OrderedJson best = OrderedJson::array();
  for (const BestOfTask& entry : s.best) {
    best.push_back({{"task", entry.task},
                    {"candidate", entry.candidate},
                    {"name", entry.name},
                    {"speedup", entry.speedup}});
  }
  return {{"id", s.id},
          {"name", s.name},
          {"kind", info(s.kind).key},
          {"state", info(s.state).key},
          {"note", s.stateNote},
          {"created_ms", s.createdMs},
          {"policy", s.policy},
          {"tasks", s.tasks},
          {"devices", s.devices},
          {"surrogates", s.surrogates},
          {"candidates", s.candidates},
          {"forecasts", s.forecasts},
          {"measured", s.measured},
          {"correct", s.correct},
          {"trusted", s.trusted},
          {"deferred", s.deferred},
          {"skipped", s.skipped},
          {"audited", s.audited},
          {"tokens", s.tokens},
          {"cost", s.cost},
          {"gpu_seconds", s.gpuSeconds},
          {"best", std::move(best)}};
}

}  // namespace kernelcast::cli
