import TableKit
import TableShell
import TableSources
import Wording

// Saving to a Realtime Database: changed rows, each on the condition that nobody else changed it.

extension FirebaseTable {
  /// Writes what was changed here.
  ///
  /// Others' changes of the same rows come in, as far as they do not conflict. Rows that conflict
  /// stay unsaved and are listed; where the server refuses, what was written before stays written.
  ///
  /// - Throws: `outside`, `conflicts`, `lua`.
  func saveRows(
    of document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    try shell.ask(.willSave, path: tree.name)
    let rows = try changes(of: document)
    if request.isDryRun {
      return CommandResult(
        sentence: "dry run: \(Counts.of(rows.count, "row")) would be written to \(tree.name)")
    }
    if rows.isEmpty {
      if document.editor.differsFromSource { return keepLocally(document) }
      return CommandResult(sentence: "nothing to save: \(tree.name) is up to date")
    }
    try request.checkConflicts(of: document)
    if tree.isFile { return try write(rows, of: document, request, in: shell) }
    shell.progress.begin("saving \(tree.name)", .rows, total: rows.count)
    defer { shell.progress.end() }
    let outcomes = try reaching(
      tree.save(
        rows.map { FirebaseSaver.Row(path: $0.row.path, base: $0.base, mine: $0.row.node) },
        force: request.isForced,
        isWanted: { !shell.isStopped }))
    return try adopt(outcomes, rows, document, shell)
  }

  /// Writes the whole file of a tree.
  private func write(
    _ rows: [TreeChange], of document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    var file = try shell.permitted(saving: tree.name, document.opening.isOfLua ? nil : document)
    let kept = try request.permittedBackup(of: tree.name, in: shell)
    file = file ?? kept
    try shell.confirmInPlace(tree.name, request)
    let puts = rows.map { (path: $0.row.path, node: $0.row.node) }
    var target = request.target(
      tree.name, at: file, replacing: request.isForced ? nil : seenFile, shell.progress)
    target.isSource = true
    let backup = request.backup(of: tree.name)
    let report = try write(puts, to: target, in: shell)
    seenFile = SeenFile(tree.name)
    return try adopt(puts.map { .saved($0.node) }, rows, document, shell, report)
      .naming(backup: backup)
  }

  /// Writes the tree with some of its places changed.
  private func write(
    _ puts: [(path: FirebasePath, node: FirebaseNode?)], to target: FileTarget, in shell: Shell
  ) throws(CommandError) -> SaveReport {
    let text = tree.text(with: puts)
    let report = try sourcing(
      FileOrigin.writeFile(target) { (write) throws(SourceError) in try write(text) })
    shell.written.add(target.path)
    return report
  }

  /// Writes the tree of a file as it will be when changed rows are saved: to standard output, or to
  /// another file.
  func saveTree(
    of document: Document, to target: String, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult {
    let isStream = target == "-"
    var file = isStream ? nil : try shell.permitted(saving: target, nil)
    let kept = try request.permittedBackup(of: target, in: shell)
    file = file ?? kept
    let seen = isStream ? nil : try shell.checkOverwriting(target, request)
    let puts = try changes(of: document).map { (path: $0.row.path, node: $0.row.node) }
    try shell.ask(.willSave, path: target)
    if request.isDryRun, !isStream {
      return CommandResult(sentence: "dry run: nothing is written to \(target)")
    }
    var result = CommandResult()
    if isStream {
      shell.emit(table: Array(tree.text(with: puts).utf8))
    } else {
      try shell.confirmInPlace(target, request)
      let backup = request.backup(of: target)
      let report = try write(
        puts, to: request.target(target, at: file, replacing: seen, shell.progress), in: shell)
      result.sentence = document.sentence(ofSaving: report, to: target)
      result = result.naming(backup: backup)
      result.notes += report.notes.map(\.description)
    }
    if isStream { document.didCopyToOutput(in: shell) } else { document.didCopy() }
    try shell.tell(.didSave, path: target)
    return result
  }

  /// Only what a tree does not have differs.
  private func keepLocally(_ document: Document) -> CommandResult {
    let reasons = Self.localDifferences(from: document.editor.saved, document.wholeTable)
    document.editor.markSaved()
    document.journal?.didSave(document.editor, canReadAgain: false)
    return CommandResult(
      sentence: "nothing to save: \(tree.name) has " + reasons.joined(separator: ", and "))
  }

  /// What a tree does not have of the changes.
  private static func localDifferences(from base: Table, _ table: Table) -> [String] {
    var reasons: [String] = []
    let known = Set(base.columns.map(\.id))
    let new = table.columns.filter { !known.contains($0.id) }.map { "'\(shown: $0.name)'" }
    if !new.isEmpty {
      reasons.append(
        "no column without a value: \(new.joined(separator: ", ")) "
          + (new.count == 1 ? "stays" : "stay") + " here only")
    }
    func order(_ table: Table) -> [[RowID]] {
      table.sections.map { Array($0.rows) }.filter { !$0.isEmpty }
    }
    if order(table) != order(base) {
      reasons.append("no order but that of its keys; rows that you moved have moved only here")
    }
    if table.sections.contains(where: { Array($0.rows).isEmpty && base.index(of: $0.id) == nil }) {
      reasons.append("no section without rows")
    }
    return reasons.isEmpty ? ["no columns or sections but those of its values"] : reasons
  }

  /// Takes over what became of each row.
  private func adopt(
    _ outcomes: [FirebaseSaver.Outcome], _ rows: [TreeChange], _ document: Document,
    _ shell: Shell, _ report: SaveReport? = nil
  ) throws(CommandError) -> CommandResult {
    var (there, own): ([FirebaseMapping.Row], [FirebaseMapping.Row]) = ([], [])
    var (saved, conflicting) = (0, 0)
    var failure: CommandError?
    // Rows that others changed are left.
    var made = SavedRows()
    (made.isWhole, made.title) = (false, Transaction.pushTitle)
    var empty: [RowID] = []
    for (change, outcome) in zip(rows, outcomes) {
      switch outcome {
      case .saved(let node):
        saved += 1
        if node == nil, let row = change.id { empty.append(row) }
        if let row = change.id { made.stored += keyCells(of: row, change.row, document.table) }
        there.append(change.row.with(node))
        own.append(change.row)
      case .conflict(_, let theirs):
        conflicting += 1
        there.append(change.row.with(theirs))
      case .refused(let status, let reason):
        failure =
          failure
          ?? .outside(
            code: "refused", message: "the server refuses (\(status)): \(reason)",
            hint: "what is not saved stays here; "
              + (status < 500 ? "its rules may not allow it" : "save again when it can write"))
      case .failed(let error): failure = failure ?? CommandError(.http(error))
      }
    }
    tree.adopt(there)
    made.isWhole = saved == rows.count && empty.isEmpty
    // What is written of the table is its own, which undo takes back: only what differs from it there is
    // others'.
    if !made.isWhole {
      let base = document.editor.saved
      made.own = tree.delta(own, to: base) ?? deletion(of: own.filter { $0.node == nil }, in: base)
    }
    if let delta = tree.delta(there, to: document.editor.saved) {
      made.changed = { _ in delta }
    } else {
      do throws(CommandError) {
        made.fresh = try FirebaseSession(shell).fresh(tree, document, isSaved: made.isWhole)
      } catch {
        made.problem = error
      }
    }
    var result = CommandResult()
    let others = document.take(made, in: shell, &result)
    if others == nil {
      // The next change tries all of it again.
      tree.isBehind = true
    } else if made.fresh == nil {
      document.lastTransaction = others
    } else {
      // So that the next rows need not wait for it.
      document.table.indexKeys()
      tree.isBehind = false
    }
    result.showsTable = true
    try keepEmpty(empty, of: document, &result)
    if made.isWhole { document.journal?.didSave(document.editor, canReadAgain: false) }
    result.conflicts = document.editor.conflicts
    result.details = document.editor.conflicts.map { "conflict: \($0.message)" }
    try shell.tell(.didSave, path: tree.name)
    let count = "\(Counts.grouped(saved)) of \(Counts.of(rows.count, "row"))"
    if let failure {
      let isStopped = failure.isInterruption
      if isStopped, saved == 0 { throw failure }
      throw .outside(
        code: failure.code,
        message: "saved \(count); \(isStopped ? "interrupted" : failure.message)",
        hint: isStopped ? "save again for the rest" : failure.hint)
    }
    if conflicting > 0 {
      throw .conflicts(document.editor.conflicts.count, first: "saved \(count)")
    }
    let bytes = report.map { " (\(Counts.of($0.byteCount, "byte")))" } ?? ""
    result.notes += report?.notes.map(\.description) ?? []
    result.sentence = "saved \(Counts.of(saved, "row")) to \(tree.name)\(bytes)"
    return result
  }

  /// The rows that a save took away as a delta, where it cannot tell the others; nil: it took none.
  private func deletion(of rows: [FirebaseMapping.Row], in base: Table) -> Delta? {
    let keys = rows.map { [$0.identifier] }.filter { base.row(withKey: $0) != nil }
    guard !keys.isEmpty else { return nil }
    var delta = Delta()
    delta.deleted = keys
    return delta
  }

  /// Keeps rows without members, which a tree does not have, as rows that are not saved.
  private func keepEmpty(
    _ rows: [RowID], of document: Document, _ result: inout CommandResult
  ) throws(CommandError) {
    let rows = rows.filter(document.table.contains)
    guard !rows.isEmpty else { return }
    let conflicts = document.editor.conflicts.filter { conflict in
      conflict.kind == .deletedThere && rows.contains { $0 == conflict.row }
    }
    if !conflicts.isEmpty {
      _ = try editing(document.editor.resolve(conflicts, keeping: .mine, title: "save"))
    }
    result.notes.append(
      "\(Counts.of(rows.count, "row")) without members: the source has no such row until one is set"
    )
  }

  /// The cells that identify a row, as far as they are not what the tree says.
  private func keyCells(
    of row: RowID, _ there: FirebaseMapping.Row, _ table: Table
  ) -> [CellChange] {
    guard table.contains(row) else { return [] }
    return tree.mapping.identity(of: there).compactMap { name, text in
      guard let column = table.column(named: name), table.cell(row, column.id).text !== text else {
        return nil
      }
      return CellChange(row, column.id, Cell(text))
    }
  }
}

/// A row to be written to a tree.
struct TreeChange {
  /// The row in the table; nil: it is deleted.
  let id: RowID?
  /// The place and what shall be there.
  let row: FirebaseMapping.Row
  /// What was there, as far as the table knows.
  var base: FirebaseNode?
}

extension FirebaseTable {
  /// The rows that differ from the tree.
  ///
  /// - Throws: `outside` for keys that a tree cannot have, and two rows of one place.
  /// - Complexity: O(rows), plus O(cells) of changed rows.
  func changes(of document: Document) throws(CommandError) -> [TreeChange] {
    let (base, table, mapping) = (document.editor.saved, document.wholeTable, tree.mapping)
    var deleted: [FirebasePath: FirebaseMapping.Row] = [:]
    var written: [TreeChange] = []
    for section in base.sections {
      for row in section.rows where !table.contains(row) {
        let former = try reaching(mapping.row(row, inSection: section, of: base))
        deleted[former.path] = former
      }
    }
    let hasSameColumns = base.columns.map(\.name) === table.columns.map(\.name)
    for section in table.sections {
      let known = base.index(of: section.id).map { base.sections[$0] }
      let hasSameName = known.map { $0.name === section.name } ?? false
      for row in section.rows {
        guard row.rawValue < base.rowIDCount, base.contains(row) else {
          let new = try reaching(
            mapping.row(row, inSection: section, of: table, since: base, makesKey: true))
          written.append(TreeChange(id: row, row: new))
          continue
        }
        let isInPlace = hasSameName && base.section(of: row) == section.id
        let (a, b) = (table.record(of: row), base.record(of: row))
        if isInPlace, hasSameColumns, a.chunk === b.chunk, a.record == b.record { continue }
        guard let s = base.section(of: row).flatMap(base.index(of:)) else { continue }
        let former = try reaching(mapping.row(row, inSection: base.sections[s], of: base))
        let new = try reaching(mapping.row(row, inSection: section, of: table, since: base))
        if former.path == new.path, former.node == new.node { continue }
        let isMoved = former.path != new.path
        if isMoved { deleted[former.path] = former }
        written.append(TreeChange(id: row, row: new, base: isMoved ? nil : former.node))
      }
    }
    return try checked(written, deleted, base)
  }

  /// Refuses rows that would write over others, and adds the places that are deleted.
  private func checked(
    _ written: [TreeChange], _ deleted: [FirebasePath: FirebaseMapping.Row],
    _ base: Table
  ) throws(CommandError) -> [TreeChange] {
    if let value = written.first(where: { $0.row.path == .root }) {
      // It takes the place of all that was there.
      guard written.count == 1 else {
        throw CommandError(FirebaseError.badRow(value.row.identifier, .rootIsValue))
      }
      return [TreeChange(id: value.id, row: value.row, base: value.base ?? tree.tree.root)]
    }
    var places: Set<FirebasePath> = []
    var written = written
    for (i, change) in written.enumerated() {
      try reaching(tree.check(change.row))
      if let section = change.row.section, tree.mapping.isRow(section, of: tree.tree) {
        throw .outside(
          code: "no-section",
          message:
            "row '\(shown: change.row.identifier)' is in '\(shown: section.text)', which is a row itself",
          hint: "a section of the source has nothing but rows; move or delete the row")
      }
      // A row may take the place of one that leaves it.
      if let former = deleted[change.row.path] { written[i].base = former.node }
      let isNew = change.id.map { !base.contains($0) } ?? false
      let isTaken = isNew && tree.tree[change.row.path] != nil && deleted[change.row.path] == nil
      if !places.insert(change.row.path).inserted || isTaken {
        throw .outside(
          code: "duplicate-key", message: "two rows have the key '\(shown: change.row.identifier)'",
          hint: "give one of them another key; nothing is saved")
      }
    }
    return written
      + deleted.values.filter { !places.contains($0.path) }.map {
        TreeChange(id: nil, row: $0.with(nil), base: $0.node)
      }
  }
}

extension FirebaseMapping.Row {
  /// The same place with other contents.
  fileprivate func with(_ node: FirebaseNode?) -> Self {
    Self(section: section, key: key, node: node)
  }
}
