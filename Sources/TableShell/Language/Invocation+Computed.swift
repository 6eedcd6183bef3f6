import CommandLanguage
import TableKit
import Wording

// Values that are texts, though they look like something to compute or to compare with.

extension Invocation {
  /// Refuses what would be written as its letters, but was hardly meant so: a call over a column, as in
  /// `City=upper(City)`, and `Qty==5` in a column of numbers. In quotes both are values.
  ///
  /// - Throws: `usage`, with the line that was meant.
  func refuseComputed() throws(CommandError) {
    let table = try document().table
    for assignment in try all(.assignment) where !assignment.value.unquotedStart.isEmpty {
      let (column, value) = (try column(assignment.column), assignment.value)
      guard value.end.offset <= statement.text.unicodeScalars.count else { continue }
      let start = String(
        String.UnicodeScalarView(statement.text.unicodeScalars.prefix(value.place.offset)))
      let tail = statement.tail(behind: value)
      if value.unquotedStart.hasPrefix("="), value.text.utf8.count > 1 {
        throw .hinted(
          .usage(
            "a cell is set with one =, and == compares; in quotes it is a part of the text",
            synopsis: []),
          unequalled(start, value, tail) ?? "help values")
      }
      let typed = String(
        String.UnicodeScalarView(
          statement.text.unicodeScalars.prefix(value.end.offset).dropFirst(value.place.offset)))
      let call = WrittenCall(
        typed, for: column, of: ForeignColumns(table), target: rowsBefore(assignment))
      guard Self.isCall(typed, in: table) || call?.isCode == true else { continue }
      let error = CommandError.usage(
        "'\(shown: typed)' would be written as it stands, not computed", synopsis: [])
      let slip = Slip(shell, statement, error)
      let isWhole = statement.words.count == 3 && statement.words[1].is("*")
      let command = isWhole ? slip.readable(shell.line(inPlaceOf: typed)) : nil
      let split = slip.assigned.flatMap { $0.contains(" := ") ? $0 : nil }
      throw .hinted(
        error,
        (statement.words.filter(Assignment.isAssignment).count == 1 ? call?.line : nil)
          ?? clock(column, typed, start) ?? slip.tried(computing(column, typed, in: table))
          ?? changing(column, command) ?? split
          ?? "help values")
    }
  }

  /// The rows that `edit` names before its first `COL=VALUE`; empty: all.
  private func rowsBefore(_ assignment: Assignment) -> String {
    let start = statement.text.unicodeScalars.prefix(assignment.column.place.offset).dropFirst(5)
    let rows = String(String.UnicodeScalarView(start)).trimmingBlanks
    return rows == "*" ? "" : rows.hasSuffix(" set") ? String(rows.dropLast(4)) : rows
  }

  /// The line without the second `=`, or what that one computes.
  private func unequalled(_ start: String, _ value: Word, _ tail: String) -> String? {
    let typed = statement.text.unicodeScalars.prefix(value.end.offset).dropFirst(value.place.offset)
    let line = start + String(String.UnicodeScalarView(typed)).drop { $0 == "=" } + tail
    guard let other = try? shell.statements(of: line).first,
      let invocation = try? Invocation(shell, command, other)
    else { return nil }
    do throws(CommandError) { try invocation.refuseComputed() } catch {
      if case .hinted(_, let hint) = error { return hint }
    }
    return line
  }

  /// A command for a whole column, if it changes that one: `replace City a b`.
  private func changing(_ column: Column, _ line: String?) -> String? {
    guard let line, let typed = try? shell.statements(of: line).first, typed.words.count > 1,
      typed.words[1].text == column.name,
      ["replace", "trim", "title"].contains(typed.words[0].text)
    else { return nil }
    return line
  }

  /// The line that writes today's date for `TODAY()`, or the time for `NOW()`; nil: it is another call, or more
  /// is set.
  private func clock(_ column: Column, _ typed: String, _ start: String) -> String? {
    let formats = [
      "today()": "%Y-%m-%d", "date()": "%Y-%m-%d", "curdate()": "%Y-%m-%d",
      "now()": "%Y-%m-%d %H:%M:%S", "time()": "%H:%M:%S",
    ]
    guard let format = formats[typed.lowercased()], statement.text.hasSuffix(typed),
      command.name == "edit", let blank = start.lastIndex(of: " ")
    else { return nil }
    let line = "\(start[..<blank]) \(Quoting.word(column.name)) := os.date(\"\(format)\")"
    return MeantLine(shell: shell).isReadable(line) ? line : nil
  }

  /// Whether a text is a call of a function on a column, or of a method of one.
  private static func isCall(_ text: String, in table: Table) -> Bool {
    let foreign = ForeignText(text)
    let tokens = foreign.tokens
    // `TODAY()`
    if tokens.count == 3, tokens[0].kind == .name, tokens[1].text == "(", tokens[2].text == ")" {
      return true
    }
    guard tokens.count > 3, tokens[0].kind == .name, tokens.last?.text == ")",
      ["(", ":", "."].contains(tokens[1].text)
    else { return false }
    let columns = ForeignColumns(table)
    if tokens[1].text == "(" {
      return tokens.indices.dropFirst(2).contains { columns.column(in: foreign, at: $0) != nil }
    }
    return columns.column(tokens[0].text) != nil && tokens.count > 4
      && tokens[2].kind == .name && tokens[3].text == "("
  }
}
