import TableKit

// Tables that are never in memory as a whole: they are written batch by batch.

/// Writes a table batch by batch. A class, because it notes what was written.
public final class BatchWriter {
  private let format: TableFormat
  private let file: String
  private let writer: ByteWriter
  /// The number of rows written.
  public private(set) var rowCount = 0
  private var isFirst = true

  fileprivate init(_ format: TableFormat, file: String, _ writer: ByteWriter) {
    (self.format, self.file, self.writer) = (format, file, writer)
  }

  /// Writes rows.
  ///
  /// - Parameters:
  ///   - table: rows in one section, with the columns and the key of the batches before.
  ///   - source: where they came from, which may know kinds of cells.
  public func write(_ table: Table, from source: FileOrigin?) throws(SourceError) {
    if table.rowCount == 0, !isFirst { return }
    try write(table, source?.layout.kinds)
    isFirst = false
    rowCount += table.rowCount
  }

  fileprivate func finish() throws(SourceError) {
    try write(nil, nil)
    try writer.flush()
  }

  private func write(_ table: Table?, _ kinds: (any CellKinds)?) throws(SourceError) {
    guard let write = format.writeBatch else { preconditionFailure("\(format.name): no batches") }
    let batch = TableBatch(table: table, isFirst: isFirst, hasRowsBefore: rowCount > 0)
    let context = WritingContext(file: file, kinds: kinds, writer: writer)
    guard let table, format.style.encoding != nil else { return try write(batch, context) }
    do throws(SourceError) {
      try write(batch, context)
      // So that a character that the encoding lacks is found in these rows.
      try writer.flush()
    } catch {
      throw error.locatingCharacter(in: table)
    }
  }
}

extension FileOrigin {
  /// Writes a file of a table that comes batch by batch; the file has either its old content or the
  /// whole table.
  ///
  /// - Parameters:
  ///   - format: one that takes batches.
  ///   - target: the file, compressed if its name says so.
  ///   - batches: writes at least one.
  /// - Throws: what `batches` throws; `diskFull`, `cannotSave`, `cannotWriteValue`, `cancelled`.
  public static func exportBatches(
    as format: TableFormat, to target: FileTarget,
    _ batches: (BatchWriter) throws(SourceError) -> Void
  ) throws(SourceError) -> SaveReport {
    try AtomicFile.pack(target) { (sink) throws(SourceError) in
      try exportBatches(as: format, to: sink, file: target.path, progress: target.progress, batches)
    }
  }

  /// Writes a table that comes batch by batch to a sink.
  public static func exportBatches(
    as format: TableFormat, to sink: @escaping ByteSink, file: String = "-", progress: Progress,
    _ batches: (BatchWriter) throws(SourceError) -> Void
  ) throws(SourceError) {
    let encoder = try format.textEncoding().encoder(file: file)
    let writer = BatchWriter(
      format, file: file, ByteWriter(encoder?.sink(into: sink) ?? sink, progress: progress))
    try batches(writer)
    try writer.finish()
    try encoder?.finish(into: sink)
  }
}
