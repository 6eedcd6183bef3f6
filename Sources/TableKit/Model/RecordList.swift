/// Records for new rows of a table, in the table's syntax: cells are checked and encoded once, as
/// they are added, and the table takes the memory as it is.
///
///     var records = RecordList(for: table)
///     records.addCell(.text, bytes)      // of columns[0]
///     records.addNothing()               // of columns[1], which is null
///     try records.endRecord()
///
/// Copies share the memory: only one of them, on one thread, may take further records.
public struct RecordList: Sendable {
  /// The columns of the cells of a record, in the order in which they are added.
  public let columns: [ColumnID]
  /// The number of records.
  public private(set) var count = 0

  let syntax: CellSyntax
  /// The records: so many of each chunk, which may take others afterwards.
  private(set) var parts: [(chunk: Chunk, count: Int)] = []
  private let names: [String]
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var fault: EditError?
  /// The records and bytes for which the next chunk has room.
  private let room: (rows: Int, bytes: Int)

  /// Creates an empty list for a table.
  ///
  /// - Parameters:
  ///   - rows: about so many records come.
  ///   - bytes: about so many bytes altogether.
  public init(for table: Table, rows: Int = 0, bytes: Int = 0) {
    let columns = table.columns.sorted { $0.id < $1.id }
    self.columns = columns.map(\.id)
    names = columns.map(\.name)
    syntax = table.syntax
    ends.reserveCapacity(columns.count)
    room = (rows, bytes)
  }

  /// Adds the cell of the next column to the record that is being written.
  ///
  /// - Complexity: O(length).
  @inline(__always)
  public mutating func addCell(_ kind: CellKind, _ text: UnsafeRawBufferPointer) {
    if !ends.isEmpty { bytes.append(syntax.delimiter) }
    if kind == .text, syntax.isPlain(text) {
      bytes.append(contentsOf: text)
    } else {
      check(kind, text)
      syntax.encode(kind, text, quoted: false, into: &bytes)
    }
    ends.append(bytes.count)
  }

  /// Adds the cell of the next column to the record that is being written.
  public mutating func addCell(_ cell: Cell) { cell.withText { addCell(cell.kind, $0) } }

  /// Leaves the cell of the next column empty: null.
  public mutating func addNothing() {
    if !ends.isEmpty { bytes.append(syntax.delimiter) }
    ends.append(bytes.count)
  }

  /// Ends the record that is being written.
  ///
  /// - Throws: `cannotWrite`, `valueDoesNotFit` for the first cell so far that the source cannot
  ///   hold; discard the list then.
  public mutating func endRecord() throws(EditError) {
    if let fault { throw fault }
    precondition(ends.count == columns.count, "\(ends.count) cells for \(columns.count) columns")
    if parts.last.map({ $0.chunk.takesRecord(of: bytes.count) }) != true {
      let chunk = Chunk(
        syntax: syntax, fields: columns, records: room.rows,
        bytes: min(room.bytes, Chunk.maximumByteCount))
      parts.append((chunk, 0))
    }
    _ = parts[parts.count - 1].chunk.append(bytes, cellEnds: ends)
    parts[parts.count - 1].count += 1
    count += 1
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  private mutating func check(_ kind: CellKind, _ text: UnsafeRawBufferPointer) {
    let canWrite = syntax.canEncode(kind, text)
    if fault != nil || canWrite && (!syntax.isTyped || JSONText.fits(text, kind)) { return }
    let (value, column) = (String(decoding: text, as: UTF8.self), names[ends.count])
    fault =
      canWrite
      ? .valueDoesNotFit(value, kind: kind, column: column, row: "to be inserted")
      : .cannotWrite(value, column: column)
  }
}

/// Where the rows of new records stand.
public enum RecordPlaces: Sendable {
  /// Each right behind one of these rows, which are in table order.
  case behind([RowID])
  /// Each behind the rows of a section and those inserted before it; the counts add up to the
  /// number of records.
  case ending([(section: SectionID, count: Int)])
}

extension Table {
  /// The mean memory of a row, in bytes.
  public var meanRowBytes: Int {
    let (bytes, records) = chunks.reduce((0, 0)) { ($0.0 + $1.byteCount, $0.1 + $1.recordCount) }
    return bytes / max(1, records) + (columns.count + 5) * MemoryLayout<UInt32>.stride
  }

  /// Creates rows of records without placing them.
  ///
  /// - Complexity: O(records).
  mutating func newRows(_ records: RecordList) -> [RowID] {
    var rows: [RowID] = []
    rows.reserveCapacity(records.count)
    for (chunk, count) in records.parts {
      chunks.append(chunk)
      bytesWritten += chunk.byteCount + count * chunk.fields.count * 4
      for record in 0..<count {
        rows.append(newRow(Version(chunk: chunks.count - 1, record: record)))
      }
    }
    return rows
  }

  /// Inserts rows without a section, each right behind another row.
  ///
  /// - Parameter others: as many, in table order, each once.
  /// - Returns: whether they were in that order; discard the table if not.
  /// - Complexity: O(rows + their blocks + blocks of their sections).
  mutating func place(_ rows: [RowID], behind others: [RowID]) -> Bool {
    count(rows, by: 1)
    rowCount += rows.count
    var next = 0
    while next < others.count {
      guard let id = section(of: others[next]), let s = index(of: id) else { return false }
      let first = next
      var blocks: [Section.Block] = []
      blocks.reserveCapacity(sections[s].blocks.count)
      for block in sections[s].blocks {
        guard next < others.count, home[Int(others[next].rawValue)] == block.id else {
          blocks.append(block)
          continue
        }
        var all: [RowID] = []
        all.reserveCapacity(block.rows.count * 2)
        for row in block.rows {
          all.append(row)
          guard next < others.count, others[next] == row else { continue }
          all.append(rows[next])
          next += 1
        }
        bytesWritten += Section.blockCapacity * 4 + PagedArray<UInt32>.pageBytes
        if all.count <= Section.blockCapacity {
          for row in all { home[Int(row.rawValue)] = block.id }
          blocks.append(Section.Block(id: block.id, rows: all))
        } else {
          blocks += makeBlocks(all, of: id, size: Section.blockCapacity / 2)
        }
      }
      guard next > first, next == others.count || section(of: others[next]) != id else {
        return false
      }
      sections[s].blocks = blocks
      sections[s].count += next - first
    }
    return true
  }
}
