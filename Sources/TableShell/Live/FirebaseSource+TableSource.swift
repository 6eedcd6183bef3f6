import TableInteraction
import TableKit
import TableLive
import TableLua
import TableSources
import Wording

// A Realtime Database, or a JSON file that is read as one has it, as what a table comes from.

extension FirebaseSource: TableSource {
  var place: String? { isFile ? nil : name }

  func shortName(of document: Document) -> String {
    address == nil ? FileSource().shortName(of: document) : document.name.lastPathPart
  }

  func told(of document: Document) -> (source: String, facts: [SourceFact])? {
    let kind = isFile ? "JSON as a Realtime Database has it" : "Realtime Database"
    return ("\(VisibleText.of(name)), \(kind)", [])
  }

  var readsTheSame: Bool { false }
  var namesRows: Bool { true }

  func readAgain(
    _ document: Document, _ path: String, as file: AllowedFile?, in shell: Shell
  ) throws(CommandError) -> Document {
    try shell.read(self, document.reading, for: document)
  }

  func follower(
    of document: Document, usesLog: Bool, in shell: Shell
  ) throws(CommandError) -> any Follower {
    if isFile { return try FileFollower(name, isDatabase: false, at: shell.live.now) }
    try reaching(follow())
    // So that the first push need not wait for it.
    document.table.indexKeys()
    return SourceFollower(self, at: shell.live.now)
  }

  var isFollowedAtPrompt: Bool { address != nil }

  func save(
    _ document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    if let target = request.path, target != name {
      return try saveCopy(document, to: target, request, in: shell)
    }
    return try document.save(request, to: self, in: shell)
  }

  /// Writes the tree of a file to a path, where that can hold one; nil: a copy is a table.
  fileprivate func saveCopy(
    _ document: Document, to path: String, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    let isTree =
      path == "-" || !request.moves && FileOrigin.fileExtension(FileOrigin.file(of: path)) == "json"
    guard isTree, isFile else { return nil }
    return try document.saveCopy(of: self, to: path, request, in: shell)
  }

  func recordBase(of table: Table) -> RecordBase { .keyed }
}

/// A tree that was read from standard input, of which copies are written.
final class StreamedTree: TableSource {
  private let tree: FirebaseSource

  init(_ tree: FirebaseSource) { self.tree = tree }

  func save(
    _ document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    guard let target = request.path else { return nil }
    return try tree.saveCopy(document, to: target, request, in: shell)
  }
}

/// Addresses of Realtime Databases.
struct FirebaseKind: SourceKind {
  func name(of path: String, in shell: Shell) throws(CommandError) -> String? {
    try shell.firebaseAddress(path)?.shown
  }

  func read(
    _ path: String, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> Document {
    guard let address = try shell.firebaseAddress(path) else { throw .noSource("to open") }
    return try shell.read(address, reading)
  }

  func reopen(_ document: Document, at path: String, in shell: Shell) throws(CommandError) {
    if let address = try shell.firebaseAddress(path), address.token != nil {
      document.remote?.take(address)
    }
  }
}

extension Document {
  /// The tree that it is from; nil: it is from none.
  var remote: FirebaseSource? { source as? FirebaseSource }
}
