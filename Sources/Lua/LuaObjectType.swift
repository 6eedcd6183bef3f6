import CLua

/// What a kind of Swift object can do in Lua: `object:method(…)`.
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
