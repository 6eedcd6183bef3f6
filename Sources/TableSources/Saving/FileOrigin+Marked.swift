import TableKit

extension FileOrigin {
  /// Returns three versions of a table as one text, as it would be saved, with git's markers around the
  /// lines in which they differ.
  ///
  /// - Throws: `cannotSave` if the file is none of lines; as `write`.
  /// - Complexity: that of writing the tables.
  public func markedBytes(
    ours: Table, base: Table, theirs: Table, progress: Progress = .none
  ) throws(SourceError) -> [UInt8] {
    let isWide = ["UTF-16", "UTF-32"].contains { encoding.codec?.hasPrefix($0) ?? false }
    guard !isContainer, !(layout is ScriptLayout), !isWide else {
      throw .cannotSave(name, reason: "only plain text can hold conflict markers")
    }
    return MarkedText(
      ours: try bytes(of: ours, progress: progress), base: try bytes(of: base, progress: progress),
      theirs: try bytes(of: theirs, progress: progress), hasQuotes: !ours.syntax.isTyped
    ).bytes
  }

  /// Replaces a file by bytes that are ready.
  ///
  /// - Throws: as `save`.
  public static func write(
    _ bytes: [UInt8], to target: FileTarget
  ) throws(SourceError) -> SaveReport {
    let written = try AtomicFile(target).write { (sink) throws(SourceError) in
      let result = bytes.withUnsafeBytes { all -> Result<Void, SourceError> in
        do throws(SourceError) { return .success(try sink(all)) } catch { return .failure(error) }
      }
      try result.get()
    }
    return SaveReport(path: target.path, byteCount: written.byteCount, notes: written.notes)
  }
}
