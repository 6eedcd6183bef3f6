import TableKit
import TablePrinters

extension Command {
  /// Prints rows.
  static var show: Command {
    Command(
      name: "show", group: .looking, summary: "print rows, all columns or some",
      synopsis: ["show [COLUMNS] [TARGET]"],
      kinds: ["COLUMNS": Slot.columns.kind],
      details: """
        Without a target it prints what the viewport shows. COLUMNS are names with commas between \
        them; a lone name is a column before it is a section: name:* is all of the section.
        """,
      example: "show name,id 0:*"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      var view = invocation.shell.view(of: document)
      if let names = try invocation.optional(.columns) {
        var columns: [ColumnID] = []
        for name in names { columns.append(try invocation.column(name).id) }
        view.columns = columns
      }
      if let target = try invocation.optional(.target) {
        view.rows = try invocation.rows(target)
        view.offset = 0
        view.height = nil
      }
      return CommandResult(view: view)
    }
  }
}

extension Slot where Value == [Word] {
  /// Names of columns; a lone name is one before it is a section.
  fileprivate static var columns: Slot {
    Slot(
      kind: Placeholder(
        "COLUMNS", "columns",
        read: { rest throws(FormProblem) in
          guard let first = rest.words.first, !first.startsTarget else { return .init(count: 0) }
          let list: NameList
          do throws(SyntaxError) { list = try NameList(rest.words) } catch { throw .syntax(error) }
          let isAlone = list.wordCount == rest.words.count && rest.lua?.kind != .condition
          if isAlone, let table = rest.table,
            !list.names.contains(where: { table.column(named: $0.text) != nil }),
            // Not one is a column: then all of them are sections, or the first is misspelt.
            list.names.allSatisfy({ !table.sectionIndexes(named: $0.text).isEmpty })
          {
            return .init(count: 0)
          }
          return .init(count: list.wordCount)
        },
        complete: Slot<Column>.column.kind.complete)
    ) { invocation, capture throws(CommandError) in
      try invocation.reading { () throws(SyntaxError) in try NameList(capture.words).names }
    }
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
