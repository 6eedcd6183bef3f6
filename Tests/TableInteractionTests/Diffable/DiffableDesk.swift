import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

/// A table that is driven by snapshots.
struct DiffableDesk {
  var controller: TableController
  var last: Transaction?

  init(
    _ table: String = "A(a b c) B(d e)", holding: SelectionHolding = .view, key: Bool = true
  ) throws {
    var table = Tables.table(table)
    if !key { table.setKey([]) }
    controller = TableController(table: table)
    controller.settings.flags = .multiple
    controller.editor.holding = holding
    try controller.setDiffable(true)
  }

  var drawing: String { Tables.drawing(controller.table) }

  func row(_ key: String) throws -> RowID { try require(controller.table.row(withKey: [key])) }

  func section(_ index: Int) -> SectionID { controller.table.sections[index].id }

  /// The keys of the selected rows, in the order in which they were selected.
  var selected: String {
    controller.selection.rows.map { controller.table.key(of: $0) }.joined(separator: " ")
  }

  mutating func select(_ keys: String...) throws {
    try controller.perform([.select(try keys.map(row), .only(partially: false))], title: "select")
  }

  @discardableResult
  mutating func perform(_ edits: TableAction...) throws -> Transaction {
    let transaction = try controller.perform(edits, title: "edit")
    last = transaction
    return transaction
  }

  /// Changes the snapshot of what the table shows, and applies it.
  @discardableResult
  mutating func apply(
    _ how: SnapshotApplying = .difference,
    _ change: (inout Snapshot) throws(SnapshotError) -> Void
  ) throws -> Transaction {
    var snapshot = try controller.snapshot()
    try change(&snapshot)
    return try perform(.apply(snapshot, how))
  }

  /// Changes the tree of a section, and applies it.
  @discardableResult
  mutating func outline(
    _ section: Int = 0, _ change: (inout SectionSnapshot) throws(SnapshotError) -> Void
  ) throws -> Transaction {
    var snapshot = try controller.sectionSnapshot(of: self.section(section))
    try change(&snapshot)
    return try perform(.applySection(snapshot, to: self.section(section)))
  }

  /// The tree of a section, closed rows with what is in them in angle brackets: `p[a b] q<x>`.
  func tree(_ section: Int = 0) throws -> String {
    let snapshot = try controller.sectionSnapshot(of: self.section(section))
    func draw(_ rows: [String]) -> String {
      rows.map { row in
        let children = snapshot.children(of: row)
        if children.isEmpty { return row }
        let (open, close) = snapshot.isExpanded(row) ? ("[", "]") : ("<", ">")
        return row + open + draw(children) + close
      }.joined(separator: " ")
    }
    return draw(snapshot.roots)
  }
}

/// A snapshot as the rules write it: `A(a b) B(c)`.
func snapshot(_ text: String) throws(SnapshotError) -> Snapshot {
  var snapshot = Snapshot()
  for part in text.split(separator: ")") {
    let words = part.split { " (".contains($0) }.map(String.init)
    guard let section = words.first else { continue }
    try snapshot.append(sections: [section])
    try snapshot.append(rows: Array(words.dropFirst()), to: section)
  }
  return snapshot
}

/// A snapshot drawn so.
func drawing(_ snapshot: Snapshot) -> String {
  snapshot.sections.map { "\($0)(\(snapshot.rows(in: $0).joined(separator: " ")))" }
    .joined(separator: " ")
}
