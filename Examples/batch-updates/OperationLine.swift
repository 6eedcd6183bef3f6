import BatchUpdates

/// One operation, as it is printed.
struct OperationLine {
  /// A section or a row, by its index.
  enum Place {
    case section(Int)
    case row(RowPath)
  }

  let verb: String
  /// Its place before the stage, nil for an insert.
  let before: Place?
  /// Its place after the stage, nil for all but inserts and moves.
  let after: Place?
}

extension OperationLine {
  /// The operations of a stage, sections before rows.
  static func lines(of stage: Stage) -> [OperationLine] {
    lines(of: stage.sections, Place.section) + lines(of: stage.rows, Place.row)
  }

  private static func lines<Index>(
    of changes: Changes<Index>, _ place: (Index) -> Place
  ) -> [OperationLine] {
    changes.deletes.map { OperationLine(verb: "delete", before: place($0), after: nil) }
      + changes.inserts.map { OperationLine(verb: "insert", before: nil, after: place($0)) }
      + changes.moves.map {
        OperationLine(verb: "move", before: place($0.from), after: place($0.to))
      }
      + changes.reloads.map { OperationLine(verb: "reload", before: place($0), after: nil) }
      + changes.reconfigures.map {
        OperationLine(verb: "reconfigure", before: place($0), after: nil)
      }
  }
}
