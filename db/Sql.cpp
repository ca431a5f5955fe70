#include "db/Sql.h"

#include <stdexcept>

#include <SQLiteCpp/Exception.h>

namespace kernelcast::db {

Statement::Statement(sqlite3* connection, std::string_view sql) {
  const int code = sqlite3_prepare_v3(connection, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
  if (code != SQLITE_OK) throw SQLite::Exception(connection, code);
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw SQLite::Exception(sqlite3_db_handle(statement_), code);
}

void Statement::bind(std::int64_t value) { check(sqlite3_bind_int64(statement_, ++parameter_, value)); }
void Statement::bind(double value) { check(sqlite3_bind_double(statement_, ++parameter_, value)); }
void Statement::bind(std::string_view text) {
  // An empty view may point nowhere, which SQLite would take for NULL.
  const char* data = text.data() == nullptr ? "" : text.data();
  check(sqlite3_bind_text64(statement_, ++parameter_, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
}
void Statement::bind(Blob blob) {
  const char* data = blob.bytes.data() == nullptr ? "" : blob.bytes.data();
  check(sqlite3_bind_blob64(statement_, ++parameter_, data, blob.bytes.size(), SQLITE_STATIC));
}
void Statement::bind(const std::optional<std::int64_t>& value) {
  if (value) bind(*value);
  else bindNull();
}
void Statement::bindNull() { check(sqlite3_bind_null(statement_, ++parameter_)); }

bool Statement::step() {
  column_ = 0;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  throw SQLite::Exception(sqlite3_db_handle(statement_), code);
}

void Statement::reset() {
  sqlite3_reset(statement_);  // repeats the error of the last step, which was thrown already
  sqlite3_clear_bindings(statement_);
  parameter_ = 0;
  column_ = 0;
}

std::string_view Statement::bytes() {
  const void* data = sqlite3_column_blob(statement_, column_);
  const int size = sqlite3_column_bytes(statement_, column_++);
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

Connection::Connection(const std::string& file, int flags, int busyTimeoutMs)
    : database_(file, flags | SQLITE_OPEN_NOMUTEX, busyTimeoutMs) {
  sqlite3_extended_result_codes(handle(), 1);
  // Schemas and expressions of a file that somebody else made run nothing of theirs.
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  // Who only reads leaves the WAL to those who write.
  if ((flags & SQLITE_OPEN_READONLY) != 0)
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  exec("PRAGMA foreign_keys = ON");
  exec("PRAGMA cell_size_check = ON");
}

Statement& Connection::prepared(std::string_view sql) {
  auto found = statements_.find(sql);
  if (found == statements_.end()) found = statements_.try_emplace(sql, handle(), sql).first;
  if (found->second.busy()) throw std::logic_error("a statement is used while its rows are being read");
  return found->second;
}

}  // namespace kernelcast::db
