import BatchUpdates

/// An ordered list of sections of rows, with columns.
///
/// A `Table` value is also a snapshot: copying one is cheap, and a change copies the blocks and
/// pages that it touches. Invariants: a row stands in exactly one block, and `home` names it; a
/// block belongs to the section that `blockSections` names; names of sections and columns are
/// unique; keys are unique where there is a key, except in rows that get theirs from the source.
public struct Table: @unchecked Sendable {
  /// The columns in the order they are shown and written.
  public internal(set) var columns: [Column]
  /// The columns whose texts together identify a row for the user; empty: the row number does.
  public internal(set) var keyColumns: [ColumnID]
  /// Whether the source gives a key to rows that have none, so that several may be without one
  /// until they are saved.
  public var assignsKeys = false
  /// The sections in order.
  public internal(set) var sections: [Section] = []
  /// How many rows there are in all sections.
  public internal(set) var rowCount = 0
  /// The column that the sections are a view of, if they are.
  public internal(set) var sectionColumn: ColumnID?
  /// Whether the order of rows was changed by the user, so that a file must follow it.
  public package(set) var hasOwnOrder = false

  /// The syntax in which edits are kept: that of the source.
  public let syntax: CellSyntax

  var chunks: [Chunk] = []
  /// By row: what it holds.
  var versions = VersionArray()
  /// By row: the block it stands in.
  var home = PagedArray<UInt32>()
  /// By block: the section it belongs to.
  var blockSections = PagedArray<SectionID>()
  /// By section: its index, -1 when it is gone.
  var sectionIndexes: [Int32] = []
  /// By column: how many cells are neither null nor a plain number, where that was asked for.
  var textCounts: [ColumnID: Int] = [:]
  /// How many rows the source gave; their identities are the source's order.
  var loadedCount = 0
  /// By row: its place in the source, where identities are not the source's order.
  var sourceRanks: [UInt32]?
  /// How many chunks the source gave; edits go into later ones.
  var loadedChunks = 0
  /// Bytes that copy-on-write and appended records took, ever; the undo budget reads it.
  var bytesWritten = 0
  let keys: KeyIndex
  package private(set) var identities = Identities()

  static let nowhere = UInt32.max

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - columns: the names of the columns, unique.
  ///   - syntax: in which edits are kept.
  public init(columns: [String] = [], syntax: CellSyntax = .delimited()) {
    self.syntax = syntax
    self.columns = columns.enumerated().map { Column(id: ColumnID($0), name: $1) }
    identities.next.column = columns.count
    keyColumns = []
    keys = KeyIndex()
  }

  /// How many rows were ever in the table; identities are below it.
  public var rowIDCount: Int { versions.count }

  /// Whether both are snapshots of one table, so that their rows have one numbering. A rehearsal
  /// is none.
  public func isSnapshot(ofSameTableAs other: Table) -> Bool { identities === other.identities }

  /// A copy in which edits can be tried out: it gives new rows and sections the identities that
  /// this table will give them when the same edits are made on it. It must not be shown, because
  /// both lend those identities.
  public func rehearsal() -> Table {
    var copy = self
    copy.identities = Identities()
    copy.identities.next = identities.next
    return copy
  }
}

extension Table {
  /// Checks the invariants that `Table` states; does nothing in release builds.
  @inline(__always)
  func checkInvariants() {
    #if TABLE_INTERNAL_CHECKS
      reallyCheckInvariants()
    #endif
  }

  #if TABLE_INTERNAL_CHECKS
    /// Tables above this size are checked in part, so that debug builds stay usable.
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
          for row in block.rows {
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
