import TablePrinters

extension Shell {
  /// The prompt: the table's name, the Delete button in editing mode, and `*` for unsaved changes.
  public var prompt: String {
    guard let document = current else { return "tablesh> " }
    var text = DisplayText(document.name.lastPathPart).text
    if document.editor.isEditing { text += " [\(document.controller.deleteButton.title)]" }
    if document.hasUnsavedChanges { text += "*" }
    return text + "> "
  }

  /// The prompt for a further line of a command.
  public var continuationPrompt: String {
    String(repeating: ".", count: max(3, prompt.count - 2)) + "> "
  }

  /// Discards a ^C that came after the last command had ended.
  public func clearInterrupt() { if hasLua { lua.clearInterrupt() } }
}

extension Shell {
  /// Whether a text contains a command that writes a table to standard output.
  public func writesTableToOutput(_ text: String) -> Bool {
    guard let statements = try? Script.statements(of: text, compiles: { _, _ in .ok }) else {
      return false
    }
    return statements.contains { statement in
      guard let first = statement.words.first, first.is("save") || first.is("export") else {
        return false
      }
      return statement.words.last?.is("-") == true && statement.redirection == .none
    }
  }
}

extension Shell {
  /// Prints the current table and a line on help, at the start of an interactive session.
  public func greet() {
    guard !options.isQuiet, options.format == .text else { return }
    var text = ""
    if let document = current {
      if options.tableMode != .none {
        print(view(of: document), style, to: &text)
      }
      text += "\(document.shownName): \(document.size); "
    }
    console.write(text + "help lists the commands, quit leaves\n")
  }
}
