/// Rows that follow each other in both tables: in one section before, and in one section after.
///
/// Rows are numbered through the whole table, section after section, which keeps the place of a
/// row in one integer.
///
///     before  [a b c d e]      a run of 1, one of 2 and one of 1:
///     after   [x a d e c]      a; d e; c
@usableFromInline
struct Run: Equatable {
  /// The number before of the first row.
  @usableFromInline var old: Int32
  /// The number after of the first row.
  @usableFromInline var new: Int32
  /// How many rows there are, at least one.
  @usableFromInline var count: Int32
  /// How many of them have another content.
  @usableFromInline var changes: Int32

  @inlinable
  init(old: Int32, new: Int32, count: Int32, changes: Int32) {
    self.old = old
    self.new = new
    self.count = count
    self.changes = changes
  }

  /// The numbers before of the rows.
  var oldNumbers: Range<Int> { Int(old)..<Int(old) + Int(count) }
  /// The numbers after of the rows.
  var newNumbers: Range<Int> { Int(new)..<Int(new) + Int(count) }
}
