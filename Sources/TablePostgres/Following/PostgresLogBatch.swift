import Postgres
import TableKit

/// What the server's log has told of a table since something was sent: the last of each row.
struct PostgresLogBatch {
  /// Whether the table was emptied before these rows came.
  private(set) var isEmptied = false
  /// Whether more came than is kept, so that everything is to be read.
  private(set) var isTooLarge = false
  private var rows: [[String]: PostgresRow] = [:]
  /// The keys in the order in which they changed first.
  private var order: [[String]] = []
  private var seen: Set<[String]> = []

  private static let mostRows = 100_000

  let shape: PostgresShape
  /// The names of the columns of the key.
  let key: [String]

  init(_ shape: PostgresShape, key: [String]) {
    self.shape = shape
    self.key = key
  }

  /// Whether nothing has changed.
  var isEmpty: Bool { order.isEmpty && !isEmptied }

  /// Adds a row that was inserted or changed.
  ///
  /// - Parameters:
  ///   - names: the columns of the values.
  ///   - old: what it was before, as far as its key may be another.
  mutating func put(
    _ new: [PostgresLogMessage.Value], old: [PostgresLogMessage.Value]?, columns names: [String]
  ) {
    let values = cells(new, names)
    let key = keyTexts(values)
    var row = PostgresRow(key: key, cells: values)
    let former = old.map { keyTexts(cells($0, names)) } ?? key
    if former != key {
      row.former = rows[former]?.former ?? former
      fill(&row, from: rows[former])
      rows[former] = PostgresRow(key: former, cells: nil)
      note(former)
    } else {
      row.former = rows[key]?.former
      fill(&row, from: rows[key])
    }
    rows[key] = row
    note(key)
  }

  /// Adds a row that was deleted.
  mutating func delete(_ old: [PostgresLogMessage.Value], columns names: [String]) {
    let key = keyTexts(cells(old, names))
    rows[key] = PostgresRow(key: key, cells: nil)
    note(key)
  }

  /// Notes that the table was emptied.
  mutating func empty() {
    (rows, order, seen) = ([:], [], [])
    isEmptied = true
  }

  /// Returns what both tell, the other one later.
  func followed(by later: PostgresLogBatch) -> PostgresLogBatch {
    if later.isEmptied { return later }
    var both = self
    for key in later.order {
      guard var row = later.rows[key] else { continue }
      if let former = row.former {
        both.fill(&row, from: both.rows[former])
        row.former = both.rows[former]?.former ?? former
      } else {
        both.fill(&row, from: both.rows[key])
        row.former = both.rows[key]?.former
      }
      both.rows[key] = row
      both.note(key)
    }
    return both
  }

  /// Takes the rows.
  mutating func take() -> [PostgresRow] {
    defer { (rows, order, seen) = ([:], [], []) }
    return order.compactMap { rows[$0] }
  }

  /// Notes that the owner knows that the table was emptied.
  mutating func didTellEmpty() { isEmptied = false }

  private mutating func note(_ key: [String]) {
    if seen.insert(key).inserted { order.append(key) }
    if order.count > Self.mostRows { isTooLarge = true }
  }

  /// Values by the columns of the shape; nil: not told.
  private func cells(_ values: [PostgresLogMessage.Value], _ names: [String]) -> [Cell?] {
    shape.columns.map { column in
      guard let i = names.firstIndex(of: column.name), i < values.count else { return nil }
      switch values[i] {
      case .null: return .null
      case .unchanged: return nil
      case .text(let text):
        if column.isPadded { return Cell(PostgresType.unpadded(text)) }
        guard column.declared.kind == .bool else { return Cell(text) }
        return Cell(text == "t" ? "true" : "false")
      }
    }
  }

  private func keyTexts(_ cells: [Cell?]) -> [String] {
    key.map { name in
      shape.columns.firstIndex { $0.name == name }.flatMap { cells[$0]?.text } ?? ""
    }
  }

  /// Gives a row what is not told of it, as far as it was told before.
  private func fill(_ row: inout PostgresRow, from known: PostgresRow?) {
    guard let cells = known?.cells else { return }
    row.cells = row.cells.map { zip($0, cells).map { $0 ?? $1 } }
  }
}
