extension Editor {
  /// Whether anything would be written otherwise than it was last loaded or saved. Undoing back to
  /// that state counts as unchanged.
  ///
  /// - Complexity: that of `Table.isSame(as:)`.
  public var hasUnsavedChanges: Bool { !table.isSame(as: saved) }

  /// Remembers that the table as it is now has been written.
  public mutating func markSaved() { saved = table }
}
