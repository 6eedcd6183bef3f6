import CommandLanguage
import TableKit
import Wording

// MARK: - The line for here

extension ForeignPattern {
  /// The line for here with what the placeholders stand for.
  func filled(_ captures: [String: Capture], _ line: ForeignLine) -> String? {
    let examples = line.columns.map { ForeignExamples(line: line, columns: $0, captures: captures) }
    var result = ""
    var rest = hint[...]
    while let first = rest.first {
      let isFresh = !(result.last?.isLetter ?? false)
      let isLua = first == "$"
      let name = rest.dropFirst(isLua ? 1 : 0).prefix {
        $0.isASCII && ($0.isUppercase || $0.isNumber)
      }
      guard isFresh, name.first?.isUppercase == true,
        Self.slots.contains(String(name)) || ForeignExamples.names.contains(String(name))
      else {
        result.append(first)
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst((isLua ? 1 : 0) + name.count)
      var step = 0
      if rest.hasPrefix("-1") { step = -1 } else if rest.hasPrefix("+1") { step = 1 }
      if step != 0 { rest = rest.dropFirst(2) }
      guard let text = text(of: String(name), isLua, step, captures, line, examples) else {
        return nil
      }
      result += text
      if text.isEmpty, rest.first == " " { rest.removeFirst() }
    }
    result = result.trimmingBlanks
    guard case .text(let commands)? = captures[Self.preparation] else { return result }
    return "\(commands); \(result)"
  }

  private func text(
    of name: String, _ isLua: Bool, _ step: Int, _ captures: [String: Capture],
    _ line: ForeignLine, _ examples: ForeignExamples?
  ) -> String? {
    switch captures[name] {
    case .column(let column):
      return isLua ? ForeignColumns.lua(column) : Quoting.name(column.name)
    case .columns(let columns):
      return columns.map { Quoting.name($0.name) }.joined(separator: ",")
    case .number(let number): return number + step < 0 ? nil : String(number + step)
    case .lua(let lua): return lua
    case .cell(let column, let path): return "\(Quoting.name(column.name)) \(path)"
    case .text(let text):
      if name.hasPrefix("REST") || name == "ORDER" || name == "SHEET" { return text }
      if ["FILE", "EXISTS", "UNOPENED"].contains(where: name.hasPrefix) {
        return hint.contains("export FILE") ? ExportFormat.typed(for: text) : Quoting.path(text)
      }
      guard isLua else { return Quoting.word(text) }
      if name.hasPrefix("LIT"), captures["COL"] == nil, DecimalNumber.double(text) != nil {
        return text
      }
      guard case .column(let column)? = captures["COL"] ?? captures["NUM"],
        let table = line.columns?.table
      else { return Quoting.quoted(text) }
      return Quoting.literal(text, table.kind(of: column))
    case nil:
      // It is a word of SQL, too.
      if name == "ORDER" { return name }
      if name == "LINE" { return line.text.source(0..<line.text.tokens.count) }
      return examples?.text(of: name, isLua: isLua)
    }
  }
}
