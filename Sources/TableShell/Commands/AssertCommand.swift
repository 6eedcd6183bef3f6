import TableLua

extension Command {
  /// Fails unless a Lua expression is true.
  static var assert: Command {
    Command(
      name: "assert", group: .shell, summary: "fail unless a Lua expression is true",
      synopsis: ["assert EXPR"],
      details: "For scripts: a false one, or nil, is an error, and so ends the script.",
      example: "assert 1 + 1 == 2"
    ) { invocation throws(CommandError) in
      let text = try invocation[.lua]
      let shell = invocation.shell
      let isTrue = try shell.calling { () throws(LuaFailure) in try shell.lua.isTrue(text) }
      guard isTrue else { throw .assertionFailed(text) }
      return .nothing
    }
  }
}
