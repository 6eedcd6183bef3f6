import CommandLanguage
import TableKit
import Wording

// The ways in which a typed line can be read, before a pattern is looked for.

extension MeantLine {
  /// A line as it stands, and as it is for a program that takes its own language in quotes: `awk '$3 > 5'`,
  /// `mlr --icsv sort -f a`.
  func readings(of source: String) -> [(text: ForeignText, isWhole: Bool, isLast: Bool)] {
    let text = ForeignText(source)
    var all = [(text, true, false)]
    if let plain = assigned(text) { all.insert((plain, false, false), at: 0) }
    // `:%s/New York/Ulm /` as `:%s/"New York"/"Ulm "/`.
    let whole = source.replacing(#/^(['"]?:?%?s|sed (?:-i )?['"]?s)\/([^\/"]+)\/([^\/"]*)(?=\/|$)/#)
    { match in
      "\(match.1)/\(Quoting.quoted(String(match.2)))/\(Quoting.quoted(String(match.3)))"
    }
    if whole != source, source.contains(" ") {
      all.insert((ForeignText(whole), false, false), at: 0)
    }
    // `sort -k2,2nr` and `cut -f2` as `sort -k 2 -nr` and `cut -f 2`.
    let spaced = source.replacing(#/ -([kf])(\d+)(?:,\2)?([nr]*)(?= |$)/#) { match in
      " -\(match.1) \(match.2)" + (match.3.isEmpty ? "" : " -\(match.3)")
    }
    if spaced != source { all.append((ForeignText(spaced), false, false)) }
    if text.tokens.count > 1, let last = text.tokens.last, last.kind == .text,
      text.tokens[0].kind == .name
    {
      let head = text.source(0..<(text.tokens.count - 1))
      all.append((ForeignText(head + " " + last.text), false, false))
    }
    if text.tokens.first?.is("mlr") == true {
      for (text, _, _) in all {
        var index = 1
        while index + 2 < text.tokens.count, text.tokens[index].text == "-" { index += 3 }
        guard index < text.tokens.count else { continue }
        let verb = text.source(index..<text.tokens.count)
        // A file may stand last.
        let words = verb.split(separator: " ")
        for line in [verb, words.dropLast().joined(separator: " ")] where !line.isEmpty {
          all.append((ForeignText(line), false, false))
        }
      }
    }
    // `print(df.head())` as `df.head()`, `df.groupby("a").size().reset_index()` without its end.
    if let inner = source.wholeMatch(of: #/print\((.+)\)|(.+)\.(?:reset_index|copy|display)\(\)/#) {
      all.insert((ForeignText(String(inner.1 ?? inner.2 ?? "")), false, false), at: 0)
    }
    if let plain = withoutFillers(text) { all.append((plain, false, false)) }
    guard source.hasPrefix("=") else { return all + [(text, true, true)] }
    if let whole = wholeColumns(text) {
      all += [(whole, false, false), (whole.joining, false, true)]
    }
    return all + [(text.joining, true, true)]
  }

  /// `show me the first 10 rows` as `show first 10 rows`; nil: no word is one that says nothing. `the Hague` may
  /// be a value.
  private func withoutFillers(_ text: ForeignText) -> ForeignText? {
    let columns = shell.current.map { ForeignColumns($0.table) }
    let kept = text.tokens.indices.filter { index in
      if index < 2, ["please", "me", "just"].contains(where: text.tokens[index].is) {
        return false
      }
      guard text.tokens[index].is("the"), index + 1 < text.tokens.count else { return true }
      let isLower = text.tokens[index + 1].text.first?.isLowercase == true
      return columns?.column(in: text, at: index + 1) == nil && !isLower
    }
    guard kept.count < text.tokens.count else { return nil }
    let words = kept.map { (text.tokens[$0].followsBlank ? " " : "") + text.source($0..<($0 + 1)) }
    return ForeignText(words.joined())
  }

  /// `=TRIM(C2)` and `=SUM(G2:G100)`, which are filled down in a spreadsheet, as `=TRIM(C:C)` and `=SUM(G:G)`; nil:
  /// no cell is named.
  private func wholeColumns(_ text: ForeignText) -> ForeignText? {
    let columns = shell.current.map { ForeignColumns($0.table) }
    func letters(_ index: Int, needsRow: Bool) -> String? {
      guard text.tokens.indices.contains(index), text.tokens[index].kind == .name,
        columns?.column(text.tokens[index].text) == nil,
        let match = text.tokens[index].text.wholeMatch(of: #/([A-Z]{1,2})(\d*)/#),
        !match.2.isEmpty || !needsRow
      else { return nil }
      return String(match.1)
    }
    var scalars = String.UnicodeScalarView()
    var (index, end) = (0, 0)
    while index < text.tokens.count {
      if let first = letters(index, needsRow: true) {
        let isRange = index + 1 < text.tokens.count && text.tokens[index + 1].text == ":"
        let last = isRange ? letters(index + 2, needsRow: false) : nil
        scalars.append(contentsOf: text.scalars[end..<text.tokens[index].range.lowerBound])
        scalars.append(contentsOf: "\(first):\(last ?? first)".unicodeScalars)
        index += last == nil ? 1 : 3
        end = text.tokens[index - 1].range.upperBound
      } else {
        index += 1
      }
    }
    guard end > 0 else { return nil }
    scalars.append(contentsOf: text.scalars[end...])
    return ForeignText(String(scalars))
  }

  /// `df = df.dropna()` as `df.dropna()`, and `df = df[Qty > 5]`, which leaves rows out, as `keep Qty > 5`; nil:
  /// it is no assignment to the same table.
  private func assigned(_ text: ForeignText) -> ForeignText? {
    let tokens = text.tokens
    guard tokens.count > 5, tokens[0].kind == .name, ["=", "<-"].contains(tokens[1].text),
      tokens[2].text == tokens[0].text
    else { return nil }
    let end = tokens.count - 1
    if tokens[3].text == "[", tokens[end].text == "]" {
      return ForeignText("keep " + text.source(4..<end))
    }
    guard [".", "%>%", "|>"].contains(tokens[3].text) else { return nil }
    let name = tokens[4].text
    if ["query", "filter", "head"].contains(name), tokens[5].text == "(", tokens[end].text == ")" {
      let isEmpty = end == 6
      let inner = isEmpty ? "5" : text.source(6..<end)
      return ForeignText("keep " + (name == "head" ? "first " : "") + inner)
    }
    return ForeignText(text.source(2..<tokens.count))
  }
}

extension ForeignText {
  /// The text with the sign of SQL and Lua between texts that a spreadsheet joins by `&`.
  fileprivate var joining: ForeignText {
    var scalars = scalars
    for token in tokens.reversed() where token.kind == .symbol && token.text == "&" {
      scalars.replaceSubrange(token.range, with: Array("||".unicodeScalars))
    }
    return ForeignText(String(String.UnicodeScalarView(scalars)))
  }
}
