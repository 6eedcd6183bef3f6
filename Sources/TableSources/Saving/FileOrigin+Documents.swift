import TableKit

/// The layout of one of several documents or tables of a text, each opened and saved on its own:
/// `FILE#1`, `FILE#2`.
protocol PlacedLayout: SectionedLayout {
  /// Whether the text has more than it.
  var isOneOfSeveral: Bool { get }
  /// The document as it was read, without what stands around it.
  var source: ByteBuffer { get }

  /// Writes the document without what stands around it.
  func writeDocument(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError)

  /// Returns the layout of the same document, with what stands around another of its kind.
  func placed(like other: any PlacedLayout) -> any PlacedLayout
}

extension PlacedLayout {
  /// The bytes as they were read, without what stands around them.
  var ownBytes: UnsafeRawBufferPointer { source.bytes }
}

/// What others write to the other documents of a file is kept.
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
    guard let path, let layout = layout as? any PlacedLayout, layout.isOneOfSeveral,
      !isAsKnown(progress: progress),
      let fresh = try? LoadedTable(path: path, at: place, options: options, progress: progress),
      let now = fresh.origin.layout as? any PlacedLayout, now.isOneOfSeveral
    else { return }
    if !force {
      var known: [UInt8] = []
      let writer = ByteWriter { (bytes) throws(SourceError) in known += bytes }
      try layout.writeDocument(inFile(saved), file: name, to: writer)
      try writer.flush()
      guard now.ownBytes.elementsEqual(known) else { return }
    }
    self.layout = layout.placed(like: now)
    (stamp, contentHash) = (fresh.origin.stamp, fresh.origin.contentHash ?? now.contentHash)
    (encoding, compression) = (fresh.origin.encoding, fresh.origin.compression)
  }

  /// The layout that a document was opened with, among the other documents as they are now.
  func placed(_ opened: any SectionedLayout) -> any SectionedLayout {
    guard let document = opened as? any PlacedLayout, let layout = layout as? any PlacedLayout
    else { return opened }
    return document.placed(like: layout)
  }
}
