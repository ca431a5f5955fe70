// A connection and its prepared statements. SQLiteCpp opens, locks and reports; statements are our own thin
// ones, since its columns copy a shared pointer each, and a table of 100,000 rows reads three million of
// them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

namespace kernelcast::db {

// Bytes bound as a BLOB; text is bound as TEXT.
struct Blob {
  std::string_view bytes;
};

// One statement. Values are bound and columns are read in order, so that neither is numbered by hand.
class Statement {
 public:
  Statement(sqlite3* connection, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind(std::int64_t value);
  void bind(int value) { bind(static_cast<std::int64_t>(value)); }
  void bind(bool value) { bind(static_cast<std::int64_t>(value ? 1 : 0)); }
  void bind(double value);  // NaN is NULL
  void bind(std::string_view text);
  void bind(const std::string& text) { bind(std::string_view(text)); }
  void bind(const char* text) { bind(std::string_view(text)); }
  void bind(Blob blob);
  void bind(const std::optional<std::int64_t>& value);  // not in line: GCC 12 warns of the empty one's value
  template <typename T>
  void bind(const std::optional<T>& value) {
    if (value) bind(*value);
    else bindNull();
  }
  void bindNull();

  bool step();  // true: a row is there
  void reset();
  [[nodiscard]] bool busy() const { return sqlite3_stmt_busy(statement_) != 0; }

  [[nodiscard]] bool isNull() const { return sqlite3_column_type(statement_, column_) == SQLITE_NULL; }
  std::int64_t integer() { return sqlite3_column_int64(statement_, column_++); }
  int number() { return static_cast<int>(integer()); }
  double real() {  // NaN where it is NULL
    sqlite3_value* value = sqlite3_column_value(statement_, column_++);
    if (sqlite3_value_type(value) == SQLITE_NULL) return std::numeric_limits<double>::quiet_NaN();
    return sqlite3_value_double(value);
  }
  // Valid until the next step. Text is fetched as its bytes too: asked for as text, SQLite copies it to end
  // it with a zero that nobody reads.
  std::string_view bytes();
  std::string_view text() { return bytes(); }
  std::string string() { return std::string(text()); }
  std::optional<std::int64_t> optionalInteger() {
    if (!isNull()) return integer();
    ++column_;
    return std::nullopt;
  }
  std::optional<double> optionalReal() {
    if (!isNull()) return real();
    ++column_;
    return std::nullopt;
  }

 private:
  void check(int code) const;
  sqlite3_stmt* statement_ = nullptr;
  int parameter_ = 0;
  int column_ = 0;
};

// The rows of a running query; frees its statement for the next use when it goes.
class Rows {
 public:
  explicit Rows(Statement& statement) : statement_(&statement) {}
  Rows(Rows&& other) noexcept : statement_(other.statement_) { other.statement_ = nullptr; }
  Rows& operator=(Rows&&) = delete;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows() {
    if (statement_ != nullptr) statement_->reset();
  }
  bool next() { return statement_->step(); }
  Statement* operator->() { return statement_; }
  Statement& operator*() { return *statement_; }

 private:
  Statement* statement_;
};

// One connection, one thread. Throws SQLite::Exception; callers at the edge of db turn it into a sentence
// (SqlError.h). Values are bound without a copy, so the arguments of query() must outlive its rows.
class Connection {
 public:
  Connection(const std::string& file, int flags, int busyTimeoutMs);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void exec(const char* sql) { database_.exec(sql); }
  void exec(const std::string& sql) { database_.exec(sql); }
  // `sql` must live as long as the connection (a literal): statements are kept by it.
  template <typename... Args>
  Rows query(std::string_view sql, const Args&... args) {
    Statement& statement = prepared(sql);
    (statement.bind(args), ...);
    return Rows(statement);
  }
  // Returns the number of rows changed.
  template <typename... Args>
  int run(std::string_view sql, const Args&... args) {
    Rows rows = query(sql, args...);
    rows.next();
    return sqlite3_changes(handle());
  }
  // The first column of the first row; none where there is no row or it is NULL.
  template <typename... Args>
  std::optional<std::int64_t> integer(std::string_view sql, const Args&... args) {
    Rows rows = query(sql, args...);
    return rows.next() ? rows->optionalInteger() : std::nullopt;
  }
  template <typename... Args>
  std::optional<std::string> text(std::string_view sql, const Args&... args) {
    Rows rows = query(sql, args...);
    if (!rows.next() || rows->isNull()) return std::nullopt;
    return rows->string();
  }
  [[nodiscard]] std::int64_t lastId() { return sqlite3_last_insert_rowid(handle()); }
  [[nodiscard]] SQLite::Database& database() { return database_; }
  [[nodiscard]] sqlite3* handle() { return database_.getHandle(); }

 private:
  Statement& prepared(std::string_view sql);

  SQLite::Database database_;
  std::unordered_map<std::string_view, Statement> statements_;  // finalised before the database closes
};

}  // namespace kernelcast::db
