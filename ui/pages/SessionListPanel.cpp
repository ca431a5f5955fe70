#include "ui/pages/SessionListPanel.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTreeView>
#include <QVBoxLayout>

#include "ui/models/CommandTable.h"
#include "ui/models/SessionListModel.h"
#include "ui/pages/SessionDelegate.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

SessionListPanel::SessionListPanel(SessionListModel& model, QWidget* parent)
    : QWidget(parent), model_(model) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(10, 8, 10, 6);
  filter_ = new QLineEdit(this);
  filter_->setPlaceholderText(QStringLiteral("Find sessions"));
  filter_->setAccessibleName(QStringLiteral("Find sessions"));
  filter_->setToolTip(QStringLiteral("By name, task, GPU, surrogate or state"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaxLength(200);
  head->addWidget(filter_);
  column->addLayout(head);
  view_ = new QTreeView(this);
  view_->setObjectName(QStringLiteral("sessions"));
  view_->setAccessibleName(QStringLiteral("Sessions"));
  view_->setModel(&model_);
  view_->setItemDelegate(new SessionDelegate(view_));
  view_->setHeaderHidden(true);
  view_->setIndentation(0);
  view_->setRootIsDecorated(false);
  view_->setExpandsOnDoubleClick(false);
  view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setMouseTracking(true);
  view_->setMinimumWidth(190);
  view_->setContextMenuPolicy(Qt::CustomContextMenu);
  view_->installEventFilter(this);
  column->addWidget(view_);

  connect(view_, &QWidget::customContextMenuRequested, this, &SessionListPanel::showMenu);
  connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& current) {
            const SessionId id = model_.idAt(current);
            if (restoring_ || id.empty() || id == openSession_) return;
            openSession_ = id;
            emit sessionChosen(id);
          });
  connect(filter_, &QLineEdit::textChanged, &model_, &SessionListModel::setFilter);
  connect(&model_, &QAbstractItemModel::modelReset, this, &SessionListPanel::restore);
  connect(&Theme::instance(), &Theme::changed, view_, [this] { view_->viewport()->update(); });
  restore();
}

void SessionListPanel::showMenu(const QPoint& at) {
  const SessionId id = model_.idAt(view_->indexAt(at));
  if (id.empty()) return;
  auto* menu = new QMenu(view_);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto& remove = entryOf(Command::DeleteSession);
  connect(menu->addAction(QString::fromLatin1(remove.name) + QStringLiteral("\tDel")), &QAction::triggered,
          this, [this, id] { emit deletionWanted(id); });
  menu->popup(view_->viewport()->mapToGlobal(at));
}

bool SessionListPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view_ && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
    const SessionId id = model_.idAt(view_->currentIndex());
    if (!id.empty()) emit deletionWanted(id);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void SessionListPanel::setOpenSession(const SessionId& id) {
  openSession_ = id;
  restore();
}

void SessionListPanel::restore() {
  const QScopedValueRollback guard(restoring_, true);
  view_->expandAll();
  const QModelIndex index = model_.indexOf(openSession_);
  view_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
  if (index.isValid()) view_->scrollTo(index);
}

}  // namespace kernelcast::ui
