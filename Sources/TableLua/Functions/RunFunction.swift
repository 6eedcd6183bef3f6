import Lua

/// `tablesh.run`
enum RunFunction: LibraryFunction {
  static let name = "run"
  static let help = """
    tablesh.run("sort by age desc") → reply: runs any command. A failed one has reply.ok == false
    and reply.error; where a script looks at neither, its next step fails with that error
    """

  static func call(
    _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let line = try call.string(1)
    guard session.rowRunDepth == 0 else {
      throw LuaFailure.busy("tablesh.run", in: "by a rule").luaError
    }
    guard session.openEdit == nil else {
      throw LuaFailure.busy("tablesh.run", in: "inside tablesh.edit").luaError
    }
    try session.raiseUnseenFailure()
    guard let host = session.host else { throw LuaError("the shell is gone") }
    let reply = host.run(line)
    guard reply["ok"] == .bool(false), case .map(let members) = reply else {
      return try call.returning(try reply.luaValue(in: session.state))
    }
    let error = reply["error"] ?? .null
    session.unseenFailure = LuaFailure(
      code: error["code"]?.text ?? "lua-error",
      message: "\(line): \(error["message"]?.text ?? "the command failed")",
      hint: error["hint"]?.text)
    let outcome = LuaTree.map(members.filter { $0.key == "ok" || $0.key == "error" })
    let rest = LuaTree.map(members.filter { $0.key != "ok" && $0.key != "error" })
    let seen = session.state.function { [unowned session] _ throws(LuaError) in
      session.unseenFailure = nil
      return 0
    }
    let failed = try session.prelude.reply.call(
      try rest.luaValue(in: session.state), try outcome.luaValue(in: session.state),
      .function(seen))
    return try call.returning(failed.first ?? .nil)
  }
}
