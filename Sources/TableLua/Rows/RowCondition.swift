/// A condition that a rule's answer needs first, so that rows which do not meet it need no call.
///
/// A cell of another type than it is compared with is left to the rule.
struct RowCondition: Hashable {
  /// What is asked of a cell.
  enum Test: Hashable {
    /// It is such a number.
    case number(Order, Double)
    /// It is this text, or another one.
    case text(String, isEqual: Bool)
    /// A Lua pattern is found in it.
    case match(String)
  }

  /// How two numbers are compared. With null, only `unequal` holds.
  enum Order: Hashable {
    case equal, unequal, less, atMost, more, atLeast

    @inline(__always)
    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .equal: a == b
      case .unequal: a != b
      case .less: a < b
      case .atMost: a <= b
      case .more: a > b
      case .atLeast: a >= b
      }
    }
  }

  /// The index of the column.
  var column: Int
  /// What is asked of its cells.
  var test: Test

  init(column: Int, _ test: Test) {
    self.column = column
    self.test = test
  }
}
