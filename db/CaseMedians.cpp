#include "db/CaseMedians.h"

#include <algorithm>
#include <optional>

#include "core/domain/json.h"

namespace kernelcast::db {

namespace {

// Called by the JSON parser as it goes. Where it is: 1 in the measurement, 2 in its list of cases, 3 in a
// case, 4 in that case's parameters; what lies deeper, or elsewhere, is passed over.
class MedianHandler final : public nlohmann::json_sax<Json> {
 public:
  explicit MedianHandler(std::vector<CaseMedian>& cases) : cases_(cases) {}
  // The list of cases was read to its end, and each had its median.
  [[nodiscard]] std::optional<std::size_t> count() const {
    return done_ ? std::optional(count_) : std::nullopt;
  }

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t number) override { return integer(number); }
  bool number_unsigned(number_unsigned_t number) override {
    return std::in_range<std::int64_t>(number) && integer(static_cast<std::int64_t>(number));
  }
  bool number_float(number_float_t number, const string_t&) override {
    if (place_ == 3 && depth_ == 3 && key_ == Key::Median) return median(number);
    return value();
  }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override {
    const bool follows =
        place_ == depth_ && (depth_ == 0 || depth_ == 2 || (depth_ == 3 && key_ == Key::Params));
    ++depth_;
    if (!follows) return place_ != 4;
    place_ = depth_;
    if (place_ == 3) startCase();
    return true;
  }
  bool start_array(std::size_t) override {
    const bool follows = place_ == 1 && depth_ == 1 && key_ == Key::Cases;
    ++depth_;
    if (follows) place_ = depth_;
    return place_ != 4;
  }
  bool end_object() override {
    if (place_ == depth_ && place_ == 3 && !hasMedian_) return false;
    leave();
    return true;
  }
  bool end_array() override {
    done_ = place_ == 2 && depth_ == 2;
    leave();
    return !done_;  // nothing after it is of interest
  }
  bool key(string_t& name) override {
    if (place_ != depth_) return true;
    if (place_ == 4) {
      auto& params = cases_[count_ - 1].params;
      if (paramCount_ == params.size()) params.emplace_back();
      params[paramCount_++].first = name;
      return true;
    }
    key_ = place_ == 1 && name == "cases"       ? Key::Cases
           : place_ == 3 && name == "median_us" ? Key::Median
           : place_ == 3 && name == "params"    ? Key::Params
                                                : Key::Other;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  enum class Key { Other, Cases, Median, Params };

  // Anything but an integer is no parameter.
  [[nodiscard]] bool value() const { return place_ != 4; }
  bool integer(std::int64_t number) {
    if (place_ == 4) cases_[count_ - 1].params[paramCount_ - 1].second = number;
    else if (place_ == 3 && depth_ == 3 && key_ == Key::Median) return median(static_cast<double>(number));
    return true;
  }
  bool median(double us) {
    cases_[count_ - 1].us = us;
    hasMedian_ = true;
    return true;
  }
  void startCase() {
    if (count_ == cases_.size()) cases_.emplace_back();
    ++count_;
    paramCount_ = 0;
    hasMedian_ = false;
  }
  void leave() {
    if (place_ == 4) {
      auto& params = cases_[count_ - 1].params;
      params.resize(paramCount_);
      // Every writer sorts them; another's order must not tell two cases apart.
      if (!std::is_sorted(params.begin(), params.end())) std::sort(params.begin(), params.end());
    }
    if (place_ == depth_) --place_;
    --depth_;
  }

  std::vector<CaseMedian>& cases_;
  std::size_t count_ = 0;
  std::size_t paramCount_ = 0;
  int depth_ = 0;
  int place_ = 0;
  Key key_ = Key::Other;
  bool hasMedian_ = false;
  bool done_ = false;
};

}  // namespace

bool readCaseMedians(std::string_view body, std::vector<CaseMedian>& cases) {
  MedianHandler handler(cases);
  Json::sax_parse(body.begin(), body.end(), &handler);
  const auto count = handler.count();
  cases.resize(count.value_or(0));
  return count.has_value();
}

}  // namespace kernelcast::db
