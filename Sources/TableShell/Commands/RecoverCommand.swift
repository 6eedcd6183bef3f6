import BatchUpdates
import CommandLanguage
import TablePrinters
import TableSources
import Wording

extension Command {
  /// A command that recovers unsaved work from a journal, or lists it.
  static var recover: Command {
    Command(
      name: "recover", group: .tables, summary: "bring back unsaved work after a crash",
      details: """
        Each change is in the table's journal before you see its reply. save and the end of the \
        session delete the journal. After a crash, open tells you of the work. recover then brings \
        back the table, the selection and the undo steps.
        If others changed the file meanwhile, recover takes in their changes, as reload does. \
        Conflicts keep your value. On a server, recover makes your changes again on the rows as \
        they are now. The selection then does not come back, and several steps may be undone as \
        one.
        If several sessions left work, N chooses one; 1 is the newest. recover keeps a damaged \
        journal. Tables from standard input and new tables that you never saved have no journal.
        """,
      options: [
        "partial": "recover what stands before a damaged record",
        "list": "list what was done, and recover nothing",
        "all": "list every row of a step, not only ten",
      ],
      examples: [
        "recover --list": "what was done in the lost session",
        "recover": "bring back the newest work",
      ],
      readOn: ["discard", "undo", "conflicts"],
      forms: [
        Form("recover [--partial] [N]") { invocation throws(CommandError) in
          let document = try invocation.document()
          guard let left = try invocation.leftBehind(document) else {
            throw invocation.nothingKept(document)
          }
          let isPartial = invocation.has("--partial")
          return try invocation.recover(left, isPartial: isPartial, on: document)
        },
        Form("recover --list [--all] [N]") { invocation throws(CommandError) in
          if invocation.shell.current == nil { return invocation.listElsewhere(than: nil) }
          let document = try invocation.document()
          let all = invocation.shell.leftBehind(document)
          return try invocation.list(
            try invocation.chosen(of: all, document), of: all, on: document)
        },
      ])
  }

  /// A command that deletes the journals of unsaved work.
  static var discard: Command {
    Command(
      name: "discard", group: .tables, summary: "delete unsaved work that recover would bring back",
      synopsis: ["discard [N]", "discard --all"],
      details: """
        discard deletes the newest work of this table, or work number N of recover --list. At the \
        prompt it asks first. The edits of this session stay; reload --discard drops them.
        """,
      options: [
        "all": "delete all unsaved work of this table"
      ],
      examples: [
        "discard --all": "delete everything that is kept for this table",
        "discard": "delete the newest",
      ],
      readOn: ["recover"]
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let (shell, isAll) = (invocation.shell, invocation.has("--all"))
      // Of many only the number is told, so that they need not be read.
      var paths = isAll ? shell.abandonedJournals(of: document) : []
      var what = "unsaved work of \(paths.count) sessions"
      if paths.count < 2 {
        let left = isAll ? shell.leftBehind(document).first : try invocation.leftBehind(document)
        guard let left else {
          if isAll { return CommandResult(sentence: "nothing is kept") }
          throw invocation.nothingKept(document)
        }
        (paths, what) = ([left.path], left.title)
      }
      for path in paths { _ = try shell.permitted(writing: path) }
      // The edits of this session may be meant.
      let others =
        document.hasWorkToLose ? ["the edits of this session stay: reload --discard"] : []
      try shell.confirm("Discard \(what)?" + others.map { " (\($0))" }.joined())
      try journaling(shell.options.journalFolder?.remove(paths))
      return CommandResult(sentence: "discarded \(what)", notes: others)
    }
  }
}

extension Invocation {
  /// What is said where there is no unsaved work that can be read.
  fileprivate func nothingKept(_ document: Document) -> CommandError {
    let error = JournalError.nothingKept(document.shownName, count: 0, aside: setAside(document))
    let others = shell.leftElsewhere(than: document)
    if error.hint == nil, document.hasWorkToLose {
      return .hinted(
        .journal(error),
        "reload --discard  # drops the edits of this session; undo brings them back")
    }
    guard error.hint == nil, let first = others.first else { return .journal(error) }
    let hint =
      others.count == 1 ? first.wayBack : "recover --list names other files with unsaved work"
    return .outside(code: error.code, message: error.message, hint: hint)
  }

  /// Lists the unsaved work of other sources.
  fileprivate func listElsewhere(than document: Document?) -> CommandResult {
    let kept = shell.leftElsewhere(than: document).map(\.wayBack)
    let none = document.map { "no unsaved work of '\($0.shownName)' is kept" }
    guard !kept.isEmpty else { return .output("no unsaved work is kept") }
    return .output(([none].compactMap(\.self) + kept).joined(separator: "\n"))
  }

  /// Returns the paths of damaged journals of the source that were set aside.
  private func setAside(_ document: Document) -> [String] {
    guard let source = document.journal?.source else { return [] }
    return shell.options.journalFolder?.setAside(of: source) ?? []
  }

  /// Returns the unsaved work numbered N in the form, else the newest; nil: none is kept.
  ///
  /// - Throws: `usage`, `nothingKept` if N names none.
  fileprivate func leftBehind(_ document: Document) throws(CommandError) -> LeftBehind? {
    try chosen(of: shell.leftBehind(document), document)
  }

  /// Returns the one of all unsaved work that the form numbers.
  fileprivate func chosen(
    of all: [LeftBehind], _ document: Document
  ) throws(CommandError) -> LeftBehind? {
    guard let number = try optional(.number) else { return all.first }
    guard number > 0 else {
      throw refusal("'\(number)' is not a number of unsaved work; 1 is the newest")
    }
    guard let left = all.first(where: { $0.number == number }) else {
      throw .journal(.nothingKept(document.shownName, count: all.count))
    }
    return left
  }

  /// Returns the steps of a journal as lines; with `--all` every row of each.
  fileprivate func list(
    _ left: LeftBehind?, of all: [LeftBehind], on document: Document
  ) throws(CommandError) -> CommandResult {
    guard let left else {
      let lines = setAside(document).map {
        "the unreadable part of a damaged journal remains as '\(shown: $0)'"
      }
      return lines.isEmpty ? listElsewhere(than: document) : .output(lines.joined(separator: "\n"))
    }
    let journal = try journaling(
      Journal(
        path: left.path, of: document.journal?.source, isPartial: true,
        progress: shell.progress))
    var words = journal.summaries.map(\.words)
    if has("--all") {
      _ = try shell.recovery.follow(journal, of: document) { number, replay in
        if journal.summaries[number].title != nil, !journal.summaries[number].isWrite {
          words[number] = replay.wordsOfLastStep
        }
      }
    }
    let others = all.filter { $0.number != left.number }
    var lines = ["unsaved work of \(journal.timeText), \(Counts.of(journal.changeCount, "change"))"]
    for (summary, words) in zip(journal.summaries, words).dropFirst(journal.savedCount) {
      if let title = summary.title {
        lines.append("  \(DisplayText(line: title).text)")
        lines += words.map { "    \(DisplayText(line: $0).text)" }
      } else if summary.isRedo {
        lines.append("  redo")
      } else if summary.change < 0, summary.isStep {
        lines.append(summary.change == -1 ? "  undo" : "  undo of \(-summary.change) steps")
      }
    }
    if journal.isHeaderDamaged { lines.append("  (its header is damaged)") }
    if let record = journal.damagedRecord { lines.append("  (damaged from record \(record) on)") }
    if journal.isTorn { lines.append("  (the last record was not written whole)") }
    for other in others.prefix(20) {
      lines.append("\(other.number): \(other.title): recover --list \(other.number)")
    }
    if others.count > 20 { lines.append("and \(others.count - 20) more: recover --list N") }
    for other in shell.documents where other !== document {
      let kept = shell.leftBehind(other)
      guard let newest = kept.first else { continue }
      let more = kept.count > 1 ? " and \(kept.count - 1) more" : ""
      let name = Quoting.word(other.name)
      lines.append("\(name): \(newest.title)\(more): open \(name); recover --list")
    }
    let wrapped = lines.map {
      TextWrapping.hanging($0, width: shell.terminalWidth, start: 0, indent: 6)
    }
    return .output(wrapped.joined(separator: "\n"))
  }

  /// Restores table, selection and history from a journal, and merges in the source if it has
  /// changed since.
  fileprivate func recover(
    _ left: LeftBehind, isPartial: Bool, on document: Document
  ) throws(CommandError) -> CommandResult {
    guard let folder = shell.options.journalFolder, let own = document.journal else {
      throw .journal(.nothingKept(document.shownName, count: 0))
    }
    guard !document.editor.differsFromSource, own.file == nil || !document.hasUnsavedChanges else {
      throw .journal(.hasEdits(document.shownName, byOthers: document.unsavedWriteCount > 0))
    }
    // What the file lacks would be taken for deleted by others.
    if let write = shell.cutOffWrites(of: document).first {
      throw .outside(
        code: "cut-off", message: write.message, hint: "\(write.wayBack), then open it again")
    }
    let claim = try journaling(folder.claim(left.path))
    let journal = try journaling(
      Journal(
        path: left.path, of: own.source, isPartial: isPartial, progress: shell.progress))
    var work = try shell.recovery.follow(journal, of: document)
    let merged =
      try work.isChanged
      ? shell.merge(work.fresh, into: &work.controller, title: statement.text) : nil
    var recorder = work.recorder
    var aside: String?
    func newFile() throws(JournalError) -> JournalFile {
      guard work.isChanged || journal.isDamaged else { return try claim.resume(journal) }
      let (info, records) = work.begin(&recorder)
      if journal.isDamaged {
        // The new journal is written first, so that the work is always on disk.
        let file = try folder.make(
          source: own.source, base: info, records: records, origin: work.fresh.origin)
        aside = try claim.setAside()
        return file
      }
      return try folder.replace(
        try claim.resume(journal), source: own.source, base: info, records: records,
        origin: work.fresh.origin)
    }
    let file = try journaling(newFile())
    own.drop()
    document.take(work)
    shell.prepare(document)
    own.resume(
      file, recorder, with: work.controller.editor, on: work.base, savedPosition: work.savedPosition
    )
    var result = try result(journal, on: document)
    if let aside { result.notes.append("the damaged journal remains as '\(aside)'") }
    // Of changes told by key nobody looks whether the source has others before.
    if let merged, !journal.isKeyed || merged.transaction.changesTable || !merged.conflicts.isEmpty
    {
      result.notes.append("'\(document.shownName)' has changed since: its changes are merged in")
      result.notes += merged.transaction.notes
    }
    // Those of an earlier recovery are open, too.
    let conflicts = document.editor.conflicts
    result.details = conflicts.map { "conflict: \($0.message)" }
    if !conflicts.isEmpty { result.conflicts = conflicts }
    return result
  }

  private func result(
    _ journal: Journal, on document: Document
  ) throws(CommandError) -> CommandResult {
    let editor = document.editor
    var planner = Planner(content: editor.contentChange)
    planner.checksIdentities = false
    let plan = try? planner.plan(from: Outline(of: editor.saved), to: Outline(of: editor.table))
    var notes: [String] = []
    if journal.isTorn { notes.append("the last change was not written whole and is lost") }
    if journal.isHeaderDamaged {
      notes.append("the header of the journal is damaged; its records were checked one by one")
    }
    if let record = journal.damagedRecord {
      notes.append("the journal is damaged from record \(record) on: what follows is lost")
    }
    return CommandResult(
      sentence: "recovered \(Counts.of(journal.changeCount, "change")) of \(document.shownName)",
      notes: notes, plan: plan, showsTable: true)
  }
}

extension Document {
  /// Replaces the table, its history and its origin by recovered work; keeps the settings.
  fileprivate func take(_ work: RecoveredWork) {
    let fresh = work.fresh
    let (settings, holding) = (controller.settings, editor.holding)
    controller = work.controller
    controller.settings = settings
    log.recovered = editor.stepOrigins.count
    editor.holding = holding
    opening.reading = fresh.opening.reading
    opening.sectionColumn = fresh.opening.sectionColumn
    source = source.recovered(as: fresh.source)
    if !work.base.isAsLoaded, let read = fresh.origin {
      origin?.adopt(read, as: editor.saved, read: fresh.table)
    }
    past.change = nil
  }
}
