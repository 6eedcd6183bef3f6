import TableKit
import TableLua
import TablePrinters
import TableSources

extension Shell {
  /// Refuses to read a file from Lua unless that is allowed.
  func checkPermission(reading path: String) throws(CommandError) {
    try checkPermission(.reading(FileOrigin.file(of: path)))
  }

  /// Refuses to write a file from Lua unless that is allowed.
  func checkPermission(writing path: String) throws(CommandError) {
    try checkPermission(.writing(FileOrigin.file(of: path)))
  }

  /// Refuses to run a program from Lua unless that is allowed.
  func checkPermission(running program: String) throws(CommandError) {
    try checkPermission(.running(program))
  }

  private func checkPermission(_ request: AccessRequest) throws(CommandError) {
    guard luaDepth > 0, !access.allows(request) else { return }
    throw .permissionDenied(what: "\(request.what) from Lua", flag: request.flag)
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
    guard console.isInteractive, !isCompleting else { return .no }
    var question = "Lua asks for \(request.what): once, always in this session, or no?"
    if let scope = request.scope { question += " (always: '\(scope)' with any plain words)" }
    let typed = console.ask(DisplayText.lines(question) + " [o/a/N] ")
    switch typed?.trimmingBlanks.lowercased() {
    case "o", "once": return .once
    case "a", "always": return .always
    default: return .no
    }
  }
}
