import BatchUpdates
import TableKit

/// Maps the identities of an outline to rows and sections, so that a table between two stages can
/// be written by keys.
public struct OutlineNames: Sendable {
  let columns: [Column]
  let key: [Column]
  private(set) var keyIsNumber: [Bool]
  /// Returns the section of an identity.
  public var section: @Sendable (Int) -> Section?
  /// Returns the row of an identity, with a table that has its content.
  public var row: @Sendable (Int) -> (table: Table, row: RowID)?

  /// Creates names from closures.
  ///
  /// - Parameters:
  ///   - table: the table whose columns and key are written.
  ///   - section: returns the section of an identity.
  ///   - row: returns the row of an identity, with a table that has its content.
  /// - Complexity: O(table) if the table has not yet determined whether its key is a number.
  public init(
    table: Table, section: @escaping @Sendable (Int) -> Section?,
    row: @escaping @Sendable (Int) -> (table: Table, row: RowID)?
  ) {
    columns = table.columns
    key = table.keyColumns.compactMap { table.column($0) }
    keyIsNumber = key.map { table.kind(of: $0).isNumeric }
    self.section = section
    self.row = row
  }

  /// Creates names for the outlines of a plan between two tables.
  ///
  /// Rows and sections of both tables have the names of the table after.
  public init(_ ends: PlanEnds) {
    self.init(
      table: ends.after,
      section: { ends.sectionAfter($0) ?? ends.sectionBefore($0) },
      row: { id in
        if let row = ends.rowAfter(id) { return (ends.after, row) }
        return ends.rowBefore(id).map { (ends.before, $0) }
      })
    // Rows of delimited text may appear next to those of a typed source, whose cells have their own
    // kinds.
    if ends.after.syntax.isTyped, !ends.before.syntax.isTyped {
      keyIsNumber = key(in: ends.before).map { ends.before.kind(of: $0).isNumeric }
    }
  }

  /// Creates names for outlines with the identities of sections and rows, such as a transaction's.
  ///
  /// - Parameters:
  ///   - after: the table after the plan, which has priority.
  ///   - before: the table before the plan, which has the rows that the plan deletes.
  public init(after: Table, before: Table) { self.init(PlanEnds(before: before, after: after)) }

  /// Returns the key columns as numbered in a table that may have been loaded separately.
  func key(in table: Table) -> [Column] {
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
  public mutating func value(_ outline: Outline, names: OutlineNames) {
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
