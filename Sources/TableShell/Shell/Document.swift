import TableInteraction
import TableKit
import TablePrinters
import TableSources
import Wording

/// An open table: its editor, its source and what is shown of it. A class, because commands change the
/// one that is current.
package final class Document {
  /// The name by which `open NAME` finds it.
  package var name: String
  /// The editor with the state of UIKit's view: touches, scrolling and settings.
  package var controller: TableController
  /// What it comes from, and where its changes go.
  package var source: any TableSource
  /// How it was opened.
  package var opening: Opening
  /// The journal of its unsaved changes; nil: none is kept.
  package var journal: DocumentJournal?
  /// What is told of its changes; nil: nothing is.
  package weak var observer: (any DocumentObserver)?
  /// What made it, for scripts.
  var log = TableLog()
  /// Its saves so far.
  var saves = Saves()
  /// What is on the screen of it, and completed.
  var screen = Screen()
  /// The cells that policies have drawn.
  let cells = DrawnCells()
  /// What was done last, for `plan` and `explain`.
  package var past = Past()
  /// The number of the statement that found it as the current table last; 0: none did.
  var lastVisit = 0

  package init(name: String, table: Table, source: any TableSource, reading: ReadOptions) {
    self.name = name
    controller = TableController(table: table)
    self.source = source
    opening = Opening(reading: reading)
  }

  /// How a table was opened.
  package struct Opening {
    /// The options that it was read with.
    package var reading: ReadOptions
    /// The column that sections were made from.
    package var sectionColumn: String?
    /// The name of the table that a command has made it from; nil: none.
    package var madeFrom: String?
    /// Whether Lua opened or created it, so that its file was not named by the user.
    package var isOfLua = false
    /// The notes on reading it, for `info`.
    package var notes: [String] = []
  }

  /// The saves of a table.
  struct Saves {
    /// How many there were.
    var count = 0
    /// The number of writes that clients made, and the number of saves before them.
    fileprivate var writes = (count: 0, saves: 0)
    /// Whether the state at the last save is kept, as during commands that may be rolled back.
    var keepsState = false
    /// That state.
    package var controller: TableController?
    /// The table as it was last written to where nothing reads it back.
    fileprivate var passedOn: Table?
    /// The number of undo steps when the table was exported last.
    fileprivate var exportedSteps = 0
  }

  /// What is shown of a table.
  struct Screen {
    /// The cached geometry of the table.
    var placed: PlacedTable?
    /// What completes cells of a large table.
    var valueIndexes = ValueIndexes()
    /// How many columns that are no key are scrolled away to the left.
    var columnOffset = 0
    /// The columns that are not printed unless they are named.
    var hidden: Set<ColumnID> = []
  }

  /// What was done last with a table.
  package struct Past {
    /// The last transaction, for `explain`.
    fileprivate(set) var transaction: Transaction?
    /// The last transaction with a plan, for `plan`.
    package var change: Transaction?
    /// The command that failed since the last transaction.
    var failure: (line: String, error: CommandError)?
    /// The reasons for its scroll offset, or for what the last command did that was no transaction.
    var note: ReasonNote? { didSet { if note?.title != nil { failure = nil } } }
    /// What the last change that others made came from.
    var pushReasons: [Explanation] = []
  }
}

extension Document {
  /// The table, its selection and its history.
  package var editor: Editor {
    get { controller.editor }
    _modify { yield &controller.editor }
  }

  /// How the table is written where it comes from; nil: nothing was read or written yet.
  package var origin: FileOrigin? {
    get { source.origin }
    _modify { yield &source.origin }
  }

  /// The last transaction, for `explain`.
  package var lastTransaction: Transaction? {
    get { past.transaction }
    set {
      past.transaction = newValue
      (past.note, past.failure) = (nil, nil)
      // The parts of a joined one were heard.
      if let observer, let newValue, newValue.joinedCount == 1 { observer.didPerform(newValue) }
    }
  }

  package var table: Table { editor.table }

  /// The table including collapsed rows, as it is saved.
  package var wholeTable: Table { editor.wholeTable }

  /// The name, escaped for a terminal.
  package var shownName: String { DisplayText(name).text }

  /// The name without folder and extension, or of the table behind `#`.
  package var shortName: String { source.shortName(of: self) }

  /// The name at the prompt, and of what others change: that of its table, or the end of its path.
  var promptName: String { source.tableName ?? name.lastPathPart }

  /// Whether it has changes that were not saved; see `Editor.hasUnsavedChanges`.
  package var hasUnsavedChanges: Bool {
    editor.hasUnsavedChanges || !source.ownChanges.isEmpty
      || origin?.holdsConflicts == true && editor.conflicts.isEmpty
  }

  /// The number of writes that clients made and that are not saved.
  package var unsavedWriteCount: Int {
    get { saves.writes.saves == saves.count ? saves.writes.count : 0 }
    set { saves.writes = (newValue, saves.count) }
  }

  /// Whether closing it would lose changes that can be saved.
  var hasWorkToLose: Bool { origin != nil && hasUnsavedChanges }

  /// Whether whoever leaves it loses changes. At a prompt those of a table without a file count, which
  /// somebody has made by hand; a batch makes such tables on its way to a result. A batch that has
  /// passed the table on since its last change has its result.
  ///
  /// - Parameter isAtPrompt: whether a user can be asked.
  func losesWork(isAtPrompt: Bool) -> Bool {
    guard hasUnsavedChanges else { return false }
    if isAtPrompt { return origin != nil || !opening.isOfLua }
    return origin != nil && saves.passedOn?.isSame(as: wholeTable) != true
  }

  /// Whether it was read from standard input, so that `save` has nowhere to write it.
  var isOfInput: Bool { origin != nil && source.path == nil }

  /// Records that the table was written to where nothing reads it back: its changes are still unsaved.
  func didPassOn() { saves.passedOn = wholeTable }

  /// Records that the table was exported: the changes so far may have been made for that alone.
  func didExport() { saves.exportedSteps = editor.undoTitles.count }

  /// Whether it was exported since its last change.
  var isExported: Bool {
    saves.exportedSteps > 0 && saves.exportedSteps == editor.undoTitles.count
  }

  /// Whether `save` without a path has somewhere to write: a file or a server.
  var hasPlaceToSave: Bool { source.place != nil || origin?.path != nil }

  /// A line for each section with more selected rows than its limit, as after moving rows (rule
  /// B26).
  var audit: [String] {
    controller.overLimits().map { section, count, limit in
      let title = table.index(of: section).map { table.sections[$0].title } ?? ""
      return "section '\(shown: title)' is over its limit (\(count) of \(limit))"
    }
  }

  /// The keys of the marked rows, in the order of marking.
  package var markedKeys: [String] { editor.marks.rows.map { table.key(of: $0) } }

  /// `256 rows in 3 sections, 3 columns`.
  var size: String {
    let whole = source.wholeSize.map { " of \($0)" } ?? ""
    return
      "\(Counts.of(table.rowCount, "row"))\(whole) in \(Counts.of(table.sections.count, "section")), "
      + Counts.of(table.columns.count, "column")
  }
}

// MARK: - For journals

extension Document {
  /// The name of its source in journals; nil: it has none.
  var journalSource: String? { source.place ?? source.path.flatMap(JournalFolder.resolved) }

  /// The base of a journal: how its source was read, and the source's state.
  var journalBase: JournalBase {
    JournalBase(
      origin, path: source.path ?? "", reading: opening.reading, loader: source.loader,
      sectionColumn: opening.sectionColumn)
  }

  /// Whether reading the source again would give the rows just written, in a known order.
  var canReadAgain: Bool { origin.map { $0.keepsRecords && $0.readsInOrder(table) } ?? false }

  /// Releases the journal, recording the steps held back as one.
  func release(joined: Transaction?) throws(CommandError) {
    try editing(journal?.release(editor, joined: joined))
  }
}

// MARK: - For the screen

extension Document {
  /// The columns that are not printed, in table order.
  var hiddenColumns: [Column] {
    screen.hidden.isEmpty ? [] : table.columns.filter { screen.hidden.contains($0.id) }
  }

  /// Returns the geometry of the table.
  ///
  /// - Complexity: O(1) while table and heights are unchanged; else that of `TableGeometry`.
  func geometry(_ settings: TouchSettings) -> TableGeometry {
    var heights = settings.heights
    heights.rowColumn = settings.heightColumn.flatMap { table.column(named: $0)?.id }
    if let placed = screen.placed, placed.heights == heights,
      placed.table.sharesContent(with: table)
    {
      return placed.geometry
    }
    let geometry = TableGeometry(of: table, heights)
    screen.placed = PlacedTable(table: table, heights: heights, geometry: geometry)
    return geometry
  }

  /// Returns the measures of the table's view.
  ///
  /// - Parameter height: the height of the viewport, in points.
  func measures(_ settings: TouchSettings, height: Double) -> ViewMeasures {
    ViewMeasures(
      geometry(settings), height: height,
      estimate: settings.estimatedRowHeight, anchor: settings.scrollAnchor)
  }

  /// Makes the index of the next column that has none.
  ///
  /// - Returns: false if all are made.
  func indexNext(while isIdle: @escaping () -> Bool) -> Bool {
    let progress = Progress(isCancelled: { !isIdle() })
    return (try? screen.valueIndexes.makeNext(for: editor.table, progress: progress)) ?? true
  }
}

/// The cached geometry of a table, with its inputs.
struct PlacedTable {
  fileprivate let table: Table
  fileprivate let heights: TableHeights
  let geometry: TableGeometry
}

extension Document {
  /// Sorts the rows, read again from a source without an order of its own, as a table has them.
  ///
  /// Rows that the table lacks follow the row before them.
  ///
  /// - Parameters:
  ///   - base: the table whose order is kept.
  ///   - lists: the sections whose order the source has, by name; nil if it has none and the sections
  ///     keep their places, too.
  package func arrange(like base: Table, besides lists: NameSet? = nil) throws(CommandError) {
    let table = table
    let sections = Self.ordered(
      table.sections.map { ($0.name, $0.id) }, like: base.sections.map(\.name))
    if lists != nil, sections != table.sections.map(\.id) {
      _ = try editing(editor.perform([.arrangeSections(sections)], title: "order"))
    }
    for section in table.sections where lists?.contains(section.name) != true {
      guard let known = base.sections.first(where: { $0.name === section.name }) else { continue }
      let ordered = Self.ordered(
        section.rows.map { (table.key(of: $0), $0) }, like: known.rows.map { base.key(of: $0) })
      if ordered.elementsEqual(section.rows) { continue }
      _ = try editing(editor.perform([.move(ordered, section: section.id, at: 0)], title: "order"))
    }
  }

  /// Returns what has names in an order of names; what is new stands behind the one before it.
  private static func ordered<Item>(
    _ items: [(name: String, item: Item)], like names: [String]
  ) -> [Item] {
    var places: NameTable<Int> = [:]
    for (place, name) in names.enumerated() { places[name] = place }
    var place = -1
    return items.enumerated().map { i, item in
      place = places[item.name] ?? place
      return (place, i, item.item)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}
