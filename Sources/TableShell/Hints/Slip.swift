import CommandLanguage
import TableKit
import TableLua
import Wording

// What a person may have meant by a line that failed: the line to type, made of what was typed. Other
// tools name rows and commands in other ways; here they meet. Lines of other tools as a whole are in
// `ForeignLines`.

extension CommandError {
  /// Returns the error with the line that was probably meant as its hint, if there is a guess.
  func withGuess(at statement: Statement, in shell: Shell) -> CommandError {
    if case .hinted = self { return self }
    if case .noTable = self, shell.options.hasUnreadInput {
      return .hinted(
        self, "a table on standard input is the file '-': tablesh -c COMMANDS -; else open FILE")
    }
    guard !statement.words.isEmpty, let hint = Slip(shell, statement, self).hint else {
      return self
    }
    return .hinted(self, hint)
  }
}

extension Shell {
  /// Returns the line for here that does what a line of another tool does; nil: unknown.
  func line(inPlaceOf source: String) -> String? {
    guard source.utf8.count < 2_000 else { return nil }
    return MeantLine(shell: self).line(inPlaceOf: source)
  }
}

/// A line that failed.
private struct Slip {
  let shell: Shell
  let statement: Statement
  let error: CommandError
  let words: [Word]
  let command: Command?
  let meant: MeantLine

  init(_ shell: Shell, _ statement: Statement, _ error: CommandError) {
    (self.shell, self.statement, self.error) = (shell, statement, error)
    words = statement.words
    command = shell.registry.find(statement.words[0].text)
    meant = MeantLine(shell: shell)
  }

  private var table: Table? { shell.current?.table }
  private var takesTarget: Bool { command?.signature.forms.contains(where: \.hasTarget) ?? false }
  private var takesAssignments: Bool {
    command?.signature.forms.contains(where: \.hasAssignments) ?? false
  }

  /// The line to type; nil: unknown.
  var hint: String? {
    switch error {
    case .unknownCommand(let name, _, _) where name.hasPrefix("!"):
      "!N and !PROGRAM are for the prompt: they repeat a command, and run a program"
    // Lua that was cut at a `;` goes on with what stands before it.
    case .unknownCommand(_, _, lua: _?) where shell.context.former.hasPrefix("lua "): nil
    case .unknownCommand: foreign ?? swapped
    case .usage, .syntax, .restOfLine, .noSuchName:
      foreign ?? swapped ?? keyword ?? rowByNumber ?? dragTo ?? needlessSet ?? quotedNames
        ?? assignments ?? readable(condition) ?? destination
    case .noSuchSectionName(let name, _):
      foreign ?? swapped ?? keyword ?? rowByNumber ?? everyRow(name) ?? quotedNames
        ?? readable(condition) ?? readable(value(name))
    case .noSuchColumn(let name, let columns):
      foreign ?? keyword ?? rowByNumber ?? everyRow(name) ?? quotedNames
        ?? readable(condition) ?? columnOrSection(name, columns) ?? readable(value(name))
    case .noSuchKey(let key, true, _): byColumn(key)
    case .edit(.noSuchSection): foreign ?? rowByNumber
    case .lua: inLua ?? foreign
    default: nil
    }
  }

  /// The line of another tool.
  private var foreign: String? { shell.line(inPlaceOf: statement.text) }

  /// The line, if it can be read.
  private func readable(_ line: String?) -> String? {
    line.flatMap { meant.isReadable($0) ? $0 : nil }
  }

  /// The line with its Lua as Lua has it.
  private var inLua: String? {
    let texts = [statement.lua?.text].compactMap(\.self) + words.compactMap(\.condition?.text)
    for text in texts {
      let isCondition = statement.lua.map { [.condition, .assertion, .every].contains($0.kind) }
      guard
        let lua = meant.lua(text, isCondition: isCondition ?? true) ?? meant.unquoted(text),
        lua != text,
        let place = statement.text.ranges(of: text).last
      else { continue }
      return statement.text.replacingSubrange(place, with: lua)
    }
    return nil
  }
}

// MARK: - The order of words

extension Slip {
  /// `delete column pay` as `column delete pay`.
  private var swapped: String? {
    guard words.count > 1, words[1].isUnquoted else { return nil }
    let verb = words[0].text
    let nouns = [words[1].text, String(words[1].text.dropLast())].compactMap(shell.registry.find)
    let forms = nouns.lazy.filter { $0.name != command?.name }.flatMap { noun in
      noun.signature.forms.lazy.map { (noun: noun, form: $0) }
    }
    guard let (noun, form) = forms.first(where: { $1.line.hasPrefix("\($0.name) \(verb)") }) else {
      return nil
    }
    let rest = statement.text(fromWord: 2)
    return rest.isEmpty ? form.line : "\(noun.name) \(verb) \(rest)"
  }

  /// `delete row 3` as `delete 0:3`, or `@3` where that is a key.
  private var rowByNumber: String? {
    guard takesTarget, let table, words.count > 1 else { return nil }
    let isNamed = ["row", "rows", "line", "lines", "record"].contains(where: words[1].is)
    let index = isNamed ? 2 : 1
    guard words.indices.contains(index) else { return nil }
    let verb = words[0].text
    let number = words[index]
    if isNamed, number.starts(with: "@") { return "\(verb) \(statement.text(fromWord: index))" }
    // A number alone is a section.
    var isNoSection = false
    if case .edit(.noSuchSection) = error { isNoSection = Int(number.text) != nil }
    guard number.isUnquoted, isNamed || isNoSection, (try? RowSpan(number)) != nil
    else { return nil }
    let rows = statement.text(fromWord: index)
    let (byKey, byPlace) = ("\(verb) @\(rows)", "\(verb) 0:\(rows)")
    let hasKey = table.row(withKey: [number.text]) != nil
    let count = table.sections.first?.count ?? 0
    let hasPlace = Int(number.text).map { $0 < count } ?? true
    let note = "section 0, rows counting from 0"
    switch (hasKey, hasPlace) {
    case (true, true): return "\(byKey)  # by its key; by its place \(byPlace): \(note)"
    case (true, false): return "\(byKey)  # by its key"
    case (false, true): return "\(byPlace)  # by its place: \(note)"
    case (false, false):
      return count == 0 ? nil : "show 0:*  # rows count from 0, and the last is 0:\(count - 1)"
    }
  }

  /// `sort by Last Name` as `sort by "Last Name"`.
  private var quotedNames: String? {
    guard let table else { return nil }
    let text = statement.text
    let names = table.columns.map(\.name).filter { $0.contains(" ") }
    for name in names.sorted(by: { $0.count > $1.count }) {
      guard let place = text.lowercased().firstRange(of: name.lowercased()),
        text.lowercased().utf8.count == text.utf8.count
      else { continue }
      let start = text.utf8.index(
        text.startIndex,
        offsetBy: text.lowercased().utf8.distance(
          from: text.lowercased().startIndex, to: place.lowerBound))
      let end = text.utf8.index(start, offsetBy: name.utf8.count)
      let isQuoted = text[..<start].last.map { "\"'`".contains($0) } ?? false
      let line = text.replacingSubrange(start..<end, with: Quoting.quoted(name))
      if !isQuoted, meant.isReadable(line) { return line }
    }
    return nil
  }

  /// `drag 0:0 to 0:2` as `drag 0:0 0:2 drop`.
  private var dragTo: String? {
    guard command?.name == "drag", words.count > 3,
      let index = words.firstIndex(where: { $0.is("to") })
    else { return nil }
    let line = typed(upTo: index) + statement.text(fromWord: index + 1)
    return words.contains(where: { $0.is("drop") }) ? line : "\(line) drop"
  }

  /// `edit 0:1 set pay=30` as `edit 0:1 pay=30`.
  private var needlessSet: String? {
    guard takesAssignments, statement.lua == nil,
      let index = words.indices.dropFirst(2).first(where: { words[$0].is("set") }),
      index + 1 < words.count, words[(index + 1)...].allSatisfy(Assignment.isAssignment)
    else { return nil }
    return typed(upTo: index) + statement.text(fromWord: index + 1)
  }

  /// `edit 0:1 pay 30` as `edit 0:1 pay=30`.
  private var assignments: String? {
    guard takesAssignments, let table, statement.lua == nil,
      let start = words.indices.dropFirst(2).first(where: { isColumn(words[$0], of: table) }),
      start + 1 < words.count, !words.contains(where: Assignment.isAssignment)
    else { return nil }
    var parts: [String] = []
    var index = start
    while index < words.count {
      let name = words[index].text
      var values: [String] = []
      index += 1
      while index < words.count, values.isEmpty || !isColumn(words[index], of: table) {
        if !(values.isEmpty && (words[index].is("to") || words[index].is(":"))) {
          values.append(words[index].text)
        }
        index += 1
      }
      guard !values.isEmpty else { return nil }
      parts.append("\(Quoting.word(name))=\(Quoting.word(values.joined(separator: " ")))")
    }
    return "\(typed(upTo: start))\(parts.joined(separator: " "))"
  }

  private func isColumn(_ word: Word, of table: Table) -> Bool {
    table.column(named: word.text) != nil
  }

  /// What was typed before a word, the blank included.
  private func typed(upTo index: Int) -> String {
    String(
      String.UnicodeScalarView(statement.text.unicodeScalars.prefix(words[index].place.offset)))
  }
}

// MARK: - Targets

extension Slip {
  /// `delete whre pay > 3` as `delete where pay > 3`, if that line can be read: a word that is near
  /// one of targets, and no name.
  private var keyword: String? {
    guard takesTarget, let table, let command else { return nil }
    let names = table.columns.map(\.name) + table.sections.flatMap { [$0.name, $0.title] }
    for index in words.indices.dropFirst() {
      let word = words[index]
      guard word.isUnquoted, word.text.allSatisfy(\.isLetter),
        !Quoting.keywords.contains(word.text),
        Nearest.nearest(to: word.text, in: names).isEmpty,
        let near = Nearest.nearest(to: word.text, in: Quoting.keywords.sorted(), limit: 1).first
      else { continue }
      let rest = String(
        statement.text.unicodeScalars.dropFirst(word.place.offset + word.text.unicodeScalars.count))
      let line = typed(upTo: index) + near + rest
      guard let meant = try? shell.statements(of: line), meant.count == 1,
        (try? Invocation(shell, command, meant[0])) != nil
      else { continue }
      return "did you mean \(near)? \(line)"
    }
    return nil
  }

  /// `select all` as `select *`.
  private func everyRow(_ name: String) -> String? {
    guard ["all", "every", "everything", "rows"].contains(name.lowercased()),
      let index = words.indices.dropFirst().first(where: { words[$0].is(name) })
    else { return nil }
    let rest = index + 1 < words.count ? " " + statement.text(fromWord: index + 1) : ""
    return "\(typed(upTo: index))*\(rest)"
  }

  /// `select name=Ann` and `select name == Ann` as `select where name == "Ann"`.
  private var condition: String? {
    guard takesTarget, !takesAssignments, let table, statement.lua == nil, words.count > 1 else {
      return nil
    }
    let verb = words[0].text
    if words.count == 4, let column = table.column(named: words[1].text), words[2].isUnquoted,
      let sign = ["=": "==", "==": "==", "!=": "~=", "<>": "~=", "~=": "~="][words[2].text]
    {
      return "\(verb) where \(Self.name(column)) \(sign) \(literal(words[3].text, column))"
    }
    if words.count == 3, let column = table.column(named: words[1].text), words[2].isUnquoted,
      !isColumn(words[2], of: table)
    {
      return "\(verb) where \(Self.name(column)) == \(literal(words[2].text, column))"
    }
    var parts: [String] = []
    for word in words.dropFirst() where !word.is("and") {
      guard let assignment = try? Assignment(word),
        let column = table.column(named: assignment.column.text)
      else { return nil }
      let value = assignment.value
      let text = value.unquotedStart.hasPrefix("=") ? String(value.text.dropFirst()) : value.text
      parts.append("\(Self.name(column)) == \(literal(text, column))")
    }
    return "\(verb) where \(parts.joined(separator: " and "))"
  }

  /// `select Ann` as `select where name == "Ann"`, if a column of the first rows holds that.
  private func value(_ name: String) -> String? {
    guard takesTarget, let table, words.count == 2, words[1].text == name,
      Nearest.nearest(to: name, in: table.sections.flatMap { [$0.name, $0.title] }).isEmpty,
      Nearest.nearest(to: name, in: table.columns.map(\.name)).isEmpty
    else { return nil }
    let wanted = Array(name.utf8)
    for column in table.columns {
      var reader = CellReader(table, column.id)
      for row in table.allRows.prefix(10_000)
      where reader.withCell(row, { $1.elementsEqual(wanted) }) {
        return "\(words[0].text) where \(Self.name(column)) == \(literal(name, column))"
      }
    }
    return nil
  }

  /// `edit @A7 pay=3` as `edit where code == "A7" set pay=3`, where rows have no key, but a column holds
  /// that.
  private func byColumn(_ key: String) -> String? {
    guard let table, words.count > 1,
      words[1].unquotedStart == "@\(key)" || words[1].text == "@\(key)"
    else { return nil }
    let columns = ForeignColumns(table)
    guard let column = table.columns.first(where: { columns.holds(key, in: $0, whole: true) })
    else { return nil }
    let line = "\(words[0].text) where \(Self.name(column)) == \(literal(key, column))"
    guard words.count > 2 || statement.lua != nil else { return readable(line) }
    return takesAssignments ? readable("\(line) set \(statement.text(fromWord: 2))") : nil
  }

  /// The name that is nearest, be it a column's or a section's.
  private func columnOrSection(_ name: String, _ columns: [String]) -> String? {
    guard takesTarget, let table else { return nil }
    let sections = table.sections.map(\.title)
    let near = Nearest.nearest(to: name, in: columns + sections)
    guard near.contains(where: { sections.contains($0) && !columns.contains($0) }) else {
      return nil
    }
    return "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// `move @7 to Crew` as `Crew:0` and `Crew:end`.
  private var destination: String? {
    guard case .syntax(let error, _) = error, case .notAPath(let text) = error.problem, let table
    else { return nil }
    let names = table.sections.map(\.title)
    let near = names.contains(text) ? [text] : Nearest.nearest(to: text, in: names, limit: 1)
    let index = Int(text).flatMap { table.sections.indices.contains($0) ? String($0) : nil }
    guard let section = index ?? near.first.map(Quoting.name) else { return nil }
    return "\(section):0 is before its first row, \(section):end behind its last"
  }

  /// A column in an expression.
  private static func name(_ column: Column) -> String {
    LuaSession.isName(column.name) ? column.name : "row[\(Quoting.quoted(column.name))]"
  }

  private func literal(_ text: String, _ column: Column) -> String {
    Quoting.literal(text, table?.kind(of: column) ?? .text)
  }
}

extension String {
  /// Returns the text with another one in the place of a part.
  fileprivate func replacingSubrange(_ range: Range<Index>, with text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }
}
