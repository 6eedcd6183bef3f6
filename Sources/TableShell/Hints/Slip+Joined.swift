import CommandLanguage
import TableKit
import Wording

// Conditions that stand behind what they are of, or in several parts: `replace City a b if Qty > 15`. Were
// they taken for a part of a value, they would be written into every row.

extension Slip {
  /// The line with all its conditions behind one `where`; nil: it has no such conditions.
  ///
  ///     delete where Qty > 15 where City == "Bonn"   →   delete where Qty > 15 and City == "Bonn"
  ///     edit * City = "Bonn" if Qty > 15             →   edit where Qty > 15 set City=Bonn
  var joinedConditions: String? { joinedConditions(of: statement.text) }

  /// - Parameter source: the line, perhaps one that is no statement as it has a `>`.
  func joinedConditions(of source: String) -> String? {
    guard let command, let table, command.group != .plugins else { return nil }
    let text = ForeignText(source)
    guard takesTarget else { return besides(text) }
    return command.name == "edit" ? editedWhere(text, ForeignColumns(table)) : joined(text)
  }

  /// A command that takes its target last, or nothing else.
  private func joined(_ text: ForeignText) -> String? {
    let joints = joints(in: text, from: 1)
    guard let first = joints.first, first > 0,
      joints.count > 1 || !text.tokens[first].is("where"),
      let condition = condition(in: text, from: first, to: text.tokens.count)
    else { return nil }
    var words = text.source(0..<first).split(separator: " ")
    while let last = words.last, words.count > 1,
      ["*", "only", "rows", "but", "all"].contains(last)
    {
      words.removeLast()
    }
    let head = words.joined(separator: " ")
    if let line = readable("\(head) where \(condition)") { return line }
    if let line = shell.line(inPlaceOf: head).flatMap({ readable("\($0) where \(condition)") }) {
      return line
    }
    // `delete 0:2-9 if Qty > 15`
    guard words.count > 1, let last = words.last,
      let places = places(of: String(last), where: condition)
    else { return nil }
    return readable("\(words.dropLast().joined(separator: " ")) \(places)")
  }

  /// The places of the rows of a target that fulfil a condition; nil: there are none or too many, or it is no
  /// target.
  private func places(of target: String, where condition: String) -> String? {
    guard let table, target.contains(":") || target.hasPrefix("@"),
      let statement = try? shell.statements(of: "select \(target)").first,
      let select = shell.registry.find("select"),
      let invocation = try? Invocation(shell, select, statement),
      let rows = try? invocation.rows(),
      let matches = try? shell.lua.rows(
        where: condition, in: table, among: rows, skipErrors: false)
    else { return nil }
    let places = matches.rows.compactMap { table.path(of: $0).map { "\($0)" } }
    return places.isEmpty || places.count > Self.mostPlaces ? nil : places.joined(separator: ",")
  }

  /// The most rows that are named one by one.
  private static let mostPlaces = 20

  /// `sort by City if Qty > 15`, whose command takes no condition.
  private func besides(_ text: ForeignText) -> String? {
    let joints = joints(in: text, from: 1)
    guard let first = joints.first, !text.tokens[first].is("where"),
      let condition = condition(in: text, from: first, to: text.tokens.count),
      let other = try? shell.statements(of: "\(text.source(0..<first)) where \(condition)").first
    else { return nil }
    return Slip(shell, other, .usage("", synopsis: [])).besidesCondition
  }

  /// `edit` with a condition behind what is set.
  private func editedWhere(_ text: ForeignText, _ columns: ForeignColumns) -> String? {
    let count = text.tokens.count
    var start = 1
    var conditions: [String] = []
    var target = ""
    if count > 2, text.tokens[1].is("where") {
      guard
        let end = text.tokens.firstIndex(where: { $0.is("set") })
          ?? conditionEnd(in: text, from: 2, columns), end > 2,
        let condition = condition(in: text, from: 1, to: end)
      else { return nil }
      conditions = [condition]
      start = text.tokens[end].is("set") ? end + 1 : end
    } else {
      let end = text.tokens.indices.dropFirst().first { index in
        columns.column(in: text, at: index).map {
          ["=", ":="].contains(where: text[safe: index + $0.count].is)
        } ?? false
      }
      guard let end else { return nil }
      start = end
      let last =
        end > 1 && ["set", "with"].contains(where: text.tokens[end - 1].is) ? end - 1 : end
      target = last > 1 ? text.source(1..<last) : ""
    }
    let behind = jointBehindValue(in: text, from: start, columns)
    if behind == nil, let condition = conditions.first,
      joints(in: text, from: 2).contains(where: { $0 < start })
    {
      let set = text.source(start..<count)
      return assigning("edit where \(condition) set \(set)", isRead: true)
    }
    guard let joint = behind, let tail = place(in: text, from: joint)
    else { return nil }
    var end = joint
    while end > start + 3, ["only", "just", "but"].contains(where: text.tokens[end - 1].is) {
      end -= 1
    }
    let set = text.source(start..<end)
    switch tail {
    case .rows(let rows):
      guard conditions.isEmpty, target.isEmpty || target == "*" else { return nil }
      return assigning("edit \(rows) \(set)", isRead: false)
    case .condition(let condition):
      if conditions.isEmpty, let places = places(of: target, where: condition) {
        return assigning("edit \(places) \(set)", isRead: true)
      }
      guard ["", "*", "all", "rows"].contains(target) else { return nil }
      if conditions.isEmpty, target.isEmpty,
        let line = conditional(text.source(0..<text.tokens.count))
      {
        return line
      }
      let all = (conditions + [condition]).map { conditions.isEmpty ? $0 : bracketed($0) }
      return assigning("edit where \(all.joined(separator: " and ")) set \(set)", isRead: true)
    }
  }

  /// A line whose `COL = VALUE` may have blanks in it, as one that has none.
  private func assigning(_ line: String, isRead: Bool) -> String? {
    if isRead, let better = conditional(line) { return better }
    guard let other = try? shell.statements(of: line).first else { return nil }
    if let better = Slip(shell, other, error).assigned { return better }
    return isRead ? tried(line) : meant.isTyped(line) ? line : nil
  }

  /// The line of another tool for an `edit`, if its condition is not a part of the value.
  private func conditional(_ line: String) -> String? {
    shell.line(inPlaceOf: line).flatMap { line in
      ["edit where ", "edit --null "].contains(where: line.hasPrefix)
        || !line.hasPrefix("edit ") && line.contains(" where ") ? line : nil
    }
  }

  private enum Place {
    case condition(String)
    case rows(String)
  }

  /// What stands behind a value: a condition, or rows by place or key.
  private func place(in text: ForeignText, from joint: Int) -> Place? {
    let count = text.tokens.count
    guard joint + 1 < count else { return nil }
    let rest = text.source((joint + 1)..<count)
    if text.tokens[joint + 1].text == "@" || rest.wholeMatch(of: #/\d+:[\d*,-]+/#) != nil {
      return .rows(rest)
    }
    return condition(in: text, from: joint, to: count).map(Place.condition)
  }

  /// The first token behind a value from which on a condition stands: `where`, `if`, or `and` before a
  /// comparison; nil: there is none.
  private func jointBehindValue(
    in text: ForeignText, from start: Int, _ columns: ForeignColumns
  ) -> Int? {
    if let joint = joints(in: text, from: start + 2).first { return joint }
    return text.tokens.indices.dropFirst(start + 3).first { index in
      guard text.tokens[index].is("and"),
        let (_, count) = columns.column(in: text, at: index + 1)
      else { return false }
      return ["==", "~=", "!=", "<>", "<", ">", "<=", ">="].contains(
        where: text[safe: index + 1 + count].is)
    }
  }

  /// The tokens outside of brackets that say that a condition follows: not those of `if c then a else b`.
  private func joints(in text: ForeignText, from start: Int) -> [Int] {
    guard !text.tokens.contains(where: { $0.is("then") || $0.is("else") }) else { return [] }
    var depth = 0
    return text.tokens.indices.dropFirst(start).filter { index in
      let token = text.tokens[index]
      if token.kind == .symbol {
        depth += "([{".contains(token.text) ? 1 : ")]}".contains(token.text) ? -1 : 0
      }
      return depth == 0 && token.kind == .name && token.followsBlank
        && ["where", "if", "when", "for", "wherever"].contains(where: token.is)
    }
  }

  /// The conditions behind the joints from one on, as one in Lua; nil: one is none.
  private func condition(in text: ForeignText, from joint: Int, to end: Int) -> String? {
    let starts = [joint] + joints(in: text, from: joint + 1).filter { $0 < end }
    var (parts, words): ([String], Set<String>) = ([], [])
    for (number, start) in starts.enumerated() {
      let isLast = number + 1 == starts.count
      var last = isLast ? end : starts[number + 1]
      var word = "and"
      while !isLast, last > start + 1,
        [",", "and", "&", "&&", "or"].contains(where: text.tokens[last - 1].is)
      {
        if text.tokens[last - 1].is("or") { word = "or" }
        last -= 1
      }
      let source = last > start + 1 ? text.source((start + 1)..<last) : ""
      // `for all rows where`
      if !isLast, ["", "all", "rows", "all rows", "only", "those", "records"].contains(source) {
        continue
      }
      let isLua = meant.failure(of: source) == nil && NegatedOperand(in: source) == nil
      guard !source.isEmpty, let lua = isLua ? source : meant.lua(source, isCondition: true),
        let table, !shell.lua.columns(in: lua, of: table).isEmpty
      else { return nil }
      if !isLast { words.insert(word) }
      parts.append(lua)
    }
    guard parts.count > 1 else { return parts.first }
    // What binds tighter was not said.
    guard words.count == 1, let word = words.first else { return nil }
    return (word == "or" ? parts : parts.map(bracketed)).joined(separator: " \(word) ")
  }

  /// A condition, in brackets where `and` would bind tighter.
  private func bracketed(_ lua: String) -> String {
    ForeignText(lua).tokens.contains { $0.is("or") } ? "(\(lua))" : lua
  }
}

// MARK: - Comments

extension Slip {
  /// `edit 0:2 City=Bonn -- as the map says` without the comment: of Lua and SQL, not of the shell's words.
  var withoutComment: String? {
    guard statement.lua == nil, words.count > 3,
      let index = words.indices.dropFirst(2).first(where: {
        words[$0].isUnquoted && ["--", "//"].contains(words[$0].text)
      })
    else { return nil }
    let line = typed(upTo: index).trimmingBlanks
    if let line = readable(line) { return line }
    guard let other = try? shell.statements(of: line).first else { return nil }
    return readable(Slip(shell, other, error).assigned)
  }
}

extension ForeignText {
  /// The token at an index; a token of no text behind the last one.
  subscript(safe index: Int) -> Token {
    tokens.indices.contains(index)
      ? tokens[index] : Token(kind: .symbol, text: "", range: scalars.count..<scalars.count)
  }
}
