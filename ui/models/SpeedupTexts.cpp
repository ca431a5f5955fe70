#include "ui/models/SpeedupTexts.h"

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

QString number(double value) { return plainText(formatSignificant(value)); }

}  // namespace

QString speedupText(double speedup) { return plainText(formatSpeedup(speedup)); }

QString speedupInterval(const CandidateRow& row) {
  if (!(row.speedupLow > 0) || !(row.speedupHigh > 0)) return {};
  return number(row.speedupLow) + u'–' + speedupText(row.speedupHigh);
}

QString forecastInterval(const CandidateRow& row) {
  if (!row.hasForecast()) return {};
  return number(forecastQuantile(row.probabilities, 0.1)) + u'–' +
         speedupText(forecastQuantile(row.probabilities, 0.9));
}

}  // namespace kernelcast::ui
