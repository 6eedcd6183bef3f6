import LibC
import Lua

extension LuaFile {
  /// The methods of a file in a state: `file:read()`, `file:lines()`, `file:write()`, `file:seek()`,
  /// `file:flush()`, `file:close()`.
  static func type(in state: LuaState) -> LuaObjectType {
    state.objectType(
      "file",
      methods: [
        "read": { call throws(LuaError) in
          let file = try call.object(1, as: LuaFile.self)
          guard call.count > 1 else { return try call.returning(try file.read("l")) }
          var values: [LuaValue] = []
          for index in 2...call.count {
            values.append(try file.read(call.value(index)))
            if values.last == .nil { break }
          }
          return try call.returning(values)
        },
        "lines": { call throws(LuaError) in
          let file = try call.object(1, as: LuaFile.self)
          let format = call.isNil(2) ? "l" : call.value(2)
          call.push(iterator: { () throws(LuaError) in [try file.read(format)] })
          return 1
        },
        "write": { call throws(LuaError) in
          let file = try call.object(1, as: LuaFile.self)
          return try writing(call) { () throws(LuaError) in
            for index in 2..<max(call.count + 1, 2) { try file.write(try call.text(index)) }
            return call.returning(argument: 1)
          }
        },
        "seek": { call throws(LuaError) in
          let file = try call.object(1, as: LuaFile.self)
          let origins = ["set": SEEK_SET, "cur": SEEK_CUR, "end": SEEK_END]
          let name = call.isNil(2) ? "cur" : try call.string(2)
          guard let origin = origins[name] else {
            throw LuaError("invalid option '\(name)'", code: "bad-argument")
          }
          let offset = call.isNil(3) ? 0 : try call.integer(3)
          guard let place = try file.seek(offset, origin) else {
            return try call.returning(.nil, .string(Files.reason))
          }
          return try call.returning(.integer(place))
        },
        "flush": { call throws(LuaError) in
          let file = try call.object(1, as: LuaFile.self)
          return try writing(call) { () throws(LuaError) in
            try file.flush()
            return call.returning(argument: 1)
          }
        },
        "close": { call throws(LuaError) in try close(call) },
      ])
  }

  /// `file:close()` and `io.close(file)`.
  static func close(_ call: borrowing LuaCall) throws(LuaError) -> Int32 {
    let file = try call.object(1, as: LuaFile.self)
    return try writing(call) { () throws(LuaError) in try call.returning(try file.close()) }
  }

  /// Returns nil and the reason if a write fails, instead of raising it.
  private static func writing(
    _ call: borrowing LuaCall, _ body: () throws(LuaError) -> Int32
  ) throws(LuaError) -> Int32 {
    do throws(LuaError) { return try body() } catch {
      guard error.scriptCode == notWritten else { throw error }
      return try call.returning(.nil, .string(error.message))
    }
  }
}
