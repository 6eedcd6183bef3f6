/// Values for the cells of one column in many rows: one for each row, or one for all.
///
///     CellList(repeating: Cell("done"), count: 1_000_000)     // takes the memory of one
public struct CellList: Sendable {
  /// The number of rows that the values are for.
  public private(set) var count = 0
  private let isOne: Bool
  private var kinds: [CellKind] = []
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Creates an empty list, to which one value is appended for each row.
  public init() { isOne = false }

  /// Creates a list that gives every row the same value.
  public init(repeating cell: Cell, count: Int) {
    isOne = true
    cell.withText { add(cell.kind, $0) }
    self.count = count
  }

  /// Whether all rows get one value that is stored once.
  var holdsOne: Bool { isOne }

  /// Whether the value of a row is null.
  public func isNull(at index: Int) -> Bool { kinds[isOne ? 0 : index] == .null }

  /// The memory that the values take, in bytes.
  public var byteCount: Int { kinds.count + bytes.count + ends.count * MemoryLayout<Int>.stride }

  /// Makes room for values of about so many bytes altogether.
  public mutating func reserve(_ rows: Int, bytes: Int) {
    kinds.reserveCapacity(rows)
    ends.reserveCapacity(rows)
    self.bytes.reserveCapacity(bytes)
  }

  /// The number of bytes that are allocated when a value of so many bytes is appended.
  public func room(for count: Int) -> Int {
    let size = bytes.count &+ count
    var room = size > bytes.capacity ? max(size, bytes.capacity &* 2) : 0
    if ends.count == ends.capacity {
      room += ends.count * 2 * (MemoryLayout<Int>.stride + MemoryLayout<CellKind>.stride)
    }
    return room
  }

  /// Appends the value of the next row.
  ///
  /// - Parameter text: UTF-8; empty for null.
  @inline(__always)
  public mutating func append(_ kind: CellKind, _ text: UnsafeRawBufferPointer) {
    precondition(!isOne, "one value is for all rows")
    add(kind, text)
    count += 1
  }

  /// Appends the value of the next row.
  public mutating func append(_ cell: Cell) { cell.withText { append(cell.kind, $0) } }

  private mutating func add(_ kind: CellKind, _ text: UnsafeRawBufferPointer) {
    kinds.append(kind)
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
  }

  /// The values in memory, valid while the list is.
  var memory: Memory {
    Memory(
      kinds: kinds.withUnsafeBufferPointer { $0 }, bytes: bytes.withUnsafeBytes { $0 },
      ends: ends.withUnsafeBufferPointer { $0 }, isOne: isOne)
  }

  /// Where the values lie.
  struct Memory {
    fileprivate let kinds: UnsafeBufferPointer<CellKind>
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate let ends: UnsafeBufferPointer<Int>
    fileprivate let isOne: Bool

    /// The kind and the text of a row's value.
    @inline(__always)
    subscript(row: Int) -> (kind: CellKind, text: UnsafeRawBufferPointer) {
      let index = isOne ? 0 : row
      let start = index == 0 ? 0 : ends[index &- 1]
      return (kinds[index], UnsafeRawBufferPointer(rebasing: bytes[start..<ends[index]]))
    }
  }

  /// The value of a row.
  public subscript(index: Int) -> Cell {
    let (kind, text) = memory[index]
    return Cell(kind, String(decoding: text, as: UTF8.self))
  }

  /// The values as a source without kinds holds them: null or text.
  var asTexts: CellList {
    guard kinds.contains(where: { $0 != .null && $0 != .text }) else { return self }
    var list = self
    for i in kinds.indices where kinds[i] != .null { list.kinds[i] = .text }
    return list
  }

  /// The first row, by place, whose value does not fit; nil if all do.
  func firstIndex(where isWrong: (CellKind, UnsafeRawBufferPointer) -> Bool) -> Int? {
    let memory = memory
    return (0..<(isOne ? min(1, count) : count)).first { isWrong(memory[$0].kind, memory[$0].text) }
  }
}
