import TableKit

/// The layout of a source that a script reads, and perhaps writes: who saves there gives a
/// `ScriptWriter`. Without one its table is written as JSON.
struct ScriptLayout: SourceLayout {
  let formatName: String
  var contentHash: UInt64 = 0
  private let other = ExportLayout(format: .json)
  /// By record: which of the rows it is that the script has made, from 0; nil: in their order.
  private let made: [Int32]?

  init(formatName: String, made: [Int32]? = nil) {
    self.formatName = formatName
    self.made = made
  }

  var hasSections: Bool { true }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    try other.write(table, file: file, to: writer)
  }

  /// What a format cannot keep is the script's matter.
  func losses(in table: Table) -> [SourceNote] { [] }

  func adopted(as loaded: Table) -> any SourceLayout { self }

  func place(ofRecord record: Int, file: String) -> SourcePlace {
    let number = made.flatMap { $0.indices.contains(record) ? Int($0[record]) : nil } ?? record
    return SourcePlace(file: file, row: number + 1)
  }
}

/// Writes a table as a script does it.
public struct ScriptWriter {
  /// The name of the format.
  public let name: String
  /// Hands the bytes to a sink.
  public let write: (@escaping ByteSink) throws(SourceError) -> Void

  /// Creates a writer.
  public init(
    name: String, write: @escaping (@escaping ByteSink) throws(SourceError) -> Void
  ) {
    self.name = name
    self.write = write
  }

  /// Writes to a sink that packs, where a file is packed, and tells how far it is.
  func write(
    to sink: @escaping ByteSink, file: String, isPacked: Bool, _ progress: Progress?
  ) throws(SourceError) {
    let packer = isPacked ? try GzipWriter(into: sink, file: file) : nil
    let next = packer?.sink ?? sink
    let total = Total()
    try write { (bytes) throws(SourceError) in
      try next(bytes)
      total.count += bytes.count
      progress?.advance(to: total.count)
    }
    try packer?.finish()
  }

  private final class Total {
    var count = 0
  }
}
