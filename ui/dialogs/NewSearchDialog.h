// A search over a recording, on one page: what is replayed, what is trusted, how far it may go, and what it
// is expected to take.
#pragma once

#include <QDialog>
#include <memory>
#include <optional>
#include <vector>

#include "core/search/config.h"

class QAbstractButton;
class QButtonGroup;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace kernelcast::ui {

struct PageContext;

class NewSearchDialog : public QDialog {
  Q_OBJECT

 public:
  NewSearchDialog(const PageContext& context, QWidget* parent);
  ~NewSearchDialog() override;

  // As the page stands; may be one that cannot run.
  [[nodiscard]] search::SearchConfig config() const;
  [[nodiscard]] QString problem() const;  // why it cannot start; empty where it can
  [[nodiscard]] QPushButton* startButton() const { return start_; }
  [[nodiscard]] QAbstractButton* card(std::string_view policy) const;
  [[nodiscard]] QSpinBox* spin(const QString& name) const;
  [[nodiscard]] QString estimateText() const;

 private:
  QWidget* buildForm();
  QWidget* buildPolicies();
  QWidget* buildEstimate();
  QSpinBox* addSpin(QFormLayout& form, const QString& name, const QString& label, int low, int high,
                    int value, const QString& toolTip);
  void fillSessions();
  void fillTasks();
  void update();
  // Candidates of the task in the recording; all of the session's where the list does not say.
  [[nodiscard]] std::optional<int> recordedOf(const search::SearchConfig& config) const;
  void start();
  void save();

  std::unique_ptr<PageContext> context_;
  QComboBox* session_ = nullptr;
  QComboBox* task_ = nullptr;
  QButtonGroup* policies_ = nullptr;
  QComboBox* rank_ = nullptr;
  QLineEdit* name_ = nullptr;
  std::vector<QLabel*> figures_;
  QLabel* saving_ = nullptr;
  QLabel* problem_ = nullptr;
  QPushButton* start_ = nullptr;
};

}  // namespace kernelcast::ui
