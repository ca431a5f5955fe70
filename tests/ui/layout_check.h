// Looks for widgets that lie on top of each other, or that are too small for what they hold.
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QLayout>
#include <QStackedLayout>
#include <QStringList>
#include <QTest>
#include <QWidget>

namespace kernelcast::tests {

inline QString nameOf(const QWidget& widget) {
  QString name = QString::fromLatin1(widget.metaObject()->className());
  if (!widget.objectName().isEmpty()) name += QLatin1Char('#') + widget.objectName();
  if (const auto* label = qobject_cast<const QLabel*>(&widget))
    name += QStringLiteral(" “%1”").arg(label->text().left(40));
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
    name += QStringLiteral(" “%1”").arg(button->text());
  return name;
}

// Visible widgets of one layout must neither cover each other nor leave their parent.
inline QStringList overlapsIn(const QWidget& parent) {
  QStringList problems;
  QList<const QWidget*> inLayouts;
  const auto collect = [&](const auto& self, const QLayout& layout) -> void {
    if (qobject_cast<const QStackedLayout*>(&layout) != nullptr) return;
    for (int i = 0; i < layout.count(); ++i) {
      QLayoutItem* item = layout.itemAt(i);
      if (item->widget() != nullptr && item->widget()->isVisible()) inLayouts << item->widget();
      if (item->layout() != nullptr) self(self, *item->layout());
    }
  };
  if (parent.layout() != nullptr) collect(collect, *parent.layout());
  for (qsizetype i = 0; i < inLayouts.size(); ++i) {
    const QRect area = inLayouts[i]->geometry();
    if (!parent.rect().contains(area))
      problems << nameOf(*inLayouts[i]) + QStringLiteral(" leaves ") + nameOf(parent);
    for (qsizetype j = i + 1; j < inLayouts.size(); ++j) {
      if (!(area & inLayouts[j]->geometry()).isEmpty()) {
        problems << nameOf(*inLayouts[i]) + QStringLiteral(" covers ") + nameOf(*inLayouts[j]);
      }
    }
  }
  for (const QObject* child : parent.children()) {
    const auto* widget = qobject_cast<const QWidget*>(child);
    if (widget != nullptr && widget->isVisible() && !widget->isWindow()) problems += overlapsIn(*widget);
  }
  return problems;
}

// Buttons and one-line labels whose text does not fit.
inline QStringList cutTextsIn(const QWidget& window) {
  QStringList problems;
  for (const auto* button : window.findChildren<QAbstractButton*>()) {
    if (button->isVisible() && !button->text().isEmpty() &&
        button->width() < button->minimumSizeHint().width()) {
      problems << nameOf(*button) + QStringLiteral(" is cut");
    }
  }
  for (const auto* label : window.findChildren<QLabel*>()) {
    if (!label->isVisible() || label->text().isEmpty()) continue;
    const int needed =
        label->wordWrap() ? label->heightForWidth(label->width()) : label->minimumSizeHint().height();
    if (label->height() < needed) problems << nameOf(*label) + QStringLiteral(" is too low");
    if (!label->wordWrap() && label->width() < label->minimumSizeHint().width()) {
      problems << nameOf(*label) + QStringLiteral(" is too narrow");
    }
  }
  return problems;
}

// What is still wrong once the layout has settled: those whose height follows their width take several turns
// of the event loop, and how many is no one's to promise.
inline QStringList settledProblemsOf(const QWidget& content, const QWidget& window) {
  QStringList problems;
  (void)QTest::qWaitFor(  // what is left is told
      [&] {
        problems = overlapsIn(content) + cutTextsIn(window);
        return problems.isEmpty();
      },
      5000);
  return problems;
}

}  // namespace kernelcast::tests
