import TableLua
import TableSources

extension Shell {
  /// Checks that Lua may read a file.
  ///
  /// - Returns: the file to read; nil: no permission is needed.
  /// - Throws: `permissionDenied`.
  package func permitted(reading path: String) throws(CommandError) -> AllowedFile? {
    try permitted(.reading(FileOrigin.file(of: path)))
  }

  /// Returns the file that is read for a path, as Lua may read it; nil: no permission is needed, or
  /// the path is the address of a server, for which it is asked later.
  package func permitted(opening path: String) throws(CommandError) -> AllowedFile? {
    try sourceKind(of: path) == nil ? permitted(reading: path) : nil
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
    .permissionDenied(what: "\(request.what) from Lua", flag: request.flag, reason: request.reason)
  }

  /// Asks before another file is replaced; in a batch and from Lua, `--overwrite` is required.
  ///
  /// - Parameter besidesOwn: whether files that this session has written are replaced all the same.
  /// - Returns: the state of the file, which is replaced only while it is in that state.
  /// - Throws: `fileExists`, `declined`; `usage` for the file to which standard output goes.
  package func checkOverwriting(
    _ path: String, _ request: SaveRequest, besidesOwn: Bool = true
  ) throws(CommandError) -> SeenFile {
    try checkNoOutput(path)
    let seen = SeenFile(path)
    let files = besidesOwn ? written : WrittenFiles()
    guard !request.overwrites, !request.isForced, files.wouldLose(path) else { return seen }
    guard console.isInteractive, !context.isOfLua else { throw .fileExists(path) }
    // The question whether it is written in place says the same.
    if request.isDryRun || request.inPlace != nil { return seen }
    try confirm("Overwrite \(shown: path)?")
    return seen
  }

  /// Refuses to put a text in the place of a database or a spreadsheet, which may hold other tables:
  /// `--overwrite` and `--force` mean a file of the same kind.
  ///
  /// - Parameter hint: a line that writes another file.
  /// - Throws: `usage`.
  package func checkNoContainer(
    _ path: String, hint: @autoclosure () -> String
  ) throws(CommandError) {
    guard let kind = FileOrigin.container(at: path) else { return }
    throw .usage("'\(shown: path)' is \(kind), which a text would replace", synopsis: [hint()])
  }

  /// Asks before a file is written in place; in a batch and from Lua, `--in-place` is enough.
  ///
  /// - Throws: `declined`.
  package func confirmInPlace(_ path: String, _ request: SaveRequest) throws(CommandError) {
    // A database writes itself, or refuses to be overwritten.
    guard request.inPlace != nil, !request.isDryRun, !context.isOfLua, FileOrigin.isFile(path),
      TableFormats.forPath(FileOrigin.file(of: path))?.isContainer != true
    else { return }
    try confirm(
      "Overwrite the bytes of \(shown: path) in place? A crash meanwhile leaves a backup to copy back."
    )
  }
}
