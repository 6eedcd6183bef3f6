import TablePrinters

extension Shell {
  /// What stands before the cursor: the table, the Delete button in editing mode, and whether there
  /// is something to save.
  public var prompt: String {
    guard let document = current else { return "tablesh> " }
    var text = DisplayText(document.name.lastPathPart).text
    if document.editor.isEditing { text += " [\(document.controller.deleteButton.title)]" }
    if document.hasUnsavedChanges { text += "*" }
    return text + "> "
  }

  /// What stands before the cursor while a command goes on.
  public var continuationPrompt: String {
    String(repeating: ".", count: max(3, prompt.count - 2)) + "> "
  }
}

extension Shell {
  /// Whether a text holds a command that writes a table to standard output.
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
  /// Says to a person what is open, and where help is.
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
