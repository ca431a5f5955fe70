#include "core/report/markup.h"

#include <cmath>

#include <fmt/format.h>

#include "core/report/html_escape.h"

namespace kernelcast::report {

std::string coordinate(double value) {
  if (!std::isfinite(value)) return "0";
  std::string digits = fmt::format("{:.2f}", value);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits == "-0" ? "0" : digits;
}

Markup& Markup::raw(Literal literal) {
  out_ += literal.text;
  return *this;
}

Markup& Markup::text(std::string_view text) {
  out_ += escapeHtml(text);
  return *this;
}

Markup& Markup::attribute(Literal name, std::string_view value) {
  out_ += ' ';
  out_ += name.text;
  out_ += "=\"";
  out_ += escapeHtml(value);
  out_ += '"';
  return *this;
}

Markup& Markup::attribute(Literal name, double value) {
  return attribute(name, std::string_view(coordinate(value)));
}

Markup& Markup::element(Literal tag, Literal cssClass, std::string_view text) {
  out_ += '<';
  out_ += tag.text;
  if (!cssClass.text.empty()) attribute("class", cssClass.text);
  out_ += '>';
  out_ += escapeHtml(text);
  out_ += "</";
  out_ += tag.text;
  out_ += '>';
  return *this;
}

Markup& Markup::append(const Markup& other) {
  out_ += other.out_;
  return *this;
}

}  // namespace kernelcast::report
