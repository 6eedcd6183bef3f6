import TableKit

/// The layout of a table that is always written anew.
struct ExportLayout: SourceLayout {
  private(set) var format: TableFormat
  /// The kinds of cells that the table does not keep.
  let kinds: (any CellKinds)?
  /// Parts of the source beside its table, which are not written.
  var leftOut: [String]

  /// - Parameter source: the former layout of the table, if any.
  init(format: TableFormat, from source: (any SourceLayout)? = nil) {
    self.format = format
    kinds = source?.kinds
    leftOut = source?.besidesTable ?? []
  }

  var formatName: String { format.readName }
  var contentHash: UInt64 { 0 }
  var hasSections: Bool { format.hasSections }
  var delimiter: UInt8? { format.delimiter }
  var style: WritingStyle { format.style }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    try format.write(table, WritingContext(file: file, kinds: kinds, writer: writer))
  }

  func adopted(as loaded: Table) -> any SourceLayout { self }

  /// Leaves out from now on what is noted once: parts that the file no longer has, and how it is read.
  mutating func didTell() {
    leftOut = []
    var style = format.style
    style.isTold = true
    format = format.styling?(style) ?? format
  }

  func losses(in table: Table, _ progress: Progress) throws(SourceError) -> [SourceNote] {
    let left = leftOut.map { what in
      SourceNote.warning("\(what) of the source \(what.hasPrefix("1 ") ? "is" : "are") left out")
    }
    return try left + format.losses(table, kinds, progress)
  }
}

/// The layout of a source that a script reads, and may write: to save there, a `ScriptWriter` is
/// passed. Without one the table is written in the complete format.
struct ScriptLayout: SourceLayout {
  let formatName: String
  var contentHash: UInt64 = 0
  private let other = ExportLayout(format: TableFormats.complete)
  /// The index, from 0, of each record's row among those that the script returned; nil: in their
  /// order.
  private let made: [Int32]?

  init(formatName: String, made: [Int32]? = nil) {
    self.formatName = formatName
    self.made = made
  }

  var hasSections: Bool { true }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    try other.write(table, file: file, to: writer)
  }

  /// Empty, because the script decides what its format keeps.
  func losses(in table: Table, _ progress: Progress) -> [SourceNote] { [] }

  func adopted(as loaded: Table) -> any SourceLayout { self }

  func place(ofRecord record: Int, file: String) -> SourcePlace {
    let number = made.flatMap { $0.indices.contains(record) ? Int($0[record]) : nil } ?? record
    return SourcePlace(file: file, row: number + 1)
  }
}

/// Writes a table by a script.
public struct ScriptWriter {
  /// The name of the format.
  public let name: String
  /// Writes the bytes to a sink.
  public let write: (@escaping ByteSink) throws(SourceError) -> Void

  /// Creates a writer.
  public init(name: String, write: @escaping (@escaping ByteSink) throws(SourceError) -> Void) {
    self.name = name
    self.write = write
  }

  /// Writes to a sink, compressed if the file is, and reports the progress.
  func write(
    to sink: @escaping ByteSink, file: String, compression: Compression?, _ progress: Progress
  ) throws(SourceError) {
    var total = 0
    try Packer.packing(compression, to: sink, file: file) { (next) throws(SourceError) in
      try write { (bytes) throws(SourceError) in
        try next(bytes)
        total += bytes.count
        progress.advance(to: total)
      }
    }
  }
}

extension Table {
  /// The table without columns that are set to be numbers. A database may write those in another form, and
  /// what lives in one comes back as it is here, so that each save writes what was changed.
  var withPlainNumbers: Table {
    var table = self
    for column in columns where column.typing == .number {
      _ = table.setTyping(column.id, .automatic)
    }
    return table
  }
}
