import BatchUpdates
import TableInteraction
import TableKit
import Wording

extension EditError {
  /// What to type next; nil if nothing helps.
  public var hint: String? {
    switch self {
    case .noSuchRow(let path, let count, _):
      count == 0
        ? "the section is empty: insert \(path.section) COL=VALUE appends a row"
        : "rows count from 0: \(path.section):0 … \(path.section):\(count - 1)"
    case .noSuchSection(_, let count):
      count == 0 ? "section add NAME" : "sections  # they count from 0: 0 … \(count - 1)"
    case .duplicateSection, .duplicateColumn: "choose another name"
    case .duplicateKey: "give the row another key, or see it with: show @KEY"
    case .keyIsTaken(let key):
      "give that row another key first (edit @\(ShellWord.quoted(key)) COL=VALUE), or keep mine"
    case .valueDoesNotFit(_, .blob, let column, _):
      "bytes are typed \(ShellWord.quoted(column))=\"x'00ff'\""
    case .valueDoesNotFit(_, .bool, let column, _):
      "\(ShellWord.quoted(column))=true or \(ShellWord.quoted(column))=false"
    case .valueDoesNotFit(_, .json, let column, _):
      "type it as JSON: \(ShellWord.quoted(column))='{\"a\": 1}' or \(ShellWord.quoted(column))='[1]'"
    case .valueDoesNotFit(_, _, let column, _): "column type \(ShellWord.quoted(column)) text"
    case .sectionDisagrees: "leave the column out, or insert into the other section"
    case .noSuchStep: "undo list"
    case .notJournaled:
      "make room, then set journal on; or go on without a journal: set journal off"
    case .rowsAreHidden: "snapshot expand"
    case .sourceLostSections: "section by COLUMN"
    case .sourceLostKey: "open the source again with another --key"
    case .layered: interaction?.hint
    case .refused(_, let hint), .vetoed(_, _, let hint, _): hint
    default: nil
    }
  }
}

extension InteractionError {
  /// What to type next; nil if nothing helps.
  public var hint: String? {
    switch self {
    case .limitReached:
      "select --partial takes as many rows as the limit allows; selection shows the limits"
    case .selectionNotAllowed, .deselectionNotAllowed: "see the rules with: selection"
    case .panNotAllowed(.flagIsOff): "selection multiple --editing"
    case .panNotAllowed(.stripIsOff): "set pan.enabled on"
    case .panNotAllowed(.notEditing): "edit on"
    case .noControl(let obstacle): obstacle.hint
    case .illegalBatch(let violation): violation.hint
    case .notTouched: "touch PATH"
    case .notEditing: "edit on"
    case .nothingSelected: "select TARGET"
    case .commitChangesMode: "edit off, afterwards"
    case .drivenBySnapshots(let change): change.hint
    case .outlined: "diffable on, then: snapshot expand"
    case .notDiffable: "diffable on"
    case .applying: "apply one after the other, not in a hook of the first"
    case .snapshot(let refusal): refusal.error.hint(in: refusal.snapshot)
    }
  }
}

extension ControlObstacle {
  fileprivate var hint: String {
    switch self {
    case .noDetailButton(_, let path, let isEditing):
      "traits \(path) \((isEditing ? RowTrait.Name.editingAccessory : .accessory).rawValue)=detail"
    case .accessoryIsPartOfRow(_, let path, _): "tap \(path)"
    case .missing(_, _, let path, let reason): reason.hint(path)
    case .noButtonShown: "minus PATH, or swipe PATH"
    case .noSuchButton(_, let shown):
      shown.map { "confirm \(ShellWord.quoted($0))" }.joined(separator: ", or ")
    case .nothingInHand: "drag PATH"
    case .noHeader(let section): "pan \(section):0"
    }
  }
}

extension ControlObstacle.Reason {
  fileprivate func hint(_ path: RowPath) -> String {
    switch self {
    case .notEditing: "edit on"
    case .hasCircle: "selection single --editing"
    case .cannotBeEdited: "traits \(path) can-edit=on"
    case .style(_, let wanted): "traits \(path) style=\(wanted.rawValue)"
    case .movesNothing: "traits moves=on"
    case .cannotBeMoved: "traits \(path) can-move=on"
    }
  }
}

extension ForbiddenChange {
  fileprivate var hint: String {
    switch self {
    case .insertRows: "snapshot append ROW … to SECTION, then: snapshot apply"
    case .deleteRows: "snapshot delete ROW …, then: snapshot apply"
    case .moveRows: "snapshot move ROW before|after ROW, then: snapshot apply"
    case .insertSections: "snapshot append-sections NAME …, then: snapshot apply"
    case .deleteSections: "snapshot delete-sections SECTION …, then: snapshot apply"
    case .moveSections: "snapshot move-section SECTION before|after SECTION, then: snapshot apply"
    case .reloadRows: "snapshot reload ROW …, then: snapshot apply"
    case .reconfigureRows: "snapshot reconfigure ROW …, then: snapshot apply"
    case .reloadSections: "snapshot reload-sections SECTION …, then: snapshot apply"
    case .reloadData: "snapshot apply --reload-data"
    case .cellsAndNames: "diffable off lets cells and names be edited"
    case .drag: "snapshot reorder ROW before|after ROW"
    case .batch: "snapshot apply makes the batch that a snapshot wants"
    }
  }
}

extension SnapshotError {
  /// What to type next, where there is a snapshot to choose from; nil where nothing helps.
  ///
  /// - Complexity: that of `Nearest` for the names of the snapshot.
  public func hint(in snapshot: Snapshot) -> String? {
    switch self {
    case .noSuchRow(let name): Self.hint(name, snapshot.rows, "snapshot tree")
    case .noSuchSection(let name): Self.hint(name, snapshot.sections, "snapshot tree")
    case .sectionExists: "a section that is there is moved: snapshot move-section"
    case .noSections: "snapshot append-sections NAME"
    case .isCollapsed(_, let parent): "snapshot expand \(parent)"
    case .elsewhere(let name, _): "snapshot move \(name) before|after ROW, then: snapshot apply"
    case .noKey(_, let columns):
      columns.isEmpty
        ? "open the table with --key COLUMN" : "one part for each column, / between them"
    case .cameMeanwhile: "snapshot discard, or take them in: snapshot append ROW …"
    case .noRowsInside(let name): "snapshot nest ROW … in \(name)"
    case .notInside: "snapshot tree shows what stands in what"
    case .notUnique, .besideItself, .insideItself: nil
    }
  }

  /// The nearest names, or the first ones where none is near; a long list is not searched through.
  private static func hint(_ name: String, _ names: [String], _ kind: String) -> String? {
    let near = Nearest.nearest(to: name, in: names.prefix(10_000))
    if !near.isEmpty {
      return "did you mean \(near.map { "'\(shown: $0)'" }.joined(separator: " or "))?"
    }
    guard !names.isEmpty else { return nil }
    let more = names.count > 8 ? ", …" : ""
    let shown = names.prefix(8).map { "\(shown: $0)" }.joined(separator: ", ")
    return "\(kind)  # \(shown)\(more)"
  }
}
