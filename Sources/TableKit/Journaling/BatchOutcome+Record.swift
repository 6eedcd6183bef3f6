import BatchUpdates

extension RecordWriter {
  /// Writes the outcome of a batch, with the stage as the user wrote it.
  mutating func batch(_ batch: BatchOutcome) {
    changes(batch.stage.sections) { $0.index($1) }
    changes(batch.stage.rows) { $0.path($1) }
    flag(batch.stage.reconfiguresAllRows)
    optional(batch.whyReloaded)
    list(batch.warnings) { $0.text($1.rawValue) }
    count(batch.lost)
    count(batch.selectedAgain)
    list(batch.stale) { writer, stale in
      writer.path(stale.index)
      writer.number(UInt64(stale.shown.rawValue))
    }
    list(batch.staleHeaders) { writer, stale in
      writer.index(stale.index)
      writer.number(UInt64(stale.shown.rawValue))
    }
  }

  private mutating func changes<Index>(
    _ changes: Changes<Index>, _ write: (inout RecordWriter, Index) -> Void
  ) {
    list(changes.deletes, write)
    list(changes.inserts, write)
    list(changes.moves) { writer, move in
      write(&writer, move.from)
      write(&writer, move.to)
    }
    list(changes.reloads, write)
    list(changes.reconfigures, write)
  }

  /// Writes an index as the user wrote it: it may lie outside the table.
  private mutating func index(_ index: Int) { signed(Int64(index)) }

  private mutating func path(_ path: RowPath) {
    index(path.section)
    index(path.row)
  }
}

extension RecordReader {
  /// Reads what `RecordWriter.batch` wrote.
  mutating func batch() throws(RecordError) -> BatchOutcome {
    let sections = try changes { (reader) throws(RecordError) in try reader.index() }
    let rows = try changes { (reader) throws(RecordError) in try reader.path() }
    return BatchOutcome(
      stage: Stage(sections: sections, rows: rows, reconfiguresAllRows: try flag()),
      whyReloaded: try optional(),
      warnings: try list { (reader) throws(RecordError) in
        guard let warning = Verdict.Warning(rawValue: try reader.text()) else { throw .malformed }
        return warning
      },
      lost: try count(), selectedAgain: try count(),
      stale: try list { (reader) throws(RecordError) in
        let path = try reader.path()
        return .init(
          index: path, shown: RowID(UInt32(try reader.count(below: Int(UInt32.max) - 1))))
      },
      staleHeaders: try list { (reader) throws(RecordError) in
        let index = try reader.index()
        return .init(index: index, shown: try reader.section())
      })
  }

  private mutating func changes<Index>(
    _ read: (inout RecordReader) throws(RecordError) -> Index
  ) throws(RecordError) -> Changes<Index> {
    let (deletes, inserts) = (try list(read), try list(read))
    let moves = try list { (reader) throws(RecordError) in
      let from = try read(&reader)
      return Move(from: from, to: try read(&reader))
    }
    return Changes(
      deletes: deletes, inserts: inserts, moves: moves, reloads: try list(read),
      reconfigures: try list(read))
  }

  private mutating func index() throws(RecordError) -> Int { Int(try signed()) }

  private mutating func path() throws(RecordError) -> RowPath {
    let section = try index()
    return RowPath(section, try index())
  }
}
