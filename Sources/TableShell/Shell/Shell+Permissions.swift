import TableKit
import TableLua
import TablePrinters
import TableSources

extension Shell {
  /// Refuses to read a file from Lua unless that is allowed.
  ///
  /// - Returns: the file to read; nil where nobody has to allow it.
  func permitted(reading path: String) throws(CommandError) -> AllowedFile? {
    try permitted(.reading(FileOrigin.file(of: path)))
  }

  /// Refuses to write a file from Lua unless that is allowed.
  ///
  /// - Returns: the file to write; nil where nobody has to allow it.
  func permitted(writing path: String) throws(CommandError) -> AllowedFile? {
    try permitted(.writing(FileOrigin.file(of: path)))
  }

  /// Refuses to save a table from Lua unless that is allowed. The file of a table that the user has
  /// opened is, as long as its name leads to where it led then.
  ///
  /// - Parameter document: the table, where it is to be saved to the file the user has opened.
  /// - Returns: the file to write; nil where nobody has to allow it.
  func permitted(saving path: String, _ document: Document?) throws(CommandError) -> AllowedFile? {
    guard context.isOfLua, let real = document?.realPath,
      let file = AllowedFile(holding: FileOrigin.file(of: path)), file.path == real
    else { return try permitted(writing: path) }
    return file
  }

  /// Refuses to keep a backup of a file from Lua unless that is allowed, beside where the file really
  /// is.
  ///
  /// - Returns: the file; nil where nobody has to allow it.
  func permitted(backupOf path: String, suffix: String) throws(CommandError) -> AllowedFile? {
    guard context.isOfLua, let file = AllowedFile(holding: path) else { return nil }
    _ = try permitted(.writing(file.path + suffix))
    return file
  }

  /// Refuses to run a program from Lua unless that is allowed.
  func checkPermission(running program: String) throws(CommandError) {
    let request = AccessRequest.running(program)
    if context.isOfLua, !luaLayer.access.allows(request) { throw denied(request) }
  }

  private func permitted(_ request: AccessRequest) throws(CommandError) -> AllowedFile? {
    guard context.isOfLua else { return nil }
    guard let file = luaLayer.access.file(for: request) else { throw denied(request) }
    return file
  }

  private func denied(_ request: AccessRequest) -> CommandError {
    .permissionDenied(what: "\(request.what) from Lua", flag: request.flag)
  }

  /// What decides for this session: a person where one is there, in a batch the options alone.
  func makeAccess() -> AccessGuard {
    let access = AccessGuard(options.permissions)
    access.ask = { [unowned self] in answer($0) }
    access.willRun = { [console] in console.flush() }
    return access
  }

  /// Anything but a clear yes is a no.
  private func answer(_ request: AccessRequest) -> AccessAnswer {
    guard console.canAsk, !context.isCompleting else { return .no }
    var question = "Lua asks for \(request.what): once, always in this session, or no?"
    if let scope = request.scope { question += " (always: '\(scope)' with any plain words)" }
    // One line: a name with line ends in it must not look like another question.
    let typed = console.ask(DisplayText(question).text + " [o/a/N] ")
    switch typed?.trimmingBlanks.lowercased() {
    case "o", "once": return .once
    case "a", "always": return .always
    default: return .no
    }
  }
}
