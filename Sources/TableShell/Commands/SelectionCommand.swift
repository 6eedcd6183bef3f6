import CommandLanguage
import TableInteraction
import TableKit
import TableLua
import TableRules
import Wording

extension Command {
  /// A command that shows and sets which rows can be selected, and who holds the selection.
  static var selection: Command {
    Command(
      name: "selection", group: .selection,
      summary: "choose what can be selected, and whether reloads deselect",
      details: """
          single|multiple|none  how many rows can be selected at once
          held data             keep the selection when rows are reloaded
          held view             lose it then, as UIKit does
          limit                 how many rows of a section can be selected: none,
                                max N, inclusive (all), exclusive (one, like a radio
                                button) or exclusive! (one that stays selected)
          checklist             in this section, a tap marks a row
          flags                 UIKit's properties, such as allowsSelection
          action on             a plain tap opens a row
          uikit                 begin as UIKit does: one row, none in editing mode
        """,
      options: [
        "editing": "for editing mode"
      ],
      examples: [
        "selection single": "one row at a time",
        "selection limit Dock max 2": "at most two rows of a section",
      ], readOn: ["selecting", "select", "tap"],
      forms: [
        Form("selection") { invocation throws(CommandError) in
          .output(try invocation.document().controller.selectionReport(in: invocation.shell))
        },
        Form("selection none|single|multiple [--editing]") { invocation throws(CommandError) in
          let mode = invocation.choice(SelectionMode.self) ?? .none
          let isForEditing = invocation.has("--editing")
          try invocation.document().controller.settings.flags.set(mode, duringEditing: isForEditing)
          let place = isForEditing ? "in editing mode" : "outside editing mode"
          return try invocation.explained(
            .mode, "\(place): \(mode == .none ? "no" : mode.rawValue) selection")
        },
        Form("selection held data|view") { invocation throws(CommandError) in
          let holding = invocation.choice(SelectionHolding.self) ?? .data
          try invocation.document().editor.holding = holding
          return try invocation.explained(
            .heldByData, "the selection is held by the \(holding.rawValue)")
        },
        Form(
          "selection limit SECTION none|exclusive|exclusive!|max N|inclusive",
          does: Invocation.setLimit),
        Form("selection checklist SECTION inclusive|exclusive|off", does: Invocation.setChecklist),
        Form("selection action on|off") { invocation throws(CommandError) in
          let opens = invocation.isOn == true
          try invocation.document().controller.settings.hasPrimaryAction = opens
          return try invocation.explained(
            .primaryAction, "a plain tap \(opens ? "opens a row" : "only selects")")
        },
        Form("selection flags [FLAG on|off]", kinds: ["FLAG": .flag], does: Invocation.setFlag),
        Form("selection uikit") { invocation throws(CommandError) in
          let document = try invocation.document()
          document.controller.settings.flags = .uiKit
          document.editor.holding = .view
          return try invocation.explained(.mode, "as UIKit starts: one row, held by the view")
        },
      ])
  }
}

extension Placeholder {
  /// The name of one of UIKit's four selection flags.
  fileprivate static let flag = words("word", "a flag", SelectionFlags.names.map(\.name))
}

extension Invocation {
  /// A result that says what was set; `explain` adds the rule.
  fileprivate func explained(
    _ rule: TableRule, _ sentence: String
  ) throws(CommandError) -> CommandResult {
    try document().past.note = ReasonNote(
      title: statement.text, heading: "selection", reasons: [Explanation(sentence, rule)])
    return CommandResult(sentence: sentence)
  }

  fileprivate func setLimit() throws(CommandError) -> CommandResult {
    let document = try document()
    let section = document.table.sections[try self[.section]]
    let name = Quoting.name(section.name)
    var limit = SelectionLimit.inclusive
    if let count = try optional(.number) {
      guard count > 1 else {
        throw refusal(
          count == 1
            ? "'max' takes 2 or more; 'exclusive' takes one row, and another one replaces it"
            : "'max' takes 2 or more; 'none' takes no row",
          ["selection limit \(name) \(count == 1 ? "exclusive" : "none")"])
      }
      limit = .maximum(count)
    } else {
      let limits: [SelectionLimit] = [.none, .exclusive, .exclusiveStrict]
      limit = limits.first { has($0.syntax) } ?? .inclusive
    }
    document.controller.settings.limits[section.id] = limit == .inclusive ? nil : limit
    var result = try explained(.limits, "limit of section \(name): \(limit.syntax)")
    if let over = document.controller.overLimits().first(where: { $0.section == section.id }) {
      result.notes.append("section \(name) is over its limit: \(over.count) of \(over.limit)")
    }
    return result
  }

  fileprivate func setFlag() throws(CommandError) -> CommandResult {
    let document = try document()
    guard let name = try optional(.word)?.text else {
      return .output(document.controller.settings.flags.report)
    }
    guard let flag = SelectionFlags.names.first(where: { $0.name == name }) else {
      throw .noSuchName(kind: "flag", name, names: SelectionFlags.names.map(\.name))
    }
    let before = document.controller.settings.flags
    document.controller.settings.flags[keyPath: flag.flag] = isOn == true
    let flags = document.controller.settings.flags
    var result = try explained(.flags, "\(name) is \(flags[keyPath: flag.flag] ? "on" : "off")")
    for other in SelectionFlags.names
    where other.name != name && before[keyPath: other.flag] != flags[keyPath: other.flag] {
      result.notes.append("\(other.name) is off now, too")
    }
    return result
  }

  fileprivate func setChecklist() throws(CommandError) -> CommandResult {
    let document = try document()
    let section = document.table.sections[try self[.section]]
    let checklist = choice(Checklist.self)
    let name = Quoting.name(section.name)
    let transaction = try editing(
      document.controller.setChecklist(checklist, of: section.id, title: statement.text))
    document.lastTransaction = transaction
    var result = CommandResult(transaction: transaction)
    result.sentence =
      checklist.map { "section \(name) is an \($0.rawValue) checklist" }
      ?? "section \(name) is not a checklist"
    if transaction.changesState {
      result.notes.append(
        "one of its rows is always marked, now \(document.editor.markedPaths(section))")
    }
    return result
  }
}

extension Editor {
  /// Returns the index paths of the marked rows of a section: `0:1 0:3`.
  fileprivate func markedPaths(_ section: Section) -> String {
    marks.rows.filter { table.section(of: $0) == section.id }
      .compactMap { table.path(of: $0)?.description }.joined(separator: " ")
  }
}

extension TableController {
  /// Returns the output of `selection`: a line per setting.
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
    lines.add("button", shownDeleteButton)
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
