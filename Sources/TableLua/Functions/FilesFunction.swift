import LibC
import Lua

/// `tablesh.files`
enum FilesFunction: LibraryFunction {
  static let reference = FunctionReference(
    "files", #"tablesh.files("in") → list, or nil and an error"#,
    """
    lists a folder by name, as {name=, type="file" | "folder" | "link" | "other", size=} of each \
    entry. --allow-read=in allows it
    < folder?  string  the folder; else the one of the session
    > files?  tablesh.File[]  what it holds, sorted by the bytes of the names
    > error?  tablesh.Error  why it cannot be read
    """,
    example: """
      local files, err = tablesh.files("in")
      for _, file in ipairs(files or {}) do print(file.name, file.size) end
      print(err and err.code)
      """, since: "0.3")

  /// What it returns.
  static let classes = [
    ClassReference(
      "File",
      """
      What a folder holds.
      - name  string  its name, without the folder
      - type  string  file, folder, link, or other: a pipe or a device
      - size  integer  its size in bytes; of a link, that of the link
      """)
  ]

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let path = call.isNil(1) ? "." : try call.path(1)
    try session.raiseUnseenFailure()
    let entries: [Entry]
    do throws(LuaError) { entries = try Self.entries(of: path, session) } catch {
      guard error.kind == .runtime else { throw error }
      return try session.returning(error, from: call)
    }
    let state = session.state
    let files = state.table()
    for (index, entry) in entries.enumerated() {
      let file = state.table([
        "name": .string(LuaString(bytes: entry.name)), "type": .string(entry.type),
        "size": .integer(entry.size),
      ])
      try files.set(.integer(index + 1), .table(file))
    }
    return try call.returning(.table(files))
  }

  private typealias Entry = (name: [UInt8], type: String, size: Int)

  private static func entries(of path: String, _ session: LuaSession) throws(LuaError) -> [Entry] {
    let descriptor = try session.access.open(path, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0, let folder = fdopendir(descriptor) else {
      throw LuaFailure.cannotRead(path, Files.reason).luaError
    }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else { break }
      if session.state.mustStop { throw LuaError("interrupted", kind: .interrupted) }
      var status = stat()
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let isFound = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) {
          fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) == 0
        }
      }
      // A file that is gone meanwhile is left out, as if it had been before.
      guard isFound, name != [0x2E], name != [0x2E, 0x2E] else { continue }
      entries.append((name, type(of: status), Int(status.st_size)))
    }
    guard errno == 0 else { throw LuaFailure.cannotRead(path, Files.reason).luaError }
    return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  private static func type(of status: stat) -> String {
    switch status.st_mode & S_IFMT {
    case S_IFREG: "file"
    case S_IFDIR: "folder"
    case S_IFLNK: "link"
    default: "other"
    }
  }
}
