// Every event of the session in order, filtered by kind, candidate and words; each whole below.
#pragma once

#include <optional>

#include "core/domain/result.h"
#include "db/Reader.h"
#include "ui/pages/Page.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QTableView;

namespace kernelcast::ui {

class Card;
class EventTableModel;

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
  [[nodiscard]] bool isSettled() const override { return !asking_; }

 protected:
  void showRows() override;

 private:
  enum class Wanted { Beginning, More, Newer };

  [[nodiscard]] db::EventQuery query() const;
  // One question is on its way at a time; what is wanted meanwhile is asked when its answer is there.
  void ask(Wanted wanted);
  void take(Wanted wanted, Result<db::EventPage> answer);
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
  std::string session_;         // whose log is shown
  std::int64_t updatedMs_ = 0;  // of the session when it was last asked for
  std::int64_t shownSeq_ = 0;   // whose event is shown whole; 0: none
  bool asking_ = false;
  std::optional<Wanted> next_;
};

}  // namespace kernelcast::ui
