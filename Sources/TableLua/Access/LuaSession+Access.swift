import LibC
import Lua
import Wording

/// The functions below refer weakly to the session: Lua holds them, and the session holds Lua.
///
/// They exist whatever is allowed: without permission they ask, or raise an error that names the
/// option.
extension LuaSession {
  /// Opens the functions of `io` and `os`.
  func openAccess() {
    let type = LuaFile.type(in: state)
    state.open("os.getenv") { [access] call throws(LuaError) in
      let name = try call.string(1)
      try access.check(.variable(name))
      return try call.returning(
        getenv(name).map {
          .string(LuaString(bytes: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))))
        } ?? .nil)
    }
    openPrograms(type)
    openFileNames()
    openFiles(type)
    openStreams()
  }

  /// Opens the functions of `os` on names of files; they return true, or nil and the reason.
  private func openFileNames() {
    state.open("os.remove") { [access] call throws(LuaError) in
      let path = try call.path(1)
      let real = try access.path(.removing(path))
      let answer = RealPath.inFolder(of: real) { folder, name in
        if unlinkat(folder, name, 0) == 0 { return 0 }
        return errno == EISDIR ? unlinkat(folder, name, Int32(AT_REMOVEDIR)) : -1
      }
      if answer == 0 { return try call.returning(true) }
      return try call.returning(.nil, .string("\(path): \(Files.reason)"))
    }
    state.open("os.rename") { [access] call throws(LuaError) in
      let old = try call.path(1)
      let oldReal = try access.path(.removing(old))
      let newReal = try access.path(.removing(try call.path(2)))
      let answer = RealPath.inFolder(of: oldReal) { oldFolder, oldName in
        RealPath.inFolder(of: newReal) { renameat(oldFolder, oldName, $0, $1) }
      }
      if answer == 0 { return try call.returning(true) }
      return try call.returning(.nil, .string("\(old): \(Files.reason)"))
    }
  }

  private func openFiles(_ type: LuaObjectType) {
    state.open("io.open") { [weak self, access] call throws(LuaError) in
      let path = try call.path(1)
      let mode = call.isNil(2) ? "r" : try call.string(2)
      if !mode.hasPrefix("r"), LuaStream.isStandardOutput(path), let self {
        call.push(object: LuaStream(.output, host, closes: true), type: LuaStream.type(in: state))
        return 1
      }
      guard let file = try LuaFile.open(path, mode, access, call.state) else {
        return try call.returning(.nil, .string("\(path): \(Files.reason)"))
      }
      file.onLoss = { [weak self] reason in
        self?.host?.warn("'\(path)' is not written whole: \(reason)")
      }
      self?.openFiles.removeAll { $0.file == nil }
      self?.openFiles.append(WeakFile(file: file))
      call.push(object: file, type: type)
      return 1
    }
    state.open("io.lines") { [access] call throws(LuaError) in
      if call.isNil(1) { throw LuaStream.notReadable("io.lines") }
      let path = try call.path(1)
      let format = call.isNil(2) ? "l" : call.value(2)
      guard let file = try LuaFile.open(path, "r", access, call.state) else {
        throw LuaFailure.cannotRead(path, Files.reason).luaError
      }
      call.push(iterator: { () throws(LuaError) in [try file.read(format)] })
      return 1
    }
  }

  /// Flushes files that no script has closed, and warns of failed writes. The shell calls this
  /// before it ends.
  public func finishFiles() {
    for open in openFiles { open.file?.finish() }
    openFiles = []
  }

  /// A weak reference to a file owned by Lua.
  struct WeakFile {
    weak var file: LuaFile?
  }
}

extension LuaFile {
  /// Opens a file as `io.open` does; returns nil, with `errno` set, on failure.
  fileprivate static func open(
    _ path: String, _ mode: String, _ access: AccessGuard, _ state: LuaState?
  ) throws(LuaError) -> LuaFile? {
    let flags = [
      "r": O_RDONLY, "r+": O_RDWR, "w": O_WRONLY | O_CREAT | O_TRUNC,
      "w+": O_RDWR | O_CREAT | O_TRUNC, "a": O_WRONLY | O_CREAT | O_APPEND,
      "a+": O_RDWR | O_CREAT | O_APPEND,
    ]
    guard let flags = flags[mode.filter { $0 != "b" }] else {
      throw LuaError("invalid mode '\(mode)'", code: "bad-argument")
    }
    let descriptor = try access.open(path, flags) { state?.mustStop ?? true }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      LibC.close(descriptor)
      errno = EISDIR
      return nil
    }
    return LuaFile(descriptor, in: state)
  }
}

extension LuaCall {
  /// The name of a file. The program knows names in UTF-8 only: of any other it would make that of
  /// another file.
  func path(_ index: Int) throws(LuaError) -> String {
    let text = try string(index)
    if !isString(index) { return text }
    let bytes = try bytes(index)
    guard text.utf8.elementsEqual(bytes) else {
      throw LuaError(
        "'\(bytes.withUnsafeBytes(VisibleText.of))' is not UTF-8", code: "bad-argument",
        hint: "names of files are UTF-8 here; tablesh.exec passes on any bytes")
    }
    return text
  }
}
