// A short list of kernels to click, each with a line above or below it.
#pragma once

#include <QWidget>
#include <vector>

class QVBoxLayout;

namespace kernelcast::ui {

struct KernelLink {
  QString above;  // muted; empty: none
  QString text;   // the link; without a row it is plain and muted
  QString below;  // muted; empty: none
  int row = -1;
  bool operator==(const KernelLink&) const = default;
};

class KernelLinks : public QWidget {
  Q_OBJECT

 public:
  explicit KernelLinks(QWidget* parent = nullptr);
  // The same entries again leave the widgets as they are: a button that comes anew ten times a second cannot
  // be pressed.
  void setEntries(std::vector<KernelLink> entries);
  [[nodiscard]] const std::vector<KernelLink>& entries() const { return entries_; }

 signals:
  void rowClicked(int row);

 private:
  void addLabel(const QString& text, const char* role);
  void addLink(const KernelLink& entry);

  QVBoxLayout* column_ = nullptr;
  std::vector<KernelLink> entries_;
};

}  // namespace kernelcast::ui
