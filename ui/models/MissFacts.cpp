#include "ui/models/MissFacts.h"

#include <algorithm>
#include <cstdlib>

#include "core/domain/number_format.h"
#include "ui/models/PlainText.h"

namespace kernelcast::ui {

namespace {

QString number(double value) { return plainText(formatSignificant(value)); }
QString share(double value) { return plainText(formatPercent(value)); }

QString missText(int predicted, int measured) {
  const int miss = std::abs(predicted - measured);
  if (miss == 0) return QStringLiteral("right speed class");
  return miss == 1 ? QStringLiteral("off by one class") : QStringLiteral("off by %1 classes").arg(miss);
}

QString measuredText(const CandidateRow& row) {
  const QString interval = speedupInterval(row);
  const QString text = QStringLiteral("Measured %1").arg(speedupText(row.speedup));
  return interval.isEmpty() ? text : text + QStringLiteral(" (%1)").arg(interval);
}

QString headline(const CandidateRow& row, std::optional<int> truth) {
  const bool forecast = row.hasForecast() && row.predictedBin > 0;
  if (truth) {
    if (!forecast) return measuredText(row) + QStringLiteral("; there is no forecast that could be read.");
    return measuredText(row) +
           QStringLiteral(", forecast %1: %2.")
               .arg(speedupText(expectedSpeedup(row.probabilities)), missText(row.predictedBin, *truth));
  }
  QString status = plainText(info(row.status).title);
  status[0] = status[0].toUpper();
  if (isFailure(row.status)) status += QStringLiteral(", so there is no measured speedup");
  if (!forecast) return status + QStringLiteral(", and no forecast that could be read.");
  return status +
         QStringLiteral("; the forecast was %1.").arg(speedupText(expectedSpeedup(row.probabilities)));
}

QString intervalFact(const CandidateRow& row) {
  const double low = forecastQuantile(row.probabilities, 0.1);
  const double high = forecastQuantile(row.probabilities, 0.9);
  if (row.speedup >= low && row.speedup <= high) return {};
  return QStringLiteral("The measurement lies %1 the forecast's 10–90% interval, %2.")
      .arg(row.speedup < low ? QStringLiteral("below") : QStringLiteral("above"), forecastInterval(row));
}

QString casesFact(const std::vector<double>& speedups) {
  if (speedups.size() < 2) return {};
  const auto faster = std::count_if(speedups.begin(), speedups.end(), [](double s) { return s > 1; });
  const auto [low, high] = std::minmax_element(speedups.begin(), speedups.end());
  return QStringLiteral("Faster than the reference on %1 of %2 cases, %3 to %4.")
      .arg(faster)
      .arg(speedups.size())
      .arg(speedupText(*low), speedupText(*high));
}

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

QString speedClass(int bin, BinRule rule) { return plainText(binLabel(bin, rule)) + u'×'; }

QStringList missFacts(const CandidateRow& row, BinRule rule, const std::vector<double>& caseSpeedups) {
  const std::optional<int> truth =
      row.hasSpeedup() && !isFailure(row.status) ? binOf(row.speedup, rule) : std::nullopt;
  QStringList facts{headline(row, truth)};
  if (truth && row.hasForecast()) {
    facts << QStringLiteral("The forecast gave %1 to the measured class, %2.")
                 .arg(share(row.probabilities.at(static_cast<std::size_t>(*truth - 1))),
                      speedClass(*truth, rule));
    facts << intervalFact(row);
  }
  if (truth) {
    facts << casesFact(caseSpeedups);
    if (row.speedup > kScaleHigh || row.speedup < kScaleLow) {
      facts << QStringLiteral(
                   "The measurement is beyond the scale: no forecast can say less than %1 or more than %2.")
                   .arg(speedupText(kScaleLow), speedupText(kScaleHigh));
    }
  }
  if (row.hasForecast() && row.predictedBin > 0 && row.predictedBin != argmaxBin(row.probabilities) &&
      row.probabilities.at(static_cast<std::size_t>(row.predictedBin - 1)) <
          row.probabilities.at(static_cast<std::size_t>(argmaxBin(row.probabilities) - 1))) {
    facts << QStringLiteral("It named %1, though its probabilities favour %2.")
                 .arg(speedClass(row.predictedBin, BinRule::Prompt),
                      speedClass(argmaxBin(row.probabilities), BinRule::Prompt));
  }
  if (row.rawProbabilitySum < 0.75 || row.rawProbabilitySum > 1.1) {
    facts << QStringLiteral("Its probabilities summed to %1 as answered.").arg(number(row.rawProbabilitySum));
  }
  if (row.unparsed > 0) {
    facts << QStringLiteral("%1 of %2 forecasts could not be read.")
                 .arg(row.unparsed)
                 .arg(row.unparsed + row.forecasts);
  }
  facts.removeAll(QString());
  return facts;
}

}  // namespace kernelcast::ui
