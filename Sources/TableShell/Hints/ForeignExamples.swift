import BatchUpdates
import CommandLanguage
import TableKit
import TableSources
import Wording

/// What stands in capitals in a line for here, and is no placeholder of the pattern: it comes from the
/// table.
///
/// - ACOL a column, GCOL one that groups rows, NCOL one of numbers, NTH the column number N, COLLIST those of COLS with blanks between
///   them, NULLCOLS those with nulls, LASTINDEX the index of the last one
/// - HCOL the first column that holds VALUE, HCOLS it or, where several do, `*`
/// - HEAD and TAIL the first and last N rows, HEADFIVE and TAILFIVE five of them, ROWS the selected rows or
///   else the first one
/// - EG a condition that a row fulfils, EGCOL one of COL, ANYNULL that a cell is null, ALLNULL that all beside the key are,
///   ANYHAS that a cell holds VALUE, HAS that one of COL does
/// - BYDATA what dedupe compares, so that the key does not count
/// - COUNTED a column without nulls beside COL and COL2, SHARED the columns that the table of a file has, too
/// - DATES how the dates of COL are written, and DATESKIP the option for cells that are none
/// - ISODATES nothing, where the dates of COL are written YYYY-MM-DD
/// - SEPARATOR what parts the cells of COL, REMAINDER the option for those with more parts
/// - CELLPATH and CELLCOL the row and column of a CELL, REDOS the number of steps to do again
/// - PAIRS each column with its text in REST, AFTER the index behind COL
/// - SHARE the number of rows that are N percent of all
/// - GCOL2 another one that groups rows, EGTEXT a text of GCOL, AMOUNTS and DATELINE the lines that make a
///   column one of numbers or of dates, DATETEXT the one that
///   writes those of COL in the form that a spreadsheet has as VALUE
/// - KEYED the line that opens the table with COL as its key, FILLNULLS one that puts LIT in each null cell
/// - NTHOF the column number N of COLS, PATTERN the regular expression LIT
/// - BOTH, SQLONE and SQLBOTH the criteria of a spreadsheet, such as `">5"`, for COL, COL and COL2
/// - OUTLYING that a number of NUM is an outlier by quartiles, DISTANT that it is three standard deviations
///   from the mean
/// - ASREGEX the option for a VALUE that is a regular expression, HIDDEN the columns of COL, COL2 and COLS, MOVED
///   those of COLS and before which column they come to stand in front
/// - FOLDED a regular expression for VALUE in any case, COUNTIF the line that counts what `=COUNTIF` does
/// - CALLED the command that does what the call REST does with COL
/// - COPYING the options of `export` for those of SQL's `COPY` in REST2
/// - SELECTED `selected` where rows are, EXCEL and PAGE its file for a spreadsheet and for a browser, TABBED the
///   one with tabs, OWNCOPY the one in FORMAT, nothing where its own file is in that
/// - TABLE its name in SQL, SQLVALUE VALUE there, COPY the file that it would have in FORMAT
struct ForeignExamples {
  let line: ForeignLine
  let columns: ForeignColumns
  let captures: [String: ForeignPattern.Capture]

  static let names: Set<String> = [
    "LINE", "EG", "EGCOL", "HAS", "JOINED", "ACOL", "GCOL", "NCOL", "HCOL", "HCOLS", "COLLIST",
    "NTH",
    "HEAD",
    "HEADFIVE", "TAIL",
    "TAILFIVE", "ROWS", "ANYNULL", "ALLNULL", "ANYHAS", "LASTINDEX", "TABLE", "SQLVALUE",
    "NULLCOLS", "BYDATA", "COUNTED", "SHARED", "DATES", "DATESKIP", "SEPARATOR", "REMAINDER",
    "CELLPATH", "CELLCOL", "REDOS", "SHARE", "COPY", "OUTLYING",
    "DISTANT", "ISODATES", "PAIRS", "AFTER", "FOLDED", "COUNTIF", "GCOL2", "EGTEXT", "AMOUNTS",
    "DATELINE", "DATETEXT", "KEYED", "FILLNULLS", "NTHOF", "PATTERN", "BOTH", "SQLONE", "SQLBOTH",
    "CALLED", "COPYING",
    "SELECTED", "EXCEL", "PAGE", "TABBED", "OWNCOPY",
    "ASREGEX", "HIDDEN", "MOVED",
  ]

  var table: Table { columns.table }
  private var others: [Column] { table.columns.filter { !table.keyColumns.contains($0.id) } }

  func column(_ name: String) -> Column? {
    if case .column(let column)? = captures[name] { column } else { nil }
  }

  func text(_ name: String) -> String? {
    if case .text(let text)? = captures[name] { text } else { nil }
  }

  /// The text for a name; nil: the table has nothing of the kind.
  ///
  /// - Complexity: O(rows) for conditions on nulls, else O(the first 10,000 rows).
  func text(of name: String, isLua: Bool) -> String? {
    switch name {
    case "NTH", "HEAD", "HEADFIVE", "TAIL", "TAILFIVE", "ROWS": rows(name)
    case "ANYNULL", "ALLNULL", "ANYHAS", "EG", "EGCOL": condition(name)
    case "HAS":
      column("COL").flatMap { column in text("VALUE").map { columns.condition(column, holds: $0) } }
    case "JOINED": joined
    case "OUTLYING":
      (column("NUM") ?? others.first { table.kind(of: $0).isNumeric })
        .flatMap { Outliers.byQuartiles($0, of: table) }
    case "DISTANT": column("NUM").flatMap { Outliers.byDeviation($0, of: table) }
    case "HCOL", "HCOLS", "NULLCOLS", "COLLIST", "COUNTED", "ACOL", "NCOL": names(name, isLua)
    case "DATES": dates?.names.map(Quoting.word).joined(separator: " ")
    case "ISODATES": areIsoDates ? "" : nil
    case "DATESKIP": dates.map { $0.readsAll ? "" : "--skip-errors" }
    case "SEPARATOR": parts.map { Quoting.quoted($0.separator) }
    case "REMAINDER": parts.map { $0.hasMore ? "--rest" : "" }
    case "SHARED": shared
    case "BYDATA":
      table.keyColumns.isEmpty
        ? ""
        : "by * but "
          + table.columns.filter { table.keyColumns.contains($0.id) }
          .map { Quoting.name($0.name) }.joined(separator: ",")
    case "SHARE": share.map(String.init)
    case "PAIRS": pairs
    case "AFTER":
      column("COL").flatMap { column in table.columns.firstIndex { $0.id == column.id } }
        .map { String($0 + 1) }
    case "GCOL": columns.grouping().map { Quoting.name($0.name) }
    case "LASTINDEX": String(table.columns.count - 1)
    case "TABLE": Quoting.name(line.name)
    case "COPY": text("FORMAT").flatMap { copy(in: $0) }
    case "SQLVALUE": text("VALUE").map { "'" + $0.replacing("'", with: "''") + "'" }
    case "SELECTED":
      line.shell.current?.editor.selection.rows.isEmpty == false ? "selected" : ""
    case "EXCEL", "PAGE", "TABBED", "OWNCOPY": file(name)
    case "FOLDED": folded
    case "ASREGEX":
      text("VALUE").map { $0.contains(where: { #"\^$.|?*+()[]{}"#.contains($0) }) ? "--regex" : "" }
    case "HIDDEN", "MOVED": chosen(name)
    case "COUNTIF": countIf
    case "CALLED": called
    case "COPYING": copying
    case "CELLPATH": cell.map { "\($0.path)" }
    case "CELLCOL": cell.map { Quoting.name($0.column.name) }
    case "REDOS":
      line.shell.current.flatMap { $0.editor.redoTitles.isEmpty ? nil : $0.editor.redoTitles.count }
        .map(String.init)
    default: more(name)
    }
  }

  private func chosen(_ name: String) -> String? {
    var chosen = [column("COL"), column("COL2")].compactMap(\.self)
    if case .columns(let list)? = captures["COLS"] { chosen += list }
    let names = chosen.map { Quoting.name($0.name) }
    guard name == "MOVED" else { return names.joined(separator: " ") }
    let first = table.columns.first { column in !chosen.contains { $0.id == column.id } }
    return first.map { "\(names.joined(separator: ",")) before \(Quoting.name($0.name))" }
  }

  private var cell: (column: Column, path: RowPath)? {
    if case .cell(let column, let path)? = captures["CELL"] { (column, path) } else { nil }
  }

  /// `id=5 City=Ulm` for the values `5, 'Ulm'`; nil: there are more or less of them than columns.
  private var pairs: String? {
    guard let rest = text("REST") else { return nil }
    let text = ForeignText(rest)
    let parts = text.tokens.split(omittingEmptySubsequences: false) { $0.text == "," }
    guard parts.count == table.columns.count, parts.allSatisfy({ $0.count == 1 }) else {
      return nil
    }
    return zip(table.columns, parts).compactMap { column, part in
      guard let value = part.first, !value.is("null") else { return nil }
      return "\(Quoting.word(column.name))=\(Quoting.word(value.text))"
    }.joined(separator: " ")
  }

  /// The file that the table would have in a format, beside its own.
  private func copy(in name: String) -> String? {
    guard let format = try? ExportFormat(named: name) else { return nil }
    return line.shell.current.map { Quoting.path(format.fileName(besides: $0)) }
  }

  /// A file of the table for a program that was meant.
  private func file(_ name: String) -> String? {
    guard let document = line.shell.current else { return nil }
    switch name {
    case "EXCEL": return ExportFormat.readable("\(document.shortName).xlsx")
    case "PAGE": return ExportFormat.readable("\(document.shortName).pdf")
    case "TABBED": return copy(in: "tsv")
    default:
      guard let wanted = text("FORMAT") else { return nil }
      let own = document.source.path.flatMap { try? ExportFormat(path: $0) }
      return own?.name == wanted ? "" : copy(in: wanted)
    }
  }

  private var folded: String? {
    guard let old = text("VALUE"), text("VALUE2")?.contains("$") == false else { return nil }
    let escaped = old.map { #"\^$.|?*+()[]{}"#.contains($0) ? "\\\($0)" : String($0) }.joined()
    return escaped == old
      ? Quoting.quoted("(?i)\(old)") : Invocation.quotedPattern("(?i)\(escaped)")
  }

  /// `count where Qty > 15` for the criterion `">15"`, behind the commands that make amounts numbers.
  private var countIf: String? {
    guard let column = column("COL"), let value = text("VALUE") else { return nil }
    let name = ForeignColumns.lua(column)
    let (sign, operand) = Self.criterion(value)
    if DecimalNumber.double(operand) != nil, !table.kind(of: column).isNumeric,
      let amounts = AmountColumn(column, of: table, leavingWords: true), !amounts.commands.isEmpty
    {
      let lua = sign == "<>" ? "~=" : sign == "=" || sign == nil ? "==" : sign ?? "=="
      return "\(amounts.commands); count where \(name) and \(name) \(lua) \(operand)"
    }
    return condition(column, value).map { "count where \($0)" }
  }

  /// `--delimiter ";"` for `HEADER, DELIMITER ';'`; nil: the file would be none of delimited text, or these are
  /// no options.
  private var copying: String? {
    guard let options = text("REST2"), let first = ForeignText(options).tokens.first?.text,
      options.contains(#/(?i)\b(?:header|delim|delimiter|sep|format|quote|encoding|null)\b/#)
        || (try? ExportFormat(bareName: first.lowercased())) != nil
    else { return nil }
    if let format = options.firstMatch(of: #/(?i)format\s+'?(\w+)/#)?.1.lowercased(),
      (try? ExportFormat(bareName: format)) == nil
    {
      return nil
    }
    let sign = options.firstMatch(of: #/(?i)(?:delimiter|delim|sep)\s*(?:as\s+)?'([^']+)'/#)?.1
    guard let sign, sign != "," else { return "" }
    return "--delimiter \(sign == #"\t"# ? #""\t""# : Quoting.quoted(String(sign)))"
  }

  private var called: String? {
    guard let column = column("COL"), let source = text("REST") else { return nil }
    var target = ""
    if case .lua(let lua)? = captures["EXPR"] { target = "where \(lua)" }
    if let rows = text("REST2") {
      target = "@\(rows)"
      if case .number(let section)? = captures["N"] { target = "\(section):\(rows)" }
    }
    if let line = WrittenCall(source, for: column, of: columns, target: target)?.line {
      return line
    }
    guard source.contains("||"),
      let lua = ForeignExpression.lua(source, columns, isCondition: false)
    else { return nil }
    let isLoose = ForeignText(lua).tokens.contains { $0.is("or") }
    let nulls = line.shell.lua.columns(in: lua, of: table).filter(columns.hasNulls)
    let value = isLoose || nulls.isEmpty ? lua : MeantLine.among(nulls, lua)
    return WrittenCall.setting(column, of: target, to: value)
  }

  private var share: Int? {
    guard case .number(let percent)? = captures["N"], (1...100).contains(percent) else {
      return nil
    }
    return max(1, table.rowCount * percent / 100)
  }

  private func rows(_ name: String) -> String? {
    var number = 10
    if case .number(let given)? = captures["N"] { number = given }
    if name.hasSuffix("FIVE") { number = 5 }
    let last = min(number, table.sections.first?.count ?? 0) - 1
    switch name {
    case "NTH":
      guard table.columns.indices.contains(number - 1) else { return nil }
      return Quoting.name(table.columns[number - 1].name)
    case "ROWS":
      if line.shell.current?.editor.selection.rows.isEmpty == false { return "selected" }
      return (table.sections.first?.count ?? 0) > 0 ? "0:0" : nil
    case "HEAD", "HEADFIVE": return last < 0 ? nil : "0:0-\(last)"
    default: return last < 0 ? nil : "0:-\(last + 1)..-1"
    }
  }

  private func names(_ name: String, _ isLua: Bool) -> String? {
    func joined(_ columns: [Column], _ separator: String = ",") -> String? {
      columns.isEmpty ? nil : columns.map { Quoting.name($0.name) }.joined(separator: separator)
    }
    switch name {
    case "NCOL" where isLua:
      return others.first { table.kind(of: $0).isNumeric }.map(ForeignColumns.lua)
    case "ACOL": return joined((others.first ?? table.columns.first).map { [$0] } ?? [])
    case "NCOL": return joined(Array(others.lazy.filter { table.kind(of: $0).isNumeric }.prefix(1)))
    case "NULLCOLS": return joined(table.columns.filter(columns.hasNulls))
    case "COLLIST":
      guard case .columns(let list)? = captures["COLS"] else { return nil }
      return joined(list, " ")
    case "COUNTED":
      let taken = [column("COL"), column("COL2")].compactMap(\.self).map(\.id)
      return table.columns.first { !taken.contains($0.id) && !columns.hasNulls($0) }
        .map { Quoting.name($0.name) }
    default:
      guard let text = text("VALUE"), !text.isEmpty else { return nil }
      let holding = table.columns.filter { columns.holds(text, in: $0, whole: false) }
      if name == "HCOLS", holding.count > 1 { return "*" }
      return holding.first.map { isLua ? ForeignColumns.lua($0) : Quoting.name($0.name) }
    }
  }

  private func condition(_ name: String) -> String? {
    switch name {
    case "ANYNULL":
      let holey = table.columns.filter(columns.hasNulls)
      guard !holey.isEmpty else { return nil }
      return holey.map { "\(ForeignColumns.lua($0)) == nil" }.joined(separator: " or ")
    case "ALLNULL":
      guard !others.isEmpty, others.count <= 20 else { return nil }
      return others.map { "\(ForeignColumns.lua($0)) == nil" }.joined(separator: " and ")
    case "ANYHAS":
      // Columns that hold it behind the rows that are looked at would be left out.
      guard let text = text("VALUE"), !text.isEmpty, table.rowCount <= ForeignColumns.sample else {
        return nil
      }
      let parts = table.columns.filter { columns.holds(text, in: $0, whole: false) }
        .map { columns.condition($0, holds: text) }
      return parts.isEmpty || parts.count > 6 ? nil : parts.joined(separator: " or ")
    default:
      guard let column = column("COL") ?? columns.grouping(),
        let row = table.allRows.prefix(ForeignColumns.sample).first(where: {
          !table.cell($0, column.id).isNull
        })
      else { return nil }
      let kind = table.kind(of: column)
      let value = Quoting.literal(table.cell(row, column.id).text, kind)
      return "\(ForeignColumns.lua(column)) \(kind.isNumeric ? ">=" : "==") \(value)"
    }
  }

  /// Another open table that can be joined by a column, as `join` has it.
  private var joined: String? {
    for other in line.shell.documents where other !== line.shell.current {
      let names = ForeignColumns(other.table)
      for own in table.columns {
        guard let column = names.column(own.name), names.areUnique(column) else { continue }
        let pair = own.name == column.name ? "" : "=" + Quoting.name(column.name)
        return "\(Quoting.word(other.shortName)) on \(Quoting.name(own.name))\(pair)"
      }
    }
    return nil
  }

  private var dates: WrittenDates? {
    column("COL").flatMap {
      WrittenDates(
        in: $0, of: table, to: text("DATE2") ?? text("DATE") ?? text("VALUE") ?? "YYYY-MM-DD",
        given: text("DATE2") == nil ? [] : [text("DATE")].compactMap(\.self))
    }
  }

  private var areIsoDates: Bool {
    guard let column = column("COL") else { return false }
    return table.allRows.prefix(ForeignColumns.sample).allSatisfy { row in
      let cell = table.cell(row, column.id)
      return cell.isNull || cell.text.firstMatch(of: #/^\d{4}-\d\d-\d\d/#) != nil
    }
  }

  private var parts: CellParts? {
    guard let column = column("COL") else { return nil }
    let count = ["NAME", "NAME2", "NAME3"].count { captures[$0] != nil }
    return CellParts(in: column, of: table, count: max(2, count))
  }

  /// The columns of the table of a file that this one has, too, in any case: those that tell its rows
  /// apart, or else the first one.
  private var shared: String? {
    guard let path = text("EXISTS") ?? text("FILE"),
      let other = try? line.shell.others.otherTable(path)
    else { return nil }
    let names = ForeignColumns(other)
    let both = table.columns.compactMap { own in names.column(own.name).map { (own, $0) } }
    let keys = both.filter { other.keyColumns.contains($0.1.id) || names.areUnique($0.1) }
    return (keys.first ?? both.first).map { own, other in
      Quoting.name(own.name) + (own.name == other.name ? "" : "=" + Quoting.name(other.name))
    }
  }
}

extension Shell {
  /// The open table or file of a name, perhaps without its extension; nil: there is none.
  ///
  /// - Parameter besidesOpen: whether no open table is meant.
  func existingFile(_ name: String, besidesOpen: Bool) -> String? {
    if openDocument(named: name) ?? openDocument(shortNamed: name) != nil {
      return besidesOpen ? nil : name
    }
    return TableFormats.file(named: name)
  }
}

/// What parts the cells of a column.
struct CellParts {
  let separator: String
  /// Whether a cell has more parts.
  let hasMore: Bool

  private static let separators = [", ", "; ", " - ", ",", ";", "|", "/", " ", "_", "-", ":"]

  /// - Parameter count: the number of parts that is wanted.
  init?(in column: Column, of table: Table, count: Int) {
    let cells = table.allRows.prefix(1000).map { table.cell($0, column.id) }
      .filter { !$0.isNull && !$0.text.isEmpty }.map(\.text)
    func fitting(_ separator: String) -> (exact: Int, more: Int) {
      let counts = cells.map {
        $0.split(separator: separator, omittingEmptySubsequences: false).count
      }
      return (counts.count { $0 == count }, counts.count { $0 > count })
    }
    let all = Self.separators.map { (separator: $0, fitting: fitting($0)) }
    guard let best = all.max(by: { $0.fitting.exact < $1.fitting.exact }), best.fitting.exact > 0
    else { return nil }
    // Of those that part as many cells, the first.
    guard let first = all.first(where: { $0.fitting.exact == best.fitting.exact }) else {
      return nil
    }
    (separator, hasMore) = (first.separator, first.fitting.more > 0)
  }
}
