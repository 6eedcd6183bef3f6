import TableLua
import TablePrinters
import TableSources

extension Shell {
  /// Checks that Lua may read a file.
  ///
  /// - Returns: the file to read; nil: no permission is needed.
  /// - Throws: `permissionDenied`.
  package func permitted(reading path: String) throws(CommandError) -> AllowedFile? {
    try permitted(.reading(FileOrigin.file(of: path)))
  }

  /// Checks that Lua may write a file.
  ///
  /// - Returns: the file to write; nil: no permission is needed.
  package func permitted(writing path: String) throws(CommandError) -> AllowedFile? {
    try permitted(.writing(FileOrigin.file(of: path)))
  }

  /// Checks that Lua may save a table. The file of a table that the user opened is allowed while
  /// its path resolves to the same file.
  ///
  /// - Parameter document: the table, if it is saved to the file that the user opened; else nil.
  /// - Returns: the file to write; nil: no permission is needed.
  package func permitted(saving path: String, _ document: Document?) throws(CommandError)
    -> AllowedFile?
  {
    guard context.isOfLua, let real = document?.source.realPath,
      let file = AllowedFile(holding: FileOrigin.file(of: path)), file.path == real
    else { return try permitted(writing: path) }
    return file
  }

  /// Checks that Lua may write the backup of a file, beside the resolved path of the file.
  ///
  /// - Returns: the file; nil: no permission is needed.
  package func permitted(backupOf path: String, suffix: String) throws(CommandError) -> AllowedFile?
  {
    guard context.isOfLua, let file = AllowedFile(holding: path) else { return nil }
    _ = try permitted(.writing(file.path + suffix))
    return file
  }

  /// Checks that Lua may run a program.
  func checkPermission(running program: String) throws(CommandError) {
    let request = AccessRequest.running(program)
    if context.isOfLua, !luaLayer.access.allows(request) { throw denied(request) }
  }

  /// Checks that Lua may use the network.
  package func checkPermission(reaching host: String) throws(CommandError) {
    let request = AccessRequest.reaching(host)
    if context.isOfLua, !luaLayer.access.allows(request) { throw denied(request) }
  }

  /// Runs what an alias stands for: what Lua has made the name of may go no further than Lua, and
  /// than the plugin that has.
  func asMaker<Result>(
    of name: String?, _ body: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    guard let name, let plugin = luaLayer.aliases[name] else { return try body() }
    context.isOfLua = true
    return try luaLayer.access.running(plugin, body)
  }

  private func permitted(_ request: AccessRequest) throws(CommandError) -> AllowedFile? {
    guard context.isOfLua else { return nil }
    guard let file = luaLayer.access.file(for: request) else { throw denied(request) }
    return file
  }

  private func denied(_ request: AccessRequest) -> CommandError {
    .permissionDenied(
      what: "\(request.what) from Lua", flag: request.flag, reason: request.reason)
  }

  /// Creates the guard of the session: it asks the user at a terminal; in a batch the options
  /// decide.
  func makeAccess() -> AccessGuard {
    let access = AccessGuard(options.permissions)
    access.ask = { [unowned self] in answer($0) }
    access.willRun = { [console] in console.flush() }
    return access
  }

  /// Asks the user; anything but a clear yes is a no.
  private func answer(_ request: AccessRequest) -> AccessAnswer {
    guard console.canAsk, !context.isCompleting else { return .no }
    let asker = luaLayer.access.plugin.map { "plugin '\(name(ofPlugin: $0))'" } ?? "Lua"
    let scope = request.program == nil ? "" : " with any arguments"
    let question = "\(asker) wants to \(request.verb): once, always in this session\(scope), or no?"
    // Escaped to one line: a name with line ends must not look like another question.
    let typed = console.ask(DisplayText(line: question).text + " [o/a/N] ")
    switch typed?.trimmingBlanks.lowercased() {
    case "o", "once": return .once
    case "a", "always": return .always
    default: return .no
    }
  }

  /// The name of a plugin's file, with its folder where another has the same name.
  private func name(ofPlugin path: String) -> String {
    let name = path.lastPathPart
    let isTaken = luaLayer.plugins.contains { $0.path != path && $0.path.lastPathPart == name }
    return isTaken || name == "main.lua" ? path : name
  }
}
