/// Columns that say only where rows stand in the source, such as their index in a list: when it is read
/// again, other rows stand there.
public struct PlaceColumns: Hashable, Sendable {
  /// The columns.
  public let columns: [ColumnID]
  /// The names of the sections in which they say nothing else.
  public let sections: NameSet

  /// Creates a description.
  public init(columns: [ColumnID], sections: NameSet) {
    (self.columns, self.sections) = (columns, sections)
  }
}

/// An ordered list of sections of rows, with columns.
///
/// A `Table` value is also a snapshot: copying it is cheap, and a change copies only the parts of
/// blocks and pages that it touches. Invariants: a row is in exactly one block, named by `home`; a block
/// belongs to the section named by `blockSections`; names of sections and columns are unique; keys
/// are unique, except in rows that get theirs from the source.
public struct Table: @unchecked Sendable {
  /// The columns in the order they are shown and written.
  public internal(set) var columns: [Column]
  /// The columns whose texts together identify a row; empty: the row number does.
  public internal(set) var keyColumns: [ColumnID]
  /// Whether the source assigns keys to rows without one, so that several rows may lack a key until
  /// they are saved.
  public var assignsKeys = false
  /// Whether the rows of the source have an order, so that one that others change there comes in; in a
  /// server's table the order is only that in which rows are read.
  public var isOrderedInSource = true
  /// The columns that say only where rows stand in the source; nil: there are none.
  public var places: PlaceColumns?
  /// Whether the source gives new rows values of its own for cells that nobody wrote: a new row then
  /// lacks those cells, and the null that is written has one.
  public var hasDefaultsInSource = false
  /// Whether each row has columns of its own, as those of several tables that are read as one: its
  /// records hold no cells of the others.
  package internal(set) var hasOwnColumns = false
  /// Whether a typed text, in a column whose kind nothing tells, is the number, truth, object or list
  /// that it reads as, as in JSON; else it is text.
  public var readsNewValues = false
  /// The column each of whose cells has a kind of its own, which tells nothing of the others; nil:
  /// there is none.
  public var ownKinds: ColumnID?
  /// The sections in order.
  public internal(set) var sections: [Section] = []
  /// The number of rows in all sections.
  public internal(set) var rowCount = 0
  /// The column that the sections are a view of, if any.
  public internal(set) var sectionColumn: ColumnID?
  /// Whether the user reordered rows, so that the source order follows the table.
  public package(set) var hasOwnOrder = false

  /// Which new cells stand in quotes though they need not.
  public var quoting = QuotingHabit()

  /// The syntax of edited cells: that of the source.
  public internal(set) var syntax: CellSyntax

  var chunks: [Chunk] = []
  /// The version of each row, indexed by row.
  var versions = VersionArray()
  /// The block of each row, indexed by row.
  var home = PagedArray<UInt32>()
  /// The section of each block, indexed by block.
  var blockSections = PagedArray<SectionID>()
  /// The index of each section, indexed by identity; -1 if it was deleted.
  var sectionIndexes: [Int32] = []
  /// The number of cells that are neither null nor a plain number, by column, if already counted.
  var textCounts: [ColumnID: Int] = [:]
  /// The number of loaded rows; their identities are in source order.
  var loadedCount = 0
  /// The position of each row in the source, if identities are not in source order.
  var sourceRanks: [UInt32]?
  /// The number of loaded chunks; edits go into later ones.
  var loadedChunks = 0
  /// The total number of bytes that records took: those that were appended, and those of chunks that
  /// were dropped, which undo keeps. For the undo budget.
  var bytesWritten = 0
  var keys: KeyIndex
  package private(set) var identities = Identities()

  static let nowhere = UInt32.max

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - columns: the names of the columns, unique.
  ///   - syntax: the syntax of edited cells.
  public init(columns: [String] = [], syntax: CellSyntax = .delimited()) {
    self.syntax = syntax
    self.columns = columns.enumerated().map { Column(id: ColumnID($0), name: $1) }
    identities.next.column = columns.count
    keyColumns = []
    keys = KeyIndex()
  }

  /// The number of rows ever in the table, the exclusive upper bound of identities.
  public var rowIDCount: Int { versions.count }

  /// Whether both are snapshots of one table, so that identities mean the same in both. A rehearsal
  /// is not.
  public func isSnapshot(ofSameTableAs other: Table) -> Bool { identities === other.identities }

  /// Returns a copy to try edits on: it assigns the same identities to new rows and sections as
  /// this table will when the edits are made on it. Do not show it, because both assign those
  /// identities.
  public func rehearsal() -> Table {
    var copy = self
    copy.identities = Identities()
    copy.identities.next = identities.next
    return copy
  }
}

extension Table {
  /// Checks the invariants of `Table`; does nothing in release builds.
  @inline(__always)
  func checkInvariants() {
    #if TABLE_INTERNAL_CHECKS
      reallyCheckInvariants()
    #endif
  }

  #if TABLE_INTERNAL_CHECKS
    /// The number of rows above which a table is checked only in part, to keep debug builds usable.
    private static var fullCheckLimit: Int { 20_000 }

    private func reallyCheckInvariants() {
      precondition(
        sections.reduce(0) { $0 + $1.count } == rowCount, "sections do not add up to \(rowCount)")
      precondition(NameSet(columns.map(\.name)).count == columns.count, "columns of one name")
      precondition(NameSet(sections.map(\.name)).count == sections.count, "sections of one name")
      for (s, section) in sections.enumerated() {
        precondition(
          index(of: section.id) == s,
          "section \(s) is found at \(String(describing: index(of: section.id)))")
        precondition(
          section.blocks.reduce(0) { $0 + $1.rows.count } == section.count,
          "blocks of section \(s) do not add up to \(section.count)")
        guard rowCount <= Self.fullCheckLimit else { continue }
        for block in section.blocks {
          precondition(!block.rows.isEmpty, "section \(s) has an empty block")
          precondition(
            blockSections[Int(block.id)] == section.id, "block \(block.id) belongs elsewhere")
          precondition(block.rows.list.count == block.rows.count, "a block counts wrongly")
          for row in block.rows.list {
            precondition(
              home[Int(row.rawValue)] == block.id,
              "row \(row.number) stands in block \(block.id), found in \(home[Int(row.rawValue)])")
          }
        }
      }
      guard rowCount <= Self.fullCheckLimit else { return }
      var standing = 0
      for row in 0..<home.count where home[row] != Self.nowhere { standing += 1 }
      precondition(standing == rowCount, "\(standing) rows have a block, the table has \(rowCount)")
      for (column, count) in textCounts {
        let actual = allRows.reduce(0) { $0 + (isText($1, column) ? 1 : 0) }
        precondition(actual == count, "column \(column.rawValue) has \(actual) texts, not \(count)")
      }
      if let (a, b) = try? firstDuplicateKey(in: keyColumns, .none, into: KeyIndex()) {
        preconditionFailure("rows \(a.number) and \(b.number) share key '\(key(of: a))'")
      }
    }
  #endif
}
