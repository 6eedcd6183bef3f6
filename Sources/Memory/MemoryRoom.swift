import LibC

/// The memory that this process may still take, by the limit that leaves the least.
///
/// Without memory a process ends without an error message: the standard library traps, or the
/// system kills it. Check the room here before allocating much.
public struct MemoryRoom: Hashable, Sendable {
  /// The limits on memory.
  public enum Limit: Hashable, Sendable {
    /// The free memory of the machine.
    case machine
    /// The control group of the process, such as that of a container.
    case group
    /// The address space of the process: `ulimit -v`.
    case addresses
    /// The data of the process: `ulimit -d`.
    case data
  }

  /// The limit that leaves the least.
  public var limit: Limit
  /// The number of bytes it leaves.
  public var left: Int
  /// The number of bytes it allows in all.
  public var most: Int
  /// The number of bytes of memory the process has in use.
  public var resident: Int

  /// Creates a measurement.
  public init(limit: Limit, left: Int, most: Int, resident: Int = 0) {
    self.limit = limit
    self.left = left
    self.most = most
    self.resident = resident
  }
}

// MARK: - Measuring

extension MemoryRoom {
  /// Measures the memory that is left.
  ///
  /// Where the system has no such folders, only the memory of the machine is known.
  ///
  /// - Parameter root: the folder with `/proc` and `/sys`; tests use their own.
  /// - Complexity: O(depth of the control group): some reads of small files.
  public static func now(root: String = "") -> MemoryRoom {
    let pages = Self.pages(root)
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let resident = pages.count > 1 ? pages[1] * page : 0
    var rooms = processLimits(pages, page)
    rooms += groups(root)
    if let machine = machine(root) { rooms.append(machine) }
    var least =
      rooms.min { $0.left < $1.left } ?? MemoryRoom(limit: .machine, left: .max, most: .max)
    least.left = max(0, least.left)
    least.resident = resident
    return least
  }

  /// The pages of the process. Source: proc(5), /proc/pid/statm.
  private static func pages(_ root: String) -> [Int] {
    numbers(in: SmallFile.bytes("\(root)/proc/self/statm"))
  }

  /// The limits of the process itself. Source: getrlimit(2).
  private static func processLimits(_ pages: [Int], _ page: Int) -> [MemoryRoom] {
    guard pages.count > 5 else { return [] }
    var rooms: [MemoryRoom] = []
    for (kind, limit, used) in limits(pages) {
      var value = rlimit()
      guard getrlimit(kind, &value) == 0, value.rlim_cur < rlim_t(Int.max) else { continue }
      let most = Int(value.rlim_cur)
      rooms.append(MemoryRoom(limit: limit, left: most - used * page, most: most))
    }
    return rooms
  }

  #if os(Linux)
    /// The limits of a process, and the pages that count.
    private static func limits(_ pages: [Int]) -> [(__rlimit_resource_t, Limit, Int)] {
      [
        (__rlimit_resource_t(RLIMIT_AS.rawValue), .addresses, pages[0]),
        (__rlimit_resource_t(RLIMIT_DATA.rawValue), .data, pages[5]),
      ]
    }
  #else
    /// The limits of a process, and the pages that count.
    private static func limits(_ pages: [Int]) -> [(Int32, Limit, Int)] {
      [(RLIMIT_AS, .addresses, pages[0]), (RLIMIT_DATA, .data, pages[5])]
    }
  #endif

  /// The free memory of the machine, free swap included. Source: proc(5), /proc/meminfo.
  private static func machine(_ root: String) -> MemoryRoom? {
    #if canImport(Darwin)
      // How much is free says little: the system compresses memory, and makes swap when it needs it.
      if root.isEmpty {
        let most = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        return most > 0 ? MemoryRoom(limit: .machine, left: most, most: most) : nil
      }
    #endif
    let bytes = SmallFile.bytes("\(root)/proc/meminfo")
    guard let free = number(behind: "MemAvailable:", in: bytes),
      let most = number(behind: "MemTotal:", in: bytes)
    else { return nil }
    let swap = number(behind: "SwapFree:", in: bytes) ?? 0
    return MemoryRoom(limit: .machine, left: (free + swap) << 10, most: most << 10)
  }

  /// The memory that the control groups of the process leave, one within the other.
  ///
  /// The use of a group counts the files that it has read, which the system drops when memory is
  /// short. Source: cgroups(7); the kernel's admin-guide/cgroup-v2 and cgroup-v1/memory.
  private static func groups(_ root: String) -> [MemoryRoom] {
    let lines = SmallFile.bytes("\(root)/proc/self/cgroup").split(separator: 0x0A)
    var rooms: [MemoryRoom] = []
    for line in lines {
      let parts = line.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let path = String(decoding: parts[2], as: UTF8.self)
      if parts[1].isEmpty {
        rooms += groups(
          "\(root)/sys/fs/cgroup", path, most: "memory.max", used: "memory.current",
          files: ["inactive_file ", "active_file "])
      } else if parts[1].split(separator: 0x2C).contains(where: { $0.elementsEqual("memory".utf8) })
      {
        rooms += groups(
          "\(root)/sys/fs/cgroup/memory", path, most: "memory.limit_in_bytes",
          used: "memory.usage_in_bytes", files: ["total_inactive_file ", "total_active_file "])
      }
    }
    return rooms
  }

  /// Returns a group and those enclosing it. In a container the path may be that of the host:
  /// missing folders are skipped, up to the root.
  private static func groups(
    _ folder: String, _ path: String, most: String, used: String, files: [String]
  ) -> [MemoryRoom] {
    var rooms: [MemoryRoom] = []
    var path = path
    while true {
      while path.hasSuffix("/") { path.removeLast() }
      let place = folder + path
      if let most = numbers(in: SmallFile.bytes("\(place)/\(most)")).first, most < 1 << 60,
        let used = numbers(in: SmallFile.bytes("\(place)/\(used)")).first
      {
        let stat = SmallFile.bytes("\(place)/memory.stat")
        let cached = files.reduce(0) { $0 + (number(behind: $1, in: stat) ?? 0) }
        rooms.append(MemoryRoom(limit: .group, left: most - max(0, used - cached), most: most))
      }
      guard let slash = path.lastIndex(of: "/") else { return rooms }
      path = String(path[..<slash])
    }
  }

  private static func numbers(in bytes: [UInt8]) -> [Int] {
    bytes.split { $0 == 0x20 || $0 == 0x0A }.compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Returns the number after a word at the start of a line.
  private static func number(behind word: String, in bytes: [UInt8]) -> Int? {
    for line in bytes.split(separator: 0x0A) where line.starts(with: word.utf8) {
      return numbers(in: Array(line.dropFirst(word.utf8.count))).first
    }
    return nil
  }
}

/// A file of the system that is read at once.
private enum SmallFile {
  /// Returns its bytes; empty if it cannot be read.
  static func bytes(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 13) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
  }
}

/// An error: the memory for a piece of work is not there.
public struct MemoryShortage: Error, Hashable, Sendable {
  /// The memory that is left.
  public var room: MemoryRoom
  /// The number of bytes asked for; nil: work that takes more and more was stopped.
  public var wanted: Int?

  /// The number of bytes to keep free; nil if that is not the reason.
  public var reserve: Int?

  /// Creates a shortage.
  public init(_ room: MemoryRoom, wanted: Int? = nil, reserve: Int? = nil) {
    self.room = room
    self.wanted = wanted
    self.reserve = reserve
  }

  /// A stable code for scripts.
  public var code: String { "out-of-memory" }

  /// The problem, in one line.
  public var message: String {
    let need = wanted.map { ": this takes \(Self.size($0)), and" } ?? ":"
    let rest = reserve.map { ", and \(Self.size($0)) are to stay free" } ?? ""
    return "not enough memory\(need) \(Self.size(room.left)) are left of the "
      + "\(Self.size(room.most)) that \(source)\(rest)"
  }

  /// What to type next.
  public var hint: String {
    let part = "or work on a part of it"
    return switch room.limit {
    case .machine: "end what else uses memory, \(part)"
    case .group: "give the container more memory, \(part)"
    case .addresses: "ulimit -v unlimited before tablesh, \(part)"
    case .data: "ulimit -d unlimited before tablesh, \(part)"
    }
  }

  private var source: String {
    switch room.limit {
    case .machine: "this machine has"
    case .group: "the control group of this process may use"
    case .addresses: "ulimit -v allows"
    case .data: "ulimit -d allows"
    }
  }

  /// `1.9 GB`, `512 MB`.
  public static func size(_ bytes: Int) -> String {
    let tenths = bytes / 100_000_000
    if tenths >= 10 { return "\(tenths / 10).\(tenths % 10) GB" }
    return "\(bytes / 1_000_000) MB"
  }
}
