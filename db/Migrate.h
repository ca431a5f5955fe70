// Brings a library to the format of this build: forward only, one transaction a step, after a backup beside
// the file.
#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include "core/domain/result.h"
#include "db/Schema.h"
#include "db/Sql.h"
#include "db/Surroundings.h"

namespace kernelcast::db {

inline int latestVersion(std::span<const Migration> steps) {
  return steps.empty() ? 0 : steps.back().version;
}

// Runs the steps above the file's user_version. A new file (version 0) gets its application id and no backup.
// The path of the backup, where one was made. Where a step fails the file stays at the version before it, and
// the sentence names the backup.
Result<std::optional<std::filesystem::path>> migrate(Connection& connection,
                                                     const std::filesystem::path& file,
                                                     std::span<const Migration> steps,
                                                     const Surroundings& here);

}  // namespace kernelcast::db
