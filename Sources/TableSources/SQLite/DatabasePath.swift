import Glibc

/// The path of a database, with the table in it, as typed: `crew.db`, `crew.db#people`,
/// `crew.db#SELECT name FROM people`.
///
/// If a file has this whole name, the path means that file.
struct DatabasePath: Hashable, Sendable {
  /// The part after the `#`.
  enum Part: Hashable, Sendable {
    /// None: the only table, or all of them.
    case whole
    /// The name of a table or view.
    case table(String)
    /// A query: text that begins with SELECT, WITH or VALUES and a blank.
    case query(String)
  }

  /// The file extensions of databases.
  static let extensions = ["db", "sqlite", "sqlite3", "db3"]
  private static let magic = Array("SQLite format 3\0".utf8)

  /// The whole path as typed.
  let typed: String
  /// The file of the database.
  let file: String
  /// The part of the database.
  let part: Part

  init(typed: String, file: String, part: Part) {
    self.typed = typed
    self.file = file
    self.part = part
  }

  /// Creates the path of a database to read; nil if the path names none.
  ///
  /// - Complexity: reads the first bytes of the file.
  init?(reading path: String, loader: String?) {
    if let loader, loader != TableFormat.sqlite.name { return nil }
    func isDatabase(_ file: String) -> Bool {
      guard let start = Self.start(of: file) else { return false }
      return loader != nil || start == Self.magic
        || Self.extensions.contains(FileName.fileExtension(file))
    }
    if FileStamp(path: path) != nil {
      guard isDatabase(path) else { return nil }
      self.init(typed: path, file: path, part: .whole)
      return
    }
    var missing: DatabasePath?
    for hash in path.indices where path[hash] == "#" {
      let file = String(path[..<hash])
      let database = DatabasePath(
        typed: path, file: file, part: Self.part(of: String(path[path.index(after: hash)...])))
      if isDatabase(file) {
        self = database
        return
      }
      let hasName = Self.extensions.contains(FileName.fileExtension(file))
      if missing == nil, hasName, FileStamp(path: file) == nil { missing = database }
    }
    guard let missing else { return nil }
    self = missing
  }

  /// Creates the path of a database table to write; nil if the path names a whole file, such as a
  /// file that has this whole name.
  ///
  /// - Throws: `cannotSave` if the status of a file cannot be queried, or no name follows the `#`.
  init?(writing path: String) throws(SourceError) {
    guard path.contains("#"), try FileStamp(path: path, shown: path) == nil else { return nil }
    for hash in path.indices where path[hash] == "#" {
      let file = String(path[..<hash])
      let rest = String(path[path.index(after: hash)...])
      guard Self.extensions.contains(FileName.fileExtension(file)) else { continue }
      if rest.isEmpty { throw .cannotSave(path, reason: "the name of a table must follow '#'") }
      self.init(typed: path, file: file, part: Self.part(of: rest))
      return
    }
    return nil
  }

  /// Whether bytes begin with the signature of a database.
  static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: magic) }

  private static func part(of text: String) -> Part {
    if text.isEmpty { return .whole }
    return QueriedFile.isQuery(text) ? .query(text) : .table(text)
  }

  /// Returns the first bytes of a regular file; nil for anything else, because a pipe must not lose
  /// any.
  private static func start(of file: String) -> [UInt8]? {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: magic.count)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
