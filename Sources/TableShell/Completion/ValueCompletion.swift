import TableKit

/// Values of a column that complete what is typed, the commonest first.
struct ValueCompletion {
  let document: Document
  /// Whether upper and lower case are the same.
  var ignoresCase = false

  /// The most values offered.
  static let most = 200
  /// The most cells counted without an index: which values are the commonest is told from these.
  private static let sample = 1 << 14

  /// Returns the values that begin with a text.
  ///
  /// - Complexity: O(log rows + values) with an index of the column. Without one, O(rows), about 10
  ///   ns a row.
  func values(of column: ColumnID, beginningWith text: String) -> [String] {
    let table = document.editor.table
    if !ignoresCase || text.isEmpty,
      let values = document.screen.valueIndexes[column]?
        .values(beginningWith: text, in: table, most: Self.most)
    {
      return values.map(\.text)
    }
    return Self.values(
      of: column, in: table, beginningWith: CellStart(text, ignoresCase: ignoresCase))
  }

  /// Looks through a column. Where nothing is typed, the cells are taken from all parts of it;
  /// otherwise all are looked at until enough fit.
  private static func values(
    of column: ColumnID, in table: Table, beginningWith start: CellStart
  ) -> [String] {
    let stride = start.isEmpty ? max(1, table.rowCount / sample) : 1
    var counts: [String: Int] = [:]
    var counted = 0
    var reader = CellReader(table, column)
    var number = 0
    for row in table.allRows {
      number += 1
      guard number % stride == 0 else { continue }
      let value = reader.withCell(row) { kind, bytes -> String? in
        guard kind != .null, start.begins(bytes) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
      }
      guard let value else { continue }
      counts[value, default: 0] += 1
      counted += 1
      if counted == sample { break }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most).map(\.key)
  }
}

/// The indexes of the columns of a large table, made while nothing is typed.
struct ValueIndexes {
  private var indexes: [ColumnID: ValueIndex] = [:]

  /// The fewest rows for which an index is made: a look through fewer takes about as long as the
  /// terminal takes to draw.
  private static let leastRows = 1 << 16
  /// The most memory that the indexes of a table take, in bytes.
  private static let mostBytes = 1 << 27

  /// The index of a column; nil if none is made so far.
  subscript(column: ColumnID) -> ValueIndex? { indexes[column] }

  /// Makes the index of one column that has none for a table as it is now, the keys first.
  ///
  /// - Returns: false if all are made.
  /// - Throws: `cancelled`.
  mutating func makeNext(for table: Table, progress: Progress) throws(EditError) -> Bool {
    indexes = indexes.filter { $0.value.answers(for: table) }
    guard table.rowCount >= Self.leastRows,
      indexes.values.reduce(0, { $0 + $1.byteCount }) + table.rowCount * 8 <= Self.mostBytes,
      let column = (table.keyColumns + table.columns.map(\.id)).first(where: { indexes[$0] == nil })
    else { return false }
    indexes[column] = try ValueIndex(table, column, progress: progress)
    return true
  }
}

/// What is typed of a cell.
struct CellStart {
  private let typed: [UInt8]
  private let ignoresCase: Bool

  init(_ text: String, ignoresCase: Bool) {
    typed = Array((ignoresCase ? text.lowercased() : text).utf8)
    self.ignoresCase = ignoresCase
  }

  var isEmpty: Bool { typed.isEmpty }

  /// Whether a cell begins so.
  func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if !ignoresCase { return bytes.count >= typed.count && bytes.starts(with: typed) }
    if typed.isEmpty { return true }
    // The first letter decides for most cells; of another alphabet, its text does.
    guard let first = bytes.first, let wanted = typed.first else { return false }
    if first < 0x80, wanted < 0x80, first | 0x20 != wanted | 0x20 { return false }
    return String(decoding: bytes, as: UTF8.self).lowercased().utf8.starts(with: typed)
  }
}
