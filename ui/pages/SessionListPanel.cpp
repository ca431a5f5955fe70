#include "ui/pages/SessionListPanel.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QTreeView>
#include <QVBoxLayout>

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
  column->addWidget(view_);

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
