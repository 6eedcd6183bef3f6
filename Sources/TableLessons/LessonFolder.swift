import LibC
import TableShell
import TableSources
import Wording

/// A folder with lessons and their tables. Nothing outside it is read, links resolved.
struct LessonFolder: Equatable {
  /// The path as it was named.
  let path: String
  /// The path without links.
  private let real: String

  /// The largest file that is read, in bytes.
  private static let mostBytes = 4 << 20

  /// Creates a folder.
  ///
  /// - Throws: `file` if there is none.
  init(_ path: String) throws(CommandError) {
    guard let real = JournalFolder.resolved(path) else {
      throw .file(path, reason: "no such file or folder")
    }
    var status = stat()
    guard stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .file(path, reason: "it is no folder")
    }
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.real = real
  }

  /// Reads a file of the folder.
  ///
  /// - Parameter name: its path in the folder.
  /// - Throws: `outside` if the name leads out of the folder, or to something that is no file.
  func read(_ name: String) throws(CommandError) -> [UInt8] {
    let shown = "\(path)/\(name)"
    guard !name.isEmpty, !name.hasPrefix("/"), !name.utf8.contains(0),
      let target = JournalFolder.resolved("\(real)/\(name)")
    else { throw .source(.noSuchFile(shown)) }
    guard target.hasPrefix(real == "/" ? "/" : real + "/") else {
      throw .outside(
        code: "outside-lesson", message: "'\(name)' is not in the folder of the lesson",
        hint: "a lesson reads what lies beside it, and links may not lead out")
    }
    // Opened once and looked at then, so that it cannot become another file meanwhile.
    let descriptor = open(target, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw .file(shown, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .file(shown, reason: "it is no file")
    }
    guard status.st_size <= Self.mostBytes else {
      throw .file(shown, reason: "it is larger than \(Counts.grouped(Self.mostBytes)) bytes")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        LibC.read(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }

  /// The names of the folders in it, and of the lessons, each in order.
  var contents: (folders: [String], lessons: [String]) {
    var (folders, lessons): ([String], [String]) = ([], [])
    for name in FileName.names(in: real) where !name.hasPrefix(".") {
      var status = stat()
      guard stat("\(real)/\(name)", &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { folders.append(name) }
      if status.st_mode & S_IFMT == S_IFREG, YAMLDocument.extensions.contains(name.pathExtension) {
        lessons.append(name)
      }
    }
    return (folders.sorted(), lessons.sorted(by: LessonFolder.isBefore))
  }

  /// Whether a name comes first; numbers in names count as numbers: `plans-2` before `plans-10`.
  static func isBefore(_ a: String, _ b: String) -> Bool {
    func parts(_ name: String) -> (String, Int) {
      let digits = String(name.withoutExtension.reversed().prefix { $0.isASCII && $0.isNumber })
      return (
        String(name.withoutExtension.dropLast(digits.count)), Int(String(digits.reversed())) ?? 0
      )
    }
    let (first, second) = (parts(a), parts(b))
    return first.0 == second.0 ? first.1 < second.1 : first.0 < second.0
  }
}
