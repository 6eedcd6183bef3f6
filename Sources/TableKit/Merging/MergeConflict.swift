import Wording

/// A conflict between an unsaved edit and a change of the source; the local value is kept.
public struct MergeConflict: Hashable, Sendable {
  /// The kinds of conflict.
  public enum Kind: String, Hashable, Sendable {
    /// A cell was changed on both sides to different values.
    case changed
    /// A row was deleted locally and changed in the source; it stays deleted.
    case deletedHere
    /// A row was changed locally and deleted in the source; it stays.
    case deletedThere
    /// Rows with the same key were added on both sides, with different cells; without a column: a
    /// row that others added is left out, as another one was given its key here.
    case added
    /// A row was moved to different sections.
    case moved
    /// A section was renamed, or got another header or footer, differently.
    case section
    /// A column was renamed differently, or edited on one side and deleted on the other; it stays.
    case column

    /// The word for it in replies: `deleted-here`.
    public var name: String {
      switch self {
      case .deletedHere: "deleted-here"
      case .deletedThere: "deleted-there"
      default: rawValue
      }
    }
  }

  /// The kind of conflict.
  public var kind: Kind
  /// The key of the row, as the source has or had it, or the name of the section; empty for a column.
  public var key: String
  /// The key that the row has here; nil: the same.
  public var localKey: String?
  /// The key that the source has for `holder`; nil: there is no such row, or the source does not
  /// have it.
  public var sourceKey: String?
  /// The row that has `key` here, while the source's row of that key is left out.
  public var holder: RowID?
  /// The name of the column, if the conflict concerns one; of a section: `header` or `footer`, or nil
  /// for its name and title.
  public var column: String?
  /// The value that both had before; nil if there was none.
  public var base: Cell?
  /// The local value, which is kept; nil if there is none.
  public var local: Cell?
  /// The value in the source; nil if there is none.
  public var remote: Cell?
  /// The row that it concerns, in the table or in the base.
  public var row: RowID?
  /// The column that it concerns.
  public var columnID: ColumnID?
  /// The section that it concerns.
  public var section: SectionID?

  /// A description, in one line.
  public var message: String {
    let here = local.map(Self.text) ?? "nothing"
    let there = remote.map(Self.text) ?? "nothing"
    switch kind {
    case .added where isWithoutCells, .deletedHere where sourceKey != nil: return leftOut
    case .changed, .added:
      return "\(named), \(column ?? ""): \(here) here, \(there) in the source"
    case .deletedHere:
      return "\(named) is deleted here and was changed in the source"
        + (holder == nil ? "" : "; keep theirs deletes the row that has its key now")
    case .deletedThere: return "\(named) is changed here and was deleted in the source"
    case .moved: return "\(named) is in section \(here) here, in \(there) in the source"
    case .section:
      guard let column else { return "section \(here) is called \(there) in the source" }
      return "section '\(shown: key)', \(column): \(here) here, \(there) in the source"
    case .column:
      if isOfDeletedColumn {
        return "column '\(shown: column ?? "")' is deleted here and was edited in the source"
      }
      return remote == nil
        ? "column '\(shown: column ?? "")' is edited here and no longer in the source"
        : "column \(here) is called \(there) in the source"
    }
  }

  /// A note for a save despite the conflict: which row of others it has deleted, in one line; nil if
  /// no row was left out because another one was given its key here.
  public var loss: String? {
    guard kind == .added && isWithoutCells || kind == .deletedHere && sourceKey != nil else {
      return nil
    }
    return "row '\(shown: key)', which others \(verb), was deleted in the source"
      + (sourceKey.map { ": row '\(shown: $0)' has its key now" } ?? "")
  }

  /// The text of a section that the conflict concerns.
  var sectionText: SectionText { column.flatMap { SectionText(rawValue: $0) } ?? .title }

  /// True if the conflict concerns a row as a whole.
  private var isWithoutCells: Bool { column == nil && columnID == nil }

  /// What others did to the row that is left out here.
  private var verb: String { kind == .added ? "added" : "changed" }

  private var leftOut: String {
    guard holder != nil else {
      return
        "row '\(shown: key)', which others \(verb), is not here; keep mine deletes it in the source, "
        + "keep theirs adds it here"
    }
    let named = "row '\(shown: key)'" + (sourceKey.map { " ('\(shown: $0)' in the source)" } ?? "")
    return "\(named) has a key here that another row of the source has, which others \(verb); "
      + "keep mine deletes that row, keep theirs "
      + (sourceKey.map { "gives this one the key '\(shown: $0)' back" } ?? "deletes this one")
  }

  private var named: String {
    "row '\(shown: key)'" + (localKey.map { " ('\(shown: $0)' here)" } ?? "")
  }

  private static func text(_ cell: Cell) -> String {
    cell.isNull ? "null" : "'\(shown: cell.text)'"
  }
}

/// A text of a section that is merged for itself.
enum SectionText: String, CaseIterable {
  case title, header, footer

  /// What a conflict has for `column`; nil for the title, with which goes the name.
  var column: String? { self == .title ? nil : rawValue }
}

extension Section.Label {
  /// A text of the label.
  subscript(text: SectionText) -> String? {
    switch text {
    case .title: title
    case .header: header
    case .footer: footer
    }
  }
}

extension SectionLabel {
  /// A section's label, with one text of another label.
  init(
    _ id: SectionID, _ label: Section.Label, taking text: SectionText, from other: Section.Label
  ) {
    func source(_ one: SectionText) -> Section.Label { one == text ? other : label }
    self.init(
      id, name: source(.title).name, title: source(.title).title, header: source(.header).header,
      footer: source(.footer).footer)
  }
}
