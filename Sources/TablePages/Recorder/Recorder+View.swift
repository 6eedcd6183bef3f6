import BatchUpdates
import TableInteraction
import TableKit

// What a recorder tells of the view of a table besides its rows.

extension Recorder {
  /// The names of rows; those that never had a version are left out.
  func names(of rows: [RowID]) -> [Int] { rows.compactMap(versions.name(of:)) }

  /// Brings a list of rows up to date; returns how, nil if it is the same.
  func change(of told: inout [Int], to rows: Selection) -> Recording.ListChange? {
    let names = names(of: rows.rows)
    guard names != told else { return nil }
    defer { told = names }
    return Recording.ListChange(from: told, to: names)
  }

  /// Traits by the names of their rows.
  func named(_ traits: [RowID: Recording.Traits]) -> [Int: Recording.Traits] {
    var named: [Int: Recording.Traits] = [:]
    for (row, value) in traits { if let name = versions.name(of: row) { named[name] = value } }
    return named
  }

  /// The touches in progress.
  func touch(of controller: TableController) -> Recording.Touch {
    let state = controller.touches
    var touch = Recording.Touch()
    touch.highlighted = state.highlighted.flatMap(versions.name(of:))
    touch.swiped = state.swiped.flatMap(versions.name(of:))
    touch.minus = state.confirming.flatMap(versions.name(of:))
    touch.drag = state.drag.flatMap { drag in
      versions.name(of: drag.row).map { .init(row: $0, gap: drag.gap) }
    }
    let tree = controller.tree
    if !tree.isEmpty { touch.expanded = names(of: tree.expanded.sorted()) }
    return touch
  }

  /// How many rows beside an operation a page may show with it, on either side.
  private static let nearby = 24
  /// How many operations of a stage a page may scroll to.
  static let mostOperations = 64

  /// Notes rows that are on the screen.
  public func see(_ rows: [RowID]) {
    for row in rows { if let version = versions.version(of: row) { see(version) } }
  }

  /// Notes what is on the screen when a page shows a stage: the first operations with the rows beside
  /// them.
  ///
  /// - Parameter isBefore: whether the table is the one before the step, in which things go, or the
  ///   one after it.
  func see(_ stage: Recording.Stage, isBefore: Bool) {
    guard case .batch(let batch) = stage else {
      for section in table.sections.prefix(Self.nearby) {
        see(table.rows(inSection: table.index(of: section.id) ?? 0, 0..<Self.nearby))
      }
      return
    }
    let most = Self.mostOperations
    let versioned = [batch.rows.inserts, batch.rows.reloads, batch.rows.reconfigures]
    for row in versioned.joined().prefix(most) { see(row.version) }
    for stale in batch.stale.prefix(most) {
      see(stale.shown)
      see(stale.data)
    }
    let moves = batch.rows.moves.prefix(most)
    let paths =
      isBefore
      ? batch.rows.deletes.prefix(most) + moves.map(\.from)
        + [batch.rows.reloads, batch.rows.reconfigures].flatMap { $0.prefix(most).map(\.path) }
      : batch.rows.deletes.prefix(most) + versioned.flatMap { $0.prefix(most).map(\.path) }
        + moves.flatMap { [$0.from, $0.to] }
    for path in paths {
      see(
        table.rows(
          inSection: path.section,
          max(0, path.row - Self.nearby)..<max(0, path.row) + Self.nearby))
    }
    let sections =
      batch.sections.deletes + batch.sections.moves.flatMap { [$0.from, $0.to] }
      + (batch.sections.inserts + batch.sections.reloads).map(\.index)
    for section in sections.prefix(most) {
      see(table.rows(inSection: section, 0..<Self.nearby))
    }
  }
}

/// The rows that came or moved in a step, and so may have other traits.
enum Arrivals {
  /// These.
  case rows([RowID])
  /// Perhaps all of them.
  case any

  /// Whether all rows may have come or moved.
  var isAny: Bool { if case .any = self { true } else { false } }

  mutating func add(_ transaction: Transaction) {
    let log = transaction.log
    guard case .rows(let rows) = self, log.arranged.isEmpty, log.insertedSections.isEmpty,
      log.batch == nil
    else {
      self = .any
      return
    }
    self = .rows(rows + log.inserted + log.moved)
  }
}

/// The traits of rows, as they were recorded last.
struct RecordedTraits {
  private var settings = TraitSettings()
  /// Those of rows that have other than the defaults.
  private(set) var all: [RowID: Recording.Traits] = [:]

  /// Returns the traits of rows that have others now.
  ///
  /// - Parameters:
  ///   - arrived: the rows that came or moved.
  ///   - visible: the rows on the screen, which policies are asked about; the others have the traits
  ///     that were set.
  mutating func changes(
    to controller: TableController, _ arrived: Arrivals, visible: [RowID]
  ) -> [RowID: Recording.Traits] {
    let table = controller.table
    let asksPolicies = controller.policies.contains(where: \.refinesTraits)
    var changes: [RowID: Recording.Traits] = [:]
    func note(_ row: RowID, _ traits: RowTraits) {
      let new = Recording.Traits(traits)
      guard new != all[row] ?? Recording.Traits() else { return }
      all[row] = new == Recording.Traits() ? nil : new
      changes[row] = new
    }
    if controller.traitSettings != settings {
      settings = controller.traitSettings
      for row in table.allRows { note(row, settings.traits(of: row, in: table)) }
    } else if settings != TraitSettings() {
      switch arrived {
      case .any: for row in table.allRows { note(row, settings.traits(of: row, in: table)) }
      case .rows(let rows):
        for row in rows where table.contains(row) {
          note(row, settings.traits(of: row, in: table))
        }
      }
    }
    if asksPolicies {
      for row in visible where table.contains(row) {
        if let traits = try? controller.traits(of: row) { note(row, traits) }
      }
    }
    return changes
  }
}

extension Recording.Traits {
  /// The traits that are drawn.
  init(_ traits: RowTraits) {
    if traits.accessory != .none { accessory = traits.accessory.rawValue }
    if traits.level != 0 { indent = traits.level }
    if !traits.canEdit { canEdit = false }
    if traits.style != .delete { style = traits.style.rawValue }
    if !traits.canMove { canMove = false }
  }
}

extension Table {
  /// The columns that are aligned as numbers.
  ///
  /// - Complexity: O(rows up to the first text of each column).
  var numberColumns: Set<ColumnID> {
    Set(
      columns.filter { column in
        switch kind(of: column) {
        case .number, .decimal: true
        case .text, .boolean: false
        case .mixed: leadingKind(of: column.id) == .number
        }
      }.map(\.id))
  }

  /// The columns as a recording has them.
  func recordedColumns(_ numbers: Set<ColumnID>) -> [Recording.Column] {
    columns.map {
      Recording.Column(
        id: $0.id.rawValue, name: $0.name, isNumber: numbers.contains($0.id),
        isKey: keyColumns.contains($0.id))
    }
  }

  /// Whether another table is drawn alike: the same columns, sections, rows and cells.
  ///
  /// - Complexity: O(1) if neither was written since one was copied; else as `isSame(as:)`.
  func isAsDrawn(in other: Table) -> Bool {
    columns == other.columns && (sharesContent(with: other) || isSame(as: other))
  }

  /// Whether another table, which may be of another load, has the same columns, sections, rows and
  /// cells.
  ///
  /// - Complexity: O(cells).
  func isDrawnLike(_ other: Table) -> Bool {
    guard columns.map(\.id) == other.columns.map(\.id),
      columns.map(\.name) == other.columns.map(\.name), keyColumns == other.keyColumns,
      sections.map(\.id) == other.sections.map(\.id), rowList == other.rowList
    else { return false }
    for (a, b) in zip(sections, other.sections) {
      guard a.count == b.count, Recording.Label(a) == Recording.Label(b) else { return false }
    }
    return allRows.allSatisfy { row in
      columns.allSatisfy { cell(row, $0.id) == other.cell(row, $0.id) }
    }
  }
}

extension Dictionary where Key == Int {
  /// The values of a range of keys.
  ///
  /// - Complexity: O(range).
  func values(of range: Range<Int>) -> Self {
    Dictionary(uniqueKeysWithValues: range.compactMap { key in self[key].map { (key, $0) } })
  }
}
