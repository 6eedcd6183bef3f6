import Glibc
import Lua

/// An open file in Lua: `file:read()`, `file:lines()`, `file:write()`, `file:seek()`,
/// `file:flush()`, `file:close()`.
///
/// A class because an open file is one thing; its end closes it.
final class LuaFile {
  private var stream: UnsafeMutablePointer<FILE>?
  private let isPipe: Bool

  init(_ stream: UnsafeMutablePointer<FILE>, isPipe: Bool = false) {
    self.stream = stream
    self.isPipe = isPipe
  }

  deinit { close() }

  @discardableResult
  private func close() -> Int32 {
    guard let stream else { return 0 }
    self.stream = nil
    return isPipe ? pclose(stream) : fclose(stream)
  }

  private func open() throws(LuaError) -> UnsafeMutablePointer<FILE> {
    guard let stream else { throw LuaError("the file is closed") }
    return stream
  }

  /// The next line; nil at the end.
  func line(keepsEnd: Bool = false) -> LuaString? {
    guard let stream else { return nil }
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    var count = getline(&buffer, &capacity, stream)
    guard count > 0, let buffer else { return nil }
    if !keepsEnd, buffer[count - 1] == 0x0A { count -= 1 }
    return LuaString(bytes: Array(UnsafeRawBufferPointer(start: buffer, count: count)))
  }

  private func bytes(_ wanted: Int) throws(LuaError) -> LuaString? {
    let stream = try open()
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(max(wanted, 1), 1 << 16))
    while all.count < wanted {
      let count = fread(&buffer, 1, min(buffer.count, wanted - all.count), stream)
      if count == 0 { break }
      all += buffer[..<count]
    }
    return all.isEmpty && wanted > 0 ? nil : LuaString(bytes: all)
  }

  private func read(_ format: LuaValue) throws(LuaError) -> LuaValue {
    _ = try open()
    if let count = format.integer { return try bytes(count).map { .string($0) } ?? .nil }
    switch format.text.map({ $0.hasPrefix("*") ? String($0.dropFirst()) : $0 }) {
    case nil, "l": return line().map { .string($0) } ?? .nil
    case "L": return line(keepsEnd: true).map { .string($0) } ?? .nil
    case "a": return .string(try bytes(.max) ?? "")
    case "n":
      guard let text = line()?.text.trimmed, let number = Double(text) else { return .nil }
      return Int(text).map { .integer($0) } ?? .number(number)
    case let other?: throw LuaError("invalid format '\(other)'", code: "bad-argument")
    }
  }

  /// What a file can do in a state.
  static func type(in state: LuaState) -> LuaObjectType {
    state.objectType(
      "file",
      methods: [
        "read": { call throws(LuaError) in
          let file = try call.object(1, as: LuaFile.self)
          guard call.count > 1 else { return try call.returning(try file.read("l")) }
          for index in 2...call.count { call.push(try file.read(call.value(index))) }
          return Int32(call.count - 1)
        },
        "lines": { call throws(LuaError) in
          let file = try call.object(1, as: LuaFile.self)
          call.push(iterator: { () throws(LuaError) in file.line().map { [.string($0)] } })
          return 1
        },
        "write": { call throws(LuaError) in
          let stream = try call.object(1, as: LuaFile.self).open()
          for index in 2..<max(call.count + 1, 2) {
            let bytes: [UInt8]
            if case .string(let string) = call.value(index) {
              bytes = string.bytes
            } else {
              bytes = Array(try call.string(index).utf8)
            }
            guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
              return try call.returning(.nil, .string(Files.reason))
            }
          }
          return try call.returning(call.value(1))
        },
        "seek": { call throws(LuaError) in
          let stream = try call.object(1, as: LuaFile.self).open()
          let origins = ["set": SEEK_SET, "cur": SEEK_CUR, "end": SEEK_END]
          let name = call.isNil(2) ? "cur" : try call.string(2)
          guard let origin = origins[name] else {
            throw LuaError("invalid option '\(name)'", code: "bad-argument")
          }
          guard fseek(stream, call.isNil(3) ? 0 : try call.integer(3), origin) == 0 else {
            return try call.returning(.nil, .string(Files.reason))
          }
          return try call.returning(.integer(ftell(stream)))
        },
        "flush": { call throws(LuaError) in
          try call.returning(fflush(try call.object(1, as: LuaFile.self).open()) == 0 ? true : .nil)
        },
        "close": { call throws(LuaError) in
          try call.returning(try call.object(1, as: LuaFile.self).close() == 0 ? true : .nil)
        },
      ])
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
