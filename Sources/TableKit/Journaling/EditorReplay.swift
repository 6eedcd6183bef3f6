import BatchUpdates

/// Replays the records of a journal: from the freshly loaded source to the editor as it was, with
/// its undo history.
///
///     var replay = EditorReplay(fresh: loaded.table)
///     for record in records { try replay.follow(record) }
///     replay.editor
public struct EditorReplay {
  /// The editor so far.
  public private(set) var editor: Editor
  /// How the source can be read again; later records build on it.
  public private(set) var base = RecordBase.loaded

  private let fresh: Table
  private var hasBegun = false
  private var hasSaved = true
  /// The columns of rows told by key.
  private var keyedColumns: [String] = []
  /// The rows here that stand for new ones which have no key yet, by those.
  private var newRows: [RowID: RowID] = [:]
  /// The keys that the source has given new rows, in the numbers of the records.
  private var given: [RowID: [ColumnID: Cell]] = [:]
  /// Their keys so far.
  private var keys: NameSet = []
  /// The keys of the rows that were told by key so far: the texts of the key columns.
  public private(set) var keyedKeys: [[String]] = []
  private let hiddenRows: (any HiddenRows.Type)?

  /// Asked now and then while a record is followed.
  private let progress: Progress

  /// Creates a replay from a freshly loaded table, loaded as the journal says.
  ///
  /// - Parameters:
  ///   - hiddenRows: reads which rows were out of sight; nil: all are shown.
  ///   - progress: asked in loops over many rows whether to stop the record that is followed.
  public init(fresh: Table, hiddenRows: (any HiddenRows.Type)? = nil, progress: Progress = .none) {
    self.fresh = fresh
    self.hiddenRows = hiddenRows
    self.progress = progress
    editor = Editor(table: fresh)
    editor.undoBudget = .max
    editor.progress = progress
  }

  /// Replays one record.
  ///
  /// - Throws: `RecordError`; discard the editor then.
  public mutating func follow(_ record: [UInt8]) throws(RecordError) {
    var reader = RecordReader(record)
    if progress.isCancelled { throw .cancelled }
    guard let kind = RecordKind(rawValue: try reader.count()) else { throw .malformed }
    guard hasBegun != (kind == .start), hasSaved || kind == .saved else { throw .malformed }
    reader.hiddenRows = hiddenRows
    switch kind {
    case .start: try start(&reader)
    case .saved: try takeSaved(&reader)
    case .copiedAsIs: editor.markCopied()
    case .copied:
      editor.files.copied = try reader.state(
        after: EditorState(table: editor.saved), saved: editor.saved
      ).table
    case .origin:
      let dropped = try reader.count()
      _ = try reader.signed()
      _ = try reader.flag()
      editor.isEditing = try reader.flag()
      editor.restore(try reader.state(after: EditorState(table: editor.saved), saved: editor.saved))
      editor.undoStack = Undo(dropped: dropped)
      editor.undoStack.budget = .max
    case .state:
      _ = try reader.flag()
      editor.restore(try reader.state(after: editor.state, saved: editor.saved))
    case .step: try step(&reader)
    case .undone:
      let count = try reader.count()
      _ = try reader.flag()
      editor.isEditing = try reader.flag()
      guard count > 0, count <= editor.undoStack.done.count else { throw .malformed }
      for _ in 0..<count { _ = try? editor.undo() }
    case .mode:
      editor.isEditing = try reader.flag()
      if !reader.isAtEnd { try reader.rows(&editor.selection, below: editor.table.rowIDCount) }
    case .arrivals: try arrivals(&reader)
    case .written:
      _ = try reader.flag()
      _ = try reader.text()
      _ = try reader.texts()
      let former = editor.table
      editor.restore(try reader.state(after: editor.state, saved: editor.saved))
      editor.undoStack.arrive(writing: former, to: editor.table)
    case .keyed: try keyed(&reader)
    case .redone:
      _ = try reader.flag()
      editor.isEditing = try reader.flag()
      do throws(EditError) { try editor.redo() } catch { throw .malformed }
    }
    guard reader.isAtEnd else { throw .malformed }
  }

  /// Gives new rows the keys that the source has given them meanwhile: before records are followed,
  /// since who reads the source again meets them there.
  public mutating func expect(_ keys: [CellChange]) {
    for key in keys { given[key.row, default: [:]][key.column] = key.cell }
  }

  /// Gives rows that were not told by key the keys that were expected.
  public mutating func takeExpectedKeys() {
    if case .keyed = base { return }
    let changes = given.flatMap { row, cells in cells.map { CellChange(row, $0.key, $0.value) } }
    let missing = changes.filter { change in
      editor.table.contains(change.row) && editor.table.column(change.column) != nil
        && editor.table.cell(change.row, change.column).isNull
    }
    // What cannot be is a conflict once the source is merged in.
    if !missing.isEmpty { _ = try? editor.takeOver(missing) }
  }

  /// The key of the source for what stands for one.
  private func given(_ key: [String]) -> [String] {
    guard let cells = KeyedRow.newRow(key).flatMap({ given[$0] }) else { return key }
    let texts = editor.table.keyColumns.compactMap { cells[$0]?.text }
    return texts.count == key.count ? texts : key
  }

  private func given(_ row: Delta.Row?) -> Delta.Row? {
    guard var row else { return nil }
    row.key = given(row.key)
    if case .behind(let key) = row.place { row.place = .behind(given(key)) }
    return row
  }

  /// The row changes of the last step, one line each.
  ///
  /// - Complexity: O(rows that it changed).
  public var wordsOfLastStep: [String] {
    editor.undoStack.done.last?.whole.words(limit: .max) ?? []
  }

  private mutating func start(_ reader: inout RecordReader) throws(RecordError) {
    hasBegun = true
    try reader.checkVersion()
    let syntax = try reader.syntax(like: fresh.syntax)
    let kind = try reader.count(below: 3)
    // What is read of the source stands in its records.
    if kind != 2, syntax != fresh.syntax {
      throw .otherSource("it is read differently: its delimiter, quotes or kind differ")
    }
    switch kind {
    case 0: return
    case 1:
      let limit = try reader.count()
      let rows = try reader.rows(below: limit)
      let columns = try reader.list { (reader) throws(RecordError) in
        (name: try reader.text(), id: try reader.column())
      }
      guard rows.count == fresh.rowCount else {
        throw .otherSource("it has \(fresh.rowCount) rows, not \(rows.count)")
      }
      var unknown = (columns.map(\.id.rawValue).max() ?? -1) + 1
      let identities = fresh.columns.map { column in
        if let known = columns.first(where: { $0.name === column.name }) { return known.id }
        unknown += 1
        return ColumnID(unknown - 1)
      }
      let order = RowRuns((0..<fresh.rowCount).map { RowID(UInt32($0)) })
      let known = columns.map { fresh.column(named: $0.name)?.id }
      guard try reader.number() == fresh.sample(of: order, columns: known) else {
        throw .otherSource("its rows are different")
      }
      begin(fresh.identified(rows: rows, columns: identities, below: limit))
      base = .read(fresh)
    case 3:
      let (names, key) = try reader.keyedColumns()
      var table = fresh
      for (i, name) in names.enumerated() where table.column(named: name) == nil {
        table.insertColumn(name, at: i)
      }
      table.setKey(key.compactMap { table.column(named: $0)?.id })
      begin(table)
      (base, hasSaved, keyedColumns) = (.keyed, true, names)
    default:
      begin(Table(columns: [], syntax: syntax))
      base = .unknown
    }
  }

  private mutating func begin(_ table: Table) {
    var table = table
    (table.assignsKeys, table.hasDefaultsInSource) = (fresh.assignsKeys, fresh.hasDefaultsInSource)
    (table.places, table.hasOwnColumns) = (fresh.places, fresh.hasOwnColumns)
    (table.readsNewValues, table.ownKinds) = (fresh.readsNewValues, fresh.ownKinds)
    editor = Editor(table: table)
    editor.undoBudget = .max
    editor.progress = progress
    hasSaved = false
  }

  private mutating func takeSaved(_ reader: inout RecordReader) throws(RecordError) {
    guard !hasSaved else { throw .malformed }
    hasSaved = true
    let table = try reader.state(after: editor.state, saved: editor.table).table
    editor.restore(EditorState(table: table))
    editor.files.save(table, view: nil)  //table
  }

  private mutating func arrivals(_ reader: inout RecordReader) throws(RecordError) {
    let saved = editor.saved
    let source = EditorState(table: saved)
    editor.undoStack.arrivals = try reader.list { (reader) throws(RecordError) in
      let position = try reader.count()
      let isWrite = try reader.flag()
      let before = try reader.state(after: source, saved: saved).table
      let after = try reader.flag() ? try reader.state(after: source, saved: saved).table : nil
      return Undo.Arrival(position: position, before: before, after: after, isWrite: isWrite)
    }
    editor.undoStack.staleUndone = try reader.count()
    editor.openConflicts = try reader.list { (reader) throws(RecordError) in
      try reader.conflict()
    }
  }

  private mutating func step(_ reader: inout RecordReader) throws(RecordError) {
    _ = try reader.flag()
    let isEditing = try reader.flag()
    let title = try reader.text()
    _ = try reader.texts()
    editor.look = try reader.look()
    if try reader.flag() {
      try doAgain(try reader.edits(), title: title, sample: try reader.number())
    } else {
      let after = try reader.state(after: editor.state, saved: editor.saved)
      let whole = try reader.log(below: after.table.rowIDCount)
      var log = whole
      if try reader.flag() {
        let shown = try reader.log(below: after.table.rowIDCount)
        if hiddenRows != nil { log = shown }
      }
      take(log, to: after, title: title)
    }
    editor.isEditing = isEditing
  }

  /// Adds a step that was performed elsewhere to the history, and sets its outcome.
  private mutating func take(_ log: ChangeLog, to new: EditorState, title: String) {
    let transaction = Transaction(
      title: title, before: editor.state, after: new, log: log, look: editor.look)
    editor.restore(new)
    editor.files.follow(transaction)
    editor.undoStack.remember(transaction, cost: Editor.cost(of: transaction))
    transaction.checkInvariants()
  }

  /// Makes changes that are told by key. The base first gets what it had when they were made, so that
  /// merging in the source as it is now finds what others changed.
  private mutating func keyed(_ reader: inout RecordReader) throws(RecordError) {
    let steps = Int(try reader.signed())
    _ = try reader.flag()
    let title = try reader.optional()
    let words = try reader.texts()
    let rows = try reader.keyedRows(keyedColumns).map { row in
      KeyedRow(key: given(row.key), base: given(row.base), local: given(row.local))
    }
    keyedKeys += rows.map(\.key).filter { KeyedRow.newRow($0) == nil }
    do throws(EditError) {
      var new: [KeyedRow] = []
      for row in rows where keys.insert(Delta.Row(row.key, []).name).inserted { new.append(row) }
      if !new.isEmpty { try editor.returnBase(of: new) }
      if !rows.isEmpty {
        let former = editor
        // Without a title these are the titles of the steps that were undone or done again.
        let what = words.count == 1 ? "'\(words[0])'" : "\(steps.magnitude) steps"
        try editor.take(
          rows, title: title ?? (steps < 0 ? "undo of \(what)" : "redo of \(what)"),
          newRows: &newRows)
        if title == nil { goBack(steps, from: former) }
      }
    } catch {
      if case .cancelled = error { throw .cancelled }
      throw .otherOutcome(error.message)
    }
    editor.openConflicts += try reader.keyedConflicts(of: editor)
  }

  /// Undoes steps, or does some again, in place of what was made a step, if that leads to the same. It
  /// does not where what was undone is not recorded.
  private mutating func goBack(_ steps: Int, from former: Editor) {
    var other = former
    let count = Int(steps.magnitude)
    guard count > 0, count <= (steps < 0 ? other.undoTitles : other.redoTitles).count,
      (try? steps < 0 ? other.undo(steps: count) : other.redo(steps: count)) != nil,
      other.hasSameRows(as: editor)
    else { return }
    editor = other
  }

  private mutating func doAgain(
    _ edits: [Edit], title: String, sample: UInt64
  ) throws(RecordError) {
    let transaction: Transaction
    do throws(EditError) { transaction = try editor.perform(edits, title: title) } catch {
      if case .cancelled = error { throw .cancelled }
      throw .otherOutcome(error.message)
    }
    guard transaction.after.table.orderSample == sample else {
      throw .otherOutcome("'\(title)' led to another order")
    }
  }
}

extension RecordReader {
  /// Reads what `RecordWriter.syntax` wrote; where it says no more of it, it is that of the source.
  fileprivate mutating func syntax(like known: CellSyntax) throws(RecordError) -> CellSyntax {
    let isTyped = try flag()
    let marks = try number()
    let hasQuote = try flag()
    let quote = UInt8(try count(below: 255))
    let nulls = try texts()
    if isTyped { return .json }
    let escape = UInt8(truncatingIfNeeded: marks >> 8)
    var syntax = CellSyntax.delimited(
      by: UInt8(truncatingIfNeeded: marks), quote: hasQuote ? quote : nil, nulls: nulls,
      escape: escape == 0 ? nil : escape)
    guard !known.isTyped else { return syntax }
    (syntax.comment, syntax.allowsBlanks) = (known.comment, known.allowsBlanks)
    // Older journals do not tell it.
    if syntax.escape == nil { (syntax.escape, syntax.form) = (known.escape, known.form) }
    return syntax
  }

  /// Reads what `RecordWriter.look` wrote.
  fileprivate mutating func look() throws(RecordError) -> PlanLook {
    var look = PlanLook(contentChange: try flag() ? .reload : .reconfigure)
    look.animations.isOn = try flag()
    let chosen = try list { (reader) throws(RecordError) in
      (operation: try reader.text(), animation: try reader.text())
    }
    for (operation, animation) in chosen {
      guard let operation = PlanAnimations.Operation(rawValue: operation),
        let animation = RowAnimation(rawValue: animation)
      else { throw .malformed }
      look.animations[operation] = animation
    }
    return look
  }
}
