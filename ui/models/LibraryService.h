// The window's only way to a library: questions go to a thread of their own, finished values come back by
// signal.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <QThread>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "core/domain/result.h"
#include "core/domain/session.h"
#include "core/search/config.h"
#include "ui/models/InspectorContent.h"

namespace kernelcast::db {
class Library;
class Reader;
}  // namespace kernelcast::db

namespace kernelcast::ui {

class SearchJob;

class LibraryService : public QObject {
  Q_OBJECT

 public:
  explicit LibraryService(QObject* parent = nullptr);
  ~LibraryService() override;

  // Closes the one that is open; after an error none is. The file is made where it does not exist.
  void open(const QString& path);
  [[nodiscard]] bool isOpen() const { return open_; }
  [[nodiscard]] QString path() const { return path_; }

  void loadSessions();
  // Of several questions on their way only the newest is answered.
  void loadSession(const SessionId& id);
  void loadDetail(const SessionId& id, int candidate, const std::string& device,
                  const std::string& surrogate);
  void forgetDetail();  // an answer on its way is no longer wanted

  // Any other question or change: `question` runs on the library's thread, `answer` on the window's, and not
  // at all once `owner` is gone or another library was opened. Questions are answered in the order they were
  // asked.
  template <typename T>
  void ask(QObject* owner, std::function<Result<T>(db::Reader&)> question,
           std::function<void(Result<T>)> answer) {
    postFor(owner,
            [question = std::move(question), answer = std::move(answer)](db::Library&, db::Reader& reader) {
              auto result = std::make_shared<Result<T>>(question(reader));
              return std::function<void()>([answer, result] { answer(std::move(*result)); });
            });
  }
  template <typename T>
  void change(QObject* owner, std::function<Result<T>(db::Library&)> work,
              std::function<void(Result<T>)> answer) {
    postFor(owner, [work = std::move(work), answer = std::move(answer)](db::Library& library, db::Reader&) {
      auto result = std::make_shared<Result<T>>(work(library));
      return std::function<void()>([answer, result] { answer(std::move(*result)); });
    });
  }

  // One that is there already stays as it is, and is named again.
  void importSample();

  // The caller owns the job, which keeps the library open; the service must outlive it.
  SearchJob* startReplay(const search::SearchConfig& config, QObject* parent);
  SearchJob* resumeSearch(const SessionId& id, QObject* parent);

  // How often it asks whether any process has committed; 0 never.
  void setPollInterval(int milliseconds);

 signals:
  void opened(bool readOnly);
  void openFailed(const QString& sentence);
  void sessionsLoaded(const std::vector<kernelcast::SessionSummary>& sessions);
  void sessionLoaded(std::shared_ptr<const kernelcast::SessionTable> table);
  void detailLoaded(std::shared_ptr<const kernelcast::ui::InspectorContent> content);
  void failed(const QString& sentence);  // of a question; what is shown stays
  void imported(const kernelcast::SessionId& session);
  void importFailed(const QString& sentence);
  void changed();  // somebody committed to the library since the last look

 private:
  class Worker;
  using Work = std::function<void(Worker&)>;
  void post(Work work);
  // What it returns is called on the window's thread, under the conditions of ask().
  using Question = std::function<std::function<void()>(db::Library&, db::Reader&)>;
  void postFor(QObject* owner, Question question);
  // From the library's thread to the window's.
  void reply(std::function<void()> answer);
  void fail(const Error& error);
  void poll();
  SearchJob* newJob(QObject* parent);

  QThread thread_;
  Worker* worker_ = nullptr;  // lives on thread_
  QTimer pollTimer_;
  bool polling_ = false;
  bool open_ = false;
  QString path_;
  std::uint64_t opening_ = 0;  // how many libraries were asked for
  // Raised by each question; work that finds another number has been overtaken.
  std::atomic<std::uint64_t> sessionQuestion_{0};
  std::atomic<std::uint64_t> detailQuestion_{0};
};

}  // namespace kernelcast::ui
