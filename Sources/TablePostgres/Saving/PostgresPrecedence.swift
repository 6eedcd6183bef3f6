import TableKit

/// A rule of which rows come before which, by the values that they give up, make and take.
///
/// These hold for a constraint that is checked at once; what can wait is checked at the end, when all
/// is written.
///
/// | first                                      | then                                    | because                                          |
/// |--------------------------------------------|-----------------------------------------|--------------------------------------------------|
/// | delete or change a row                     | insert or change one that takes its unique value | the value is there once                 |
/// | insert or change a row                     | insert or change one that refers to its new value | there must be something to refer to    |
/// | delete a row, or have it refer to another one | delete or change that to which it referred | it would be refused, or go or change with it |
/// | delete or change a row                     | insert or change one that refers to its old value | it would go or change with it; so it is refused |
///
/// For `b.a REFERENCES a`, a save that moves b 1 from a 1 to a new a 1, with another name, deletes a 1
/// and b 2, and inserts b 3, which refers to a 4, a new one:
///
///     delete b 2; insert a 4; insert b 3; update b 1 SET a = NULL; delete a 1; insert a 1; update b 1
///
/// Where rows wait for each other in a circle, one of them lets go of its value first: a unique one
/// becomes one that no row has, a reference becomes null.
struct PostgresPrecedence {
  /// A value that a row has before it is saved, or after.
  struct Value {
    let columns: [Int]
    let isNew: Bool
  }

  /// How a row can let go of a value before it is saved.
  enum Release {
    case never, byNull, byOther
  }

  /// The number of the constraint.
  let constraint: Int
  /// The places of the groups.
  let firsts, thens: [Int]
  /// The value by which a row of the one is known to one of the other.
  let given, taken: Value
  let release: Release
  /// Not for rows that get the same values in these columns: what refers follows.
  var unlessAlike: (first: [Int], then: [Int])?

  /// Whether the statement of a group can do both at once: foreign keys are checked when it is done.
  var mayShare: Bool { release != .byOther }

  /// All rules for some groups.
  ///
  /// - Parameter groups: those of all tables.
  static func rules(
    _ parts: [PostgresPart], _ references: [PostgresReference], _ groups: [PostgresStep]
  ) -> [PostgresPrecedence] {
    var rules: [PostgresPrecedence] = []
    var constraint = 0
    func add(
      _ first: (part: Int, value: Value), _ then: (part: Int, value: Value), _ release: Release,
      among isMeant: (PostgresStep) -> Bool = { _ in true },
      unlessAlike: (first: [Int], then: [Int])? = nil
    ) {
      func isTouched(_ side: (part: Int, value: Value), _ group: PostgresStep) -> Bool {
        group.part == side.part && group.touches(side.value.columns, isNew: side.value.isNew)
      }
      let firsts = groups.indices.filter { isTouched(first, groups[$0]) }
      let thens = groups.indices.filter { isTouched(then, groups[$0]) && isMeant(groups[$0]) }
      if firsts.isEmpty || thens.isEmpty { return }
      rules.append(
        PostgresPrecedence(
          constraint: constraint, firsts: firsts, thens: thens, given: first.value,
          taken: then.value, release: release, unlessAlike: unlessAlike))
    }
    for (part, table) in parts.enumerated() {
      for columns in table.uniques {
        constraint += 1
        add(
          (part, Value(columns: columns, isNew: false)),
          (part, Value(columns: columns, isNew: true)), .byOther)
      }
    }
    for reference in references {
      let (child, parent) = (reference.child, reference.parent)
      func own(_ isNew: Bool) -> (Int, Value) {
        (child, Value(columns: reference.columns, isNew: isNew))
      }
      func referred(_ isNew: Bool) -> (Int, Value) {
        (parent, Value(columns: reference.referred, isNew: isNew))
      }
      constraint += 1
      if !reference.isDeferrable { add(referred(true), own(true), .never) }
      constraint += 1
      for (isDelete, action) in [(true, reference.onDelete), (false, reference.onUpdate)] {
        if reference.isDeferrable, action == .none { continue }
        let isFollowed = !isDelete && action == .cascade
        add(
          own(false), referred(false), .byNull, among: { $0.isDelete == isDelete },
          unlessAlike: isFollowed ? (reference.columns, reference.referred) : nil)
      }
      if reference.isDeferrable, reference.onDelete == .none { continue }
      constraint += 1
      add(referred(false), own(true), .never)
    }
    return rules
  }
}

extension PostgresPart {
  /// The columns of the key, and of each unique index, as far as values are told apart at once.
  fileprivate var uniques: [[Int]] {
    let shape = statements.shape
    let names = shape.columns.map(\.name)
    let indexes = shape.uniques.map { $0.compactMap { names.firstIndex(of: $0) } }
    return shape.isKeyDeferrable || indexes.contains(statements.key)
      ? indexes : [statements.key] + indexes
  }

  /// Returns a value of a row as one text; nil: a column of it is null, so that it is none, or the row
  /// keeps it.
  func text(of value: PostgresPrecedence.Value, _ row: RowID, in group: PostgresStep) -> String? {
    var (text, isOther) = ("", false)
    for column in value.columns {
      let cell = value.isNew ? changes.new(row, column) : changes.old(row, column)
      guard let cell else { return nil }
      if case .update(let changed) = group.kind, changed.contains(column) { isOther = true }
      text += PostgresType.plain(cell, statements.shape.columns[column].type) + "\u{1}"
    }
    if case .update = group.kind, !isOther { return nil }
    return text
  }

  /// A column by which a row can let go of a value; nil: it cannot.
  func releasing(
    _ value: PostgresPrecedence.Value, _ release: PostgresPrecedence.Release,
    in group: PostgresStep
  ) -> Int? {
    var columns = value.columns
    // What it gets instead is overwritten, or deleted.
    if case .update(let changed) = group.kind { columns = columns.filter(changed.contains) }
    return columns.first { column in
      // A trigger would see a value that the row never has.
      switch release {
      case .never: false
      case .byNull: !hasTriggers && !statements.shape.columns[column].isNeverNull
      case .byOther:
        (!hasTriggers || statements.key.contains(column))
          && statements.park(column, name: "") != nil
      }
    }
  }
}

extension PostgresType {
  private static let integers: Set<UInt32> = [20, 21, 23, 26]

  /// A text that is the same for the same value, as far as that is easily seen.
  fileprivate static func plain(_ text: String, _ type: UInt32) -> String {
    switch type {
    case _ where integers.contains(type):
      return Int(text).map(String.init) ?? text
    case _ where isCharacter(type): return unpadded(text)
    case 2950: return text.lowercased()
    default: return text
    }
  }
}
