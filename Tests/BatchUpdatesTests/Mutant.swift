import BatchUpdates

/// A stage with one operation changed.
struct Mutant {
  /// How an operation was changed.
  enum Kind: String, CaseIterable {
    /// It is left out.
    case drop
    /// It stands there twice.
    case repeated
    /// One index is one more or one less.
    case shift
    /// The ends of a move are exchanged.
    case turn
    /// It is another kind of operation at the same place.
    case convert
    /// One that was not there is added.
    case add
  }

  let kind: Kind
  let stage: Stage

  /// Every mutant of a stage, those with an added operation left out.
  static func changes(of stage: Stage) -> [Mutant] {
    let operations = Operation.all(of: stage)
    var mutants: [Mutant] = []
    for (number, operation) in operations.enumerated() {
      var rest = operations
      rest.remove(at: number)
      func add(_ kind: Kind, _ replacements: [Operation]) {
        mutants.append(
          Mutant(kind: kind, stage: Operation.stage(rest + replacements, like: stage)))
      }
      add(.drop, [])
      add(.repeated, [operation, operation])
      for other in operation.shifted { add(.shift, [other]) }
      if let other = operation.turned { add(.turn, [other]) }
      for other in operation.converted { add(.convert, [other]) }
    }
    return mutants
  }

  /// Every stage with one operation more, at places up to one beyond the tables.
  static func additions(to stage: Stage, before: [Int], after: [Int]) -> [Mutant] {
    let operations = Operation.all(of: stage)
    return Operation.everywhere(before, after).map { extra in
      Mutant(kind: .add, stage: Operation.stage(operations + [extra], like: stage))
    }
  }
}

/// One operation of a stage.
enum Operation: Hashable {
  case section(Verb, Int)
  case row(Verb, RowPath)
  case moveSection(Int, Int)
  case moveRow(RowPath, RowPath)

  enum Verb: Hashable, CaseIterable {
    case delete, insert, reload, reconfigure
  }

  static func all(of stage: Stage) -> [Operation] {
    let (sections, rows) = (stage.sections, stage.rows)
    return sections.deletes.map { .section(.delete, $0) }
      + sections.inserts.map { .section(.insert, $0) }
      + sections.reloads.map { .section(.reload, $0) }
      + sections.reconfigures.map { .section(.reconfigure, $0) }
      + sections.moves.map { .moveSection($0.from, $0.to) }
      + rows.deletes.map { .row(.delete, $0) } + rows.inserts.map { .row(.insert, $0) }
      + rows.reloads.map { .row(.reload, $0) } + rows.reconfigures.map { .row(.reconfigure, $0) }
      + rows.moves.map { .moveRow($0.from, $0.to) }
  }

  static func stage(_ operations: [Operation], like original: Stage) -> Stage {
    var stage = Stage(reconfiguresAllRows: original.reconfiguresAllRows)
    for operation in operations {
      switch operation {
      case .section(let verb, let index): stage.sections.add(verb, index)
      case .row(let verb, let path): stage.rows.add(verb, path)
      case .moveSection(let from, let to): stage.sections.moves.append(Move(from: from, to: to))
      case .moveRow(let from, let to): stage.rows.moves.append(Move(from: from, to: to))
      }
    }
    return stage
  }

  /// Every operation on every place of the tables and one beyond.
  static func everywhere(_ before: [Int], _ after: [Int]) -> [Operation] {
    func paths(_ counts: [Int]) -> [RowPath] {
      counts.indices.flatMap { section in (0...counts[section]).map { RowPath(section, $0) } }
        + [RowPath(counts.count, 0)]
    }
    var all: [Operation] = []
    for verb in Verb.allCases {
      let counts = verb == .insert ? after : before
      all += (0...counts.count).map { .section(verb, $0) }
      all += paths(counts).map { .row(verb, $0) }
    }
    for from in 0...before.count { all += (0...after.count).map { .moveSection(from, $0) } }
    for from in paths(before) { all += paths(after).map { .moveRow(from, $0) } }
    return all
  }

  /// The operation with one index one more or one less.
  var shifted: [Operation] {
    switch self {
    case .section(let verb, let index): [-1, 1].map { .section(verb, index + $0) }
    case .row(let verb, let path): path.neighbours.map { .row(verb, $0) }
    case .moveSection(let from, let to):
      [-1, 1].flatMap { [.moveSection(from + $0, to), .moveSection(from, to + $0)] }
    case .moveRow(let from, let to):
      from.neighbours.map { .moveRow($0, to) } + to.neighbours.map { .moveRow(from, $0) }
    }
  }

  var turned: Operation? {
    switch self {
    case .moveSection(let from, let to): .moveSection(to, from)
    case .moveRow(let from, let to): .moveRow(to, from)
    case .section, .row: nil
    }
  }

  /// Operations of another kind at the same place: also a move's end alone, and a row's section.
  var converted: [Operation] {
    switch self {
    case .section(let verb, let index):
      Verb.allCases.filter { $0 != verb }.map { .section($0, index) }
    case .row(let verb, let path):
      Verb.allCases.filter { $0 != verb }.map { .row($0, path) } + [.section(verb, path.section)]
    case .moveSection(let from, let to):
      [.section(.insert, to)] + [.delete, .reload, .reconfigure].map { .section($0, from) }
    case .moveRow(let from, let to):
      [.row(.insert, to)] + [.delete, .reload, .reconfigure].map { .row($0, from) }
        + [.moveSection(from.section, to.section)]
    }
  }
}

extension RowPath {
  fileprivate var neighbours: [RowPath] {
    [
      RowPath(section - 1, row), RowPath(section + 1, row), RowPath(section, row - 1),
      RowPath(section, row + 1),
    ]
  }
}

extension Changes {
  fileprivate mutating func add(_ verb: Operation.Verb, _ index: Index) {
    switch verb {
    case .delete: deletes.append(index)
    case .insert: inserts.append(index)
    case .reload: reloads.append(index)
    case .reconfigure: reconfigures.append(index)
    }
  }
}
