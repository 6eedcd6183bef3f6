import CFileSystem
import LibC

#if os(Linux)
  /// What others do to some files of some folders, as inotify tells it.
  ///
  /// The folders are watched, not the files: a file that is replaced by another of its name, as most
  /// editors do, is still the one that is meant.
  ///
  /// A class, because it holds a descriptor.
  public final class FolderEvents {
    /// Can be read when something happened.
    public let descriptor: Int32
    /// The names that matter, by watched folder.
    private var names: [Int32: Set<String>] = [:]
    private let files: [String]

    private static let mask =
      UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_ATTRIB)
      | UInt32(IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Watches files, and what symbolic links at their places lead to.
    ///
    /// - Parameter files: their paths; they need not exist, but their folders must.
    /// - Throws: `cannotWatch`.
    public init(_ files: [String]) throws(WatchError) {
      self.files = files
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { throw .cannotWatch(files[0], reason: Self.reason(errno)) }
      try arm()
    }

    deinit { close(descriptor) }

    /// Reads what happened.
    ///
    /// - Returns: the events in order, without repetitions one after the other.
    public func take() -> [Event] {
      var events: [Event] = []
      var buffer = [UInt8](repeating: 0, count: 16 << 10)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        buffer.withUnsafeBytes { bytes in
          var i = 0
          while i < count {
            let head = bytes.loadUnaligned(fromByteOffset: i, as: inotify_event.self)
            let start = i + MemoryLayout<inotify_event>.size
            let name = bytes[start..<(start + Int(head.len))].prefix { $0 != 0 }
            i = start + Int(head.len)
            guard let event = event(head.wd, head.mask, String(decoding: name, as: UTF8.self)),
              events.last != event
            else { continue }
            events.append(event)
          }
        }
      }
      // A link may lead elsewhere now.
      if !events.allSatisfy({ $0 == .modified || $0 == .closed }) { try? arm() }
      return events
    }

    private func event(_ folder: Int32, _ mask: UInt32, _ name: String) -> Event? {
      func has(_ flags: Int32...) -> Bool { flags.contains { mask & UInt32($0) != 0 } }
      if has(IN_Q_OVERFLOW, IN_IGNORED, IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT) { return .lost }
      guard names[folder]?.contains(name) == true else { return nil }
      if has(IN_CLOSE_WRITE) { return .closed }
      if has(IN_MOVED_TO) { return .replaced }
      if has(IN_CREATE) { return .created }
      if has(IN_DELETE, IN_MOVED_FROM) { return .deleted }
      return has(IN_MODIFY) ? .modified : .touched
    }

    /// Watches the folder of each file, and that of what each link on the way leads to.
    private func arm() throws(WatchError) {
      names = [:]
      for file in files {
        var path = file
        for _ in 0..<40 {
          let (folder, name) = Self.parts(of: path)
          let watch = inotify_add_watch(descriptor, folder, Self.mask)
          guard watch >= 0 else { throw .cannotWatch(file, reason: Self.reason(errno)) }
          names[watch, default: []].insert(name)
          guard let target = target(ofLink: path) else { break }
          path = target.hasPrefix("/") ? target : folder + "/" + target
        }
      }
    }

    /// The folder and the name of a file.
    static func parts(of path: String) -> (folder: String, name: String) {
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
      let folder = String(path[..<slash])
      return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
    }

    private static func reason(_ number: Int32) -> String {
      switch number {
      case EMFILE, ENFILE: "too many files are watched (fs.inotify.max_user_instances)"
      case ENOSPC: "too many folders are watched (fs.inotify.max_user_watches)"
      default: String(cString: strerror(number))
      }
    }

    /// Whether a file lies where others can change it without this machine being told: network and
    /// FUSE file systems, and those of the kernel.
    public static func isSilent(_ path: String) -> Bool {
      var status = statfs()
      guard statfs(parts(of: path).folder, &status) == 0 else { return false }
      // NFS, SMB, SMB2, CIFS, FUSE, 9P, Ceph, AFS, proc, sysfs: <linux/magic.h>.
      let silent: Set<UInt32> = [
        0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400,
        0x5346_414F, 0x9FA0, 0x6265_6572,
      ]
      return silent.contains(UInt32(truncatingIfNeeded: status.f_type))
    }
  }
#else
  /// What others do to some files: here nobody tells, so that all are silent, and are asked each second.
  public final class FolderEvents {
    /// None.
    public let descriptor: Int32 = -1

    /// Fails.
    ///
    /// - Throws: `cannotWatch`.
    public init(_ files: [String]) throws(WatchError) {
      throw .cannotWatch(files[0], reason: "this system is asked instead")
    }

    /// Nothing.
    public func take() -> [Event] { [] }

    /// True: nobody tells of changes.
    public static func isSilent(_ path: String) -> Bool { true }
  }
#endif

extension FolderEvents {
  /// What happened to a file.
  public enum Event: Hashable, Sendable {
    /// Bytes were written; whoever does so has the file open.
    case modified
    /// A program that had it open for writing has closed it.
    case closed
    /// Another file was renamed to its name: whoever does so has written it whole.
    case replaced
    /// A file of its name was made.
    case created
    /// No file has its name any more.
    case deleted
    /// Its permissions or times changed, and maybe more.
    case touched
    /// Events were lost, or a folder is no longer watched.
    case lost
  }
}

/// Why something cannot be watched.
public enum WatchError: Error, Hashable, Sendable {
  /// The system refuses.
  case cannotWatch(String, reason: String)

  /// What is wrong, in one line.
  public var message: String {
    switch self {
    case .cannotWatch(let path, let reason): "cannot watch '\(path)': \(reason)"
    }
  }
}
