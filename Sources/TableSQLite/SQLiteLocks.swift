import LibC

/// The locks that programs hold on a database, as Linux lists them; other systems have no such list.
///
/// They are read from a list because opening and closing the file would release our own locks: a process
/// loses its POSIX locks on a file when it closes any descriptor of that file.
///
/// Source: SQLite, "File Locking And Concurrency"; proc_locks(5).
enum SQLiteLocks {
  /// Describes the program that has locked a database, if possible one that writes:
  /// `'sqlite3' (process 123)`.
  ///
  /// - Returns: nil if it is not known.
  static func holder(ofDatabase path: String) -> String? {
    // In write-ahead mode the locks are on another file.
    let files = [path, path + "-shm"].compactMap(identity)
    var readers: [Int32] = []
    var writers: [Int32] = []
    for line in text("/proc/locks").split(separator: "\n") {
      // 1: POSIX  ADVISORY  WRITE 19034 fe:00:16285769 1073741825 1073741825
      let words = line.split(separator: " ")
      guard words.count >= 8, words[1] == "POSIX", files.contains(String(words[5])),
        let process = Int32(words[4]), process > 0, process != getpid()
      else { continue }
      if words[3] == "WRITE" { writers.append(process) } else { readers.append(process) }
    }
    return (writers.first ?? readers.first).map { process in
      let name = text("/proc/\(process)/comm").split(separator: "\n").first
      return (name.map { "'\($0)' " } ?? "") + "(process \(process))"
    }
  }

  /// Returns the name of a file in that list; nil if the file does not exist.
  private static func identity(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    func hex(_ number: UInt64) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }
    // As makedev(3) has it.
    let device = UInt64(truncatingIfNeeded: status.st_dev)
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
    return "\(hex(major)):\(hex(minor)):\(status.st_ino)"
  }

  private static func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
