import BatchUpdates
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
      return line
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
        let line = "\(words[0].text) where \(Self.name(column)) == \(literal(name, column))"
        return firstRow(holding: name, in: column, "", orAll: line) ?? line
      }
    }
    return nil
  }

  /// `edit Crew pay=3` as `edit @Crew pay=3`, where that is the key of a row.
  func keyed(_ key: String) -> String? {
    guard let index = words.indices.dropFirst().first(where: { words[$0].text == key }) else {
      return nil
    }
    let rest = index + 1 < words.count ? " " + statement.text(fromWord: index + 1) : ""
    return readable("\(typed(upTo: index))@\(Quoting.name(key))\(rest)")
  }

  /// `move 0:0 to 0:99` as `move 0:0 to 0:end`.
  func atEnd(of path: RowPath) -> String? {
    guard let place = statement.text.ranges(of: "\(path)").last else { return nil }
    return readable(statement.text.replacingSubrange(place, with: "\(path.section):end"))
      .map { "\($0)  # after the last row" }
  }

  /// The line for the first row alone, where several hold a value of a column whose values mostly tell rows
  /// apart: `edit 0:2 Qty=20`. Nil: one does, or the column has groups of rows.
  ///
  /// - Parameter all: the line for all of them.
  private func firstRow(
    holding value: String, in column: Column, _ rest: String, orAll all: String
  ) -> String? {
    guard let table, command?.group == .editing else { return nil }
    let (rows, isTelling) = ForeignColumns(table).rows(holding: value, in: column)
    guard rows.count > 1, isTelling, let path = table.path(of: rows[0]) else { return nil }
    let places = rows.prefix(3).compactMap { table.path(of: $0).map { "\($0)" } }
    let list = Counts.list(places) + (rows.count > 3 ? ", …" : "")
    return readable("\(words[0].text) \(path)\(rest)").map {
      "\($0)  # '\(shown: value)' is in \(list); all of them: \(all)"
    }
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
    guard words.count > 2 || statement.lua != nil else {
      let keyed = keysOpened(by: column).map { "  # or, to name rows so: \($0)" } ?? ""
      return firstRow(holding: key, in: column, "", orAll: line)
        ?? readable(line).map { $0 + keyed }
    }
    guard takesAssignments else { return nil }
    let rest = statement.text(fromWord: 2)
    let all = "\(line) set \(rest)"
    return firstRow(holding: key, in: column, " \(rest)", orAll: all) ?? readable(all)
  }

  /// The commands that open the table again with a column as its key; nil: it has changes, no file, or two rows
  /// have the same value.
  private func keysOpened(by column: Column) -> String? {
    guard let document = shell.current, !document.hasUnsavedChanges,
      table?.keyColumns.isEmpty == true,
      let path = document.source.path, ForeignColumns(document.table).areUnique(column)
    else { return nil }
    return "close; open --key \(Quoting.word(column.name)) \(Quoting.path(path))"
  }

  /// `insert A7` as `insert 0:end code=A7`, where the column that holds such values has no such one.
  var insertedByValue: String? {
    guard command?.name == "insert", let table, words.count == 2, words[1].isUnquoted,
      let column = table.columns.first(where: { looksLike(words[1].text, $0) })
    else { return nil }
    return readable(
      "insert 0:end \(Quoting.word(column.name))=\(Quoting.word(words[1].text))")
  }

  /// `edit A3 Qty=5`, where a cell of a spreadsheet names its row, as `edit 0:1 Qty=5`.
  var rowOfSheet: String? {
    guard takesTarget, let table, words.count > 1, words[1].isUnquoted,
      let (_, path) = ForeignColumns(table).cell(words[1].text)
    else { return nil }
    let rest = words.count > 2 ? " " + statement.text(fromWord: 2) : ""
    return readable("\(words[0].text) \(path)\(rest)").map {
      "\($0)  # row \(words[1].text.filter(\.isNumber)) of a spreadsheet, whose row 1 is the header"
    }
  }

  /// Whether the first cells of a column have digits and letters where a text has them, and it has both.
  private func looksLike(_ text: String, _ column: Column) -> Bool {
    func shape(_ text: String) -> String {
      String(text.map { $0.isNumber ? "0" : $0.isLetter ? "a" : $0 })
    }
    guard text.contains(where: \.isNumber), text.contains(where: \.isLetter), let table else {
      return false
    }
    let cells = table.allRows.prefix(20).map { table.cell($0, column.id).text }
    return !cells.isEmpty && cells.allSatisfy { shape($0) == shape(text) }
  }

  /// `edit A7 pay=3` as `edit where code == "A7" set pay=3`, where one row or a few hold that in a column.
  func rowByValue(_ name: String) -> String? {
    guard takesAssignments, let table, words.count > 2, words[1].text == name,
      statement.lua != nil || words[2...].allSatisfy(Assignment.isAssignment)
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
      let rest = statement.text(fromWord: 2)
      let line =
        "\(words[0].text) where \(Self.name(column)) == \(literal(name, column)) set \(rest)"
      return firstRow(holding: name, in: column, " \(rest)", orAll: line) ?? line
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
    if near.count == 1, let line = renamed(name, to: near[0]) { return line }
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
    let places = "\(section):0 is before its first row, \(section):end behind its last"
    let line = words.indices.last { words[$0].text == text }.map {
      typed(upTo: $0) + "\(section):end"
    }
    return readable(line).map { "\($0)  # \(places)" } ?? places
  }

  /// A column in an expression.
  private static func name(_ column: Column) -> String {
    LuaSession.isName(column.name) ? column.name : "row[\(Quoting.quoted(column.name))]"
  }

  private func literal(_ text: String, _ column: Column) -> String {
    Quoting.literal(text, table?.kind(of: column) ?? .text)
  }
}
