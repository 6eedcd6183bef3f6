import TableKit
import TableLua
import TableSources

extension LuaLayer {
  /// Returns the Lua loader for a file: the one named, else the one for its extension or scheme;
  /// nil: none.
  ///
  /// - Throws: `ambiguousLoader` if several match.
  func luaLoader(_ name: String?, for path: String) throws(CommandError) -> String? {
    let loaders = luaLoaders
    if let name { return loaders.first { $0.name == name }?.name }
    let fileExtension = FileOrigin.fileExtension(path)
    let found = loaders.filter { loader in
      loader.extensions.contains { $0 == fileExtension || $0 == "." + fileExtension }
        || loader.schemes.contains { path.hasPrefix($0 + ":") }
    }
    guard found.count < 2 else { throw .ambiguousLoader(path, found) }
    return found.first?.name
  }

  /// Returns the options for a source that a loader declares the sections of; nil: none does.
  ///
  /// - Parameter path: the source, whose extension or scheme may tell the loader; nil: it is named.
  /// - Throws: `ambiguousLoader`.
  func declared(
    _ name: String?, for path: String? = nil, _ reading: ReadOptions
  ) throws(CommandError) -> ReadOptions? {
    let named = try path.map { (path) throws(CommandError) in try luaLoader(name, for: path) }
    guard let loader = named ?? name,
      let layout = luaLoaders.first(where: { $0.name == loader })?.layout
    else { return nil }
    var reading = reading
    (reading.loader, reading.layout) = (loader, layout)
    return reading
  }

  /// The loaders declared by Lua; does not start Lua if there are no plugins.
  package var luaLoaders: [LoaderInfo] { !plugins.isEmpty || shell.hasLua ? session.loaders : [] }

  /// The loaders that are no plugins', with a description each.
  var builtInLoaders: [(name: String, summary: String)] {
    TableFormats.readable.map { ($0.name, $0.summary) } + shell.sourceKinds.compactMap(\.loader)
  }

  /// Returns the error for a loader that neither the program nor Lua has; nil: it is built in.
  func unknownLoader(_ name: String) -> CommandError? {
    let builtIn = builtInLoaders.map(\.name)
    guard !builtIn.contains(name) else { return nil }
    if !luaLoaders.contains(where: { $0.name == name }),
      let room = shell.closedRooms.first(where: { $0.loaders.contains(name) })
    {
      return .closed(room, for: "--loader \(name)")
    }
    do throws(SourceError) { try TableFormats.named(name)?.checkPresent(for: name) } catch {
      return .source(error)
    }
    return .source(.unknownLoader(name, known: builtIn + luaLoaders.map(\.name)))
  }

  /// Reads a source with a Lua loader, as a stream.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  func read(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions, with loader: String
  ) throws(CommandError) -> Document {
    let stream = try sourcing(stream(path, at: file?.place, for: loader))
    let rows = try loadedRows(from: stream, with: loader, nulls: reading.nulls)
    let loaded = try sourcing(
      LoadedTable(
        rows.table, from: stream, format: loader, key: rows.key, made: rows.emitted,
        options: reading))
    let document = Document(
      name: stream.name, table: loaded.table,
      source: LoaderSource(loaded.origin, loader: loader, address: path == "-" ? nil : path),
      reading: reading)
    document.opening.notes = loaded.notes.map(\.description) + rows.columnNotes
    if !rows.sortedColumns.isEmpty {
      document.opening.notes.append(
        "columns in alphabetical order, as the loader declares none: "
          + rows.sortedColumns.joined(separator: ", "))
    }
    return document
  }

  /// Returns the input of a loader. A URL with one of its schemes that is not a file has no bytes:
  /// the loader makes rows from the URL itself.
  private func stream(
    _ path: String, at place: String?, for loader: String
  ) throws(SourceError) -> SourceStream {
    if path == "-" { return SourceStream(descriptor: 0, name: "stdin") }
    let schemes = luaLoaders.first { $0.name == loader }?.schemes ?? []
    guard schemes.contains(where: { path.hasPrefix($0 + ":") }) else {
      return try SourceStream(path: path, at: place)
    }
    do throws(SourceError) { return try SourceStream(path: path, at: place) } catch {
      guard case .noSuchFile = error else { throw error }
      return try SourceStream(emptyNamed: path)
    }
  }

  private func loadedRows(
    from stream: SourceStream, with loader: String, nulls: [String]
  ) throws(CommandError) -> LoadedRows {
    let input = StreamInput(stream)
    do throws(CommandError) {
      return try shell.calling(session.load(with: loader, from: input, nulls: nulls))
    } catch {
      // An error in reading the source is thrown as for a built-in format.
      if let failure = input.failure, case .lua = error { throw CommandError(failure) }
      throw error
    }
  }
}

/// The bytes of a source, for a loader.
///
/// A class because it has a reading position.
private final class StreamInput: LoaderInput {
  private let stream: SourceStream
  /// The error of the last read, if it failed.
  private(set) var failure: SourceError?

  init(_ stream: SourceStream) { self.stream = stream }

  var name: String { stream.name }
  var byteCount: Int? { stream.byteCount }
  var position: Int { stream.position }

  func read(into bytes: UnsafeMutableRawBufferPointer) throws(LuaFailure) -> Int? {
    do throws(SourceError) { return try stream.read(into: bytes) } catch {
      failure = error
      throw LuaFailure(code: error.code, message: error.message, hint: error.hint)
    }
  }
}

extension LuaLayer {
  /// Returns the saver of the Lua loader for a path's extension; nil if there is none, or if it
  /// cannot save and a built-in format has the extension.
  ///
  /// - Throws: `cannot-save` if it cannot save and no built-in format has the extension.
  func luaSaver(for path: String) throws(CommandError) -> LuaSaver? {
    guard let loader = try luaLoader(nil, for: path) else { return nil }
    let canSave = session.loaders.contains { $0.name == loader && $0.canSave }
    if !canSave, try ExportFormat(path: path) != nil { return nil }
    return try luaSaver(loader)
  }

  /// The names of the Lua loaders that can save.
  var luaSaverNames: [String] { luaLoaders.filter(\.canSave).map(\.name) }

  /// Returns the bytes of a table as a saver writes it, for standard output.
  func bytes(of table: Table, with saver: LuaSaver) throws(CommandError) -> [UInt8] {
    shell.progress.begin("writing \(saver.name)", .bytes)
    defer { shell.progress.end() }
    return try shell.calling(session.save(table, with: saver.name))
  }

  /// Returns the saver of a loader.
  ///
  /// - Throws: `cannot-save` if the loader has none.
  func luaSaver(_ loader: String) throws(CommandError) -> LuaSaver {
    try shell.calling(session.checkSaver(loader))
    return LuaSaver(name: loader, shell: shell)
  }
}

/// The saver of a Lua loader: writes tables.
///
/// A class because it keeps the error of a failed save.
final class LuaSaver {
  /// The name of the loader.
  let name: String
  private unowned let shell: Shell
  private var failure: LuaFailure?

  init(name: String, shell: Shell) {
    self.name = name
    self.shell = shell
  }

  /// Returns a writer of a table.
  ///
  /// - Parameter target: the name of the file in error messages.
  func writer(of table: Table, to target: String) -> ScriptWriter {
    ScriptWriter(name: name) { [self] (sink) throws(SourceError) in
      let stopped = SinkFailure()
      do throws(LuaFailure) {
        try shell.lua.save(table, with: name) { (bytes) throws(LuaFailure) in
          do throws(SourceError) { try sink(bytes) } catch {
            stopped.error = error
            throw LuaFailure(code: error.code, message: error.message, hint: error.hint)
          }
        }
      } catch {
        if let error = stopped.error { throw error }
        if error.code == "lua-interrupted" { throw .cancelled("saving") }
        failure = error
        throw .cannotSave(target, reason: error.message)
      }
    }
  }

  /// Returns the error of a save: that raised by the saver itself, with its place, takes
  /// precedence.
  func commandError(_ error: SourceError) -> CommandError {
    failure.map { .lua($0) } ?? CommandError(error)
  }

  private final class SinkFailure {
    var error: SourceError?
  }
}
