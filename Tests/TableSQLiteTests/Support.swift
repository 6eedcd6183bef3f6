import TableKit
import TableShell
import TestSupport

@testable import TableSQLite
@testable import TableSources

/// Adds the format to the list, once.
private let installed: Void = Room.installFormats(of: [.sqlite])

/// Makes a folder for databases.
func databaseFolder() throws -> TemporaryFolder {
  installed
  return try TemporaryFolder()
}

/// Reads a text that is no database.
func load(
  _ text: String, name: String = "table.csv", _ change: (inout ReadOptions) -> Void = { _ in }
) throws -> LoadedTable {
  installed
  var options = ReadOptions()
  change(&options)
  return try LoadedTable(bytes: Array(text.utf8), name: name, options: options)
}

func readFile(_ path: String) -> String {
  guard let (buffer, _) = try? InputFile.read(path: path) else { return "(no file)" }
  return buffer.withBytes { String(decoding: $0, as: UTF8.self) }
}

extension FileOrigin {
  /// Saves a table to its source, or to another file.
  mutating func save(
    _ table: Table, to path: String? = nil, at place: String? = nil, adopt: Bool = false,
    force: Bool = false, backupSuffix: String? = nil, progress: Progress = .none,
    reading: ReadOptions? = nil, isCurrent: Bool = true,
    willReplace: @escaping (UInt64) -> Void = { _ in }
  ) throws(SourceError) -> SaveReport {
    var target = FileTarget(path ?? self.path ?? "", at: place, progress: progress)
    (target.isForced, target.backupSuffix) = (force, backupSuffix)
    var save = FileSave()
    (save.adopts, save.reading, save.isCurrent) = (adopt, reading, isCurrent)
    save.willReplace = willReplace
    return try self.save(table, to: target, save)
  }

  /// Exports a table to a file.
  static func export(
    _ table: Table, to path: String, format: TableFormat? = nil, from source: FileOrigin? = nil,
    progress: Progress = .none
  ) throws(SourceError) -> SaveReport {
    try export(table, to: FileTarget(path, progress: progress), format: format, from: source)
  }
}
