import CLua

/// A Lua value held by Swift.
///
/// A class because its `deinit` frees the slot in Lua's registry. It does not keep the state alive:
/// otherwise a function held by a closure that Lua holds would be a retain cycle.
public class LuaReference {
  private let token: LuaStateToken?
  private let slot: Int32

  /// The state; nil when it is gone.
  var state: LuaState? { token?.state }

  init(_ stack: LuaStack, at index: Int32) {
    token = stack.state?.token
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

  /// True if both are the same Lua value.
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

/// Stands for a state in what may outlive it.
///
/// A class that the state and all who refer to it share. In its place a weak reference would move
/// the counts of the state into a table beside it, which makes every use of the state slow.
public final class LuaStateToken {
  /// The state; nil when it is gone, which its `deinit` says.
  public internal(set) unowned(unsafe) var state: LuaState?
}

/// Where a Lua function stands in a chunk.
public struct LuaDeclaration: Equatable, Sendable {
  /// The whole name of the chunk.
  public var chunk: String
  /// Its lines, from 1.
  public var lines: ClosedRange<Int>
  /// The names of its parameters.
  public var parameters: [String]
}

extension LuaFunction {
  /// Where it stands; nil for a function that is not one of Lua.
  public var declaration: LuaDeclaration? {
    guard let state else { return nil }
    let pointer = state.stack.pointer
    push(on: state.stack)
    defer { clua_pop(pointer, 1) }
    var (first, last): (Int32, Int32) = (0, 0)
    guard clua_type(pointer, -1) == CLUA_TFUNCTION,
      let chunk = clua_function_chunk(pointer, -1, &first, &last), last >= first
    else { return nil }
    var parameters: [String] = []
    while let name = clua_parameter_name(pointer, -1, Int32(parameters.count + 1)) {
      parameters.append(String(cString: name))
    }
    return LuaDeclaration(
      chunk: String(String(cString: chunk).dropFirst()), lines: Int(first)...Int(last),
      parameters: parameters)
  }
}

/// A Lua function that Swift can call.
public final class LuaFunction: LuaReference {
  /// Calls the function, protected.
  ///
  /// - Returns: all its results.
  /// - Throws: the error raised by the function.
  @discardableResult
  public func call(_ arguments: LuaValue...) throws(LuaError) -> [LuaValue] {
    try call(with: arguments)
  }

  /// Calls the function with the arguments of an array.
  @discardableResult
  public func call(with arguments: [LuaValue]) throws(LuaError) -> [LuaValue] {
    let stack = try liveState().stack
    try stack.reserve(arguments.count + 8)
    return try stack.balanced { () throws(LuaError) in
      let top = clua_gettop(stack.pointer)
      push(on: stack)
      for argument in arguments { stack.push(argument) }
      try stack.check(clua_pcall(stack.pointer, Int32(arguments.count), -1))
      let count = clua_gettop(stack.pointer) - top
      defer { clua_settop(stack.pointer, top) }
      try stack.reserve(8)
      return (0..<count).map { stack.value(top + 1 + $0) }
    }
  }
}
