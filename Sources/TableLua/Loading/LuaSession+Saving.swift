import Lua
import TableKit

extension LuaSession {
  /// Writes a table in the format of a loader that can save, piece by piece.
  ///
  /// - Parameters:
  ///   - loader: its name.
  ///   - write: receives the bytes; its error ends the saver.
  /// - Throws: `no-such-loader`, `cannot-save`, the errors of the saver and of `write`.
  public func save(
    _ table: Table, with loader: String,
    to write: @escaping (UnsafeRawBufferPointer) throws(LuaFailure) -> Void
  ) throws(LuaFailure) {
    let (save, plugin) = try saver(of: loader)
    try finishing(of: plugin) { () throws(LuaError) in
      let pieces = PieceWriter(write)
      let function = state.function("write") { call throws(LuaError) in
        for index in 0..<call.count { try pieces.write(call, index + 1) }
        return 0
      }
      defer { pieces.isOpen = false }
      let handle = TableHandle(table, selection: [])
      try asked("by a saver", handle) { () throws(LuaError) in
        _ = try state.withGenerationalCollector { () throws(LuaError) in
          try save.call(try objects?.table(handle) ?? .nil, .function(function))
        }
      }
      try pieces.flush()
    }
  }

  /// Checks that a loader can save.
  ///
  /// - Throws: `no-such-loader`, `cannot-save`.
  public func checkSaver(_ loader: String) throws(LuaFailure) { _ = try saver(of: loader) }

  private func saver(of loader: String) throws(LuaFailure) -> (LuaFunction, plugin: String?) {
    let found = try registry.find("loader", loader, in: registry.loaders, by: \.info.name)
    guard let save = found.save else { throw .cannotSave(loader) }
    return (save, found.info.plugin)
  }

  /// The bytes of a table in the format of a loader that can save.
  ///
  /// - Throws: also `too-many-bytes` for more than may be held.
  public func save(_ table: Table, with loader: String) throws(LuaFailure) -> [UInt8] {
    let collected = Collected()
    try held.whileHolding { () throws(LuaFailure) in
      try save(table, with: loader) { [unowned self] (piece) throws(LuaFailure) in
        guard held.take(piece.count) else {
          throw .tooManyBytes(of: "loader '\(loader)'", most: held.mostNow)
        }
        collected.bytes += piece
      }
    }
    return collected.bytes
  }

  private final class Collected {
    var bytes: [UInt8] = []
  }
}

/// A buffer that joins the writes of a saver into larger pieces.
///
/// A class because the function that Lua holds writes into it.
private final class PieceWriter {
  private static let capacity = 1 << 18
  private var bytes: [UInt8] = []
  private let next: (UnsafeRawBufferPointer) throws(LuaFailure) -> Void
  /// True if the saver still runs.
  var isOpen = true

  init(_ next: @escaping (UnsafeRawBufferPointer) throws(LuaFailure) -> Void) {
    self.next = next
    bytes.reserveCapacity(Self.capacity)
  }

  /// Appends a string or a number.
  func write(_ call: borrowing LuaCall, _ index: Int) throws(LuaError) {
    guard isOpen else { throw LuaError("write is of use only while its saver runs") }
    if call.isString(index) {
      try call.withBytes(index) { (piece) throws(LuaError) in bytes += piece }
    } else {
      bytes += try call.string(index).utf8
    }
    if bytes.count >= Self.capacity { try flush() }
  }

  func flush() throws(LuaError) {
    let result = bytes.withUnsafeBytes { piece in
      Result { () throws(LuaFailure) in try next(piece) }
    }
    bytes.removeAll(keepingCapacity: true)
    try raising(result.get())
  }
}
