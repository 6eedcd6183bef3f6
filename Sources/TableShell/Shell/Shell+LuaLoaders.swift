import TableKit
import TableLua
import TableSources

extension Shell {
  /// The Lua loader that reads a file: the one that is named, else the one for its extension or
  /// scheme.
  ///
  /// - Throws: `ambiguous-loader` where several are for it.
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

  /// The loaders that are declared; Lua is not started to find that there are none.
  var luaLoaders: [LoaderInfo] {
    !luaLayer.plugins.isEmpty || hasLua ? lua.loaders : []
  }

  /// The error that a loader deserves which neither the program nor Lua has.
  func unknownLoader(_ name: String) -> CommandError? {
    let builtIn = TableFormats.readable.map(\.name)
    guard !builtIn.contains(name) else { return nil }
    return .source(.unknownLoader(name, known: builtIn + luaLoaders.map(\.name)))
  }

  /// Reads a source with a Lua loader, piece by piece.
  ///
  /// - Parameter file: what is read, where somebody had to allow it.
  func read(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions, with loader: String
  ) throws(CommandError) -> Document {
    let stream: SourceStream
    do throws(SourceError) {
      stream = try self.stream(path, at: file?.place, for: loader)
    } catch {
      throw CommandError(error)
    }
    let rows = try loadedRows(from: stream, with: loader, nulls: reading.nulls)
    let loaded: LoadedTable
    do throws(SourceError) {
      loaded = try LoadedTable(
        rows.table, from: stream, format: loader, key: rows.key, made: rows.emitted,
        options: reading)
    } catch {
      throw CommandError(error)
    }
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

  /// What a loader reads. An address of its schemes that is no file has no bytes: the loader makes
  /// rows of the address itself.
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
      // What went wrong with the source is said as of any other.
      if let failure = input.failure, case .lua = error { throw CommandError(failure) }
      throw error
    }
  }
}

/// The bytes of a source, for a loader.
///
/// A class because reading goes on where it has stopped.
private final class StreamInput: LoaderInput {
  private let stream: SourceStream
  /// Why reading has failed.
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
