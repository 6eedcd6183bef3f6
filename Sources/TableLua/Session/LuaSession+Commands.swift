import Lua
import TableKit
import Wording

extension LuaSession {
  /// Runs a command that a plugin declares.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - arguments: as typed; they are checked against what the command declares.
  /// - Returns: what it prints, if anything.
  public func run(
    command name: String, arguments: [String] = []
  ) throws(LuaFailure) -> String? {
    try run(command: name) { (info) throws(LuaError) in
      let values = try CommandArguments(info, self).values(arguments)
      let args = state.table(sequence: values.map(\.value))
      for (argument, value) in values { try args.set(.string(argument), value) }
      return args
    }
  }

  /// Runs a command that declares a synopsis.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - given: what was typed for the parts of the synopsis.
  /// - Returns: what it prints, if anything.
  public func run(command name: String, given: [LuaGiven]) throws(LuaFailure) -> String? {
    try run(command: name) { (info) throws(LuaError) in
      let args = state.table()
      var place = 0
      for part in given {
        let value = try CommandArguments(info, self).value(of: part)
        try args.set(.string(part.name), value)
        guard part.hasPlace else { continue }
        place += 1
        try args.set(.integer(place), value)
      }
      return args
    }
  }

  private func run(
    command name: String, with arguments: (LuaCommandInfo) throws(LuaError) -> LuaTable
  ) throws(LuaFailure) -> String? {
    guard let command = registry.command(named: name) else {
      throw .noSuchCommand(name, among: registry.commands.map(\.info.name))
    }
    return try finishing { () throws(LuaError) in
      let args = try arguments(command.info)
      let result = try command.run.call(.table(try context(name)), .table(args))
      guard let shown = result.first, shown != .nil else {
        if result.count > 1, result[1] != .nil { throw try failure(result[1]) }
        return nil
      }
      return try LuaPrinter(session: self).shown(shown)
    }
  }

  /// The error that a command returns beside nil: a text or an error value.
  private func failure(_ value: LuaValue) throws(LuaError) -> LuaError {
    let shown = LuaValue.string(try state.display(value)).shortText ?? ""
    guard let table = value.table else { return LuaError(shown) }
    return LuaError(
      try table.get("message").shortText ?? shown, code: try table.get("code").shortText,
      hint: try table.get("hint").shortText)
  }

  /// What may stand in place of a command's argument, by the command's own `complete`; nil when
  /// it has none. It is called with the context, the number of the argument and what is typed.
  public func completions(
    command name: String, argument: Int, typed: String
  ) throws(LuaFailure) -> [String]? {
    guard let complete = registry.command(named: name)?.complete else { return nil }
    return try finishing(to: 1) { () throws(LuaError) in
      let context = try context(name)
      let result = try asked("by a completion function", currentHandleIfAny) {
        () throws(LuaError) in
        try complete.call(.table(context), .integer(argument + 1), .string(typed))
      }
      return try held.whileHolding { () throws(LuaError) in
        var texts: [String] = []
        for case .string(let string) in try result.first?.table?.sequence ?? [] {
          try hold(string.bytes.count, "a completion function")
          texts.append(string.text)
        }
        return texts
      }
    }
  }

  /// `{command=, table=}`; without `table` when none is open.
  private func context(_ name: String) throws(LuaError) -> LuaTable {
    let context = state.table(["command": .string(name)])
    if let host, let table = host.currentTable, let objects {
      let handle = TableHandle(table, selection: host.selection)
      try context.set("table", try objects.table(handle))
    }
    return context
  }
}

/// What was typed for a part of a synopsis that a command declares.
public struct LuaGiven: Sendable {
  /// The name under which the function finds it: that of a placeholder, an option or a word.
  public var name: String
  /// The type of its values; nil: it is a word or an option without a value.
  public var argument: LuaCommandInfo.Argument?
  /// What was typed, one text for each value.
  public var texts: [String]
  /// True if there can be several values.
  public var isList: Bool
  /// True if it has a number, too: `args[1]`.
  public var hasPlace: Bool

  /// Creates a part.
  public init(
    _ name: String, as argument: LuaCommandInfo.Argument? = nil, texts: [String] = [],
    isList: Bool = false, hasPlace: Bool = false
  ) {
    self.name = name
    self.argument = argument
    self.texts = texts
    self.isList = isList
    self.hasPlace = hasPlace
  }
}

/// Reads the arguments of a command by what it declares.
private struct CommandArguments {
  let info: LuaCommandInfo
  let session: LuaSession

  init(_ info: LuaCommandInfo, _ session: LuaSession) {
    self.info = info
    self.session = session
  }

  func values(_ texts: [String]) throws(LuaError) -> [(name: String, value: LuaValue)] {
    let needed = info.arguments.filter { !$0.isOptional }.count
    guard texts.count >= needed else {
      throw bad("'\(info.name)' needs \(info.arguments[texts.count].name)", hint: usage)
    }
    let isOpen = info.arguments.last?.isRepeated ?? false
    guard isOpen || texts.count <= info.arguments.count else {
      throw bad("'\(info.name)' takes no '\(texts[info.arguments.count])'", hint: usage)
    }
    var values: [(String, LuaValue)] = []
    for (index, argument) in info.arguments.enumerated() where index < texts.count {
      guard argument.isRepeated else {
        values.append((argument.name, try value(texts[index], argument)))
        continue
      }
      var list: [LuaValue] = []
      for text in texts[index...] { list.append(try value(text, argument)) }
      values.append((argument.name, .table(session.state.table(sequence: list))))
    }
    return values
  }

  /// The value of a part of a declared synopsis.
  func value(of part: LuaGiven) throws(LuaError) -> LuaValue {
    guard let argument = part.argument else { return true }
    var list: [LuaValue] = []
    for text in part.texts { list.append(try value(text, argument)) }
    return part.isList ? .table(session.state.table(sequence: list)) : list.first ?? .nil
  }

  private var usage: String { info.synopsis.joined(separator: "  |  ") }

  private func value(
    _ text: String, _ argument: LuaCommandInfo.Argument
  ) throws(LuaError) -> LuaValue {
    guard argument.values.isEmpty || argument.values.contains(text) else {
      throw bad(
        "'\(text)' is not one of \(argument.values.joined(separator: ", ")) for '\(argument.name)'",
        hint: Nearest.hint(for: text, in: argument.values))
    }
    switch argument.type {
    case .text, .target, .file: return .string(text)
    case .integer, .number:
      if let value = Int(text) { return .integer(value) }
      if argument.type == .number, let value = Double(text) { return .number(value) }
      throw bad("'\(text)' is no \(argument.type.rawValue) for '\(argument.name)'")
    case .boolean:
      switch text {
      case "true", "on", "yes": return true
      case "false", "off", "no": return false
      default: throw bad("'\(text)' is neither on nor off for '\(argument.name)'")
      }
    case .column:
      let names = try session.currentTable().columns.map(\.name)
      guard names.contains(text) else {
        throw LuaFailure.noSuchColumn(text, among: names).luaError
      }
      return .string(text)
    case .section:
      let handle = TableHandle(try session.currentTable(), selection: [])
      let index = try TargetReader(session: session, handle: handle).section(.string(text))
      return .string(handle.table.sections[index].name)
    }
  }

  private func bad(_ message: String, hint: String? = nil) -> LuaError {
    LuaError(message, code: "bad-argument", hint: hint)
  }
}

extension LuaSession {
  /// A plan as a printer of a plugin prints it.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - table: the table after it.
  ///   - name: the printer's.
  public func print(
    _ plan: LuaPlan, of table: Table, with name: String
  ) throws(LuaFailure) -> String {
    guard let printer = registry.printer(named: name) else {
      throw .noSuchPrinter(name, among: registry.printers.map(\.info.name))
    }
    let held = held
    return try finishing { () throws(LuaError) in
      try held.whileHolding { () throws(LuaError) in
        var text = ""
        let write = state.function("write") { [unowned self] call throws(LuaError) in
          for index in 0..<call.count {
            let piece = try call.string(index + 1)
            try hold(piece.utf8.count, "printer '\(name)'")
            text += piece
          }
          return 0
        }
        let handle = TableHandle(table, selection: [])
        try asked("by a printer", handle) { () throws(LuaError) in
          _ = try printer.print.call(
            try objects?.plan(plan) ?? .nil, try objects?.table(handle) ?? .nil, .function(write))
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
      }
    }
  }
}
