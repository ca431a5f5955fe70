// The parts of an open library, and how tests open one in other surroundings.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "db/Annotations.h"
#include "db/Lease.h"
#include "db/Library.h"
#include "db/PrivateCopy.h"
#include "db/Schema.h"
#include "db/Surroundings.h"
#include "db/Writer.h"

namespace kernelcast::db {

class SqlEventStore;
class SqlImportSink;

struct LibraryInternals {
  Surroundings here = Surroundings::ofThisProcess();
  std::span<const Migration> steps = migrations();
};

class Library::Impl {
 public:
  static Result<std::unique_ptr<Impl>> open(const std::filesystem::path& path, const OpenOptions& options,
                                            LibraryInternals internals);
  Impl(std::filesystem::path path, LibraryInternals internals);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // A read-only connection to the file, or to the private copy that stands in for it.
  [[nodiscard]] Result<std::unique_ptr<Connection>> readOnlyConnection() const;
  Result<void> startWriter(const OpenOptions& options);

  const std::filesystem::path path;
  const LibraryInternals internals;
  bool readOnly = false;
  bool immutable = false;                       // read-only, and nobody writes: no side files are needed
  std::optional<PrivateCopy> privateCopy;       // stands in where side files cannot be made
  std::optional<std::filesystem::path> backup;  // made before a migration
  std::unique_ptr<Leases> leases;
  std::unique_ptr<Writer> writer;  // null: read-only
  std::unique_ptr<SqlEventStore> events;
  std::unique_ptr<SqlImportSink> sink;
  std::unique_ptr<Annotations> annotations;

 private:
  void purgeInBackground();
};

}  // namespace kernelcast::db
