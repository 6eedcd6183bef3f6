import CommandLanguage
import TableKit
import Wording

// Texts in the place of others.

extension LooseLine {
  private static let replaceWords = Vocabulary(
    """
    space: space spaces blank blanks whitespace
    nothing: nothing empty
    regex: r e regex regexpreplace
    case: i ignorecase caseinsensitive
    whole: whole entire
    : $ { } str strreplace replaceall substitute gsub
    : d with by to from all g global match find replace where instead old new true f column
    """)

  /// `remove blanks from Phone`, which has no empty cells.
  var withoutBlanks: String? {
    guard verb == "remove", let parts = parts(Self.replaceWords), parts.has("space"),
      parts.areNamed,
      found(parts).allSatisfy({ !columns.hasNulls($0) })
    else { return nil }
    return replaced
  }

  /// `sed 's/ //g' Phone` and `remove blanks from Phone` as `replace Phone " " ""`.
  var replaced: String? {
    let removes = ["remove", "delete", "strip", "strremoveall", "strremove", "erase", "drop"]
      .contains(verb)
    let replaces = [
      "replace", "sub", "gsub", "substitute", "strreplace", "strreplaceall", "find", "sed", "s",
      "gs", "tr", "setcolsubst", "str", "change", "swap",
    ].contains(verb)
    let isFunction =
      beginsWithColumn
      && tokens.contains { token in
        ["replace", "substitute", "regexpreplace", "gsub", "replaceall", "strreplace"].contains(
          Self.plain(token.text))
      }
    guard removes || replaces || isFunction, !tokens.contains(where: { $0.is("where") }),
      !["delete", "drop"].contains(verb)
        || tokens.contains(where: { $0.is("from") || $0.is("in") })
    else { return nil }
    if let line = substituted { return line }
    guard verb != "find" || tokens.contains(where: { $0.is("replace") }) else { return nil }
    guard let parts = parts(from: beginsWithColumn ? 0 : nil, Self.replaceWords),
      found(parts).count == 1, parts.numbers.isEmpty,
      let column = found(parts).first
    else { return nil }
    var texts: [String] = []
    for part in parts {
      switch part {
      case .text(let text), .name(let text): texts.append(text)
      case .word("space"): texts.append(" ")
      case .word("nothing"): texts.append("")
      default: continue
      }
    }
    let isCut = removes || verb == "tr" && tokens.contains { $0.is("d") }
    if isCut { texts.append("") }
    let isPattern = parts.has("regex") || parts.has("case")
    guard texts.count == 2, !texts[0].isEmpty,
      isPattern || columns.holds(texts[0], in: column, whole: false)
    else { return nil }
    return line(
      column, texts[0], texts[1], isPattern: isPattern, isInAnyCase: parts.has("case"),
      isWhole: parts.has("whole"))
  }

  private func line(
    _ column: Column, _ old: String, _ new: String, isPattern: Bool, isInAnyCase: Bool,
    isWhole: Bool = false
  ) -> String {
    let name = Quoting.name(column.name)
    if isPattern || isInAnyCase {
      let pattern = isWhole ? "^(?:\(old))$" : old
      let quoted = Invocation.quotedPattern((isInAnyCase ? "(?i)" : "") + pattern)
      return "replace --regex \(name) \(quoted) \(Quoting.quoted(new))"
    }
    return
      "replace \(isWhole ? "--whole " : "")\(name) \(Quoting.word(old)) \(Quoting.word(new))"
  }

  /// `s/OLD/NEW/gi COL`, in whatever order.
  private var substituted: String? {
    let source = text.source(0..<tokens.count)
    let pattern =
      #/['"]?:?(?:\b(?:gs|s))?%?(?:\bs)?/((?:[^/\\]|\\.)+)/((?:[^/\\]|\\.)*)/?([gi]*)['"]?/#
    guard let match = source.firstMatch(of: pattern) else { return nil }
    let rest = source.replacingCharacters(match.range)
    guard let line = LooseLine("replace " + rest, shell),
      let parts = line.parts(
        Vocabulary(
          ": sed gs s replace sub gsub setcolsubst str g r regex e all find in setcol subst")),
      parts.allSatisfy({ if case .column = $0 { true } else { false } }),
      let column = line.found(parts).first,
      line.found(parts).count == 1
    else { return nil }
    let old = String(match.1)
    let isPattern = old.contains { #"\[].*+?^$()|{}"#.contains($0) }
    return self.line(
      column, old, String(match.2), isPattern: isPattern, isInAnyCase: match.3.contains("i"))
  }
}

extension String {
  /// The text without a part of it.
  fileprivate func replacingCharacters(_ range: Range<Index>) -> String {
    self[..<range.lowerBound] + " " + self[range.upperBound...]
  }
}
