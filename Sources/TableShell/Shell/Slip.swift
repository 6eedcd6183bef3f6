import CommandLanguage
import TableKit
import TableLua
import Wording

// What a person may have meant by a line that failed: the line to type, made of what was typed. Other
// tools name rows and commands in other ways; here they meet.

extension CommandError {
  /// Returns the error with the line that was probably meant as its hint, if there is a guess.
  func withGuess(at statement: Statement, in shell: Shell) -> CommandError {
    if case .noTable = self, shell.options.hasUnreadInput {
      return .hinted(
        self, "a table on standard input is the file '-': tablesh -c COMMANDS -; else open FILE")
    }
    guard let first = statement.words.first, first.isUnquoted,
      let hint = Slip(shell, statement, self).hint
    else { return self }
    return .hinted(self, hint)
  }
}

/// A line that failed.
private struct Slip {
  let shell: Shell
  let statement: Statement
  let error: CommandError
  let words: [Word]
  let command: Command?

  init(_ shell: Shell, _ statement: Statement, _ error: CommandError) {
    (self.shell, self.statement, self.error) = (shell, statement, error)
    words = statement.words
    command = shell.registry.find(statement.words[0].text)
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
    case .unknownCommand(let name, _, nil): swapped ?? Self.otherTools[name.lowercased()]
    case .usage, .syntax:
      swapped ?? keyword ?? rowByNumber ?? dragTo ?? needlessSet ?? assignments ?? condition
        ?? destination
    case .noSuchSectionName(let name, _):
      swapped ?? keyword ?? rowByNumber ?? everyRow(name) ?? condition ?? value(name)
    case .noSuchColumn(let name, let columns):
      keyword ?? everyRow(name) ?? condition ?? columnOrSection(name, columns) ?? value(name)
    default: nil
    }
  }

  /// What serves where other tools have a command of that name.
  private static let otherTools: [String: String] = {
    let lines = [
      ("filter", "show where EXPR shows such rows, keep where EXPR deletes all others"),
      ("where", "show where EXPR, select where EXPR, delete where EXPR …"),
      (
        "rows records list ls print display view cat",
        "show prints what is on the screen, show * all"
      ),
      ("head", "show 0:0-9 prints the first ten rows of section 0"),
      ("tail", "show 0:-10..-1 prints the last ten rows of section 0"),
      ("remove rm del drop", "delete TARGET, column delete NAME, section delete NAME"),
      ("add append", "insert SECTION COL=VALUE …, column add NAME, section add NAME"),
      ("update change modify", "edit TARGET COL=VALUE …"), ("grep search", "find TEXT"),
      ("write", "save, or save PATH"), ("load read import", "open FILE, or insert from FILE"),
      ("order orderby", "sort by COL [desc]"), ("distinct unique uniq", "dedupe"),
      ("sum avg average mean", "describe COL, or group by COL"), ("run", "source FILE"),
      ("schema", "columns"), ("man", "help NAME"),
    ]
    var table: [String: String] = [:]
    for (names, hint) in lines {
      for name in names.split(separator: " ") { table[String(name)] = hint }
    }
    return table
  }()
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
    guard takesTarget, let table, words.count > 2,
      ["row", "rows", "line", "lines", "record"].contains(where: words[1].is)
    else { return nil }
    let verb = words[0].text
    if words[2].starts(with: "@") { return "\(verb) \(statement.text(fromWord: 2))" }
    guard words[2].isUnquoted, (try? RowSpan(words[2])) != nil else { return nil }
    let rows = statement.text(fromWord: 2)
    let byPlace = "\(verb) 0:\(rows)"
    let place = "section 0, rows counting from 0"
    guard table.hasKey, table.row(withKey: [words[2].text]) != nil else {
      return "\(byPlace), in \(place)"
    }
    return "\(verb) @\(rows) by its key, \(byPlace) by its place: \(place)"
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
    if words.count == 3, let column = table.column(named: words[1].text), words[2].isUnquoted {
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
