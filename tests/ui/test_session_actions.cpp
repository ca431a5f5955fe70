// What is done to sessions and pairs and can be taken back: deletion, the cause of a wrong order.
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "db/Library.h"
#include "tests/ui/SampleWindow.h"
#include "tests/ui/WarningGuard.h"
#include "ui/models/CommandRouter.h"
#include "ui/models/MisrankTableModel.h"
#include "ui/pages/MisranksPage.h"
#include "ui/pages/PairPage.h"
#include "ui/pages/SessionListPanel.h"
#include "ui/widgets/InlineMessage.h"

using namespace kernelcast;
using namespace kernelcast::ui;
using kernelcast::tests::kPatience;
using kernelcast::tests::SampleWindow;

namespace {

QMessageBox* question(const SampleWindow& s) { return s->findChild<QMessageBox*>(QStringLiteral("delete")); }

bool answer(const SampleWindow& s, const QString& text) {
  QMessageBox* box = question(s);
  if (box == nullptr) return false;
  for (QAbstractButton* button : box->buttons()) {
    if (button->text() == text) {
      button->click();
      return true;
    }
  }
  return false;
}

QAction* choiceOf(QMenu* menu, const QString& beginning) {
  for (QAction* action : menu->actions()) {
    if (action->text().startsWith(beginning)) return action;
  }
  return nullptr;
}

}  // namespace

class TestSessionActions : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    Theme::instance().apply(*qApp);
    Theme::instance().setMode(ThemeMode::Light);
  }
  void cleanup() { VERIFY_NO_WARNINGS(guard_); }

  void deletionIsAskedAndUndone() {
    const SampleWindow s;
    QVERIFY(s.ready);
    const SessionId id = s.workspace().openSessionId();
    QTest::keyClick(s->sessionList()->view(), Qt::Key_Delete);
    QVERIFY(question(s) != nullptr);
    QVERIFY(question(s)->text().contains(QStringLiteral("H200 sample")));
    QVERIFY(answer(s, QStringLiteral("Keep")));
    QTRY_VERIFY(question(s) == nullptr);
    QVERIFY(s.workspace().sessions().find(id) != nullptr);

    s->trigger(Command::DeleteSession);
    QVERIFY(answer(s, QStringLiteral("Delete")));
    // It was the only one: the library is as new.
    QTRY_VERIFY_WITH_TIMEOUT(s.libraryIs(Workspace::LibraryState::Empty), kPatience);
    QVERIFY(s.selection().table() == nullptr);
    QVERIFY(s->message()->text().contains(QStringLiteral("can be taken back")));
    QVERIFY(!s->commands().whyNot(Command::DeleteSession).isEmpty());

    s->trigger(Command::Undo);
    QTRY_VERIFY_WITH_TIMEOUT(s.selection().table() != nullptr, kPatience);
    QCOMPARE(s.workspace().openSessionId(), id);
    QCOMPARE(s.table().rows.size(), std::size_t{38});
    QVERIFY(s.libraryIs(Workspace::LibraryState::Ready));
  }

  void deletedElsewhereIsSaid() {
    const SampleWindow s;
    QVERIFY(s.ready);
    s.workspace().library().setPollInterval(50);
    const SessionId id = s.workspace().openSessionId();
    auto other = db::Library::open(s.library.toStdString(), {});
    QVERIFY(other);
    const auto gone = (*other)->deleteSession(id);
    QVERIFY2(gone, gone ? "" : gone.error().message.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(s.selection().table() == nullptr, kPatience);
    QVERIFY(s->message()->text().contains(QStringLiteral("another program deleted it")));
  }

  void causeIsSetShownAndUndone() {
    const SampleWindow s;
    QVERIFY(s.ready);
    auto* misranks = s.show<MisranksPage>(Command::ShowMisranks);
    QVERIFY(misranks != nullptr);
    auto* table = misranks->findChild<QTableView*>();
    const auto known = [&] { return table->model()->index(0, MisrankTableModel::Known).data().toString(); };
    QVERIFY(!known().startsWith(QStringLiteral("cause")));
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(s->showsPair());
    QVERIFY(QTest::qWaitFor([&] { return s->pair()->isSettled(); }, kPatience));
    QToolButton* button = s->pair()->causeButton();
    QVERIFY(button->isVisible());
    QCOMPARE(button->text(), QStringLiteral("Cause: not said ▾"));
    emit button->menu()->aboutToShow();
    QAction* noise = choiceOf(button->menu(), QStringLiteral("read off comments"));
    QVERIFY(noise != nullptr);
    noise->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(button->text(), QStringLiteral("Cause: read off comments ▾"), kPatience);
    QVERIFY(known().startsWith(QStringLiteral("cause: read off comments")));
    emit button->menu()->aboutToShow();
    QVERIFY(choiceOf(button->menu(), QStringLiteral("read off comments"))->isChecked());

    s->trigger(Command::Undo);
    QTRY_COMPARE_WITH_TIMEOUT(button->text(), QStringLiteral("Cause: not said ▾"), kPatience);
    QVERIFY(s->message()->text().startsWith(QStringLiteral("Undid: cause of ")));
    QVERIFY(!known().startsWith(QStringLiteral("cause")));
  }

  // Two kernels in the right order have no cause to name.
  void noCauseForTheRightOrder() {
    const SampleWindow s;
    QVERIFY(s.ready);
    const int row = s.rowNamed("coalesced_writes");
    QVERIFY(row >= 0);
    for (int other = 0; other < static_cast<int>(s.table().rows.size()); ++other) {
      if (other == row || analysis::misrankOf(s.table(), row, other)) continue;
      s.selection().comparePair(row, other);
      break;
    }
    QVERIFY(QTest::qWaitFor([&] { return s->showsPair() && s->pair()->isSettled(); }, kPatience));
    QVERIFY(!s->pair()->causeButton()->isVisible());
  }

 private:
  tests::WarningGuard guard_;
};

QTEST_MAIN(TestSessionActions)
#include "test_session_actions.moc"
