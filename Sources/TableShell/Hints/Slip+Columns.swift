import CommandLanguage
import TableKit
import TableLua
import Wording

// Lines that name columns in another case, or nearly so: all of their names are mended at once, as a line
// with one of them mended fails again.

extension Slip {
  /// The line with the names of all its columns as the table has them, also in Lua; nil: something else is
  /// wrong, too, or a name is that of no column.
  ///
  ///     pivot city category qty sum   →   pivot City Category Qty sum
  var inOtherCase: String? {
    guard isMisnamed, overFormer == nil, let line = meant.withNames(in: statement) else {
      return nil
    }
    return tried(line).map { meant.prepared($0, for: ForeignText($0)) ?? $0 }
  }

  /// Whether a column is missing.
  private var isMisnamed: Bool {
    switch error.withoutGuess {
    case .noSuchColumn: true
    case .lua(let failure): ["no-such-column", "no-such-member"].contains(failure.code)
    default: false
    }
  }

  /// A line, or the hint of it where its Lua fails on the first rows; nil: it cannot be read, or that has none.
  func tried(_ line: String?) -> String? {
    guard let line = readable(line), let table, let other = try? shell.statements(of: line).first
    else { return nil }
    let isValue = other.lua?.kind == .assignment
    let texts = other.words.compactMap(\.condition?.text) + [other.lua?.text].compactMap(\.self)
    for text in texts {
      let lua = isValue && text == other.lua?.text ? "(\(text)) ~= nil" : text
      do throws(LuaFailure) {
        let rows = meant.triedRows(for: text)
        _ = try shell.lua.rows(where: lua, in: table, among: rows, skipErrors: false)
      } catch {
        return Slip(shell, other, .lua(error)).hint
      }
    }
    return line
  }
}

extension MeantLine {
  /// A piece of a line, in scalars, and what stands there instead.
  private typealias Change = (range: Range<Int>, text: String)

  /// A statement with the names of its columns as the table has them; nil: none is wrong, one is of no column,
  /// or its command takes no such line.
  func withNames(in statement: Statement) -> String? {
    guard let table = shell.current?.table, let name = statement.words.first,
      let command = shell.registry.find(name.text),
      let invocation = try? Invocation(shell, command, statement)
    else { return nil }
    var changes: [Change] = []
    for word in invocation.namesOfColumns where !ColumnChoice.knows(word, in: table) {
      guard !word.is("*") else { continue }
      let ends = word.rangeEnds.map { [$0.first, $0.last].filter { !$0.isEmpty } } ?? [word]
      for end in ends where table.column(named: end.text) == nil {
        guard let column = column(near: end.text) else { return nil }
        changes.append((end.place.offset..<end.end.offset, Quoting.listed(column.name)))
      }
    }
    let conditions = statement.words.compactMap(\.condition)
    for lua in conditions + [statement.lua].compactMap(\.self) where lua.kind != .chunk {
      changes += names(in: lua.text).map { range, text in
        (range.lowerBound + lua.place.offset..<range.upperBound + lua.place.offset, text)
      }
    }
    var scalars = Array(statement.text.unicodeScalars)
    for (range, text) in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      guard range.upperBound <= scalars.count else { return nil }
      scalars.replaceSubrange(range, with: text.unicodeScalars)
    }
    let line = String(String.UnicodeScalarView(scalars))
    return line == statement.text ? nil : line
  }

  /// The names in Lua that are those of columns in another case, or nearly so.
  private func names(in lua: String) -> [Change] {
    guard let table = shell.current?.table else { return [] }
    let tokens = ForeignText(lua).tokens
    func has(_ text: String, _ index: Int) -> Bool {
      tokens.indices.contains(index) && tokens[index].kind != .text && tokens[index].text == text
    }
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      let isInBrackets = has("[", index - 1) && has("row", index - 2)
      let isField = has(".", index - 1)
      guard token.kind == .text ? isInBrackets : token.kind == .name,
        token.quote != "`", table.column(named: token.text) == nil
      else { return nil }
      if token.kind == .name {
        guard !isField || has("row", index - 2), !has(":", index - 1), !has("(", index + 1),
          isField || !isKnown(token.text)
        else { return nil }
      }
      guard let column = column(near: token.text) else { return nil }
      if token.kind == .text { return (token.range, Quoting.quoted(column.name)) }
      guard isField else { return (token.range, ForeignColumns.lua(column)) }
      return LuaSession.isName(column.name)
        ? (token.range, column.name)
        : (
          tokens[index - 1].range.lowerBound..<token.range.upperBound,
          "[\(Quoting.quoted(column.name))]"
        )
    }
  }

  /// Whether Lua knows a name.
  private func isKnown(_ name: String) -> Bool {
    ["row", "section"].contains(name)
      || shell.lua.candidates(behind: [], beginningWith: name).contains { $0.name == name }
  }

  /// The column of a name in another case, or else the only one that is near; `Q5` is no slip of `Q1`.
  private func column(near name: String) -> Column? {
    guard let table = shell.current?.table else { return nil }
    let folded = table.columns.filter { $0.name.lowercased() == name.lowercased() }
    if !folded.isEmpty { return folded.count == 1 ? folded[0] : nil }
    // `-Qty` and `Qty+` say more than a name.
    guard let first = name.first, let last = name.last, first.isLetter,
      last.isLetter || last.isNumber
    else { return nil }
    let near = Nearest.nearest(to: name, in: table.columns.map(\.name))
    guard near.count == 1, near[0].filter(\.isNumber) == name.filter(\.isNumber) else { return nil }
    return table.column(named: near[0])
  }
}

extension Invocation {
  /// The words that name columns of the table, ranges and patterns among them.
  fileprivate var namesOfColumns: [Word] {
    captures.flatMap { capture -> [Word] in
      switch capture.kind.name {
      case Slot<Column>.column.kind.name: return Array(capture.words)
      case Slot<Assignment>.assignment.kind.name:
        return capture.words.compactMap { try? Assignment($0).column }
      default:
        guard capture.kind.isColumns, let list = try? ColumnList(all: capture.words) else {
          return []
        }
        return list.items + list.exceptions
      }
    }
  }
}
