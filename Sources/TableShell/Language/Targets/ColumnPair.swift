import TableKit
import Wording

/// A column of the table and one of another, as they are typed behind `on`: `id`, `id=nr`.
package struct ColumnPair: Hashable, Sendable, CustomStringConvertible {
  /// The name of the column.
  var own: String
  /// The name of the other table's column.
  var other: String

  /// Creates a pair of names.
  init(own: String, other: String) { (self.own, self.other) = (own, other) }

  /// Reads one word.
  ///
  /// - Throws: `missingColumn` if a name is missing beside the `=`.
  init(_ word: Word) throws(SyntaxError) {
    let pieces = word.split(at: "=", maxSplits: 1)
    guard pieces.allSatisfy({ !$0.isEmpty }) else {
      throw word.fault(.missingColumn(in: word.text))
    }
    own = pieces[0].text
    other = pieces[pieces.count - 1].text
  }

  /// As it is typed.
  package var description: String {
    own == other ? Quoting.word(own) : "\(Quoting.word(own))=\(Quoting.word(other))"
  }
}

extension Slot where Value == [ColumnPair] {
  /// Pairs of columns, separated by commas.
  static var columnPairs: Slot {
    Slot(
      kind: Placeholder(
        "ON", "COL or COL=COL",
        read: { rest throws(SyntaxError) in
          let list = try NameList(rest.words)
          for name in list.names { _ = try ColumnPair(name) }
          return .init(count: list.wordCount)
        },
        complete: { shell, word, typed in
          shell.pairCandidates(word.behindLast(",") ?? word, with: typed.words.first?.text ?? "")
        })
    ) { invocation, capture throws(CommandError) in
      try invocation.reading(ColumnPair.list(capture.words))
    }
  }
}

extension ColumnPair {
  fileprivate static func list(_ words: ArraySlice<Word>) throws(SyntaxError) -> [ColumnPair] {
    try NameList(words).names.map { (word) throws(SyntaxError) in try ColumnPair(word) }
  }
}

extension Shell {
  /// Completes `COL=COL`; the columns of another table are known while it is open.
  func pairCandidates(_ word: Word, with path: String) -> Completion {
    guard let other = word.behindLast("=") else { return fitting(word, columnCandidates()) }
    return fitting(other, columnCandidates(of: openDocument(named: path)?.table))
  }

  /// The columns of an open table.
  func columnCandidates(of table: Table?) -> [Completion.Candidate] {
    table?.columns.map { .init(Quoting.name($0.name), "column") } ?? []
  }
}
