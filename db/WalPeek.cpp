#include "db/WalPeek.h"

#include <array>
#include <cstring>
#include <fstream>
#include <set>
#include <vector>

namespace kernelcast::db {

namespace {

constexpr std::size_t kWalHeader = 32;
constexpr std::size_t kFrameHeader = 24;

std::uint32_t big(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = (value << 8U) | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::uint32_t little(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = (value << 8U) | static_cast<unsigned char>(bytes[i]);
  return value;
}

// The WAL's running checksum over 32-bit words in the byte order that its magic names.
struct Checksum {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  bool bigEndian = false;

  void add(const char* bytes, std::size_t size) {
    for (std::size_t i = 0; i + 8 <= size; i += 8) {
      first += (bigEndian ? big(bytes + i) : little(bytes + i)) + second;
      second += (bigEndian ? big(bytes + i + 4) : little(bytes + i + 4)) + first;
    }
  }
  [[nodiscard]] bool is(const char* bytes) const { return first == big(bytes) && second == big(bytes + 4); }
};

bool plausiblePageSize(std::uint32_t size) {
  return size >= 512 && size <= 65536 && (size & (size - 1)) == 0;
}

}  // namespace

DatabaseHeader parseHeader(const std::string& bytes) {
  static constexpr std::string_view kMagic{"SQLite format 3\0", 16};
  DatabaseHeader header;
  if (bytes.size() < 100 || !std::string_view(bytes).starts_with(kMagic)) return header;
  header.sqlite = true;
  const std::uint32_t size = big(bytes.data() + 14) & 0xffffU;
  header.pageSize = size == 1 ? 65536 : size;
  if (!plausiblePageSize(header.pageSize)) header.pageSize = 0;
  header.wal = bytes[18] == 2;
  const bool counted = big(bytes.data() + 24) == big(bytes.data() + 92);
  header.pages = counted ? big(bytes.data() + 28) : 0;
  header.userVersion = static_cast<std::int32_t>(big(bytes.data() + 60));
  header.applicationId = static_cast<std::int32_t>(big(bytes.data() + 68));
  return header;
}

WalPeek peekWal(const std::filesystem::path& wal, std::uint32_t pagesInFile) {
  WalPeek peek;
  std::ifstream file(wal, std::ios::binary);
  std::array<char, kWalHeader> header{};
  if (!file.read(header.data(), header.size())) return peek;
  const std::uint32_t magic = big(header.data());
  const std::uint32_t pageSize = big(header.data() + 8);
  if ((magic & 0xfffffffeU) != 0x377f0682U || !plausiblePageSize(pageSize)) return peek;
  Checksum sum;
  sum.bigEndian = (magic & 1U) != 0;
  sum.add(header.data(), 24);
  if (!sum.is(header.data() + 24)) return peek;

  std::vector<char> frame(kFrameHeader + pageSize);
  std::optional<std::string> page1;  // of transactions that have not committed yet, too
  std::set<std::uint32_t> beyond;
  while (file.read(frame.data(), static_cast<std::streamsize>(frame.size()))) {
    if (std::memcmp(frame.data() + 8, header.data() + 16, 8) != 0) break;  // the salts of an older generation
    sum.add(frame.data(), 8);
    sum.add(frame.data() + kFrameHeader, pageSize);
    if (!sum.is(frame.data() + 16)) break;
    const std::uint32_t page = big(frame.data());
    if (page == 1) page1 = std::string(frame.data() + kFrameHeader, pageSize);
    if (page > pagesInFile) beyond.insert(page);
    const std::uint32_t committed = big(frame.data() + 4);
    if (committed == 0) continue;
    peek.live = true;
    peek.page1 = page1;
    peek.pages = committed;
    beyond.erase(beyond.upper_bound(committed), beyond.end());
    peek.beyond = static_cast<std::uint32_t>(beyond.size());
  }
  return peek;
}

}  // namespace kernelcast::db
