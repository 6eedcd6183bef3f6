import BatchUpdates

/// One operation, as it is printed.
struct OperationLine {
  let verb: String
  /// Its place before the stage, nil for an insert.
  let before: SectionOrRow?
  /// Its place after the stage, nil for all but inserts and moves.
  let after: SectionOrRow?
  /// Why it is there, nil where nobody knows.
  var why: String?
}

extension OperationLine {
  /// A planned operation, which knows its reason.
  init(_ operation: PlannedOperation) {
    verb = operation.verb.rawValue
    before = operation.before
    after = operation.after
    why = operation.message
  }

  /// The operations of a stage that somebody wrote.
  static func lines(of stage: Stage) -> [OperationLine] {
    lines(of: stage.sections, SectionOrRow.section) + lines(of: stage.rows, SectionOrRow.row)
  }

  private static func lines<Index>(
    of changes: Changes<Index>, _ place: (Index) -> SectionOrRow
  ) -> [OperationLine] {
    changes.deletes.map { OperationLine(verb: "delete", before: place($0), after: nil) }
      + changes.inserts.map { OperationLine(verb: "insert", before: nil, after: place($0)) }
      + changes.moves.map {
        OperationLine(verb: "move", before: place($0.from), after: place($0.to))
      }
      + changes.reloads.map { OperationLine(verb: "reload", before: place($0), after: nil) }
  }
}
