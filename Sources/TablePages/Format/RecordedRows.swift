import TableKit
import TablePrinters
import TableSources

/// The cells of the versions of a recording, by number.
///
/// Versions of a whole table stand as that table, which costs nothing, and are written as JSON when
/// the recording is; single ones are kept as JSON. A version may be a placeholder, whose cells are
/// not known.
public struct RecordedRows: Sendable {
  /// Consecutive versions.
  enum Piece: Sendable {
    /// The rows of a table in table order, with the columns to write and whether they hold numbers.
    case table(Table, columns: [(id: ColumnID, isNumber: Bool)])
    /// JSON arrays, one after the other; `ends` are their ends. An empty one is a placeholder.
    case json(bytes: [UInt8], ends: [Int])
  }

  private(set) var pieces: [(first: Int, piece: Piece)] = []
  /// The number of versions.
  public private(set) var count = 0

  /// Creates an empty list.
  public init() {}

  /// Appends the rows of a table, in table order.
  ///
  /// - Complexity: O(1).
  mutating func append(_ table: Table, columns: [(id: ColumnID, isNumber: Bool)]) {
    guard table.rowCount > 0 else { return }
    pieces.append((count, .table(table, columns: columns)))
    count += table.rowCount
  }

  /// Appends a version by its JSON array; empty bytes are a placeholder.
  ///
  /// - Complexity: O(cells).
  mutating func append(json: some Collection<UInt8>) {
    if case .json(var bytes, var ends)? = pieces.last?.piece {
      let first = pieces.removeLast().first
      bytes += json
      ends.append(bytes.count)
      pieces.append((first, .json(bytes: bytes, ends: ends)))
    } else {
      pieces.append((count, .json(bytes: Array(json), ends: [json.count])))
    }
    count += 1
  }

  /// Returns the cells of a version; nil for a placeholder.
  ///
  /// - Complexity: O(rows of its table) for one of a whole table, else O(cells).
  public func cells(of version: Int) -> [Cell]? {
    guard let (piece, offset) = place(of: version) else { return nil }
    switch piece {
    case .table(let table, let columns):
      return Self.row(offset, of: table).map { row in columns.map { table.cell(row, $0.id) } }
    case .json(let bytes, let ends):
      let start = offset == 0 ? 0 : ends[offset - 1]
      guard start < ends[offset],
        let values = JSONValue(text: String(decoding: bytes[start..<ends[offset]], as: UTF8.self))?
          .array
      else { return nil }
      return values.map { value in
        switch value.content {
        case .null: .null
        case .string(let text): Cell(.text, text)
        case .number(let text): Cell(.number, text)
        default: Cell(.text, value.text)
        }
      }
    }
  }

  private func place(of version: Int) -> (piece: Piece, offset: Int)? {
    guard let index = pieces.lastIndex(where: { $0.first <= version }), version < count else {
      return nil
    }
    return (pieces[index].piece, version - pieces[index].first)
  }

  /// Returns a row by its place in table order.
  private static func row(_ place: Int, of table: Table) -> RowID? {
    var rest = place
    for section in table.sections {
      if rest < section.count { return section.row(at: rest) }
      rest -= section.count
    }
    return nil
  }

  /// Writes versions as members of a JSON object, each with its cells; placeholders are left out.
  ///
  /// - Complexity: O(sections + cells) for each.
  func write(_ versions: [Int], into json: inout JSONWriter) {
    for version in versions {
      switch place(of: version) {
      case (.table(let table, let columns), let offset)?:
        guard let row = Self.row(offset, of: table) else { continue }
        json.member(String(version)) { $0.value(row, of: table, columns) }
      case (.json(let bytes, let ends), let offset)?:
        let start = offset == 0 ? 0 : ends[offset - 1]
        guard start < ends[offset] else { continue }
        json.member(String(version)) { $0.raw(bytes[start..<ends[offset]]) }
      case nil: continue
      }
    }
  }

  /// Writes the versions as elements of a JSON array.
  ///
  /// - Parameters:
  ///   - only: the versions to write with their cells; nil: all.
  ///   - rest: called after each version with what was written so far; returns false to stop.
  func write(
    only: Set<Int>?, into json: inout JSONWriter, _ rest: (inout JSONWriter) -> Bool = { _ in true }
  ) {
    write(from: 0, only: only, into: &json, rest)
  }

  /// Writes the versions from a number on as elements of a JSON array.
  func write(
    from start: Int, only: Set<Int>? = nil, into json: inout JSONWriter,
    _ rest: (inout JSONWriter) -> Bool = { _ in true }
  ) {
    for (first, piece) in pieces {
      var version = first
      switch piece {
      case .table(let table, let columns):
        guard first + table.rowCount > start else { continue }
        for row in table.allRows {
          defer { version += 1 }
          guard version >= start else { continue }
          if only?.contains(version) == false {
            json.null()
          } else {
            json.value(row, of: table, columns)
          }
          guard rest(&json) else { return }
        }
      case .json(let bytes, let ends):
        var from = 0
        for end in ends {
          defer { (version, from) = (version + 1, end) }
          guard version >= start else { continue }
          if from == end || only?.contains(version) == false {
            json.null()
          } else {
            json.raw(bytes[from..<end])
          }
          guard rest(&json) else { return }
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes the cells of a row as an array: numbers where a double keeps their text, null, and all
  /// else as text.
  mutating func value(_ row: RowID, of table: Table, _ columns: [(id: ColumnID, isNumber: Bool)]) {
    array { json in
      for (id, isNumber) in columns {
        let cell = table.cell(row, id)
        if cell.isNull {
          json.null()
        } else if isNumber || cell.kind == .number, ExactNumber.survivesDouble(cell.text) {
          json.token(cell.text)
        } else {
          json.value(cell.text)
        }
      }
    }
  }
}
