import CommandLanguage
import TableKit
import Wording

/// Completion in a query: the open tables, their columns and the words of SQL.
struct SQLCompletion {
  /// What stands before the cursor.
  private let text: ForeignText
  private let source: String
  private let shell: Shell
  /// Whether quotes inside are escaped, as double quotes are around the query.
  private let escapes: Bool

  init(_ source: String, in shell: Shell, escapes: Bool = false) {
    text = ForeignText(source)
    (self.source, self.shell, self.escapes) = (source, shell, escapes)
  }

  /// The words that can stand in one SELECT.
  private static let words = """
    SELECT FROM WHERE GROUP ORDER BY HAVING LIMIT OFFSET DISTINCT AS JOIN LEFT INNER CROSS ON USING AND OR
    NOT IN IS NULL LIKE BETWEEN CASE WHEN THEN ELSE END UNION ALL EXCEPT INTERSECT WITH ASC DESC EXISTS CAST
    OVER PARTITION count sum avg min max total group_concat round abs length lower upper substr replace trim
    coalesce ifnull nullif instr date strftime
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  /// What a table stands behind.
  private static let beforeTables: Set<String> = ["from", "join"]

  /// - Parameter end: where the cursor is, in scalars of the line.
  func completion(endingAt end: Int) -> Completion {
    let word = String(source.unicodeScalars.suffix(while: { $0.isWordScalar }))
    guard !isInText else { return .none }
    let before = word.isEmpty ? text.tokens[...] : text.tokens.dropLast()
    // A column behind its table: `orders.am`.
    if before.last?.text == ".", let owner = before.dropLast().last {
      let columns = shell.openTable(inSQL: owner.text).map { names(of: $0.table) } ?? allColumns
      return offer(columns, word, end)
    }
    let tables = shell.documents.map {
      Completion.Candidate(quoted($0.shortName), "table, \(Counts.of($0.table.rowCount, "row"))")
    }
    if let last = before.last, last.kind == .name,
      Self.beforeTables.contains(last.text.lowercased())
    {
      return offer(tables, word, end)
    }
    let isLower = word.first?.isLowercase == true
    let words = Self.words.map { Completion.Candidate(isLower ? $0.lowercased() : $0) }
    return before.isEmpty
      ? offer(words.filter { ["SELECT", "WITH"].contains($0.text.uppercased()) }, word, end)
      : offer(allColumns + words + tables, word, end)
  }

  /// Whether the cursor is in a text of SQL, which is not closed.
  private var isInText: Bool { text.tokens.contains { $0.kind == .symbol && $0.text == "'" } }

  /// The columns of the tables that the query names, or else of the current one.
  private var allColumns: [Completion.Candidate] {
    let named = shell.documents.filter { document in
      text.tokens.contains { $0.text.lowercased() == document.shortName.lowercased() }
    }
    let documents = named.isEmpty ? [shell.current].compactMap(\.self) : named
    return documents.flatMap { names(of: $0.table) }
  }

  private func names(of table: Table) -> [Completion.Candidate] {
    table.columns.map { .init(quoted($0.name), "column") }
  }

  /// A name as SQL has it, in quotes where it must be.
  private func quoted(_ name: String) -> String {
    let isBare =
      name.unicodeScalars.allSatisfy(\.isWordScalar) && name.unicodeScalars.first?.isDigit == false
      && !Self.words.contains { $0.lowercased() == name.lowercased() }
    if isBare { return name }
    let quote = escapes ? "\\\"" : "\""
    return quote + name.replacing("\"", with: quote + quote) + quote
  }

  /// Names and words of SQL are the same in any case.
  private func offer(
    _ candidates: [Completion.Candidate], _ word: String, _ end: Int
  ) -> Completion {
    let match = NameMatch(word, ignoresCase: true)
    func name(_ candidate: Completion.Candidate) -> String {
      String(candidate.text.drop { $0 == "\\" || $0 == "\"" })
    }
    var fitting = candidates.filter { match.begins(name($0)) }
    if fitting.isEmpty { fitting = candidates.filter { match.isInside(name($0)) } }
    var seen: Set<String> = []
    return Completion(
      start: end - word.unicodeScalars.count, fitting.filter { seen.insert($0.text).inserted })
  }
}

extension Shell {
  /// The open table of a name in SQL; nil: none, such as an alias.
  fileprivate func openTable(inSQL name: String) -> Document? {
    documents.first { $0.shortName.lowercased() == name.lowercased() }
  }
}

extension String.UnicodeScalarView {
  /// Returns the longest end whose scalars all satisfy a predicate.
  fileprivate func suffix(while fits: (Element) -> Bool) -> Substring.UnicodeScalarView {
    suffix(reversed().prefix(while: fits).count)
  }
}
