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
