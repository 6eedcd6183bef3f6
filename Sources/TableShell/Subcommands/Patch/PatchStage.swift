import BatchUpdates
import TableKit
import Wording

/// One stage of a patch: its operations, with the rows, sections and cells they insert, delete and
/// change. Each list corresponds element by element to a list of operations.
struct PatchStage {
  /// Its number in the file, from 1.
  var number: Int
  /// The operations, in the order of the file.
  var operations: Stage
  /// The rows of `operations.rows.inserts`.
  var inserted: [PatchFileRow] = []
  /// The rows of `operations.rows.deletes`.
  var deleted: [PatchFileRow] = []
  /// The rows of `operations.rows.moves`.
  var moved: [PatchMark] = []
  /// The rows that are reloaded or reconfigured, by index path *before* the stage.
  var changed: [PatchChange] = []
  /// Every row in table order, if a column with values is inserted or deleted; else nil.
  var changedRows: [PatchChange]?
  /// The sections of `operations.sections.inserts`, with their rows.
  var insertedSections: [PatchSection] = []
  /// The sections of `operations.sections.deletes`, with their rows.
  var deletedSections: [PatchSection] = []
  /// The ids of `operations.sections.moves`.
  var movedSections: [String] = []
  /// The sections of `operations.sections.reloads`, with their rows.
  var reloadedSections: [(old: PatchSection, new: PatchSection)] = []
  /// The sections of `operations.sections.reconfigures`.
  var redrawnSections: [(old: PatchSection, new: PatchSection)] = []
  /// The change of the columns; nil: none.
  var columns: PatchColumns?
  /// The order that the file gets if sections come from a column.
  var order = PatchOrder.file

  /// The sections that go or are redrawn, by index *before* the stage; the latter without rows.
  var formerSections: [(index: Int, section: PatchSection)] {
    let changes = operations.sections
    return Array(zip(changes.deletes, deletedSections))
      + zip(changes.reloads, reloadedSections.map(\.old))
      + zip(changes.reconfigures, redrawnSections.map(\.old))
  }

  /// The stage that undoes it.
  var inverse: PatchStage {
    let places = operations.places
    var back = PatchStage(number: number, operations: Stage())
    back.operations.rows = operations.rows.inverse { places.path(after: $0) ?? $0 }
    back.operations.sections = operations.sections.inverse { places.section(after: $0) ?? $0 }
    back.operations.reconfiguresAllRows = operations.reconfiguresAllRows
    back.inserted = deleted
    back.deleted = inserted
    back.moved = moved
    back.changed = changed.map { change in
      change.inverse(at: change.path.map { places.path(after: $0) ?? $0 })
    }
    back.changedRows = changedRows?.map { $0.inverse(at: nil) }
    back.insertedSections = deletedSections
    back.deletedSections = insertedSections
    back.movedSections = movedSections
    back.reloadedSections = reloadedSections.map { ($0.new, $0.old) }
    back.redrawnSections = redrawnSections.map { ($0.new, $0.old) }
    back.columns = columns?.inverse
    back.order = order
    return back
  }
}

/// The order of rows in a file whose sections come from a column.
enum PatchOrder: String {
  /// The file's own: only the section of each row changes.
  case file
  /// The table's, as after moving rows.
  case table
  /// The file's own if, read again, it shows the table's order; else the table's.
  case view
}

extension Stage {
  /// Where everything goes; what is redrawn does, too, whatever UIKit makes of a reload.
  var places: StageMapping {
    var moving = self
    moving.sections.reloads = []
    moving.rows.reloads = []
    return StageMapping(moving)
  }
}

extension Changes {
  /// Returns the changes that undo these, each list in the order of its counterpart.
  ///
  /// - Parameter place: returns the index *after* the changes of a reloaded or reconfigured one.
  fileprivate func inverse(_ place: (Index) -> Index) -> Changes {
    Changes(
      deletes: inserts, inserts: deletes, moves: moves.map { Move(from: $0.to, to: $0.from) },
      reloads: reloads.map(place), reconfigures: reconfigures.map(place))
  }
}

/// A row as a patch holds it: an object with its cells by the names of their columns.
typealias PatchFileRow = JSONValue

/// How a patch identifies a row.
enum PatchKey: Equatable {
  /// The key, as typed after `@`.
  case text(String)
  /// A row number, which is not compared, as it depends on how the table was loaded.
  case number
}

/// How a patch names a row that moves.
enum PatchMark {
  case key(PatchKey)
  /// A row without a key, by its cells.
  case row(PatchFileRow)
}

/// A row whose cells change.
struct PatchChange {
  /// Its index path *before* the stage; nil if every row is listed.
  let path: RowPath?
  let key: PatchKey
  /// The key after the change.
  let newKey: PatchKey
  /// The old and new value of each changed column.
  let cells: [(column: String, old: JSONValue, new: JSONValue)]

  /// The change that undoes it.
  func inverse(at path: RowPath?) -> PatchChange {
    PatchChange(
      path: path, key: newKey, newKey: key, cells: cells.map { ($0.column, $0.new, $0.old) })
  }
}

/// A section as a patch holds it.
struct PatchSection {
  var name: String
  var title: String
  var header: String?
  var footer: String?
  /// The rows that come or go with it.
  var rows: [PatchFileRow] = []
}

extension PatchSection {
  /// A section of a table, without its rows.
  init(_ section: Section) {
    self.init(
      name: section.name, title: section.title, header: section.header, footer: section.footer)
  }

  /// The label for a section of the table.
  func label(of id: SectionID) -> SectionLabel {
    SectionLabel(id, name: name, title: title, header: header, footer: footer)
  }

  /// Whether it is called the same.
  func hasSameLabel(as other: PatchSection) -> Bool {
    name === other.name && title === other.title && header.isExactly(other.header)
      && footer == other.footer
  }

  /// What it is called, for an error.
  var description: String {
    var text = "'\(shown: name)'"
    if title != name { text += ", title '\(shown: title)'" }
    if let header { text += ", header '\(shown: header)'" }
    if let footer { text += ", footer '\(shown: footer)'" }
    return text
  }
}

/// How columns change: their names, and which of them are called otherwise.
struct PatchColumns {
  let before: [String]
  let after: [String]
  let renamed: [(old: String, new: String)]

  /// The change that undoes it.
  var inverse: PatchColumns {
    PatchColumns(before: after, after: before, renamed: renamed.map { ($0.new, $0.old) })
  }
}

extension [PatchStage] {
  /// Which order a file follows: what a stage says, whichever it is.
  var order: PatchOrder { lazy.map(\.order).first { $0 != .file } ?? .file }
}
