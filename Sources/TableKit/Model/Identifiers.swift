/// The identity of a row, which stays when the row moves or changes: a dense number assigned when
/// the row enters the table, never reused. Users see the row number `#`, which is `rawValue + 1`.
public struct RowID: Hashable, Comparable, Sendable {
  /// The number, from 0.
  public let rawValue: UInt32

  /// Creates an identity from its number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Orders identities by number.
  public static func < (a: RowID, b: RowID) -> Bool { a.rawValue < b.rawValue }

  /// The row number that users see, from 1.
  public var number: Int { Int(rawValue) + 1 }
}

/// The identity of a section, which stays when it moves or is renamed: a dense number, never
/// reused.
public struct SectionID: Hashable, Comparable, Sendable {
  /// The number, from 0.
  public let rawValue: UInt32

  /// Creates an identity from its number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Orders identities by number.
  public static func < (a: SectionID, b: SectionID) -> Bool { a.rawValue < b.rawValue }
}

/// The identity of a column, which stays when it moves or is renamed: a dense number, never reused.
public struct ColumnID: Hashable, Comparable, Sendable {
  /// The number, from 0.
  public let rawValue: Int

  /// Creates an identity from its number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Orders identities by number.
  public static func < (a: ColumnID, b: ColumnID) -> Bool { a.rawValue < b.rawValue }
}

/// The next free identities. All snapshots of a table share them, so that the identity of something
/// undone is never reused; hence a class.
package final class Identities: @unchecked Sendable {
  /// The next free number of each sort.
  package struct Numbers: Hashable {
    var row = 0
    var section = 0
    var column = 0
  }

  package var next = Numbers()

  /// Returns a free row number, given how many rows a table has.
  func row(after count: Int) -> Int {
    next.row = max(next.row, count) + 1
    return next.row - 1
  }

  /// Returns a free section number, given how many sections a table has.
  func section(after count: Int) -> Int {
    next.section = max(next.section, count) + 1
    return next.section - 1
  }

  /// Returns a free column number.
  func column() -> Int {
    next.column += 1
    return next.column - 1
  }
}
