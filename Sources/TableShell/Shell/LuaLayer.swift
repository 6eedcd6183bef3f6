import Memory
import TableLua

/// Lua beside the shell: its state, what it may do, and what it has loaded and declared. A class,
/// because its parts are made when they are first needed: starting up costs nothing for them.
final class LuaLayer {
  private unowned let shell: Shell
  /// True if Lua was needed yet.
  var isStarted = false
  /// What Lua asks.
  lazy var host = ShellHost(shell)
  /// The Lua state.
  lazy var session: LuaSession = shell.makeLua()
  /// Decides what Lua may do outside the table.
  lazy var access: AccessGuard = shell.makeAccess()
  /// The Lua files that were loaded or should have been, in order.
  var plugins: [Plugin] = []
  /// Aliases that Lua has made: what they stand for may do no more than Lua.
  var aliases: Set<String> = []
  /// The version of the declarations that were taken over last.
  var adoptedVersion = 0
  /// Counts what is held of what Lua writes.
  let held = HeldBytes(limit: 1 << 30)

  init(_ shell: Shell) { self.shell = shell }
}

extension Shell {
  /// The Lua state; made when it is first needed.
  var lua: LuaSession { luaLayer.session }
  /// True if Lua was needed yet.
  var hasLua: Bool { luaLayer.isStarted }
}
