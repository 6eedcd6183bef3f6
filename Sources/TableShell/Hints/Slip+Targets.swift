import CommandLanguage
import TableKit
import TableLua
import Wording

// MARK: - Targets

extension Slip {
  /// `delete whre pay > 3` as `delete where pay > 3`, if that line can be read: a word that is near
  /// one of targets, and no name.
  var keyword: String? {
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
  func everyRow(_ name: String) -> String? {
    guard ["all", "every", "everything", "rows"].contains(name.lowercased()),
      let index = words.indices.dropFirst().first(where: { words[$0].is(name) })
    else { return nil }
    let rest = index + 1 < words.count ? " " + statement.text(fromWord: index + 1) : ""
    return "\(typed(upTo: index))*\(rest)"
  }

  /// `select name=Ann` and `select name == Ann` as `select where name == "Ann"`.
  var condition: String? {
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
  func value(_ name: String) -> String? {
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
  func byColumn(_ key: String) -> String? {
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

  /// `edit A7 pay=3` as `edit where code == "A7" set pay=3`, where one row or a few hold that in a column.
  func rowByValue(_ name: String) -> String? {
    guard takesAssignments, let table, words.count > 2, words[1].text == name,
      words[2...].allSatisfy(Assignment.isAssignment)
    else { return nil }
    if table.row(withKey: [name]) != nil {
      return "\(words[0].text) @\(Quoting.name(name)) \(statement.text(fromWord: 2))"
    }
    let wanted = Array(name.utf8)
    for column in table.columns {
      var reader = CellReader(table, column.id)
      let count = table.allRows.prefix(ForeignColumns.sample).count { row in
        reader.withCell(row) { $1.elementsEqual(wanted) }
      }
      guard count > 0 else { continue }
      if count > Self.fewRows { return nil }
      return "\(words[0].text) where \(Self.name(column)) == \(literal(name, column))"
        + " set \(statement.text(fromWord: 2))"
    }
    return nil
  }

  /// The most rows that may be meant by one value.
  private static let fewRows = 3

  /// The name that is nearest, be it a column's or a section's.
  func columnOrSection(_ name: String, _ columns: [String]) -> String? {
    guard takesTarget, let table else { return nil }
    let sections = table.sections.map(\.title)
    let near = Nearest.nearest(to: name, in: columns + sections)
    guard near.contains(where: { sections.contains($0) && !columns.contains($0) }) else {
      return nil
    }
    return "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// `move @7 to Crew` as `Crew:0` and `Crew:end`.
  var destination: String? {
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
