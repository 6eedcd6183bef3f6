import Glibc
import TableSources

/// Tells whether other connections have committed to a database.
///
/// A class, because it holds a connection, which locks nothing while it asks nothing.
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

  /// Whether nobody else has committed since this was asked last; false the first time, where another
  /// file has taken its place, and where it cannot be read.
  var isSame: Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let now = [UInt64(status.st_dev), UInt64(status.st_ino)]
    if connection == nil || file != now {
      (connection, file, last) = (try? SQLiteConnection(path, isReadOnly: true), now, nil)
    }
    let version = (try? connection?.texts("PRAGMA data_version"))?.first ?? nil
    defer { last = version }
    return version != nil && version == last
  }
}
