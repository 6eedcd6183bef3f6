import Lua
import TableKit

extension LuaSession {
  /// Reads a source with a loader of a plugin. The loader sees these bytes and nothing else.
  ///
  /// - Parameters:
  ///   - loader: its name.
  ///   - name: the name of the source, `source.name` in Lua.
  ///   - bytes: the source.
  public func load(
    with loader: String, name: String, bytes: [UInt8]
  ) throws(LuaFailure) -> LoadedRows {
    try load(with: loader, from: LoaderBytes(bytes, name: name))
  }

  /// Reads a source with a loader of a plugin, piece by piece. The loader sees these bytes and
  /// nothing else.
  ///
  /// Columns stand in the order that the loader declares, then in that of their first appearance,
  /// new ones of one row by name; sections in the order of their first row.
  ///
  /// - Parameter nulls: texts that are null, beside empty ones.
  /// - Throws: what the loader raises; `bad-row` for what fits into no cell; `too-many-rows` for more
  ///   than `rowMemory`; what reading throws;
  ///   with the line of the source that was read last, where it reads lines.
  /// - Complexity: one call of `emit` for each row; the rows are no memory of Lua's.
  public func load(
    with loader: String, from input: any LoaderInput, nulls: [String] = []
  ) throws(LuaFailure) -> LoadedRows {
    let found = try registry.find("loader", loader, in: registry.loaders, by: \.info.name)
    guard let load = found.load else {
      preconditionFailure("loader '\(loader)' declares sections of a tree and reads none itself")
    }
    progress.begin("reading \(input.name)", .bytes, total: input.byteCount)
    defer { progress.end() }
    let collector = RowCollector(
      input, columns: found.info.columns, nulls: nulls, memory: rowMemory, progress, numberReads)
    let loading = LuaLoading(columns: found.info.columns.count, delegate: collector)
    collector.loading = loading
    var isRead = false
    do throws(LuaFailure) {
      return try finishing(of: found.info.plugin) { () throws(LuaError) in
        try asked("by a loader", currentHandleIfAny) { () throws(LuaError) in
          try state.withGenerationalCollector { () throws(LuaError) in
            try state.load(with: load, from: input.name, into: loading)
          }
        }
        isRead = true
        let table = try collector.table(of: loading)
        let names = collector.names
        var named: NameTable<String> = [:]
        for (given, name) in zip(names.given, names.names) { named[given] = name }
        let key = found.info.key.map { named[$0] ?? $0 }
        for column in key where table.column(named: column) == nil {
          throw LuaFailure.noSuchColumn(column, among: table.columns.map(\.name)).luaError
        }
        return LoadedRows(
          table: table, key: key,
          sortedColumns: collector.sortedColumns.map { named[$0] ?? $0 },
          columnNotes: names.notes.map(\.text), emitted: collector.emitted)
      }
    } catch {
      var error = error
      if let bound = collector.bound(of: loading, meantBy: error) { error = bound }
      guard loading.line > 0, !isRead, error.code != "lua-interrupted" else { throw error }
      error.message =
        "loader '\(loader)' at line \(loading.line) of '\(input.name)': \(error.message)"
      throw error
    }
  }

  /// Asks a loader for the stamp of a watched source, which is another when that has changed.
  ///
  /// - Parameter last: the last stamp; nil: this is the first time.
  /// - Throws: what the loader raises; `bad-stamp`.
  public func stamp(
    of loader: String, source name: String, last: LuaStamp?
  ) throws(LuaFailure) -> LuaStamp {
    let found = try registry.find("loader", loader, in: registry.loaders, by: \.info.name)
    guard let changed = found.changed else {
      throw LuaFailure(code: "bad-stamp", message: "loader '\(loader)' declares no watch")
    }
    let values = try finishing(of: found.info.plugin, to: hookSeconds) { () throws(LuaError) in
      try asked("by a loader's watch", currentHandleIfAny) { () throws(LuaError) in
        let source = LuaValue.table(state.table(["name": .string(name)]))
        return try changed.call(source, last?.value ?? .nil)
      }
    }
    switch values.first ?? .nil {
    case .string, .integer, .number, .boolean: return LuaStamp(value: values[0])
    case let other:
      throw LuaFailure(
        code: "bad-stamp",
        message: "watch.changed of loader '\(loader)' returned a \(other.typeName)",
        hint: "it returns a text, a number or a boolean")
    }
  }
}

/// What a loader says of the state of a source.
public struct LuaStamp: Equatable {
  let value: LuaValue

  /// Whether two stamps are the same.
  public static func == (a: LuaStamp, b: LuaStamp) -> Bool {
    switch (a.value, b.value) {
    case (.string(let a), .string(let b)): a.bytes.elementsEqual(b.bytes)
    case (.integer(let a), .integer(let b)): a == b
    case (.boolean(let a), .boolean(let b)): a == b
    default: a.value.number.map { $0 == b.value.number } ?? false
    }
  }
}

/// The bytes that a loader reads, as they come.
///
/// A class because it has a reading position.
public protocol LoaderInput: AnyObject {
  /// The name of the source, `source.name` in Lua.
  var name: String { get }
  /// The number of bytes in the source; nil if it is not known.
  var byteCount: Int? { get }
  /// The number of bytes read so far.
  var position: Int { get }

  /// Reads further bytes, at least one; returns 0 at the end, nil if none have arrived within a
  /// moment, so that waiting can be stopped.
  func read(into bytes: UnsafeMutableRawBufferPointer) throws(LuaFailure) -> Int?
}

/// Input from memory.
final class LoaderBytes: LoaderInput {
  let name: String
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  var byteCount: Int? { bytes.count }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LuaFailure) -> Int? {
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

/// The rows that a plugin's loader has read.
public struct LoadedRows: Sendable {
  /// The table, without a key; its cells are texts, numbers kept as Lua prints them.
  public var table: Table
  /// The key columns that the loader declares; may be empty.
  public var key: [String]
  /// Columns of unknown order: fields of a Lua table have none, so new ones of a row
  /// stand in alphabetical order. Declaring `columns` settles it.
  public var sortedColumns: [String]
  /// Notes about columns without a name.
  public var columnNotes: [String]
  /// By row: which of the emitted rows it is, from 0; nil: they stand as they were emitted. Rows
  /// of one section stand together in a table.
  public var emitted: [Int32]?
}
