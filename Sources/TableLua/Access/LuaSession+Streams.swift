import LibC
import Lua

/// The session's own streams in `io`. Writing to them is harmless, as `print` is; standard
/// input is read by the shell.
extension LuaSession {
  func openStreams() {
    let type = LuaStream.type(in: state)
    state.open("io.stdin", object: LuaStream(.input, host), type: type)
    state.open("io.stderr", object: LuaStream(.errors, host), type: type)
    let output = LuaStream(.output, host)
    let stdout = LuaValue.other(state.open("io.stdout", object: output, type: type))
    state.open("io.write") { call throws(LuaError) in
      for index in 0..<call.count { try output.write(try call.text(index + 1)) }
      call.push(stdout)
      return 1
    }
    state.open("io.output") { call throws(LuaError) in
      guard call.isNil(1) else {
        throw LuaError(
          "'io.output' leads to no file", code: "not-available", hint: "use io.open(path, 'w')")
      }
      call.push(stdout)
      return 1
    }
    for name in ["io.read", "io.input"] {
      state.open(name) { _ throws(LuaError) in throw LuaStream.notReadable(name) }
    }
    for name in ["io.tmpfile", "os.tmpname"] {
      state.open(name) { _ throws(LuaError) in
        throw LuaError("'\(name)' is not available", code: "not-available", hint: "use io.open")
      }
    }
    state.open("io.type") { call throws(LuaError) in
      if call.isObject(1, LuaStream.self) { return try call.returning("file") }
      guard let file = try? call.object(1, as: LuaFile.self) else {
        return try call.returning(.nil)
      }
      return try call.returning(file.isOpen ? "file" : "closed file")
    }
    state.open("io.close") { call throws(LuaError) in
      guard !call.isNil(1), !call.isObject(1, LuaStream.self) else {
        return try call.returning(.nil, .string(LuaStream.staysOpen))
      }
      return try LuaFile.close(call)
    }
  }
}

/// One of the session's own streams in Lua: `io.stdout`, `io.stderr`, `io.stdin`.
///
/// A class because Lua holds it as an object.
final class LuaStream {
  enum Kind {
    case input, output, errors
  }

  private let kind: Kind
  private weak var host: (any LuaHost)?
  /// Whether a script may close it: it has opened it by the name of a file.
  private let closes: Bool

  init(_ kind: Kind, _ host: (any LuaHost)?, closes: Bool = false) {
    (self.kind, self.host, self.closes) = (kind, host, closes)
  }

  /// Whether a path is another name of standard output, such as `/dev/stdout`: what a script writes there
  /// is a part of the reply, as what it prints is.
  static func isStandardOutput(_ path: String) -> Bool {
    var (file, output) = (stat(), stat())
    return stat(path, &file) == 0 && fstat(STDOUT_FILENO, &output) == 0
      && file.st_dev == output.st_dev && file.st_ino == output.st_ino
  }

  /// Writes to the destination of `print` or of warnings.
  func write(_ bytes: [UInt8]) throws(LuaError) {
    guard kind != .errors else { return host?.writeError(bytes) ?? () }
    try raising(host?.write(bytes))
  }

  static let staysOpen = "the streams of the session stay open"

  /// Returns the error for reading standard input, which belongs to the shell.
  static func notReadable(_ name: String) -> LuaError {
    LuaError(
      "'\(name)' is not available: standard input is the shell's", code: "not-available",
      hint: "tablesh.run('open -') reads a table from it, io.open(path) a file")
  }

  /// The methods of such a stream, those of an open file.
  static func type(in state: LuaState) -> LuaObjectType {
    func output(_ call: borrowing LuaCall, _ name: String) throws(LuaError) -> LuaStream {
      let stream = try call.object(1, as: LuaStream.self)
      if stream.kind == .input { throw notReadable("io.stdin:" + name) }
      return stream
    }
    func reading(_ name: String) -> LuaBody {
      { call throws(LuaError) in
        guard try call.object(1, as: LuaStream.self).kind == .input else {
          return try call.returning(.nil, "this is not open for reading")
        }
        throw notReadable("io.stdin:" + name)
      }
    }
    return state.objectType(
      "file",
      methods: [
        "write": { call throws(LuaError) in
          let stream = try output(call, "write")
          for index in 1..<max(call.count, 1) { try stream.write(try call.text(index + 1)) }
          return call.returning(argument: 1)
        },
        "flush": { call throws(LuaError) in
          _ = try output(call, "flush")
          return call.returning(argument: 1)
        },
        "setvbuf": { call throws(LuaError) in
          _ = try output(call, "setvbuf")
          return try call.returning(true)
        },
        "close": { call throws(LuaError) in
          if try call.object(1, as: LuaStream.self).closes { return try call.returning(true) }
          return try call.returning(.nil, .string(staysOpen))
        },
        "seek": { call throws(LuaError) in
          _ = try output(call, "seek")
          return try call.returning(.nil, "illegal seek")
        },
        "read": reading("read"), "lines": reading("lines"),
      ])
  }
}

extension LuaCall {
  /// True if an argument is an object of a kind.
  fileprivate func isObject<Object: AnyObject>(_ index: Int, _ kind: Object.Type) -> Bool {
    (try? object(index, as: kind)) != nil
  }

  /// The bytes of a string or a number, as `write` takes them.
  func text(_ index: Int) throws(LuaError) -> [UInt8] {
    isString(index) ? try bytes(index) : Array(try string(index).utf8)
  }
}
