/// A message of the server's log of changes, as its plugin `pgoutput` writes them in version 1: whole
/// transactions, in the order of their commits.
///
/// Source: the manual of PostgreSQL, "Logical Replication Message Formats".
public enum PostgresLogMessage: Hashable, Sendable {
  /// A column as the log tells it.
  public struct Column: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The number of its type in `pg_type`.
    public let type: UInt32
    /// Whether rows are told apart by it.
    public let isKey: Bool
  }

  /// A value of a row.
  public enum Value: Hashable, Sendable {
    case null
    /// A large value that was not changed, and is not told.
    case unchanged
    case text(String)
  }

  /// A transaction begins.
  case begin
  /// It ends, and what follows it begins at this place of the log.
  case commit(end: UInt64)
  /// A table, by its number, and its columns: it comes before the first change of it, and when it is
  /// another.
  case relation(UInt32, schema: String, name: String, columns: [Column])
  /// A row was inserted into a table.
  case insert(UInt32, [Value])
  /// A row was changed. What it was before is told where its key changed, and then perhaps only the
  /// key; else nil.
  case update(UInt32, old: [Value]?, new: [Value])
  /// A row was deleted; perhaps only its key is told.
  case delete(UInt32, [Value])
  /// Tables were emptied.
  case truncate([UInt32])
  /// Something that changes no row.
  case other

  /// Reads a message; nil if it is none.
  public init?(_ bytes: some Collection<UInt8>) {
    var reader = LogReader(bytes)
    guard let kind = reader.byte() else { return nil }
    switch UnicodeScalar(kind) {
    case "B": self = .begin
    case "C":
      guard reader.byte() != nil, reader.number(8) != nil, let end = reader.number(8) else {
        return nil
      }
      self = .commit(end: end)
    case "R":
      guard let relation = reader.relation() else { return nil }
      self = relation
    case "I":
      guard let table = reader.number(4), reader.byte() == UInt8(ascii: "N"),
        let row = reader.row()
      else { return nil }
      self = .insert(UInt32(table), row)
    case "U":
      guard let table = reader.number(4), var mark = reader.byte() else { return nil }
      var old: [Value]?
      if mark != UInt8(ascii: "N") {
        guard let row = reader.row(), let next = reader.byte() else { return nil }
        (old, mark) = (row, next)
      }
      guard mark == UInt8(ascii: "N"), let new = reader.row() else { return nil }
      self = .update(UInt32(table), old: old, new: new)
    case "D":
      guard let table = reader.number(4), reader.byte() != nil, let row = reader.row() else {
        return nil
      }
      self = .delete(UInt32(table), row)
    case "T":
      guard let count = reader.number(4), reader.byte() != nil else { return nil }
      var tables: [UInt32] = []
      for _ in 0..<count {
        guard let table = reader.number(4) else { return nil }
        tables.append(UInt32(table))
      }
      self = .truncate(tables)
    default: self = .other
    }
  }
}

/// Reads the parts of a message; nil: it is too short.
private struct LogReader<Bytes: Collection<UInt8>> {
  private var bytes: Bytes.SubSequence

  init(_ bytes: Bytes) { self.bytes = bytes[...] }

  mutating func byte() -> UInt8? { bytes.popFirst() }

  /// A number of some bytes, the greatest first.
  mutating func number(_ count: Int) -> UInt64? {
    guard let part = part(count) else { return nil }
    return part.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func part(_ count: Int) -> Bytes.SubSequence? {
    guard count >= 0, bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  /// A text that ends with a zero.
  mutating func text() -> String? {
    guard let end = bytes.firstIndex(of: 0) else { return nil }
    defer { bytes = bytes[bytes.index(after: end)...] }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  mutating func row() -> [PostgresLogMessage.Value]? {
    guard let count = number(2) else { return nil }
    var row: [PostgresLogMessage.Value] = []
    for _ in 0..<count {
      switch byte().map(UnicodeScalar.init) {
      case "n": row.append(.null)
      case "u": row.append(.unchanged)
      case "t":
        guard let length = number(4), let text = part(Int(length)) else { return nil }
        row.append(.text(String(decoding: text, as: UTF8.self)))
      default: return nil
      }
    }
    return row
  }

  mutating func relation() -> PostgresLogMessage? {
    guard let table = number(4), let schema = text(), let name = text(), byte() != nil,
      let count = number(2)
    else { return nil }
    var columns: [PostgresLogMessage.Column] = []
    for _ in 0..<count {
      guard let flags = byte(), let name = text(), let type = number(4), number(4) != nil else {
        return nil
      }
      columns.append(.init(name: name, type: UInt32(type), isKey: flags & 1 != 0))
    }
    return .relation(
      UInt32(table), schema: schema.isEmpty ? "pg_catalog" : schema, name: name, columns: columns)
  }
}
