import CommandLanguage
import TableKit
import TableLua
import TableSources
import Wording

// Lines of several commands: what a `;`, a `|` or a `>` follows is a part of what was meant.

extension MeantLine {
  /// A line that was meant, and the comment behind it.
  typealias Mended = (line: String, note: String)

  /// Why a line cannot run, with the line that was meant as its hint; nil: nothing is known against it.
  private func mistake(in line: String) -> CommandError? {
    do throws(CommandError) {
      let statements = try shell.statements(of: line)
      guard statements.count == 1, let name = statements[0].words.first else { return nil }
      let statement = statements[0]
      guard let command = shell.registry.find(name.text) else {
        return shell.luaGuess.unknownCommand(of: statement).withGuess(at: statement, in: shell)
      }
      let error = failure(of: statement, of: command, isAlone: true) ?? luaFailure(of: statement)
      return error?.withGuess(at: statement, in: shell)
    } catch {
      return error
    }
  }

  /// The error of a statement's Lua on the first rows.
  private func luaFailure(of statement: Statement) -> CommandError? {
    guard let table = shell.current?.table else { return nil }
    let values = [statement.lua].compactMap(\.self).filter { $0.kind == .assignment }
    let conditions =
      statement.words.compactMap(\.condition?.text)
      + [statement.lua].compactMap(\.self).filter { $0.kind == .condition }.map(\.text)
    for lua in conditions + values.map({ "(\($0.text)) ~= nil" }) {
      do throws(LuaFailure) {
        let rows = Array(table.allRows.prefix(Self.sample))
        _ = try shell.lua.rows(where: lua, in: table, among: rows, skipErrors: false)
      } catch {
        return .lua(error)
      }
    }
    return nil
  }

  /// A line with what is wrong in it mended; nil: it is unknown how.
  ///
  /// - Parameter follows: whether commands come before it, which may make columns and tables.
  func mended(_ line: String, follows: Bool = false) -> Mended? {
    guard let error = mistake(in: line) else {
      // Behind what makes its cells numbers.
      let ready = line.hasPrefix("number ") ? prepared(line, for: ForeignText(line)) : nil
      return (ready ?? line, "")
    }
    let isMissing = ["no-such-column", "no-such-section"].contains(error.withoutGuess.code)
    let isSQL = ForeignText(line).tokens.dropFirst().first?.is("from") == true
    guard !follows || !isMissing || isSQL, let hint = error.hint else { return nil }
    return typedParts(of: hint)
  }

  /// A hint and the comment behind it; nil: it is no line to type, or one of help.
  func typedParts(of hint: String) -> Mended? {
    let place = hint.firstRange(of: "  # ") ?? hint.firstRange(of: "  -- ")
    let line = String(place.map { hint[..<$0.lowerBound] } ?? hint[...])
    // `columns  # City, Qty` lists names, and is not what was meant.
    let lists =
      place != nil
      && ["columns", "sections", "rules", "loaders", "alias", "set", "open"].contains(line)
    guard isTyped(line), !lists, !line.hasPrefix("help"), !line.hasPrefix("tablesh ") else {
      return nil
    }
    return (line, String(place.map { hint[$0.lowerBound...] } ?? ""))
  }

  /// A line and what follows it behind a `;`, each command of it mended.
  func joined(_ line: String, and rest: String) -> String {
    let rest = rest.trimmingBlanks
    guard !rest.isEmpty else { return line }
    let statements = (try? Script.statements(of: rest, compiles: shell.luaCheck)) ?? []
    let known = commands(of: line)
    let others = statements.map { statement in
      let mended = commands(
        of: mended(statement.text, follows: true)?.line ?? statement.text)
      // What prepares both stands before the first.
      return mended[mended.dropLast().prefix(while: known.contains).count...].joined(
        separator: "; ")
    }
    return ([endable(line)] + (others.isEmpty ? [rest] : others)).joined(separator: "; ")
  }

  private func commands(of line: String) -> [String] {
    (try? Script.statements(of: line, compiles: shell.luaCheck))?.map(\.text) ?? [line]
  }

  /// A line with a comment behind it, which is one of Lua where Lua ends the line.
  func noted(_ line: String, _ note: String) -> String {
    let last = (try? Script.statements(of: line, compiles: shell.luaCheck))?.last
    let isOfShell = last?.lua == nil && last?.words.first?.is("query") != true
    return line + (isOfShell ? note : note.replacing(#/^ {2}# /#, with: "  -- "))
  }

  /// A line behind which a `;` ends it: SQL in quotes.
  private func endable(_ line: String) -> String {
    let text = ForeignText(line)
    guard let index = text.tokens.lastIndex(where: { $0.is("query") }),
      index + 1 < text.tokens.count,
      text.tokens[index + 1].kind != .text
    else { return line }
    let sql = text.source((index + 1)..<text.tokens.count)
    return text.source(0..<(index + 1)) + " " + Quoting.quoted(sql)
  }

  /// A line whose last command writes to a program or a file.
  ///
  /// - Parameter sign: the sign and what follows it.
  func redirected(_ line: String, _ sign: String) -> String {
    guard let statements = try? shell.statements(of: line), let last = statements.last else {
      return line
    }
    let former = statements.dropLast().map { $0.text + "; " }.joined()
    if last.words.first?.is("query") == true {
      let file = sign.hasPrefix(">") ? sign.drop { $0 == ">" || $0 == " " } : "- \(sign)"
      return "\(former)\(endable(last.text)); export \(file)"
    }
    return former + (last.lua == nil ? last.text : "(\(last.text))") + " " + sign
  }
}

// MARK: - What ends a condition

extension Slip {
  /// `delete where City = 'Bonn'; save` as `delete where City == "Bonn"; save`, and `show where Qty > 3 | head`
  /// as `(show where Qty > 3) | head`: what follows a condition is no part of it. What counts and shows lines is
  /// done here; a comment is left out.
  var besidesEnding: String? {
    guard let lua = statement.lua, [.condition, .assignment].contains(lua.kind),
      let place = statement.text.ranges(of: lua.text).last
    else { return nil }
    for index in lua.text.endings {
      let sign = lua.text[index]
      let rest = String(lua.text[lua.text.index(after: index)...].drop { $0 == sign })
        .trimmingBlanks
      let before = String(statement.text[..<place.lowerBound] + lua.text[..<index]).trimmingBlanks
      let isComment = "#-".contains(sign)
      guard sign == ";" || isComment || meant.isTarget(rest, of: sign),
        let (line, note) = meant.mended(before)
      else {
        continue
      }
      if isComment { return line == before ? nil : line + note }
      if sign == ";" { return meant.noted(meant.joined(line, and: rest), note) }
      if sign == "|", ["less", "more"].contains(rest) { return line + note }
      if sign == "|", ["wc", "wc -l"].contains(rest), let end = line.firstRange(of: " where "),
        let counted = readable("count\(line[end.lowerBound...])")
      {
        return counted
      }
      if sign == "|", meant.isCommand(rest) { return meant.inOrder([line, rest]) }
      let redirection = lua.text[index...].hasPrefix(">>") ? ">>" : String(sign)
      return meant.redirected(line, "\(redirection) \(rest)")
    }
    return nil
  }
}

extension MeantLine {
  /// Whether a text names a program that people pipe to, or a file to write, and no column.
  fileprivate func isTarget(_ text: String, of sign: Character) -> Bool {
    let name = String(text.prefix { $0 != " " })
    guard !name.isEmpty,
      shell.current?.table.column(named: String(name.prefix { $0 != "." })) == nil
    else {
      return false
    }
    if sign == "|" { return Slip.programs.contains(name) || isCommand(text) }
    return Slip.isFile(name)
  }

  /// SQL and the redirection behind it, which is a part of it without quotes.
  func ending(ofSQL sql: String) -> (sql: String, sign: String)? {
    for index in sql.endings where "|>".contains(sql[index]) {
      let rest = String(sql[sql.index(after: index)...]).trimmingBlanks
      guard isTarget(rest, of: sql[index]) else { continue }
      return (String(sql[..<index]).trimmingBlanks, "\(sql[index]) \(rest)")
    }
    return nil
  }
}

extension String {
  /// The `;`, `|`, `>` and beginnings of comments outside of quotes and brackets, of several in a row the first.
  fileprivate var endings: [Index] {
    var found: [Index] = []
    var (quote, depth): (Character?, Int) = (nil, 0)
    for index in indices {
      let letter = self[index]
      if quote != nil {
        if letter == quote { quote = nil }
        continue
      }
      switch letter {
      case "'", "\"", "`": quote = letter
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ";", "|", ">":
        let isFirst = index == startIndex || self[self.index(before: index)] != letter
        if depth == 0, isFirst { found.append(index) }
      case "#", "-":
        let (before, behind) = (self[..<index].last, self[index...].drop { $0 == letter }.first)
        let isDoubled = self[index...].hasPrefix(letter == "#" ? "# " : "-- ")
        if depth == 0, before == " ", behind == " ", isDoubled { found.append(index) }
      default: break
      }
    }
    return found
  }
}

// MARK: - Commands behind a pipe

extension MeantLine {
  /// The error for `trim City | title City`: a pipe feeds a program, and `title` is a command here. Nil: it is
  /// a program.
  func mistakenPipe(of statement: Statement) -> CommandError? {
    guard case .pipe(let program) = statement.redirection, statement.text.hasSuffix(program) else {
      return nil
    }
    let before = String(statement.text.dropLast(program.count)).trimmingBlanks
    let head = String(before.dropLast()).trimmingBlanks
    if program.hasPrefix("|") {
      return joinedTexts(of: statement, head, String(program.dropFirst()))
    }
    let parts = Self.parts(ofPipe: program)
    guard let command = parts.first(where: isCommand) else { return nil }
    let name = command.prefix { $0 != " " }
    let plain =
      head.hasPrefix("(") && head.hasSuffix(")") ? String(head.dropFirst().dropLast()) : head
    var lines = [plain]
    for part in parts {
      if isCommand(part) {
        lines.append(part)
      } else {
        lines[lines.count - 1] = redirected(lines[lines.count - 1], "| \(part)")
      }
    }
    return .hinted(
      .usage("'|' feeds a program, and '\(shown: String(name))' is a command here", synopsis: []),
      inOrder(lines))
  }

  /// Commands of which one was meant to read what the one before prints, one after the other: an order comes
  /// before the rows are shown.
  func inOrder(_ lines: [String]) -> String {
    var lines = lines
    if lines.count > 1, let line = exported(lines[0], lines[1]) {
      lines.replaceSubrange(0...1, with: [line])
    }
    if lines.count > 1, lines[0].hasPrefix("show"), lines[1].hasPrefix("sort ") {
      lines.swapAt(0, 1)
    }
    if lines.count > 1, lines[0].hasPrefix("group "),
      let sort = lines[1].firstMatch(of: #/^sort by (\w+)/#),
      !lines[0].contains("by \(sort.1)")
    {
      let summary = lines[0].split(separator: " \(sort.1)").first?.split(separator: " ").last
      let isSummed = lines[0].contains(" \(sort.1)")
      let name = isSummed ? "\(sort.1)_\(summary ?? "")" : "count"
      lines[1] = "sort by \(name)\(lines[1][sort.range.upperBound...])"
    }
    return joined(lines[0], and: lines.dropFirst().joined(separator: "; "))
  }

  /// `show City where Qty > 5` and `save x.csv` as `export x.csv City where Qty > 5`: a save takes all rows.
  private func exported(_ shown: String, _ file: String) -> String? {
    guard let path = file.wholeMatch(of: #/(?:save|export) ([^\s-]\S*)/#)?.1 else { return nil }
    if shown.hasPrefix("describe"), isTyped("describe --open\(shown.dropFirst(8))") {
      return "describe --open\(shown.dropFirst(8)); \(file)"
    }
    guard shown.hasPrefix("show") else { return nil }
    let line = "export \(path)\(shown.dropFirst(4))"
    return isReadable(line) ? line : nil
  }

  /// The programs of a pipe, cut where no quote is open.
  private static func parts(ofPipe program: String) -> [String] {
    var parts: [String] = []
    var start = program.startIndex
    for index in program.endings where program[index] == "|" {
      parts.append(String(program[start..<index]).trimmingBlanks)
      start = program.index(after: index)
    }
    return parts + [String(program[start...]).trimmingBlanks]
  }

  /// Whether the text behind a `|` is a command here, and no program of that name: `sort by Qty`, but not
  /// `sort -u`.
  func isCommand(_ text: String) -> Bool {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first, let command = shell.registry.find(name), command.name == name,
      command.group != .plugins
    else { return false }
    let path = shell.options.environment("PATH") ?? ""
    let isProgram = path.split(separator: ":").contains { FileName.exists("\($0)/\(name)") }
    guard isProgram else { return true }
    guard words.count > 1, name != "lua", !words[1].hasPrefix("-"), !FileName.exists(words[1])
    else {
      return false
    }
    return words[1] == "by" || isReadable(text)
      || shell.current?.table.column(named: words[1]) != nil
  }

  /// The error for `edit * Notes=Notes||'!'`: a shell takes the first `|` for a pipe.
  private func joinedTexts(of statement: Statement, _ head: String, _ rest: String) -> CommandError
  {
    guard let value = statement.words.last, Assignment.isAssignment(value),
      let assignment = try? Assignment(value), let table = shell.current?.table
    else {
      let meant = line(inPlaceOf: statement.text) ?? "\(head) | \(rest.trimmingBlanks)"
      return .hinted(.usage("'|' feeds one program", synopsis: []), meant)
    }
    let scalars = statement.text.unicodeScalars
    let source = String(
      String.UnicodeScalarView(scalars.dropFirst(assignment.value.place.offset)))
    let start = String(String.UnicodeScalarView(scalars.prefix(value.place.offset)))
    let lua = ForeignExpression.lua(source, ForeignColumns(table), isCondition: false)
    let meant = lua.map {
      "\(start)\(Quoting.word(assignment.column.text)) := \(guarded($0) ?? $0)"
    }
    return .hinted(
      .usage("texts are joined by '..' behind ':=', and '|' feeds a program", synopsis: []),
      meant.flatMap { isReadable($0) ? finished($0) : nil } ?? "help values")
  }
}

// MARK: - What follows a command that failed

extension CommandError {
  /// The error with a hint that goes on with the rest of its line.
  ///
  /// - Parameter rest: the commands behind it.
  func followed(by rest: String, in shell: Shell) -> CommandError {
    let meant = MeantLine(shell: shell)
    guard !rest.isEmpty, Secrets.hidden(rest) == rest, let hint,
      let (line, note) = meant.typedParts(of: hint)
    else {
      return self
    }
    return .hinted(withoutGuess, meant.noted(meant.joined(line, and: rest), note))
  }
}
