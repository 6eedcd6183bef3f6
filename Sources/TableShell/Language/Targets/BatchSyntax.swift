import BatchUpdates

/// Batch updates as they are typed: `delete 0:1 0:3 insert 0:0 move 0:2 to 1:0 delete section 1`.
struct BatchSyntax {
  /// What was typed.
  private(set) var stage = Stage()
  private var words: ArraySlice<Word>

  /// The words that begin an operation.
  static let verbs = ["delete", "insert", "move", "reload", "reconfigure"]

  /// What is wrong, in words.
  struct Problem: Error {
    let what: String
  }

  /// Reads all words.
  init(_ words: [Word]) throws(Problem) {
    self.words = words[...]
    while let verb = self.words.popFirst() {
      guard Self.verbs.contains(verb.text) else {
        throw Problem(what: "'\(verb.text)' is no operation: \(Self.verbs.joined(separator: ", "))")
      }
      try read(verb.text)
    }
  }

  private mutating func read(_ verb: String) throws(Problem) {
    let kind = words.first?.text ?? ""
    let isSection = kind == "section" || kind == "sections"
    if isSection || kind == "row" || kind == "rows" { words.removeFirst() }
    var hasRead = false
    while let word = words.first, !Self.verbs.contains(word.text) {
      words.removeFirst()
      hasRead = true
      var stage = stage
      if isSection {
        try add(verb, try Self.section(word), &stage.sections, Self.section)
      } else {
        try add(verb, try Self.path(word), &stage.rows, Self.path)
      }
      self.stage = stage
    }
    if !hasRead { throw Problem(what: "'\(verb)' names nothing") }
  }

  private mutating func add<Index>(
    _ verb: String, _ index: Index, _ changes: inout Changes<Index>,
    _ read: (Word) throws(Problem) -> Index
  ) throws(Problem) {
    switch verb {
    case "delete": changes.deletes.append(index)
    case "insert": changes.inserts.append(index)
    case "reload": changes.reloads.append(index)
    case "reconfigure": changes.reconfigures.append(index)
    default:
      guard let arrow = words.popFirst(), arrow.is("to") || arrow.text == "→",
        let target = words.popFirst()
      else { throw Problem(what: "'move' wants 'to' and a place behind \(index)") }
      changes.moves.append(Move(from: index, to: try read(target)))
    }
  }

  private static func section(_ word: Word) throws(Problem) -> Int {
    guard let index = Int(word.text), index >= 0 else {
      throw Problem(what: "'\(word.text)' is no index of a section")
    }
    return index
  }

  private static func path(_ word: Word) throws(Problem) -> RowPath {
    let parts = word.text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let section = parts[0], let row = parts[1], section >= 0, row >= 0
    else { throw Problem(what: "'\(word.text)' is no index path such as 0:2") }
    return RowPath(section, row)
  }
}
