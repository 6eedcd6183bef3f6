import TableKit
import Wording

/// The changes between two tables as lines for people, the rows by their keys:
///
///     ~ column 'amount': now 'total'
///     - @7
///     ~ @2 status: 'Paid ' → 'paid'
///     + @9
///     ~ the order of the rows in section 'A'
///
/// Columns come first, then sections, rows in the order of the tables, and the order of rows.
public struct ChangeList {
  private let ends: PlanEnds
  private let style: Style
  private let showsRows: Bool
  /// The number of lines to list.
  private let limit: Int
  /// The first changes, escaped and coloured.
  public private(set) var lines: [String] = []
  /// The kind of change that each line tells of.
  public private(set) var roles: [Style.Role] = []
  /// The number of all changes.
  public private(set) var count = 0
  private var cellCount = 0
  /// The number of changed cells of each column.
  private var cellCounts: [ColumnID: Int] = [:]
  private var changedCount = 0
  private var deletedCount = 0
  private var insertedCount = 0
  /// The row before for each row after, by its number; empty where both are states of one table.
  private var partners: [RowID?] = []

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - showsRows: whether the cells of rows that come and go follow their keys.
  ///   - limit: the number of lines to list; further changes are counted.
  public init(_ ends: PlanEnds, style: Style = .plain, showsRows: Bool = false, limit: Int = .max) {
    self.ends = ends
    self.style = style
    self.showsRows = showsRows
    self.limit = limit
    guard !ends.areOfOneTable else { return }
    partners = Array(repeating: nil, count: ends.after.rowIDCount)
    for row in ends.before.allRows {
      if let after = ends.rowAfter(Int(row.rawValue)) { partners[Int(after.rawValue)] = row }
    }
  }

  private var old: Table { ends.before }
  private var new: Table { ends.after }

  /// Finds the changes.
  ///
  /// - Parameter poll: called with the number of rows looked at, every few thousand rows; throws to
  ///   stop.
  /// - Complexity: O(rows), and O(cells) of those that may have changed.
  public mutating func find<Failure>(poll: (Int) throws(Failure) -> Void) throws(Failure) {
    addNames(
      "column", old.columns.map { ($0.id, $0.name) },
      new.columns.map { column in
        (ends.columns.first { $0.after == column.id }?.before, column.name)
      })
    let former = formerSections
    addNames(
      "section", old.sections.map { ($0.id, $0.title) },
      new.sections.map { (former[$0.id], $0.title) })
    try addRows(poll)
    try addOrder(former, poll)
  }

  private mutating func add(_ role: Style.Role, _ line: String) {
    count += 1
    guard lines.count < limit else { return }
    lines.append(style.apply(role, to: DisplayText(line: line).text))
    roles.append(role)
  }

  /// How much has changed, in one line: `3 cells in 2 rows changed, 1 row deleted`; empty without changes.
  public var summary: String {
    var parts: [String] = []
    if cellCount > 0 {
      parts.append("\(Counts.of(cellCount, "cell")) in \(Counts.of(changedCount, "row")) changed")
    }
    if deletedCount > 0 { parts.append("\(Counts.of(deletedCount, "row")) deleted") }
    if insertedCount > 0 { parts.append("\(Counts.of(insertedCount, "row")) added") }
    let others = count - cellCount - deletedCount - insertedCount
    if others > 0 { parts.append(Counts.of(others, parts.isEmpty ? "change" : "other change")) }
    return parts.joined(separator: ", ")
  }

  /// The columns that have changed cells with the numbers of these, the largest first:
  /// `cells changed: City 1,960, Price 737`; nil: no cell has changed, or nothing
  /// but cells of one column, as the lines say.
  ///
  /// - Parameter most: the number of columns to name.
  public func cellSummary(most: Int = 12) -> String? {
    let columns = new.columns.filter { cellCounts[$0.id] != nil }
      .sorted { (cellCounts[$0.id] ?? 0) > (cellCounts[$1.id] ?? 0) }
    if columns.isEmpty || columns.count == 1 && cellCount == count { return nil }
    var parts = columns.prefix(most).map {
      "\(ShellWord.quoted($0.name)) \(Counts.grouped(cellCounts[$0.id] ?? 0))"
    }
    if columns.count > most {
      parts.append("and \(Counts.of(columns.count - most, "more column"))")
    }
    return "cells changed: " + parts.joined(separator: ", ")
  }

  /// Whether a further line would only be counted.
  private var isFull: Bool { lines.count >= limit }

  // MARK: Columns and sections

  /// The section before for each one after.
  private var formerSections: [SectionID: SectionID] {
    var former: [SectionID: SectionID] = [:]
    for section in old.sections {
      if let after = ends.sectionAfter(Int(section.id.rawValue)) { former[after.id] = section.id }
    }
    return former
  }

  /// What went, what came or is called otherwise, and whether the order of the rest is another.
  ///
  /// - Parameters:
  ///   - old: all that were there.
  ///   - new: all that are there, with what each was before.
  private mutating func addNames<ID: Hashable>(
    _ kind: String, _ old: [(id: ID, name: String)], _ new: [(former: ID?, name: String)]
  ) {
    let names = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.name) })
    let kept = new.compactMap(\.former)
    let present = Set(kept)
    for (id, name) in old where !present.contains(id) {
      add(.delete, "- \(kind) \(ShellWord.quoted(name))")
    }
    for (id, name) in new {
      if let former = id.flatMap({ names[$0] }) {
        if former !== name {
          add(.update, "~ \(kind) \(ShellWord.quoted(former)): now \(ShellWord.quoted(name))")
        }
      } else {
        add(.insert, "+ \(kind) \(ShellWord.quoted(name))")
      }
    }
    if kept != old.map(\.id).filter(present.contains) {
      add(.move, "~ the order of the \(kind)s")
    }
  }

  // MARK: Rows

  /// Returns the row before of a row after; nil: it is new.
  private func former(of row: RowID) -> RowID? {
    ends.areOfOneTable ? ends.rowBefore(Int(row.rawValue)) : partners[Int(row.rawValue)]
  }

  /// Adds `- @K`, `+ @K` and `~ @K column: old → new`, where K is a row's key.
  private mutating func addRows<Failure>(_ poll: (Int) throws(Failure) -> Void) throws(Failure) {
    var visited = 0
    func visit() throws(Failure) {
      visited += 1
      if visited % 4096 == 0 { try poll(visited) }
    }
    let (old, new) = (old, new)
    for section in old.sections {
      for row in section.rows {
        try visit()
        if ends.rowAfter(Int(row.rawValue)) == nil {
          deletedCount += 1
          add(.delete, isFull ? "" : "- \(old.address(of: row))" + name(of: row))
        }
      }
    }
    var comparer = RowComparer(ends)
    for section in new.sections {
      for row in section.rows {
        try visit()
        guard let former = former(of: row) else {
          insertedCount += 1
          add(.insert, isFull ? "" : "+ \(new.address(of: row))" + cells(of: row, in: new))
          continue
        }
        let before = cellCount
        comparer.forEachChange(from: former, to: row) { index in
          cellCount += 1
          cellCounts[new.columns[index].id, default: 0] += 1
          add(.update, isFull ? "" : change(of: new.columns[index], from: former, to: row))
        }
        if cellCount > before { changedCount += 1 }
      }
    }
  }

  private func change(of column: Column, from former: RowID, to row: RowID) -> String {
    let partner = ends.columns.first { $0.after == column.id }?.before
    let before = partner.map { old.cell(former, $0) } ?? .null
    return "~ \(old.address(of: former)) \(shown: column.name): \(Self.shown(before)) → "
      + Self.shown(new.cell(row, column.id))
  }

  /// The cells of a row that is gone; of one without a key, which its number alone does not tell, the first
  /// that has a text.
  private func name(of row: RowID) -> String {
    guard !showsRows, old.keyColumns.isEmpty else { return cells(of: row, in: old) }
    let column = old.columns.first { !old.cell(row, $0.id).text.isEmpty }
    return column.map { "  \(shown: $0.name)=\(Self.shown(old.cell(row, $0.id)))" } ?? ""
  }

  private func cells(of row: RowID, in table: Table) -> String {
    guard showsRows else { return "" }
    return table.columns.map { "  \(shown: $0.name)=\(Self.shown(table.cell(row, $0.id)))" }
      .joined()
  }

  private static func shown(_ cell: Cell) -> String {
    cell.isNull ? "null" : "'\(shown: cell.text)'"
  }

  // MARK: Order

  /// Adds lines on rows of both tables that moved, by section of the new table.
  private mutating func addOrder<Failure>(
    _ formerSections: [SectionID: SectionID], _ poll: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    for section in new.sections {
      try poll(0)
      let former = formerSections[section.id]
      let rows = section.rows.compactMap(former(of:))
      let stayed = rows.filter { old.section(of: $0) == former }
      // Where sections come from a column, the change of the cell already shows the move.
      if former != nil, new.sectionColumn == nil {
        let came = rows.count - stayed.count
        if came > 0 {
          add(
            .move, "~ \(Counts.of(came, "row")) moved to section \(ShellWord.quoted(section.title))"
          )
        }
      }
      guard let index = former.flatMap(old.index(of:)) else { continue }
      let remained = old.sections[index].rows.filter { row in
        ends.rowAfter(Int(row.rawValue)).map { new.section(of: $0) == section.id } ?? false
      }
      if !stayed.elementsEqual(remained) {
        add(.move, "~ the order of the rows in section \(ShellWord.quoted(section.title))")
      }
    }
  }
}

extension PlanPrinter {
  /// Writes what a plan changes, by the keys of the rows.
  static let changes = PlanPrinter(
    name: "changes",
    help: "changes lists the rows and cells that differ, by key.",
    needsTables: true, bytesPerOperation: 1024, textOfNoDifference: "no difference\n"
  ) { printed in
    guard let (_, ends) = printed.contents else { return nil }
    var list = ChangeList(ends, style: printed.style, showsRows: true)
    list.find { _ in }
    return list.lines.isEmpty ? nil : list.lines.joined(separator: "\n") + "\n"
  }
}
