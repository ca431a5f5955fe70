#include "db/Surroundings.h"

#include <array>
#include <chrono>
#include <climits>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace kernelcast::db {

namespace {

std::string firstLine(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

std::optional<std::int64_t> startOf(std::int64_t pid) {
  const std::string stat = firstLine(fmt::format("/proc/{}/stat", pid));
  // The second field is the program's name in parentheses and may hold anything, also ") ".
  const auto end = stat.rfind(')');
  if (end == std::string::npos) return std::nullopt;
  std::istringstream fields(stat.substr(end + 1));
  std::string field;
  fields >> field;
  if (field == "Z" || field == "X") return std::nullopt;  // dead, and only not collected yet
  for (int number = 4; number <= 22 && (fields >> field); ++number) {
  }
  if (!fields) return std::nullopt;
  return std::stoll(field);
}

struct NetworkFileSystem {
  std::uint32_t magic;  // statfs(2)
  const char* name;
};
constexpr std::array<NetworkFileSystem, 11> kNetworkFileSystems{{{0x6969, "NFS"},
                                                                 {0x517B, "SMB"},
                                                                 {0xFE534D42, "SMB"},
                                                                 {0xFF534D42, "CIFS"},
                                                                 {0x01021997, "9p"},
                                                                 {0x5346414F, "AFS"},
                                                                 {0x00C36400, "Ceph"},
                                                                 {0x0BD00BD0, "Lustre"},
                                                                 {0x47504653, "GPFS"},
                                                                 {0x19830326, "BeeGFS"},
                                                                 {0x73757245, "Coda"}}};
constexpr std::uint32_t kFuse = 0x65735546;

// FUSE holds local file systems too (ntfs-3g, encfs); the mount table says which it is.
std::string networkFuse(const std::filesystem::path& folder) {
  std::error_code ignored;
  const std::string path = std::filesystem::weakly_canonical(folder, ignored).string();
  std::ifstream mounts("/proc/self/mountinfo");
  std::string type;
  std::size_t longest = 0;
  for (std::string line; std::getline(mounts, line);) {
    // 36 35 98:0 /root /mount/point options - type source super-options
    std::istringstream fields(line);
    std::string field;
    std::string point;
    for (int i = 1; i <= 5; ++i) fields >> point;
    while (fields >> field && field != "-") {
    }
    fields >> field;
    const bool inside = path == point || path.starts_with(point == "/" ? point : point + "/");
    if (inside && point.size() >= longest) {
      longest = point.size();
      type = field;
    }
  }
  for (const char* name : {"fuse.sshfs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.curlftpfs",
                           "fuse.davfs", "fuse.gcsfuse", "fuse.juicefs"}) {
    if (type == name) return type.substr(5);
  }
  return {};
}

std::string networkName(const std::filesystem::path& folder) {
  struct statfs facts {};
  if (::statfs(folder.c_str(), &facts) != 0) return {};
  const auto magic = static_cast<std::uint32_t>(facts.f_type);
  if (magic == kFuse) return networkFuse(folder);
  for (const auto& entry : kNetworkFileSystems) {
    if (entry.magic == magic) return entry.name;
  }
  return {};
}

}  // namespace

Surroundings Surroundings::ofThisProcess() {
  Surroundings own;
  own.nowMs = [] {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  };
  std::array<char, HOST_NAME_MAX + 1> name{};
  ::gethostname(name.data(), name.size() - 1);
  own.host = name.data();
  own.boot = firstLine("/proc/sys/kernel/random/boot_id");
  std::error_code ignored;
  own.pidNamespace = std::filesystem::read_symlink("/proc/self/ns/pid", ignored).string();
  own.pid = ::getpid();
  own.processStart = startOf;
  own.networkFileSystem = networkName;
  return own;
}

}  // namespace kernelcast::db
