import TableKit

/// The traits set for all rows, for those of a section, and for single rows; the most specific
/// wins. Not undone, like a delegate.
public struct TraitSettings: Hashable, Sendable {
  /// The traits of all rows.
  public var all = RowTraits()
  /// The traits set for the rows of each section, in order.
  public private(set) var sections: [SectionID: [RowTrait]] = [:]
  /// The traits set for single rows, in order.
  public private(set) var rows: [RowID: [RowTrait]] = [:]
  /// Whether the data source commits edits; if not, no row can be swiped (rule C7).
  public var commits = true
  /// Whether the data source moves rows; if not, no row has a handle (rule C8).
  public var moves = true
  /// Whether a dragged row stays in its section (rule G4).
  public var staysInSection = false

  /// Creates the defaults of UIKit.
  public init() {}

  /// Whether all rows have the same traits.
  public var isUniform: Bool { sections.isEmpty && rows.isEmpty }

  /// Sets a trait of the rows of a section.
  public mutating func set(_ trait: RowTrait, section: SectionID) {
    sections[section, default: []].replace(trait)
  }

  /// Sets a trait of a row.
  public mutating func set(_ trait: RowTrait, row: RowID) { rows[row, default: []].replace(trait) }

  /// Returns the traits set for a row, without policies.
  ///
  /// - Complexity: O(traits that were set for the row and its section).
  package func traits(of row: RowID, in table: Table) -> RowTraits {
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
  /// Replaces the trait of the same name.
  fileprivate mutating func replace(_ trait: RowTrait) {
    removeAll { $0.name == trait.name }
    append(trait)
  }
}

extension TableController {
  /// Returns the traits of a row: those set, as refined by policies.
  ///
  /// - Throws: what a policy throws.
  public func traits(of row: RowID) throws(EditError) -> RowTraits {
    var traits = traitSettings.traits(of: row, in: table)
    for policy in policies {
      try policy.refine(&traits, of: row, in: table, selection: selection)
    }
    return traits
  }

  /// Whether rows may have different traits; only then are they asked one by one.
  public var hasTraits: Bool {
    traitSettings != TraitSettings() || policies.contains(where: \.refinesTraits)
  }

  /// Returns how many rows a user can select at the moment by touching this row (rule B2).
  ///
  /// - Throws: what a policy throws.
  public func mode(of row: RowID) throws(EditError) -> SelectionMode {
    guard isEditing, settings.flags.allowsMultipleSelectionDuringEditing, hasTraits else {
      return selectionMode
    }
    return settings.flags.mode(isEditing: true, canEdit: try traits(of: row).canEdit)
  }
}
