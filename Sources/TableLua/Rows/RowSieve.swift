import Lua
import TableKit

/// Judges rows by the conditions of a rule, away from Lua and in two parts at once: what is left
/// open, Lua judges.
///
/// A class because it goes on from call to call.
final class RowSieve {
  private let conditions: [RowCondition]
  private let decides: Bool
  private let rows: [RowID]
  private let workers: Workers
  private let progress: Progress
  private let first: RowTester
  private let second: RowTester
  private var done = 0

  /// The number of rows judged between two checks of the limits.
  private static let step = 1 << 17

  /// Creates a sieve; nil when there is nothing that it could tell.
  ///
  /// - Parameters:
  ///   - conditions: asked in this order.
  ///   - decide: true if the rule asks nothing else.
  init?(
    _ conditions: [RowCondition], decide: Bool, over source: TableRows, in state: LuaState,
    _ workers: Workers, _ progress: Progress
  ) {
    let first = RowTester(conditions, source, state)
    let second = RowTester(conditions, source, state)
    guard !first.questions.isEmpty else { return nil }
    (self.first, self.second) = (first, second)
    self.conditions = conditions
    decides = decide && first.questions.count == conditions.count
    rows = source.rows
    self.workers = workers
    self.progress = progress
  }

  /// Judges some rows; returns true if more are left.
  func judge(_ results: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    let end = min(done + Self.step, rows.count)
    let holds = decides ? LuaRowOutcome.Result.yes.rawValue : LuaRowOutcome.open
    let part = rows[done..<end]
    if part.count < workers.minimum {
      first.judge(part, holds, results)
    } else {
      let middle = done + part.count / 2
      let (one, two) = (part[..<middle], part[middle...])
      let second = SecondPart((judge: second, results: results))
      workers.pair(
        { _ in first.judge(one, holds, results) },
        { _ in second.value.judge.judge(two, holds, second.value.results) })
    }
    done = end
    progress.advance(to: done)
    return done < rows.count
  }
}

/// Tests rows by conditions; one for each thread, because its cell readers keep state.
private final class RowTester {
  /// A condition and the means to tell whether it holds.
  struct Question {
    let test: RowCondition.Test
    var reader: CellReader
    var pattern: LuaPattern?
    var text: [UInt8] = []
  }

  private(set) var questions: [Question] = []
  /// The number of steps of patterns between checks of the limits; what they leave undone is left
  /// to Lua.
  private static let fuel: Int32 = 1 << 24

  /// Creates a tester of the first conditions, up to one that only Lua can decide.
  init(_ conditions: [RowCondition], _ source: TableRows, _ state: LuaState) {
    for condition in conditions {
      let column = source.table.columns[condition.column].id
      var question = Question(test: condition.test, reader: CellReader(source.table, column))
      switch condition.test {
      case .match(let pattern):
        question.pattern = state.matchesByItself ? LuaPattern(pattern, in: state) : nil
        if question.pattern == nil { return }
      case .text(let text, _): question.text = Array(text.utf8)
      case .number: break
      }
      questions.append(question)
    }
  }

  /// Writes the results of rows at their indexes.
  ///
  /// - Parameter holds: what is written where all conditions hold.
  func judge(
    _ rows: ArraySlice<RowID>, _ holds: UInt8, _ results: UnsafeMutableBufferPointer<UInt8>
  ) {
    var fuel = Self.fuel
    questions.withUnsafeMutableBufferPointer { questions in
      for i in rows.indices {
        var result = holds
        for q in questions.indices {
          let answer = Self.ask(&questions[q], of: rows[i], &fuel)
          if answer == true { continue }
          result = answer == nil ? LuaRowOutcome.open : LuaRowOutcome.Result.no.rawValue
          break
        }
        results[i] = result
      }
    }
  }

  /// True if a condition holds for a row; nil where only Lua can tell.
  @inline(__always)
  private static func ask(_ question: inout Question, of row: RowID, _ fuel: inout Int32) -> Bool? {
    let (test, pattern, text) = (question.test, question.pattern, question.text)
    return question.reader.withCell(row) { kind, bytes -> Bool? in
      switch test {
      case .number(let order, let number):
        switch CellReading(.number, kind, bytes) {
        // An order comparison with null is false.
        case .null: order == .unequal
        // The number has at most 15 digits, so a longer integer compares so as a double, too.
        case .integer(let value): order.holds(Double(value), number)
        case .number(let value): order.holds(value, number)
        case .bool, .text, .decimal: nil
        }
      case .text(_, let isEqual):
        kind == .null ? !isEqual : bytes.elementsEqual(text) == isEqual
      case .match:
        // Null has no methods.
        kind == .null ? nil : pattern?.isFound(in: bytes, fuel: &fuel)
      }
    }
  }
}
