import LibC
import TableSources

/// Detects commits of other connections to a database.
///
/// A class, because it keeps a connection open. That holds no lock between questions.
///
/// Source: SQLite, PRAGMA data_version.
final class DatabaseVersion: ContainerWatch {
  private let path: String
  private var connection: SQLiteConnection?
  private var file: [UInt64] = []
  private var last: String?

  /// Describes a database; opens nothing yet.
  init(_ path: String) { self.path = path }

  /// A commit may touch only the file beside the database.
  var files: [String] { [path, path + "-wal", path + "-journal"] }

  /// Whether nobody else has committed since the last call; false the first time, if the file was
  /// replaced, and if it cannot be read.
  var isSame: Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let now = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)]
    if connection == nil || file != now {
      (connection, file, last) = (try? SQLiteConnection(path, isReadOnly: true), now, nil)
    }
    let version = (try? connection?.texts("PRAGMA data_version"))?.first ?? nil
    defer { last = version }
    return version != nil && version == last
  }
}
