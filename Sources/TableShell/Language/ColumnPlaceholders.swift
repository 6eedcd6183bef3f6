import CommandLanguage
import TableKit

// The placeholders for columns. Lists of them are read alike everywhere: `ColumnList`.

extension Slot where Value == Column {
  /// A column, by its name.
  static var column: Slot {
    Slot(
      kind: Placeholder(
        "COL", "a column",
        complete: { line, word, _ in line.choices(for: word, among: line.columns()) })
    ) { invocation, capture throws(CommandError) in try invocation.column(capture.word) }
  }
}

extension Slot where Value == [Word] {
  /// Names separated by commas, of columns that need not be there.
  static var names: Slot {
    Slot(
      kind: Placeholder(
        "COL,…", "a column",
        read: { rest throws(SyntaxError) in .init(count: try NameList(rest.words).wordCount) },
        complete: { line, word, typed in line.columnList(word, behind: typed.own) })
    ) { invocation, capture throws(CommandError) in
      try invocation.reading(NameList(capture.words).names)
    }
  }
}

extension Slot where Value == [Column] {
  /// Columns of the table, each once.
  static var columnList: Slot {
    Slot(
      kind: Placeholder(
        "COLS", "a column", isColumns: true,
        read: { rest throws(SyntaxError) in .init(count: try ColumnList(rest.words).wordCount) },
        complete: { line, word, typed in
          .joining([
            line.columnList(word, behind: typed.own),
            typed.own.isEmpty
              ? line.choices(for: word, among: [.init("*", "every column")]) : .none,
          ])
        })
    ) { invocation, capture throws(CommandError) in try invocation.columns(capture.words) }
  }

  /// Columns where a target may stand, too: a name that is both a column and a section is the
  /// column, and a lone `*` is every row.
  package static var columns: Slot {
    Slot(
      kind: Placeholder(
        "COLUMNS", "columns", isColumns: true,
        read: { rest throws(SyntaxError) in
          guard let first = rest.words.first, !first.startsTarget else { return .init(count: 0) }
          let list = try ColumnList(rest.words)
          return .init(count: isTarget(list, in: rest) ? 0 : list.wordCount)
        },
        complete: { line, word, typed in line.columnList(word, behind: typed.own) })
    ) { invocation, capture throws(CommandError) in try invocation.columns(capture.words) }
  }

  /// Whether words that could be columns are a target.
  private static func isTarget(_ list: ColumnList, in rest: ArgumentInput) -> Bool {
    guard list.exceptions.isEmpty, let table = rest.table else { return false }
    let isAlone = list.wordCount == rest.words.count && rest.lua?.kind != .condition
    let named = list.items.filter { !$0.is("*") || table.column(named: "*") != nil }
    // Every row, unless a target follows.
    if named.isEmpty { return isAlone }
    let areSections = named.allSatisfy { !table.sectionIndexes(named: $0.text).isEmpty }
    if named.count < list.items.count {
      return areSections || !named.contains { ColumnChoice.knows($0, in: table) }
    }
    // None is a column: then all are sections, or the first name is misspelt.
    return isAlone && areSections && !named.contains { table.column(named: $0.text) != nil }
  }
}

extension Word {
  /// Whether it can only be the start of a target: an index path, a key, a keyword or a section's
  /// index.
  fileprivate var startsTarget: Bool {
    let pieces = split(at: ",")
    let isPath = pieces.contains { piece in
      piece.containsUnquoted(":") || piece.containsUnquoted("*") && !piece.is("*")
    }
    let start = unquotedStart.unicodeScalars
    if isPath || start.first == "@" || ArgumentReader.isOption(self) { return true }
    guard let piece = pieces.first, piece.isUnquoted, !piece.isEmpty else { return false }
    return Quoting.keywords.contains(piece.text) || piece.text.unicodeScalars.allSatisfy(\.isDigit)
  }
}
