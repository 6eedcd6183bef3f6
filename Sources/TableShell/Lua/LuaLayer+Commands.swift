import CommandLanguage
import TableLua

extension LuaLayer {
  /// Adopts the declarations of Lua: registers its commands, and gives its policies and hooks to
  /// every open table.
  ///
  /// - Parameter always: whether to do so without new declarations, as after a rollback of tables.
  func adoptDeclarations(always: Bool = false) {
    guard always || adoptedVersion != session.registryVersion else { return }
    adoptedVersion = session.registryVersion
    for info in session.commands {
      guard let former = shell.registry.add(command(from: info)), former.group != .plugins else {
        continue
      }
      shell.context.reply.warnings.append(
        "'\(info.name)' is the command of \(info.plugin ?? "Lua") now, not the built-in one")
    }
    for document in shell.documents {
      document.controller.policies = shell.policies(of: document)
      shell.connectKeeper(of: document)
    }
  }

  private func command(from info: LuaCommandInfo) -> Command {
    // A malformed synopsis was refused when it was declared.
    let forms = try? info.forms { invocation throws(CommandError) in
      let shell = invocation.shell
      let output = try shell.calling(
        shell.lua.run(
          command: info.name, arguments: invocation.arguments(of: info),
          others: invocation.others(of: info)))
      return CommandResult(output: output ?? "")
    }
    return Command(
      name: info.name, group: .plugins, summary: info.help, details: info.fullDetails,
      examples: [info.example ?? info.synopsis.first ?? "": ""], changes: true, joinsSteps: true,
      forms: forms ?? [])
  }
}

extension ShellHost {
  /// Checks that the synopsis of a command can be read, and that its `args` are in it.
  func check(_ command: LuaCommandInfo) throws(LuaFailure) {
    for line in command.forms {
      do throws(FormReader.Malformed) {
        _ = try Form(reading: line, kinds: command.kinds(in: line)) { _ in .nothing }
      } catch {
        throw LuaFailure(
          code: "bad-argument",
          message: "tablesh.command: the synopsis '\(line)' is malformed: \(error.what)")
      }
    }
    let names = Set(command.forms.flatMap(LuaCommandInfo.placeholders))
    for argument in command.arguments where !names.contains(argument.name.uppercased()) {
      throw LuaFailure(
        code: "bad-argument",
        message: "tablesh.command: the synopsis has no \(argument.name.uppercased())")
    }
  }
}

extension Invocation {
  /// What was typed for a placeholder, as it stands.
  fileprivate func text(_ capture: FormCapture) -> String {
    guard capture.words.count > 1 || capture.lua != nil else { return capture.word.text }
    guard let first = capture.words.first else {
      return (capture.kind.isTarget ? "where " : "") + (capture.lua?.text ?? "")
    }
    let text = statement.text.unicodeScalars.dropFirst(first.place.offset)
    if capture.lua != nil { return String(String.UnicodeScalarView(text)) }
    let end = capture.words.last?.end.offset ?? 0
    return String(String.UnicodeScalarView(text.prefix(end - first.place.offset)))
  }

  /// What was typed for the placeholders of a command of Lua, in order.
  fileprivate func arguments(of info: LuaCommandInfo) -> [LuaCommandInfo.Typed] {
    var arguments: [LuaCommandInfo.Typed] = []
    for capture in captures {
      var argument = info.argument(for: capture.kind.name)
      argument.isRepeated = form.grammar.repeated.contains(capture.kind.name)
      if let index = arguments.firstIndex(where: { $0.argument.name == argument.name }) {
        arguments[index].argument.isRepeated = true
        arguments[index].texts.append(text(capture))
      } else {
        arguments.append((argument, [text(capture)]))
      }
    }
    return arguments
  }

  /// The words and options that were typed; those without a value are true.
  fileprivate func others(of info: LuaCommandInfo) -> [LuaCommandInfo.Typed] {
    let isTrue = ["true"]
    var others: [LuaCommandInfo.Typed] = form.grammar.words.filter(has).map {
      (LuaCommandInfo.Argument(name: $0, type: .boolean), isTrue)
    }
    for option in form.grammar.options where has("--\(option.declaration.name)") {
      let value = value(of: "--\(option.declaration.name)")?.text
      var argument = info.argument(for: option.kind?.name ?? "")
      if value == nil { argument.type = .boolean }
      if let value, option.words.contains(value) { argument.type = .text }
      argument.name = LuaCommandInfo.field(option.declaration.name)
      others.append((argument, value.map { [$0] } ?? isTrue))
    }
    return others
  }
}

extension Placeholder {
  /// Creates the placeholder for an argument of a command declared by Lua.
  fileprivate init(_ argument: LuaCommandInfo.Argument) {
    let (name, what) = (argument.name.uppercased(), argument.name)
    guard argument.values.isEmpty else {
      self.init(name, what, complete: Placeholder.words(argument.values))
      return
    }
    switch argument.type {
    case .column: self.init(name, what, complete: Slot.column.kind.complete)
    case .section: self.init(name, what, complete: Slot.section.kind.complete)
    case .target: self.init(Slot.target.kind, called: name, what)
    case .file: self.init(name, what, complete: Slot.file.kind.complete)
    case .boolean: self.init(name, what, complete: Placeholder.words(["true", "false"]))
    case .text, .number, .integer: self.init(name, what)
    }
  }

  /// The same under another name.
  fileprivate init(_ kind: Placeholder, called name: String, _ what: String? = nil) {
    self.init(
      name, what ?? kind.what, isTarget: kind.isTarget, isAssignment: kind.isAssignment,
      read: kind.read, complete: kind.complete)
  }
}

extension LuaCommandInfo {
  /// What it takes, as forms of the same kind as those of built-in commands.
  fileprivate func forms(run: @escaping Form.Run) throws(FormReader.Malformed) -> [Form] {
    var forms: [Form] = []
    for line in synopsis { forms.append(try Form(reading: line, kinds: kinds(in: line), run: run)) }
    return forms
  }

  /// What placeholders of a line stand for: what `args` says, else the same as in built-in
  /// commands, else any text. Each has its own name, by which the function finds it.
  fileprivate func kinds(in line: String) -> [String: Placeholder] {
    var kinds = Dictionary(
      arguments.map { ($0.name.uppercased(), Placeholder($0)) }, uniquingKeysWith: { $1 })
    for name in Self.placeholders(of: line) where kinds[name] == nil {
      kinds[name] =
        Placeholder.known[name].map { Placeholder($0, called: name) }
        ?? Placeholder(name, name.lowercased())
    }
    return kinds
  }

  /// The words in capitals of a line.
  fileprivate static func placeholders(of line: String) -> [String] {
    line.split { " []()|,…=".contains($0) }.map(String.init).filter { word in
      word.contains(where: \.isUppercase) && !word.contains(where: \.isLowercase)
        && !word.hasPrefix("-")
    }
  }

  /// The field in which the function finds a placeholder or an option: `dry_run` for `dry-run`.
  fileprivate static func field(_ name: String) -> String {
    name.prefix { $0 != "," && $0 != "=" }.lowercased().replacing("-", with: "_")
  }

  /// The type of a placeholder's values.
  fileprivate func argument(for placeholder: String) -> Argument {
    if let own = arguments.first(where: { $0.name.uppercased() == placeholder }) { return own }
    let type: ArgumentType =
      switch placeholder {
      case "N", "INDEX", "ROWS", "COUNT": .integer
      case "SECONDS", "POINTS": .number
      case "COL": .column
      case "SECTION": .section
      case "TARGET", "PATH": .target
      case "FILE": .file
      default: .text
      }
    return Argument(name: Self.field(placeholder), type: type)
  }

  /// The details, with the help of each argument.
  fileprivate var fullDetails: String {
    let lines = arguments.compactMap { argument in
      argument.help.map { "\(argument.name.uppercased()): \($0)." }
    }
    return ([details] + lines).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
