// Every candidate in a table of its own.
#pragma once

#include "ui/pages/Page.h"

namespace kernelcast::ui {

class CandidatesPage : public Page {
  Q_OBJECT

 public:
  explicit CandidatesPage(const PageContext& context, QWidget* parent = nullptr);
  [[nodiscard]] CandidateTable* table() const override { return table_; }

 protected:
  void showRows() override {}  // the table follows its model

 private:
  CandidateTable* table_ = nullptr;
};

}  // namespace kernelcast::ui
