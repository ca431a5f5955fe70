#include "ui/models/KernelFacts.h"

#include <QStringList>
#include <algorithm>
#include <optional>

#include "core/domain/launch_plan_text.h"
#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

QString joined(const std::vector<std::string>& parts, const QString& between) {
  QStringList texts;
  for (const std::string& part : parts) texts << oneLine(part);
  return texts.join(between);
}

void addLaunch(std::vector<FactLine>& lines, const PlannedLaunch& launch, const QString& title) {
  const QString times = QStringLiteral(" × ");
  const auto add = [&lines](const char* name, const QString& value) {
    if (!value.isEmpty()) lines.push_back({QString::fromUtf8(name), value});
  };
  lines.push_back({title, oneLine(launch.kernel)});
  add("grid", joined(launch.grid, times));
  add("block", joined(launch.block, times));
  add("cluster", joined(launch.cluster, times));
  const QString shared = oneLine(launch.shared);
  if (!shared.isEmpty() && shared != QStringLiteral("0")) add("shared", shared + QStringLiteral(" B"));
  add("arguments", joined(launch.args, QStringLiteral(", ")));
  add("when", oneLine(launch.when));
  if (launch.cooperative) add("launch", QStringLiteral("cooperative"));
}

void addMore(std::vector<FactLine>& lines, std::size_t all, const char* what) {
  if (all <= kMostFacts) return;
  lines.push_back(
      {QString(), QStringLiteral("and %1 more %2").arg(all - kMostFacts).arg(QLatin1String(what))});
}

QString bytesOrNone(const std::optional<int>& bytes, const char* what, const char* none) {
  if (!bytes) return {};
  if (*bytes == 0) return QLatin1String(none);
  return QStringLiteral("%1 %2").arg(plainText(formatBytes(*bytes)), QLatin1String(what));
}

}  // namespace

std::vector<FactLine> launchPlanLines(std::string_view source) {
  const auto plan = launchPlanOf(source);
  if (!plan) return {{QStringLiteral("not read"), asSentence(plan.error().message)}};
  std::vector<FactLine> lines;
  if (!*plan) return lines;
  const auto& launches = (*plan)->launches;
  for (std::size_t i = 0; i < std::min(launches.size(), kMostFacts); ++i) {
    addLaunch(lines, launches[i],
              launches.size() == 1 ? QStringLiteral("kernel") : QStringLiteral("launch %1").arg(i + 1));
  }
  addMore(lines, launches.size(), "launches");
  const auto& scratch = (*plan)->scratch;
  for (std::size_t i = 0; i < std::min(scratch.size(), kMostFacts); ++i) {
    QString value = QStringLiteral("%1: %2 × %3")
                        .arg(oneLine(scratch[i].name), oneLine(scratch[i].size), oneLine(scratch[i].dtype));
    if (!scratch[i].fill.empty()) value += QStringLiteral(", filled with %1").arg(oneLine(scratch[i].fill));
    lines.push_back({QStringLiteral("scratch"), value});
  }
  addMore(lines, scratch.size(), "scratch buffers");
  return lines;
}

std::vector<FactLine> resourceLines(std::span<const Measurement> runs) {
  std::vector<FactLine> lines;
  const auto told =
      std::find_if(runs.begin(), runs.end(), [](const Measurement& run) { return !run.resources.empty(); });
  if (told != runs.end()) {
    for (std::size_t i = 0; i < std::min(told->resources.size(), kMostFacts); ++i) {
      const KernelResources& kernel = told->resources[i];
      QStringList words;
      if (kernel.registers) words << QStringLiteral("%1 registers a thread").arg(*kernel.registers);
      words << bytesOrNone(kernel.sharedBytes, "shared", "no static shared memory")
            << bytesOrNone(kernel.localBytes, "local a thread", "no local memory")
            << bytesOrNone(kernel.spillBytes, "spilled a thread", "no spills");
      words.removeAll(QString());
      lines.push_back({oneLine(kernel.name), words.join(QStringLiteral(", "))});
    }
    addMore(lines, told->resources.size(), "functions");
  }
  const auto timed = std::find_if(runs.begin(), runs.end(),
                                  [](const Measurement& run) { return run.compileMs.has_value(); });
  if (timed != runs.end()) {
    lines.push_back(
        {QStringLiteral("compile time"), plainText(formatMicroseconds(*timed->compileMs * 1000))});
  }
  return lines;
}

}  // namespace kernelcast::ui
