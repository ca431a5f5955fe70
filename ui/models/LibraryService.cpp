#include "ui/models/LibraryService.h"

#include <QFile>
#include <optional>

#include "core/exchange/formats.h"
#include "core/exchange/sample.h"
#include "core/stats/session_scores.h"
#include "db/Library.h"
#include "ui/models/PlainText.h"
#include "ui/models/SearchJob.h"

namespace kernelcast::ui {

// Used on the library's thread alone.
class LibraryService::Worker : public QObject {
 public:
  std::shared_ptr<db::Library> library;
  std::optional<db::Reader> reader;
  std::int64_t version = 0;

  // The library at `path`, ready to be read; nothing is open after an error.
  Result<void> open(const QString& path) {
    reader.reset();
    library.reset();
    auto opened = db::Library::open(QFile::encodeName(path).toStdString());
    if (!opened) return failure(opened.error());
    // Sessions whose process died since are found now; where that fails, reading says why.
    if (!(*opened)->readOnly()) static_cast<void>((*opened)->markInterrupted());
    auto connection = (*opened)->reader();
    if (!connection) return failure(connection.error());
    library = std::move(*opened);
    reader.emplace(std::move(*connection));
    version = reader->dataVersion().value_or(0);
    return {};
  }
};

LibraryService::LibraryService(QObject* parent) : QObject(parent), thread_(this), pollTimer_(this) {
  worker_ = new Worker;
  worker_->moveToThread(&thread_);
  connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
  thread_.setObjectName(QStringLiteral("library"));
  thread_.start();
  connect(&pollTimer_, &QTimer::timeout, this, &LibraryService::poll);
  setPollInterval(1000);
}

LibraryService::~LibraryService() {
  ++sessionQuestion_;
  ++detailQuestion_;
  // Behind everything that was asked before, so that detached searches give their leases back.
  post([this](Worker& worker) {
    worker.reader.reset();
    worker.library.reset();
    thread_.quit();
  });
  thread_.wait();
}

void LibraryService::post(Work work) {
  QMetaObject::invokeMethod(
      worker_, [worker = worker_, work = std::move(work)] { work(*worker); }, Qt::QueuedConnection);
}

void LibraryService::reply(std::function<void()> answer) {
  QMetaObject::invokeMethod(this, std::move(answer), Qt::QueuedConnection);
}

void LibraryService::postFor(QObject* owner, Question question) {
  // The pointer is read on the window's thread alone; an owner that goes meanwhile only wastes the answer.
  post([this, owner = QPointer<QObject>(owner), opening = opening_,
        question = std::move(question)](Worker& worker) {
    if (!worker.reader || !worker.library) return;
    auto answer = question(*worker.library, *worker.reader);
    reply([this, owner, opening, answer = std::move(answer)] {
      if (owner && opening == opening_) answer();
    });
  });
}

void LibraryService::fail(const Error& error) {
  reply([this, sentence = asSentence(error.message)] { emit failed(sentence); });
}

void LibraryService::open(const QString& path) {
  open_ = false;
  path_ = path;
  ++opening_;
  ++sessionQuestion_;
  ++detailQuestion_;
  post([this, path](Worker& worker) {
    const auto done = worker.open(path);
    if (!done) {
      reply([this, path, sentence = asSentence(done.error().message)] {
        if (path == path_) emit openFailed(sentence);
      });
      return;
    }
    reply([this, path, readOnly = worker.library->readOnly()] {
      if (path != path_) return;
      open_ = true;
      emit opened(readOnly);
    });
  });
}

void LibraryService::loadSessions() {
  post([this](Worker& worker) {
    if (!worker.reader) return;
    auto sessions = worker.reader->sessions();
    if (!sessions) return fail(sessions.error());
    reply([this, list = std::move(*sessions)] { emit sessionsLoaded(list); });
  });
}

void LibraryService::loadSession(const SessionId& id) {
  const std::uint64_t question = ++sessionQuestion_;
  post([this, id, question](Worker& worker) {
    if (question != sessionQuestion_ || !worker.reader) return;
    auto table = worker.reader->table(id);
    if (!table) return fail(table.error());
    stats::fillRanks(*table);
    reply([this, question, shared = std::make_shared<const SessionTable>(std::move(*table))] {
      if (question == sessionQuestion_) emit sessionLoaded(shared);
    });
  });
}

void LibraryService::loadDetail(const SessionId& id, int candidate, const std::string& device,
                                const std::string& surrogate) {
  const std::uint64_t question = ++detailQuestion_;
  post([this, id, candidate, device, surrogate, question](Worker& worker) {
    if (question != detailQuestion_ || !worker.reader) return;
    const auto detail = worker.reader->detail(id, candidate, device, surrogate);
    if (!detail) return fail(detail.error());
    reply([this, question, content = std::make_shared<const InspectorContent>(inspectorContent(*detail))] {
      if (question == detailQuestion_) emit detailLoaded(content);
    });
  });
}

void LibraryService::forgetDetail() { ++detailQuestion_; }

void LibraryService::importSample() {
  post([this](Worker& worker) {
    const auto refuse = [this](const Error& error) {
      reply([this, sentence = asSentence(error.message)] { emit importFailed(sentence); });
    };
    if (!worker.library) return refuse({Error::Kind::Failed, "No library is open."});
    const auto document = exchange::readNative(exchange::sampleDocument());
    if (!document) return refuse(document.error());
    const auto stored = worker.library->importSink().store(document->session);
    if (!stored) return refuse(stored.error());
    reply([this, id = document->session.id] { emit imported(id); });
  });
}

SearchJob* LibraryService::newJob(QObject* parent) {
  return new SearchJob(
      [this](std::function<void()> work) { post([work = std::move(work)](Worker&) { work(); }); }, parent);
}

SearchJob* LibraryService::startReplay(const search::SearchConfig& config, QObject* parent) {
  SearchJob* job = newJob(parent);
  post([start = job->starter([config](db::Library& library, search::Observer& observer) {
    return db::RecordedSearch::start(library, config, observer);
  })](Worker& worker) { start(worker.library); });
  return job;
}

SearchJob* LibraryService::resumeSearch(const SessionId& id, QObject* parent) {
  SearchJob* job = newJob(parent);
  post([start = job->starter([id](db::Library& library, search::Observer& observer) {
    return db::RecordedSearch::resume(library, id, observer);
  })](Worker& worker) { start(worker.library); });
  return job;
}

void LibraryService::setPollInterval(int milliseconds) {
  if (milliseconds > 0) pollTimer_.start(milliseconds);
  else pollTimer_.stop();
}

void LibraryService::poll() {
  if (!open_ || polling_) return;
  polling_ = true;
  post([this](Worker& worker) {
    bool moved = false;
    if (worker.reader) {
      const std::int64_t version = worker.reader->dataVersion().value_or(worker.version);
      moved = version != worker.version;
      worker.version = version;
    }
    reply([this, moved] {
      polling_ = false;
      if (moved) emit changed();
    });
  });
}

}  // namespace kernelcast::ui
