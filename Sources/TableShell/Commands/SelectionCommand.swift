import TableKit
import TablePrinters

extension Command {
  /// Shows and sets what decides which rows can be selected.
  static var selection: Command {
    Command(
      name: "selection", group: .selection,
      summary: "show or set how many rows can be selected, and who holds them",
      synopsis: [
        "selection", "selection none|single|multiple [--editing]", "selection held data|view",
        "selection limit SECTION none|exclusive|exclusive!|max N|inclusive", "selection flags",
      ],
      details: """
        --editing means editing mode. Held by data a selection survives reloading and editing mode, \
        held by the view it behaves as UIKit's. exclusive is a radio button, exclusive! one that \
        stays on.
        """,
      example: "selection limit 0 exclusive", options: [OptionDeclaration("editing")],
      arguments: [
        .words(["none", "single", "multiple", "held", "limit", "flags"]),
        .any([.words(["data", "view"]), .section]),
        .words(["none", "exclusive", "exclusive!", "max", "inclusive"]),
      ], takesLateOptions: true
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      switch invocation.arguments.first?.text {
      case nil: return .output(document.editor.selectionReport)
      case "held": return try invocation.setHolding(document)
      case "limit": return try invocation.setLimit(document)
      case "flags":
        try invocation.expect(1...1)
        return .output(document.editor.settings.flags.report)
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
    document.editor.settings.flags.set(mode, duringEditing: isForEditing)
    let place = isForEditing ? "in editing mode" : "outside editing mode"
    return CommandResult(sentence: "\(place): \(mode.rawValue) selection")
  }

  fileprivate func setHolding(_ document: Document) throws(CommandError) -> CommandResult {
    try expect(2...2)
    guard let holding = SelectionHolding(rawValue: arguments[1].text) else {
      throw usage("the data or the view can hold a selection, not '\(arguments[1].text)'")
    }
    document.editor.settings.holding = holding
    return CommandResult(sentence: "the selection is held by the \(holding.rawValue)")
  }

  fileprivate func setLimit(_ document: Document) throws(CommandError) -> CommandResult {
    guard arguments.count > 2 else { throw usage("'selection limit' wants a section and a limit") }
    let section = document.table.sections[try section(arguments[1])]
    let syntax = try reading { () throws(SyntaxError) in
      try LimitSyntax(arguments.dropFirst(2), at: end)
    }
    if case .max(let count) = syntax, count < 2 {
      throw usage("max \(count) is '\(count == 1 ? "exclusive" : "none")'")
    }
    document.editor.settings.limits[section.id] = syntax.limit == .inclusive ? nil : syntax.limit
    var result = CommandResult(
      sentence: "limit of section \(Quoting.name(section.name)): \(syntax.limit.syntax)")
    if let over = document.editor.overLimits().first(where: { $0.section == section.id }) {
      result.notes.append(
        "section \(Quoting.name(section.name)) is over its limit: \(over.count) of \(over.limit)")
    }
    return result
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

extension Editor {
  /// What `selection` prints.
  fileprivate var selectionReport: String {
    var lines = AlignedText()
    let flags = settings.flags
    lines.add("outside editing mode", flags.mode(isEditing: false).rawValue)
    lines.add("in editing mode", flags.mode(isEditing: true).rawValue + (isEditing ? " (now)" : ""))
    lines.add("held by", "the \(settings.holding.rawValue)")
    for section in table.sections {
      if let limit = settings.limits[section.id] {
        lines.add("limit of \(Quoting.name(section.name))", limit.syntax)
      }
    }
    lines.add("selected", Counts.of(selection.count, "row"))
    lines.add("button", deleteButton.title + (deleteButton.isEnabled ? "" : " (disabled)"))
    return lines.text()
  }
}

extension SelectionFlags {
  /// The flags by UIKit's names.
  fileprivate var report: String {
    var lines = AlignedText()
    lines.add("allowsSelection", String(allowsSelection))
    lines.add("allowsMultipleSelection", String(allowsMultipleSelection))
    lines.add("allowsSelectionDuringEditing", String(allowsSelectionDuringEditing))
    lines.add("allowsMultipleSelectionDuringEditing", String(allowsMultipleSelectionDuringEditing))
    return lines.text()
  }
}
