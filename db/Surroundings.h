// What a library asks of the machine it runs on: the time, who this process is, whether another still lives,
// and what kind of file system a file is on. A value of functions, so that tests can be another host, or
// tomorrow.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace kernelcast::db {

struct Surroundings {
  std::function<std::int64_t()> nowMs;  // UTC milliseconds
  std::string host;
  std::string boot;          // /proc/sys/kernel/random/boot_id: another after each start of the machine
  std::string pidNamespace;  // process ids of another namespace mean nothing here
  std::int64_t pid = 0;
  // When a process started, in clock ticks since boot (field 22 of /proc/PID/stat); none where there is no
  // such process.
  std::function<std::optional<std::int64_t>(std::int64_t pid)> processStart;
  // The name of a file system on which WAL is not safe ("NFS"), empty where it is local.
  std::function<std::string(const std::filesystem::path& folder)> networkFileSystem;
  std::int64_t heartbeatEveryMs = 5'000;
  int busyTimeoutMs = 5'000;
  int importSliceMs = 200;  // how long an import keeps others from writing

  static Surroundings ofThisProcess();
};

}  // namespace kernelcast::db
