extension CellSyntax {
  /// Appends the raw form of a value, in the habit of the cell it replaces: a quoted cell stays
  /// quoted.
  ///
  /// - Parameters:
  ///   - cell: the value.
  ///   - former: the raw cell that it replaces, empty when there was none.
  ///   - bytes: what the raw cell is appended to.
  /// - Complexity: O(length).
  public func encode(
    _ cell: Cell, like former: UnsafeRawBufferPointer, into bytes: inout [UInt8]
  ) {
    switch form {
    case .delimited: encodeDelimited(cell, like: former, into: &bytes)
    case .escaped:
      if let escape { encodeEscaped(cell, like: former, escape: escape, into: &bytes) }
    case .json: encodeToken(cell, into: &bytes)
    }
  }

  /// Whether a value can be written so that it is read as it was: a NUL never can, and without
  /// quotes neither a delimiter, a line end, a byte order mark in front, nor a text that means null.
  public func canEncode(_ cell: Cell) -> Bool {
    guard form != .json, !cell.isNull else { return true }
    if let escape { return canEncodeEscaped(cell, escape: escape) }
    if quote != nil { return !cell.text.utf8.contains(0) }
    return !cell.text.isEmpty && !nulls.contains(cell.text) && !Self.startsWithMark(cell.text)
      && !cell.text.utf8.contains { $0 == delimiter || $0 == 0x0A || $0 == 0x0D || $0 == 0 }
  }

  /// Whether a text begins as a file with a byte order mark does: bare in the first cell of a file
  /// it would be read as that.
  static func startsWithMark(_ text: String) -> Bool {
    text.utf8.starts(with: [0xEF, 0xBB, 0xBF])
  }

  private func encodeDelimited(
    _ cell: Cell, like former: UnsafeRawBufferPointer, into bytes: inout [UInt8]
  ) {
    if cell.isNull { return }
    guard let quote else {
      bytes.append(contentsOf: cell.text.utf8)
      return
    }
    let quoted =
      cell.text.isEmpty || former.first == quote || nulls.contains(cell.text)
      || Self.startsWithMark(cell.text)
      || isComment(cell.text.utf8.first)
      || cell.text.utf8.contains { $0 == delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D }
    guard quoted else {
      bytes.append(contentsOf: cell.text.utf8)
      return
    }
    bytes.append(quote)
    for byte in cell.text.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  private func encodeToken(_ cell: Cell, into bytes: inout [UInt8]) {
    switch cell.kind {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .text: JSONText.quote(cell.text, into: &bytes)
    case .number, .bool, .json, .blob: bytes.append(contentsOf: cell.text.utf8)
    }
  }
}
