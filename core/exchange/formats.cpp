#include "core/exchange/formats.h"

#include <array>

#include <fmt/format.h>

#include "core/exchange/detect.h"

namespace kernelcast::exchange {

namespace {

Result<std::string> exportNative(const SessionId& id, RowSource& source) {
  return source.exchangeSession(id).map(writeNative);
}

constexpr std::array<FormatInfo, 11> kFormats{{
    {"native", "Kernelcast session", "*.json", true, true, true, false, readNative, exportNative},
    {"csv", "table of candidates", "*.csv", false, true, true, true},
    {"eval-set", "GPU Forecasters evaluation set", "*.jsonl", true, true, false, false},
    {"predictions", "GPU Forecasters predictions", "*.jsonl", true, true, false, false},
    {"training-pool", "GPU Forecasters training pool", "*.jsonl", true, true, false, false},
    {"discovery-pairs", "GPU Forecasters discovery pairs", "*.jsonl", true, true, false, false},
    {"events", "GPU Forecasters search log", "*.jsonl", true, false, false, false},
    {"kernelbot", "kernelbot task or result", "*.yml *.json *.txt", true, false, false, false},
    {"leaderboard", "kernelbot leaderboard scorecard", "*.json", true, false, false, false},
    {"kernelbench", "KernelBench results or baseline times", "*.json", true, false, false, false},
    {"ai-cuda-engineer", "AI CUDA Engineer archive", "*.csv *.jsonl", true, false, false, false},
}};

// "native, csv": what there is in this build.
std::string available(bool FormatInfo::*direction) {
  std::string keys;
  for (const FormatInfo& format : kFormats) {
    if (!(format.*direction) || !format.inBuild) continue;
    if (!keys.empty()) keys += ", ";
    keys += format.key;
  }
  return keys;
}

Result<const FormatInfo*> usable(std::string_view key, bool FormatInfo::*direction, std::string_view done) {
  const FormatInfo* format = findFormat(key);
  if (format == nullptr) {
    return failure(Error::Kind::WrongUsage,
                   fmt::format("there is no format \"{}\"; what can be {} in this build: {}", key, done,
                               available(direction)));
  }
  if (!(format->*direction)) {
    return failure(Error::Kind::WrongUsage,
                   fmt::format("{} ({}) cannot be {}; what can in this build: {}", format->key, format->title,
                               done, available(direction)));
  }
  if (!format->inBuild) {
    return failure(Error::Kind::NotInBuild,
                   fmt::format("{} ({}) cannot be {} in this build yet; what can: {}", format->key,
                               format->title, done, available(direction)));
  }
  return format;
}

}  // namespace

std::span<const FormatInfo> formats() { return kFormats; }

const FormatInfo* findFormat(std::string_view key) {
  for (const FormatInfo& format : kFormats) {
    if (format.key == key) return &format;
  }
  return nullptr;
}

Result<ImportResult> importFile(const std::filesystem::path& path, ImportSink& sink, std::string_view as) {
  if (!as.empty()) {
    if (const auto format = usable(as, &FormatInfo::canImport, "imported"); !format)
      return failure(format.error());
  }
  const auto text = readFile(path);
  if (!text) return failure(text.error());
  const auto format = usable(as.empty() ? detectFormat(*text) : as, &FormatInfo::canImport, "imported");
  if (!format) return failure(format.error());
  auto document = (*format)->read(*text);
  if (!document) return failure(document.error());
  const auto stored = sink.store(document->session);
  if (!stored) return failure(stored.error());
  ImportResult result;
  result.report = std::move(document->report);
  result.sessions.push_back(document->session.id);
  result.alreadyThere = *stored == ImportSink::Stored::AlreadyThere;
  return result;
}

Result<std::string> exportSession(const SessionId& id, RowSource& source, std::string_view as) {
  const auto format = usable(as, &FormatInfo::canExport, "exported");
  if (!format) return failure(format.error());
  if ((*format)->writtenByReport) {
    return failure(fmt::format("{} is written from the session's table by the report writer, not here", as));
  }
  return (*format)->write(id, source);
}

}  // namespace kernelcast::exchange
