import CommandLanguage
import TableKit
import TableSources
import Wording

// Lines in which one name is wrong: nearly one that is there, or one of the table before.

extension Slip {
  /// The line with the one name that is near in the place of a wrong one, also of its plural; nil: none
  /// is, or several are as near.
  func corrected(_ name: String, in names: [String]) -> String? {
    var near = Nearest.nearest(to: name, in: names)
    if near.isEmpty, name.hasSuffix("ies") {
      near = Nearest.nearest(to: name.dropLast(3) + "y", in: names)
    }
    func distance(_ other: String) -> Int {
      let (a, b) = (
        Array(name.lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars)
      )
      return Nearest.distance(a, b, bound: max(a.count, b.count)) ?? .max
    }
    // `Q5` is no slip of `Q1`.
    guard let first = near.first, near.count == 1 || distance(first) < distance(near[1]),
      first.filter(\.isNumber) == name.filter(\.isNumber)
    else { return nil }
    return renamed(name, to: first)
  }

  /// `export --format jsonl x` as `export --format ndjson x`.
  func format(_ name: String) -> String? {
    (try? ExportFormat(path: "x.\(name)")).flatMap { renamed(name, to: $0.name) }
  }

  /// The line with another name in the place of one; nil: it has none, or cannot be read then.
  func renamed(_ name: String, to other: String) -> String? {
    let text = ForeignText(statement.text)
    let isCompound = other.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
    let shown = isCompound ? other : Quoting.name(other)
    guard
      let token = text.tokens.dropFirst().first(where: {
        $0.text == name && ($0.kind == .name || $0.kind == .text)
      })
    else {
      // A name with points or hyphens is several tokens, but one word.
      guard let index = words.indices.dropFirst().first(where: { words[$0].text == name }) else {
        return nil
      }
      let rest = index + 1 < words.count ? " " + statement.text(fromWord: index + 1) : ""
      return readable(typed(upTo: index) + shown + rest)
    }
    var scalars = text.scalars
    scalars.replaceSubrange(token.range, with: Array(shown.unicodeScalars))
    return readable(String(String.UnicodeScalarView(scalars)))
  }

  /// A query with the column or table that is nearest in the place of a wrong one.
  func misnamed(_ error: SourceError) -> String? {
    guard let near = error.hint?.firstMatch(of: #/^did you mean '(.+)'\?$/#)?.1,
      let found = error.message.firstMatch(
        of: #/no such (?:column|table): (?:.*\.)?(.+)$|near "(.+)": syntax error$/#),
      let name = found.1 ?? found.2, near.filter(\.isNumber) == name.filter(\.isNumber)
    else { return nil }
    return renamed(String(name), to: String(near))
  }

  /// `join cities on City=city` as `join cities.csv on City=city`, of the file that is nearest.
  func misnamedFile(_ error: SourceError) -> String? {
    guard let near = error.hint?.firstMatch(of: #/^did you mean '(.+)'\?$/#)?.1,
      let index = words.indices.dropFirst().first(where: {
        error.message.contains("'\(shown: words[$0].text)'")
          && words[$0].text.filter(\.isNumber) == near.filter(\.isNumber)
      })
    else { return nil }
    let rest = index + 1 < words.count ? " " + statement.text(fromWord: index + 1) : ""
    return readable("\(typed(upTo: index))\(Quoting.path(String(near)))\(rest)")
      .map { meant.meantJoin($0) ?? $0 }
  }

  /// A query over a file that is not open, behind the command that opens it.
  func openedBefore(_ error: SourceError) -> String? {
    guard command?.name == "query", let hint = error.hint, hint.hasPrefix("open ") else {
      return nil
    }
    return meant.opened(statement.text) ?? "\(hint); \(statement.text)"
  }

  /// The tables of which the current one was made, the last first.
  var formers: [Document] {
    var all: [Document] = []
    var place = shell.current?.opening.madeFrom
    while let name = place, let document = shell.openDocument(named: name),
      !all.contains(where: { $0 === document })
    {
      all.append(document)
      place = document.opening.madeFrom
    }
    return all
  }

  /// The line over the table of which the current one was made, if only that has a column that it names,
  /// with what is missing of it there: `pivot City Item` after `group by City count`.
  var inFormer: String? {
    guard let table, words.count > 1 else { return nil }
    let names = words.dropFirst().flatMap { $0.text.split { ",=".contains($0) }.map(String.init) }
      .filter { table.column(named: $0) == nil }
    guard !names.isEmpty,
      let former = formers.first(where: { former in
        names.contains { former.table.column(named: $0) != nil }
      })
    else { return nil }
    let line = shell.supposing(former) {
      meant.isReadable(statement.text) ? statement.text : Slip(shell, statement, error).hint
    }
    guard let line, !line.hasPrefix("help "), command?.changes != true else { return nil }
    return "open \(Quoting.word(former.name)); \(line)"
  }
}
