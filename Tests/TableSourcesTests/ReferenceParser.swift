/// A delimited text read the slow way, one byte after the other: what the scanner is judged by.
struct ReferenceParser {
  let bytes: [UInt8]
  let delimiter: UInt8
  let quote: UInt8?

  /// The raw cells of each record; nil when the text is malformed.
  ///
  /// - Parameter allowsShort: whether records may lack cells, which are empty then, or have empty
  ///   ones behind the last.
  func records(allowsShort: Bool = false) -> [[[UInt8]]]? {
    if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil { return nil }
    var lines: [[[UInt8]]] = []
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var i = 0
    var isOpen = false
    var isClosed = false
    func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    while i < bytes.count {
      let byte = bytes[i]
      i += 1
      if isOpen {
        cell.append(byte)
        if byte == quote {
          if i < bytes.count, bytes[i] == quote {
            cell.append(byte)
            i += 1
          } else {
            isOpen = false
            isClosed = true
          }
        }
      } else if byte == delimiter {
        cells.append(cell)
        cell = []
        isClosed = false
      } else if isEnd(byte) {
        if byte == 0x0D, i < bytes.count, bytes[i] == 0x0A { i += 1 }
        lines.append(cells + [cell])
        cells = []
        cell = []
        isClosed = false
      } else if isClosed {
        return nil
      } else {
        if byte == quote, cell.isEmpty { isOpen = true }
        cell.append(byte)
      }
    }
    if isOpen { return nil }
    if !cells.isEmpty || !cell.isEmpty { lines.append(cells + [cell]) }
    guard let first = lines.firstIndex(where: { $0 != [[]] }) else { return [] }
    let width = lines[first].count
    var records = lines[first...].filter { width == 1 || $0 != [[]] }
    if records.allSatisfy({ $0.count == width }) { return Array(records) }
    guard allowsShort, records.allSatisfy({ $0.dropFirst(width).allSatisfy(\.isEmpty) }) else {
      return nil
    }
    for i in records.indices { records[i].removeLast(max(records[i].count - width, 0)) }
    let isCut = !isEnd(bytes.last ?? 0x0A) || isClosed
    if isCut, records.last.map({ $0.count < width }) == true { return nil }
    let counts = records.map(\.count)
    for i in counts.indices.dropFirst() where counts[i] < width && counts[i - 1] < width {
      if [width, width + 1].contains(counts[i] + counts[i - 1]) { return nil }
      // A cell of several lines, of which all but the first and the last are one cell.
      let before = counts[..<i].last { $0 != 1 }
      if let before, before < width, before + counts[i] == width + 1 { return nil }
    }
    return records.map { $0 + [[UInt8]](repeating: [], count: width - $0.count) }
  }
}
