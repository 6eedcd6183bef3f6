/// The path of one of several documents in a text, as typed: `deploy.yaml#2`.
///
/// If a file has this whole name, the path means that file.
struct DocumentPath {
  /// The file.
  let file: String
  /// The number of the document, from 1.
  let number: Int

  /// Reads a path; nil if it names no document of a format that can hold several.
  ///
  /// - Parameter loader: the name of the format; nil: by the extension of the file.
  init?(_ path: String, loader: String? = nil) {
    guard let hash = path.lastIndex(of: "#"), let number = Int(path[path.index(after: hash)...]),
      number > 0
    else { return nil }
    file = String(path[..<hash])
    self.number = number
    let fileExtension = FileName.fileExtension(file)
    let isNamed = TableFormats.all.contains { format in
      format.hasDocuments
        && (loader.map { $0 == format.name } ?? format.extensions.contains(fileExtension))
    }
    guard isNamed, FileStamp(path: path) == nil else { return nil }
  }
}

extension TableFormats {
  /// Returns the number of documents in a file of several that are read as sections; 0 for any other.
  public static func documentCount(of file: String) -> Int {
    guard forExtension(FileName.fileExtension(file))?.hasDocuments == true else { return 0 }
    return (try? LoadedTable(path: file))?.origin.layout.documentCount ?? 0
  }
}
