#include "core/bench/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kernelcast::bench {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kLookMs = 50;  // how often cancelling and the deadline are looked at

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool isOpen() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

struct Ends {
  Descriptor ours;
  Descriptor theirs;
};

// Sockets rather than pipes: writing to one whose reader is gone can be kept from raising a signal.
Result<Ends> connection() {
  std::array<int, 2> fds{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0)
    return failure(fmt::format("no channel to a child process: {}", std::strerror(errno)));
  ::fcntl(fds[0], F_SETFL, O_NONBLOCK);
  return Ends{Descriptor(fds[0]), Descriptor(fds[1])};
}

void limit(int what, std::uint64_t value) {
  if (value == 0) return;
  const rlimit both{value, value};
  ::setrlimit(static_cast<__rlimit_resource>(what), &both);
}

// Between fork and exec nothing may allocate: everything is made before.
[[noreturn]] void becomeProgram(char* const* arguments, const std::array<int, 3>& standard, int report,
                                const ChildLimits& limits, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before it could be watched
  limit(RLIMIT_AS, limits.memoryBytes);
  limit(RLIMIT_CPU, limits.cpuSeconds);
  limit(RLIMIT_CORE, 0);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (int i = 0; i < 3; ++i) ::dup2(standard.at(static_cast<std::size_t>(i)), i);
  ::execvp(arguments[0], arguments);
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(report, &error, sizeof error);
  ::_exit(127);
}

class Child {
 public:
  Child(pid_t pid, Ends in, Ends out, Ends err)
      : pid_(pid), in_(std::move(in.ours)), out_(std::move(out.ours)), err_(std::move(err.ours)) {}
  ~Child() { end(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  ChildEnd converse(std::string_view input, const ChildLimits& limits, const std::stop_token& stop) {
    const auto deadline = Clock::now() + limits.deadline;
    ChildEnd result;
    while (out_.isOpen() || err_.isOpen()) {
      if (stop.stop_requested()) return ended(ChildEnd::How::Cancelled, std::move(result));
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) return ended(ChildEnd::How::TimedOut, std::move(result));
      if (input.empty()) in_.close();
      std::array<pollfd, 3> watched{
          {{in_.get(), POLLOUT, 0}, {out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}}};
      if (::poll(watched.data(), watched.size(), static_cast<int>(std::min<std::int64_t>(left, kLookMs))) <
              0 &&
          errno != EINTR) {
        break;
      }
      if (watched[0].revents != 0) input.remove_prefix(send(input));
      if (watched[1].revents != 0) receive(out_, result.out);
      if (watched[2].revents != 0) receive(err_, result.err);
      if (std::max(result.out.size(), result.err.size()) > limits.outputBytes)
        return ended(ChildEnd::How::TooMuchOutput, std::move(result));
    }
    return awaited(deadline, stop, std::move(result));
  }

 private:
  // What is sent is done with; so is all where nobody reads any more.
  std::size_t send(std::string_view input) {
    const auto sent = ::send(in_.get(), input.data(), input.size(), MSG_NOSIGNAL);
    if (sent >= 0) return static_cast<std::size_t>(sent);
    return errno == EAGAIN || errno == EINTR ? 0 : input.size();
  }
  static void receive(Descriptor& from, std::string& into) {
    std::array<char, 65536> buffer{};
    const auto got = ::read(from.get(), buffer.data(), buffer.size());
    if (got > 0) into.append(buffer.data(), static_cast<std::size_t>(got));
    else if (got == 0 || (errno != EAGAIN && errno != EINTR)) from.close();
  }
  // It closed what it writes to; it may still be there.
  ChildEnd awaited(Clock::time_point deadline, const std::stop_token& stop, ChildEnd result) {
    int status = 0;
    for (;;) {
      const pid_t gone = ::waitpid(pid_, &status, WNOHANG);
      if (gone == pid_) break;
      if (gone < 0 && errno != EINTR) return ended(ChildEnd::How::Cancelled, std::move(result));
      if (stop.stop_requested()) return ended(ChildEnd::How::Cancelled, std::move(result));
      if (Clock::now() >= deadline) return ended(ChildEnd::How::TimedOut, std::move(result));
      ::poll(nullptr, 0, 1);
    }
    ::kill(-pid_, SIGKILL);  // what it started and left behind
    pid_ = -1;
    result.how = WIFEXITED(status) ? ChildEnd::How::Exited : ChildEnd::How::Signalled;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    return result;
  }
  ChildEnd ended(ChildEnd::How how, ChildEnd result) {
    end();
    result.how = how;
    return result;
  }
  void end() {
    if (pid_ < 0) return;
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);  // where it had not come to be a group of its own
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }

  pid_t pid_;
  Descriptor in_;
  Descriptor out_;
  Descriptor err_;
};

}  // namespace

Result<ChildEnd> runChild(const std::vector<std::string>& arguments, std::string_view input,
                          const ChildLimits& limits, const std::stop_token& stop) {
  if (arguments.empty()) return failure(Error::Kind::WrongUsage, "no program is named");
  auto in = connection();
  auto out = connection();
  auto err = connection();
  auto report = connection();
  for (const auto* each : {&in, &out, &err, &report}) {
    if (!*each) return failure(each->error());
  }
  std::vector<std::string> copies = arguments;
  std::vector<char*> words;
  words.reserve(copies.size() + 1);
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);

  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return failure(fmt::format("{} could not be started: {}", arguments[0], std::strerror(errno)));
  if (pid == 0) {
    becomeProgram(words.data(), {in->theirs.get(), out->theirs.get(), err->theirs.get()},
                  report->theirs.get(), limits, parent);
  }
  ::setpgid(pid, pid);  // by both, so that it is one before either goes on
  for (auto* each : {&in, &out, &err, &report}) (*each)->theirs.close();
  Child child(pid, std::move(*in), std::move(*out), std::move(*err));
  int error = 0;
  ::fcntl(report->ours.get(), F_SETFL, 0);
  if (::read(report->ours.get(), &error, sizeof error) == sizeof error)
    return failure(Error::Kind::NotFound,
                   fmt::format("{} could not be started: {}", arguments[0], std::strerror(error)));
  return child.converse(input, limits, stop);
}

}  // namespace kernelcast::bench
