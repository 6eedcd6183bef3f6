import TableKit
import TableLua

extension Shell {
  /// Takes over what Lua declares: its commands become the same values as the built-in ones, its
  /// policies and hooks are asked by every open table.
  ///
  /// - Parameter always: whether nothing new was declared, but tables were put back.
  func adoptDeclarations(always: Bool = false) {
    guard always || adoptedVersion != lua.registryVersion else { return }
    adoptedVersion = lua.registryVersion
    for info in lua.commands { registry.add(command(from: info)) }
    let policies = lua.policies
    for document in documents {
      document.controller.policies = policies
      connectHooks(document)
    }
  }

  private func command(from info: LuaCommandInfo) -> Command {
    Command(
      name: info.name, group: .plugins, summary: info.help, synopsis: [info.synopsis],
      details: info.fullDetails, example: info.example ?? info.synopsis,
      arguments: info.arguments.enumerated().map { index, argument in
        let own = Command.Argument(argument)
        return info.hasCompletion ? .any([.declared(info.name, argument: index), own]) : own
      },
      changes: true, joinsSteps: true
    ) { invocation throws(CommandError) in
      let words = try invocation.words(for: info)
      let shell = invocation.shell
      let output = try shell.calling { () throws(LuaFailure) in
        try shell.lua.run(command: info.name, arguments: words)
      }
      return CommandResult(output: output ?? "")
    }
  }

  /// Runs what may edit the tables several times: all its edits are one step of each, and when it
  /// fails the tables are as they were.
  ///
  /// - Parameter joins: whether its edits become one step; undo and redo make none.
  func asOneStep(
    title: String, joins: Bool = true, _ body: () throws(CommandError) -> CommandResult
  ) throws(CommandError) -> CommandResult {
    let former = Checkpoint(self)
    hold()
    defer { letGo() }
    var held = documents
    do throws(CommandError) {
      var result = try body()
      adoptDeclarations()
      for (document, steps) in former.positions {
        let joined = joins ? document.editor.joinSteps(since: steps, title: title) : nil
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
      restore(former, held: held)
      throw error
    }
  }
}

extension Invocation {
  /// The arguments of a command that Lua declares. A target that is the last of them takes the rest
  /// of the line, as it is typed: `where age > 30`, `rule old`, `in A 0:2`.
  fileprivate func words(for info: LuaCommandInfo) throws(CommandError) -> [String] {
    let words = arguments.map(\.text)
    let count = info.arguments.count
    guard let last = info.arguments.last, last.type == .target, !last.isRepeated,
      words.count >= count - 1, lua?.kind == .condition || words.count > count
    else {
      if let lua, lua.kind == .condition {
        throw usage("'\(command.name)' takes no 'where \(lua.text)'")
      }
      return words
    }
    let first = statement.words.count - (words.count - (count - 1))
    return words.prefix(count - 1) + [
      first < statement.words.count
        ? statement.text(fromWord: first) : "where \(lua?.text ?? "")"
    ]
  }
}

extension Command.Argument {
  fileprivate init(_ argument: LuaCommandInfo.Argument) {
    guard argument.values.isEmpty else {
      self = .words(argument.values)
      return
    }
    switch argument.type {
    case .column: self = .column
    case .section: self = .section
    case .target: self = .target
    case .file: self = .file
    case .boolean: self = .words(["true", "false"])
    case .text, .number, .integer: self = .words([])
    }
  }
}

extension LuaCommandInfo {
  /// Its details, and a line for each argument that says what it is for.
  fileprivate var fullDetails: String {
    let lines = arguments.compactMap { argument in
      argument.help.map { "\(argument.name.uppercased()): \($0)." }
    }
    return ([details] + lines).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
