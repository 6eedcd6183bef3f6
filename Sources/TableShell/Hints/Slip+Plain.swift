import CommandLanguage
import TableKit
import TableLua
import Wording

// What an error of Lua means, in plain words before its own: who writes SQL or a formula of a spreadsheet
// knows no `<eof>`.

extension Slip {
  /// The error with plain words first, and with the table's column in its hint; nil: it says enough.
  func inPlainWords(_ failure: LuaFailure) -> CommandError? {
    guard let words = plainWords(for: failure) else { return nil }
    var plain = failure.withoutSkippingAll
    plain.message = "\(words): \(failure.message)"
    plain.hint = plain.hint.map(withColumn)
    return .lua(plain)
  }

  /// The Lua of the line.
  private var luaText: String {
    words.compactMap(\.condition?.text).last ?? statement.lua?.text ?? ""
  }

  private var isCondition: Bool {
    words.contains { $0.condition != nil }
      || statement.lua.map { [.condition, .assertion, .every].contains($0.kind) } ?? false
  }

  private func plainWords(for failure: LuaFailure) -> String? {
    if failure.code == "rule-errors" || failure.code == "lua-error" {
      return failure.message.firstMatch(
        of: #/attempt to call a nil value \((?:method|field|global|local|column) '(.+?)'\)/#
      ).map { "there is no function '\(shown: String($0.1))'" }
    }
    guard failure.code == "lua-syntax", statement.lua?.kind != .chunk, !luaText.isEmpty else {
      return nil
    }
    if command?.name == "=" { return "= computes in Lua, not in formulas of a spreadsheet" }
    let message = failure.message
    if message.hasPrefix("unfinished string") { return "a quote is not closed" }
    guard let near = message.split(separator: " near ").last.map(String.init),
      message.contains(" near ")
    else { return nil }
    if near == "<eof>" {
      let missing = message.firstMatch(of: #/^'([)\]}])' expected/#)
      return missing.map { "a '\($0.1)' is missing" } ?? "something is missing at the end"
    }
    return plainWords(near: near.filter { $0 != "'" }, in: message)
  }

  private func plainWords(near sign: String, in message: String) -> String? {
    switch sign.lowercased() {
    case "=": return isCondition ? "a condition compares with ==" : "== compares"
    case "!": return "'not equal' is ~=, and 'not' negates"
    case ">" where luaText.contains("<>"): return "'not equal' is ~="
    case "&", "&&": return "conditions are joined by 'and'"
    case "|", "||":
      return isCondition ? "conditions are joined by 'or'" : "texts are joined by '..'"
    case ")" where message.hasPrefix("<eof> expected"): return "a ')' is too many"
    case "not" where luaText.lowercased().contains(#/\bnot\s+(?:like|ilike|in|between|null)\b/#):
      return "'not like' and its kind are SQL, and a condition is Lua"
    case "and", "or", "not":
      return sign == sign.lowercased() ? nil : "'and', 'or' and 'not' are in small letters"
    case "like", "ilike", "in", "is", "between", "case", "when", "limit", "order", "rlike",
      "regexp":
      return "'\(sign)' is SQL, and \(isCondition ? "a condition" : "a value") is Lua"
    default:
      let isName = !sign.isEmpty && sign.unicodeScalars.allSatisfy { $0.isASCII && $0.isWordScalar }
      return isName && message.hasPrefix("<eof> expected")
        ? "a sign such as == is missing before '\(sign)'" : nil
    }
  }

  /// A hint of Lua that names an example, such as `name == nil`, with the column of the line.
  private func withColumn(_ hint: String) -> String {
    guard let table else { return hint }
    let (text, columns) = (ForeignText(luaText), ForeignColumns(table))
    guard
      let column = text.tokens.indices.lazy.compactMap({ columns.column(in: text, at: $0) }).first
    else { return hint }
    return hint.replacing(
      #/\b(?:name|pay)\b/#.wordBoundaryKind(.simple), with: ForeignColumns.lua(column.column))
  }
}

extension LuaFailure {
  /// Whether Lua failed on all rows, so that without these none is left.
  var isOfAllRows: Bool {
    message.firstMatch(of: #/failed on ([\d,]+) of ([\d,]+) rows?;/#).map { $0.1 == $0.2 } ?? false
  }

  /// The failure without the hint to leave all rows out, as `keep` would delete them.
  var withoutSkippingAll: LuaFailure {
    guard skipsRows, isOfAllRows else { return self }
    var failure = self
    failure.hint = nil
    return failure
  }
}
