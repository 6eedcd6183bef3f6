import TableKit

/// The header of a delimited text: the records that name its columns, usually one.
struct DelimitedHeader: Sendable {
  /// A record of the header.
  struct Record: Sendable {
    /// The range of each cell. One that the record lacks is empty, at the end of the record.
    var cells: [Range<Int>]
    /// The number of cells that it has.
    let count: Int
    /// The end of its content, before the line end.
    let end: Int

    /// The number of cells without the empty ones at the end.
    var filled: Int { (cells.lastIndex { !$0.isEmpty } ?? 0) + 1 }
  }

  private(set) var records: [Record] = []

  /// Whether there is no header.
  var isEmpty: Bool { records.isEmpty }
  /// The offset of the header; nil if there is none.
  var start: Int? { records.first?.cells.first?.lowerBound }
  /// The offset after the header, before its line end; nil if there is none.
  var end: Int? { records.last?.end }
  /// The number of columns: that of the last record, or more if another has further names.
  var width: Int {
    max(records.last?.count ?? 0, records.dropLast().map(\.filled).max() ?? 0)
  }

  /// Adds a record.
  ///
  /// - Parameter ends: the end of each cell, before a delimiter or the line end.
  mutating func add(from start: Int, ends: [UInt32]) {
    var start = start
    let cells = ends.map { end in
      defer { start = Int(end) + 1 }
      return start..<Int(end)
    }
    records.append(Record(cells: cells, count: cells.count, end: cells.last?.upperBound ?? start))
  }

  /// Gives each record a cell for each column.
  mutating func fit(_ width: Int) {
    for r in records.indices {
      let record = records[r]
      let missing = max(0, width - record.cells.count)
      records[r].cells =
        record.cells.prefix(width)
        + [Range<Int>](repeating: record.end..<record.end, count: missing)
    }
  }

  /// Returns the offset after a record and what stands behind it, where the next record or the
  /// first row begins.
  func next(after record: Int, rows: Int) -> Int {
    record + 1 < records.count ? records[record + 1].cells[0].lowerBound : rows
  }

  /// Returns the name of each column: the names in all records, joined by blanks.
  func names(_ bytes: UnsafeRawBufferPointer, _ syntax: CellSyntax) -> [String] {
    guard let last = records.last else { return [] }
    return last.cells.indices.map { column in
      let text = text(of: last.cells[column], bytes, syntax)
      if records.count == 1 { return text }
      let names = upperNames(of: column, bytes, syntax) + (HeaderNames.isBlank(text) ? [] : [text])
      return names.joined(separator: " ")
    }
  }

  /// Returns the names of a column in all records but the last.
  private func upperNames(
    of column: Int, _ bytes: UnsafeRawBufferPointer, _ syntax: CellSyntax
  ) -> [String] {
    records.dropLast().map { text(of: $0.cells[column], bytes, syntax) }
      .filter { !HeaderNames.isBlank($0) }
  }

  private func text(
    of range: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ syntax: CellSyntax
  ) -> String {
    syntax.cell(UnsafeRawBufferPointer(rebasing: bytes[range])).text
  }

  /// Returns a new name as it stands in the last record, and whether the names above stay: they do
  /// if the new one begins with them.
  func split(
    _ name: String, of column: Int, _ bytes: UnsafeRawBufferPointer, _ syntax: CellSyntax
  ) -> (last: String, keepsUpper: Bool) {
    let upper = upperNames(of: column, bytes, syntax)
    if upper.isEmpty { return (name, true) }
    let start = upper.joined(separator: " ") + " "
    guard name.utf8.starts(with: start.utf8) else { return (name, false) }
    let rest = String(decoding: name.utf8.dropFirst(start.utf8.count), as: UTF8.self)
    return HeaderNames.isBlank(rest) ? (name, false) : (rest, true)
  }
}

extension DelimitedHeader {
  /// Reads a header.
  ///
  /// - Parameters:
  ///   - start: where it begins, or what stands above it.
  ///   - lines: the number of its lines.
  /// - Returns: the header, and the offset after it and its line end.
  static func read(
    _ bytes: UnsafeRawBufferPointer, from start: Int, lines: Int, _ dialect: Dialect
  ) throws(ScanProblem) -> (header: DelimitedHeader, next: Int) {
    var header = DelimitedHeader()
    let limit = lines == 1 ? start : TableStart.offset(ofLine: lines, from: start, in: bytes)
    var next = start
    repeat {
      var scanner = try DelimitedScanner(bytes, dialect)
      try scanner.scan(from: next, limit: 1)
      // A record below the lines of the header is a row.
      guard scanner.starts.count > 0, header.isEmpty || scanner.starts[0] < limit else { break }
      header.add(from: scanner.starts[0], ends: scanner.ends.array)
      next = scanner.next
    } while next < limit
    header.fit(header.width)
    return (header, next)
  }
}

extension DelimitedLayout {
  /// Returns the bytes of a record of the header, with the names of a table.
  ///
  /// - Parameters:
  ///   - number: the number of the record.
  ///   - keeps: for each column, whether its names keep their bytes.
  func headerLine(
    _ number: Int, of table: Table, keeps: [Bool], file: String
  ) throws(SourceError) -> [UInt8] {
    let (bytes, syntax, places) = (chunk.allBytes, chunk.syntax, loadedPlaces)
    let record = header.records[number]
    let isLast = number == header.records.count - 1
    // A comment that was found may begin the header, too.
    let mayBegin = reasons.options.comment == nil
    var line: [UInt8] = []
    // Where the line ends if nothing but cells that it lacked follows.
    var end = 0
    for (c, column) in table.columns.enumerated() {
      if c > 0 { line.append(dialect.delimiter) }
      let start = line.count
      let former = places[column.id]
      let raw = UnsafeRawBufferPointer(
        rebasing: former.map { bytes[record.cells[$0]] } ?? bytes[..<0])
      var name: String?
      if keeps[c] {
        // A name that has become the first must not make the line a comment.
        if c == 0, former != 0 || !mayBegin, syntax.isComment(raw) { name = syntax.cell(raw).text }
      } else if let former {
        let (last, keepsUpper) = header.split(column.name, of: former, bytes, syntax)
        name = isLast ? last : keepsUpper ? nil : ""
      } else {
        name = isLast ? column.name : ""
      }
      if let name {
        if isLast || !name.isEmpty {
          guard syntax.canEncode(Cell(name)) else {
            throw .cannotWriteValue(row: "header", column: column.name, file: file)
          }
          table.encode(name: name, like: raw, into: &line)
          if start == 0, former != 0 || !mayBegin, line.withUnsafeBytes(syntax.isComment) {
            throw .cannotWriteValue(row: "header", column: column.name, file: file)
          }
        }
      } else {
        line.append(contentsOf: raw)
      }
      if line.count > start || former.map({ $0 < record.count }) ?? isLast { end = line.count }
    }
    line.removeSubrange(max(end, 0)...)
    return line
  }
}
