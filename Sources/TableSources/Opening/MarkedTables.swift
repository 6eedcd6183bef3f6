import LibC
import TableKit

/// The versions of a table that a file with conflict markers holds: git's, in the style diff3 or zdiff3, or
/// those of `tablesh merge --conflicts mark`.
public struct MarkedTables: Sendable {
  /// What both sides were before.
  public let base: LoadedTable
  /// The side above.
  public let ours: LoadedTable
  /// The side below, with the origin for saving the file.
  public let theirs: LoadedTable

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: of the file; messages and places name it as it is written here.
  ///   - place: by which path it is reached; nil: `path`.
  ///   - options: how to read.
  /// - Returns: nil if it holds no markers, or none that say what both sides were before.
  /// - Throws: any `SourceError` of reading.
  /// - Complexity: O(bytes).
  public init?(
    path: String, at place: String? = nil, options: ReadOptions, progress: Progress = .none
  ) throws(SourceError) {
    let (buffer, stamp) = try InputFile.read(path: path, at: place, progress: progress)
    let versions = ConflictMarkers(buffer.bytes, isOutsideQuotes: true)?.versions(of: buffer.bytes)
    guard
      let texts = versions
        ?? ConflictMarkers(buffer.bytes, isOutsideQuotes: false)?.versions(of: buffer.bytes)
    else { return nil }
    base = try LoadedTable(bytes: texts.base, name: path, options: options)
    ours = try LoadedTable(bytes: texts.ours, name: path, options: options)
    var theirs = try LoadedTable(bytes: texts.theirs, name: path, options: options)
    theirs.origin.name(path: path)
    theirs.origin.stamp = stamp
    theirs.origin.contentHash = buffer.withBytes(ContentHash.of)
    theirs.origin.holdsConflicts = true
    self.theirs = theirs
  }
}
