import Expectations
import Foundation
import Testing

@testable import Memory

struct MemoryRoomTests {
  /// A machine made of files.
  private struct Machine: ~Copyable {
    let root = NSTemporaryDirectory() + "memory-\(UUID().uuidString)"

    init(_ files: [String: String]) throws {
      for (path, text) in files {
        let file = URL(fileURLWithPath: root + path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }
  }

  private static let gigabyte = 1 << 30
  private static let machine =
    "MemTotal:        8388608 kB\nMemFree:  1 kB\nMemAvailable:    4194304 kB\nSwapFree: 0 kB\n"

  @Test("what the machine has free bounds a process without limits, swap included")
  func machine() throws {
    let machine = try Machine(["/proc/meminfo": Self.machine])
    let room = MemoryRoom.now(root: machine.root)
    expectEqual(
      room, MemoryRoom(limit: .machine, left: 4 * Self.gigabyte, most: 8 * Self.gigabyte))
    let swapping = try Machine([
      "/proc/meminfo": "MemTotal: 8388608 kB\nMemAvailable: 4194304 kB\nSwapFree: 1048576 kB\n"
    ])
    expectEqual(MemoryRoom.now(root: swapping.root).left, 5 * Self.gigabyte)
  }

  @Test("the least of a control group and of those around it counts, files it has read left out")
  func groups() throws {
    let machine = try Machine([
      "/proc/meminfo": Self.machine,
      "/proc/self/cgroup": "0::/outer/inner\n",
      "/sys/fs/cgroup/outer/inner/memory.max": "max\n",
      "/sys/fs/cgroup/outer/inner/memory.current": "300000000\n",
      "/sys/fs/cgroup/outer/memory.max": "500000000\n",
      "/sys/fs/cgroup/outer/memory.current": "400000000\n",
      "/sys/fs/cgroup/outer/memory.stat":
        "anon 1\nactive_file 50000000\ninactive_file 150000000\ninactive_anon 9\n",
    ])
    let room = MemoryRoom.now(root: machine.root)
    expectEqual(room, MemoryRoom(limit: .group, left: 300_000_000, most: 500_000_000))
  }

  @Test(
    "in a container, whose group has the path that it has outside, its folder's own limit counts")
  func container() throws {
    for (line, folder, most, used) in [
      ("0::/docker/abc\n", "", "memory.max", "memory.current"),
      (
        "4:memory:/docker/abc\n1:cpu,cpuacct:/\n", "/memory", "memory.limit_in_bytes",
        "memory.usage_in_bytes"
      ),
    ] {
      let machine = try Machine([
        "/proc/meminfo": Self.machine,
        "/proc/self/cgroup": line,
        "/sys/fs/cgroup\(folder)/\(most)": "200000000\n",
        "/sys/fs/cgroup\(folder)/\(used)": "250000000\n",
      ])
      let room = MemoryRoom.now(root: machine.root)
      expectEqual(room, MemoryRoom(limit: .group, left: 0, most: 200_000_000), "\(line)")
    }
  }

  @Test("a group of the first version without a limit says a number beyond all memory")
  func unlimited() throws {
    let machine = try Machine([
      "/proc/meminfo": Self.machine,
      "/proc/self/cgroup": "4:memory:/\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
      "/sys/fs/cgroup/memory/memory.usage_in_bytes": "250000000\n",
    ])
    expectEqual(MemoryRoom.now(root: machine.root).limit, .machine)
  }

  @Test("this machine says something")
  func here() {
    let room = MemoryRoom.now()
    expect(room.left > 0 && room.left <= room.most && room.resident > 0)
  }

  @Test("what is asked for leaves a reserve, and little is granted without a look")
  func demand() throws {
    let room = MemoryRoom(limit: .machine, left: 100 << 20, most: 1 << 30)
    try MemoryWatch.demand(84 << 20, in: room)
    expect(throws: MemoryShortage(room, wanted: 84 << 20 + 1)) {
      try MemoryWatch.demand(84 << 20 + 1, in: room)
    }
    let none = MemoryRoom(limit: .machine, left: 0, most: 1 << 30)
    try MemoryWatch.demand(1 << 20 - 1, in: none)
  }

  @Test("bytes held are given back at the end, of what fails as well")
  func held() {
    struct Failure: Error {}
    let held = HeldBytes(limit: 1 << 20)
    held.whileHolding {
      expect(held.take(1000))
      expectEqual(held.count, 1000)
    }
    expectEqual(held.count, 0)
    expect(throws: Failure.self) {
      try held.whileHolding { () throws(Failure) in
        expect(held.take(500))
        throw Failure()
      }
    }
    expectEqual(held.count, 0)
    expect(!held.take(2 << 20))
  }

  @Test("a shortage says what is needed, what is left, of what, and what to type")
  func wording() {
    let room = MemoryRoom(limit: .addresses, left: 1_900_000_000, most: 2_048_000_000)
    expectEqual(
      MemoryShortage(room, wanted: 3_000_000_000).message,
      "not enough memory: this takes 3.0 GB, and 1.9 GB are left of the 2.0 GB that "
        + "ulimit -v allows")
    expectEqual(
      MemoryShortage(room).message,
      "not enough memory: 1.9 GB are left of the 2.0 GB that ulimit -v allows")
    expectEqual(
      MemoryShortage(room, reserve: 512 << 20).message,
      "not enough memory: 1.9 GB are left of the 2.0 GB that ulimit -v allows, "
        + "and 536 MB are to stay free")
    expect(MemoryShortage(room).hint.hasPrefix("ulimit -v unlimited before tablesh"))
  }

  @Test("sizes are told in megabytes, and from one gigabyte on in gigabytes with a tenth")
  func sizes() {
    for (bytes, text) in [
      (0, "0 MB"), (999_999, "0 MB"), (1_000_000, "1 MB"), (512_900_000, "512 MB"),
      (999_999_999, "999 MB"), (1_000_000_000, "1.0 GB"), (1_099_999_999, "1.0 GB"),
      (1_100_000_000, "1.1 GB"), (9_950_000_000, "9.9 GB"), (12_345_000_000, "12.3 GB"),
    ] {
      expectEqual(MemoryShortage.size(bytes), text)
    }
  }
}
