import BatchUpdates
import TableKit

/// Writes the `contents` of one stage, as `PlanPrinter.patch` describes them.
struct PatchContents {
  let stage: Stage
  let before: PatchMoment
  let after: PatchMoment
  /// The value of `order`; nil if the file keeps its own order.
  let order: String?

  /// Maps the indexes of redrawn rows and reloaded sections; not with UIKit's handling of reloads.
  private let places: StageMapping

  init(stage: Stage, before: PatchMoment, after: PatchMoment, order: String?) {
    var moving = stage
    moving.sections.reloads = []
    moving.rows.reloads = []
    places = StageMapping(moving)
    self.stage = Self.sorted(stage)
    self.before = before
    self.after = after
    self.order = order
  }

  func write(into json: inout JSONWriter) {
    json.object {
      $0.list("inserted", inserted) { $0.write(after.columns, into: &$1) }
      $0.list("deleted", deleted) { $0.write(before.columns, into: &$1) }
      $0.list("moved", stage.rows.moves.compactMap { before.row($0.from) }) {
        if $0.table.hasKey { $0.writeKey(into: &$1) } else { $0.write(before.columns, into: &$1) }
      }
      $0.list("changed", changed) { write($0, into: &$1) }
      writeSections(into: &$0)
      writeColumns(into: &$0)
      if let order { $0.member("order") { $0.value(order) } }
    }
  }

  // MARK: Rows

  private var inserted: [PatchRow] {
    let sections = stage.sections.inserts + reloaded.map(\.after)
    return stage.rows.inserts.compactMap(after.row) + sections.flatMap(after.rows)
  }

  private var deleted: [PatchRow] {
    let sections = stage.sections.deletes + reloaded.map(\.before)
    return stage.rows.deletes.compactMap(before.row) + sections.flatMap(before.rows)
  }

  private var reloaded: [(before: Int, after: Int)] {
    stage.sections.reloads.compactMap { index in
      places.section(after: index).map { (index, $0) }
    }
  }

  private typealias Change = (old: PatchRow, new: PatchRow)

  private var changed: [Change] {
    if stage.reconfiguresAllRows { return rowsOfChangedColumns }
    return (stage.rows.reloads + stage.rows.reconfigures).sorted().compactMap { path in
      guard let old = before.row(path), let place = places.path(after: path),
        let new = after.row(place)
      else { return nil }
      return (old, new)
    }
  }

  /// Every row, if a column with values was inserted or deleted.
  private var rowsOfChangedColumns: [Change] {
    guard !before.hasNewColumns, after.hasNewColumns else { return [] }
    let gone = before.columns.filter { $0.after == nil }
    let come = after.columns.filter { $0.before == nil }
    guard !gone.isEmpty || !come.isEmpty else { return [] }
    var changes: [Change] = []
    for (old, new) in zip(before.outline.sections, after.outline.sections) {
      for (a, b) in zip(old.rows, new.rows) {
        if let a = before.row(a), let b = after.row(b) { changes.append((a, b)) }
      }
    }
    let isNeeded = changes.contains { old, new in
      gone.contains { !old.cell($0).isNull } || come.contains { !new.cell($0).isNull }
    }
    return isNeeded ? changes : []
  }

  private func write(_ change: Change, into json: inout JSONWriter) {
    let (old, new) = change
    json.object {
      $0.member("key") { old.writeKey(into: &$0) }
      if old.table.hasKey, new.table.hasKey, new.table.key(of: new.id) != old.table.key(of: old.id)
      {
        $0.member("newKey") { new.writeKey(into: &$0) }
      }
      $0.member("cells") { $0.object { writeCells(old, new, into: &$0) } }
    }
  }

  private func writeCells(_ old: PatchRow, _ new: PatchRow, into json: inout JSONWriter) {
    let isAnotherTable = before.hasNewColumns != after.hasNewColumns
    let comparesKinds = old.table.syntax.isTyped == new.table.syntax.isTyped
    var written: NameSet = []
    func write(_ name: String, _ a: PatchHistory.Column?, _ b: PatchHistory.Column?) {
      let (x, y) = (a.map(old.cell) ?? .null, b.map(new.cell) ?? .null)
      let isSame =
        comparesKinds ? x == y : x.isNull == y.isNull && x.text.utf8.elementsEqual(y.text.utf8)
      guard !isSame, written.insert(name).inserted else { return }
      json.member(name) {
        $0.array {
          if let a { old.write(a, into: &$0) } else { $0.null() }
          if let b { new.write(b, into: &$0) } else { $0.null() }
        }
      }
    }
    guard isAnotherTable else {
      for column in after.columns { write(column.name, column, column) }
      return
    }
    let come = after.columns.filter { $0.before == nil }
    for gone in before.columns where gone.after == nil {
      write(gone.name, gone, come.first { $0.name === gone.name })
    }
    for column in come { write(column.name, nil, column) }
  }

  // MARK: Sections and columns

  private func writeSections(into json: inout JSONWriter) {
    let sections = stage.sections
    let redrawn = sections.reconfigures.compactMap { index in
      places.section(after: index).map { (before: index, after: $0) }
    }
    guard !sections.isEmpty else { return }
    json.member("sections") {
      $0.object {
        $0.list("inserted", sections.inserts) { write($0, of: after, counted: true, &$1) }
        $0.list("deleted", sections.deletes) { write($0, of: before, counted: true, &$1) }
        let moved = sections.moves.compactMap { label($0.from, of: before)?.name }
        $0.list("moved", moved) { $1.value($0) }
        let changed = reloaded.map { ($0, true) } + redrawn.map { ($0, false) }
        $0.list("changed", changed) { change, json in
          json.array {
            write(change.0.before, of: before, counted: change.1, &$0)
            write(change.0.after, of: after, counted: change.1, &$0)
          }
        }
      }
    }
  }

  private func label(_ index: Int, of moment: PatchMoment) -> Section? {
    moment.history.label(of: moment.outline.sections[index])
  }

  private func write(
    _ index: Int, of moment: PatchMoment, counted: Bool, _ json: inout JSONWriter
  ) {
    json.object {
      if let section = label(index, of: moment) { $0.members(of: section) }
      if counted {
        $0.member("count") { $0.value(moment.outline.sections[index].rows.count) }
      }
    }
  }

  private func writeColumns(into json: inout JSONWriter) {
    guard !before.hasNewColumns, after.hasNewColumns else { return }
    let renamed = before.columns.compactMap { old in
      after.columns.first { $0.after == old.after && $0.before != nil && $0.name !== old.name }
        .map { [old.name, $0.name] }
    }
    json.member("columns") {
      $0.object {
        $0.member("before") { $0.value(before.columns.map(\.name)) }
        $0.member("after") { $0.value(after.columns.map(\.name)) }
        $0.list("renamed", renamed) { $1.value($0) }
      }
    }
  }

  /// Returns the stage with its lists in the order that `JSONPlanPrinter` uses.
  private static func sorted(_ stage: Stage) -> Stage {
    var stage = stage
    stage.sections.sortLists()
    stage.rows.sortLists()
    return stage
  }
}

extension Changes {
  /// Sorts every list; moves by their source.
  fileprivate mutating func sortLists() {
    deletes.sort()
    inserts.sort()
    moves.sort { ($0.from, $0.to) < ($1.from, $1.to) }
    reloads.sort()
    reconfigures.sort()
  }
}
