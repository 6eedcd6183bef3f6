import Lua

/// `tablesh.run`
enum RunFunction: LibraryFunction {
  static let reference = FunctionReference(
    "run", #"tablesh.run("sort by age desc") → reply, or nil and an error"#,
    """
    runs a command, or several with ; between them. The reply is that of --format json for the \
    last command, without the table. What the commands print is only in its output and its notes. If \
    a script does not look at the error, the script fails at its next call of tablesh, or at its \
    end
    < line  string  the command as it is typed
    > reply?  tablesh.Reply  what they answer
    > error?  tablesh.Error  why it failed
    """,
    example: """
      local reply, err = tablesh.run("select 9:9")
      if not reply then print(err.code, err.message) end
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let line = try call.path(1)
    try session.checkMayChange("tablesh.run")
    try session.raiseUnseenFailure()
    guard let host = session.host else { throw LuaError("the shell is gone") }
    let reply: HostReply
    do throws(LuaFailure) { reply = try host.run(line) } catch {
      return try session.returning(error.luaError, from: call, of: line)
    }
    guard case .table(let table) = try reply.members.luaValue(in: session.state) else {
      return try call.returning(.nil)
    }
    if !reply.output.isEmpty { try table.set("output", .string(LuaString(bytes: reply.output))) }
    if let plan = reply.plan { try table.set("plan", try session.objects?.plan(plan) ?? .nil) }
    return try call.returning(.table(table))
  }
}
