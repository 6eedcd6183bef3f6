import Lua
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
  /// What scripts may do outside the table.
  public let permissions: Permissions
  /// Seconds that one run of a rule may take.
  public let ruleSeconds: Double
  /// Folders in which `require` looks, in order.
  public var modulePaths: [String] = []

  /// The environment of what is typed and of scripts; expressions see its names too.
  let shell: LuaTable
  var registry = Registry()
  /// The folder of the script that runs.
  var scriptFolder: String?
  /// The plugin that is being loaded.
  var loadingPlugin: String?
  /// Modules that `require` has loaded.
  var modules: [String: LuaValue] = [:]
  /// How many calls into Lua are on the stack.
  var callDepth = 0
  /// How many runs over rows are on the stack: nothing may edit the table meanwhile.
  var rowRunDepth = 0
  /// The edits of a running `tablesh.edit`.
  var openEdit: EditHandle?
  /// A failed command whose reply no script has looked at.
  var unseenFailure: LuaFailure?
  /// Makes Lua objects of rows, tables and edits.
  var objects: ObjectKinds?
  /// Judge the rows of a rule that needs no Lua.
  public var workers = Workers.one
  /// What rules have read of number columns.
  let numberViews = NumberViews()
  /// Told how far a run over rows is.
  public var progress: Progress?
  private var isForeground = false

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - host: the shell; held weakly.
  ///   - permissions: what scripts may do outside the table.
  ///   - memory: bytes that everything in Lua may take together; at least 1 MiB.
  ///   - ruleSeconds: how long one run of a rule may take. Scripts and commands may take for
  ///     ever, until they are interrupted.
  public init(
    host: any LuaHost, permissions: Permissions = .none, memory: Int = 256 << 20,
    ruleSeconds: Double = 30
  ) {
    self.host = host
    self.permissions = permissions
    self.ruleSeconds = ruleSeconds
    do {
      state = try LuaState(limits: LuaLimits(memory: max(memory, 1 << 20), seconds: 0))
      prelude = try LuaPrelude(state)
      shell = state.environment()
    } catch {
      preconditionFailure("Lua does not start: \(error)")
    }
    state.print = { [weak host] in host?.print($0) }
    do throws(LuaError) { try openLibrary() } catch {
      preconditionFailure("Lua's library does not open: \(error)")
    }
  }

  deinit { if isForeground { state.setForeground(false) } }
}

// MARK: - Interrupts

extension LuaSession {
  /// Stops what runs in Lua, from any thread or signal handler; what stopped fails with
  /// `lua-interrupted`. Between two runs the request waits for the next one.
  public func interrupt() { state.interrupter.interrupt() }

  /// The same for another thread: it keeps nothing alive, and must not outlive the session.
  public var interrupter: @Sendable () -> Void {
    let interrupter = state.interrupter
    return { interrupter.interrupt() }
  }

  /// Whether a request to stop has not been answered yet.
  public var isInterruptPending: Bool { state.isInterruptPending }

  /// Forgets a request that came while nothing ran, as at the next prompt.
  public func clearInterrupt() { state.clearInterrupt() }

  /// Makes this the session that `interruptForeground` stops.
  public func setForeground(_ isForeground: Bool = true) {
    self.isForeground = isForeground
    state.setForeground(isForeground)
  }

  /// Stops what runs in the foreground session; for a handler of SIGINT.
  public static var interruptForeground: @convention(c) () -> Void {
    LuaState.interruptForeground
  }
}

// MARK: - Limits

extension LuaSession {
  /// Runs a call into Lua. The time limit is that of the outermost call.
  func limited<Result>(
    to seconds: Double, _ body: () throws(LuaError) -> Result
  ) throws(LuaFailure) -> Result {
    if callDepth == 0 { state.limits.seconds = seconds }
    callDepth += 1
    defer { callDepth -= 1 }
    do throws(LuaError) { return try body() } catch { throw LuaFailure(error) }
  }

  /// The current table.
  func currentTable() throws(LuaError) -> Table {
    guard let table = host?.currentTable else { throw LuaFailure.noTable.luaError }
    return table
  }
}
