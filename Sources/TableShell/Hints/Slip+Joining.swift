import CommandLanguage
import TableKit
import Wording

// Texts that are joined, columns that a command made, and amounts that are computed without `:=`.

extension Slip {
  /// The line with rows named by their numbers, with several replacements, or with a value to compute.
  var inOtherWords: String? {
    if let line = editOfRowNumbers ?? editWithTo { return line }
    if let line = computedInPlace ?? summaryColumn ?? pairsToReplace ?? withoutWith { return line }
    return joinedBehindEqualsSign ?? combinedBy
  }

  /// `column add C := City & "-" & Region` as `… := (City or "") .. "-" .. (Region or "")`. A cell that is
  /// computed of itself stays null: `edit * City := City and City .. "!"`.
  var joinedTexts: String? {
    guard let table, let lua = statement.lua, lua.kind == .assignment,
      let place = statement.text.ranges(of: lua.text).last,
      let joined = ForeignExpression.lua(lua.text, ForeignColumns(table), isCondition: false),
      joined.contains(" .. "), !lua.text.contains(".."), !lua.text.contains("||")
    else { return nil }
    let columns = shell.lua.columns(in: joined, of: table).filter(ForeignColumns(table).hasNulls)
    let isOwn = columns.contains { column in words.dropFirst().contains { $0.is(column.name) } }
    let value =
      isOwn ? MeantLine.among(columns, joined) : Self.emptyForNull(columns, in: joined)
    return tried(statement.text.replacingSubrange(place, with: value))
  }

  /// `column add C = City & Region` in the same way.
  var joinedBehindEqualsSign: String? {
    guard command?.name == "column", words.count > 4, words[1].is("add"), words[3].is("="),
      let other = try? shell.statements(of: typed(upTo: 3) + ":= " + statement.text(fromWord: 4))
        .first
    else { return nil }
    return Slip(shell, other, error).joinedTexts
  }

  /// The Lua with empty text in the place of the nulls of some columns.
  private static func emptyForNull(_ columns: [Column], in lua: String) -> String {
    let text = ForeignText(lua)
    var scalars = text.scalars
    let names = columns.map { (ForeignColumns.lua($0), $0) }
    for (shown, column) in names {
      let length = shown.unicodeScalars.count
      let isName = shown == column.name
      for token in ForeignText(String(String.UnicodeScalarView(scalars))).tokens.reversed() {
        let start = token.range.lowerBound
        guard token.kind == .name, token.text == (isName ? shown : "row"),
          start + length <= scalars.count,
          scalars[start..<(start + length)].elementsEqual(shown.unicodeScalars)
        else { continue }
        scalars.replaceSubrange(start..<(start + length), with: "(\(shown) or \"\")".unicodeScalars)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// `edit Qty * 2` as `edit * Qty := Qty * 2`, behind the commands that make amounts numbers.
  var computedInPlace: String? {
    guard command?.name == "edit", statement.lua == nil, let table else { return nil }
    let text = ForeignText(statement.text)
    guard let (column, count) = ForeignColumns(table).column(in: text, at: 1),
      count + 3 == text.tokens.count, text.tokens[count + 2].kind == .number,
      ["+", "-", "*", "/"].contains(text.tokens[count + 1].text)
    else { return nil }
    let (sign, number) = (text.tokens[count + 1].text, text.tokens[count + 2].text)
    let lua = ForeignColumns.lua(column)
    return tried("edit * \(Quoting.word(column.name)) := \(lua) \(sign) \(number)")
  }

  /// `sort by Qty` over a table of groups as `sort by Qty_sum`.
  var summaryColumn: String? {
    guard case .noSuchColumn(let name, let columns) = error else { return nil }
    let made = ["sum", "mean", "median", "min", "max"].map { "\(name)_\($0)" }
    let found = columns.filter(made.contains)
    return found.count == 1 ? renamed(name, to: found[0]) : nil
  }

  /// `replace City a=A, b=B, c=C` as a command for each.
  var pairsToReplace: String? {
    guard command?.name == "replace", words.count > 3, let table,
      table.column(named: words[1].text) != nil
    else { return nil }
    return Invocation.linesForPairs(words[2...], in: Quoting.name(words[1].text))
  }

  /// `replace Qty 5 with 0 where City == "Bonn"` without the `with`.
  private var withoutWith: String? {
    guard command?.name == "replace", words.count > 4, let table,
      let index = words.indices.dropFirst(3).first(where: { index in
        ["with", "by", "to", "as"].contains(where: words[index].is)
      }), index == 3, isColumn(words[1], of: table)
    else { return nil }
    return readable(typed(upTo: index) + statement.text(fromWord: index + 1))
  }

  /// `combine a,b into c by comma` as `combine a,b into c with ","`.
  var combinedBy: String? {
    guard command?.name == "combine", let into = words.firstIndex(where: { $0.is("into") }),
      let by = words[(into + 1)...].firstIndex(where: { word in
        ["by", "using", "sep", "separator", "separated"].contains(where: word.is)
      }), by > into + 1
    else { return nil }
    let start = words.indices.contains(by + 1) && words[by + 1].is("by") ? by + 2 : by + 1
    guard start + 1 == words.count, let word = words.last else { return nil }
    let sign = SignName.sign(of: word).map(Quoting.quoted) ?? Quoting.word(word.text)
    return readable("\(typed(upTo: by))with \(sign)")
  }

  /// `date Day as ISO`, where `as` was read as a pattern.
  var dateAs: String? {
    command?.name == "date" && words.contains(where: { $0.is("as") }) ? foreign : nil
  }
}
