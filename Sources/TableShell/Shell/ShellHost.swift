import BatchUpdates
import TableKit
import TableLua
import TablePrinters

/// What Lua may ask of a session. A class, because the Lua layer refers to its host.
final class ShellHost: LuaHost {
  private unowned let shell: Shell

  init(_ shell: Shell) { self.shell = shell }

  var currentTable: Table? { shell.current?.table }

  var selection: [RowID] { shell.current?.editor.selection.rows ?? [] }

  /// Runs a line as if it were typed and answers the last command's reply instead of printing it.
  func run(_ line: String) -> HostReply {
    shell.luaDepth += 1
    defer { shell.luaDepth -= 1 }
    do throws(CommandError) {
      let statements: [Statement]
      do throws(SyntaxError) {
        statements = try Script.statements(of: line, compiles: shell.luaCheck)
      } catch {
        throw .syntax(error, source: line)
      }
      var reply: HostReply = ["ok": true]
      for statement in statements {
        let result = try shell.perform(statement)
        if statement.redirection != .none { try shell.deliver(result, of: statement) }
        if let status = result.leave { shell.leaveStatus = status }
        reply = tree(of: result, statement)
      }
      return reply
    } catch {
      return [
        "command": .string(line), "ok": false,
        "error": [
          "code": .string(error.code), "message": .string(error.message),
          "hint": error.hint.map { .string($0) } ?? nil,
        ],
      ]
    }
  }

  /// Makes edits on the current table, as one step.
  func perform(_ edits: [Edit], title: String) throws(EditError) -> Transaction {
    guard let document = shell.current else {
      throw .refused("no table is open", hint: "open FILE")
    }
    let transaction = try document.editor.perform(edits, title: title)
    if transaction.changesTable { document.lastChange = transaction }
    return transaction
  }

  /// Prints what a script prints.
  func print(_ text: String) {
    let line = text.hasSuffix("\n") ? text : text + "\n"
    if shell.spoken != nil {
      shell.spoken?.append(line)
    } else {
      shell.emit(shell.isOnTerminal ? DisplayText.lines(line) : line)
    }
  }

  private func tree(of result: CommandResult, _ statement: Statement) -> HostReply {
    var members: [LuaTree.Member] = [
      .init("command", .string(statement.text)), .init("ok", true),
    ]
    if let document = shell.current {
      let plan = result.plan ?? result.transaction?.plan
      members.append(.init("plan", plan.map { $0.isEmpty ? .null : LuaTree($0) } ?? .null))
      let paths = document.table.paths(of: document.editor.selection.rows)
      members.append(
        .init("selection", .array(paths.map { .array([.int($0.section), .int($0.row)]) })))
      members.append(.init("editing", .bool(document.editor.isEditing)))
    }
    let output = shell.output(of: result, on: shell.current)
    if !output.isEmpty { members.append(.init("output", .string(output))) }
    return .map(members)
  }
}
