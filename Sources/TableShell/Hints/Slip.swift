import CommandLanguage
import TableInteraction
import TableKit
import TableLua
import Wording

// What a person may have meant by a line that failed: the line to type, made of what was typed. Other
// tools name rows and commands in other ways; here they meet. Lines of other tools as a whole are in
// `ForeignLines`.

extension CommandError {
  /// Returns the error with the line that was probably meant as its hint, if there is a guess.
  func withGuess(at statement: Statement, in shell: Shell) -> CommandError {
    if case .hinted(let error, let hint) = self {
      guard !statement.words.isEmpty else { return self }
      let slip = Slip(shell, statement, error)
      // It takes the pattern, which stands first, for one of columns.
      return (slip.columnLast ?? slip.inOtherCase ?? slip.typable(hint)).map { .hinted(error, $0) }
        ?? self
    }
    if case .noTable = self, shell.options.hasUnreadInput {
      return .hinted(
        self,
        shell.options.inputLine.map { "\($0)  # - is the table on standard input" }
          ?? "a table on standard input is the file '-': tablesh -c COMMANDS -; else open FILE")
    }
    if case .noTable = self, let line = shell.options.scriptLine { return .hinted(self, line) }
    guard !statement.words.isEmpty else { return self }
    let slip = Slip(shell, statement, self)
    let error = slip.plainError
    if let line = slip.besidesEnding { return .hinted(error, line) }
    guard
      let hint = slip.typable(
        slip.inOtherCase ?? slip.ownLine ?? slip.hint ?? Slip(shell, statement, error).hint
          ?? slip.besidesFailures ?? error.hint)
    else { return error }
    var line = slip.followed(slip.meant.finished(hint, for: statement.text))
    if slip.meant.writesCode(line, for: statement.text) { line = "help values" }
    return line == error.hint ? error : .hinted(error, line)
  }
}

extension Shell {
  /// Returns the line for here that does what a line of another tool does; nil: unknown.
  func line(inPlaceOf source: String) -> String? {
    guard source.utf8.count < 2_000 else { return nil }
    let meant = MeantLine(shell: self)
    return meant.line(inPlaceOf: source).map { meant.finished($0) }
  }
}

/// A line that failed.
struct Slip {
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

  var table: Table? { shell.current?.table }
  var takesTarget: Bool { command?.signature.forms.contains(where: \.hasTarget) ?? false }
  var takesAssignments: Bool {
    command?.signature.forms.contains(where: \.hasAssignments) ?? false
  }

  /// The line to type; nil: unknown.
  var hint: String? {
    switch error {
    case .unknownCommand(let name, _, _) where name.hasPrefix("!"):
      "!N and !PROGRAM are for the prompt: they repeat a command, and run a program"
    // Lua that was cut at a `;` goes on with what stands before it.
    case .unknownCommand(_, _, lua: _?) where shell.context.former.hasPrefix("lua "): nil
    case .unknownCommand(let name, let nearest, _) where words[0].is("help"):
      typed(foreign, or: corrected(name, in: nearest))
    case .unknownCommand(let name, let nearest, _):
      typed(
        foreign ?? swapped ?? inSmallLetters ?? respelled(name, nearest),
        or: deletedRows ?? columnFirst ?? inFormer)
    case .syntax(let error, _) where error.problem == .missingTarget && ofSelection != nil:
      ofSelection
    case .syntax(_, _) where cellBehindDot != nil: cellBehindDot
    case .syntax(let error, _) where lateOption(error.problem) != nil: lateOption(error.problem)
    case .noSuchName("format", let name, let names): format(name) ?? corrected(name, in: names)
    case .noSuchName(_, let name, let names):
      typed(slipOfWords ?? reworded, or: corrected(name, in: names)) ?? inPlaceOfGrammar
    case .noSource where command?.name == "save": savedInFile
    case .usage, .syntax, .restOfLine:
      typed(
        slipOfWords ?? reworded,
        or: assigned ?? quotedNewNames ?? repeated ?? twoCommands ?? inFormer)
        ?? inPlaceOfGrammar
    case .noSuchSectionName(let name, let sections):
      typed(ofSection(name), or: corrected(name, in: sections))
    case .noSuchColumn(let name, let columns):
      typed(
        columnByNumber ?? columnByColumn ?? overFormer ?? foreign ?? keyword ?? rowByNumber
          ?? readable(everyRow(name)) ?? quotedNames
          ?? readable(condition) ?? columnOrSection(name, columns),
        or: corrected(name, in: columns)) ?? readable(value(name))
    case .noSuchTable(let name, let tables): corrected(name, in: tables)
    case .keyWithoutSign(let key): keyed(key)
    case .noSuchPlace(let path, _, _): atEnd(of: path)
    case .noSuchKey(let key, true, _), .noKey(let key, _, _): byColumn(key)
    case .edit(.noSuchSection): foreign ?? rowsFromOne ?? rowByNumber
    case .edit(.noSuchRow): rowsToTheLast
    case .edit(.duplicateColumn(let name)): filledAgain ?? besides(name)
    case .scroll(.noSuchSection): foreign
    case .edit(let error) where Self.isOutsideEditing(error): selectedRows
    // Behind `=` no column is known.
    case .lua where command?.name == "=": foreign
    case .lua where withoutBase != nil: withoutBase
    case .lua:
      overFormer ?? plainAmounts ?? withValue ?? limited ?? sortedBefore ?? overAmounts
        ?? inLua
        ?? overNulls
        ?? foreignOrNamed
    case .unknownExtension("tsh", _): script
    case .unknownExtension(let name, _): spreadsheet(name) ?? foreign
    case .source(let error) where error.code == "bad-query":
      quotedQuery ?? quotedInQuery ?? inSQLite ?? openedBefore(error)
        ?? typed(foreign, or: misnamed(error))
    case .source(let error) where error.code == "no-such-file": misnamedFile(error)
    default: aggregated
    }
  }

  /// A hint, or the hint of it where what it names is not there, and so on, so that one line is enough.
  func followed(_ hint: String) -> String {
    var line = hint
    for _ in 0..<Self.mostSlips {
      guard let (other, error) = meant.unreadable(line) else { return line }
      let slip = Slip(shell, other, error)
      guard let next = slip.typable(slip.inOtherCase ?? slip.ownLine ?? slip.hint),
        meant.isTyped(next)
      else { return hint }
      line = next
    }
    return readable(line) ?? hint
  }

  /// The most slips of a line that are mended.
  private static let mostSlips = 4

  /// The line for a word that no section is called.
  private func ofSection(_ name: String) -> String? {
    if let line = foreign ?? swapped ?? keyword ?? rowByNumber { return line }
    return readable(everyRow(name)) ?? quotedNames ?? readable(condition) ?? readable(value(name))
      ?? readable(rowByValue(name)) ?? insertedByValue ?? rowOfSheet
  }

  /// A line to type before a page of help.
  private func typed(_ line: String?, or other: @autoclosure () -> String?) -> String? {
    guard let line, !line.hasPrefix("help ") else { return other() ?? line }
    return line
  }

  /// A word that is wrong, missing or too many.
  private var slipOfWords: String? {
    foreign ?? swapped ?? keyword ?? rowByNumber ?? dragTo ?? needlessSet ?? quotedNames
      ?? assignments ?? readable(condition) ?? destination
  }

  private static func isOutsideEditing(_ error: EditError) -> Bool {
    if case .notEditing? = error.interaction { true } else { false }
  }

  /// The line of another tool; a plugin's command of the same name is none.
  var foreign: String? {
    command?.group == .plugins ? nil : shell.line(inPlaceOf: statement.text)
  }

  /// `where Qty > avg(Qty)` with the mean itself.
  private var withValue: String? {
    guard let table, let text = words.compactMap(\.condition?.text).last ?? statement.lua?.text,
      let call = SummaryCall(in: text, of: table)
    else { return nil }
    guard let line = call.replaced, let place = statement.text.ranges(of: text).last else {
      return AmountColumn(call.column, of: table)?.commands
    }
    return readable(statement.text.replacingSubrange(place, with: line))
  }

  /// The line, if it can be read.
  func readable(_ line: String?) -> String? {
    line.flatMap { meant.isReadable($0) ? $0 : nil }
  }

  /// Joined texts of SQL in Lua, null where a column is.
  private func besidesNulls(_ text: String) -> String? {
    guard let table, text.contains("||"),
      let lua = ForeignExpression.lua(text, ForeignColumns(table), isCondition: false)
    else { return nil }
    return meant.guarded(lua)
  }

  /// The line with its Lua as Lua has it.
  private var inLua: String? {
    let texts = [statement.lua?.text].compactMap(\.self) + words.compactMap(\.condition?.text)
    for text in texts {
      let isCondition = statement.lua.map { [.condition, .assertion, .every].contains($0.kind) }
      guard
        let lua = meant.lua(text, isCondition: isCondition ?? true) ?? meant.unquoted(text)
          ?? (isCondition == false ? besidesNulls(text) : nil),
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

  /// A line that is read, or a like one with `COL=VALUE` for `COL VALUE`.
  func mended(_ line: String) -> String {
    guard !meant.isReadable(line), let other = try? shell.statements(of: line).first,
      let better = Slip(shell, other, error).assignments
    else { return line }
    return better
  }

  /// `SORT by City` as `sort by City`.
  private var inSmallLetters: String? {
    let name = words[0].text
    guard words[0].isUnquoted, name != name.lowercased() else { return nil }
    let rest = words.count > 1 ? " " + statement.text(fromWord: 1) : ""
    return readable(name.lowercased() + rest)
  }

  /// `delete-selected` outside of editing mode as `delete selected`, if rows are selected.
  private var selectedRows: String? {
    guard shell.current?.editor.selection.rows.isEmpty == false else {
      return "edit on  # then select rows, and delete-selected deletes them"
    }
    return "delete selected  # the button is there after edit on"
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
  var assignments: String? {
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
      // `City Berlin, Qty 5`
      if index < words.count, values.count > 0, words[index - 1].isUnquoted,
        values[values.count - 1].hasSuffix(",")
      {
        values[values.count - 1].removeLast()
      }
      guard !values.isEmpty else { return nil }
      parts.append("\(Quoting.word(name))=\(Quoting.word(values.joined(separator: " ")))")
    }
    return "\(typed(upTo: start))\(parts.joined(separator: " "))"
  }

  func isColumn(_ word: Word, of table: Table) -> Bool {
    table.column(named: word.text) != nil
  }

  /// What was typed before a word, the blank included.
  func typed(upTo index: Int) -> String {
    String(
      String.UnicodeScalarView(statement.text.unicodeScalars.prefix(words[index].place.offset)))
  }
}

extension String {
  /// Returns the text with another one in the place of a part.
  func replacingSubrange(_ range: Range<Index>, with text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }
}
