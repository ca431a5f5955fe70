#include <fmt/format.h>

#include "core/domain/text.h"
#include "core/exchange/base64.h"
#include "core/exchange/native.h"
#include "core/exchange/native_form.h"

namespace kernelcast::exchange {

namespace {

// A row starts with what it is about, so that a person and a diff find it; values follow by name.
void putAll(OrderedJson& row, const Json& values) {
  for (const auto& [key, value] : values.items()) row[key] = value;
}
void putText(OrderedJson& row, const char* key, const std::string& text) {
  if (!text.empty()) row[key] = text;
}

OrderedJson rowOf(const Task& task) {
  OrderedJson row{{"name", task.name}, {"title", task.title}, {"version", task.version}};
  putAll(row, toJson(task));
  return row;
}

OrderedJson rowOf(const ExchangeDevice& device) {
  OrderedJson row{{"key", device.key}, {"name", device.device.name}};
  putAll(row, toJson(device.device));
  return row;
}

OrderedJson rowOf(const ExchangeSurrogate& surrogate) {
  return {{"key", surrogate.key},
          {"name", surrogate.name},
          {"model", surrogate.model},
          {"mode", surrogate.mode},
          {"prompt", surrogate.prompt}};
}

// A kernel is its bytes: one that is not UTF-8 must come back as it was, or its hash would name another
// kernel.
OrderedJson rowOf(const ExchangeKernel& kernel) {
  OrderedJson row{{"key", kernel.key}, {"name", kernel.name}};
  if (isValidUtf8(kernel.source)) row["source"] = kernel.source;
  else row["source_base64"] = toBase64(kernel.source);
  return row;
}

OrderedJson rowOf(const ExchangeReference& reference) {
  return {{"task", reference.task}, {"kernel", reference.kernel}};
}

OrderedJson rowOf(const ExchangeCandidate& candidate) {
  OrderedJson row{{"number", candidate.number},
                  {"task", candidate.task},
                  {"name", candidate.name},
                  {"kernel", candidate.kernel},
                  {"parent", candidate.parent}};
  if (candidate.verdict) row["verdict"] = info(*candidate.verdict).key;
  if (candidate.status) row["status"] = info(*candidate.status).key;
  if (candidate.speedup) row["speedup"] = *candidate.speedup;
  putText(row, "run", candidate.run);
  putText(row, "note", candidate.note);
  return row;
}

OrderedJson rowOf(const ExchangeForecast& forecast) {
  OrderedJson row{{"candidate", forecast.candidate},
                  {"surrogate", forecast.surrogate},
                  {"anchor", forecast.anchor},
                  {"device", forecast.device},
                  {"repeat", forecast.repeat}};
  putAll(row, toJson(forecast.forecast));
  return row;
}

OrderedJson rowOf(const ExchangeRun& run) {
  OrderedJson row{{"key", run.key}, {"device", run.device}, {"tool", run.tool}};
  if (run.startedMs) row["started_ms"] = *run.startedMs;
  return row;
}

OrderedJson rowOf(const ExchangeMeasurement& measurement) {
  OrderedJson row{{"kernel", measurement.kernel},
                  {"task", measurement.task},
                  {"run", measurement.run},
                  {"status", statusInfo(measurement.measurement.status).key}};
  putAll(row, toJson(measurement.measurement));
  return row;
}

OrderedJson rowOf(const ExchangeEvent& event) {
  return {{"seq", event.seq},         {"at_ms", event.atMs}, {"kind", event.kind},
          {"version", event.version}, {"slot", event.slot},  {"payload", event.payload}};
}

template <typename Row>
void writeList(std::string& text, std::string_view key, const std::vector<Row>& rows) {
  text += fmt::format(",\n \"{}\": [", key);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += i == 0 ? "\n  " : ",\n  ";
    text += dumpJson(rowOf(rows[i]));
  }
  text += rows.empty() ? "]" : "\n ]";
}

}  // namespace

std::string writeNative(const ExchangeSession& session) {
  OrderedJson head{{"id", session.id},
                   {"name", session.name},
                   {"kind", info(session.kind).key},
                   {"state", info(session.state).key},
                   {"created_ms", session.createdMs}};
  putText(head, "state_note", session.stateNote);
  putText(head, "policy", session.policy);
  putText(head, "note", session.note);

  std::string text = fmt::format("{{\n \"format\": \"{}\",\n \"version\": {},\n \"session\": {}",
                                 kNativeFormat, kNativeVersion, dumpJson(head));
  writeList(text, "tasks", session.tasks);
  writeList(text, "devices", session.devices);
  writeList(text, "surrogates", session.surrogates);
  writeList(text, "kernels", session.kernels);
  writeList(text, "references", session.references);
  writeList(text, "candidates", session.candidates);
  writeList(text, "forecasts", session.forecasts);
  writeList(text, "runs", session.runs);
  writeList(text, "measurements", session.measurements);
  if (!session.events.empty()) writeList(text, "events", session.events);
  text += "\n}\n";
  return text;
}

}  // namespace kernelcast::exchange
