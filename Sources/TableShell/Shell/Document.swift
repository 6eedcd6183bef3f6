import TableInteraction
import TableKit
import TableLive
import TableLua
import TablePrinters
import TableSources
import Wording

/// An open table: its editor, origin, journal and scroll state. A class, because commands change
/// the one that is current.
final class Document {
  /// The name by which `open NAME` finds it.
  var name: String
  /// The editor with the state of UIKit's view: touches, scrolling and settings.
  var controller: TableController
  /// The table, its selection and its history.
  var editor: Editor {
    get { controller.editor }
    _modify { yield &controller.editor }
  }
  /// The file it is from; nil: none.
  var origin: FileOrigin? {
    didSet { if origin?.path != oldValue?.path { realPath = Self.realPath(of: origin) } }
  }
  /// What it comes from, and where its changes go.
  var source: any TableSource = FileSource()
  /// The state in which a file of a tree was read.
  var seenFile: SeenFile?
  /// The resolved path of that file when it was opened or saved.
  private(set) var realPath: String?
  /// The options that it was read with.
  var reading: ReadOptions
  /// The column that sections were made from when it was opened.
  var sectionColumn: String?
  /// The file it was read from, if the origin has no path.
  var path: String?
  /// The Lua loader that read it; nil: a built-in format.
  var loader: String?
  /// Whether it is new and was never written to its file.
  var isNew = false
  /// Whether Lua opened or created it, so that its file was not named by the user.
  var isOfLua = false
  /// The number of saves.
  var saveCount = 0
  /// The number of writes that clients made, and the number of saves before them.
  private var writes = (count: 0, saveCount: 0)
  /// Whether `controllerAtSave` is kept.
  var keepsSaves = false
  /// Its state at the last save, kept during commands that may be rolled back.
  var controllerAtSave: TableController?
  /// The cached geometry of the table.
  var placed: PlacedTable?
  /// What completes cells of a large table.
  var valueIndexes = ValueIndexes()
  /// How many columns that are no key are scrolled away to the left.
  var columnOffset = 0
  /// The reasons for its scroll offset, or for what the last command did that was no transaction, for
  /// `explain`.
  var note: ReasonNote? { didSet { if note?.title != nil { lastFailure = nil } } }
  /// What the last change that others made came from, for `explain`.
  var pushReasons: [Explanation] = []
  /// The notes on reading it, for `info`.
  var notes: [String] = []
  /// The journal of its unsaved changes; nil: none is kept.
  var journal: DocumentJournal?
  /// The recording of it; nil: it is not recorded.
  weak var recording: TableRecording?
  /// The last transaction, for `explain`.
  var lastTransaction: Transaction? {
    didSet {
      (note, lastFailure) = (nil, nil)
      // The parts of a joined one were heard.
      if let recording, let lastTransaction, lastTransaction.joinedCount == 1 {
        recording.heard.append(lastTransaction)
      }
    }
  }
  /// The command that failed since, for `explain`.
  var lastFailure: (line: String, error: CommandError)?
  /// The last transaction with a plan, for `plan`.
  var lastChange: Transaction?

  init(name: String, table: Table, origin: FileOrigin?, reading: ReadOptions) {
    self.name = name
    controller = TableController(table: table)
    self.origin = origin
    self.reading = reading
    realPath = Self.realPath(of: origin)
  }

  private static func realPath(of origin: FileOrigin?) -> String? {
    origin?.path.flatMap { AllowedFile(holding: FileOrigin.file(of: $0))?.path }
  }

  var table: Table { editor.table }

  /// The table including collapsed rows, as it is saved.
  var wholeTable: Table { editor.wholeTable }

  /// The name, escaped for a terminal.
  var shownName: String { DisplayText(name).text }

  /// The name without folder and extension, or of the table behind `#`.
  var shortName: String { source.shortName(of: self) }

  /// The name at the prompt, and of what others change: that of its table, or the end of its path.
  var promptName: String { source.tableName ?? name.lastPathPart }

  /// Whether it has changes that were not saved; see `Editor.hasUnsavedChanges`.
  var hasUnsavedChanges: Bool { editor.hasUnsavedChanges || !source.ownChanges.isEmpty }

  /// The number of writes that clients made and that are not saved.
  var unsavedWriteCount: Int {
    get { writes.saveCount == saveCount ? writes.count : 0 }
    set { writes = (newValue, saveCount) }
  }

  /// Whether closing it would lose changes that can be saved.
  var hasWorkToLose: Bool { origin != nil && hasUnsavedChanges }

  /// A line for each section with more selected rows than its limit, as after moving rows (rule
  /// B26).
  var audit: [String] {
    controller.overLimits().map { section, count, limit in
      let title = table.index(of: section).map { table.sections[$0].title } ?? ""
      return "section '\(shown: title)' is over its limit (\(count) of \(limit))"
    }
  }

  /// The keys of the marked rows, in the order of marking.
  var markedKeys: [String] { editor.marks.rows.map { table.key(of: $0) } }
}
