import CommandLanguage
import TableKit
import TableSources
import Wording

/// A line whose words are understood one by one, in whatever order they stand: a verb, columns, texts, numbers,
/// and words that say nothing here. A line with one word that is not understood is none: no word is dropped.
///
///     fill in the Region from above   →   fill down Region
struct LooseLine {
  /// What a word is.
  enum Part: Equatable {
    case column(ColumnID)
    case text(String)
    case number(String)
    case file(String)
    /// A word that means something to the verb.
    case word(String)
    /// A word that nothing knows.
    case name(String)
  }

  let shell: Shell
  let table: Table
  let columns: ForeignColumns
  let text: ForeignText
  /// The first word, in small letters, without signs: `sort_values` and `Sort-By` as `sortvalues` and `sortby`.
  let verb: String
  /// The first token behind the verb.
  let start: Int

  var tokens: [ForeignText.Token] { text.tokens }

  init?(_ source: String, _ shell: Shell) {
    guard let table = shell.current?.table else { return nil }
    (self.shell, self.table) = (shell, table)
    text = ForeignText(source)
    columns = ForeignColumns(table)
    var start = text.tokens.prefix { [":", ".", "%"].contains($0.text) }.count
    guard start < text.tokens.count, text.tokens[start].kind == .name else { return nil }
    var verb = text.tokens[start].text
    start += 1
    while start + 1 < text.tokens.count, ["-", "."].contains(text.tokens[start].text),
      !text.tokens[start].followsBlank, !text.tokens[start + 1].followsBlank,
      text.tokens[start + 1].kind == .name
    {
      verb += text.tokens[start + 1].text
      start += 2
    }
    self.verb = Self.plain(verb)
    self.start = start
  }

  /// The commands for here; nil: the line is not understood.
  var line: String? {
    let readings: [(LooseLine) -> String?] = [
      \.filled, \.steps, \.topped, \.sampled, \.cells, \.deduped, \.split, \.edited, \.replaced,
      \.joined,
      \.pivoted, \.grouped, \.sorted, \.computed, \.arranged, \.filtered, \.looked,
    ]
    return readings.lazy.compactMap { $0(self) }.first
  }

  /// The commands for here of a line whose words mean nothing else.
  var sureLine: String? {
    if let line = filled ?? steps ?? outlying ?? withoutBlanks { return line }
    if verb == "into" { return cells }
    if verb == "describe" { return looked }
    if ["edit", "update", "column", "set"].contains(verb), let line = cells,
      line.hasPrefix("number ")
    {
      return line
    }
    if verb == "replace",
      tokens[start...].contains(where: { Self.spoken.contains($0.text.lowercased()) })
    {
      return replaced
    }
    return ["merge", "joinleft", "leftjoin", "lookup"].contains(verb) ? joined : nil
  }

  /// Whether the line begins with a column: `City = upper(City)`.
  var beginsWithColumn: Bool { tokens[0].kind == .name && column(at: 0) != nil }

  // MARK: - Words

  /// Words that are no texts to replace.
  private static let spoken: Set<String> = ["space", "spaces", "blanks", "nothing", "all"]

  /// A word in small letters and without signs.
  static func plain(_ word: String) -> String { word.lowercased().filter { !"_-.".contains($0) } }

  /// Words that say nothing.
  private static let fillers = Set(
    """
    a all an and are as at be by c cell cells col cols column columns each every exact f field fields for from
    in into is it just me my n name names of on only out over per please property record records row rows sheet
    so subset table that the their them then these this to use using value values via whole with
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Signs between words that say nothing.
  private static let signs: Set<String> = [
    ",", "(", ")", "[", "]", "{", "}", ":", "=", ":=", "==", "->", "=>", "<-", "|>", "::", "@", ".",
    "-",
  ]

  /// Reads words, those of a table by what they mean to a verb.
  ///
  /// - Parameters:
  ///   - first: the token to begin with; nil: the one behind the verb.
  ///   - words: what words mean, several with the same meaning after `:`; fillers otherwise.
  /// - Returns: nil: a sign stands among them.
  func parts(
    from first: Int? = nil, to last: Int? = nil, _ words: Vocabulary = Vocabulary("")
  ) -> [Part]? {
    var parts: [Part] = []
    var index = first ?? start
    while index < last ?? tokens.count {
      let token = tokens[index]
      let word = token.kind == .text ? "" : Self.plain(token.text)
      if token.kind == .symbol, let meaning = words[token.text] {
        if !meaning.isEmpty { parts.append(.word(meaning)) }
      } else if let (column, count) = column(at: index) {
        parts.append(.column(column.id))
        index += count
        continue
      } else if words.hasFiles, let (path, end) = file(at: index) {
        parts.append(.file(path))
        index = end
        continue
      } else if let meaning = words[word] {
        if !meaning.isEmpty { parts.append(.word(meaning)) }
      } else {
        switch token.kind {
        case .text: parts.append(.text(token.text))
        case .number: parts.append(.number(token.text))
        case .name where isFiller(index): break
        // An option that is not known here.
        case .name where index > 0 && tokens[index - 1].text == "-" && !token.followsBlank:
          return nil
        case .name: parts.append(.name(token.text))
        case .symbol where Self.signs.contains(token.text): break
        case .symbol: return nil
        }
      }
      index += 1
    }
    return parts
  }

  /// Whether a word says nothing: a filler, or the name of the table.
  private func isFiller(_ index: Int) -> Bool {
    let word = tokens[index].text.lowercased()
    return Self.fillers.contains(word) || word == shell.current?.shortName.lowercased()
  }

  /// The column at a token, with `_` and `.` for a blank in its name, too.
  func column(at index: Int) -> (column: Column, count: Int)? {
    if let found = columns.column(in: text, at: index) { return found }
    guard tokens[index].kind == .name, tokens[index].text.contains("_") else { return nil }
    return columns.column(tokens[index].text.replacing("_", with: " ")).map { ($0, 1) }
  }

  /// The file or open table that is named at a token.
  private func file(at start: Int) -> (path: String, end: Int)? {
    guard ![",", "(", ")"].contains(tokens[start].text) else { return nil }
    var end = start + 1
    while tokens[start].kind != .text, end < tokens.count, !tokens[end].followsBlank,
      !",()".contains(tokens[end].text)
    {
      end += 1
    }
    let name = tokens[start].kind == .text ? tokens[start].text : text.source(start..<end)
    if let path = shell.existingFile(name, besidesOpen: true) { return (path, end) }
    let isOther = shell.openDocument(named: name) ?? shell.openDocument(shortNamed: name)
    return isOther.flatMap { $0 === shell.current ? nil : (name, end) }
  }

  /// Columns as a list of them stands in a line.
  func list(_ parts: [Part]) -> String { Invocation.listed(found(parts)) }

  /// The columns among parts.
  func found(_ parts: [Part]) -> [Column] {
    var all: [Column] = []
    for case .column(let id) in parts {
      guard let column = table.column(id), !all.contains(where: { $0.id == id }) else { continue }
      all.append(column)
    }
    return all
  }
}

/// What words mean to a verb.
struct Vocabulary {
  private var meanings: [String: String] = [:]
  /// Whether files are named among them.
  var hasFiles = false

  /// - Parameter text: lines `MEANING: WORD …`; words that mean nothing stand behind `:` alone.
  init(_ text: String, hasFiles: Bool = false) {
    self.hasFiles = hasFiles
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard let first = parts.first else { continue }
      for word in parts.dropFirst() { meanings[String(word)] = String(first.dropLast()) }
    }
  }

  /// The vocabulary with words that say nothing.
  func ignoring(_ words: String...) -> Vocabulary {
    var copy = self
    for word in words { copy.meanings[word] = "" }
    return copy
  }

  subscript(_ word: String) -> String? { word.isEmpty ? nil : meanings[word] }
}

extension [LooseLine.Part] {
  /// Whether each is a column or a word.
  var areNamed: Bool {
    allSatisfy {
      switch $0 {
      case .column, .word: true
      default: false
      }
    }
  }

  func has(_ word: String) -> Bool { contains(.word(word)) }

  var words: [String] {
    compactMap { if case .word(let word) = $0 { word } else { nil } }
  }

  var names: [String] {
    compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  var texts: [String] {
    compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  var numbers: [String] {
    compactMap { if case .number(let number) = $0 { number } else { nil } }
  }

  var files: [String] {
    compactMap { if case .file(let path) = $0 { path } else { nil } }
  }
}

extension MeantLine {
  /// The commands of a line that is understood word by word; nil: it is none.
  ///
  /// - Parameter isSure: whether it is what was meant, whatever else the line may be.
  func loose(_ source: String, isSure: Bool = false) -> String? {
    // `\s` and `/\s+/` are a blank.
    let plain = source.split(separator: " ", omittingEmptySubsequences: false)
      .map { [#"\s"#, #"\s+"#, #"/\s/"#, #"/\s+/"#].contains($0) ? "space" : $0 }.joined(
        separator: " ")
    guard source.utf8.count < 300, let loose = LooseLine(plain, shell), loose.verb != "help",
      let line = isSure ? loose.sureLine : loose.line, line != source,
      // Other quotes are no other line.
      ForeignText(line).tokens.map(\.text) != ForeignText(source).tokens.map(\.text),
      let statements = try? Script.statements(of: line, compiles: shell.luaCheck)
    else { return nil }
    let whole = statements.map { prepared($0.text, for: ForeignText(source)) ?? $0.text }
      .joined(separator: "; ")
    if statements.count > 1 || whole != line { return isTyped(whole) ? whole : nil }
    return mended(line).map { $0.line + $0.note.replacing(#/^ {2}-- /#, with: "  # ") }
      ?? (isTyped(line) ? line : nil)
  }
}
