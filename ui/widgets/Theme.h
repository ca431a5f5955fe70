// The window's named colours and fonts, light and dark, and the palette and stylesheet made from them.
//
// Widgets choose a look by a dynamic property, set before they are first shown:
//   QPushButton, QToolButton  kind = "primary" | "quiet" | "chip"   (none: secondary)
//   QLabel                    role = "title" | "section" | "label" | "muted" | "figure" | "code" | "error"
//   QFrame                    card = true                            (Card does this)
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>

#include "core/domain/outcome.h"
#include "core/report/theme_colours.h"

class QApplication;
class QPalette;

namespace kernelcast::ui {

using report::ColourRole;
class SystemColourScheme;

enum class ThemeMode { System, Light, Dark };

// Colours derived from the table's, so that a change there carries through.
enum class Tint {
  ClassSquare,  // where forecast and truth fall in the same class
  ClassEdge,    // lines between classes, a step above the chart's grid
  Lane,         // gutter lanes of a chart
  Hover,        // what the pointer is over
  Pressed,
  AccentHover,
  AccentPressed,
  OnAccent,      // text on the accent
  AccentText,    // the accent as text, on any background of the window
  AccentPale,    // the model's secondary marks
  DisabledText,  // exempt from the contrast rule, as it cannot be acted on
  ErrorText,
};
inline constexpr int kTints = 12;

enum class TextSize { Label, Body, Title, Figure };  // 11, 12.5, 15 and 19 px at 96 dots an inch

// WCAG 2 contrast of two opaque colours, 1..21.
double contrastRatio(const QColor& a, const QColor& b);
// `colour`, moved towards black or white just far enough to reach `ratio` against `on`.
QColor readable(const QColor& colour, const QColor& on, double ratio = 4.5);
// (1 - share) of `a` and `share` of `b`.
QColor mix(const QColor& a, const QColor& b, double share);

class Theme : public QObject {
  Q_OBJECT

 public:
  // One for the application; it lives as long as qApp.
  static Theme& instance();

  // Style, palette, font and stylesheet; again by itself on every change.
  void apply(QApplication& application);

  void setMode(ThemeMode mode);
  [[nodiscard]] ThemeMode mode() const { return mode_; }
  [[nodiscard]] bool isDark() const { return dark_; }

  [[nodiscard]] QColor colour(ColourRole role) const;
  [[nodiscard]] QColor tint(Tint tint) const;
  [[nodiscard]] QColor outcome(Outcome outcome) const;          // of a mark; failed and open are muted
  [[nodiscard]] QColor outcomeText(Outcome outcome) const;      // the same hue, readable as text on a panel
  [[nodiscard]] QColor textOn(const QColor& background) const;  // dark or light, whichever reads better
  [[nodiscard]] QPalette palette() const;

  // Inter where installed, else the system's. Its digits differ in width: numbers in columns go through
  // TabularNumbers.h.
  [[nodiscard]] QFont font(TextSize size, QFont::Weight weight = QFont::Normal) const;
  [[nodiscard]] QFont codeFont() const;  // JetBrains Mono or the system's monospace, 12.5 px

 signals:
  void changed();  // colours are others now; palette and stylesheet are already set

 private:
  explicit Theme(QObject* parent);
  void follow();
  void refresh(bool dark);

  ThemeMode mode_ = ThemeMode::System;
  bool dark_ = false;
  bool paletteWasDark_ = false;  // the desktop's own palette, before ours replaced it
  QApplication* application_ = nullptr;
  SystemColourScheme* system_ = nullptr;
};

// One stylesheet of the whole window, from the theme's tokens.
QString styleSheetOf(const Theme& theme);

}  // namespace kernelcast::ui
