import TableKit

/// The numbers that a script has read last of rows it keeps, with their texts: what it writes of them
/// into a cell is written as it was read, `1.50`, where Lua knows 1.5 only.
///
/// A class because every row that is read notes in the same one.
final class NumberReads {
  /// A number that was read: plain memory, because every one that a script reads is noted.
  private struct Read {
    var owner: ObjectIdentifier
    var row: RowID
    var column: Int32
    var number: ExactNumber
    var count: UInt8 = 0
    var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)

    static let room = 24

    func isOfSameRow(as other: Read) -> Bool { row == other.row && owner == other.owner }

    /// The text.
    var text: String {
      withUnsafeBytes(of: bytes) { String(decoding: $0.prefix(Int(count)), as: UTF8.self) }
    }
  }

  /// A ring of the last ones.
  private var reads: [Read] = []
  private var next = 0
  /// The numbers that stand for the names of columns, and how many.
  private var numbers: NameTable<Int32> = [:]
  private var numberCount: Int32 = 0
  /// The number of reads that are kept.
  private static let capacity = 64

  /// True if none were read.
  var isEmpty: Bool { reads.isEmpty }

  /// Forgets them all.
  func removeAll() {
    reads.removeAll(keepingCapacity: true)
    next = 0
  }

  /// The number that stands for a column's name.
  func number(ofColumn name: String) -> Int32 {
    if let number = numbers[name] { return number }
    defer { numberCount += 1 }
    numbers[name] = numberCount
    return numberCount
  }

  /// Notes what was read of a cell; only numbers matter.
  @inline(__always)
  func note(
    _ owner: TableHandle, _ row: RowID, column: Int32, _ reading: CellReading,
    _ text: UnsafeRawBufferPointer
  ) {
    switch reading {
    case .integer(let value): add(owner, row, column, ExactNumber(value), text)
    case .number(let value): add(owner, row, column, ExactNumber(value), text)
    case .null, .bool, .text, .decimal: break
    }
  }

  private func add(
    _ owner: TableHandle, _ row: RowID, _ column: Int32, _ number: ExactNumber,
    _ text: UnsafeRawBufferPointer
  ) {
    guard text.count <= Read.room else { return }
    var read = Read(
      owner: ObjectIdentifier(owner), row: row, column: column, number: number,
      count: UInt8(text.count))
    withUnsafeMutableBytes(of: &read.bytes) { $0.copyMemory(from: text) }
    if reads.count < Self.capacity { return reads.append(read) }
    reads[next] = read
    next = (next + 1) % Self.capacity
  }

  /// The text of a number as it was read in the row that is written, or in the last one that was read,
  /// in a column of the same name before others; or in a column of that name of the row before. Nil: it
  /// was not.
  ///
  /// - Parameter written: the row that is written; nil: a new one.
  /// - Complexity: O(1).
  func text(of value: LuaScalar, for column: String, of written: RowID? = nil) -> String? {
    guard !reads.isEmpty, let number = ExactNumber(value) else { return nil }
    let own = numbers[column]
    var (last, former): (Read?, Read?) = (nil, nil)
    var found: String?
    for i in 1...reads.count {
      let read = reads[(next + reads.count - i) % reads.count]
      if let known = last {
        if !read.isOfSameRow(as: known), former == nil { former = read }
      } else {
        last = read
      }
      guard read.number == number else { continue }
      let isOwn = read.column == own
      let isOfFormer =
        isOwn && last?.row == written && former.map({ read.isOfSameRow(as: $0) }) ?? false
      guard read.row == written || last.map({ read.isOfSameRow(as: $0) }) ?? false || isOfFormer
      else { continue }
      if isOwn { return read.text }
      if found == nil { found = read.text }
    }
    return found
  }
}

/// A number of Lua, in one form for equal ones of both subtypes.
private struct ExactNumber: Equatable {
  private let bits: UInt64
  /// Whether it is an integer that a float does not hold.
  private let isLong: Bool

  init(_ value: Int64) {
    isLong = value.magnitude > 1 << 53
    bits = isLong ? UInt64(bitPattern: value) : Double(value).bitPattern
  }

  init(_ value: Double) {
    isLong = false
    bits = (value == 0 ? 0 : value).bitPattern
  }

  init?(_ value: LuaScalar) {
    switch value {
    case .integer(let value): self.init(Int64(value))
    case .number(let value): self.init(value)
    case .nil, .bool, .string, .decimal: return nil
    }
  }
}

extension LuaScalar {
  /// The cell that holds the value in a source with or without types of its own.
  ///
  /// - Parameter text: how a number is written, if that is known; a typed source takes it if JSON does.
  func cell(isTyped: Bool, as text: String?) -> Cell {
    guard let text else { return cell(isTyped: isTyped) }
    guard isTyped else { return Cell(text) }
    let first = text.utf8.first { $0 != UInt8(ascii: "-") }
    let isJSON = [first, text.utf8.last].allSatisfy { $0.map { $0 &- 0x30 < 10 } ?? false }
    return isJSON ? Cell(.number, text) : cell(isTyped: true)
  }
}
