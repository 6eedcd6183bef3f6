import BatchUpdates
import TableKit

/// Maps the identities of an outline to rows and sections, so that a table between two stages can
/// be written by keys.
public struct OutlineNames: Sendable {
  let columns: [Column]
  let key: [Column]
  let keyIsNumber: [Bool]
  private let ends: PlanEnds

  /// Creates names for the outlines of a plan between two tables.
  ///
  /// Rows and sections of both tables have the names of the table after.
  ///
  /// - Complexity: O(table) if the table has not yet determined whether its key is a number.
  public init(_ ends: PlanEnds) {
    self.ends = ends
    let table = ends.after
    columns = table.columns
    key = table.keyColumns.compactMap { table.column($0) }
    // Rows of delimited text may appear next to those of a typed source, whose cells have their own
    // kinds.
    let owner = table.syntax.isTyped && !ends.before.syntax.isTyped ? ends.before : table
    keyIsNumber = Self.columns(key, in: owner).map { owner.kind(of: $0).isNumeric }
  }

  /// Returns the section of an identity.
  func section(_ id: Int) -> Section? { ends.sectionAfter(id) ?? ends.sectionBefore(id) }

  /// Returns the row of an identity, with a table that has its content.
  func row(_ id: Int) -> (table: Table, row: RowID)? {
    if let row = ends.rowAfter(id) { return (ends.after, row) }
    return ends.rowBefore(id).map { (ends.before, $0) }
  }

  /// Returns the key columns as numbered in a table that may have been loaded separately.
  func key(in table: Table) -> [Column] { Self.columns(key, in: table) }

  private static func columns(_ key: [Column], in table: Table) -> [Column] {
    key.compactMap { column in
      let known = table.column(column.id)
      return known.map { $0.name === column.name } == true
        ? known : table.column(named: column.name)
    }
  }
}

extension JSONWriter {
  /// Writes an outline as TABLE with only the keys of rows.
  ///
  /// - Complexity: O(rows).
  package mutating func value(_ outline: Outline, names: OutlineNames) {
    object {
      $0.member("columns") { $0.value(names.columns.map(\.name)) }
      if !names.key.isEmpty { $0.member("key") { $0.value(names.key.map(\.name)) } }
      $0.member("sections") {
        $0.array { json in
          for section in outline.sections { json.value(section, names: names) }
        }
      }
    }
  }

  private mutating func value(_ section: Outline.Section, names: OutlineNames) {
    object {
      if let named = names.section(section.id) { $0.members(of: named) }
      $0.member("rows") {
        $0.array { json in
          for row in section.rows {
            guard let (table, id) = names.row(row.id) else { continue }
            RowWriter(table, names.key(in: table), isNumber: names.keyIsNumber)
              .write(id, number: row.id + 1, into: &json)
          }
        }
      }
    }
  }

  /// Writes the members of a section that come before its rows.
  mutating func members(of section: Section) {
    member("id") { $0.value(section.name) }
    member("title") { $0.value(section.title) }
    if let header = section.header { member("header") { $0.value(header) } }
    if let footer = section.footer { member("footer") { $0.value(footer) } }
  }
}
