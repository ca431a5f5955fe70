#include "ui/charts/ScatterGeometry.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kernelcast::ui {

namespace {

constexpr double kCell = 16;  // pixels; a hit test looks at no more than four or nine cells

// Lines up `count` points in rows and columns that fill a rectangle, the last row left-aligned.
std::vector<QPointF> fillRectangle(std::size_t count, const QRectF& rect) {
  std::vector<QPointF> places;
  places.reserve(count);
  const double shape = rect.height() > 0 ? rect.width() / rect.height() : 1;
  const auto columns = std::max<std::size_t>(
      1, static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count) * shape))));
  const auto rows = (count + columns - 1) / columns;
  for (std::size_t i = 0; i < count; ++i) {
    const auto column = static_cast<double>(i % columns);
    const auto row = static_cast<double>(i / columns);
    places.emplace_back(rect.left() + (column + 0.5) * rect.width() / static_cast<double>(columns),
                        rect.top() + (row + 0.5) * rect.height() / static_cast<double>(rows));
  }
  return places;
}

}  // namespace

std::vector<double> spreadAcross(const std::vector<double>& along, double width, double size) {
  std::vector<double> offsets(along.size(), 0.0);
  if (along.empty()) return offsets;
  std::vector<std::size_t> order(along.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return along[a] < along[b]; });

  // An odd number of tracks, so that a mark without neighbours stands in the middle.
  auto tracks = static_cast<std::size_t>(std::max(1.0, std::floor(width / size)));
  if (tracks % 2 == 0) --tracks;
  const double pitch =
      tracks > 1 ? std::min(size * 1.15, (width - size) / static_cast<double>(tracks - 1)) : 0;
  std::vector<double> last(tracks, -std::numeric_limits<double>::infinity());
  std::size_t strewn = 0;
  for (const std::size_t i : order) {
    // Tracks from the middle outwards: 0, +1, -1, +2, -2.
    const auto free =
        std::find_if(last.begin(), last.end(), [&](double used) { return along[i] - used >= size; });
    if (free == last.end()) {
      // Multiples of the golden ratio fill an interval evenly, however many there are.
      const double share = std::fmod(static_cast<double>(++strewn) * 0.6180339887498949, 1.0);
      offsets[i] = (share - 0.5) * std::max(0.0, width - size);
      continue;
    }
    *free = along[i];
    const auto track = free - last.begin();
    const auto step = static_cast<double>((track + 1) / 2);
    offsets[i] = (track % 2 == 1 ? step : -step) * pitch;
  }
  return offsets;
}

void ScatterGeometry::clear() { *this = {}; }

void ScatterGeometry::place(const std::vector<ScatterPoint>& points, const ScatterFrame& frame) {
  frame_ = frame;
  positions_.assign(points.size(), {});
  shown_.assign(points.size(), 0);

  struct Lane {
    std::vector<std::size_t> points;
    std::vector<double> along;
  };
  Lane failed;
  Lane notMeasured;
  Lane notForecast;
  std::vector<std::size_t> neither;
  std::vector<std::size_t> failedUnforecast;

  for (std::size_t i = 0; i < points.size(); ++i) {
    const ScatterPoint& point = points[i];
    if (point.column == ScatterColumn::Plot) {
      positions_[i].setX(frame.x(point.measured));
      if (point.forecast) {
        positions_[i].setY(frame.y(point.expected));
      } else {
        notForecast.points.push_back(i);
        notForecast.along.push_back(positions_[i].x());
      }
    } else if (point.forecast) {
      Lane& lane = point.column == ScatterColumn::Failed ? failed : notMeasured;
      positions_[i].setY(frame.y(point.expected));
      lane.points.push_back(i);
      lane.along.push_back(positions_[i].y());
    } else {
      (point.column == ScatterColumn::Failed ? failedUnforecast : neither).push_back(i);
    }
  }

  const auto spreadRight = [&](const Lane& lane, const QRectF& rect) {
    const std::vector<double> offsets = spreadAcross(lane.along, rect.width(), frame.mark + 2);
    for (std::size_t k = 0; k < offsets.size(); ++k)
      positions_[lane.points[k]].setX(rect.center().x() + offsets[k]);
  };
  spreadRight(failed, frame.failedLane);
  spreadRight(notMeasured, frame.notMeasuredLane);
  const std::vector<double> down =
      spreadAcross(notForecast.along, frame.notForecastLane.height(), frame.mark + 2);
  for (std::size_t k = 0; k < down.size(); ++k) {
    positions_[notForecast.points[k]].setY(frame.notForecastLane.center().y() + down[k]);
  }
  // Without either number only the corner of the two lanes is left.
  const auto corner = [&](const std::vector<std::size_t>& members, const QRectF& column) {
    const QRectF rect(column.left(), frame.notForecastLane.top(), column.width(),
                      frame.notForecastLane.height());
    const std::vector<QPointF> places = fillRectangle(members.size(), rect.adjusted(2, 2, -2, -2));
    for (std::size_t k = 0; k < members.size(); ++k) positions_[members[k]] = places[k];
  };
  corner(failedUnforecast, frame.failedLane);
  corner(neither, frame.notMeasuredLane);

  // A zoom moves points out of the plot; lanes beside it follow its height, the lane below its width.
  constexpr double kSlack = 0.5;
  shownCount_ = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const QPointF at = positions_[i];
    bool shown = true;
    if (points[i].column == ScatterColumn::Plot) {
      shown = at.x() >= frame.plot.left() - kSlack && at.x() <= frame.plot.right() + kSlack;
    }
    if (points[i].forecast) {
      shown = shown && at.y() >= frame.plot.top() - kSlack && at.y() <= frame.plot.bottom() + kSlack;
    }
    shown_[i] = shown ? 1 : 0;
    shownCount_ += shown ? 1 : 0;
  }
  buildGrid();
}

void ScatterGeometry::buildGrid() {
  area_ = frame_.plot.united(frame_.failedLane).united(frame_.notMeasuredLane).united(frame_.notForecastLane);
  columns_ = std::max(1, static_cast<int>(std::ceil(area_.width() / kCell)) + 1);
  rows_ = std::max(1, static_cast<int>(std::ceil(area_.height() / kCell)) + 1);
  const auto cellOf = [this](QPointF at) {
    const int column = std::clamp(static_cast<int>((at.x() - area_.left()) / kCell), 0, columns_ - 1);
    const int row = std::clamp(static_cast<int>((at.y() - area_.top()) / kCell), 0, rows_ - 1);
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  };
  const auto cells = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  cellStart_.assign(cells + 1, 0);
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (shown_[i]) ++cellStart_[cellOf(positions_[i]) + 1];
  }
  std::partial_sum(cellStart_.begin(), cellStart_.end(), cellStart_.begin());
  cellPoints_.assign(static_cast<std::size_t>(shownCount_), 0);
  std::vector<int> next(cellStart_.begin(), cellStart_.end() - 1);
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (!shown_[i]) continue;
    cellPoints_[static_cast<std::size_t>(next[cellOf(positions_[i])]++)] = static_cast<int>(i);
  }
}

std::vector<int> ScatterGeometry::within(QPointF at, double radius) const {
  std::vector<std::pair<double, int>> found;
  if (columns_ == 0) return {};
  const auto columnOf = [this](double x) {
    return std::clamp(static_cast<int>(std::floor((x - area_.left()) / kCell)), 0, columns_ - 1);
  };
  const auto rowOf = [this](double y) {
    return std::clamp(static_cast<int>(std::floor((y - area_.top()) / kCell)), 0, rows_ - 1);
  };
  for (int row = rowOf(at.y() - radius); row <= rowOf(at.y() + radius); ++row) {
    for (int column = columnOf(at.x() - radius); column <= columnOf(at.x() + radius); ++column) {
      const auto cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                        static_cast<std::size_t>(column);
      for (int k = cellStart_[cell]; k < cellStart_[cell + 1]; ++k) {
        const int point = cellPoints_[static_cast<std::size_t>(k)];
        const QPointF gap = positions_[static_cast<std::size_t>(point)] - at;
        const double squared = QPointF::dotProduct(gap, gap);
        if (squared <= radius * radius) found.emplace_back(squared, point);
      }
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<int> points;
  points.reserve(found.size());
  for (const auto& [squared, point] : found) points.push_back(point);
  return points;
}

}  // namespace kernelcast::ui
