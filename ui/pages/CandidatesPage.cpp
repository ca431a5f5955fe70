#include "ui/pages/CandidatesPage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/models/CommandRouter.h"
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
      QStringLiteral("Click a title to sort, right-click it to filter by its column. Failed candidates stand "
                     "last either way. Ctrl+C copies rows."),
      card);
  hint->setProperty("role", "label");
  hint->setWordWrap(true);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(12, 0, 12, 2);
  line->setSpacing(8);
  line->addWidget(hint, 1);
  for (const Command command : {Command::FilterColumn, Command::ChooseColumns}) {
    auto* button = new QPushButton(QString::fromLatin1(entryOf(command).name), card);
    button->setProperty("kind", "quiet");
    button->setToolTip(toolTipOf(command));
    connect(button, &QPushButton::clicked, this,
            [&commands = shared.commands, command] { commands.trigger(command); });
    line->addWidget(button);
  }
  card->body()->addLayout(line);
  column->addWidget(card);
  connect(table_, &CandidateTable::inspectRequested, this, &Page::inspectRequested);
}

}  // namespace kernelcast::ui
