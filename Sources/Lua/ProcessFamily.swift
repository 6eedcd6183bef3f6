import LibC

/// The processes of a program: its group, if it has its own, and all descendants whose ancestors
/// are alive.
struct ProcessFamily {
  private let root: pid_t
  private let hasGroup: Bool
  /// The processes found so far; their parents may have ended.
  private var known: Set<Member> = []
  /// True if `root` was waited for, so that its number can be reused.
  private var isBuried = false

  /// - Parameter hasGroup: true if `root` leads a group that holds nothing else.
  init(of root: pid_t, hasGroup: Bool) {
    self.root = root
    self.hasGroup = hasGroup
  }

  /// The group of a program that has just been waited for; nil if no process is left in it.
  ///
  /// - Complexity: O(1); if a process is left, O(processes of the machine).
  init?(leftBy root: pid_t) {
    // A member keeps the group's number from being reused.
    guard Self.isGroup(root) else { return nil }
    self.init(of: root, hasGroup: true)
    let session = getsid(0)
    known = Set(Entry.all().filter { $0.group == root && $0.session == session }.map(\.member))
    isBuried = true
  }

  /// True if a group of that number exists; its processes may be zombies.
  static func isGroup(_ number: pid_t) -> Bool { kill(-number, 0) == 0 }

  /// Sends a signal to all living processes; returns true if there are any.
  @discardableResult
  mutating func send(_ signal: Int32) -> Bool {
    let living = living()
    for process in living { kill(process, signal) }
    return !living.isEmpty
  }

  /// The processes that are alive, new ones included.
  ///
  /// - Complexity: O(processes of the machine).
  mutating func living() -> [pid_t] {
    let all = Entry.all()
    // While a known member is in it, the group's number was not reused.
    let isSame = !isBuried || all.contains { $0.group == root && known.contains($0.member) }
    var processes: Set<pid_t> = isBuried ? [] : [root]
    for entry in all
    where known.contains(entry.member) || (hasGroup && isSame && entry.group == root) {
      processes.insert(entry.member.process)
    }
    var count = 0
    while count < processes.count {
      count = processes.count
      for entry in all where processes.contains(entry.parent) {
        processes.insert(entry.member.process)
      }
    }
    let living = all.filter { processes.contains($0.member.process) && !$0.isDead }.map(\.member)
    known.formUnion(living)
    return living.map(\.process)
  }
}

extension ProcessFamily {
  /// A process that cannot be taken for a later one of the same number.
  fileprivate struct Member: Hashable {
    let process: pid_t
    let start: String
  }

  /// The state of a process as the system reports it. Source: proc(5), /proc/pid/stat; on Darwin
  /// sysctl(3), KERN_PROC.
  fileprivate struct Entry {
    let member: Member
    let parent: pid_t
    let group: pid_t
    let session: pid_t
    let isDead: Bool
  }
}

#if os(Linux)
  extension ProcessFamily.Entry {
    static func all() -> [Self] {
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      var entries: [Self] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let process = pid_t(name), let entry = Self(process) { entries.append(entry) }
      }
      return entries
    }

    private init?(_ process: pid_t) {
      let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(descriptor, &bytes, bytes.count)
      // The name in brackets may hold anything.
      guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else {
        return nil
      }
      let text = String(decoding: bytes[(end + 1)..<count], as: UTF8.self)
      let fields = text.split(separator: " ")
      guard fields.count > 19, let parent = pid_t(fields[1]), let group = pid_t(fields[2]),
        let session = pid_t(fields[3])
      else { return nil }
      isDead = fields[0] == "Z" || fields[0] == "X"
      self.parent = parent
      self.group = group
      self.session = session
      member = .init(process: process, start: String(fields[19]))
    }
  }
#else
  extension ProcessFamily.Entry {
    static func all() -> [Self] {
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_ALL]
      var size = 0
      guard sysctl(&name, 3, nil, &size, nil, 0) == 0 else { return [] }
      // More may be started meanwhile.
      let one = MemoryLayout<kinfo_proc>.stride
      var list = [kinfo_proc](repeating: kinfo_proc(), count: size / one + 64)
      size = list.count * one
      guard sysctl(&name, 3, &list, &size, nil, 0) == 0 else { return [] }
      return list.prefix(size / one).map(Self.init)
    }

    private init(_ entry: kinfo_proc) {
      let process = entry.kp_proc.p_pid
      let start = entry.kp_proc.p_un.__p_starttime
      isDead = Int32(entry.kp_proc.p_stat) == SZOMB
      parent = entry.kp_eproc.e_ppid
      group = entry.kp_eproc.e_pgid
      session = getsid(process)
      member = .init(process: process, start: "\(start.tv_sec).\(start.tv_usec)")
    }
  }
#endif
