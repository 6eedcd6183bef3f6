import BatchUpdates
import TableKit

/// The names of rows and sections by their indexes before and after one stage.
///
/// A row is named by its key as typed, `@P2`, or without a key by its number, `#2`; a section by
/// its title.
struct StageNames {
  private var before, after: Outline?
  private var ends: PlanEnds?

  /// Creates an empty set of names.
  init() {}

  /// Creates the names for a stage of a plan.
  ///
  /// - Parameter number: the index of the stage, from 0.
  init(_ staged: StagedPlan, stage number: Int, ends: PlanEnds) {
    before = number == 0 ? staged.before : staged.outline(after: number - 1)
    after = staged.outline(after: number)
    self.ends = ends
  }

  /// Returns the row at an index path before the stage.
  func row(before path: RowPath) -> String? { row(path, in: before) }

  /// Returns the row at an index path after the stage.
  func row(after path: RowPath) -> String? { row(path, in: after) }

  /// Returns the section at an index before the stage.
  func section(before index: Int) -> String? { section(index, in: before) }

  /// Returns the section at an index after the stage.
  func section(after index: Int) -> String? { section(index, in: after) }

  private func row(_ path: RowPath, in outline: Outline?) -> String? {
    guard let outline, let ends, outline.sections.indices.contains(path.section) else {
      return nil
    }
    let rows = outline.sections[path.section].rows
    guard rows.indices.contains(path.row) else { return nil }
    let id = rows[path.row].id
    if let row = ends.rowBefore(id) { return Self.name(of: row, in: ends.before) }
    return ends.rowAfter(id).map { Self.name(of: $0, in: ends.after) }
  }

  private func section(_ index: Int, in outline: Outline?) -> String? {
    guard let outline, let ends, outline.sections.indices.contains(index) else { return nil }
    let id = outline.sections[index].id
    return (ends.sectionBefore(id) ?? ends.sectionAfter(id)).map { Self.safe($0.title) }
  }

  private static func name(of row: RowID, in table: Table) -> String {
    table.hasKey ? "@" + safe(table.key(of: row)) : "#\(row.number)"
  }

  /// Returns a text that can end a `//` comment in any language: on one line, with a quote after
  /// anything that a compiler could interpret, such as a backslash that joins lines.
  private static func safe(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F
          || byte == 0x2D
      }
    let shown = DisplayText(text).text
    return isPlain && shown == text ? text : "\"\(shown)\""
  }
}

extension StagedPlan {
  /// Returns the table after a stage; nil if the plan does not know it.
  func outline(after number: Int) -> Outline? {
    after.indices.contains(number) ? after[number] : nil
  }
}
