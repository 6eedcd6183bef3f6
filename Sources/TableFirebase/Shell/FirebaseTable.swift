import TableKit
import TableShell
import TableLua
import TableSources
import Wording

// A Realtime Database, or a JSON file that is read as one has it, as what a table comes from.

/// A table of a Realtime Database, or of a JSON file that is read as one has it.
final class FirebaseTable: TableSource {
  /// The tree that it is from.
  let tree: FirebaseSource
  /// The state in which the file of a tree was read.
  var seenFile: SeenFile?
  var origin: FileOrigin?

  init(_ tree: FirebaseSource, _ origin: FileOrigin?) { (self.tree, self.origin) = (tree, origin) }

  /// The tree that a document was opened from, or nil.
  static func of(_ document: Document) -> FirebaseTable? { document.source as? FirebaseTable }

  var path: String? { tree.name }
  var place: String? { tree.isFile ? nil : tree.name }

  func shortName(of document: Document) -> String {
    tree.address == nil ? document.name.nameOfTable : document.name.lastPathPart
  }

  func info(of document: Document) -> (source: String, facts: [SourceFact])? {
    let kind = tree.isFile ? "JSON as a Realtime Database has it" : "Realtime Database"
    return ("\(VisibleText.of(tree.name)), \(kind)", [])
  }

  var readsTheSame: Bool { false }
  var notesAllAgain: Bool { false }
  var namesRows: Bool { true }

  func readAgain(
    _ document: Document, _ path: String, as file: AllowedFile?, in shell: Shell
  ) throws(CommandError) -> Document {
    try FirebaseSession(shell).read(tree, document.opening.reading, for: document)
  }

  func follower(
    of document: Document, usesLog: Bool, in shell: Shell
  ) throws(CommandError) -> any Follower {
    if tree.isFile { return try FileFollower(tree.name, at: shell.live.now) }
    try reaching(tree.follow())
    // So that the first push need not wait for it.
    document.table.indexKeys()
    return SourceFollower(tree, at: shell.live.now)
  }

  var isFollowedAtPrompt: Bool { tree.address != nil }

  func save(
    _ document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    if let target = request.path, target != tree.name {
      return try saveCopy(document, to: target, request, in: shell)
    }
    return try saveRows(of: document, request, in: shell)
  }

  /// Writes the tree of a file to a path, where that can hold one; nil: a copy is a table.
  fileprivate func saveCopy(
    _ document: Document, to path: String, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    let isTree =
      path == "-" || !request.moves && FileOrigin.fileExtension(FileOrigin.file(of: path)) == "json"
    guard isTree, tree.isFile else { return nil }
    return try saveTree(of: document, to: path, request, in: shell)
  }

  func didMerge(
    _ merged: inout Merged, from former: Table, to fresh: Document, _ document: Document,
    in shell: Shell
  ) {
    if let read = FirebaseTable.of(fresh)?.seenFile { seenFile = read }
  }

  // The connection stays.
  func recovered(as fresh: any TableSource) -> any TableSource {
    origin = fresh.origin
    return self
  }

  func recordBase(of table: Table) -> RecordBase { .keyed }
}

/// A tree that was read from standard input, of which copies are written.
final class StreamedTree: TableSource {
  private let table: FirebaseTable

  init(_ table: FirebaseTable) { self.table = table }

  var origin: FileOrigin? {
    get { table.origin }
    _modify { yield &table.origin }
  }

  func save(
    _ document: Document, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? {
    guard let target = request.path else { return nil }
    return try table.saveCopy(document, to: target, request, in: shell)
  }
}

/// Addresses of Realtime Databases, and the loader by which a file is read as one.
struct FirebaseKind: SourceKind {
  var loader: (name: String, summary: String)? { FirebaseSession.treeLoader }

  func name(of path: String, in shell: Shell) throws(CommandError) -> String? {
    try FirebaseSession(shell).firebaseAddress(path)?.shown
  }

  func read(
    _ path: String, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> Document {
    guard let address = try FirebaseSession(shell).firebaseAddress(path) else {
      throw .noSource("to open")
    }
    return try FirebaseSession(shell).read(address, reading)
  }

  func load(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> Document {
    try FirebaseSession(shell).readTree(path, as: file, reading)
  }

  func replayed(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> (document: Document, follower: any ReplayFollower)? {
    try FirebaseSession(shell).replayed(path, as: file, reading)
  }

  func reopen(_ document: Document, at path: String, in shell: Shell) throws(CommandError) {
    if let address = try FirebaseSession(shell).firebaseAddress(path), address.token != nil {
      FirebaseTable.of(document)?.tree.take(address)
    }
  }
}
