import Memory
import TableLua
import TablePrinters

/// Lua beside the shell: its state, what it may do, and what it has loaded and declared. A class,
/// because its parts are made when they are first needed: starting up costs nothing for them.
package final class LuaLayer {
  unowned let shell: Shell
  /// True if Lua was needed yet.
  var isStarted = false
  /// What Lua asks.
  lazy var host = ShellHost(shell)
  /// The Lua state.
  lazy var session: LuaSession = makeLua()
  /// Decides what Lua may do outside the table.
  package lazy var access: AccessGuard = makeAccess()
  /// The Lua files that were loaded or should have been, in order.
  var plugins: [Plugin] = []
  /// Aliases that Lua has made, with the plugin; nil: none has. What they stand for may do no more.
  var aliases: [String: String?] = [:]
  /// The version of the declarations that were taken over last.
  var adoptedVersion = 0
  /// Counts what is held of what Lua writes.
  let held = HeldBytes(limit: 1 << 30)

  init(_ shell: Shell) { self.shell = shell }
}

extension LuaLayer {
  private static var defaultLuaMemory: Int { MemoryWatch.bound(most: 256 << 20, share: 4) }

  /// Applies the limits of the options to Lua, where it has been started.
  func limitLua() { if shell.hasLua { limit(shell.lua) } }

  private func limit(_ session: LuaSession) {
    let seconds = shell.options.luaSeconds
    session.ruleSeconds = seconds ?? 30
    session.hookSeconds = seconds ?? 5
    session.scriptSeconds = seconds ?? 0
    session.memory = shell.options.luaMemory ?? Self.defaultLuaMemory
  }

  func makeLua() -> LuaSession {
    isStarted = true
    let session = LuaSession(host: host, access: access, memory: Self.defaultLuaMemory)
    session.held = held
    session.version = shell.options.version
    limit(session)
    if let folder = shell.options.pluginFolder { session.modulePaths = [folder.modules] }
    session.progress = shell.progress
    session.workers = .two
    session.builtIn = BuiltInNames(
      commands: Set(shell.registry.reservedNames),
      loaders: Set(builtInLoaders.map(\.name) + RoomName.allCases.flatMap(\.loaders)),
      printers: Set(PlanPrinters.names))
    if shell.isForeground {
      session.setForeground()
      // Delivers a ^C that came before Lua was started.
      if shell.console.isInterrupted { session.interrupt() }
    }
    return session
  }

  /// Creates the guard of the session: it asks the user at a terminal; in a batch the options
  /// decide.
  func makeAccess() -> AccessGuard {
    let access = AccessGuard(shell.options.permissions)
    access.ask = { [unowned self] in answer($0) }
    access.willRun = { [console = shell.console] in console.flush() }
    return access
  }

  /// Asks the user; anything but a clear yes is a no.
  private func answer(_ request: AccessRequest) -> AccessAnswer {
    guard shell.console.canAsk, !shell.context.isCompleting else { return .no }
    let asker = access.plugin.map { "plugin '\(name(ofPlugin: $0))'" } ?? "Lua"
    let scope = request.program == nil ? "" : " with any arguments"
    let question = "\(asker) wants to \(request.verb): once, always in this session\(scope), or no?"
    // Escaped to one line: a name with line ends must not look like another question.
    let typed = shell.console.ask(DisplayText(line: question).text + " [o/a/N] ")
    switch typed?.trimmingBlanks.lowercased() {
    case "o", "once": return .once
    case "a", "always": return .always
    default: return .no
    }
  }

  /// The name of a plugin's file, with its folder where another has the same name.
  private func name(ofPlugin path: String) -> String {
    let name = path.lastPathPart
    let isTaken = plugins.contains { $0.path != path && $0.path.lastPathPart == name }
    return isTaken || name == "main.lua" ? path : name
  }
}
