import TableKit
import Wording

/// Values of a column that complete what is typed, the commonest first.
struct ValueCompletion {
  let table: Table

  /// The most values offered.
  static let most = 200
  /// The most cells counted: which values are the commonest is told from these.
  private static let sample = 1 << 14

  /// Returns the values that begin with a text, with how many of the cells that were looked at hold
  /// them.
  ///
  /// Where nothing is typed, the cells are taken from all parts of the column; otherwise all are looked
  /// at until enough fit.
  ///
  /// - Complexity: O(rows), about 10 ns a row; 2¹⁴ cells are counted at most.
  func values(of column: ColumnID, beginningWith text: String) -> [(text: String, count: Int)] {
    let wanted = Array(text.utf8)
    let stride = wanted.isEmpty ? max(1, table.rowCount / Self.sample) : 1
    var counts: [String: Int] = [:]
    var counted = 0
    var reader = CellReader(table, column)
    var number = 0
    for row in table.allRows {
      number += 1
      guard number % stride == 0 else { continue }
      let value = reader.withCell(row) { kind, bytes -> String? in
        guard kind != .null, bytes.count >= wanted.count, bytes.starts(with: wanted) else {
          return nil
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      guard let value else { continue }
      counts[value, default: 0] += 1
      counted += 1
      if counted == Self.sample { break }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.most)
      .map { ($0.key, $0.value) }
  }
}

extension Shell {
  /// Completes the value of an assignment by what its column holds.
  ///
  /// - Parameter value: what stands behind the `=`.
  func valueCandidates(_ value: Word, of assignment: Word) -> Completion {
    guard let table = current?.table, let name = assignment.split(at: "=", maxSplits: 1).first,
      let column = table.column(named: name.text)
    else { return .none }
    let values = ValueCompletion(table: table).values(of: column.id, beginningWith: value.text)
    return Completion(
      start: value.start, values.map { .init(Quoting.word($0.text), nil, label: $0.text) })
  }
}
