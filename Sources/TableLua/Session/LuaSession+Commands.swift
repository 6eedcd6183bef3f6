import Lua
import TableKit
import Wording

extension LuaSession {
  /// Runs a command that a plugin declares.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - arguments: what was typed for its placeholders, which the function finds by their names
  ///     and, in order, by number.
  ///   - others: the words and options that were typed, which it finds by their names.
  /// - Returns: what it prints, if anything.
  public func run(
    command name: String, arguments: [LuaCommandInfo.Typed] = [],
    others: [LuaCommandInfo.Typed] = []
  ) throws(LuaFailure) -> String? {
    let command = try registry.find("command", name, in: registry.commands, by: \.info.name)
    return try finishing(of: command.info.plugin) { () throws(LuaError) in
      let args = state.table()
      for typed in others { try args.set(.string(typed.argument.name), value(of: typed)) }
      for (index, typed) in arguments.enumerated() {
        let value = try value(of: typed)
        try args.set(.string(typed.argument.name), value)
        try args.set(.integer(index + 1), value)
      }
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
    var shown = LuaValue.string(try state.display(value)).shortText ?? ""
    if shown.hasPrefix("table: 0x") { shown = try LuaPrinter(session: self).shown(value) }
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
    guard let command = registry.command(named: name), let complete = command.complete else {
      return nil
    }
    return try finishing(of: command.info.plugin, to: Self.completionSeconds) {
      () throws(LuaError) in
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

extension LuaCommandInfo {
  /// What was typed for an argument, one text for each value.
  public typealias Typed = (argument: Argument, texts: [String])
}

extension LuaSession {
  /// The value of an argument: a list if it takes many words.
  private func value(of typed: LuaCommandInfo.Typed) throws(LuaError) -> LuaValue {
    var values: [LuaValue] = []
    for text in typed.texts { values.append(try value(text, typed.argument)) }
    return typed.argument.isRepeated
      ? .table(state.table(sequence: values)) : values.first ?? .nil
  }

  private func value(
    _ text: String, _ argument: LuaCommandInfo.Argument
  ) throws(LuaError) -> LuaValue {
    guard argument.values.isEmpty || argument.values.contains(text) else {
      throw bad(
        "'\(shown: text)' is not one of \(argument.values.joined(separator: ", ")) for '\(shown: argument.name)'",
        hint: Nearest.hint(for: text, in: argument.values))
    }
    switch argument.type {
    case .text, .target, .file: return .string(text)
    case .integer, .number:
      if let value = Int(text) { return .integer(value) }
      if argument.type == .number, let value = DecimalNumber.double(text) { return .number(value) }
      throw bad("'\(shown: text)' is no \(argument.type.rawValue) for '\(shown: argument.name)'")
    case .boolean:
      switch text {
      case "true", "on", "yes": return true
      case "false", "off", "no": return false
      default: throw bad("'\(shown: text)' is neither on nor off for '\(shown: argument.name)'")
      }
    case .column:
      let names = try currentTable().columns.map(\.name)
      guard names.contains(text) else {
        throw LuaFailure.noSuchColumn(text, among: names).luaError
      }
      return .string(text)
    case .section:
      let handle = TableHandle(try currentTable(), selection: [])
      let index = try TargetReader(session: self, handle: handle).section(.string(text))
      return .string(handle.table.sections[index].name)
    }
  }

  private func bad(_ message: String, hint: String? = nil) -> LuaError {
    LuaError(message, code: "bad-argument", hint: hint)
  }

  /// A plan as a printer of a plugin prints it.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - table: the table after it.
  ///   - name: the printer's.
  public func print(
    _ plan: LuaPlan, of table: Table, with name: String
  ) throws(LuaFailure) -> String {
    let printer = try registry.find("printer", name, in: registry.printers, by: \.info.name)
    let held = held
    return try finishing(of: printer.info.plugin) { () throws(LuaError) in
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
