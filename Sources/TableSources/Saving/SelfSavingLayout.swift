import TableKit

/// The layout of a source that is not written as a whole: it writes what changed to itself.
protocol SelfSavingLayout: SourceLayout {
  /// Writes a table that came of the one read to where that came from, whole or not at all.
  ///
  /// - Parameters:
  ///   - place: by which path the file is reached, as `FilePlace` says.
  ///   - stamp: the state of the file that was read or saved last; nil: any file will do.
  ///   - willReplace: told the hash of what the source will hold, right before it does.
  /// - Returns: the layout as it is from now on, and what was done.
  func save(
    _ table: Table, at place: String?, stamp: FileStamp?, force: Bool, backupSuffix: String?,
    isCancelled: @escaping () -> Bool,
    willReplace: (UInt64) -> Void
  ) throws(SourceError) -> (layout: any SelfSavingLayout, report: SaveReport)

  /// Whether a path names the source.
  ///
  /// - Throws: `cannotSave` where the system does not say.
  func isSource(_ target: String) throws(SourceError) -> Bool

  /// Whether the source keeps the order of rows.
  var keepsOrder: Bool { get }

  /// Whether reading the source again gives the rows of a table that was saved in their order.
  func readsInOrder(_ table: Table) -> Bool
}
