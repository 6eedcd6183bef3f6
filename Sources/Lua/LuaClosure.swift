import CLua

/// A Swift function that Lua can call: it reads arguments, pushes results, returns their number.
///
/// What it throws is raised in Lua after the Swift frame has returned, so every `defer` runs.
/// It must not capture its `LuaState` strongly, since that holds it: `call.state` is the state.
public typealias LuaBody = (borrowing LuaCall) throws(LuaError) -> Int32

/// The box in which Lua holds a Swift function.
final class LuaClosure {
  /// The name of the function in errors; nil: the name by which it was called.
  let name: String?
  let body: LuaBody

  init(_ name: String?, _ body: @escaping LuaBody) {
    self.name = name
    self.body = body
  }

  /// The functions through which C calls and releases Swift functions.
  static var callbacks: clua_callbacks {
    clua_callbacks(
      call: { object, thread in
        let closure = unsafeDowncast(
          Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue(), to: LuaClosure.self)
        do throws(LuaError) {
          try LuaError.checkMemory()
          return try closure.body(LuaCall(LuaStack(pointer: thread), name: closure.name))
        } catch {
          clua_settop(thread, 0)
          LuaStack(pointer: thread).push(error)
          return Int32(CLUA_RAISE)
        }
      },
      release: { Unmanaged<AnyObject>.fromOpaque($0).release() },
      recase: { thread, bytes, count, isUpper in
        let text = String(
          decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        LuaStack(pointer: thread).push(isUpper ? text.uppercased() : text.lowercased())
      },
      loaded: { thread, bytes, count in
        let stack = LuaStack(pointer: thread)
        stack.state?.didLoad(
          Array(UnsafeRawBufferPointer(start: bytes, count: count)), "", stack.value(-1).table)
      })
  }
}

/// The methods that a kind of Swift object has in Lua: `object:method(…)`.
///
/// A class because it stands for one metatable in one state.
public final class LuaObjectType {
  let reference: Int32
  /// The name that Lua shows for such an object.
  public let name: String

  init(_ stack: LuaStack, name: String, methods: [(String, LuaBody)]) {
    self.name = name
    clua_pushtable(stack.pointer, 0, Int32(methods.count))
    for (method, body) in methods {
      stack.push(method)
      stack.push(method, body)
      clua_rawset(stack.pointer, -3)
    }
    reference = clua_make_object_type(stack.pointer, name)
  }
}
