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
