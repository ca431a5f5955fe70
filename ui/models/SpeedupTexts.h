// Speedups and their intervals as the inspector writes them.
#pragma once

#include <QString>

#include "core/domain/session.h"

namespace kernelcast::ui {

QString speedupText(double speedup);
// "3.43–3.46×"; empty where no interval is known.
QString speedupInterval(const CandidateRow& row);
// "0.75–1.92×", the forecast's 10-90% interval.
QString forecastInterval(const CandidateRow& row);

}  // namespace kernelcast::ui
