// Preferences, what a start opens, the libraries that were opened before, and what a report holds.
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "core/report/report_sections.h"
#include "tests/ui/SampleWindow.h"
#include "tests/ui/WarningGuard.h"
#include "tests/ui/layout_check.h"
#include "ui/dialogs/FileActions.h"
#include "ui/dialogs/PreferencesDialog.h"
#include "ui/dialogs/ReportDialog.h"
#include "ui/models/RecentLibraries.h"
#include "ui/models/Workspace.h"
#include "ui/pages/SessionPage.h"
#include "ui/pages/TopBar.h"
#include "ui/pages/WelcomePage.h"
#include "ui/widgets/InlineMessage.h"

using namespace kernelcast;
using namespace kernelcast::ui;

namespace {

bool makeFile(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::WriteOnly);
}

QPushButton* buttonNamed(const QWidget& parent, const char* name) {
  return parent.findChild<QPushButton*>(QString::fromLatin1(name));
}

// A visible button by what it says, or by what it is called where it says only a sign.
QAbstractButton* buttonSaying(const QWidget& parent, const QString& text) {
  for (auto* button : parent.findChildren<QAbstractButton*>()) {
    if (button->isVisible() && (button->text() == text || button->accessibleName() == text)) return button;
  }
  return nullptr;
}

}  // namespace

class TestPreferences : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY(data_.isValid());
    qputenv("XDG_DATA_HOME", data_.path().toUtf8());  // where the default library is made
    Theme::instance().apply(*qApp);
    Theme::instance().setMode(ThemeMode::Light);
  }
  void cleanup() {
    Theme::instance().setMode(ThemeMode::Light);
    VERIFY_NO_WARNINGS(guard_);
  }

  void everyChoiceHasARowAndIsStored() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    Settings settings(file);
    PreferencesDialog dialog(settings);
    dialog.show();
    int rows = 0;
    for (const SettingEntry& entry : settingEntries()) {
      if (entry.kind != SettingKind::Choice) continue;
      QComboBox* row = dialog.row(entry.setting);
      QCOMPARE(row->currentData(), entry.fallback());
      QVERIFY(!row->accessibleName().isEmpty() && !row->accessibleDescription().isEmpty());
      const auto choices = entry.choices();
      QCOMPARE(row->count(), static_cast<int>(choices.size()));
      for (std::size_t i = 0; i < choices.size(); ++i) {
        row->setCurrentIndex(static_cast<int>(i));
        QCOMPARE(settings.value(entry.setting).toString(), choices[i].value);
        QCOMPARE(Settings(file).value(entry.setting).toString(), choices[i].value);
      }
      ++rows;
    }
    QCOMPARE(static_cast<int>(dialog.findChildren<QComboBox*>().size()), rows);
  }

  void choicesHoldAtOnceAndCancelPutsThemBack() {
    const tests::SampleWindow s;
    QVERIFY(s.ready);
    QTest::keyClick(s.window.get(), Qt::Key_Comma, Qt::ControlModifier);
    auto* dialog = s.dialog<PreferencesDialog>();
    QVERIFY(dialog != nullptr);
    // By keyboard: "Dark" is the last theme, "as published" the last rule.
    QTest::keyClick(dialog->row(Setting::Theme), Qt::Key_End);
    QTest::keyClick(dialog->row(Setting::SpeedClasses), Qt::Key_End);
    QVERIFY(Theme::instance().isDark());
    QCOMPARE(s.selection().binRule(), BinRule::PaperCode);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
    QCOMPARE(Theme::instance().mode(), ThemeMode::System);
    QCOMPARE(s.selection().binRule(), BinRule::Prompt);
    QCOMPARE(Settings(s.settingsFile).value(Setting::SpeedClasses).toString(), QStringLiteral("prompt"));

    s->trigger(Command::Preferences);
    dialog = s.dialog<PreferencesDialog>();
    QVERIFY(dialog != nullptr);
    QPushButton* defaults = buttonNamed(*dialog, "defaults");
    QPushButton* done = buttonNamed(*dialog, "close");
    QVERIFY(defaults != nullptr && done != nullptr);
    QVERIFY(!defaults->isEnabled());
    QTest::keyClick(dialog->row(Setting::Theme), Qt::Key_End);
    QTest::keyClick(dialog->row(Setting::StartLibrary), Qt::Key_End);
    QVERIFY(defaults->isEnabled());
    QTest::mouseClick(defaults, Qt::LeftButton);
    QCOMPARE(dialog->row(Setting::Theme)->currentData().toString(), QStringLiteral("system"));
    QCOMPARE(Theme::instance().mode(), ThemeMode::System);
    QTest::keyClick(dialog->row(Setting::Theme), Qt::Key_End);
    QTest::mouseClick(done, Qt::LeftButton);
    QVERIFY(Theme::instance().isDark());
    QCOMPARE(Settings(s.settingsFile).value(Setting::Theme).toString(), QStringLiteral("dark"));
    QCOMPARE(s->topBar()->themeButton()->text(), QStringLiteral("Theme: dark"));
  }

  void layoutIsResetAtOnce() {
    const tests::SampleWindow s({1200, 760});
    QVERIFY(s.ready);
    s->sessionPage()->showPage(Command::ShowLog);
    s->trigger(Command::Preferences);
    auto* dialog = s.dialog<PreferencesDialog>();
    QVERIFY(dialog != nullptr);
    QPushButton* layout = buttonNamed(*dialog, "layout");
    QVERIFY(layout != nullptr);
    QTest::mouseClick(layout, Qt::LeftButton);
    QCOMPARE(s->size(), QSize(1440, 900));
    QCOMPARE(s->sessionPage()->shownPage(), Command::ShowOverview);
    QVERIFY(dialog->note().startsWith(QStringLiteral("Sizes, columns")));
    dialog->reject();
  }

  void recentAreNewestFirstOnceAndTen() {
    QStringList list;
    for (int i = 0; i < 12; ++i) list = recentWith(list, QStringLiteral("/data/%1.kcast").arg(i));
    QCOMPARE(list.size(), qsizetype{10});
    QCOMPARE(list.first(), QStringLiteral("/data/11.kcast"));
    QCOMPARE(list.last(), QStringLiteral("/data/2.kcast"));
    list = recentWith(list, QStringLiteral("/data/x/../5.kcast"));
    QCOMPARE(list.size(), qsizetype{10});
    QCOMPARE(list.first(), QStringLiteral("/data/5.kcast"));
    QCOMPARE(list.count(QStringLiteral("/data/5.kcast")), qsizetype{1});
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    RecentLibraries recent(settings);
    recent.add(QStringLiteral("near.kcast"));
    QVERIFY(QFileInfo(recent.paths().constFirst()).isAbsolute());
    QCOMPARE(recent.look().size(), std::size_t{1});
    QVERIFY(recent.look().front().missing);
    QVERIFY(recent.look(QStringLiteral("./near.kcast")).empty());  // the one that is open, spelt otherwise
  }

  void aStartOpensWhatIsWanted() {
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    const QString usual = QStringLiteral("/usual.kcast");
    const QString last = folder.filePath(QStringLiteral("last.kcast"));
    QCOMPARE(startLibrary(settings, usual).path, usual);
    settings.setValue(Setting::StartLibrary, QStringLiteral("last"));
    QCOMPARE(startLibrary(settings, usual).path, usual);  // none was opened yet
    settings.setValue(Setting::RecentLibraries, QStringList{last});
    QCOMPARE(startLibrary(settings, usual).path, usual);
    QVERIFY2(startLibrary(settings, usual).note.startsWith(last + QStringLiteral(" is not there")),
             qPrintable(startLibrary(settings, usual).note));
    QVERIFY(makeFile(last));
    QCOMPARE(startLibrary(settings, usual).path, last);
    QVERIFY(startLibrary(settings, usual).note.isEmpty());
    settings.setValue(Setting::StartLibrary, QStringLiteral("ask"));
    QVERIFY(startLibrary(settings, usual).path.isEmpty());
  }

  void openedLibrariesAreInTheMenuAndMissingOnesSaySo() {
    const tests::SampleWindow s;
    QVERIFY(s.ready);
    const QString other = s.folder.filePath(QStringLiteral("other.kcast"));
    const QString gone = s.folder.filePath(QStringLiteral("gone.kcast"));
    s->recent().add(gone);
    s->workspace().openLibrary(other);
    QTRY_COMPARE(s->workspace().libraryState(), Workspace::LibraryState::Empty);
    QCOMPARE(s->recent().paths(), (QStringList{other, gone, s.library}));
    emit s->topBar()->libraryButton()->menu()->aboutToShow();
    const auto entries = s->topBar()->recentMenu()->actions();
    QCOMPARE(entries.size(), qsizetype{2});  // not the one that is open
    QVERIFY(entries[0]->text().startsWith(QStringLiteral("gone.kcast   missing")));
    QVERIFY(entries[1]->text().startsWith(QStringLiteral("library.kcast")));
    // A missing one is not made anew, and stays until it is taken away.
    entries[0]->trigger();
    QVERIFY(s->message()->isVisible());
    QVERIFY2(s->message()->text().contains(QStringLiteral("is not there")), qPrintable(s->message()->text()));
    QVERIFY(!QFile::exists(gone));
    QVERIFY(s->recent().paths().contains(gone));
    QAbstractButton* away = buttonSaying(*s->message(), QStringLiteral("Take it from the list"));
    QVERIFY(away != nullptr);
    QTest::mouseClick(away, Qt::LeftButton);
    QCOMPARE(s->recent().paths(), (QStringList{other, s.library}));
    // The one that is there opens, and is the newest then.
    s->topBar()->recentMenu()->actions().constLast()->trigger();
    QTRY_COMPARE(s->workspace().libraryState(), Workspace::LibraryState::Ready);
    QCOMPARE(s->recent().paths(), (QStringList{s.library, other}));
    QCOMPARE(Settings(s.settingsFile).value(Setting::RecentLibraries).toStringList(),
             (QStringList{s.library, other}));
  }

  void aStartThatAsksListsThem() {
    QTemporaryDir folder;
    auto settings = std::make_unique<Settings>(folder.filePath(QStringLiteral("settings.ini")));
    settings->setValue(Setting::StartLibrary, QStringLiteral("ask"));
    const QString there = folder.filePath(QStringLiteral("there.kcast"));
    QStringList paths{there};
    for (int i = 1; i < 10; ++i)
      paths << folder.filePath(QStringLiteral("a_library_with_a_long_name_that_is_gone_%1.kcast").arg(i));
    settings->setValue(Setting::RecentLibraries, paths);
    {
      MainWindow maker(std::make_unique<Settings>(folder.filePath(QStringLiteral("maker.ini"))));
      maker.workspace().openLibrary(there);
      QTRY_COMPARE(maker.workspace().libraryState(), Workspace::LibraryState::Empty);
    }
    MainWindow window(std::move(settings));
    window.resize(1100, 700);
    window.show();
    window.openAtStart({}, {});
    QCOMPARE(window.workspace().libraryState(), Workspace::LibraryState::None);
    QVERIFY(window.welcome()->openDefault()->isVisible());
    QTest::qWait(50);
    const QStringList problems =
        tests::overlapsIn(*window.centralWidget()) + tests::cutTextsIn(*window.centralWidget());
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    QAbstractButton* missing =
        buttonSaying(*window.welcome(), QStringLiteral("Open ") + QFileInfo(paths[1]).fileName());
    QVERIFY(missing != nullptr && !missing->isEnabled());
    QAbstractButton* away = buttonSaying(
        *window.welcome(), QStringLiteral("Take %1 from the list").arg(QFileInfo(paths[1]).fileName()));
    QVERIFY(away != nullptr);
    QTest::mouseClick(away, Qt::LeftButton);
    QCOMPARE(window.recent().paths().size(), qsizetype{9});
    QVERIFY(!window.recent().paths().contains(paths[1]));
    QAbstractButton* open = nullptr;  // the rows were made anew
    QTRY_VERIFY((open = buttonSaying(*window.welcome(), QStringLiteral("Open there.kcast"))) != nullptr);
    QTest::mouseClick(open, Qt::LeftButton);
    QTRY_COMPARE(window.workspace().libraryState(), Workspace::LibraryState::Empty);
    QCOMPARE(window.workspace().library().path(), there);
    QVERIFY(!window.welcome()->openDefault()->isVisible());
  }

  void theDefaultLibraryOpensFromTheQuestion() {
    QTemporaryDir folder;
    auto settings = std::make_unique<Settings>(folder.filePath(QStringLiteral("settings.ini")));
    settings->setValue(Setting::StartLibrary, QStringLiteral("ask"));
    MainWindow window(std::move(settings));
    window.show();
    window.openAtStart({}, {});
    QTest::keyClick(window.welcome()->openDefault(), Qt::Key_Space);
    QTRY_COMPARE(window.workspace().libraryState(), Workspace::LibraryState::Empty);
    QVERIFY2(window.workspace().library().path().startsWith(data_.path()),
             qPrintable(window.workspace().library().path()));
  }

  void whatAReportIsToHoldIsRemembered() {
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    ReportDialog dialog(settings, QStringLiteral("a session"));
    dialog.show();
    QCOMPARE(dialog.options().sections.size(), report::reportSections().size());
    for (const report::ReportSection& section : report::reportSections())
      QTest::keyClick(dialog.section(section.key), Qt::Key_Space);
    QVERIFY(!dialog.problem().isEmpty());
    QTest::keyClick(&dialog, Qt::Key_Return);
    QVERIFY(dialog.isVisible());  // nothing to write
    auto* pairs = dialog.findChild<QSpinBox*>(QStringLiteral("pairs"));
    auto* kernels = dialog.findChild<QSpinBox*>(QStringLiteral("kernels"));
    QPushButton* write = buttonNamed(dialog, "write");
    QVERIFY(pairs != nullptr && kernels != nullptr && write != nullptr);
    QVERIFY(!pairs->isEnabled() && !kernels->isEnabled() && !write->isEnabled());
    for (const char* key : {"wrong_order", "kernels"}) QTest::keyClick(dialog.section(key), Qt::Key_Space);
    QVERIFY(pairs->isEnabled() && kernels->isEnabled());
    pairs->selectAll();
    QTest::keyClicks(pairs, QStringLiteral("3"));
    QTest::keyClick(kernels, Qt::Key_Up);
    QTest::keyClick(kernels, Qt::Key_Up);
    QTest::mouseClick(write, Qt::LeftButton);
    QVERIFY(!dialog.isVisible());
    const report::ReportOptions again = ReportDialog(settings, QStringLiteral("another")).options();
    QCOMPARE(again.sections, (std::vector<std::string>{"wrong_order", "kernels"}));
    QCOMPARE(again.pairs, std::size_t{3});
    QCOMPARE(again.kernels, std::size_t{2});
  }

  void aReportHoldsWhatWasChosen() {
    const tests::SampleWindow s;
    QVERIFY(s.ready);
    s->trigger(Command::Report);
    auto* dialog = s.dialog<ReportDialog>();
    QVERIFY(dialog != nullptr);
    dialog->reject();
    report::ReportOptions wanted;
    wanted.sections = {"wrong_order", "kernels"};
    wanted.pairs = 3;
    wanted.kernels = 2;
    QSignalSpy said(s->files(), &FileActions::said);
    const QString path = s.folder.filePath(QStringLiteral("report.html"));
    s->files()->writeReport(path, wanted);
    QTRY_COMPARE_WITH_TIMEOUT(said.size(), 1, tests::kPatience);
    QVERIFY2(!said.last()[0].toBool(), qPrintable(said.last()[1].toString()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString html = QString::fromUtf8(file.readAll());
    for (const report::ReportSection& section : report::reportSections()) {
      const QString id = QStringLiteral("id=\"s1-%1\"").arg(QString::fromStdString(std::string(section.key)));
      QCOMPARE(html.contains(id), report::showsSection(wanted, section.key));
    }
    QVERIFY(html.contains(QStringLiteral("The costliest 3 are shown.")));
    QVERIFY(html.contains(QStringLiteral("2 of 38 entries are shown")));
  }

  void dialogFitsASmallWindow() {
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    PreferencesDialog dialog(settings);
    dialog.show();
    for (const SettingEntry& entry : settingEntries()) {
      if (entry.kind != SettingKind::Choice) continue;
      for (int i = 0; i < dialog.row(entry.setting)->count(); ++i) {
        dialog.row(entry.setting)->setCurrentIndex(i);
        QTest::qWait(10);
        const QStringList problems = tests::overlapsIn(dialog) + tests::cutTextsIn(dialog);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
      }
    }
    QVERIFY(dialog.width() <= 1100 && dialog.height() <= 700);
    ReportDialog report(settings, QStringLiteral("a session with a name of some length, on an H200"));
    report.show();
    QTest::qWait(20);
    const QStringList problems = tests::overlapsIn(report) + tests::cutTextsIn(report);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    QVERIFY(report.width() <= 1100 && report.height() <= 700);
  }

 private:
  QTemporaryDir data_;
  tests::WarningGuard guard_;
};

QTEST_MAIN(TestPreferences)
#include "test_preferences.moc"
