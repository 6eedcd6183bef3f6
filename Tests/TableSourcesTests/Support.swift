import Glibc
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// Reads a text, failing the test where it cannot be read.
func load(
  _ text: String, name: String = "table.csv", _ change: (inout ReadOptions) -> Void = { _ in }
) throws -> LoadedTable {
  try load(Array(text.utf8), name: name, change)
}

func load(
  _ bytes: [UInt8], name: String = "table.csv", _ change: (inout ReadOptions) -> Void = { _ in }
) throws -> LoadedTable {
  var options = ReadOptions()
  change(&options)
  return try LoadedTable(bytes: bytes, name: name, options: options)
}

/// The error of reading a text.
func failure(
  _ text: String, name: String = "table.csv", _ change: (inout ReadOptions) -> Void = { _ in }
) -> SourceError? {
  failure(Array(text.utf8), name: name, change)
}

func failure(
  _ bytes: [UInt8], name: String = "table.csv", _ change: (inout ReadOptions) -> Void = { _ in }
) -> SourceError? {
  var options = ReadOptions()
  change(&options)
  do throws(SourceError) {
    _ = try LoadedTable(bytes: bytes, name: name, options: options)
    return nil
  } catch {
    return error
  }
}

extension LoadedTable {
  /// What would be saved.
  func saved() throws -> String { String(decoding: try origin.bytes(of: table), as: UTF8.self) }

  /// The texts of all cells, null as nil.
  var texts: [[String?]] {
    table.allRows.map { row in table.cells(row).map { $0.isNull ? nil : $0.text } }
  }

  /// Sets one cell.
  mutating func set(_ row: Int, _ column: String, _ cell: Cell) {
    guard let column = table.column(named: column) else { return }
    let id = RowID(UInt32(row))
    table.setVersion(table.appendRecord(former: id, changes: [column.id: cell]), of: id)
  }

  mutating func set(_ row: Int, _ column: String, _ text: String) { set(row, column, Cell(text)) }

  mutating func delete(_ row: Int) { table.take([RowID(UInt32(row))]) }

  mutating func insert(_ texts: [String], section: Int = 0, at index: Int) {
    var cells: [ColumnID: Cell] = [:]
    for (column, text) in zip(table.columns, texts) { cells[column.id] = Cell(text) }
    let row = table.newRow(table.appendRecord(former: nil, changes: cells))
    table.place([row], inSection: section, at: index)
  }
}

/// A folder that is gone when the test is.
final class TemporaryFolder {
  let path: String

  init() {
    path = "/tmp/tablesources-\(UInt64.random(in: .min ... .max))"
    mkdir(path, 0o755)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  var names: [String] { Self.names(in: path) }

  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func write(_ text: String, to name: String) -> String {
    let file = "\(path)/\(name)"
    writeFile(file, Array(text.utf8))
    return file
  }
}

func writeFile(_ path: String, _ bytes: [UInt8]) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  close(descriptor)
}

func readFile(_ path: String) -> String {
  guard let (buffer, _) = try? InputFile.read(path: path, progress: .none) else {
    return "(no file)"
  }
  return buffer.withBytes { String(decoding: $0, as: UTF8.self) }
}

typealias SeededGenerator = TestSupport.SeededGenerator

/// A table in a format, as a text.
func exported(_ table: Table, as format: TableFormat) throws -> String {
  let written = Written()
  try FileOrigin.export(
    table, as: format, to: { (bytes) throws(SourceError) in written.bytes += bytes })
  return String(decoding: written.bytes, as: UTF8.self)
}

/// A class, because a sink writes to it.
private final class Written { var bytes: [UInt8] = [] }

extension FileOrigin {
  /// Saves a table to its source, or to another file.
  mutating func save(
    _ table: Table, to path: String? = nil, at place: String? = nil, adopt: Bool = false,
    force: Bool = false, backupSuffix: String? = nil, progress: Progress = .none,
    reading: ReadOptions? = nil, isCurrent: Bool = true,
    willReplace: @escaping (UInt64) -> Void = { _ in }, script: ScriptWriter? = nil
  ) throws(SourceError) -> SaveReport {
    var target = FileTarget(path ?? self.path ?? "", at: place, progress: progress)
    (target.isForced, target.backupSuffix) = (force, backupSuffix)
    var save = FileSave()
    (save.adopts, save.reading, save.isCurrent) = (adopt, reading, isCurrent)
    (save.willReplace, save.script) = (willReplace, script)
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
