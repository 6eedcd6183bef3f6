import TableKit
import TablePrinters

extension Command {
  /// Prints rows.
  static var show: Command {
    Command(
      name: "show", group: .looking, summary: "print rows, all columns or some",
      synopsis: ["show [COLUMNS] [TARGET]"],
      details: """
        Without a target it prints what the viewport shows. COLUMNS are names with commas between \
        them; a lone name is a column before it is a section: name:* is all of the section.
        """,
      example: "show name,id 0:*", arguments: [.any([.column, .target]), .target]
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let names = try invocation.leadingColumns()
      let words = invocation.arguments.dropFirst(names?.wordCount ?? 0)
      var view = invocation.shell.view(of: document)
      if let names {
        var columns: [ColumnID] = []
        for name in names.names { columns.append(try invocation.column(name).id) }
        view.columns = columns
      }
      if !words.isEmpty || invocation.lua?.kind == .condition {
        view.rows = try invocation.rows(try invocation.target(words))
        view.offset = 0
        view.height = nil
      }
      return CommandResult(view: view)
    }
  }
}

extension Invocation {
  /// The list of columns that the arguments start with, nil when they start with a target.
  fileprivate func leadingColumns() throws(CommandError) -> NameList? {
    guard let first = arguments.first, !first.startsTarget else { return nil }
    let list = try reading { () throws(SyntaxError) in try NameList(arguments) }
    let table = try document().table
    let isAlone = list.wordCount == arguments.count && lua?.kind != .condition
    guard isAlone, !list.names.contains(where: { table.column(named: $0.text) != nil }) else {
      return list
    }
    // Not one is a column: then all of them are sections, or the first is misspelt.
    let isSection = list.names.allSatisfy { !table.sectionIndexes(named: $0.text).isEmpty }
    return isSection ? nil : list
  }
}

extension Word {
  /// Whether it can only be the start of a target: a path, a key, a keyword, a section's index.
  fileprivate var startsTarget: Bool {
    let pieces = split(at: ",")
    if pieces.contains(where: { $0.containsUnquoted(":") || $0.containsUnquoted("*") }) {
      return true
    }
    let start = unquotedStart.unicodeScalars
    if start.first == "@" || ArgumentReader.isOption(self) { return true }
    guard let piece = pieces.first, piece.isUnquoted, !piece.isEmpty else { return false }
    return Quoting.keywords.contains(piece.text)
      || piece.text.unicodeScalars.allSatisfy(\.isDigit)
  }
}
