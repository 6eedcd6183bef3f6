import LibC
import Lua

/// The functions below refer weakly to the session: Lua holds them, and the session holds Lua.
extension LuaSession {
  /// Gives an environment `dofile`, `loadfile` and `require`.
  func openChunks(for owner: ModuleOwner) throws(LuaError) {
    let environment = owner.environment
    // Weak: the environment holds the functions, and the owner the environment.
    let load: (String) throws(LuaError) -> LuaFunction = {
      [unowned self, weak owner] path throws(LuaError) in
      guard let owner else { throw Self.isGone }
      let file = try access.file(toRead: path)
      let bytes = try raising(Files.readChunk(path, as: file, in: state))
      return try state.load(bytes: bytes, name: "@" + path, environment: owner.environment)
    }
    let loadfile = state.function("loadfile") { call throws(LuaError) in
      try call.returning(.function(try load(try call.path(1))))
    }
    let dofile = state.function("dofile") { call throws(LuaError) in
      try call.returning(try load(try call.path(1)).call())
    }
    let require = state.function("require") { [unowned self, weak owner] call throws(LuaError) in
      guard let owner else { throw Self.isGone }
      return try call.returning(try module(try call.string(1), of: owner))
    }
    try environment.set("loadfile", .function(loadfile))
    try environment.set("dofile", .function(dofile))
    try environment.set("require", .function(require))
  }

  private static var isGone: LuaError {
    LuaError("this plugin is loaded anew", hint: "use what its new version has")
  }

  /// Returns the value of `require`. Modules in the user's folders need no permission; those beside
  /// the running script need permission to be read.
  private func module(_ name: String, of owner: ModuleOwner) throws(LuaError) -> LuaValue {
    if let module = owner.modules[name] { return module }
    let (path, file) = try modulePath(name, of: owner)
    guard owner.loading.insert(name).inserted else {
      throw LuaError("module '\(name)' requires itself", code: "no-such-module")
    }
    defer { owner.loading.remove(name) }
    let bytes = try raising(Files.readChunk(path, as: file, in: state))
    let chunk = try state.load(bytes: bytes, name: "@" + path, environment: owner.environment)
    let value = try chunk.call(.string(name)).first ?? .nil
    owner.modules[name] = value == .nil ? true : value
    return owner.modules[name] ?? true
  }

  /// Returns the path of a module, and the file that permissions allow, if one is needed.
  private func modulePath(
    _ name: String, of owner: ModuleOwner
  ) throws(LuaError) -> (path: String, file: AllowedFile?) {
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw LuaError("'\(name)' is no name of a module", code: "no-such-module")
    }
    let file = name.replacing(".", with: "/")
    func files(in folder: String) -> [String] {
      ["\(folder)/\(file).lua", "\(folder)/\(file)/init.lua"]
    }
    let own = (owner.folders + modulePaths).flatMap(files)
    if let path = own.first(where: Files.isReadable) { return (path, nil) }
    let beside = owner === scripts ? scriptFolder.map(files) ?? [] : []
    guard let path = beside.first(where: Files.isReadable) else {
      let candidates = own + beside
      throw LuaError(
        "no module '\(name)'", code: "no-such-module",
        hint: candidates.isEmpty ? nil : "looked for \(candidates.joined(separator: ", "))")
    }
    return (path, try access.file(toRead: path))
  }

  /// Loads a plugin into its own environment. On failure its new declarations are removed and the
  /// former ones stay; loaded again, it replaces its declarations, and its modules are read again.
  ///
  /// - Parameters:
  ///   - file: the file as it was allowed; nil: by its path.
  ///   - folders: the folders that its `require` searches first.
  public func load(
    plugin path: String, as file: AllowedFile? = nil, modules folders: [String] = []
  ) throws(LuaFailure) {
    let bytes = Files.chunk(try Files.read(path, as: file, isRegular: true, in: state))
    let former = (registry: registry, owner: owners[path], loading: loadingPlugin)
    registry.remove(plugin: path)
    loadingPlugin = path
    defer { loadingPlugin = former.loading }
    do throws(LuaFailure) {
      try finishing(of: path, to: ruleSeconds) { () throws(LuaError) in
        let owner = ModuleOwner(environment: state.environment(), folders: folders)
        try owner.environment.set("tablesh", library(owner.globals))
        openGlobals(of: owner.environment, owner.globals)
        try openChunks(for: owner)
        owners[path] = owner
        try state.load(bytes: bytes, name: "@" + path, environment: owner.environment).call()
      }
    } catch {
      registry = former.registry
      owners[path] = former.owner
      throw error
    }
  }
}

/// The owner of a `require`, `dofile` and `loadfile`: a plugin, or scripts together with typed Lua.
/// Each owner has its own modules, which run in its environment.
///
/// A class, because it caches modules; a plugin that is loaded again gets a new one.
final class ModuleOwner {
  /// The environment of its modules and chunks.
  let environment: LuaTable
  /// The names of its globals.
  let globals = GlobalNames()
  /// Its own folders of modules, searched before the common ones.
  let folders: [String]
  /// The values of loaded modules.
  var modules: [String: LuaValue] = [:]
  /// The modules being loaded.
  var loading: Set<String> = []

  init(environment: LuaTable, folders: [String] = []) {
    self.environment = environment
    self.folders = folders
  }
}

/// Reading whole files.
enum Files {
  /// The largest number of bytes of a chunk that is a file.
  private static let largestChunk = 64 << 20

  /// Returns the bytes of a chunk, up to the memory limit of the state; waiting can be interrupted.
  ///
  /// - Parameters:
  ///   - file: the file as it was allowed; nil: by its path.
  ///   - isRegular: whether pipes and devices are refused.
  static func read(
    _ path: String, as file: AllowedFile? = nil, isRegular: Bool = false,
    in state: LuaState? = nil
  ) throws(LuaFailure) -> [UInt8] {
    let descriptor = (file ?? AllowedFile(anything: path)).open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .cannotRead(path, reason) }
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFIFO
    if isRegular, kind != S_IFREG, kind != S_IFDIR {
      close(descriptor)
      throw .cannotRead(path, "it is a pipe or a device, not a file")
    }
    if kind == S_IFREG, status.st_size > largestChunk {
      close(descriptor)
      throw .cannotRead(path, "it is larger than \(largestChunk >> 20) MiB")
    }
    do throws(LuaError) { return try LuaFile(descriptor, in: state).all() } catch {
      guard error.scriptCode == "cannot-read" else { throw LuaFailure(error) }
      throw .cannotRead(path, error.message)
    }
  }

  /// Returns the text of a Lua chunk, with a `#!` line blanked, so that lines keep their numbers.
  static func readChunk(
    _ path: String, as file: AllowedFile? = nil, in state: LuaState
  ) throws(LuaFailure) -> [UInt8] { chunk(try read(path, as: file, in: state)) }

  /// Returns the text of a chunk from the bytes of its file.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.first == UInt8(ascii: "#") {
      bytes.removeFirst(bytes.firstIndex(of: 0x0A) ?? bytes.count)
    }
    return bytes
  }

  /// Returns the folder of a file.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// True if a regular file exists and can be read.
  static func isReadable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, R_OK) == 0
  }

  /// The reason why the last system call failed, in lower case as our messages are.
  static var reason: String {
    let text = String(cString: strerror(errno))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
