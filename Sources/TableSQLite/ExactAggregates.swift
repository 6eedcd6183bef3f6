import CSQLite
import TableKit

/// The functions `sum`, `total` and `avg` of a query. They add decimal numbers exactly, and skip texts
/// that are not numbers, which SQLite counts as 0. A class, because SQLite keeps a pointer to it.
final class ExactAggregates {
  /// The first text that was skipped, or nil.
  private(set) var skipped: String?
  private let long: LongNumbers

  /// - Parameter long: the numbers that no double can hold.
  init(_ long: LongNumbers) { self.long = long }

  /// The sum of one group of rows. A class, because SQLite keeps a pointer to it.
  private final class State {
    var sum = DecimalSum()
    var isWhole = true
    /// Whether a number is among them that no double can hold.
    var isLong = false
    /// The sum of the infinite numbers.
    var special = 0.0
    var specialCount = 0
  }

  private enum Name {
    case sum, total, avg
  }

  private typealias Finish = @convention(c) (OpaquePointer?) -> Void

  /// Replaces SQLite's functions.
  func attach(to db: SQLiteConnection) {
    let functions: [(name: String, finish: Finish, value: Finish)] = [
      ("sum", { ExactAggregates.finish($0, .sum) }, { ExactAggregates.answer($0, .sum) }),
      ("total", { ExactAggregates.finish($0, .total) }, { ExactAggregates.answer($0, .total) }),
      ("avg", { ExactAggregates.finish($0, .avg) }, { ExactAggregates.answer($0, .avg) }),
    ]
    for function in functions {
      sqlite3_create_window_function(
        db.handle, function.name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
        Unmanaged.passUnretained(self).toOpaque(), { ExactAggregates.add($0, $2, 1) },
        function.finish,
        function.value, { ExactAggregates.add($0, $2, -1) }, nil)
    }
  }

  /// The memory that SQLite keeps for a group.
  private static func slot(_ context: OpaquePointer?) -> UnsafeMutablePointer<
    Unmanaged<State>?
  >? {
    sqlite3_aggregate_context(context, Int32(MemoryLayout<Unmanaged<State>?>.size))?
      .assumingMemoryBound(to: Unmanaged<State>?.self)
  }

  private static func add(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ times: Int
  ) {
    guard let value = values?[0], let slot = slot(context) else { return }
    let type = sqlite3_value_type(value)
    if type == SQLITE_NULL { return }
    let state = slot.pointee ?? .passRetained(State())
    slot.pointee = state
    let own = state.takeUnretainedValue()
    if type == SQLITE_INTEGER {
      return own.sum.add(.short(Int(sqlite3_value_int64(value)), scale: 0), times: times)
    }
    if type == SQLITE_FLOAT {
      own.isWhole = false
      let number = sqlite3_value_double(value)
      if let text = aggregates(context)?.long.text(number) {
        own.isLong = true
        return Cell(text).withText { bytes in
          if let exact = DecimalSum.Reading(bytes, takesAll: true) {
            own.sum.add(exact, times: times)
          }
        }
      }
      if number.isFinite { return own.sum.add(number, times: times) }
      own.special += number * Double(times)
      own.specialCount += times
      return
    }
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
    if let number = DecimalSum.Reading(bytes, takesAll: true) {
      own.isWhole = false
      return own.sum.add(number, times: times)
    }
    guard times > 0, let aggregates = aggregates(context) else { return }
    if aggregates.skipped == nil { aggregates.skipped = String(decoding: bytes, as: UTF8.self) }
  }

  private static func finish(_ context: OpaquePointer?, _ name: Name) {
    answer(context, name)
    slot(context)?.pointee?.release()
  }

  private static func aggregates(_ context: OpaquePointer?) -> ExactAggregates? {
    sqlite3_user_data(context).map {
      Unmanaged<ExactAggregates>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func answer(_ context: OpaquePointer?, _ name: Name) {
    let state = slot(context)?.pointee?.takeUnretainedValue() ?? State()
    let count = state.sum.count + state.specialCount
    if name != .total, count == 0 { return sqlite3_result_null(context) }
    if state.specialCount > 0 {
      let isMean = name == .avg
      return sqlite3_result_double(context, isMean ? state.special / Double(count) : state.special)
    }
    // The mean of long numbers has as many digits as they have before the point.
    let text = name == .avg ? state.sum.mean(digits: state.isLong ? 17 : 20) : state.sum.text
    if name == .sum, state.isWhole, let sum = text.flatMap({ Int64($0) }) {
      return sqlite3_result_int64(context, sum)
    }
    guard let long = aggregates(context)?.long, let text else {
      return sqlite3_result_double(context, 0)
    }
    if name == .sum, state.isWhole, !long.takesSums {
      return sqlite3_result_error(context, "integer overflow", -1)
    }
    let sum = long.double(ofSum: text, isExact: name != .avg || state.isLong)
    if sum.isInfinite {
      return sqlite3_result_error(
        context, "a sum or mean is beyond the numbers of SQL; group adds up exactly", -1)
    }
    sqlite3_result_double(context, sum)
  }
}

extension DecimalSum {
  /// Adds a finite double: the shortest decimal number that gives it.
  fileprivate mutating func add(_ number: Double, times: Int) {
    // Different decimals of at most 15 digits are different doubles.
    var (scaled, scale) = (number, 0)
    while scale <= 6, scaled.magnitude < 1e15 {
      let whole = scaled.rounded()
      if whole / Self.factors[scale] == number {
        return add(.short(Int(whole), scale: scale), times: times)
      }
      scale += 1
      if scale <= 6 { scaled = number * Self.factors[scale] }
    }
    var text = number.description
    text.withUTF8 { bytes in
      guard let number = Reading(UnsafeRawBufferPointer(bytes), takesAll: true) else { return }
      add(number, times: times)
    }
  }

  private static let factors: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
}
