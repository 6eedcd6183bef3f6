import BatchUpdates
import TableKit
import TableLua

/// Finds the rows and sections that targets name in a table.
struct Resolver {
  let shell: Shell
  let document: Document

  private var table: Table { document.table }

  /// The rows of a target, in table order, each once.
  func rows(_ target: Target) throws(CommandError) -> [RowID] {
    switch target {
    case .everything: return Array(table.allRows)
    case .rows(let reference, let span): return try rows(in: try section(reference), span)
    case .key(let parts): return [try row(withKey: parts)]
    case .selected: return table.inTableOrder(document.editor.selection.rows)
    case .marked: return []
    case .visible: return document.visibleRows(height: shell.viewportHeight)
    case .condition(let expression): return try shell.rows(where: expression, in: document)
    case .rule(let name): return try shell.rows(rule: name, in: document)
    case .union(let targets):
      var all: [RowID] = []
      for target in targets { all += try rows(target) }
      return table.inTableOrder(all)
    case .within(let reference, let target):
      return try rows(target, within: try section(reference))
    }
  }

  /// The index of a section.
  func section(_ reference: SectionReference) throws(CommandError) -> Int {
    switch reference {
    case .index(let index):
      guard table.sections.indices.contains(index) else {
        throw .edit(.noSuchSection(index, count: table.sections.count))
      }
      return index
    case .name(let name):
      let found = table.sectionIndexes(named: name)
      guard let first = found.first else {
        throw .noSuchSectionName(
          name, sections: table.sections.flatMap { Set([$0.name, $0.title]).sorted() })
      }
      if found.count > 1 { throw .ambiguousSection(name, count: found.count) }
      return first
    }
  }

  /// The row of a path whose row may count from the end.
  func row(_ path: PathReference) throws(CommandError) -> RowID {
    let s = try section(path.section)
    return try rows(in: s, .row(path.row))[0]
  }

  /// A place to insert at or move to: a section and an index in it, up to its row count.
  func place(_ destination: Destination, leaving: Int = 0) throws(CommandError)
    -> (section: SectionID, index: Int)
  {
    switch destination {
    case .end(let reference):
      let s = try section(reference)
      return (table.sections[s].id, table.sections[s].count - leaving)
    case .path(let path):
      let s = try section(path.section)
      let count = table.sections[s].count - leaving
      let index = path.row < 0 ? table.sections[s].count + path.row : path.row
      guard index >= 0, index <= count else {
        throw .edit(
          .noSuchRow(
            RowPath(s, path.row), count: table.sections[s].count, section: table.sections[s].title))
      }
      return (table.sections[s].id, index)
    }
  }

  private func rows(_ target: Target, within s: Int) throws(CommandError) -> [RowID] {
    let id = table.sections[s].id
    switch target {
    case .condition(let expression):
      return try shell.rows(
        where: expression, in: document, among: Array(table.sections[s].rows))
    case .rule(let name):
      return try shell.rows(rule: name, in: document, among: Array(table.sections[s].rows))
    case .everything: return Array(table.sections[s].rows)
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
    case .all: return Array(section.rows)
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
    // A key may hold a '/' of its own.
    let whole = parts.joined(separator: "/")
    if let row = table.row(withKey: parts) ?? table.row(withKey: [whole]) { return row }
    throw .noSuchKey(whole, isNumber: !table.hasKey, nearest: nearestKeys(to: whole))
  }

  private func nearestKeys(to key: String) -> [String] {
    guard table.hasKey else { return [] }
    // A large table is not searched through for a hint.
    return Nearest.nearest(to: key, in: table.allRows.prefix(10_000).map { table.key(of: $0) })
  }
}
