import CommandLanguage

extension Command {
  /// A command that fails unless a Lua expression is true, for once or for every row.
  static var assert: Command {
    Command(
      name: "assert", group: .shell, summary: "fail unless a Lua expression is true",
      synopsis: ["assert EXPR", "assert every EXPR"],
      details: """
        assert EXPR ends the script with an error if the expression is false or nil.
        assert every EXPR tests each row, with its columns as variables. It prints the first ten \
        rows for which the expression is not true. The script then goes on, and ends with status \
        1.
        """,
      examples: [
        "assert every id ~= nil": "each row has an id",
        "assert every pay == nil or pay < 100": "no pay is 100 or more",
        "assert #tablesh.table() > 2": "the table has more than two rows",
      ], readOn: ["pipes", "scripting", "values"]
    ) { invocation throws(CommandError) in
      let text = try invocation[.lua]
      let shell = invocation.shell
      guard invocation.lua?.kind != .every else { return try invocation.assertEvery(text) }
      let isTrue = try shell.calling(shell.lua.isTrue(text))
      guard isTrue else { throw .assertionFailed(text) }
      return .nothing
    }
  }
}

extension Invocation {
  /// Prints the first rows for which an expression is false or nil.
  ///
  /// - Throws: `rowsFailed` if there are any.
  fileprivate func assertEvery(_ expression: String) throws(CommandError) -> CommandResult {
    let shown = 10
    let table = try document().table
    shell.noteWindow(try document())
    let failing = try rows(besides: try shell.rows(where: expression, in: table), of: table)
    if failing.isEmpty { return .nothing }
    let columns = shell.lua.columns(in: expression, of: table)
    var lines = AlignedText(in: shell)
    for row in failing.prefix(shown) {
      let path = table.path(of: row)?.description ?? ""
      let cells = columns.map { column in
        let cell = table.cell(row, column.id)
        return "\(column.name)=\(cell.isNull ? "nil" : Quoting.word(cell.text))"
      }
      lines.add([path, "@" + Quoting.word(table.key(of: row))] + cells)
    }
    let more = failing.count > shown ? "…\n" : ""
    try shell.calling(shell.luaLayer.host.print(Array((lines.text() + more).utf8)))
    throw .rowsFailed(failing.count, total: table.rowCount, expression)
  }
}
