import Lua

/// What a loader is given to read: `source.name`, `source:lines()`, `source:read()`.
///
/// A class because both functions read on where the other has stopped.
final class SourceText {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The object in Lua.
  func object(named name: String, _ state: LuaState) -> LuaTable {
    let lines = state.function { [self] call throws(LuaError) in
      call.push(iterator: { [self] () throws(LuaError) in nextLine().map { [.string($0)] } })
      return 1
    }
    let read = state.function { [self] call throws(LuaError) in
      defer { position = bytes.count }
      return try call.returning(.string(LuaString(bytes: Array(bytes[position...]))))
    }
    return state.table([
      "name": .string(name), "lines": .function(lines), "read": .function(read),
    ])
  }

  /// The next line without its end, LF or CR LF.
  private func nextLine() -> LuaString? {
    guard position < bytes.count else { return nil }
    let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
    var line = bytes[position..<end]
    if end < bytes.count, line.last == 0x0D { line.removeLast() }
    position = min(end + 1, bytes.count)
    return LuaString(bytes: Array(line))
  }
}
