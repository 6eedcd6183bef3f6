import CLua

/// A condition that a rule's answer needs first, so that rows which do not meet it need no call.
///
/// A cell of another type than it is compared with is left to the rule.
public struct LuaRowCondition: Hashable, Sendable {
  /// What is asked of a cell.
  public enum Test: Hashable, Sendable {
    /// It is such a number.
    case number(Order, Double)
    /// It is this text, or another one.
    case text(String, isEqual: Bool)
    /// A Lua pattern is found in it.
    case match(String)
  }

  /// How two numbers are compared. With null, only `unequal` holds.
  public enum Order: Hashable, Sendable {
    case equal, unequal, less, atMost, more, atLeast
  }

  /// The argument of the rule, counted from 0 without the row cursor.
  public var argument: Int
  /// What is asked of it.
  public var test: Test

  /// Creates a condition.
  public init(argument: Int, _ test: Test) {
    self.argument = argument
    self.test = test
  }

  /// Calls `body` with the conditions as C wants them.
  static func withConditions<Result>(
    _ conditions: [LuaRowCondition], _ body: (UnsafePointer<clua_condition>?) -> Result
  ) -> Result {
    var block: [CChar] = [0]
    var places: [Int] = []
    for condition in conditions {
      places.append(block.count)
      if let text = condition.test.operand {
        block += text.utf8.lazy.map { CChar(bitPattern: $0) } + [0]
      }
    }
    return block.withUnsafeBufferPointer { block in
      let list = zip(conditions, places).map { condition, place in
        var c = clua_condition()
        c.argument = Int32(condition.argument)
        c.test = UInt8(condition.test.code)
        if case .number(_, let number) = condition.test { c.number = number }
        if let text = condition.test.operand, let base = block.baseAddress {
          c.text = base + place
          c.length = text.utf8.count
        }
        return c
      }
      return list.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
}

extension LuaRowCondition.Test {
  /// The text that a cell is compared with, if it is a text.
  fileprivate var operand: String? {
    switch self {
    case .number: nil
    case .text(let text, _), .match(let text): text
    }
  }

  fileprivate var code: Int {
    switch self {
    case .number(let order, _): order.code
    case .text(_, let isEqual): isEqual ? CLUA_EQUAL : CLUA_UNEQUAL
    case .match: CLUA_MATCH
    }
  }
}

extension LuaRowCondition.Order {
  fileprivate var code: Int {
    switch self {
    case .equal: CLUA_EQUAL
    case .unequal: CLUA_UNEQUAL
    case .less: CLUA_LESS
    case .atMost: CLUA_AT_MOST
    case .more: CLUA_MORE
    case .atLeast: CLUA_AT_LEAST
    }
  }
}
