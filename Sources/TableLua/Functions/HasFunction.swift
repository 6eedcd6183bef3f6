import Lua
import TableKit

/// `tablesh.has`
enum HasFunction: LibraryFunction {
  static let reference = FunctionReference(
    "has", #"tablesh.has("snapshot") → true or false"#,
    """
    whether this version knows a name: a function or value of tablesh, a method ("table:rows"), a \
    type, an event or a command
    < name  string  as help NAME takes it, without tablesh. too
    > has  boolean  whether there is such a name
    """,
    example: """
      if tablesh.has("did_push") then tablesh.on("did_push", function(event) print(event.count) end) end
      """, since: "0.3")

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let name = try call.string(1)
    let isKnown =
      session.builtIn.commands.contains { $0 === name }
      || [name, "tablesh." + name].contains { APIReference.help(of: $0) != nil }
    return try call.returning(.boolean(isKnown))
  }
}
