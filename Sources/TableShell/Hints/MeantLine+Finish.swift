import CommandLanguage
import TableKit
import TableLua
import Wording

// A hint as it can be typed: its condition is Lua, its query names tables, and its comment stands where
// one may stand.

extension MeantLine {
  /// Returns a hint with what is foreign in it mended; as it is, if it is no line.
  ///
  /// - Parameter source: what was typed.
  func finished(_ hint: String, for source: String = "") -> String {
    let parts = hint.split(separator: "  # ", maxSplits: 1, omittingEmptySubsequences: false)
    var (line, note) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    guard var statements = read(line) else { return hint }
    if statements.count == 1,
      let mended = nulling(statements[0], for: source) ?? mended(statements[0]),
      let read = read(mended)
    {
      note = note?.replacing(#/^(all rows: edit) \* (\S+|".*")=(?i:null|nil|none)$/#) {
        "\($0.1) --null \($0.2) *"
      }
      (line, statements) = (mended, read)
    }
    if note == nil, statements.count == 1, ForeignText(source).excludesSome {
      note = noteOnNulls(statements[0])
    }
    if note == nil { note = noteOnEdits(statements, besides: source) }
    guard let note, let last = statements.last else { return line }
    // Behind Lua and SQL, which take the rest of the line, a comment is theirs.
    let isOfShell = last.lua == nil && last.words.first?.is("query") != true
    return "\(line)  \(isOfShell ? "#" : "--") \(note)"
  }

  /// Tells that a line which shows something edits the table before, though what was typed asks only; nil:
  /// it does not.
  private func noteOnEdits(_ statements: [Statement], besides source: String) -> String? {
    func command(_ statement: Statement) -> Command? {
      statement.words.first.flatMap { shell.registry.find($0.text) }
    }
    guard statements.count > 1, let last = statements.last.flatMap(command),
      let first = source.split(separator: " ").first,
      shell.registry.find(String(first))?.group != .editing
    else { return nil }
    let count = statements.dropLast().count { command($0)?.group == .editing }
    let makesTable = ["group", "top", "pivot", "query"].contains(last.name)
    guard count > 0, makesTable || last.group == .looking || last.name == "=" else { return nil }
    // Undo is of the table that is the current one then.
    let undo = count == 1 ? "undo" : "undo \(count)"
    return "changes cells first" + (makesTable ? "" : "; \(undo) takes that back")
  }

  /// The statements of a line of commands; nil: it is none.
  private func read(_ line: String) -> [Statement]? {
    guard let statements = try? Script.statements(of: line, compiles: shell.luaCheck),
      !statements.isEmpty,
      statements.allSatisfy({ $0.words.first.flatMap { shell.registry.find($0.text) } != nil })
    else { return nil }
    return statements
  }

  private func mended(_ statement: Statement) -> String? {
    if statement.words[0].is("query") {
      let line = mendedQuery(statement.text) ?? statement.text
      guard statement.words.count == 2, statement.text.hasSuffix(statement.words[1].text),
        let (sql, sign) = ending(ofSQL: statement.words[1].text)
      else { return line == statement.text ? nil : line }
      return redirected("query \(sql)", sign)
    }
    let lua = statement.lua.flatMap { $0.kind == .condition ? $0.text : nil }
    guard let text = statement.words.compactMap(\.condition?.text).last ?? lua,
      let place = statement.text.ranges(of: text).last, let condition = mendedCondition(text)
    else { return nil }
    return statement.text.replacingSubrange(place, with: condition)
  }

  /// A condition as Lua has it; nil: it is Lua, or means nothing here.
  func mendedCondition(_ text: String) -> String? {
    failure(of: text) == nil ? nil : lua(text, isCondition: true) ?? unquoted(text)
  }

  /// The code of the error of a condition, rows on which it fails left out; nil: it has none.
  func failure(of condition: String) -> String? {
    guard let table = shell.current?.table else { return nil }
    let rows = Array(table.allRows.prefix(Self.sample))
    do throws(LuaFailure) {
      _ = try shell.lua.rows(where: condition, in: table, among: rows, skipErrors: true)
      return nil
    } catch {
      return error.code
    }
  }

  /// Tells of nulls among the rows that a column is not equal in, which SQL leaves out; nil: there are none.
  private func noteOnNulls(_ statement: Statement) -> String? {
    let lua = statement.lua.flatMap { $0.kind == .condition ? $0.text : nil }
    guard let table = shell.current?.table,
      let text = statement.words.compactMap(\.condition?.text).last ?? lua
    else { return nil }
    let columns = ForeignColumns(table)
    let column = shell.lua.columns(in: text, of: table).first { column in
      let sign = "\(ForeignColumns.lua(column)) ~= "
      return text.contains(sign) && !text.contains(sign + "nil") && columns.hasNulls(column)
    }
    return column.map {
      "with the nulls, unlike SQL; without them: and \(ForeignColumns.lua($0)) ~= nil"
    }
  }
}

extension ForeignText {
  /// Whether it has the sign of SQL, and of most languages, for what is not equal.
  fileprivate var excludesSome: Bool {
    tokens.contains { $0.kind == .symbol && ["<>", "!=", "!=="].contains($0.text) }
  }
}

// MARK: - Queries

extension MeantLine {
  /// A query with names of open tables in the place of their files', and with texts in quotes; nil: it
  /// needs neither.
  ///
  ///     query SELECT * FROM t.csv WHERE City = Berlin   →   query SELECT * FROM t WHERE City = 'Berlin'
  func mendedQuery(_ line: String) -> String? {
    let text = ForeignText(line)
    var changes: [(range: Range<Int>, text: String)] = []
    var index = 2
    while index < text.tokens.count {
      guard
        let (end, name) = tableName(in: text, at: index) ?? bareText(in: text, at: index)
          ?? columnOfWords(in: text, at: index)
      else {
        index += 1
        continue
      }
      let start = text.tokens[index].range.lowerBound
      changes.append((start..<text.tokens[end - 1].range.upperBound, name))
      index = end
    }
    var scalars = text.scalars
    for (range, name) in changes.reversed() {
      scalars.replaceSubrange(range, with: Array(name.unicodeScalars))
    }
    return scalars == text.scalars ? nil : String(String.UnicodeScalarView(scalars))
  }

  /// A name of a column with blanks in it, which stands without quotes, in quotes; nil: none stands there.
  private func columnOfWords(in text: ForeignText, at index: Int) -> (end: Int, name: String)? {
    guard text.tokens[index].kind == .name, let table = shell.current?.table,
      let (column, count) = ForeignColumns(table).column(in: text, at: index), count > 1
    else { return nil }
    return (index + count, Quoting.quoted(column.name))
  }

  /// The name in SQL of the open table whose file stands at a token; nil: none does.
  private func tableName(in text: ForeignText, at index: Int) -> (end: Int, name: String)? {
    let tokens = text.tokens
    guard tokens[index - 1].is("from") || tokens[index - 1].is("join"), tokens[index].text != "("
    else { return nil }
    var end = index + 1
    while tokens[index].kind != .text, end < tokens.count, !tokens[end].followsBlank,
      !",();".contains(tokens[end].text)
    {
      end += 1
    }
    let file = tokens[index].kind == .text ? tokens[index].text : text.source(index..<end)
    if let name = onlyTable(in: text, insteadOf: file, to: end) { return (end, name) }
    guard let document = shell.openDocument(named: file),
      document.shortName.lowercased() != file.lowercased(), document.source.tableName == nil
    else { return nil }
    return (end, Quoting.name(document.shortName))
  }

  /// The name in SQL of the only open table, where a query reads one that is not there: `FROM df`; nil: several
  /// are open or read, or a file is called so.
  private func onlyTable(in text: ForeignText, insteadOf name: String, to end: Int) -> String? {
    guard let document = shell.current, shell.documents.count == 1,
      document.shortName.lowercased() != name.lowercased(),
      text.tokens.count(where: { $0.is("from") || $0.is("join") || $0.is("with") }) == 1,
      end >= text.tokens.count || text.tokens[end].text != "(",
      name.first?.isNumber != true, ForeignColumns(document.table).column(name) == nil,
      !["sqlite_", "pragma_", "information_schema"].contains(where: name.lowercased().hasPrefix),
      shell.existingFile(name, besidesOpen: false) == nil
    else { return nil }
    return Quoting.name(document.shortName)
  }

  /// Words of SQL that may stand on the right of a comparison, or end one.
  private static let words: Set<String> = [
    "all", "and", "any", "as", "asc", "between", "case", "cast", "collate", "current_date",
    "current_timestamp", "desc", "else", "end", "exists", "false", "from", "group", "having", "in",
    "inner", "is", "join", "left", "like", "limit", "not", "null", "offset", "on", "or", "order",
    "select", "then", "true", "union", "when", "where",
  ]

  /// The text without its quotes that something is compared with; nil: it is a column, a word of SQL, or
  /// nearly a column.
  private func bareText(in text: ForeignText, at index: Int) -> (end: Int, name: String)? {
    let tokens = text.tokens
    let signs = ["=", "==", "<>", "!=", "<", ">", "<=", ">=", "like"]
    let columns = shell.documents.flatMap(\.table.columns).map { $0.name.lowercased() }
    func isBare(_ index: Int) -> Bool {
      guard index < tokens.count, tokens[index].kind == .name else { return false }
      let word = tokens[index].text.lowercased()
      let isCall = index + 1 < tokens.count && ["(", "."].contains(tokens[index + 1].text)
      return !Self.words.contains(word) && !columns.contains(word) && !isCall
    }
    guard signs.contains(where: tokens[index - 1].is), isBare(index) else { return nil }
    var end = index + 1
    while isBare(end) { end += 1 }
    let name = text.source(index..<end)
    guard Nearest.nearest(to: name, in: columns).isEmpty else { return nil }
    return (end, "'\(name)'")
  }
}
