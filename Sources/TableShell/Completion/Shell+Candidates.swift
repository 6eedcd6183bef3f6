import TableKit
import TableLua
import TableSources
import Wording

extension Shell {
  /// Files, and the tables of databases.
  func fileCandidates(_ word: Word) -> Completion {
    containerCandidates(word) ?? Completion(start: word.start, choices: .fileNames)
  }

  /// The sections of a path, whose rows are not listed.
  func pathCandidates(_ word: Word) -> Completion {
    word.behindLast(":") == nil ? fitting(word, sectionCandidates(suffix: ":")) : .none
  }

  /// Joins the candidates of several kinds; names of files only if there are no others.
  func join(_ completions: [Completion]) -> Completion {
    var all: [Completion.Candidate] = []
    var start: Int?
    var files: Completion?
    for completion in completions {
      switch completion.choices {
      case .fileNames: files = completion
      case .candidates(let candidates):
        guard !candidates.isEmpty, start == nil || start == completion.start else { continue }
        start = completion.start
        all += candidates.filter { new in !all.contains { $0.text == new.text } }
      }
    }
    guard let start else { return files ?? .none }
    return Completion(start: start, all)
  }

  /// The tables and views of a file of several behind the `#` that is typed; nil where none is.
  private func containerCandidates(_ word: Word) -> Completion? {
    let typed = word.text
    for hash in typed.indices where typed[hash] == "#" {
      let file = String(typed[..<hash])
      let isAtHome = word.starts(with: "~")
      let tables = TableFormats.tables(in: isAtHome ? HomeFolder.expanding(file) : file)
      guard !tables.isEmpty else { continue }
      let fitting = tables.filter { "\(file)#\($0.name)".hasPrefix(typed) }.map { table in
        Completion.Candidate(
          Quoting.path("\(file)#\(table.name)", isAtHome: isAtHome), table.isView ? "view" : "table"
        )
      }
      return Completion(start: word.start, fitting)
    }
    return nil
  }

  var commandCandidates: [Completion.Candidate] {
    let own = aliases.sorted { $0.key < $1.key }.map {
      Completion.Candidate($0.key, "alias of: \($0.value)")
    }
    return own
      + registry.all.filter { aliases[$0.name] == nil }.map { .init($0.name, $0.summary) }
  }

  /// Returns the columns of the current table.
  ///
  /// - Parameter suffix: text appended to each name, such as `=`.
  func columnCandidates(suffix: String = "") -> [Completion.Candidate] {
    guard let table = current?.table else { return [] }
    return table.columns.map { column in
      let isKey = table.keyColumns.contains(column.id)
      return .init(
        Quoting.name(column.name) + suffix, isKey ? "key column" : "column",
        appendsSpace: suffix.isEmpty)
    }
  }

  func sectionCandidates(suffix: String = "") -> [Completion.Candidate] {
    guard let table = current?.table else { return [] }
    return table.sections.prefix(Self.most).enumerated().map { index, section in
      .init(
        Quoting.name(section.name) + suffix,
        "section \(index), \(Counts.of(section.count, "row"))", appendsSpace: false)
    }
  }

  /// Completes a target.
  ///
  /// - Parameter words: what the target begins with.
  func targetCandidates(_ word: Word, behind words: ArraySlice<Word>) -> Completion {
    let piece = word.behindLast(",") ?? word
    if let last = words.last, last.is("in") { return fitting(word, sectionCandidates()) }
    if let last = words.last, last.is("rule") {
      return fitting(word, lua.rules.map { .init(Quoting.name($0.name), $0.help) })
    }
    if piece.starts(with: "@") { return keyCandidates(piece) }
    let keywords: [Completion.Candidate] = [
      .init("*", "every row"), .init("selected", "the selected rows"),
      .init("visible", "the rows on the screen"), .init("where", "rows that fit a Lua condition"),
      .init("rule", "rows that a Lua rule picks"), .init("in", "of one section"),
    ]
    return fitting(piece, keywords + sectionCandidates())
  }

  /// Completes a key among the first 100,000 rows.
  ///
  /// - Parameter isBare: whether they are typed without an `@`.
  func keyCandidates(_ word: Word, isBare: Bool = false) -> Completion {
    guard let table = current?.table, table.hasKey else {
      return Completion(start: word.start, [])
    }
    let typed = isBare ? word.text : String(word.text.dropFirst())
    var found: [Completion.Candidate] = []
    for row in table.allRows.prefix(100_000) where found.count < Self.most {
      let key = table.key(of: row)
      guard key.hasPrefix(typed) else { continue }
      let parts = table.keyColumns.map { Quoting.keyComponent(table.cell(row, $0).text) }
      let shown = isBare ? Quoting.name(key) : "@" + parts.joined(separator: "/")
      found.append(.init(shown, table.path(of: row)?.description))
    }
    return Completion(start: word.start, found)
  }

  /// The largest number of candidates offered.
  private static let most = 200
}

extension Quoting {
  /// Returns a path as typed; a `#` in it needs no quotes.
  ///
  /// - Parameter isAtHome: whether its leading `~` means a home folder and stays unquoted.
  static func path(_ text: String, isAtHome: Bool = false) -> String {
    if isAtHome, let slash = text.firstIndex(of: "/") {
      return text[...slash] + path(String(text[text.index(after: slash)...]))
    }
    return ShellWord.path(text)
  }

  /// Returns the text bare if that parses as one word of this text, else in double quotes.
  static func word(_ text: String) -> String { ShellWord.quoted(text) }
}
