/// A line of a chunk.
public struct LuaPlace: Equatable, Sendable, CustomStringConvertible {
  /// The chunk as Lua names it: a file's name, or `[string "…"]`.
  public var chunk: String
  /// The line, from 1.
  public var line: Int

  /// Creates a place.
  public init(chunk: String, line: Int) {
    self.chunk = chunk
    self.line = line
  }

  /// `chunk:line`, as errors begin with it.
  public var description: String { "\(chunk):\(line)" }
}

extension LuaPlace {
  /// Splits `chunk:12: message`; nil when the text begins otherwise.
  ///
  /// - Parameter isChunk: whether a name is that of a chunk, since a message may contain such
  ///   an `x:1: ` of its own.
  static func split(
    _ text: String, isChunk: (Substring) -> Bool
  ) -> (place: LuaPlace, message: String)? {
    let bytes = text.utf8
    var from = bytes.startIndex
    while let colon = bytes[from...].firstIndex(of: UInt8(ascii: ":")) {
      var end = bytes.index(after: colon)
      from = end
      var line = 0
      while end < bytes.endIndex, (48...57).contains(bytes[end]), line < 100_000_000 {
        line = line * 10 + Int(bytes[end] - 48)
        end = bytes.index(after: end)
      }
      guard end > from, bytes[end...].starts(with: ": ".utf8), isChunk(text[..<colon]) else {
        continue
      }
      let message = text[bytes.index(end, offsetBy: 2)...]
      return (LuaPlace(chunk: String(text[..<colon]), line: line), String(message))
    }
    return nil
  }

  /// The name under which Lua shows a chunk. Source: Lua 5.4 manual, `lua_Debug.short_src`.
  static func shortName(of chunkName: String) -> String {
    let room = 59
    let rest = chunkName.utf8.dropFirst()
    switch chunkName.utf8.first {
    case UInt8(ascii: "="):
      return String(decoding: rest.prefix(room), as: UTF8.self)
    case UInt8(ascii: "@"):
      if rest.count <= room { return String(decoding: rest, as: UTF8.self) }
      return "..." + String(decoding: rest.suffix(room - 3), as: UTF8.self)
    default:
      return "[string"
    }
  }
}
