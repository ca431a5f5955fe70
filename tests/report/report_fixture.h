// Sessions made up for the tests of reports, and a reader that takes a document apart.
#pragma once

#include <QMap>
#include <QSet>
#include <QString>
#include <QStringList>

#include "core/report/report_model.h"

namespace kernelcast::report {

struct SessionShape {
  int rows = 24;
  int tasks = 2;
  bool forecasts = true;
  bool measurements = true;
  int failEvery = 8;  // every n-th candidate fails; 0: none
  std::string source = "__global__ void k(float* y) { if (y != nullptr && threadIdx.x < 1) y[0] = 1; }\n";
};

// Spread over all outcomes, the same each time; figures filled by core/stats.
ReportSession makeSession(const SessionShape& shape = {});
// Ranks, scores and pairs anew, after rows were changed.
void rescore(ReportSession& session);
Report makeReport(std::vector<ReportSession> sessions);

// A document as an XML reader sees it.
struct Taken {
  QString error;  // empty: well-formed
  QSet<QString> elements;
  QSet<QString> attributes;
  QStringList ids;
  QStringList addresses;       // href, src and the like
  QMap<QString, int> classes;  // how many elements carry exactly this class attribute
  QString text;                // all character data outside <style>
  QStringList svgTexts;        // <text> of charts, one each
  QStringList tooltips;        // <title> inside shapes
};
Taken takeApart(const std::string& document);

}  // namespace kernelcast::report
