import TableKit

/// Several documents of one file, each opened and saved on its own: `FILE#1`, `FILE#2`.
extension FileOrigin {
  /// Takes over what was written to the other documents of a file since this one was read or saved, so
  /// that a save keeps it. Where this document has changed there, too, nothing happens: the save is
  /// refused, unless it is forced.
  ///
  /// - Parameters:
  ///   - saved: the table as the file had it last.
  ///   - place: the trusted path of the file, see `FilePlace`.
  ///   - options: how the document was read.
  ///   - force: whether this document is replaced whatever it is now.
  /// - Complexity: O(1); O(bytes) if the file has changed.
  public mutating func takeOtherDocuments(
    besides saved: Table, at place: String?, options: ReadOptions, force: Bool,
    progress: Progress
  ) throws(SourceError) {
    guard let path, let layout = layout as? YAMLLayout, layout.part != nil,
      !isAsKnown(progress: progress),
      let fresh = try? LoadedTable(path: path, at: place, options: options, progress: progress),
      let now = fresh.origin.layout as? YAMLLayout, let part = now.part
    else { return }
    if !force {
      var known: [UInt8] = []
      let writer = ByteWriter { (bytes) throws(SourceError) in known += bytes }
      try layout.writeDocument(inFile(saved), file: name, to: writer)
      try writer.flush()
      guard now.source.bytes.elementsEqual(known) else { return }
    }
    self.layout = layout.placed(in: part)
    (stamp, contentHash) = (fresh.origin.stamp, fresh.origin.contentHash ?? now.contentHash)
    (encoding, compression) = (fresh.origin.encoding, fresh.origin.compression)
  }

  /// The layout that a document was opened with, among the other documents as they are now.
  func placed(_ opened: any SectionedLayout) -> any SectionedLayout {
    guard let document = opened as? YAMLLayout, let layout = layout as? YAMLLayout else {
      return opened
    }
    return document.placed(in: layout.part)
  }
}
