import TableLua
import TableSources

extension Shell {
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

  /// The loaders declared by Lua; does not start Lua if there are no plugins.
  var luaLoaders: [LoaderInfo] {
    !luaLayer.plugins.isEmpty || hasLua ? lua.loaders : []
  }

  /// Returns the error for a loader that neither the program nor Lua has; nil: it is built in.
  func unknownLoader(_ name: String) -> CommandError? {
    let builtIn = TableFormats.readable.map(\.name)
    guard !builtIn.contains(name) else { return nil }
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
      name: stream.name, table: loaded.table, origin: loaded.origin, reading: reading)
    document.notes = loaded.notes.map(\.description) + rows.columnNotes
    document.loader = loader
    document.path = path == "-" ? nil : path
    if !rows.sortedColumns.isEmpty {
      document.notes.append(
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
      return try calling(lua.load(with: loader, from: input, nulls: nulls))
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
