import Glibc
import Lua

/// Whole files.
enum Files {
  /// The bytes of a file; whoever waits for them can be stopped, and they are no more than the state
  /// may hold.
  ///
  /// - Parameter file: what is read, where somebody had to allow it.
  static func read(
    _ path: String, as file: AllowedFile? = nil, in state: LuaState? = nil
  ) throws(LuaFailure) -> [UInt8] {
    let descriptor = (file ?? AllowedFile(anything: path)).open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .cannotRead(path, reason) }
    do throws(LuaError) { return try LuaFile(descriptor, in: state).all() } catch {
      guard error.scriptCode == "cannot-read" else { throw LuaFailure(error) }
      throw .cannotRead(path, error.message)
    }
  }

  /// The text of a chunk of Lua, a first line of `#!` blanked, so that lines keep their numbers.
  static func readChunk(
    _ path: String, as file: AllowedFile? = nil, in state: LuaState
  ) throws(LuaFailure) -> [UInt8] { chunk(try read(path, as: file, in: state)) }

  /// The same of bytes that were read.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.first == UInt8(ascii: "#") {
      bytes.removeFirst(bytes.firstIndex(of: 0x0A) ?? bytes.count)
    }
    return bytes
  }

  /// The folder of a file.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether there is an ordinary file that can be read.
  static func isReadable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, R_OK) == 0
  }

  /// What the last system call complained about, in lower case as our messages are.
  static var reason: String {
    let text = String(cString: strerror(errno))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
