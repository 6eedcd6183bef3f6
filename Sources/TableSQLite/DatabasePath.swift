import TableShell
import TableSources
import Wording

/// The path of a database, with the table in it, as typed: `crew.db`, `crew.db#people`,
/// `crew.db#SELECT name FROM people`.
///
/// If a file has this whole name, the path means that file. The file may be a URI of SQLite:
/// `file:my%20crew.db?mode=ro#people`.
///
/// Source: SQLite, "Uniform Resource Identifiers".
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
  static let extensions = RoomFormat.sqlite.extensions
  private static let magic = Array(RoomFormat.sqlite.signature.utf8)

  /// The whole path as typed.
  let typed: String
  /// The file of the database.
  let file: String
  /// The part of the database.
  let part: Part
  /// The parameters of the URI.
  let access: Access

  /// The parameters of a URI, which restrict how a database is opened.
  struct Access: Hashable, Sendable {
    /// Whether it must not be written: `mode=ro`.
    var isReadOnly = false
    /// Whether no program writes it: `immutable=1`.
    var isImmutable = false
    /// A parameter that is not supported.
    var unknown: String?

    /// The parameter that makes the database read-only, or nil.
    var readOnly: String? { isImmutable ? "immutable=1" : isReadOnly ? "mode=ro" : nil }
  }

  init(typed: String, file: String, part: Part) {
    self.typed = typed
    (self.file, access) = Self.uri(file) ?? (file, Access())
    self.part = part
  }

  /// Reads a URI: the path, and how it is opened; nil if the text is none.
  private static func uri(_ text: String) -> (file: String, access: Access)? {
    // What follows a '#' is the table, and no part of the URI.
    guard text.hasPrefix("file:"), !text.contains("#"), FileStamp(path: text) == nil else {
      return nil
    }
    let parts = text.dropFirst(5).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path = parts[0]
    for host in ["//localhost/", "///"] where path.hasPrefix(host) {
      path = path.dropFirst(host.utf8.count - 1)
    }
    guard let file = PercentCoding.decode(path, keepsOthers: true), !file.isEmpty,
      !file.utf8.contains(0)
    else { return nil }
    var access = Access()
    for field in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
      switch field {
      case "mode=ro": access.isReadOnly = true
      case "mode=rw", "mode=rwc": break
      case "immutable=1", "immutable=on", "immutable=yes", "immutable=true":
        access.isImmutable = true
      case _ where field.hasPrefix("immutable=") || field.hasPrefix("cache="): break
      default: access.unknown = access.unknown ?? String(field)
      }
    }
    return (file, access)
  }

  /// Creates the path of a database to read; nil if the path names none.
  ///
  /// - Complexity: reads the first bytes of the file.
  init?(reading path: String, loader: String?) {
    if let loader, loader != TableFormat.sqlite.name { return nil }
    func isDatabase(_ path: DatabasePath) -> Bool {
      guard let start = InputFile.start(of: path.file, count: Self.magic.count) else {
        return false
      }
      return loader != nil || start == Self.magic || path.hasName
    }
    let whole = DatabasePath(typed: path, file: path, part: .whole)
    if FileStamp(path: path) != nil {
      guard isDatabase(whole) else { return nil }
      self = whole
      return
    }
    let candidates = Self.uri(path) != nil ? [whole] : Self.parts(of: path)
    let missing = candidates.first { $0.hasName && FileStamp(path: $0.file) == nil }
    guard let database = candidates.first(where: isDatabase) ?? missing else { return nil }
    self = database
  }

  /// Creates the path of a database table to write; nil if the path names a whole file, such as a
  /// file that has this whole name.
  ///
  /// - Throws: `cannotSave` if the status of a file cannot be queried, or no name follows the `#`.
  init?(writing path: String) throws(SourceError) {
    guard path.contains("#"), try FileStamp(path: path, shown: path) == nil else { return nil }
    guard let database = Self.parts(of: path).first(where: \.hasName) else { return nil }
    if database.part == .whole {
      throw .cannotSave(path, reason: "the name of a table must follow '#'")
    }
    if let mode = database.access.readOnly {
      throw .openedReadOnly(path, mode, file: database.file)
    }
    self = database
  }

  /// Whether bytes begin with the signature of a database.
  static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: magic) }

  /// Whether the file has an extension of databases.
  private var hasName: Bool { Self.extensions.contains(FileName.fileExtension(file)) }

  /// What a path may name: a part of the file that ends before each `#`.
  private static func parts(of path: String) -> [DatabasePath] {
    path.indices.filter { path[$0] == "#" }.map { hash in
      DatabasePath(
        typed: path, file: String(path[..<hash]),
        part: part(of: String(path[path.index(after: hash)...])))
    }
  }

  private static func part(of text: String) -> Part {
    if text.isEmpty { return .whole }
    return QueriedFile.isQuery(text) ? .query(text) : .table(text)
  }
}
