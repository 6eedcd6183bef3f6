import CLua

/// A Lua value that Swift holds on to.
///
/// It is a class because its end must free the slot in Lua's registry. It does not keep the state
/// alive, or a function held by a closure that Lua holds would keep the two alive for ever.
public class LuaReference {
  weak var state: LuaState?
  private let slot: Int32

  init(_ stack: LuaStack, at index: Int32) {
    state = stack.state
    clua_pushvalue(stack.pointer, index)
    slot = clua_ref(stack.pointer)
  }

  deinit {
    if let state { clua_unref(state.stack.pointer, slot) }
  }

  /// Pushes the value; nil when it belongs to another state or the state is gone.
  func push(on stack: LuaStack) {
    if let state, clua_of(stack.pointer) == state.host {
      clua_pushref(stack.pointer, slot)
    } else {
      clua_pushnil(stack.pointer)
    }
  }

  /// Whether both are the same Lua value.
  public func isSame(as other: LuaReference) -> Bool {
    guard let state, other.state === state else { return false }
    let stack = state.stack
    push(on: stack)
    other.push(on: stack)
    defer { clua_pop(stack.pointer, 2) }
    return clua_rawequal(stack.pointer, -1, -2)
  }

  /// The state, or an error when it is gone.
  func liveState() throws(LuaError) -> LuaState {
    guard let state else { throw LuaError("the Lua state is closed") }
    return state
  }
}
