import TableKit
import TableLua

extension Shell {
  /// Takes over what Lua declares: its commands become the same values as the built-in ones, its
  /// policies and hooks are asked by every open table.
  ///
  /// - Parameter always: whether nothing new was declared, but tables were put back.
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
        let output = try shell.calling(shell.lua.run(command: info.name, arguments: words))
        return CommandResult(output: output ?? "")
      })
  }
}

extension Invocation {
  /// The arguments of a command that Lua declares: one text for each placeholder, as it was typed
  /// where it is a target.
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
  /// What an argument of a command stands for that Lua declares.
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
  /// What it takes, as forms of the same kind as those of built-in commands.
  fileprivate func forms(run: @escaping Form.Run) -> [Form] {
    let kinds = Dictionary(
      arguments.map { ($0.name.uppercased(), Placeholder($0)) }, uniquingKeysWith: { $1 })
    return [Form(synopsis, kinds: kinds, run: run)]
  }

  /// Its details, and a line for each argument that says what it is for.
  fileprivate var fullDetails: String {
    let lines = arguments.compactMap { argument in
      argument.help.map { "\(argument.name.uppercased()): \($0)." }
    }
    return ([details] + lines).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
