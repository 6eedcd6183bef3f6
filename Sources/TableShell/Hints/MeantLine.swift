import CommandLanguage
import TableKit
import TableLua
import TableSources
import Wording

/// Finds the line for here that does what a line of another tool does, and tries it as far as that
/// changes nothing: a hint can be typed as it stands.
struct MeantLine {
  let shell: Shell

  /// The number of rows on which a condition is tried.
  static let sample = 200

  /// Returns the line for here; nil: unknown.
  func line(inPlaceOf source: String) -> String? {
    var source = source.trimmingBlanks
    while source.hasSuffix(";") { source = String(source.dropLast()).trimmingBlanks }
    for (text, isWhole, isLast) in readings(of: source) {
      guard let first = text.tokens.first else { continue }
      let line = foreignLine(text)
      for pattern in ForeignLines.patterns(beginningWith: first.text.lowercased(), isLast: isLast) {
        guard
          let hint = pattern.hint(for: line).map({
            triedFill(withFreeNames(besidesKnown(withoutCommas($0))), of: pattern.hint)
          }), hint != source || !isWhole, !changesNothing(hint),
          isReadable(hint) || hint.hasPrefix("tablesh ") || writesScript(hint) || feeds(hint),
          !writesCode(hint, for: source)
        else { continue }
        if let text = besidesFile(hint) ?? insteadOfRows(hint) { return text }
        return meantJoin(hint) ?? prepared(hint, for: text) ?? opened(hint) ?? hint
      }
    }
    return nil
  }

  /// A line of another tool, read for the current table.
  func foreignLine(_ text: ForeignText) -> ForeignLine {
    ForeignLine(
      text: text, name: shell.current?.shortName ?? "",
      columns: shell.current.map { ForeignColumns($0.table) },
      expression: { lua($0, isCondition: $1) }, numbered: numbered, shell: shell)
  }

  /// A line without commas between its `COL=VALUE`.
  private func withoutCommas(_ line: String) -> String {
    guard let table = shell.current?.table, let statements = try? shell.statements(of: line),
      statements.count == 1
    else { return line }
    return statements[0].withoutCommas(of: table) ?? line
  }

  /// `rename City Qty`, where there is a Qty, as `rename City Qty_2`.
  private func besidesKnown(_ line: String) -> String {
    guard line.hasPrefix("rename "), let statements = try? shell.statements(of: line),
      statements.count == 1, statements[0].words.count == 3, let table = shell.current?.table,
      let known = table.column(named: statements[0].words[2].text)
    else { return line }
    return Slip(shell, statements[0], .edit(.duplicateColumn(known.name))).besides(known.name)
      ?? line
  }

  /// Whether a line writes the script of the table to a file that is not there yet.
  private func writesScript(_ line: String) -> Bool {
    guard line.hasPrefix("history --script > "),
      let statement = try? shell.statements(of: line).first,
      case .file(let file, _) = statement.redirection
    else { return false }
    return !FileName.exists(file.text)
  }

  /// Whether a line writes the table to a program.
  private func feeds(_ line: String) -> Bool {
    guard line.hasPrefix("export "), let statement = try? shell.statements(of: line).first,
      case .pipe = statement.redirection
    else { return false }
    return true
  }

  /// `insert from cities.csv` as `open cities.csv` where the file has columns that the table has not.
  private func insteadOfRows(_ line: String) -> String? {
    guard line.hasPrefix("insert from "), let table = shell.current?.table,
      let path = (try? shell.statements(of: line))?.first?.words.last?.text,
      let other = try? shell.others.otherTable(path),
      other.columns.contains(where: { table.column(named: $0.name) == nil })
    else { return nil }
    return "open \(Quoting.path(path))  # another table: it has other columns"
  }

  /// `export --format json orders.csv`, where that file is there, as `export --format json -`.
  private func besidesFile(_ line: String) -> String? {
    guard line.hasPrefix("export --format "),
      let words = (try? shell.statements(of: line))?.first?.words, words.count == 4,
      FileName.exists(words[3].text)
    else { return nil }
    return "export --format \(words[2].text) -"
  }

  /// A query over tables of files that are not open, behind the commands that open these; nil: it names
  /// none.
  ///
  ///     query SELECT * FROM t JOIN cities   →   open cities.csv; query SELECT * FROM t JOIN cities
  func opened(_ line: String) -> String? {
    let text = ForeignText(line)
    let tokens = text.tokens
    guard tokens.first?.is("query") == true else { return nil }
    var scalars = text.scalars
    var commands: [String] = []
    for index in tokens.indices.dropFirst(2).reversed()
    where (tokens[index - 1].is("from") || tokens[index - 1].is("join"))
      && tokens[index].text != "("
    {
      var end = index + 1
      while tokens[index].kind != .text, end < tokens.count, !tokens[end].followsBlank,
        !",();".contains(tokens[end].text)
      {
        end += 1
      }
      let name = tokens[index].kind == .text ? tokens[index].text : text.source(index..<end)
      guard let path = shell.existingFile(name, besidesOpen: true) else { continue }
      commands.insert("open \(Quoting.path(path))", at: 0)
      let stem = String(FileName.last(path).prefix { $0 != "." })
      guard stem != name else { continue }
      scalars.replaceSubrange(
        tokens[index].range.lowerBound..<tokens[end - 1].range.upperBound,
        with: Array(Quoting.name(stem).unicodeScalars))
    }
    guard !commands.isEmpty else { return nil }
    let query = String(String.UnicodeScalarView(scalars))
    return (commands + [query]).joined(separator: "; ")
  }

  /// A `join` with the columns as the two tables call them; nil: it is none, or they do.
  func meantJoin(_ line: String) -> String? {
    guard line.hasPrefix("join "), let statement = try? shell.statements(of: line).first,
      let join = try? Invocation(shell, .join, statement), let table = shell.current?.table,
      let path = try? join[.file], let other = try? join.otherTable(path)
    else { return nil }
    return join.joinLine(of: table, and: other)
  }

  /// Returns the Lua of a condition or value in another language; nil: it is none, or fails on the first
  /// rows, a value also on the first null cells.
  func lua(_ source: String, isCondition: Bool) -> String? {
    guard let table = shell.current?.table else { return nil }
    let summed = isCondition ? SummaryCall(in: source, of: table)?.replaced : nil
    guard
      let lua = ForeignExpression.lua(
        summed ?? source, ForeignColumns(table), isCondition: isCondition),
      shell.luaCheck(lua, .expression) == .ok
    else { return nil }
    let rows = isCondition ? Array(table.allRows.prefix(Self.sample)) : triedRows(for: lua)
    // A value may be the same in all rows.
    let tried = isCondition ? lua : "(\(lua)) ~= nil"
    let result = try? shell.lua.rows(where: tried, in: table, among: rows, skipErrors: false)
    return result == nil ? nil : lua
  }

  /// The rows on which a value in Lua is tried: the first ones, and for each of its columns the first whose
  /// cell is null.
  func triedRows(for lua: String) -> [RowID] {
    guard let table = shell.current?.table else { return [] }
    let names = Set(ForeignText(lua).tokens.map(\.text))
    let columns = table.columns.filter { names.contains($0.name) }
    return table.allRows.prefix(Self.sample) + columns.compactMap(ForeignColumns(table).firstNull)
  }

  /// Returns a value in another language that computes with texts which are amounts, in Lua, and the
  /// commands that make them numbers before; nil: it is none.
  ///
  /// - Returns: also, of columns of numbers, where no commands are needed: `isGuarded` says that the value is
  ///   null where one of them is, and fails there without that.
  func numbered(_ source: String) -> (commands: String, lua: String, isGuarded: Bool)? {
    guard let table = shell.current?.table,
      let lua = ForeignExpression.lua(source, ForeignColumns(table), isCondition: false),
      shell.luaCheck(lua, .expression) == .ok
    else { return nil }
    let names = Set(ForeignText(lua).tokens.map(\.text)).sorted()
    let texts = names.compactMap(table.column(named:)).filter { !table.kind(of: $0).isNumeric }
    let commands = texts.compactMap { AmountColumn($0, of: table)?.commands }
    guard commands.count == texts.count else { return nil }
    if texts.isEmpty { return guarded(lua).map { ("", $0, true) } }
    // What is no number yet cannot be tried.
    let columns = ForeignColumns(table)
    let nulls = names.compactMap(table.column(named:)).filter(columns.hasNulls)
    let isPlain = !ForeignText(lua).tokens.contains { $0.is("or") || $0.is("nil") }
    let joined = commands.joined(separator: "; ")
    guard !nulls.isEmpty, isPlain else { return (joined, lua, false) }
    return (joined, (nulls.map(\.name) + [lua]).joined(separator: " and "), true)
  }

  /// Returns the Lua that is nil where a column is null with which it cannot compute; nil: it fails all the
  /// same, or nowhere.
  ///
  ///     Price * Qty   →   Price and Price * Qty
  ///
  /// - Parameter columns: the columns that are known to be such.
  func guarded(_ lua: String, besides columns: [Column] = []) -> String? {
    nullColumns(of: lua, besides: columns).map { Self.among($0, lua) }
  }

  /// Returns the Lua that is nil where a column is.
  static func among(_ columns: [Column], _ lua: String) -> String {
    let isLoose = ForeignText(lua).tokens.contains { $0.is("or") }
    return (columns.map(ForeignColumns.lua) + [isLoose ? "(\(lua))" : lua])
      .joined(separator: " and ")
  }

  /// Returns the columns with whose nulls Lua cannot compute; nil: it fails without them, too, or nowhere.
  func nullColumns(of lua: String, besides columns: [Column] = []) -> [Column]? {
    guard let table = shell.current?.table else { return nil }
    let line = (columns.map(ForeignColumns.lua) + ["(\(lua)) ~= nil"]).joined(separator: " and ")
    do throws(LuaFailure) {
      _ = try shell.lua.rows(where: line, in: table, among: triedRows(for: lua), skipErrors: false)
      return columns.isEmpty ? nil : columns
    } catch {
      guard columns.count < Self.mostNullColumns,
        let column = nullColumn(in: error.message, of: lua, besides: columns),
        !columns.contains(where: { $0.id == column.id })
      else { return nil }
      return nullColumns(of: lua, besides: columns + [column])
    }
  }

  /// The most columns that are asked for null.
  private static let mostNullColumns = 4

  /// The column that is nil, as an error on rows names it, or, where a function got it, the first one of the
  /// Lua with nulls; nil: none is.
  func nullColumn(
    in message: String, of lua: String, besides columns: [Column] = []
  ) -> Column? {
    guard let table = shell.current?.table else { return nil }
    if message.contains("got nil)") {
      return shell.lua.columns(in: lua, of: table).first { column in
        !columns.contains { $0.id == column.id } && ForeignColumns(table).hasNulls(column)
      }
    }
    let start = "a nil value (" + (message.contains("(field '") ? "field '" : "column '")
    guard let place = message.firstRange(of: start),
      let end = message[place.upperBound...].firstRange(of: "')")
    else { return nil }
    return table.column(named: String(message[place.upperBound..<end.lowerBound]))
  }

  /// Returns the Lua with columns in quotes, as SQL has them, as `row["Last Name"]`; nil: there are none, or
  /// it cannot be read.
  func unquoted(_ source: String) -> String? {
    guard let table = shell.current?.table else { return nil }
    let text = ForeignText(source)
    var lua = ""
    var end = 0
    for (index, token) in text.tokens.enumerated() where token.kind == .text {
      guard index == 0 || text.tokens[index - 1].text != "[", token.quote != "'",
        let column = table.column(named: token.text)
      else { continue }
      lua += String(String.UnicodeScalarView(text.scalars[end..<token.range.lowerBound]))
      lua += ForeignColumns.lua(column)
      end = token.range.upperBound
    }
    guard end > 0 else { return nil }
    lua += String(String.UnicodeScalarView(text.scalars[end...]))
    guard shell.luaCheck(lua, .expression) == .ok else { return nil }
    let rows = Array(table.allRows.prefix(Self.sample))
    return (try? shell.lua.rows(where: lua, in: table, among: rows, skipErrors: true)) == nil
      ? nil : lua
  }

  /// Whether a line would add a column of a name that one has.
  private func addsKnownColumn(_ statement: Statement) -> Bool {
    let words = statement.words
    guard words.count > 2, words[0].is("column"), words[1].is("add") else { return false }
    return shell.current?.table.column(named: words[2].text) != nil
  }

  /// Whether a hint is a line to type: commands, or one of `tablesh`, with words that these take.
  func isTyped(_ line: String) -> Bool {
    if line.hasPrefix("tablesh ") { return true }
    guard let statements = try? shell.statements(of: line) else { return false }
    return !statements.isEmpty
      && statements.allSatisfy { statement in
        guard let name = statement.words.first, let command = shell.registry.find(name.text) else {
          return false
        }
        return (try? Invocation(shell, command, statement)) != nil
      }
  }

  /// Whether all commands of a line are there, and take what stands behind them.
  func isReadable(_ line: String) -> Bool {
    // Without a guess at what cannot be read, which would come back here.
    guard let statements = try? Script.statements(of: line, compiles: shell.luaCheck),
      !statements.isEmpty
    else {
      return false
    }
    var added: Set<String> = []
    return statements.allSatisfy { statement in
      guard let name = statement.words.first, statement.redirection == .none,
        let command = shell.registry.find(name.text), !addsKnownColumn(statement)
      else { return false }
      if name.is("column"), statement.words.count > 2 { added.insert(statement.words[2].text) }
      switch failure(of: statement, of: command, isAlone: statements.count == 1) {
      case .noSuchColumn(let name, _): return added.contains(name)
      case let failure: return failure == nil
      }
    }
  }

  /// The statement that a line is, and why what it names is not there; nil: it is, or the line is none that
  /// its command takes.
  func unreadable(_ line: String) -> (Statement, CommandError)? {
    guard let statements = try? shell.statements(of: line), statements.count == 1,
      let name = statements[0].words.first, let command = shell.registry.find(name.text),
      (try? Invocation(shell, command, statements[0])) != nil
    else { return nil }
    return failure(of: statements[0], of: command, isAlone: true).map { (statements[0], $0) }
  }

  /// Why a statement cannot be read: it is not what its command takes, or a column or what a target names is
  /// not there.
  ///
  /// - Parameter isAlone: whether no command comes before it, which may make columns.
  func failure(
    of statement: Statement, of command: Command, isAlone: Bool
  ) -> CommandError? {
    do throws(CommandError) {
      let invocation = try Invocation(shell, command, statement)
      if isAlone {
        _ = try invocation.all(.column)
        for assignment in try invocation.all(.assignment) {
          _ = try invocation.column(assignment.column)
        }
      }
      _ = try invocation.optional(.columns)
      _ = try invocation.optional(.columnList)
      guard let target = try? invocation.optional(.target), !target.isCondition else { return nil }
      _ = try invocation.rows(target)
      return nil
    } catch {
      return error
    }
  }
}

extension Target {
  /// Whether rows are looked at one by one to tell which are meant.
  fileprivate var isCondition: Bool {
    switch self {
    case .condition, .rule, .matching: true
    case .within(_, let target): target.isCondition
    case .union(let targets): targets.contains(where: \.isCondition)
    default: false
    }
  }
}
