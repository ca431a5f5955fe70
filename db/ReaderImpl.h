// The connection behind a Reader, and the parts that answer it; each part is a file of its own.
#pragma once

#include <memory>
#include <string>

#include "db/Catalogue.h"
#include "db/Reader.h"
#include "db/Sql.h"
#include "db/Surroundings.h"

namespace kernelcast::db {

class Reader::Impl {
 public:
  std::unique_ptr<Connection> connection;
  std::string file;
  Surroundings here;  // the library's; a copy, so that a reader may outlive it
};

// A session's row, looked up once by each function below.
struct SessionRow {
  std::int64_t id = 0;
  SessionId ulid;
  std::string name;
  bool deleted = false;
  bool importing = false;  // it is not all there yet; also deleted
};
// What becomes of one that is deleted and not purged: for all but those who bring it back it is not there.
enum class Deleted { Refused, Found };
Result<SessionRow> findSession(Connection& connection, const SessionId& id,
                               Deleted deleted = Deleted::Refused);

// Ids and names alone, newest first: what resolveSession needs. Found: those that are deleted too.
std::vector<SessionSummary> sessionNames(Connection& connection, Deleted deleted);

// Each needs a consistent view: callers hold a transaction.
Result<std::vector<SessionSummary>> readSessions(Connection& connection, const Surroundings& here,
                                                 const SessionRow* only);
Result<SessionTable> readTable(Connection& connection, const Surroundings& here, const SessionRow& session);
Result<CandidateDetail> readDetail(Connection& connection, const SessionRow& session, int candidate,
                                   std::string_view device, std::string_view surrogate);
Result<search::Recording> readRecording(Connection& connection, const SessionRow& session,
                                        std::string_view task, std::string_view device,
                                        std::string_view surrogate);
Result<std::vector<search::Event>> readEvents(Connection& connection, std::int64_t session);
EventPage readEventPage(Connection& connection, std::int64_t session, const EventQuery& query);
Result<std::string> readEventJson(Connection& connection, const SessionRow& session, std::int64_t seq);
Result<exchange::ExchangeSession> readExchange(Connection& connection, const SessionRow& session);
std::vector<TextHit> searchTexts(Connection& connection, std::string_view query, int limit);

// What several of them read.
struct SessionTask {
  std::int64_t version = 0;
  std::int64_t reference = 0;  // kernel; 0: none
  Task task;
};
Result<std::vector<SessionTask>> readTasks(Connection& connection, std::int64_t session);
struct SessionDevice {
  std::int64_t id = 0;
  std::string key;
  std::string label;
};
std::vector<SessionDevice> readDevices(Connection& connection, std::int64_t session);
// The device that a view is of. Where the session has one, what names none is of it.
struct DeviceChoice {
  std::int64_t id = kUnknown;
  bool only = false;  // the session has no other

  // An empty label: the unknown one. NotFound where the session has no device of that label.
  static Result<DeviceChoice> of(Connection& connection, const SessionRow& session, std::string_view label);
  [[nodiscard]] bool holds(std::int64_t device) const { return device == id || (device == kUnknown && only); }
};
struct SessionSurrogate {
  std::int64_t id = 0;
  std::string key;
  std::string label;
};
std::vector<SessionSurrogate> readSurrogates(Connection& connection, std::int64_t session);
std::string labelList(const std::vector<std::string>& labels);  // "a", "b" and "c"

// The names of a session's kernels, first one each.
std::string kernelName(Connection& connection, std::int64_t session, std::int64_t kernel);

// Measurements that a session stands on.
struct StoredMeasurement {
  std::int64_t kernel = 0;
  std::int64_t taskVersion = 0;
  std::int64_t run = 0;
  std::int64_t device = 0;
  std::string runSession;
  std::string runKey;
  std::string body;
};
// Ordered by run. kernel 0: all kernels.
std::vector<StoredMeasurement> readMeasurements(Connection& connection, std::int64_t session,
                                                std::int64_t kernel);

}  // namespace kernelcast::db
