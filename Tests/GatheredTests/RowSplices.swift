import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Edits of single rows of a real file, each of which must change one range of its bytes and be
/// undone without a trace.
struct RowSplices {
  /// What was done, counted over all files, so that a test which does nothing shows.
  var counts: [String: Int] = [:]

  private let path: String
  private let loaded: LoadedTable
  private let bytes: [UInt8]
  private var editor: Editor

  /// - Parameter bytes: the bytes of the file, unpacked.
  init(_ loaded: LoadedTable, _ path: String, bytes: [UInt8]) {
    self.loaded = loaded
    self.path = path
    self.bytes = bytes
    editor = Editor(table: loaded.table)
  }

  /// Columns that say where a row stands in a tree; they stay as read until the next reload.
  private static let placeColumns: Set<String> = ["path", "key", "$path", "$key"]
  private var isTree: Bool {
    loaded.table.keyColumns.map(\.rawValue) == [0]
      && names.prefix(2).allSatisfy(Self.placeColumns.contains) && names.count > 1
  }
  /// Whether what makes sections of the file is how its members look.
  private var isOutline: Bool {
    let layout = loaded.origin.layout
    return (layout as? JSONLayout)?.outline != nil || (layout as? YAMLLayout)?.tree != nil
  }
  private var names: [String] { loaded.table.columns.map(\.name) }

  /// Whether rows are members of an object, with their names in a column.
  private var hasNamedRows: Bool {
    let table = loaded.table
    return table.columns.first?.name == "key" && table.keyColumns == [table.columns[0].id]
  }

  /// Edits, deletes and inserts the first, the middle and the last row of the first and the last
  /// section.
  mutating func check() throws {
    let sections = loaded.table.sections
    for index in Set([0, sections.count / 2, sections.count - 1]).sorted()
    where sections.indices.contains(index) {
      let section = sections[index]
      let count = section.count
      for place in Set([0, count / 2, count - 1]).sorted() where place >= 0 && place < count {
        let row = section.row(at: place)
        let removed = try delete(row, isOnly: count == 1)
        try edit(row, within: removed)
      }
      for place in Set([0, count]) { try insert(into: section.id, at: place, isEmpty: count == 0) }
    }
  }

  /// Deletes a row, and returns the bytes that may be its own; nil: not known.
  private mutating func delete(_ row: RowID, isOnly: Bool) throws -> Range<Int>? {
    guard let saved = try saved("delete", [.delete([row])]) else { return nil }
    let change = ByteChange(from: bytes, to: saved)
    // What becomes empty may have to be written as ` {}`, above comments that stay.
    expect(
      change.isRemoval || isOnly && saved.count < bytes.count + 3, "\(path): deleting row \(row)")
    expectReadBack(saved, "deleting row \(row)")
    try undo("deleting row \(row)")
    return isOnly ? nil : change.reach
  }

  private mutating func edit(_ row: RowID, within removed: Range<Int>?) throws {
    let columns = loaded.table.columns
    let open = columns.indices.filter { !(isTree && Self.placeColumns.contains(columns[$0].name)) }
    for index in Set([open.first, open.last, open.isEmpty ? nil : open[open.count / 2]]) {
      guard let index else { continue }
      let column = columns[index]
      let update = Edit.update([CellChange(row, column.id, Cell("edited"))])
      guard let saved = try saved("edit", [update]) else { continue }
      let change = ByteChange(from: bytes, to: saved)
      if let removed {
        let range = change.old
        // A member of YAML is added after the line end of the last one, before blanks like its own.
        let isWithin =
          range.isEmpty
          ? change.reach.lowerBound <= removed.upperBound + 1
            && range.upperBound >= removed.lowerBound
          : removed.lowerBound <= range.lowerBound && range.upperBound <= removed.upperBound
        expect(
          isWithin, "\(path): an edit of '\(column.name)' in row \(row) changed other rows")
      }
      expectReadBack(saved, "an edit of '\(column.name)' in row \(row)")
      try undo("an edit of '\(column.name)' in row \(row)")
    }
  }

  private mutating func insert(into section: SectionID, at place: Int, isEmpty: Bool) throws {
    let columns = loaded.table.columns
    var cells: [ColumnID: Cell] = [:]
    for column in columns where loaded.table.keyColumns.contains(column.id) && !isTree {
      cells[column.id] = Cell("inserted")
    }
    guard let last = columns.last else { return }
    if isTree, Self.placeColumns.contains(last.name) { return }
    cells[last.id] = Cell("inserted")
    guard let saved = try saved("insert", [.insert([cells], section: section, at: place)]) else {
      return
    }
    let change = ByteChange(from: bytes, to: saved)
    expect(
      change.isInsertion || change.old.count <= 6 && isEmpty,
      "\(path): inserting a row at \(place)")
    expectReadBack(saved, "inserting a row at \(place)")
    try undo("inserting a row at \(place)")
  }

  /// Performs edits and returns what would be saved; nil if the table or its file refuses them, for
  /// example another row with the same key.
  private mutating func saved(_ title: String, _ edits: [Edit]) throws -> [UInt8]? {
    do throws(EditError) {
      try editor.perform(edits, title: title)
    } catch {
      counts["\(title) refused", default: 0] += 1
      return nil
    }
    do throws(SourceError) {
      let saved = try loaded.origin.bytes(of: editor.table)
      counts[title, default: 0] += 1
      return saved
    } catch {
      counts["\(title) refused: \(error.code)", default: 0] += 1
      try undo(title)
      return nil
    }
  }

  private mutating func undo(_ what: String) throws {
    try editor.undo()
    try expectEqual(loaded.origin.bytes(of: editor.table), bytes, "\(path): undo of \(what)")
  }

  /// Reads what was saved: it has the cells of the table.
  private func expectReadBack(_ saved: [UInt8], _ what: String) {
    guard loaded.origin.encoding.codec == nil else { return }
    let table = editor.table
    let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
    let again: Table
    do throws(SourceError) {
      again = try LoadedTable(bytes: saved, name: name).table
    } catch {
      // A file without rows has no columns, and may hold nothing that is a table.
      if table.rowCount > 0 { Issue.record("\(path) cannot be read back after \(what): \(error)") }
      return
    }
    // A list that became empty, or that holds a text now, is a row in place of a section.
    let shape = [again, table].map { $0.sections.map { "\($0.name) \($0.count)" } }
    if isOutline, shape[0] != shape[1] { return }
    guard again.rowCount == table.rowCount else {
      Issue.record("\(path): \(again.rowCount) rows instead of \(table.rowCount) after \(what)")
      return
    }
    if hasNamedRows {
      // Named rows stand by name when they are read.
      let cells = table.allRows.map { table.cells($0) }
      let read = again.allRows.map { row in
        table.columns.map { again.column(named: $0.name).map { again.cell(row, $0.id) } ?? .null }
      }
      expectEqual(Set(read), Set(cells), "\(path): the rows are read back otherwise after \(what)")
      return
    }
    for column in table.columns where !(isTree && Self.placeColumns.contains(column.name)) {
      let read = again.column(named: column.name)
      for (there, here) in zip(again.allRows, table.allRows) {
        let cell = read.map { again.cell(there, $0.id) } ?? .null
        if cell != table.cell(here, column.id) {
          Issue.record(
            "\(path): '\(column.name)' of row \(here) is read back as '\(cell.text)' after \(what)")
          return
        }
      }
    }
  }
}
