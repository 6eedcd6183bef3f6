/// The place of a row: the index of its section and its index in that section, both from 0.
///
/// UIKit calls this an index path. It is printed as it is typed, `0:2`. Paths are ordered by
/// section, then by row. A path says nothing about which table it belongs to: parameters and
/// properties say `before` or `after`.
///
///     RowPath(0, 2)                  // 0:2, which is IndexPath(row: 2, section: 0)
///     RowPath(0, 9) < RowPath(1, 0)  // true
public struct RowPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The section's index, from 0.
  public var section: Int
  /// The row's index in its section, from 0.
  public var row: Int

  /// Creates a path from a section's index and a row's index in it.
  public init(_ section: Int, _ row: Int) {
    self.section = section
    self.row = row
  }

  /// Whether a path comes first in the table.
  public static func < (a: RowPath, b: RowPath) -> Bool {
    a.section != b.section ? a.section < b.section : a.row < b.row
  }

  /// The path as it is typed, `0:2`.
  public var description: String { "\(section):\(row)" }
}
