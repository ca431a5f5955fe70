#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QPointer>
#include <algorithm>
#include <cmath>

#include "ui/widgets/SystemColourScheme.h"
#include "ui/widgets/ThemeStyle.h"

namespace kernelcast::ui {

namespace {

double linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

bool looksDark(const QPalette& palette) {
  return luminance(palette.color(QPalette::WindowText)) > luminance(palette.color(QPalette::Window));
}

// Sizes are given in pixels at 96 dots an inch and set as points: half pixels exist only there, and a
// desktop that asks for larger text gets it.
qreal points(TextSize size) {
  switch (size) {
    case TextSize::Label: return 11 * 0.75;
    case TextSize::Body: return 12.5 * 0.75;
    case TextSize::Title: return 15 * 0.75;
    case TextSize::Figure: return 19 * 0.75;
  }
  return 12.5 * 0.75;
}

}  // namespace

double contrastRatio(const QColor& a, const QColor& b) {
  const double first = luminance(a);
  const double second = luminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor mix(const QColor& a, const QColor& b, double share) {
  const auto channel = [share](int from, int to) {
    return static_cast<int>(std::lround(from + (to - from) * std::clamp(share, 0.0, 1.0)));
  };
  return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

QColor readable(const QColor& colour, const QColor& on, double ratio) {
  if (contrastRatio(colour, on) >= ratio) return colour;
  const QColor target = contrastRatio(Qt::black, on) >= contrastRatio(Qt::white, on) ? Qt::black : Qt::white;
  for (double share = 0.02; share < 1; share += 0.02) {
    const QColor moved = mix(colour, target, share);
    if (contrastRatio(moved, on) >= ratio) return moved;
  }
  return target;
}

Theme& Theme::instance() {
  // A child of qApp, so that no font or colour outlives the application; a test may create a second one.
  static QPointer<Theme> theme;
  if (!theme) theme = new Theme(qApp);
  return *theme;
}

Theme::Theme(QObject* parent) : QObject(parent), paletteWasDark_(looksDark(QGuiApplication::palette())) {
  system_ = new SystemColourScheme(this);
  connect(system_, &SystemColourScheme::changed, this, &Theme::follow);
  dark_ = paletteWasDark_;
}

void Theme::apply(QApplication& application) {
  application_ = &application;
  // The desktop's own styles ignore parts of a stylesheet in different ways; this one is the same everywhere.
  QApplication::setStyle(new ThemeStyle);
  application.setFont(font(TextSize::Body));
  if (mode_ == ThemeMode::System) system_->start();
  refresh(dark_);
  follow();
}

void Theme::setMode(ThemeMode mode) {
  mode_ = mode;
  if (mode == ThemeMode::System && application_) system_->start();
  follow();
}

void Theme::follow() {
  bool dark = mode_ == ThemeMode::Dark;
  if (mode_ == ThemeMode::System) dark = system_->isDark().value_or(paletteWasDark_);
  if (dark != dark_) refresh(dark);
}

void Theme::refresh(bool dark) {
  const bool different = dark != dark_;
  dark_ = dark;
  if (application_) {
    QApplication::setPalette(palette());
    application_->setStyleSheet(styleSheetOf(*this));
  }
  if (different) emit changed();
}

QColor Theme::colour(ColourRole role) const { return QColor::fromRgb(report::colour(role, dark_)); }

QColor Theme::tint(Tint tint) const {
  const QColor panel = colour(ColourRole::Panel);
  const QColor ink = colour(ColourRole::Ink);
  const QColor accent = colour(ColourRole::Accent);
  switch (tint) {
    case Tint::ClassSquare: return mix(panel, colour(ColourRole::Hit), dark_ ? 0.12 : 0.08);
    case Tint::ClassEdge: return mix(colour(ColourRole::Grid), colour(ColourRole::Line), dark_ ? 0.8 : 0.7);
    case Tint::Lane: return mix(panel, colour(ColourRole::Grid), dark_ ? 0.7 : 0.8);
    case Tint::Hover: return mix(panel, ink, dark_ ? 0.06 : 0.04);
    case Tint::Pressed: return mix(panel, ink, dark_ ? 0.1 : 0.08);
    case Tint::AccentHover: return mix(accent, dark_ ? QColor(Qt::white) : QColor(Qt::black), 0.08);
    case Tint::AccentPressed: return mix(accent, Qt::black, dark_ ? 0.08 : 0.16);
    case Tint::OnAccent: return dark_ ? colour(ColourRole::Background) : QColor(Qt::white);
    case Tint::AccentText: return readable(accent, colour(ColourRole::Selection));
    case Tint::AccentPale: return mix(panel, accent, dark_ ? 0.5 : 0.42);
    case Tint::DisabledText: return mix(panel, colour(ColourRole::Muted), 0.6);
    case Tint::ErrorText: return readable(colour(ColourRole::OffByMore), colour(ColourRole::Selection));
  }
  return ink;
}

QColor Theme::outcome(Outcome outcome) const {
  switch (outcome) {
    case Outcome::Hit: return colour(ColourRole::Hit);
    case Outcome::OffByOne: return colour(ColourRole::OffByOne);
    case Outcome::OffByMore: return colour(ColourRole::OffByMore);
    case Outcome::Failed:
    case Outcome::Open: break;
  }
  return colour(ColourRole::Muted);
}

QColor Theme::outcomeText(Outcome outcome) const {
  // Against the least favourable background, so that it holds on a card, on the window and in a selected row.
  return readable(this->outcome(outcome), colour(ColourRole::Selection));
}

QColor Theme::textOn(const QColor& background) const {
  const QColor ink = colour(ColourRole::Ink);
  const QColor opposite = dark_ ? colour(ColourRole::Background) : QColor(Qt::white);
  const QColor better =
      contrastRatio(ink, background) >= contrastRatio(opposite, background) ? ink : opposite;
  // On a colour of medium lightness only pure black or white has contrast enough, and one of them always has.
  return readable(better, background);
}

QPalette Theme::palette() const {
  const QColor background = colour(ColourRole::Background);
  const QColor panel = colour(ColourRole::Panel);
  const QColor line = colour(ColourRole::Line);
  const QColor ink = colour(ColourRole::Ink);
  const QColor muted = colour(ColourRole::Muted);
  const QColor accent = colour(ColourRole::Accent);

  QPalette palette;
  palette.setColor(QPalette::Window, background);
  palette.setColor(QPalette::WindowText, ink);
  palette.setColor(QPalette::Base, panel);
  palette.setColor(QPalette::AlternateBase, mix(panel, background, 0.5));
  palette.setColor(QPalette::Text, ink);
  palette.setColor(QPalette::Button, panel);
  palette.setColor(QPalette::ButtonText, ink);
  palette.setColor(QPalette::BrightText, tint(Tint::ErrorText));
  palette.setColor(QPalette::PlaceholderText, muted);
  palette.setColor(QPalette::ToolTipBase, panel);
  palette.setColor(QPalette::ToolTipText, ink);
  palette.setColor(QPalette::Highlight, accent);
  palette.setColor(QPalette::HighlightedText, tint(Tint::OnAccent));
  palette.setColor(QPalette::Link, tint(Tint::AccentText));
  palette.setColor(QPalette::LinkVisited, tint(Tint::AccentText));
  palette.setColor(QPalette::Light, mix(panel, ink, dark_ ? 0.08 : 0.0));
  palette.setColor(QPalette::Midlight, mix(panel, line, 0.5));
  palette.setColor(QPalette::Mid, line);
  palette.setColor(QPalette::Dark, mix(line, ink, 0.2));
  palette.setColor(QPalette::Shadow, mix(background, Qt::black, dark_ ? 0.6 : 0.3));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, tint(Tint::DisabledText));
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, line);
  palette.setColor(QPalette::Disabled, QPalette::HighlightedText, muted);
  return palette;
}

QFont Theme::font(TextSize size, QFont::Weight weight) const {
  static const bool hasInter = QFontDatabase::hasFamily(QStringLiteral("Inter"));
  QFont font =
      hasInter ? QFont(QStringLiteral("Inter")) : QFontDatabase::systemFont(QFontDatabase::GeneralFont);
  font.setPointSizeF(points(size));
  font.setWeight(weight);
  return font;
}

QFont Theme::codeFont() const {
  static const bool hasJetBrains = QFontDatabase::hasFamily(QStringLiteral("JetBrains Mono"));
  QFont font = hasJetBrains ? QFont(QStringLiteral("JetBrains Mono"))
                            : QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setStyleHint(QFont::Monospace);
  font.setPointSizeF(points(TextSize::Body));
  return font;
}

}  // namespace kernelcast::ui
