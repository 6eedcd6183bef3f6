import Lua

/// A function that is run over rows, and what it is given.
struct RowRule {
  let function: LuaFunction
  /// The columns given as arguments, as indexes into the source's names.
  var arguments: [Int]
  /// Whether the row cursor is the first argument.
  var passesRow: Bool
  /// Columns that stand beside an order comparison in the text, if there is one.
  var compared: [Int] = []
  /// What its answer needs first.
  var conditions: [RowCondition] = []
  /// Whether it asks nothing else.
  var conditionsDecide = false
}
