import TableInteraction
import TableKit
import TableLua
import TableSources
import Wording

extension Shell {
  /// Returns what can complete the word at the cursor.
  ///
  /// - Parameters:
  ///   - line: the statement so far, which may span lines.
  ///   - cursor: the offset of the cursor, in bytes of UTF-8.
  /// - Complexity: O(length of the line + columns + sections), and O(rows) for keys and values.
  public func complete(_ line: String, cursor: Int) -> Completion {
    for part in parts {
      if let completion = part.complete(line, cursor: cursor) { return completion }
    }
    let outer = context
    defer { context = outer }
    context.isCompleting = true
    let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let typed = TypedLine(text, compiles: luaCheck)
    func byte(_ scalar: Int) -> Int { String(text.unicodeScalars.prefix(scalar)).utf8.count }
    var completion: Completion
    switch typed.context {
    case .other: return .none
    case .lua(let kind, let start):
      let isOfEdit = typed.words.first?.is("edit") == true
      return LuaCompletion(shell: self, isOfEdit: isOfEdit)
        .complete(Array(text.utf8), kind, byte(start))
    case .file: completion = Completion(start: typed.word.start, choices: .fileNames())
    case .word: completion = complete(typed.word, behind: typed.words)
    }
    completion.start = byte(completion.start)
    return completion
  }

  private func complete(_ word: Word, behind words: [Word]) -> Completion {
    guard let verb = words.first else { return fitting(word, commandCandidates) }
    if verb.is("alias"), words.count >= 2 {
      return complete(word, behind: Array(words.dropFirst(2)))
    }
    if let body = aliases[verb.text], verb.isUnquoted {
      // What follows an alias completes as what follows the command it stands for.
      let inner = TypedLine(body + " ", compiles: luaCheck).words
      guard let first = inner.first, aliases[first.text] == nil else { return .none }
      return complete(word, behind: inner + words.dropFirst())
    }
    guard let command = registry.find(verb.text) else { return .none }
    if ["play", "step"].contains(command.name) {
      return complete(word, behind: Array(words.dropFirst()))
    }
    return complete(word, behind: Array(words.dropFirst()), of: command)
  }

  /// Completes an option, its value or an argument by the forms of a command.
  private func complete(
    _ word: Word, behind words: [Word], of command: Command
  ) -> Completion {
    let typed = ArgumentReader(
      open: words, options: command.allOptions, anywhere: command.takesLateOptions)
    if let option = typed.open { return complete(word, valueOf: option, of: command) }
    if typed.takesOptions, word.starts(with: "-") {
      guard let value = word.behindLast("=") else {
        return complete(option: word, of: command, besides: typed.given.map(\.name))
      }
      let option = command.allOptions.first { word.text.hasPrefix("--\($0.name)=") }
      return option.map { complete(value, valueOf: $0, of: command) } ?? .none
    }
    if command.group == .plugins,
      let own = try? lua.completions(
        command: command.name, argument: typed.arguments.count, typed: word.text)
    {
      return fitting(word, own.map { .init(Quoting.word($0)) })
    }
    return complete(word, behind: typed.arguments, of: command, options: typed.given)
  }

  private func complete(
    _ word: Word, valueOf option: OptionDeclaration, of command: Command
  ) -> Completion {
    let known = command.forms.compactMap { $0.option(option.name) }
    return join(
      known.compactMap { $0.kind?.complete(self, word, .init(words: [], own: [])) }
        + [fitting(word, known.flatMap(\.words).map { .init($0) })])
  }

  /// Completes an option that can be combined with those already given.
  private func complete(
    option word: Word, of command: Command, besides given: [String]
  ) -> Completion {
    let possible = command.allOptions.filter { option in
      if command.commonOptions.contains(option) { return !given.contains(option.name) }
      return command.forms.contains { form in
        guard let own = form.option(option.name) else { return false }
        return given.allSatisfy { name in
          guard let other = form.option(name) else {
            return command.commonOptions.contains { $0.name == name }
          }
          return other.declaration.name == option.name
            ? own.declaration.value != .none : other.group != own.group
        }
      }
    }
    return fitting(word, possible.map { .init("--\($0.name)", $0.value.label) })
  }

  /// Completes an argument with everything that any form accepts next.
  private func complete(
    _ word: Word, behind words: [Word], of command: Command,
    options: [(name: String, value: Word?)]
  ) -> Completion {
    var (word, words) = (word, words)
    if command.forms.contains(where: \.hasList), let last = word.behindLast(",") {
      let pieces = FormMatcher.cutAtCommas(word)
      words += last.isEmpty ? pieces : pieces.dropLast()
      word = last
    }
    let common = command.commonOptions.map(\.name)
    let options = options.filter { !common.contains($0.name) }
    let input = FormInput(
      words: words, options: options, end: TextPosition(offset: 0, line: 1, column: 1),
      table: current?.table)
    let matcher = FormMatcher(command.forms, input)
    func canTakeOptions(_ thread: FormMatcher.Thread) -> Bool {
      options.allSatisfy { command.forms[thread.form].option($0.name) != nil }
    }
    var found: [Completion] = []
    for misfit in matcher.misfits where misfit.isUnfinished && canTakeOptions(misfit.thread) {
      guard case .placeholder(let kind) = matcher.next(of: misfit.thread) else { continue }
      let own = matcher.words[misfit.start...]
      found.append(kind.complete(self, word, .init(words: matcher.words, own: own)))
    }
    guard matcher.reached == matcher.words.count else { return join(found) }
    for thread in matcher.waiting where canTakeOptions(thread) {
      switch matcher.next(of: thread) {
      case .word(let text):
        let rest = command.forms[thread.form].text(from: thread.step).dropFirst(text.count)
        found.append(fitting(word, [.init(text, Self.whole(rest))]))
      case .placeholder(let kind):
        found.append(kind.complete(self, word, .init(words: matcher.words, own: [])))
      default: break
      }
    }
    return join(found)
  }

  /// What of a form follows one of its words, up to the end of the brackets that the word stands in;
  /// nil: nothing.
  private static func whole(_ rest: Substring) -> String? {
    var depth = 0
    var last: Character = " "
    let part = rest.prefix { letter in
      if "[(".contains(letter) { depth += 1 }
      if "])".contains(letter) { depth -= 1 }
      defer { last = letter }
      // Behind a placeholder another choice begins.
      return depth >= 0 && (letter != "|" || depth > 0 || !last.isUppercase)
    }
    guard part.hasPrefix(" "), part.count > 1 else { return nil }
    return String(part).trimmingBlanks
  }

  /// The candidates that begin as the word does.
  func fitting(_ word: Word, _ all: [Completion.Candidate]) -> Completion {
    let typed = word.text
    let fitting = all.filter { candidate in
      candidate.text.hasPrefix(typed) || candidate.text.hasPrefix(Quoting.opened(typed))
    }
    return Completion(start: word.start, fitting)
  }
}

extension OptionDeclaration.Value {
  /// The placeholder for the value; nil for a flag.
  fileprivate var label: String? {
    switch self {
    case .none: nil
    case .required(let label), .optional(let label): label
    }
  }
}

extension Shell {
  /// Files, and the tables of databases.
  ///
  /// - Parameter endings: those that are wanted, such as `.tsh`; empty: any.
  func fileCandidates(_ word: Word, endings: [String] = []) -> Completion {
    containerCandidates(word)
      ?? Completion(start: word.start, choices: .fileNames(endings: endings))
  }

  /// The sections of a path, whose rows are not listed.
  func pathCandidates(_ word: Word) -> Completion {
    word.behindLast(":") == nil ? fitting(word, sectionCandidates(suffix: ":")) : .none
  }

  /// Joins the candidates of several kinds; names of files come last.
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
    guard let files, files.start == start, case .fileNames(let own, let endings) = files.choices
    else { return Completion(start: start, all) }
    return Completion(start: start, choices: .fileNames(behind: all + own, endings: endings))
  }

  /// The tables and views, or the documents, of a file of several behind the `#` that is typed; nil where
  /// none is.
  private func containerCandidates(_ word: Word) -> Completion? {
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

  /// Completes a column in a list, such as `name,age`, but for those that the list has.
  ///
  /// - Parameters:
  ///   - words: the words of the list before this one.
  ///   - hasRanges: whether a range, such as `name..age`, may stand in it.
  func listedColumnCandidates(
    _ word: Word, behind words: ArraySlice<Word>, hasRanges: Bool = false
  ) -> Completion {
    let pieces = word.split(at: ",")
    guard let piece = pieces.last else { return .none }
    let ends = piece.split(at: ".")
    if hasRanges, ends.count > 2, ends[ends.count - 2].isEmpty, let end = ends.last {
      return fitting(end, columnCandidates())
    }
    let named = Set((words.flatMap { $0.split(at: ",") } + pieces.dropLast()).map(\.text))
    let columns = current?.table.columns.map(\.name) ?? []
    let left = zip(columns, columnCandidates()).filter { !named.contains($0.0) }.map(\.1)
    return fitting(piece, left)
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
    let pieces = words.flatMap { $0.split(at: ",") }
    if let start = pieces.lastIndex(where: { $0.is("matching") }) {
      switch pieces.count - start {
      case 1: return fileCandidates(word)
      case 2: return fitting(word, [.init("on", "a column of both")])
      case 3: return pairCandidates(word, with: pieces[start + 1].path)
      default: break
      }
    }
    if piece.starts(with: "@") { return keyCandidates(piece) }
    let keywords: [Completion.Candidate] = [
      .init("*", "every row"), .init("selected", "the selected rows"),
      .init("visible", "the rows on the screen"), .init("where", "rows that fit a Lua condition"),
      .init("rule", "rows that a Lua rule picks"),
      .init("matching", "rows that another file has, too"), .init("in", "of one section"),
    ]
    return fitting(piece, keywords + sectionCandidates())
  }

  /// Completes a key, among the first 100,000 rows where several columns are the key.
  ///
  /// - Parameter isBare: whether they are typed without an `@`.
  /// - Complexity: O(log rows) with an index of the key's one column, else O(rows), about 10 ns a
  ///   row.
  func keyCandidates(_ word: Word, isBare: Bool = false) -> Completion {
    guard let table = current?.table, table.hasKey else {
      return Completion(start: word.start, [])
    }
    let typed = isBare ? word.text : String(word.text.dropFirst())
    var found: [Completion.Candidate] = []
    func add(_ row: RowID) {
      let parts = table.keyTexts(of: row).map(Quoting.keyComponent)
      let shown = isBare ? Quoting.name(table.key(of: row)) : "@" + parts.joined(separator: "/")
      found.append(.init(shown, table.path(of: row)?.description))
    }
    guard table.keyColumns.count == 1 else {
      for row in table.allRows.prefix(100_000) where found.count < Self.most {
        if table.key(of: row).hasPrefix(typed) { add(row) }
      }
      return Completion(start: word.start, found)
    }
    if let keys = current?.screen.valueIndexes[table.keyColumns[0]]?
      .values(beginningWith: typed, in: table, most: Self.most)
    {
      for key in keys { if let row = key.row { add(row) } }
      return Completion(start: word.start, found)
    }
    let wanted = Array(typed.utf8)
    var reader = CellReader(table, table.keyColumns[0])
    for row in table.allRows {
      let fits = reader.withCell(row) { $1.count >= wanted.count && $1.starts(with: wanted) }
      if fits { add(row) }
      if found.count == Self.most { break }
    }
    return Completion(start: word.start, found)
  }

  /// The largest number of candidates offered.
  private static let most = ValueCompletion.most
}

extension Quoting {
  /// Returns the text after an opening double quote, without the closing one.
  static func opened(_ text: String) -> String { String(quoted(text).dropLast()) }

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
  package static func word(_ text: String) -> String { ShellWord.quoted(text) }
}
