import TableKit
import TableLua
import TablePrinters
import TableSources
import Wording

extension Shell {
  /// Completes paths of files, and tables of databases after `#`.
  func fileCandidates(_ word: TypedWord) -> ShellCompletion {
    containerCandidates(word) ?? ShellCompletion(start: word.start, choices: .fileNames)
  }

  /// Completes the section of an index path; its rows are not listed.
  func pathCandidates(_ word: TypedWord) -> ShellCompletion {
    word.behindLast(":") == nil ? fitting(word, sectionCandidates(suffix: ":")) : .none
  }

  /// Joins the candidates of several kinds; names of files only if there are no others.
  func join(_ completions: [ShellCompletion]) -> ShellCompletion {
    var all: [ShellCompletion.Candidate] = []
    var start: Int?
    var files: ShellCompletion?
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
    return ShellCompletion(start: start, choices: .candidates(all))
  }

  /// Completes the tables and views of a container file after `#`; nil if there is no such file.
  private func containerCandidates(_ word: TypedWord) -> ShellCompletion? {
    let typed = word.text
    for hash in typed.indices where typed[hash] == "#" {
      let file = String(typed[..<hash])
      let isAtHome = word.starts(with: "~")
      let tables = TableFormats.tables(in: isAtHome ? HomeFolder.expanding(file) : file)
      guard !tables.isEmpty else { continue }
      return ShellCompletion(
        start: word.start,
        choices: .candidates(
          tables.map { table in
            (path: "\(file)#\(table.name)", label: table.isView ? "view" : "table")
          }
          .filter { $0.path.hasPrefix(typed) }
          .map { .init(Quoting.path($0.path, isAtHome: isAtHome), $0.label) }))
    }
    return nil
  }

  var commandCandidates: [ShellCompletion.Candidate] {
    let own = aliases.sorted { $0.key < $1.key }.map {
      ShellCompletion.Candidate($0.key, "alias of: \($0.value)")
    }
    return own
      + registry.all.filter { aliases[$0.name] == nil }.map { .init($0.name, $0.summary) }
  }

  /// Returns the columns of the current table.
  ///
  /// - Parameter suffix: text appended to each name, such as `=`.
  func columnCandidates(suffix: String = "") -> [ShellCompletion.Candidate] {
    guard let table = current?.table else { return [] }
    return table.columns.map { column in
      let isKey = table.keyColumns.contains(column.id)
      return .init(
        Quoting.name(column.name) + suffix, isKey ? "key column" : "column",
        appendsSpace: suffix.isEmpty)
    }
  }

  func sectionCandidates(suffix: String = "") -> [ShellCompletion.Candidate] {
    guard let table = current?.table else { return [] }
    return table.sections.prefix(Self.most).enumerated().map { index, section in
      .init(
        Quoting.name(section.name) + suffix,
        "section \(index), \(Counts.of(section.count, "row"))", appendsSpace: false)
    }
  }

  /// Completes a target.
  ///
  /// - Parameter words: the words of the target before the cursor.
  func targetCandidates(_ word: TypedWord, behind words: ArraySlice<Word>) -> ShellCompletion {
    let piece = word.behindLast(",") ?? word
    if let last = words.last, last.is("in") { return fitting(word, sectionCandidates()) }
    if let last = words.last, last.is("rule") {
      return fitting(word, lua.rules.map { .init(Quoting.name($0.name), $0.help) })
    }
    if piece.starts(with: "@") { return keyCandidates(piece) }
    let keywords: [ShellCompletion.Candidate] = [
      .init("*", "every row"), .init("selected", "the selected rows"),
      .init("visible", "the rows on the screen"), .init("where", "rows that fit a Lua condition"),
      .init("rule", "rows that a Lua rule picks"), .init("in", "of one section"),
    ]
    return fitting(piece, keywords + sectionCandidates())
  }

  /// Completes a key among the first 100,000 rows.
  ///
  /// - Parameter isBare: whether the key is typed without `@`.
  func keyCandidates(_ word: TypedWord, isBare: Bool = false) -> ShellCompletion {
    guard let table = current?.table, table.hasKey else {
      return ShellCompletion(start: word.start, choices: .candidates([]))
    }
    let typed = isBare ? word.text : String(word.text.dropFirst())
    var found: [ShellCompletion.Candidate] = []
    for row in table.allRows.prefix(100_000) where found.count < Self.most {
      let key = table.key(of: row)
      guard key.hasPrefix(typed) else { continue }
      if isBare {
        found.append(.init(Quoting.name(key), table.path(of: row)?.description))
        continue
      }
      let parts = table.keyColumns.map { Quoting.keyComponent(table.cell(row, $0).text) }
      found.append(
        .init("@" + parts.joined(separator: "/"), table.path(of: row)?.description))
    }
    return ShellCompletion(start: word.start, choices: .candidates(found))
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
