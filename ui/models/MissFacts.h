// What is known of one forecast against its measurement, in sentences that claim no cause.
#pragma once

#include <QStringList>

#include "core/domain/session.h"
#include "core/domain/speedup_bin.h"

namespace kernelcast::ui {

QString speedupText(double speedup);
// "3.43–3.46×"; empty where no interval is known.
QString speedupInterval(const CandidateRow& row);
// "0.75–1.92×", the forecast's 10-90% interval.
QString forecastInterval(const CandidateRow& row);
// "≤ 4×"
QString speedClass(int bin, BinRule rule);

// The first says how far off the forecast was. `caseSpeedups` may be empty where they are not known.
QStringList missFacts(const CandidateRow& row, BinRule rule, const std::vector<double>& caseSpeedups = {});

}  // namespace kernelcast::ui
