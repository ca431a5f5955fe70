// Every event of the session in order, filtered by kind, candidate and words; each whole below.
#pragma once

#include <memory>
#include <vector>

#include "core/search/event.h"
#include "ui/pages/Page.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QTableView;

namespace kernelcast::ui {

class Card;
class EventTableModel;
struct EventRow;

class LogPage : public Page {
  Q_OBJECT

 public:
  explicit LogPage(const PageContext& context, QWidget* parent = nullptr);
  [[nodiscard]] QTableView* events() const { return view_; }
  [[nodiscard]] EventTableModel* model() const { return model_; }
  [[nodiscard]] QLineEdit* text() const { return text_; }
  [[nodiscard]] const QString& countText() const { return countText_; }
  [[nodiscard]] QPlainTextEdit* detail() const { return detail_; }
  [[nodiscard]] bool showsWithoutRows() const override { return true; }
  [[nodiscard]] bool isSettled() const override { return !loading_; }

 protected:
  void showRows() override;

 private:
  struct Loaded {
    std::shared_ptr<const std::vector<search::Event>> events;
    std::shared_ptr<const std::vector<EventRow>> rows;
  };
  void load();
  void showCount();
  void setCount(const QString& text);
  void showDetail();
  void applyFilter();

  QComboBox* kind_ = nullptr;
  QLineEdit* text_ = nullptr;
  QCheckBox* selectedOnly_ = nullptr;
  QCheckBox* newest_ = nullptr;
  Card* card_ = nullptr;
  QString countText_;
  QTableView* view_ = nullptr;
  EventTableModel* model_ = nullptr;
  QPlainTextEdit* detail_ = nullptr;
  std::shared_ptr<const std::vector<search::Event>> events_;
  std::string session_;         // what events_ are of
  std::int64_t updatedMs_ = 0;  // of the session when they were read
  bool loading_ = false;
  bool again_ = false;
};

}  // namespace kernelcast::ui
