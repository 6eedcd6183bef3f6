import TableKit
import TableLua

extension Shell {
  /// Adopts the declarations of Lua: registers its commands, and gives its policies and hooks to
  /// every open table.
  ///
  /// - Parameter always: whether to do so without new declarations, as after a rollback of tables.
  func adoptDeclarations(always: Bool = false) {
    guard always || luaLayer.adoptedVersion != lua.registryVersion else { return }
    luaLayer.adoptedVersion = lua.registryVersion
    for info in lua.commands { registry.add(command(from: info)) }
    let policies = lua.policies
    for document in documents {
      document.controller.policies = policies
      connectHooks(document)
    }
  }

  private func command(from info: LuaCommandInfo) -> Command {
    Command(
      name: info.name, group: .plugins, summary: info.help, details: info.fullDetails,
      example: info.example ?? info.synopsis, changes: true, joinsSteps: true,
      forms: info.forms { invocation throws(CommandError) in
        let shell = invocation.shell
        let words = invocation.luaArguments(for: info)
        let output = try shell.calling { () throws(LuaFailure) in
          try shell.lua.run(command: info.name, arguments: words)
        }
        return CommandResult(output: output ?? "")
      })
  }

  /// Runs a body that may edit tables several times: its edits become one undo step of each, and if
  /// it throws, all tables are rolled back.
  ///
  /// - Parameter joins: whether edits are joined; false for undo and redo, which add no step.
  func asOneStep(
    title: String, joins: Bool = true, _ body: () throws(CommandError) -> CommandResult
  ) throws(CommandError) -> CommandResult {
    let former = Checkpoint(self)
    return try holding { () throws(CommandError) in
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
}

extension Invocation {
  /// Returns the arguments of a command declared by Lua: a text for each placeholder; a target as
  /// typed.
  fileprivate func luaArguments(for info: LuaCommandInfo) -> [String] {
    captures.map { capture in
      guard capture.kind.isTarget, capture.words.count > 1 || capture.lua != nil else {
        return capture.word.text
      }
      guard let first = capture.words.first else { return "where \(capture.lua?.text ?? "")" }
      let text = statement.text.unicodeScalars.dropFirst(first.place.offset)
      if capture.lua != nil { return String(String.UnicodeScalarView(text)) }
      let end = capture.words.last?.end.offset ?? 0
      return String(String.UnicodeScalarView(text.prefix(end - first.place.offset)))
    }
  }
}

extension Placeholder {
  /// Creates the placeholder for an argument of a command declared by Lua.
  fileprivate init(_ argument: LuaCommandInfo.Argument) {
    let (name, what) = (argument.name, argument.name)
    guard argument.values.isEmpty else {
      self.init(name, what, complete: Placeholder.words(argument.values))
      return
    }
    switch argument.type {
    case .column: self.init(name, what, complete: Slot.column.kind.complete)
    case .section: self.init(name, what, complete: Slot.section.kind.complete)
    case .target:
      let kind = Slot.target.kind
      self.init(name, what, isTarget: true, read: kind.read, complete: kind.complete)
    case .file: self.init(name, what, complete: Slot.file.kind.complete)
    case .boolean: self.init(name, what, complete: Placeholder.words(["true", "false"]))
    case .text, .number, .integer: self.init(name, what)
    }
  }
}

extension LuaCommandInfo {
  /// Returns the forms of the command.
  fileprivate func forms(run: @escaping Form.Run) -> [Form] {
    let kinds = Dictionary(
      arguments.map { ($0.name.uppercased(), Placeholder($0)) }, uniquingKeysWith: { $1 })
    return [Form(synopsis, kinds: kinds, run: run)]
  }

  /// The details, with the help of each argument.
  fileprivate var fullDetails: String {
    let lines = arguments.compactMap { argument in
      argument.help.map { "\(argument.name.uppercased()): \($0)." }
    }
    return ([details] + lines).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
