import HTTP
import TableInteraction
import TableKit
import TableShell
import TableLua
import TableSources
import Wording

// Tables of a Realtime Database: read, followed and merged.

/// Reaches a server.
func reaching<T>(_ body: @autoclosure () throws(FirebaseError) -> T) throws(CommandError) -> T {
  do throws(FirebaseError) { return try body() } catch { throw CommandError(error) }
}

extension CommandError {
  /// The error for one of a server's; a cancelled request is `stopped`.
  init(_ error: FirebaseError) {
    switch error {
    case .cancelled, .http(.cancelled): self = .stopped
    case .source(let error): self.init(error)
    default: self = .outside(code: error.code, message: error.message, hint: error.hint)
    }
  }
}

/// Tables of Realtime Databases in a session.
struct FirebaseSession {
  let shell: Shell

  init(_ shell: Shell) { self.shell = shell }

  /// Returns the address of a Realtime Database that a path is; nil: it is another path.
  ///
  /// - Throws: `outside` if it is a bad one.
  func firebaseAddress(_ path: String) throws(CommandError) -> FirebaseAddress? {
    do throws(HTTPError) {
      if let address = try FirebaseAddress(path) { return address }
      // What serve prints may be opened as it stands, unless a loader takes such addresses.
      guard path.hasPrefix("http://"), (try? HTTPAddress(path))?.isLoopback == true,
        !shell.luaLayer.luaLoaders.contains(where: { $0.schemes.contains("http") })
      else { return nil }
      return try FirebaseAddress("firebase" + path.dropFirst("http".count))
    } catch {
      throw CommandError(.http(error))
    }
  }

  /// Reads a Realtime Database into a document, and follows it no longer.
  func read(_ address: FirebaseAddress, _ reading: ReadOptions) throws(CommandError) -> Document {
    try shell.checkPermission(reaching: address.host)
    let tokens = FirebaseTokens(
      command: shell.options.tokenCommand, environment: shell.options.environment)
    let source = try reaching(FirebaseSource(address, tokens: tokens, options: reading))
    do throws(CommandError) { return try read(source, reading) } catch {
      if error.isInterruption { throw error }
      shell.tellLeftBehind(ofUnreachable: address.shown)
      throw explained(error, of: address)
    }
  }

  /// An error of opening with a hint that fits its reason: a token is asked for only by who answers.
  private func explained(_ error: CommandError, of address: FirebaseAddress) -> CommandError {
    guard case .outside("denied", let message, _) = error else { return error }
    guard message.hasPrefix("the server wants a token") else {
      return message.contains("(403)") ? error : CommandError(.unreachable(message))
    }
    guard address.isLoopback,
      let file = TokenFile(port: address.port, environment: shell.options.environment)
    else { return error }
    return .outside(
      code: error.code, message: message,
      hint: "serve printed one: FIREBASE_TOKEN=TOKEN; its user's programs find it as "
        + "'\(file.path)'")
  }

  /// What reads a JSON file as a Realtime Database would have it.
  static let treeLoader = (name: "firebase", summary: "JSON as a Realtime Database has it")

  /// Reads a JSON file by the rules of a Realtime Database: names in order, no nulls.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  func readTree(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions
  ) throws(CommandError) -> Document {
    var reading = reading
    if reading.layout == nil { reading.loader = Self.treeLoader.name }
    let isStream = path == "-"
    let source = try reaching(
      FirebaseSource(named: isStream ? "stdin" : path, isFile: true, options: reading))
    let document = try read(file: source, at: isStream ? "/dev/stdin" : path, as: file, reading)
    if isStream, let table = FirebaseTable.of(document) { document.source = StreamedTree(table) }
    return document
  }

  /// Reads the file of a tree again.
  private func read(
    file source: FirebaseSource, at path: String, as file: AllowedFile?, _ reading: ReadOptions
  ) throws(CommandError) -> Document {
    let seen = SeenFile(path)
    let bytes = try TextFile.readBytes(path, name: source.name, as: file, progress: shell.progress)
    let node = try reaching(FirebaseNode.read(bytes))
    _ = source.take([.reset(node)])
    let document = try self.document(of: source, reading)
    FirebaseTable.of(document)?.seenFile = seen
    let isSame = Array(source.text(with: []).utf8) == bytes
    if !isSame, path == source.name {
      document.opening.notes.append(
        "save writes it as a Realtime Database exports it, names in order, without nulls")
    }
    return document
  }

  /// Connects anew, and reads the whole tree into a document. It is followed if it was before.
  ///
  /// - Parameter known: the document as it was; nil: it is opened.
  func read(
    _ source: FirebaseSource, _ reading: ReadOptions, for known: Document? = nil
  ) throws(CommandError) -> Document {
    if source.isFile { return try read(file: source, at: source.name, as: nil, reading) }
    shell.progress.begin("reading \(source.name)", .bytes)
    defer { shell.progress.end() }
    let isFollowed = source.descriptor != nil
    defer {
      if !isFollowed { source.unfollow() }
      shell.live.plan()
    }
    try reaching(source.restart(isWanted: { !shell.isStopped }))
    return try document(of: source, reading, for: known)
  }

  /// The tree that a source has, as a document.
  ///
  /// - Parameters:
  ///   - known: the document as it was; nil: it is opened.
  ///   - table: the table whose columns stay where no row has a member of their name; nil: the last one
  ///     that was in the source.
  private func document(
    of source: FirebaseSource, _ reading: ReadOptions, for known: Document? = nil,
    keepingColumnsOf table: Table? = nil
  ) throws(CommandError) -> Document {
    let names = (table ?? known?.editor.saved)?.columns.map(\.name) ?? []
    let loaded = try reaching(source.loaded(keeping: names))
    let document = Document(
      name: source.name, table: loaded.table, source: FirebaseTable(source, loaded.origin),
      reading: reading)
    document.opening.notes = loaded.notes.map(\.description) + source.restNotes
    if source.tree.root == nil, source.whole.root == nil, let address = source.address {
      document.opening.notes.append("nothing is at \(address.path.text) yet; save creates it")
    }
    if let base = known?.editor.saved, base.hasOwnOrder { try document.arrange(like: base) }
    return document
  }

  /// Takes in what came from a Realtime Database.
  func takeIn(
    _ arrival: FirebaseSource.Arrival, from source: FirebaseSource, into document: Document
  ) -> Arrival {
    do throws(CommandError) {
      switch arrival {
      case .nothing: return .nothing
      case .rows(let rows):
        if let transaction = try merge(rows, from: source, into: document, origin: .others) {
          return .change(transaction)
        }
      case .whole: break
      }
      return .change(try mergeWhole(source, into: document, origin: .others))
    } catch {
      // The next change tries all of it again.
      source.isBehind = true
      return .doubt("not merged: \(error.message)")
    }
  }

  /// Compares a tree with its table.
  private func mergeWhole(
    _ source: FirebaseSource, into document: Document, origin: ChangeOrigin
  ) throws(CommandError) -> Transaction {
    let fresh = try fresh(source, document)
    let transaction = try shell.merge(
      fresh, into: document, title: Transaction.pushTitle, origin: origin
    ).transaction
    // So that the next rows need not wait for it.
    document.table.indexKeys()
    source.isBehind = false
    return transaction
  }

  /// The tree that a source has, in the sections of its table.
  ///
  /// - Parameter isSaved: whether all of the document was just written there, renamed columns, too.
  func fresh(
    _ source: FirebaseSource, _ document: Document, isSaved: Bool = false
  ) throws(CommandError) -> Document {
    let fresh = try self.document(
      of: source, document.opening.reading, for: document,
      keepingColumnsOf: isSaved ? document.wholeTable : nil)
    try shell.section(fresh, as: document)
    return fresh
  }

  /// Merges rows of a tree into its table, at the cost of those rows.
  ///
  /// - Returns: nil if the tree is to be compared as a whole.
  func merge(
    _ rows: [FirebaseMapping.Row], from source: FirebaseSource, into document: Document,
    origin: ChangeOrigin
  ) throws(CommandError) -> Transaction? {
    guard let delta = source.delta(rows, to: document.editor.saved) else { return nil }
    let transaction = try editing(
      document.controller.merge(delta: delta, title: Transaction.pushTitle, origin: origin)
        .transaction)
    if transaction.changesTable { document.past.change = transaction }
    document.lastTransaction = transaction
    return transaction
  }
}

extension FirebaseSource {
  /// What a reader of its table is told of the tree that is in none of its declared sections.
  var restNotes: [String] {
    let rest = layout?.rest(of: whole).map { "'\(shown: $0.identifier)'" } ?? []
    return rest.isEmpty ? [] : ["in no section, but kept: \(Counts.list(rest, last: "and"))"]
  }
}
