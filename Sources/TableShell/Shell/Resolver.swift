import CommandLanguage
import BatchUpdates
import TableKit
import Wording

/// Looks up the rows and sections that targets name in a table.
package struct Resolver {
  let shell: Shell
  let table: Table
  /// The open table; nil: a former state, which has no visible or marked rows.
  var document: Document?
  /// The selected rows of a former state, in the order of selection.
  var selection: [RowID] = []
}

extension Resolver {
  package init(shell: Shell, document: Document) {
    self.init(shell: shell, table: document.table, document: document)
  }

  /// Returns the rows of a target, in table order, without duplicates.
  package func rows(_ target: Target) throws(CommandError) -> [RowID] {
    switch target {
    case .everything:
      shell.noteWindow(document)
      return table.rowList
    case .rows(let reference, let span):
      if span == .all { shell.noteWindow(document) }
      guard let seen else { return try rows(in: try section(reference), span) }
      return try present(Resolver(shell: shell, table: seen).rows(target), of: seen)
    case .key(let parts): return [try row(withKey: parts)]
    case .selected: return table.inTableOrder(document?.editor.selection.rows ?? selection)
    case .marked: return table.inTableOrder(document?.editor.marks.rows ?? [])
    case .visible: return document.map(shell.visibleRows) ?? []
    case .condition(let expression):
      shell.noteWindow(document)
      return try shell.rows(where: expression, in: table)
    case .rule(let name):
      shell.noteWindow(document)
      return try shell.rows(rule: name, in: table)
    case .matching(let file, let columns):
      shell.noteWindow(document)
      return try shell.others.rows(table.rowList, matching: file, columns, in: table)
    case .union(let targets):
      var all: [RowID] = []
      for target in targets { all += try rows(target) }
      return table.inTableOrder(all)
    case .within(let reference, let target):
      return try rows(target, within: try section(reference))
    }
  }

  /// The table by whose index paths the running line names rows: as it stood when the line was begun,
  /// if others have changed it since.
  private var seen: Table? {
    guard let seen = shell.context.seen, seen.document === document else { return nil }
    return seen.table
  }

  /// Returns rows of a former state in table order.
  ///
  /// - Throws: `rowGone`.
  private func present(_ rows: [RowID], of former: Table) throws(CommandError) -> [RowID] {
    if let gone = rows.first(where: { !table.contains($0) }) {
      throw .rowGone(key: former.key(of: gone))
    }
    return table.inTableOrder(rows)
  }

  /// Returns the index of a section.
  func section(_ reference: SectionReference) throws(CommandError) -> Int {
    switch reference {
    case .index(var index):
      if let seen, seen.sections.indices.contains(index),
        let now = table.index(of: seen.sections[index].id)
      {
        index = now
      }
      guard table.sections.indices.contains(index) else {
        if !table.sectionIndexes(named: String(index)).isEmpty {
          throw .sectionNeedsQuotes(index, count: table.sections.count)
        }
        throw .edit(.noSuchSection(index, count: table.sections.count))
      }
      return index
    case .name(let name):
      let found = table.sectionIndexes(named: name)
      guard let first = found.first else {
        if table.hasKey, table.row(withKey: [name]) != nil { throw .keyWithoutSign(name) }
        throw .noSuchSectionName(
          name, sections: table.sections.flatMap { Set([$0.name, $0.title]).sorted() })
      }
      if found.count > 1 { throw .ambiguousSection(name, count: found.count) }
      return first
    }
  }

  /// Returns the section and row index *after* the command of the first row inserted or moved. A
  /// negative row index counts from the end of the section after the command, too.
  ///
  /// - Parameters:
  ///   - leaving: the number of rows of the section that are removed first.
  ///   - arriving: the number of rows inserted.
  func place(
    _ destination: Destination, leaving: Int = 0, arriving: Int = 1
  ) throws(CommandError) -> (section: SectionID, index: Int) {
    switch destination {
    case .end(let reference):
      let s = try section(reference)
      return (table.sections[s].id, table.sections[s].count - leaving)
    case .path(let path):
      let s = try section(path.section)
      let count = table.sections[s].count - leaving
      var index = path.row < 0 ? count + arriving + path.row : path.row
      if let seen, let former = seen.index(of: table.sections[s].id), path.row >= 0,
        path.row < seen.sections[former].count
      {
        let neighbour = try present([seen.sections[former].row(at: path.row)], of: seen)[0]
        index += (table.path(of: neighbour)?.row ?? path.row) - path.row
      }
      guard index >= 0, index <= count else {
        throw .noSuchPlace(RowPath(s, path.row), last: count, section: table.sections[s].title)
      }
      return (table.sections[s].id, index)
    }
  }

  private func rows(_ target: Target, within s: Int) throws(CommandError) -> [RowID] {
    let id = table.sections[s].id
    shell.noteWindow(document)
    switch target {
    case .condition(let expression):
      return try shell.rows(where: expression, in: table, among: table.sections[s].rows.list)
    case .rule(let name):
      return try shell.rows(rule: name, in: table, among: table.sections[s].rows.list)
    case .matching(let file, let columns):
      return try shell.others.rows(table.sections[s].rows.list, matching: file, columns, in: table)
    case .everything: return table.sections[s].rows.list
    default: return try rows(target).filter { table.section(of: $0) == id }
    }
  }

  private func rows(in s: Int, _ span: RowSpan) throws(CommandError) -> [RowID] {
    let section = table.sections[s]
    func index(_ row: Int) throws(CommandError) -> Int {
      let index = row < 0 ? section.count + row : row
      guard index >= 0, index < section.count else {
        throw .edit(.noSuchRow(RowPath(s, row), count: section.count, section: section.title))
      }
      return index
    }
    switch span {
    case .all: return section.rows.list
    case .row(let row): return [section.row(at: try index(row))]
    case .range(let first, let last):
      if section.count == 0 { return [] }
      let start = try index(first)
      let end = try index(last)
      guard start <= end else { return [] }
      return (start...end).map { section.row(at: $0) }
    }
  }

  private func row(withKey parts: [String]) throws(CommandError) -> RowID {
    // A component of a key may contain '/'.
    let whole = parts.joined(separator: "/")
    if let row = table.row(withKey: parts) ?? table.row(withKey: [whole]) { return row }
    if let row = row(withKeyOfItsTable: parts) { return row }
    if let error = document?.source.error(ofMissing: parts) { throw error }
    if let error = noKey(whole) { throw error }
    throw .noSuchKey(whole, isNumber: !table.hasKey, nearest: nearestKeys(to: whole))
  }

  /// The error for a key of a column that is no key, as it holds a value twice; nil: rows have a key, or no
  /// column holds the text.
  private func noKey(_ text: String) -> CommandError? {
    guard !table.hasKey, Int(text) == nil else { return nil }
    let columns = ForeignColumns(table)
    guard let column = table.columns.first(where: { columns.holds(text, in: $0, whole: true) }),
      let rows = try? table.firstDuplicateKey(in: [column.id], progress: shell.progress)
    else { return nil }
    return .noKey(text, column: column.name, doubled: table.cell(rows.second, column.id).text)
  }

  /// Returns the row with these texts in some key columns, in order, and nothing in the others:
  /// where tables of a database are sections, each has its own key columns.
  private func row(withKeyOfItsTable parts: [String]) -> RowID? {
    let width = table.keyColumns.count
    guard parts.count > 1, parts.count < width, width <= 16,
      table.keyColumns.first == table.sectionColumn
    else { return nil }
    func search(_ key: [String], _ rest: ArraySlice<String>) -> RowID? {
      guard key.count + rest.count <= width else { return nil }
      guard let next = rest.first else {
        return table.row(withKey: key + Array(repeating: "", count: width - key.count))
      }
      return search(key + [next], rest.dropFirst()) ?? search(key + [""], rest)
    }
    return search([parts[0]], parts.dropFirst()) ?? onlyRow(ofTable: parts[0], parts.dropFirst())
  }

  /// Returns the only row of a table with these texts in some key columns, in order: what is the key of
  /// another table may be any column of this one.
  ///
  /// - Complexity: O(rows of the table).
  private func onlyRow(ofTable name: String, _ texts: ArraySlice<String>) -> RowID? {
    guard let section = table.sections.first(where: { $0.name === name }) else { return nil }
    var found: RowID?
    for row in section.rows {
      var rest = texts
      for column in table.keyColumns.dropFirst() {
        if let next = rest.first, table.cell(row, column).text === next { rest.removeFirst() }
      }
      if !rest.isEmpty { continue }
      if found != nil { return nil }
      found = row
    }
    return found
  }

  /// Returns the nearest keys, as typed, among the first 10,000 rows.
  private func nearestKeys(to key: String) -> [String] {
    // Bounds the time for a hint in a large table.
    let rows = Array(table.allRows.prefix(10_000))
    guard table.hasKey else {
      guard let number = Int(key) else { return [] }
      let near = rows.min { abs($0.number - number) < abs($1.number - number) }
      return near.map { ["@\($0.number)"] } ?? []
    }
    var typed: [String: String] = [:]
    let keys = rows.map { row in
      let key = table.key(of: row)
      let parts = table.keyTexts(of: row).map(Quoting.keyComponent)
      typed[key] = "@" + parts.joined(separator: "/")
      return key
    }
    return Nearest.nearest(to: key, in: keys).map { typed[$0] ?? $0 }
  }
}
