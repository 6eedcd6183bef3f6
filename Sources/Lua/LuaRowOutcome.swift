/// What came of a rule run over rows.
public struct LuaRowOutcome: Equatable, Sendable {
  /// One row's outcome.
  public enum Result: UInt8, Sendable {
    /// The rule answered false or nil.
    case no = 0
    /// The rule answered anything else.
    case yes = 1
    /// The rule raised an error.
    case error = 2
  }

  /// A row that failed.
  public struct Failure: Equatable, Sendable {
    /// The row, as an index into those that were run.
    public var row: Int
    /// What the rule raised there.
    public var error: LuaError
  }

  /// What a row is until the rule has judged it, where others were judged ahead of it.
  public static let open: UInt8 = 3

  /// One byte a row: the raw values of `Result`. Rows after the one that ended the run are 0, or
  /// open.
  public var results: [UInt8]
  /// How many rows failed.
  public var errorCount: Int
  /// The first of them.
  public var firstFailure: Failure?

  /// The outcome of one row.
  public subscript(row: Int) -> Result { Result(rawValue: results[row]) ?? .no }

  /// The rows for which the rule answered true.
  public var rows: [Int] { rows(of: 0..<results.count) }

  /// What stands at the indexes of rows for which the rule answered true.
  @inlinable
  public func rows<List: RandomAccessCollection>(of list: List) -> [List.Element]
  where List.Index == Int {
    var rows: [List.Element] = []
    for i in results.indices where results[i] == Result.yes.rawValue { rows.append(list[i]) }
    return rows
  }
}
