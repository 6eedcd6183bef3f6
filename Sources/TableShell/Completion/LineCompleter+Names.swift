import CommandLanguage
import TableKit
import TableSources
import Wording

/// What completes placeholders: names that the session and its table know.
extension LineCompleter {
  /// The largest number of candidates offered.
  private static let most = ValueCompletion.most

  private var table: Table? { shell.current?.table }
  private var ignoresCase: Bool { shell.console.ignoresCaseInCompletion }

  /// Files, and the tables of databases.
  ///
  /// - Parameter endings: those that are wanted, such as `.tsh`; empty: any.
  func files(_ word: Word, endings: [String] = []) -> Completion {
    partsOfFile(word) ?? Completion(start: word.start, choices: .fileNames(endings: endings))
  }

  /// The sections of a path, whose rows are not listed.
  func path(_ word: Word) -> Completion {
    word.behindLast(":") == nil ? choices(for: word, among: sections(suffix: ":")) : .none
  }

  /// The tables and views, or the documents, of a file of several behind the `#` that is typed; nil where
  /// none is.
  private func partsOfFile(_ word: Word) -> Completion? {
    let typed = word.text
    for hash in typed.indices where typed[hash] == "#" {
      let file = String(typed[..<hash])
      let isAtHome = word.starts(with: "~")
      let path = isAtHome ? HomeFolder.expanding(file) : file
      var parts = TableFormats.tables(in: path).map { ($0.name, $0.isView ? "view" : "table") }
      if parts.isEmpty {
        parts = (0..<TableFormats.documentCount(of: path)).map { ("\($0 + 1)", "document") }
      }
      guard !parts.isEmpty else { continue }
      let fitting = parts.filter { "\(file)#\($0.0)".hasPrefix(typed) }.map { name, kind in
        Completion.Candidate(Quoting.path("\(file)#\(name)", isAtHome: isAtHome), kind)
      }
      return Completion(start: word.start, fitting)
    }
    return nil
  }

  /// The aliases and the commands.
  var commands: [Completion.Candidate] {
    let own = shell.aliases.sorted { $0.key < $1.key }.map {
      Completion.Candidate($0.key, "alias of: \($0.value)")
    }
    return own
      + shell.registry.all.filter { shell.aliases[$0.name] == nil }.map {
        .init($0.name, $0.summary)
      }
  }

  /// Returns the columns of the current table.
  ///
  /// - Parameter suffix: text appended to each name, such as `=`.
  func columns(suffix: String = "") -> [Completion.Candidate] {
    guard let table else { return [] }
    return table.columns.map { column in
      let isKey = table.keyColumns.contains(column.id)
      return .init(
        Quoting.name(column.name) + suffix, isKey ? "key column" : "column",
        appendsSpace: suffix.isEmpty)
    }
  }

  /// Completes a column in a list, such as `name,age` or `name..age`, but for those that the list
  /// has.
  ///
  /// - Parameters:
  ///   - words: the words of the list before this one.
  ///   - other: the table whose columns they are, while it is open; nil: the current table.
  func columnList(
    _ word: Word, behind words: ArraySlice<Word>, of other: Table? = nil
  ) -> Completion {
    let pieces = word.split(at: ",")
    guard let piece = pieces.last else { return .none }
    let candidates = other.map(columns) ?? columns()
    if let ends = piece.rangeEnds, !ends.last.isEmpty {
      return choices(for: ends.last, among: candidates)
    }
    let dots = piece.split(at: ".")
    if dots.count > 2, dots[dots.count - 2].isEmpty, let end = dots.last {
      return choices(for: end, among: candidates)
    }
    let named = Set((words.flatMap { $0.split(at: ",") } + pieces.dropLast()).map(\.text))
    let names = (other ?? table)?.columns.map(\.name) ?? []
    let left = zip(names, candidates).filter { !named.contains($0.0) }.map(\.1)
    return choices(for: piece, among: left)
  }

  /// The sections, with their counts of rows.
  func sections(suffix: String = "") -> [Completion.Candidate] {
    guard let table else { return [] }
    return table.sections.prefix(Self.most).enumerated().map { index, section in
      .init(
        Quoting.name(section.name) + suffix,
        "section \(index), \(Counts.of(section.count, "row"))", appendsSpace: false)
    }
  }

  /// Completes a target.
  ///
  /// - Parameter words: what the target begins with.
  func target(_ word: Word, behind words: ArraySlice<Word>) -> Completion {
    let piece = word.behindLast(",") ?? word
    if let last = words.last, last.is("in") { return choices(for: word, among: sections()) }
    if let last = words.last, last.is("rule") {
      return choices(
        for: word, among: shell.lua.rules.map { .init(Quoting.name($0.name), $0.help) })
    }
    let pieces = words.flatMap { $0.split(at: ",") }
    if let start = pieces.lastIndex(where: { $0.is("matching") }) {
      switch pieces.count - start {
      case 1: return files(word)
      case 2: return choices(for: word, among: [.init("on", "a column of both")])
      case 3: return columnPair(word, with: pieces[start + 1].path)
      default: break
      }
    }
    if piece.starts(with: "@") { return keys(piece) }
    let keywords: [Completion.Candidate] = [
      .init("*", "every row"), .init("selected", "the selected rows"),
      .init("visible", "the rows on the screen"), .init("where", "rows that fit a Lua condition"),
      .init("matching", "rows that another file has, too"), .init("in", "of one section"),
    ]
    let rules: [Completion.Candidate] =
      shell.hasLua && !shell.lua.rules.isEmpty ? [.init("rule", "rows that a Lua rule picks")] : []
    return choices(for: piece, among: keywords + rules + sections())
  }

  /// Completes a key, among the first 100,000 rows where several columns are the key.
  ///
  /// - Parameter isBare: whether they are typed without an `@`.
  /// - Complexity: O(log rows) with an index of the key's one column, else O(rows), about 10 ns a
  ///   row.
  func keys(_ word: Word, isBare: Bool = false) -> Completion {
    guard let table, table.hasKey else { return Completion(start: word.start, []) }
    let typed = isBare ? word.text : String(word.text.dropFirst())
    var found: [Completion.Candidate] = []
    func add(_ row: RowID) {
      let parts = table.keyTexts(of: row).map(Quoting.keyComponent)
      let shown = isBare ? Quoting.name(table.key(of: row)) : "@" + parts.joined(separator: "/")
      found.append(.init(shown, table.path(of: row)?.description))
    }
    let match = NameMatch(typed, ignoresCase: ignoresCase)
    guard table.keyColumns.count == 1 else {
      for row in table.allRows.prefix(100_000) where found.count < Self.most {
        if match.begins(table.key(of: row)) { add(row) }
      }
      return Completion(start: word.start, found)
    }
    if !ignoresCase,
      let keys = shell.current?.screen.valueIndexes[table.keyColumns[0]]?
        .values(beginningWith: typed, in: table, most: Self.most)
    {
      for key in keys { if let row = key.row { add(row) } }
      return Completion(start: word.start, found)
    }
    let start = CellStart(typed, ignoresCase: ignoresCase)
    var reader = CellReader(table, table.keyColumns[0])
    for row in table.allRows {
      if reader.withCell(row, { start.begins($1) }) { add(row) }
      if found.count == Self.most { break }
    }
    return Completion(start: word.start, found)
  }

  /// Completes `COL=COL`; the columns of another table are known while it is open.
  func columnPair(_ word: Word, with path: String) -> Completion {
    guard let other = word.behindLast("=") else { return choices(for: word, among: columns()) }
    return choices(for: other, among: columns(of: shell.openDocument(named: path)?.table))
  }

  /// The columns of an open table.
  func columns(of table: Table?) -> [Completion.Candidate] {
    table?.columns.map { .init(Quoting.name($0.name), "column") } ?? []
  }

  /// Completes the value of an assignment by what its column holds.
  ///
  /// - Parameter value: what stands behind the `=`.
  func values(_ value: Word, of assignment: Word) -> Completion {
    guard let name = assignment.split(at: "=", maxSplits: 1).first else { return .none }
    return values(value, ofColumn: name.text)
  }

  /// Completes a value by what the column of a name holds.
  func values(_ value: Word, ofColumn name: String) -> Completion {
    guard let document = shell.current, let column = document.editor.table.column(named: name)
    else { return .none }
    let values = ValueCompletion(document: document, ignoresCase: ignoresCase)
      .values(of: column.id, beginningWith: value.text)
    return Completion(
      start: value.start, values.map { .init(Quoting.word($0), nil, label: VisibleText.of($0)) })
  }
}
