import CommandLanguage
import TableKit
import Wording

/// Rows as a text that a person edits, a cell a line:
///
///     @P1
///     name: Ann
///     note: "two\nlines"
///     pay:
///
/// Nothing behind the colon is null. In double quotes stands what would not be read back as it is.
struct RecordText {
  let table: Table
  let rows: [RowID]
  let columns: [Column]

  /// What is wrong with an edited text.
  struct Fault: Error {
    /// The index of the line from 0.
    let line: Int
    let message: String
  }

  /// A cell that has another text than before, nil for null, and the index of its line.
  typealias Change = (row: RowID, column: ColumnID, text: String?, line: Int)

  /// How lines that only tell something begin.
  private static let comment = "#"
  private static let faultMark = "#!"

  /// The text of the rows.
  ///
  /// - Parameter title: what the first line says.
  func text(_ title: String) -> String {
    var text = """
      \(Self.comment) \(title)
      \(Self.comment) What is changed is one step of undo. An empty file changes nothing.

      """
    for row in rows {
      text += "\n\(heading(of: row))\n"
      for column in columns {
        let value = value(of: row, column.id)
        text += "\(Quoting.word(column.name)):\(value.isEmpty ? "" : " ")\(value)\n"
      }
    }
    return text
  }

  private func heading(of row: RowID) -> String {
    guard table.hasKey else { return "@\(row.number)" }
    return "@" + table.keyTexts(of: row).map(Quoting.keyComponent).joined(separator: "/")
  }

  private func value(of row: RowID, _ column: ColumnID) -> String {
    let cell = table.cell(row, column)
    return cell.isNull ? "" : Self.shown(cell.text)
  }

  private static func shown(_ text: String) -> String {
    let isBare =
      !text.isEmpty && text.trimmingBlanks == text && text.first != "\""
      && VisibleText.line(text) == text
    return isBare ? text : Quoting.quoted(text)
  }

  /// Whether a text holds nothing but comments.
  static func isEmpty(_ text: String) -> Bool {
    lines(of: text).allSatisfy { $0.trimmingBlanks.isEmpty || $0.hasPrefix(comment) }
  }

  /// A text without the marks of earlier faults.
  static func unmarked(_ text: String) -> String {
    lines(of: text).filter { !$0.hasPrefix(faultMark) }.joined(separator: "\n")
  }

  /// A text with a fault told above its line.
  static func marked(_ text: String, _ fault: Fault) -> String {
    var lines = lines(of: text)
    lines.insert("\(faultMark) \(fault.message)", at: min(fault.line, lines.count))
    return lines.joined(separator: "\n")
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasSuffix("\r") ? String($0.dropLast()) : String($0)
    }
  }

  /// Returns the cells that differ from those of the table. A cell whose line is left out stays.
  func changes(in text: String) throws(Fault) -> [Change] {
    var places: [String: RowID] = [:]
    for row in rows { places[heading(of: row)] = row }
    var left = places
    var row: RowID?
    var seen: Set<ColumnID> = []
    var changes: [Change] = []
    let lines = Self.lines(of: text)
    for (number, line) in lines.enumerated() {
      func fault(_ message: String) -> Fault { Fault(line: number, message: message) }
      let trimmed = line.trimmingBlanks
      if trimmed.isEmpty || line.hasPrefix(Self.comment) { continue }
      if trimmed.hasPrefix("@") {
        guard let found = places[trimmed] else { throw fault("\(trimmed) is none of these rows") }
        guard left.removeValue(forKey: trimmed) != nil else {
          throw fault("\(trimmed) is here twice")
        }
        row = found
        seen = []
        continue
      }
      guard let row else {
        throw fault("a line with @ and the key of a row is missing before this")
      }
      guard let (name, value) = Self.parts(of: line) else {
        throw fault("this is no NAME: VALUE; a text of several lines stands in quotes, with \\n")
      }
      guard let column = columns.first(where: { $0.name == name }) else {
        let names = columns.map(\.name)
        let near = Nearest.nearest(to: name, in: names).first ?? names.joined(separator: ", ")
        throw fault("no column '\(shown: name)' here; there is \(near)")
      }
      guard seen.insert(column.id).inserted else { throw fault("'\(shown: name)' is here twice") }
      guard value != self.value(of: row, column.id) else { continue }
      guard let read = Self.read(value) else {
        throw fault("the quotes are not closed, or a character behind \\ is none of n t \" \\")
      }
      if table.cell(row, column.id).text != read
        || table.cell(row, column.id).isNull != value.isEmpty
      {
        changes.append((row, column.id, value.isEmpty ? nil : read, number))
      }
    }
    if let missing = rows.map(heading).first(where: { left[$0] != nil }) {
      throw Fault(
        line: lines.count, message: "\(missing) is missing: delete deletes rows, this does not")
    }
    return changes
  }

  /// The name and the value of a line, the name without quotes.
  private static func parts(of line: String) -> (name: String, value: String)? {
    let statement = try? Script.statements(of: "echo " + line, compiles: { _, _ in .ok })
    var name = line.prefix { $0 != ":" }
    if line.hasPrefix("\"") || line.hasPrefix("'") {
      // A quoted name may hold a colon.
      guard let word = statement?.first?.words.dropFirst().first,
        let first = word.split(at: ":").first
      else { return nil }
      let rest = line.dropFirst(Quoting.word(first.text).count)
      guard rest.first == ":" else { return nil }
      return (first.text, String(rest.dropFirst()).trimmingBlanks)
    }
    guard name.endIndex < line.endIndex else { return nil }
    let value = line[line.index(after: name.endIndex)...]
    while name.last == " " { name.removeLast() }
    return (String(name), String(value).trimmingBlanks)
  }

  /// The text of a value; nil if its quotes are faulty.
  private static func read(_ value: String) -> String? {
    guard value.first == "\"" else { return value }
    guard let statements = try? Script.statements(of: "echo " + value, compiles: { _, _ in .ok }),
      statements.count == 1, statements[0].words.count == 2, statements[0].redirection == .none
    else { return nil }
    return statements[0].words[1].text
  }
}

extension Invocation {
  /// The most rows that are edited as a text.
  private static let mostRows = 10_000

  /// Runs `edit --editor TARGET [COLS]`.
  func editInEditor() throws(CommandError) -> CommandResult {
    let rows = try rows()
    let table = try document().table
    guard !rows.isEmpty else { return CommandResult(sentence: "no row to edit") }
    guard rows.count <= Self.mostRows else {
      throw refusal(
        "\(Counts.of(rows.count, "row")) are too many for an editor, which takes "
          + Counts.grouped(Self.mostRows), ["edit TARGET COL=VALUE", "edit TARGET COL := LUA"])
    }
    let columns = try optional(.columnList) ?? table.columns
    let records = RecordText(table: table, rows: rows, columns: columns)
    let name = try document().name
    var text = records.text("\(Counts.of(rows.count, "row")) of \(name): \(statement.text)")
    while true {
      let edited = try shell.edited(text, suffix: Self.recordsSuffix)
      if RecordText.isEmpty(edited) {
        return CommandResult(sentence: "nothing changed: the file was left empty")
      }
      // What is wrong with it, by lines of what is shown next.
      let plain = RecordText.unmarked(edited)
      var fault: RecordText.Fault?
      var changes: [RecordText.Change] = []
      do throws(RecordText.Fault) { changes = try records.changes(in: plain) } catch {
        fault = error
      }
      if fault == nil, changes.isEmpty { return CommandResult(sentence: "nothing changed") }
      if fault == nil {
        do throws(CommandError) {
          return try perform(try edits(for: changes, in: table))
        } catch {
          guard shell.console.isInteractive, !error.isInterruption else { throw error }
          fault = refused(changes, error)
        }
      }
      guard let fault else { continue }
      // Who leaves it as it is has given up.
      guard shell.console.isInteractive, plain != RecordText.unmarked(text) else {
        throw try givenUp(plain, fault)
      }
      text = RecordText.marked(plain, fault)
    }
  }

  private static let recordsSuffix = ".rows"

  /// What the table refuses, at the line of the cell that it names, else at the first change.
  private func refused(_ changes: [RecordText.Change], _ error: CommandError) -> RecordText.Fault {
    let named = changes.first { change in
      change.text.map { error.message.contains("'\(shown: $0)'") } ?? false
    }
    return RecordText.Fault(line: (named ?? changes[0]).line, message: error.message)
  }

  /// The error about a text with a fault, which a user can find again.
  private func givenUp(
    _ text: String, _ fault: RecordText.Fault
  ) throws(CommandError) -> CommandError {
    var hint = "line \(fault.line + 1) of what the editor left"
    if shell.console.isInteractive {
      let path = try shell.editor.keep(text, suffix: Self.recordsSuffix)
      hint += ", which is kept in \(path)"
    }
    return .outside(code: "usage", message: "nothing changed: \(fault.message)", hint: hint)
  }

  /// The edits that make changes of cells, one for each column.
  private func edits(
    for changes: [RecordText.Change], in table: Table
  ) throws(CommandError) -> [Edit] {
    var edits: [Edit] = []
    for column in table.columns {
      let own = changes.filter { $0.column == column.id }
      guard !own.isEmpty else { continue }
      var cells = CellList()
      for change in own {
        guard let text = change.text else {
          cells.append(.null)
          continue
        }
        cells.append(try table.fitting(text, row: change.row, column: column.id))
      }
      edits.append(.updateColumn(column.id, of: own.map(\.row), to: cells))
    }
    return edits
  }
}
