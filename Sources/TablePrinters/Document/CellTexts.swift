import TableKit

/// How a document writes the texts of cells.
struct Escaping: Sendable {
  /// By byte: 0 where it is written as it is, else what must be done to a text that has it, as bits:
  /// `closer`, `display`, and above them the number of one of `replacements`, counted from 1.
  private let codes: [UInt8]
  private let replacements: [[UInt8]]
  /// Written for an empty text that is not null.
  private let empty: [UInt8]
  /// Returns what is written for any text, with its width.
  private let closer: @Sendable (String) -> DisplayText

  private static let (closer, display): (UInt8, UInt8) = (1, 2)
  private static let shift: UInt8 = 2

  /// Creates an escaping.
  ///
  /// - Parameters:
  ///   - replacements: what is written for an ASCII character, wherever it is.
  ///   - empty: what is written for an empty text that is not null.
  ///   - isDisplayed: whether what a terminal would interpret or hide is escaped as for one.
  ///   - needsCloser: whether a text with this byte is escaped by `closer` alone.
  ///   - closer: escapes any text.
  init(
    replacing replacements: [(UInt8, String)] = [], empty: String = "", isDisplayed: Bool,
    where needsCloser: (UInt8) -> Bool, _ closer: @escaping @Sendable (String) -> DisplayText
  ) {
    var codes = (UInt8.min...UInt8.max).map { byte -> UInt8 in
      let isUnusual = byte < 0x20 || byte >= 0x7F
      return (needsCloser(byte) ? Self.closer : 0) | (isDisplayed && isUnusual ? Self.display : 0)
    }
    for (i, (byte, _)) in replacements.enumerated() {
      codes[Int(byte)] = UInt8(i + 1) << Self.shift
    }
    self.codes = codes
    self.replacements = replacements.map { Array($0.1.utf8) }
    self.empty = Array(empty.utf8)
    self.closer = closer
  }

  /// Calls `body` with what is written for a cell, and its width on a terminal.
  ///
  /// - Complexity: O(length), without a copy where the text is written as it is.
  @inline(__always)
  func withText<Result>(
    _ kind: CellKind, _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer, Int) -> Result
  ) -> Result {
    if kind == .null { return body(UnsafeRawBufferPointer(start: nil, count: 0), 0) }
    if bytes.isEmpty { return empty.withUnsafeBytes { body($0, $0.count) } }
    let all = codes.withUnsafeBufferPointer { codes in
      bytes.reduce(into: UInt8(0)) { $0 |= codes[Int($1)] }
    }
    return all == 0 ? body(bytes, bytes.count) : withEscaped(bytes, all, body)
  }

  private func withEscaped<Result>(
    _ bytes: UnsafeRawBufferPointer, _ all: UInt8, _ body: (UnsafeRawBufferPointer, Int) -> Result
  ) -> Result {
    if all & Self.closer == 0 {
      let width =
        all & Self.display == 0 ? bytes.count : DisplayText.simpleWidth(bytes, isData: false)
      if let width {
        return all >> Self.shift == 0 ? body(bytes, width) : withReplaced(bytes, width: width, body)
      }
    }
    let shown =
      all & Self.closer == 0
      ? DisplayText(bytes: bytes, isData: false) : closer(String(decoding: bytes, as: UTF8.self))
    let isFinal = all & Self.closer != 0 || replacements.isEmpty
    var text = shown.text
    return text.withUTF8 {
      let text = UnsafeRawBufferPointer($0)
      return isFinal ? body(text, shown.width) : withReplaced(text, width: shown.width, body)
    }
  }

  private func withReplaced<Result>(
    _ bytes: UnsafeRawBufferPointer, width: Int, _ body: (UnsafeRawBufferPointer, Int) -> Result
  ) -> Result {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 16)
    for byte in bytes {
      let code = codes[Int(byte)] >> Self.shift
      if code == 0 { text.append(byte) } else { text += replacements[Int(code) - 1] }
    }
    return text.withUnsafeBytes { body($0, width + $0.count - bytes.count) }
  }
}

/// Reads the cells of a document row by row, as they are written.
struct CellTexts {
  private let escaping: Escaping
  private var readers: [CellReader]

  init(_ table: Table, _ escaping: Escaping) {
    self.escaping = escaping
    readers = table.columns.map { CellReader(table, $0.id) }
  }

  /// Calls `body` with what is written for a cell, and its width.
  ///
  /// - Parameter column: its index in the table's columns.
  @inline(__always)
  mutating func withText<Result>(
    _ row: RowID, _ column: Int, _ body: (UnsafeRawBufferPointer, Int) -> Result
  ) -> Result {
    if let plain = readers[column].plain(row) { return escaping.withText(.text, plain, body) }
    let escaping = escaping
    return readers[column].withCell(row) { escaping.withText($0, $1, body) }
  }
}

/// Lines of a document, written in large pieces.
///
/// Blanks are added only before other text, so a line never ends in padding.
struct DocumentLines {
  private var bytes: [UInt8] = []
  private var blanks = 0

  private static let limit = 1 << 16

  /// Adds blanks.
  mutating func skip(_ count: Int) { blanks += max(0, count) }

  /// Adds a text.
  mutating func add(_ text: UnsafeRawBufferPointer) {
    if text.isEmpty { return }
    if blanks > 0 { bytes.append(contentsOf: repeatElement(0x20, count: blanks)) }
    blanks = 0
    bytes.append(contentsOf: text)
  }

  /// Adds a text.
  mutating func add(_ text: String) { text.withBytes { add($0) } }

  /// Adds a text of a width in a field.
  mutating func add(_ text: UnsafeRawBufferPointer, _ own: Int, width: Int, onTheRight: Bool) {
    if onTheRight { skip(width - own) }
    add(text)
    // An empty text may be of no bytes only.
    if !onTheRight { skip(width - own) }
  }

  /// Adds a text in a field.
  mutating func add(_ text: DisplayText, width: Int, onTheRight: Bool) {
    var own = text.text
    own.withUTF8 {
      add(UnsafeRawBufferPointer($0), text.width, width: width, onTheRight: onTheRight)
    }
  }

  /// Ends the line.
  mutating func end() {
    blanks = 0
    bytes.append(0x0A)
  }

  /// Ends the line, and writes all lines when they are many.
  mutating func end<Failure: Error>(_ write: (String) throws(Failure) -> Void) throws(Failure) {
    end()
    if bytes.count >= Self.limit { try flush(write) }
  }

  /// Ends the line with a text, and writes what is there if it is much.
  mutating func end<Failure: Error>(
    with text: String, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    add(text)
    try end(write)
  }

  /// Writes all lines.
  mutating func flush<Failure: Error>(_ write: (String) throws(Failure) -> Void) throws(Failure) {
    let text = String(decoding: bytes, as: UTF8.self)
    bytes.removeAll(keepingCapacity: true)
    try write(text)
  }
}
