/// What was said of rows: of all, then of those of a section, then of single ones, where the later
/// wins. Not undone, as little as a delegate is.
public struct TraitSettings: Hashable, Sendable {
  /// What is said of all rows.
  public var all = RowTraits()
  /// What is said of the rows of a section, in order.
  public private(set) var sections: [SectionID: [RowTrait]] = [:]
  /// What is said of single rows, in order.
  public private(set) var rows: [RowID: [RowTrait]] = [:]
  /// Whether the data source commits edits: without it, no row is swiped (rule C7).
  public var commits = true
  /// Whether the data source moves rows: without it, no row has a handle (rule C8).
  public var moves = true
  /// Whether a row that is dragged stays in its section (rule G4).
  public var staysInSection = false

  /// Creates what UIKit takes where nobody says anything.
  public init() {}

  /// Whether all rows have the same traits.
  public var isUniform: Bool { sections.isEmpty && rows.isEmpty }

  /// Says something of the rows of a section.
  public mutating func set(_ trait: RowTrait, section: SectionID) {
    sections[section, default: []].replace(trait)
  }

  /// Says something of one row.
  public mutating func set(_ trait: RowTrait, row: RowID) { rows[row, default: []].replace(trait) }

  /// What was said of a row, policies left out.
  ///
  /// - Complexity: O(traits that were set for the row and its section).
  func traits(of row: RowID, in table: Table) -> RowTraits {
    var traits = all
    if isUniform { return traits }
    if let section = table.section(of: row) {
      for trait in sections[section] ?? [] { traits.set(trait) }
    }
    for trait in rows[row] ?? [] { traits.set(trait) }
    return traits
  }
}

extension [RowTrait] {
  /// Takes a trait in place of what was said of it before.
  fileprivate mutating func replace(_ trait: RowTrait) {
    removeAll { $0.name == trait.name }
    append(trait)
  }
}

extension Editor {
  /// What data source and delegate say of a row: what was set, and what policies make of it.
  ///
  /// - Throws: what a policy throws.
  public func traits(of row: RowID) throws(EditError) -> RowTraits {
    var traits = traitSettings.traits(of: row, in: table)
    for policy in policies {
      try policy.refine(&traits, of: row, in: table, selection: selection)
    }
    return traits
  }

  /// Whether rows may differ in what is said of them: only then are they asked one by one.
  public var hasTraits: Bool {
    traitSettings != TraitSettings() || policies.contains(where: \.refinesTraits)
  }

  /// How many rows a user can select now, where it is this row that is touched (rule B2).
  ///
  /// - Throws: what a policy throws.
  public func mode(of row: RowID) throws(EditError) -> SelectionMode {
    guard isEditing, settings.flags.allowsMultipleSelectionDuringEditing, hasTraits else {
      return selectionMode
    }
    return settings.flags.mode(isEditing: true, canEdit: try traits(of: row).canEdit)
  }
}
