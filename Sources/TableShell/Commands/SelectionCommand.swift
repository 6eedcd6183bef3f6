import TableInteraction
import TableKit
import TableLua
import TablePrinters
import Wording

extension Command {
  /// Shows and sets what decides which rows can be selected.
  static var selection: Command {
    Command(
      name: "selection", group: .selection,
      summary: "show or set how many rows can be selected, and who holds them",
      synopsis: [
        "selection", "selection none|single|multiple [--editing]", "selection held data|view",
        "selection limit SECTION none|exclusive|exclusive!|max N|inclusive",
        "selection checklist SECTION inclusive|exclusive|off", "selection action on|off",
        "selection flags [FLAG on|off]", "selection uikit",
      ],
      details: """
        --editing means editing mode. Held by data a selection survives reloading and editing mode, \
        held by the view it behaves as UIKit's. exclusive is a radio button, exclusive! one that \
        stays on. A checklist deselects a tapped row at once and changes its mark; in an exclusive one \
        a tap moves the mark, and cannot take it away. With an action a plain tap opens a row: it replaces the whole \
        selection and performs the row's primary action. uikit is what UIKit starts with: one row, \
        none in editing mode, held by the view.
        """,
      example: "selection limit 0 exclusive", options: [OptionDeclaration("editing")],
      arguments: [
        .words([
          "none", "single", "multiple", "held", "limit", "checklist", "action", "flags", "uikit",
        ]),
        .any([.words(["data", "view", "on", "off"] + SelectionFlags.names.map(\.name)), .section]),
        .words(["none", "exclusive", "exclusive!", "max", "inclusive", "on", "off"]),
      ], takesLateOptions: true
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      switch invocation.arguments.first?.text {
      case nil: return .output(document.controller.selectionReport(in: invocation.shell))
      case "held": return try invocation.setHolding(document)
      case "limit": return try invocation.setLimit(document)
      case "checklist": return try invocation.setChecklist(document)
      case "action":
        document.controller.settings.hasPrimaryAction = try invocation.switched(1)
        let state = document.controller.settings.hasPrimaryAction
        return CommandResult(sentence: "a plain tap \(state ? "opens a row" : "only selects")")
      case "flags": return try invocation.setFlag(document)
      case "uikit":
        try invocation.expect(1...1)
        document.controller.settings.flags = .uiKit
        document.editor.holding = .view
        return CommandResult(sentence: "as UIKit starts: one row, held by the view")
      case let word?:
        guard let mode = SelectionMode(rawValue: word) else {
          throw invocation.usage("'\(word)' is nothing to set here")
        }
        return try invocation.setMode(mode, document)
      }
    }
  }
}

extension Invocation {
  fileprivate func setMode(
    _ mode: SelectionMode, _ document: Document
  ) throws(CommandError) -> CommandResult {
    try expect(1...1)
    let isForEditing = options.has("editing")
    document.controller.settings.flags.set(mode, duringEditing: isForEditing)
    let place = isForEditing ? "in editing mode" : "outside editing mode"
    return CommandResult(sentence: "\(place): \(mode.rawValue) selection")
  }

  fileprivate func setHolding(_ document: Document) throws(CommandError) -> CommandResult {
    try expect(2...2)
    guard let holding = SelectionHolding(rawValue: arguments[1].text) else {
      throw usage("the data or the view can hold a selection, not '\(arguments[1].text)'")
    }
    document.editor.holding = holding
    return CommandResult(sentence: "the selection is held by the \(holding.rawValue)")
  }

  fileprivate func setLimit(_ document: Document) throws(CommandError) -> CommandResult {
    let forms = ["selection limit SECTION none|exclusive|exclusive!|max N|inclusive"]
    guard arguments.count > 2 else {
      throw .usage("'selection limit' wants a section and a limit", synopsis: forms)
    }
    guard !arguments[2].is("max") || arguments.count > 3 else {
      throw .usage("'max' wants a number", synopsis: forms)
    }
    let section = document.table.sections[try section(arguments[1])]
    let syntax = try reading { () throws(SyntaxError) in
      try LimitSyntax(arguments.dropFirst(2), at: end)
    }
    if case .max(let count) = syntax, count < 2 {
      let name = Quoting.name(section.name)
      throw .usage(
        count == 1
          ? "'max' takes 2 or more; 'exclusive' takes one row, and another one replaces it"
          : "'max' takes 2 or more; 'none' takes no row",
        synopsis: ["selection limit \(name) \(count == 1 ? "exclusive" : "none")"])
    }
    document.controller.settings.limits[section.id] =
      syntax.limit == .inclusive ? nil : syntax.limit
    var result = CommandResult(
      sentence: "limit of section \(Quoting.name(section.name)): \(syntax.limit.syntax)")
    if let over = document.controller.overLimits().first(where: { $0.section == section.id }) {
      result.notes.append(
        "section \(Quoting.name(section.name)) is over its limit: \(over.count) of \(over.limit)")
    }
    return result
  }
}

extension Invocation {
  /// The word `on` or `off` at the end.
  fileprivate func switched(_ index: Int) throws(CommandError) -> Bool {
    try expect((index + 1)...(index + 1))
    let word = arguments[index].text
    guard word == "on" || word == "off" else {
      throw .usage(
        "'\(word)' is neither on nor off",
        synopsis: ["selection \(arguments[..<index].map(\.text).joined(separator: " ")) on|off"])
    }
    return word == "on"
  }

  fileprivate func setFlag(_ document: Document) throws(CommandError) -> CommandResult {
    guard arguments.count > 1 else { return .output(document.controller.settings.flags.report) }
    let name = arguments[1].text
    guard let flag = SelectionFlags.names.first(where: { $0.name == name }) else {
      throw .noSuchName(kind: "flag", name, names: SelectionFlags.names.map(\.name))
    }
    let before = document.controller.settings.flags
    document.controller.settings.flags[keyPath: flag.flag] = try switched(2)
    let flags = document.controller.settings.flags
    var result = CommandResult(sentence: "\(name) is \(flags[keyPath: flag.flag] ? "on" : "off")")
    for other in SelectionFlags.names
    where other.name != name && before[keyPath: other.flag] != flags[keyPath: other.flag] {
      result.notes.append("\(other.name) went off with it")
    }
    return result
  }

  fileprivate func setChecklist(_ document: Document) throws(CommandError) -> CommandResult {
    try expect(3...3)
    let section = document.table.sections[try section(arguments[1])]
    let word = arguments[2].text
    let checklist = Checklist(rawValue: word)
    guard checklist != nil || word == "off" else {
      throw usage("a checklist is inclusive, exclusive or off, not '\(word)'")
    }
    let name = Quoting.name(section.name)
    let transaction: Transaction
    do throws(EditError) {
      transaction = try document.controller.setChecklist(
        checklist, of: section.id, title: statement.text)
    } catch { throw CommandError(error) }
    document.lastTransaction = transaction
    var result = CommandResult(transaction: transaction)
    result.sentence =
      checklist.map { "section \(name) is an \($0.rawValue) checklist" }
      ?? "section \(name) is no checklist"
    if transaction.changesState {
      result.notes.append(
        "one row of it is marked from the start: \(document.markedPaths(section))")
    }
    return result
  }
}

extension Document {
  /// Where the marked rows of a section are.
  fileprivate func markedPaths(_ section: Section) -> String {
    editor.marks.rows.filter { table.section(of: $0) == section.id }
      .compactMap { table.path(of: $0)?.description }.joined(separator: " ")
  }
}

extension LimitSyntax {
  /// The limit that was typed.
  fileprivate var limit: SelectionLimit {
    switch self {
    case .none: .none
    case .exclusive: .exclusive
    case .exclusiveAlways: .exclusiveStrict
    case .max(let count): .maximum(count)
    case .inclusive: .inclusive
    }
  }
}

extension TableController {
  /// What `selection` prints.
  fileprivate func selectionReport(in shell: Shell) -> String {
    var lines = AlignedText(in: shell)
    let flags = settings.flags
    lines.add("outside editing mode", flags.mode(isEditing: false).rawValue)
    lines.add("in editing mode", flags.mode(isEditing: true).rawValue + (isEditing ? " (now)" : ""))
    lines.add("held by", "the \(editor.holding.rawValue)")
    if settings.hasPrimaryAction { lines.add("a plain tap", "opens a row") }
    for case let policy as LuaPolicy in policies {
      lines.add("policy \(policy.name)", policy.plugin.map { "of \($0)" } ?? "typed in Lua")
    }
    for section in table.sections {
      if let limit = settings.limits[section.id] {
        lines.add("limit of \(Quoting.name(section.name))", limit.syntax)
      }
      if let checklist = settings.checklists[section.id] {
        lines.add("checklist \(Quoting.name(section.name))", checklist.rawValue)
      }
    }
    lines.add("selected", Counts.of(selection.count, "row"))
    if let path = topmostSelected.flatMap(table.path(of:)), selection.count > 1 {
      lines.add("topmost", path.description)
    }
    if !marks.isEmpty { lines.add("marked", Counts.of(marks.count, "row")) }
    lines.add("button", deleteButton.title + (deleteButton.isEnabled ? "" : " (disabled)"))
    return lines.text()
  }
}

extension SelectionFlags {
  /// The flags by UIKit's names.
  fileprivate static var names: [(name: String, flag: WritableKeyPath<SelectionFlags, Bool>)] {
    [
      ("allowsSelection", \.allowsSelection),
      ("allowsMultipleSelection", \.allowsMultipleSelection),
      ("allowsSelectionDuringEditing", \.allowsSelectionDuringEditing),
      ("allowsMultipleSelectionDuringEditing", \.allowsMultipleSelectionDuringEditing),
    ]
  }

  fileprivate var report: String {
    var lines = AlignedText()
    for (name, flag) in Self.names { lines.add(name, String(self[keyPath: flag])) }
    return lines.text()
  }
}
