import BatchUpdates
import TableKit
import TableLua
import TablePrinters
import TableSources

/// One open table: its editor, where it came from, and what of it is on the screen. A class,
/// because commands change the one that is current.
final class Document {
  /// By what `open NAME` finds it.
  var name: String
  /// The table, its selection and its history.
  var editor: Editor
  /// The file it came from; nil for a new table.
  var origin: FileOrigin? {
    didSet { if origin?.path != oldValue?.path { realPath = Self.realPath(of: origin) } }
  }
  /// Where the name of that file led when the table came from there.
  private(set) var realPath: String?
  /// Settings that only this table was opened with.
  var reading: ReadOptions
  /// The column its sections were made from on opening.
  var sectionColumn: String?
  /// The file it was read from, where its origin does not say it.
  var path: String?
  /// The Lua loader that read it, if one did.
  var loader: String?
  /// Whether it was never written to its file.
  var isNew = false
  /// Whether Lua has opened or made it: then its file is not one that the user has named.
  var isOfLua = false
  /// How many times it was saved.
  var saveCount = 0
  /// Whether `editorAtSave` is kept.
  var keepsSaves = false
  /// What it was when it was saved last, while something runs that may be taken back.
  var editorAtSave: Editor?
  /// Where everything stood when that was asked last.
  var placed: PlacedTable?
  /// Why it is scrolled as it is, for `explain`.
  var scrollNote: ScrollNote?
  /// What happened while reading, for `info`.
  var notes: [String] = []
  /// Where what is done to it is written down; nil where it is not.
  var journal: DocumentJournal?
  /// What was done last, for `explain`.
  var lastTransaction: Transaction? { didSet { scrollNote = nil } }
  /// The plan of the last change, for `plan`.
  var lastChange: Transaction?

  init(name: String, table: Table, origin: FileOrigin?, reading: ReadOptions) {
    self.name = name
    editor = Editor(table: table)
    self.origin = origin
    self.reading = reading
    realPath = Self.realPath(of: origin)
  }

  private static func realPath(of origin: FileOrigin?) -> String? {
    origin?.path.flatMap { AllowedFile(holding: FileOrigin.file(of: $0))?.path }
  }

  var table: Table { editor.table }

  /// The table with the rows that are collapsed in others: what is written.
  var wholeTable: Table { editor.wholeTable }

  /// The name, safe to print on a terminal.
  var shownName: String { DisplayText(name).text }

  /// Whether the table has changes that were written nowhere; see `Editor.hasUnsavedChanges`.
  var hasUnsavedChanges: Bool { editor.hasUnsavedChanges }

  /// Whether leaving the table would lose something that can be saved.
  var hasWorkToLose: Bool { origin != nil && hasUnsavedChanges }

  /// Sections that hold more selected rows than their limits allow, which moving rows can bring
  /// about (rule B26).
  var audit: [String] {
    editor.overLimits().map { section, count, limit in
      let title = table.index(of: section).map { table.sections[$0].title } ?? ""
      return "section '\(title)' is over its limit (\(count) of \(limit))"
    }
  }

  /// The keys of the marked rows, in the order in which they were marked.
  var markedKeys: [String] { editor.marks.rows.map { table.key(of: $0) } }
}
