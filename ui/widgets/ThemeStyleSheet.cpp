#include <QString>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

// @name is a colour of the theme. Sizes of text are points: 8.25pt is 11 px, 9.375pt 12.5 px, 11.25pt 15 px
// and 14.25pt 19 px at 96 dots an inch. Combo boxes, spin boxes, check boxes and radio buttons are drawn by
// ThemeStyle.
constexpr auto kSheet = R"(
QMainWindow, QDialog { background: @background; }
QWidget#page, QScrollArea, QScrollArea > QWidget > QWidget, QStackedWidget { background: transparent; }
QScrollArea, QGraphicsView { border: none; }
QGraphicsView { background: transparent; }

QFrame[card="true"] { background: @panel; border: 1px solid @line; border-radius: 9px; }

QLabel[role="title"] { font-size: 11.25pt; font-weight: 600; }
QLabel[role="section"] { font-weight: 600; }
QLabel[role="figure"] { font-size: 14.25pt; font-weight: 600; }
QLabel[role="muted"] { color: @muted; }
QLabel[role="label"] { color: @muted; font-size: 8.25pt; }
QLabel[role="code"] { font-family: "JetBrains Mono", monospace; }
QLabel[role="error"] { color: @error; }

QPushButton, QToolButton {
  background: @panel; color: @ink; border: 1px solid @line; border-radius: 6px; padding: 5px 12px;
}
QToolButton { padding: 4px 8px; }
QPushButton:hover, QToolButton:hover { background: @hover; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked { background: @pressed; }
QPushButton:focus, QToolButton:focus { border-color: @accent; }
QPushButton:disabled, QToolButton:disabled { color: @disabled; }
QPushButton[kind="primary"] { background: @accent; border-color: @accent; color: @on_accent; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: @accent_hover; border-color: @accent_hover; }
QPushButton[kind="primary"]:pressed { background: @accent_pressed; border-color: @accent_pressed; }
QPushButton[kind="primary"]:focus { border-color: @ink; }
QPushButton[kind="primary"]:disabled { background: @grid; border-color: @grid; color: @disabled; }
QPushButton[kind="quiet"], QToolButton[kind="quiet"], QToolButton[kind="segment"] { background: transparent; border-color: transparent; color: @muted; }
QPushButton[kind="quiet"]:hover, QToolButton[kind="quiet"]:hover, QToolButton[kind="segment"]:hover { background: @hover; color: @ink; }
QPushButton[kind="quiet"]:checked, QToolButton[kind="quiet"]:checked, QToolButton[kind="segment"]:checked { background: @grid; color: @ink; }
QPushButton[kind="quiet"]:focus, QToolButton[kind="quiet"]:focus, QToolButton[kind="segment"]:focus { border-color: @accent; }
QToolButton[kind="segment"] { padding: 4px 4px; }
QToolButton[kind="tight"] { background: transparent; border-color: transparent; color: @muted; padding: 4px 0; }
QToolButton[kind="tight"]:hover { background: @hover; color: @ink; }
QToolButton[kind="tight"]:focus { border-color: @accent; }
QToolButton[kind="tight"]:disabled { color: @disabled; }
QToolButton[kind="card"] { padding: 7px 10px; }
QToolButton[kind="card"]:checked { background: @selection; border-color: @accent; }
QToolButton[kind="card"]:disabled { background: @background; }
QPushButton[kind="find"] { background: @background; color: @muted; text-align: left; padding: 5px 10px; }
QPushButton[kind="find"]:hover { background: @hover; }
QPushButton[kind="link"] {
  background: transparent; border: 1px solid transparent; color: @ink; padding: 2px 4px; text-align: left;
}
QPushButton[kind="link"]:hover { color: @accent_text; }
QPushButton[kind="link"]:focus { border-color: @accent; }
QPushButton[kind="link"]:disabled { color: @muted; }
QPushButton[kind="chip"], QToolButton[kind="chip"] {
  background: @grid; border-color: @grid; border-radius: 11px; padding: 2px 10px;
}
QPushButton[kind="chip"]:hover, QToolButton[kind="chip"]:hover { background: @line; }
QPushButton[kind="chip"]:focus, QToolButton[kind="chip"]:focus { border-color: @accent; }
QToolButton::menu-indicator { image: none; width: 0; }

QLineEdit {
  background: @panel; color: @ink; border: 1px solid @line; border-radius: 6px; padding: 4px 8px;
  selection-background-color: @accent; selection-color: @on_accent;
}
QLineEdit:focus { border-color: @accent; }
QLineEdit[invalid="true"] { border-color: @error; }
QLineEdit:disabled { background: @background; color: @disabled; }
QLineEdit:read-only { background: @background; }
QPlainTextEdit, QTextEdit, QTextBrowser {
  background: @panel; color: @ink; border: 1px solid @line; border-radius: 6px; padding: 4px;
  selection-background-color: @accent; selection-color: @on_accent;
}
QPlainTextEdit:focus, QTextEdit:focus, QTextBrowser:focus { border-color: @accent; }

QTabWidget::pane { border: none; border-top: 1px solid @line; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab {
  background: transparent; color: @muted; border: none; border-bottom: 2px solid transparent;
  padding: 8px 2px 7px 2px; margin: 0 10px;
}
QTabBar::tab:hover { color: @ink; }
QTabBar::tab:selected { color: @ink; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @accent_text; }
QTabBar::tab:disabled { color: @disabled; }

QAbstractItemView {
  background: @panel; color: @ink; border: none; outline: none;
  selection-background-color: @selection; selection-color: @ink; alternate-background-color: @panel;
}
QTableView { gridline-color: @grid; }
QTableView::item { border: none; border-bottom: 1px solid @grid; padding: 2px 6px; }
QTableView::item:hover { background: @hover; }
QTableView::item:selected { background: @selection; color: @ink; }
QHeaderView { background: @panel; border: none; }
QHeaderView::section {
  background: @panel; color: @muted; border: none; border-bottom: 1px solid @line; padding: 4px 6px;
}
QHeaderView::section:hover { color: @ink; }
QTableCornerButton::section { background: @panel; border: none; border-bottom: 1px solid @line; }

QSplitter::handle { background: @line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover, QSplitter::handle:pressed { background: @accent; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QDockWidget { color: @muted; }
QDockWidget::title { background: @panel; padding: 6px 12px; border-bottom: 1px solid @line; }

QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @scroll; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }

QProgressBar {
  background: @grid; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; color: transparent;
}
QProgressBar::chunk { background: @accent; border-radius: 3px; }

QToolTip { background: @panel; color: @ink; border: 1px solid @line; padding: 5px 7px; }
QMenuBar { background: @panel; color: @ink; border-bottom: 1px solid @line; }
QMenuBar::item { background: transparent; padding: 5px 10px; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @panel; color: @ink; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QToolBar { background: @panel; border: none; border-bottom: 1px solid @line; padding: 6px 12px; spacing: 8px; }
QStatusBar { background: @panel; color: @muted; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QGroupBox { border: none; margin-top: 20px; font-weight: 600; }
QGroupBox::title { subcontrol-origin: margin; left: 0; top: 2px; }
)";

}  // namespace

QString styleSheetOf(const Theme& theme) {
  std::vector<std::pair<QString, QColor>> tokens;
  for (const report::ColourEntry& entry : report::kColours) {
    tokens.emplace_back(QString::fromUtf8(entry.key.data(), static_cast<qsizetype>(entry.key.size())),
                        theme.colour(entry.role));
  }
  tokens.emplace_back(QStringLiteral("hover"), theme.tint(Tint::Hover));
  tokens.emplace_back(QStringLiteral("pressed"), theme.tint(Tint::Pressed));
  tokens.emplace_back(QStringLiteral("accent_hover"), theme.tint(Tint::AccentHover));
  tokens.emplace_back(QStringLiteral("accent_pressed"), theme.tint(Tint::AccentPressed));
  tokens.emplace_back(QStringLiteral("accent_text"), theme.tint(Tint::AccentText));
  tokens.emplace_back(QStringLiteral("on_accent"), theme.tint(Tint::OnAccent));
  tokens.emplace_back(QStringLiteral("disabled"), theme.tint(Tint::DisabledText));
  tokens.emplace_back(QStringLiteral("error"), theme.tint(Tint::ErrorText));
  tokens.emplace_back(QStringLiteral("scroll"),
                      mix(theme.colour(ColourRole::Panel), theme.colour(ColourRole::Muted), 0.35));
  // Longest first: @accent is the beginning of @accent_hover.
  std::sort(tokens.begin(), tokens.end(),
            [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  QString sheet = QString::fromLatin1(kSheet);
  for (const auto& [name, colour] : tokens) sheet.replace(QLatin1Char('@') + name, colour.name());
  return sheet;
}

}  // namespace kernelcast::ui
