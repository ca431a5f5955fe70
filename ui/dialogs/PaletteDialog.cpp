#include "ui/dialogs/PaletteDialog.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include "db/Reader.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/PlainText.h"
#include "ui/models/Workspace.h"
#include "ui/pages/Page.h"
#include "ui/widgets/Theme.h"

namespace kernelcast::ui {

namespace {

constexpr int kMostKernels = 40;

const char* kindName(int kind) {
  switch (static_cast<PaletteItem::Kind>(kind)) {
    case PaletteItem::Kind::Command: return "command";
    case PaletteItem::Kind::Session: return "session";
    case PaletteItem::Kind::Kernel: return "kernel";
  }
  return "";
}

// What kind it is, its name, and beside it what else is known or the shortcut.
class ItemDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& /*option*/,
                               const QModelIndex& /*index*/) const override {
    return {200, 30};
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme& theme = Theme::instance();
    painter->save();
    if (option.state & QStyle::State_Selected)
      painter->fillRect(option.rect, theme.colour(ColourRole::Selection));
    QRect rect = option.rect.adjusted(10, 0, -10, 0);
    painter->setFont(theme.font(TextSize::Label));
    painter->setPen(theme.colour(ColourRole::Muted));
    painter->drawText(QRect(rect.left(), rect.top(), 62, rect.height()), Qt::AlignVCenter,
                      QString::fromLatin1(kindName(index.data(PaletteModel::KindRole).toInt())));
    const QString keys = index.data(PaletteModel::KeysRole).toString();
    const int keysWidth = keys.isEmpty() ? 0 : painter->fontMetrics().horizontalAdvance(keys) + 12;
    painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, keys);
    rect.adjust(66, 0, -keysWidth, 0);
    const bool enabled = index.data(PaletteModel::EnabledRole).toBool();
    painter->setFont(theme.font(TextSize::Body));
    painter->setPen(enabled ? theme.colour(ColourRole::Ink) : theme.colour(ColourRole::Muted));
    const QString title =
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, rect.width());
    painter->drawText(rect, Qt::AlignVCenter, title);
    rect.setLeft(rect.left() + painter->fontMetrics().horizontalAdvance(title) + 12);
    painter->setFont(theme.font(TextSize::Label));
    painter->setPen(theme.colour(ColourRole::Muted));
    painter->drawText(rect, Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data(PaletteModel::DetailRole).toString(),
                                                        Qt::ElideRight, std::max(0, rect.width())));
    painter->restore();
  }
};

std::vector<PaletteItem> commandsOf(const CommandRouter& router) {
  std::vector<PaletteItem> items;
  for (const CommandEntry& entry : commandEntries()) {
    if (entry.command == Command::Palette || !router.isHandled(entry.command)) continue;
    PaletteItem item;
    item.title = QString::fromLatin1(entry.name);
    item.detail = QString::fromLatin1(entry.sentence);
    const auto keys = shortcutsOf(entry.command);
    if (!keys.isEmpty()) item.keys = keys.front().toString(QKeySequence::NativeText);
    item.whyNot = router.whyNot(entry.command);
    item.command = entry.command;
    items.push_back(std::move(item));
  }
  return items;
}

PaletteItem kernelItem(const db::TextHit& hit) {
  PaletteItem item;
  item.kind = PaletteItem::Kind::Kernel;
  item.title = QStringLiteral("#%1 %2").arg(hit.candidate).arg(oneLine(hit.name));
  item.detail = oneLine(hit.task);
  if (hit.where != "name")
    item.detail += QStringLiteral(" · %1: %2").arg(plainText(hit.where), oneLine(hit.snippet));
  item.session = hit.session;
  item.candidate = hit.candidate;
  return item;
}

}  // namespace

PaletteDialog::PaletteDialog(const PageContext& context, QWidget* parent)
    : QDialog(parent),
      context_(std::make_unique<PageContext>(context)),
      commands_(commandsOf(context.commands)) {
  setObjectName(QStringLiteral("palette"));
  setWindowTitle(QStringLiteral("Find anything"));
  setModal(true);
  resize(640, 460);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 12, 12, 10);
  column->setSpacing(8);
  field_ = new QLineEdit(this);
  field_->setPlaceholderText(
      QStringLiteral("A session, a kernel, words of its source or rationale, a command"));
  field_->setAccessibleName(QStringLiteral("Find anything"));
  field_->setMaxLength(200);
  field_->installEventFilter(this);
  list_ = new QListView(this);
  list_->setAccessibleName(QStringLiteral("What was found"));
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setUniformItemSizes(true);
  list_->setItemDelegate(new ItemDelegate(list_));
  model_ = new PaletteModel(list_);
  list_->setModel(model_);
  hint_ = new QLabel(this);
  hint_->setProperty("role", "label");
  column->addWidget(field_);
  column->addWidget(list_, 1);
  column->addWidget(hint_);
  pause_ = new QTimer(this);
  pause_->setSingleShot(true);
  pause_->setInterval(60);
  connect(field_, &QLineEdit::textChanged, this, &PaletteDialog::search);
  connect(field_, &QLineEdit::returnPressed, this, &PaletteDialog::choose);
  connect(list_, &QListView::clicked, this, &PaletteDialog::choose);
  connect(pause_, &QTimer::timeout, this, &PaletteDialog::searchKernels);
  search();
}

PaletteDialog::~PaletteDialog() = default;

bool PaletteDialog::isSettled() const { return !pause_->isActive() && answered_ == question_; }

void PaletteDialog::search() {
  model_->setItems(paletteItems(field_->text(), commands_, context_->workspace.sessions().summaries()));
  list_->setCurrentIndex(model_->index(0));
  hint_->setText(
      field_->text().trimmed().size() < 3
          ? QStringLiteral(
                "Up and down choose, Enter does it. From three letters on also kernels by their text.")
          : QStringLiteral("Up and down choose, Enter does it."));
  if (field_->text().trimmed().isEmpty()) pause_->stop();
  else pause_->start();
}

void PaletteDialog::searchKernels() {
  const int question = ++question_;
  context_->workspace.library().ask<std::vector<db::TextHit>>(
      this,
      [text = field_->text().trimmed().toStdString()](db::Reader& reader) {
        return reader.searchText(text, kMostKernels);
      },
      [this, question](const Result<std::vector<db::TextHit>>& hits) {
        answered_ = std::max(answered_, question);
        if (question != question_) return;
        std::vector<PaletteItem> kernels;
        if (hits) {
          for (const db::TextHit& hit : *hits) kernels.push_back(kernelItem(hit));
          if (hits->size() == kMostKernels)
            hint_->setText(
                QStringLiteral("Showing the first %1 kernels; type more to narrow it.").arg(kMostKernels));
        } else {
          hint_->setText(asSentence(hits.error().message));
        }
        const int row = list_->currentIndex().row();
        model_->setKernels(std::move(kernels));
        list_->setCurrentIndex(model_->index(std::max(0, row)));
      });
}

void PaletteDialog::choose() {
  const PaletteItem* found = model_->at(list_->currentIndex().row());
  if (found == nullptr) return;
  const PaletteItem item = *found;
  Workspace& workspace = context_->workspace;
  CommandRouter& commands = context_->commands;
  accept();
  switch (item.kind) {
    case PaletteItem::Kind::Command: commands.trigger(item.command); break;
    case PaletteItem::Kind::Session: workspace.openSession(item.session); break;
    case PaletteItem::Kind::Kernel: workspace.openCandidate(item.session, item.candidate); break;
  }
}

bool PaletteDialog::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int step = key == Qt::Key_Down       ? 1
                     : key == Qt::Key_Up       ? -1
                     : key == Qt::Key_PageDown ? 10
                     : key == Qt::Key_PageUp   ? -10
                                               : 0;
    if (step != 0 && model_->rowCount() > 0) {
      list_->setCurrentIndex(
          model_->index(std::clamp(list_->currentIndex().row() + step, 0, model_->rowCount() - 1)));
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace kernelcast::ui
