#include "ui/pages/CandidatesPage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/pages/CandidateTable.h"
#include "ui/widgets/Card.h"

namespace kernelcast::ui {

CandidatesPage::CandidatesPage(const PageContext& shared, QWidget* parent) : Page(shared, parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  auto* card = new Card({}, this);
  card->body()->setContentsMargins(1, 6, 1, 6);
  table_ = new CandidateTable(shared.candidates, shared.columns, shared.selection, card);
  card->body()->addWidget(table_);
  auto* hint = new QLabel(
      QStringLiteral("Click a title to sort, right-click it to choose columns. Failed candidates stand "
                     "last either way. Ctrl+C copies rows."),
      card);
  hint->setProperty("role", "label");
  hint->setWordWrap(true);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(12, 0, 12, 2);
  line->addWidget(hint);
  card->body()->addLayout(line);
  column->addWidget(card);
  connect(table_, &CandidateTable::inspectRequested, this, &Page::inspectRequested);
}

}  // namespace kernelcast::ui
