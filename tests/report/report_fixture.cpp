#include "report_fixture.h"

#include <QXmlStreamReader>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace kernelcast::report {

ReportSession makeSession(const SessionShape& shape) {
  ReportSession session;
  SessionTable& table = session.table;
  table.summary.id = "01HZX3V5K8Q2M4N6P8R0S2T4V6";
  table.summary.name = "Made up";
  table.summary.createdMs = 1'772'370'309'000;
  table.devices = {"NVIDIA H200"};
  table.surrogates = {"a model"};
  for (int t = 0; t < shape.tasks; ++t) table.tasks.push_back(fmt::format("task_{}", t));

  // What a forecast misses its measurement by, in log2: hits, near misses and far ones in turn.
  constexpr std::array<double, 6> kMisses{0, 0.1, -0.5, 0.6, -1.8, 2.4};
  for (int i = 0; i < shape.rows; ++i) {
    CandidateRow row;
    row.number = i + 1;
    row.task = i * shape.tasks / std::max(1, shape.rows);
    row.device = 0;
    row.surrogate = 0;
    row.name = fmt::format("kernel_{}", i);
    row.parentName = "reference";
    row.kernelHash = fmt::format("{:064x}", i);
    const double log2 = -2.6 + 5.2 * ((i * 7919) % 1000) / 1000.0;
    const bool failed = shape.failEvery > 0 && i % shape.failEvery == shape.failEvery - 1;
    CandidateDetail detail;
    detail.note = "a note";
    detail.source = shape.source;
    detail.referenceSource = "// the reference\n";
    detail.referenceName = "reference";
    if (shape.measurements) {
      row.status = failed ? RowStatus::CompileFailed : RowStatus::Ok;
      Measurement run;
      Measurement reference;
      const CaseParams params{{{"rows", 4096}, {"cols", 1024}}};
      reference.cases = {{params, 100.0, 60, {}, {}, {}, {}}};
      if (failed) {
        run.status = MeasurementStatus::CompileFailed;
        run.error = "error: identifier \"norm\" is undefined";
      } else {
        run.cases = {{params, 100.0 / std::exp2(log2), 60, {}, {}, {}, {}}};
        row.speedup = std::exp2(log2);
        row.speedupLow = row.speedup * 0.99;
        row.speedupHigh = row.speedup * 1.01;
        row.runtimeUs = 100.0 / row.speedup;
        row.referenceUs = 100.0;
        row.runs = 1;
        row.cases = 1;
      }
      detail.runs = {run};
      detail.referenceRuns = {reference};
      detail.runLabels = {"1"};
    }
    if (shape.forecasts) {
      const double forecast =
          std::exp2(std::clamp(log2 + kMisses[static_cast<std::size_t>(i) % kMisses.size()], -2.9, 2.9));
      const int bin = binOf(forecast, BinRule::Prompt).value_or(1);
      const double sure = 0.3 + 0.1 * (i % 6);
      BinProbabilities p{};
      for (double& share : p) share = (1 - sure) / 7;
      p[static_cast<std::size_t>(bin) - 1] = sure;
      row.forecasts = 1;
      row.predictedBin = bin;
      row.probabilities = p;
      row.rawProbabilitySum = 1;
      Forecast given;
      given.probabilities = p;
      given.predictedBin = bin;
      given.rationale = "Memory bound.";
      detail.forecasts = {given};
      table.forecasts.push_back({i, 0, true, bin, 1, p});
    }
    table.rows.push_back(std::move(row));
    session.details.push_back(std::move(detail));
  }
  table.summary.candidates = shape.rows;
  table.summary.forecasts = static_cast<int>(table.forecasts.size());
  Device device;
  device.name = "NVIDIA H200";
  device.computeCapability = {9, 0};
  device.driverVersion = "13.0";
  session.devices = {device};
  session.dataHash = std::string(64, 'a');
  rescore(session);
  return session;
}

void rescore(ReportSession& session) {
  stats::fillRanks(session.table);
  session.scores = stats::scoreSession(session.table, BinRule::Prompt);
  session.scoresPaperCode = stats::scoreSession(session.table, BinRule::PaperCode);
  session.pairs = stats::wrongOrderPairs(session.table);
}

Report makeReport(std::vector<ReportSession> sessions) {
  Report report;
  report.sessions = std::move(sessions);
  report.options.programVersion = "kernelcast 1.2.3";
  report.options.createdMs = 1'772'370'309'000;
  return report;
}

Taken takeApart(const std::string& document) {
  Taken taken;
  QXmlStreamReader reader(QByteArray::fromStdString(document));
  QStringList path;
  while (!reader.atEnd()) {
    switch (reader.readNext()) {
      case QXmlStreamReader::StartElement: {
        const QString name = reader.name().toString();
        path.append(name);
        taken.elements.insert(name);
        for (const QXmlStreamAttribute& attribute : reader.attributes()) {
          const QString key = attribute.qualifiedName().toString();
          taken.attributes.insert(key);
          if (key == "id") taken.ids.append(attribute.value().toString());
          if (key == "href" || key == "src" || key == "action")
            taken.addresses.append(attribute.value().toString());
          if (key == "class") ++taken.classes[attribute.value().toString()];
        }
        if (name == "text") taken.svgTexts.append(QString());
        if (name == "title" && path.size() > 1 && path[path.size() - 2] != "svg" &&
            path[path.size() - 2] != "head") {
          taken.tooltips.append(QString());
        }
        break;
      }
      case QXmlStreamReader::EndElement: path.removeLast(); break;
      case QXmlStreamReader::Characters:
        if (path.isEmpty() || path.last() == "style") break;
        taken.text += reader.text();
        if (path.last() == "text") taken.svgTexts.last() += reader.text();
        if (path.last() == "title" && path[path.size() - 2] != "svg" && path[path.size() - 2] != "head") {
          taken.tooltips.last() += reader.text();
        }
        break;
      default: break;
    }
  }
  if (reader.hasError()) {
    taken.error = QString("line %1: %2").arg(reader.lineNumber()).arg(reader.errorString());
  }
  return taken;
}

}  // namespace kernelcast::report
