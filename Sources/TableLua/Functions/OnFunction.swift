import Lua
import Wording

/// `tablesh.on`
enum OnFunction: LibraryFunction {
  static let reference = FunctionReference(
    "on", #"tablesh.on("will_save", function(event) return nil, "not yet" end)"#,
    """
    calls a function when something happens. A will_ hook may refuse it: return nil, reason. Then \
    nothing changes. A did_ hook may edit, as part of the same undo step. If a hook fails, its \
    command is undone, but not on the disk. Undo and redo include the edits of hooks. will_undo \
    and will_redo may refuse. Hooks of undo and redo cannot edit
    < event  tablesh.EventName  which event
    < hook  fun(event: tablesh.Event): boolean?, string?  what is called; five seconds long
    """,
    example: """
      tablesh.on("will_delete", function(event)
        if event.count > 3 then return nil, "not so many at once" end
      end)
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let text = try call.string(1)
    let function = try call.function(2)
    guard let event = LuaEvent.Name(named: text) else {
      let names = LuaEvent.Name.allCases.map(\.name)
      throw Declaration.error(
        "tablesh.on: no event '\(text)'",
        hint: Nearest.hint(for: text, in: names) ?? "help reference")
    }
    session.registry.hooks.append(
      PluginRegistry.Hook(
        event: event, function: function, plugin: session.loadingPlugin,
        place: call.place?.description))
    return 0
  }
}
