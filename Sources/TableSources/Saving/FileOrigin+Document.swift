extension FileOrigin {
  /// Replaces a file as a whole by text that something else writes, such as a printer; packed where
  /// its name ends in `.gz`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - place: by which path it is reached, a link at its end not followed; nil: `path`.
  ///   - isCancelled: polled while writing; true stops it, the file being as it was.
  ///   - content: hands over the text piece by piece.
  /// - Throws: what `content` throws; `diskFull`, `cannotSave`, `cancelled`.
  public static func writeFile(
    _ path: String, at place: String? = nil, replacing seen: SeenFile? = nil, force: Bool = false,
    isCancelled: @escaping () -> Bool = { false },
    content: ((String) throws(SourceError) -> Void) throws(SourceError) -> Void
  ) throws(SourceError) -> SaveReport {
    let file = AtomicFile(
      path: path, place: place, backupSuffix: nil, seen: seen, isForced: force,
      isCancelled: isCancelled)
    let written = try file.write { (sink) throws(SourceError) in
      let packer = FileName.isPacked(path) ? try GzipWriter(into: sink, file: path) : nil
      let writer = ByteWriter(packer?.sink ?? sink, isCancelled: isCancelled)
      try content { (text) throws(SourceError) in try writer.write(text) }
      try writer.flush()
      try packer?.finish()
    }
    return SaveReport(path: path, byteCount: written.byteCount, notes: written.notes)
  }

  /// The extension of a path, in lower case, without the dot; of a packed file that of the file
  /// inside.
  public static func fileExtension(_ path: String) -> String { FileName.fileExtension(path) }
}
