/// Where a rule's rows come from: columns by position, filled in batches.
public protocol LuaRowSource {
  /// The names by which a rule reaches the columns through `row`.
  var columnNames: [String] { get }

  /// Writes every cell that is asked for. It cannot fail: a cell that has no value stays nil.
  ///
  /// A column is asked for whole batches when it is an argument or is often read, and for single
  /// cells otherwise.
  func fill(_ cells: LuaCells)
}
