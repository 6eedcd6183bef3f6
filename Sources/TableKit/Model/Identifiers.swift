/// What a row stays while its place and its content change: a dense number given when the row
/// enters the table, never reused. The row number `#` that users see is `rawValue + 1`.
public struct RowID: Hashable, Comparable, Sendable {
  /// The number, from 0.
  public let rawValue: UInt32

  /// Creates an identity from its number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Earlier rows come first.
  public static func < (a: RowID, b: RowID) -> Bool { a.rawValue < b.rawValue }

  /// The row number that users see, from 1.
  public var number: Int { Int(rawValue) + 1 }
}

/// What a section stays while it moves or is renamed: a dense number, never reused.
public struct SectionID: Hashable, Comparable, Sendable {
  /// The number, from 0.
  public let rawValue: UInt32

  /// Creates an identity from its number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Earlier sections come first.
  public static func < (a: SectionID, b: SectionID) -> Bool { a.rawValue < b.rawValue }
}

/// What a column stays while it moves or is renamed: a dense number, never reused.
public struct ColumnID: Hashable, Comparable, Sendable {
  /// The number, from 0.
  public let rawValue: Int

  /// Creates an identity from its number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Earlier columns come first.
  public static func < (a: ColumnID, b: ColumnID) -> Bool { a.rawValue < b.rawValue }
}

/// The next free identities. All snapshots of a table share them, so that what was undone never
/// lends its identity to something else; that is why this is a class.
package final class Identities: @unchecked Sendable {
  /// The next free ones of each sort.
  package struct Numbers: Hashable {
    var row = 0
    var section = 0
    var column = 0
  }

  package var next = Numbers()

  /// A free row, given how many a table has.
  func row(after count: Int) -> Int {
    next.row = max(next.row, count) + 1
    return next.row - 1
  }

  /// A free section, given how many a table has.
  func section(after count: Int) -> Int {
    next.section = max(next.section, count) + 1
    return next.section - 1
  }

  /// A free column.
  func column() -> Int {
    next.column += 1
    return next.column - 1
  }
}
