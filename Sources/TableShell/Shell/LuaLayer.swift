import Memory
import TableLua

/// The Lua side of a session: state, permissions, plugins. A class, because its parts are created
/// lazily, so that they cost nothing at launch.
final class LuaLayer {
  private unowned let shell: Shell
  /// Whether the Lua state was created.
  var isStarted = false
  /// The host functions that Lua calls.
  lazy var host = ShellHost(shell)
  /// The Lua state.
  lazy var session: LuaSession = shell.makeLua()
  /// The guard that decides on files and programs.
  lazy var access: AccessGuard = shell.makeAccess()
  /// The plugins that were loaded or failed to load, in order.
  var plugins: [Plugin] = []
  /// The aliases defined by Lua, which run with Lua's permissions.
  var aliases: Set<String> = []
  /// The registry version at the last `adoptDeclarations`.
  var adoptedVersion = 0
  /// The count of output bytes of Lua held in memory; at most 1 GiB.
  let held = HeldBytes(limit: 1 << 30)

  init(_ shell: Shell) { self.shell = shell }
}

extension Shell {
  /// The Lua state; created on first use.
  var lua: LuaSession { luaLayer.session }
  /// Whether the Lua state was created.
  var hasLua: Bool { luaLayer.isStarted }
}
