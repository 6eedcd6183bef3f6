import TableKit

// The formats of rooms that the program was built without: their files are recognized, so that none
// of them is read as text or written over.

extension TableFormat {
  /// Creates a format that refuses its files.
  ///
  /// - Parameters:
  ///   - signature: the first bytes of its files.
  ///   - refusal: returns the error for a path or the format's own name.
  package static func absent(
    name: String, extensions: [String], signature: String,
    refusal: @escaping @Sendable (String) -> SourceError
  ) -> TableFormat {
    TableFormat(
      name: name, summary: "", extensions: extensions,
      recognizes: { $0.starts(with: signature.utf8) },
      read: { (input) throws(SourceError) in throw refusal(input.file) },
      write: { (_, context) throws(SourceError) in throw refusal(context.file) },
      container: AbsentContainer(
        name: name, extensions: extensions, signature: Array(signature.utf8), refusal: refusal),
      refusal: refusal)
  }

  /// Refuses a path or the name of the format, if the program was built without it.
  package func checkPresent(for path: String) throws(SourceError) {
    if let refusal { throw refusal(path) }
  }
}

/// The files of an absent format; each may hold several tables.
private struct AbsentContainer: TableContainer {
  let name: String
  let extensions: [String]
  let signature: [UInt8]
  let refusal: @Sendable (String) -> SourceError

  /// The files that a path may name: itself if it exists, else each part before a `#`, and itself.
  private func candidates(_ path: String) -> [String] {
    let path = path.hasPrefix("file:") ? path.replacing(/\?[^#]*/, with: "") : path
    guard path.contains("#"), FileStamp(path: path) == nil else { return [path] }
    return path.indices.filter { path[$0] == "#" }.map { String(path[..<$0]) } + [path]
  }

  private func hasExtension(_ file: String) -> Bool {
    extensions.contains(FileName.fileExtension(file))
  }

  private func isOfFormat(_ file: String) -> Bool {
    hasExtension(file) || InputFile.start(of: file, count: signature.count) == signature
  }

  func file(of path: String) -> String? { candidates(path).first(where: isOfFormat) }

  func namesTable(_ path: String) -> Bool {
    candidates(path).first(where: hasExtension).map { $0 != path } ?? false
  }

  func tables(in file: String) -> [ContainedTable] { [] }

  func open(
    _ path: String, at place: String?, options: ReadOptions, progress: Progress
  ) throws(SourceError) -> LoadedTable? {
    let isMeant = options.loader.map { $0 == name } ?? (file(of: path) != nil)
    if isMeant { throw refusal(path) }
    return nil
  }

  func add(_ table: Table, to target: FileTarget, adopt: Bool) throws(SourceError) -> SaveReport? {
    if namesTable(target.path) { throw refusal(target.path) }
    return nil
  }

  func readAgain(_ table: Table, from target: FileTarget) -> LoadedTable? { nil }

  func checkReplaceable(_ path: String, at place: String?) throws(SourceError) {
    throw refusal(path)
  }

  func watch(_ file: String) -> (any ContainerWatch)? { nil }
}
