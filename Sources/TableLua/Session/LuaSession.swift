import Lua
import Memory
import TableKit

/// The plugin layer: one Lua state over one shell, with rules, loaders and commands.
///
/// A class because it is one state that scripts change. It must be used by one thread at a time;
/// only the interrupt may come from elsewhere. It does not keep the host alive.
///
///     let session = LuaSession(host: shell)
///     try session.rows(where: "age > 30", in: table).rows    // the rows of grown-ups
public final class LuaSession {
  let state: LuaState
  let prelude: LuaPrelude
  weak var host: (any LuaHost)?
  /// The guard that decides what scripts may do outside the table.
  public let access: AccessGuard
  /// Seconds that one run of a rule may take, and the loading of a plugin; 0: no limit.
  public var ruleSeconds: Double
  /// Seconds that one call of a policy or another hook may take.
  public var hookSeconds = 5.0
  /// How many policies and other hooks run, one in the other.
  public internal(set) var hookDepth = 0
  /// The time limit of a script, an expression or a command, in seconds; 0: none.
  public var scriptSeconds = 0.0
  /// Seconds that one call of a function for completion may take.
  static let completionSeconds = 1.0
  /// The bytes that Lua may take.
  public var memory: Int {
    get { state.limits.memory }
    set { state.limits.memory = max(newValue, 1 << 20) }
  }
  /// The number of bytes that the rows of a loader may take besides Lua's memory, and again for the
  /// offsets of their cells; or four times the bytes read of the source, if that is more. Output
  /// held for Lua has the same limit, or a lower one if less memory is left.
  public var rowMemory = 1 << 30 { didSet { held.limit = rowMemory } }
  /// The count of bytes that Lua wrote, printed or returned and that are still buffered.
  public var held = HeldBytes(limit: 1 << 30)
  /// The folders that `require` searches, in order.
  public var modulePaths: [String] = []

  /// The environment of typed Lua and scripts; expressions see its names, too.
  let shell: LuaTable
  /// Its `_G`, which has nil for unknown names.
  let shellGlobals: LuaTable
  var registry = PluginRegistry() { didSet { registryVersion += 1 } }
  /// The version of the declarations: it changes whenever one is added or removed.
  public private(set) var registryVersion = 0
  /// The folder of the running script.
  var scriptFolder: String?
  /// The call depth of the script; deeper calls are not the script itself.
  var scriptDepth: Int?
  /// The status that the script passed to `os.exit`.
  var exitStatus: Int32?
  /// The plugin that is being loaded.
  var loadingPlugin: String?
  /// The modules of typed Lua and scripts.
  let scripts: ModuleOwner
  /// The modules of plugins, by their paths.
  var owners: [String: ModuleOwner] = [:]
  /// The programs started by scripts.
  let programs = RunningPrograms()
  /// The files that scripts have opened.
  var openFiles: [WeakFile] = []
  /// The number of calls into Lua on the stack.
  var callDepth = 0
  /// The number of runs over rows on the stack: nothing may edit the table meanwhile.
  var rowRunDepth = 0
  /// The edits of a running `tablesh.edit`.
  var openEdit: EditHandle?
  /// The failure of a command or an edit that no script has handled.
  var unseenFailure: LuaError?
  /// The read-only table and selection that a running hook or policy sees; nil: none runs.
  var asking: (what: String, table: TableHandle?)?
  /// The events whose hooks run; their own changes do not call them again.
  var runningEvents: Set<LuaEvent.Name> = []
  /// The built-in names, which declarations cannot use.
  public var builtIn = BuiltInNames()
  /// Makes Lua objects of rows, tables and edits.
  var objects: ObjectKinds?
  /// Makes a sealed `tablesh` for the owner of an environment.
  var library: (GlobalNames) throws(LuaError) -> LuaValue = { (_) throws(LuaError) in .nil }
  /// The version of the program, `tablesh.version`.
  public var version = ""
  /// The threads that evaluate conditions without Lua.
  public var workers = Workers.one
  /// The comparisons in the Lua that was loaded.
  let comparisons = SourceComparisons()
  /// The numbers that a script has read last.
  let numberReads = NumberReads()
  /// The numbers of columns that rules have read.
  let numberViews = NumberViews()
  /// The progress of a run over rows.
  public var progress = Progress.none
  private var isForeground = false

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - host: the shell; held weakly.
  ///   - permissions: what scripts may do outside the table.
  ///   - access: the guard; nil: the permissions alone decide.
  ///   - memory: the memory limit of Lua, in bytes; at least 1 MiB.
  ///   - ruleSeconds: the time limit of one run of a rule. Scripts and commands have none, but can
  ///     be interrupted.
  package init(
    host: any LuaHost, permissions: Permissions = .none, access: AccessGuard? = nil,
    memory: Int = 256 << 20, ruleSeconds: Double = 30
  ) {
    self.host = host
    self.access = access ?? AccessGuard(permissions)
    self.ruleSeconds = ruleSeconds
    do {
      state = try LuaState(limits: LuaLimits(memory: max(memory, 1 << 20), seconds: 0))
      prelude = try LuaPrelude(state)
      shell = state.environment()
      shellGlobals = shell["_G"].table ?? shell
      scripts = ModuleOwner(environment: shell)
    } catch {
      preconditionFailure("Lua does not start: \(error)")
    }
    openGlobals(of: shell, scripts.globals)
    state.didLoad = { [comparisons, unowned self] bytes, name, environment in
      comparisons.didLoad(bytes, name: name)
      if let environment { note(bytes, in: environment) }
    }
    state.print = { [weak host] (line) throws(LuaError) in
      try raising(host?.print(line))
    }
    state.warn = { [weak host] text in host?.writeError(Array("warning: \(text)\n".utf8)) }
    state.describe = { [weak self] table in
      self.flatMap { try? LuaPrinter(session: $0).shown(.table(table)) }
    }
    self.access.didAsk = { [token = state.token] in token.state?.addTime(seconds: $0) }
    do throws(LuaError) {
      try openLibrary()
      try openChunks(for: scripts)
    } catch {
      preconditionFailure("Lua's library does not open: \(error)")
    }
  }

  deinit { if isForeground { state.setForeground(false) } }
}

// MARK: - Interrupts

extension LuaSession {
  /// Stops what runs in Lua, from any thread or signal handler; it fails with `lua-interrupted`.
  /// Between two runs the request stops the next one.
  public func interrupt() { state.interrupter.interrupt() }

  /// A function that calls `interrupt()` from another thread; it must not outlive the session.
  public var interrupter: @Sendable () -> Void {
    let interrupter = state.interrupter
    return { interrupter.interrupt() }
  }

  /// Discards a request that came while nothing ran, as at the next prompt.
  public func clearInterrupt() { state.clearInterrupt() }

  /// Makes this the session that `interruptForeground` stops.
  public func setForeground(_ isForeground: Bool = true) {
    self.isForeground = isForeground
    state.setForeground(isForeground)
  }

  /// Stops the running Lua of the foreground session; for a handler of SIGINT.
  public static var interruptForeground: @convention(c) () -> Void {
    LuaState.interruptForeground
  }

  // MARK: Limits

  /// Runs a call into Lua, within the time limit of the enclosing call.
  func limited<Result>(
    to seconds: Double, _ body: () throws(LuaError) -> Result
  ) throws(LuaFailure) -> Result {
    let isInside = callDepth > 0
    if !isInside { state.limits.seconds = seconds }
    let started = programs.count
    callDepth += 1
    defer {
      callDepth -= 1
      if !isInside {
        programs.forget()
        numberReads.removeAll()
      }
    }
    do throws(LuaError) {
      return isInside && seconds > 0 ? try state.limiting(to: seconds, body) : try body()
    } catch {
      if error.kind == .interrupted || error.kind == .timedOut { programs.stop(from: started) }
      throw namingGlobals(LuaFailure(error))
    }
  }

  /// The current table.
  func currentTable() throws(LuaError) -> Table { try currentHandle().table }

  /// The current table with its selection.
  func currentHandle() throws(LuaError) -> TableHandle {
    if let asking {
      guard let handle = asking.table else { throw LuaFailure.noTable.luaError }
      return handle
    }
    guard let host, let table = host.currentTable else { throw LuaFailure.noTable.luaError }
    return TableHandle(table, selection: host.selection)
  }

  /// The current table with its selection; nil when none is open.
  var currentHandleIfAny: TableHandle? { try? currentHandle() }

  /// Throws if a hook, a policy, a run over rows or `tablesh.edit` forbids changes now.
  func checkMayChange(_ function: String) throws(LuaError) {
    if let asking { throw LuaFailure.busy(function, in: asking.what).luaError }
    if rowRunDepth > 0 { throw LuaFailure.busy(function, in: "by a rule").luaError }
    if openEdit != nil { throw LuaFailure.busy(function, in: "inside tablesh.edit").luaError }
  }

  /// True if a hook or a policy runs that must not change anything.
  public var isAsking: Bool { asking != nil }

  /// True if the running Lua must stop: it was interrupted, or its time is over.
  public var mustStop: Bool { state.mustStop }

  /// Runs a body that may read a table but not change it.
  func asked<Result>(
    _ what: String, _ table: TableHandle?, _ body: () throws(LuaError) -> Result
  ) throws(LuaError) -> Result {
    let outer = asking
    asking = (what, table)
    defer { asking = outer }
    return try body()
  }
}
