import TableKit
import TableLua

extension Shell {
  /// Takes over what Lua declares: its commands become the same values as the built-in ones, its
  /// policies are asked by every open table.
  func adoptDeclarations() {
    for info in lua.commands { registry.add(command(from: info)) }
    let policies = lua.policies
    for document in documents { document.editor.policies = policies }
  }

  private func command(from info: LuaCommandInfo) -> Command {
    let arguments = info.arguments.map { $0.isOptional ? "[\($0.name)]" : $0.name }
    return Command(
      name: info.name, group: .plugins, summary: info.help,
      synopsis: [([info.name] + arguments).joined(separator: " ")],
      example: info.name, arguments: info.arguments.map { Command.Argument($0.type) }
    ) { invocation throws(CommandError) in
      let words = invocation.arguments.map(\.text)
      let shell = invocation.shell
      return try shell.asOneStep(title: invocation.statement.text) { () throws(LuaFailure) in
        try shell.lua.run(command: info.name, arguments: words) ?? ""
      }
    }
  }

  /// Runs Lua that may edit the tables: all its edits are one step of each, and when it fails the
  /// tables are as they were.
  func asOneStep(
    title: String, _ body: () throws(LuaFailure) -> String
  ) throws(CommandError) -> CommandResult {
    let former = documents.map { ($0, $0.editor, $0.lastChange, $0.saveCount) }
    for document in documents { document.journal?.hold() }
    var held = documents
    do throws(CommandError) {
      var result = CommandResult(output: try calling(body))
      adoptDeclarations()
      for (document, editor, _, _) in former {
        let joined = document.editor.joinSteps(since: editor.stepPosition, title: title)
        held.removeAll { $0 === document }
        try document.release(joined: joined)
        guard let joined else { continue }
        if joined.changesTable { document.lastChange = joined }
        if document === current {
          result.transaction = joined
          result.showsTable = true
        }
      }
      return result
    } catch {
      // What is on the disk already stays in its table, too.
      for (document, editor, lastChange, saves) in former {
        let isHeld = held.contains { $0 === document }
        guard document.saveCount == saves else {
          if isHeld { try? document.release(joined: nil) }
          continue
        }
        document.editor = editor
        document.lastChange = lastChange
        if isHeld { document.journal?.forget() } else { document.journal?.markStale() }
      }
      throw error
    }
  }
}

extension Command.Argument {
  fileprivate init(_ type: LuaCommandInfo.ArgumentType) {
    switch type {
    case .column: self = .column
    case .section: self = .section
    case .target: self = .target
    case .file: self = .file
    case .boolean: self = .words(["true", "false"])
    case .text, .number, .integer: self = .words([])
    }
  }
}
