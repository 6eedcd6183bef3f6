import TableKit

extension APIReference {
  /// All of it for a terminal: each function and method with what it does.
  public static var help: String {
    var text = ""
    for function in functions { text += entry(function) }
    for part in classes where part.variable != nil {
      text += "\n" + TextLines.wrapped("\(part.variable ?? ""): \(part.help)", width: 98)
      for method in part.methods { text += entry(method) }
      if !part.fields.isEmpty { text += list(part.fields.map { ($0.name, $0.help) }) }
    }
    for part in [row, event, error, reply, context] {
      text += "\n" + TextLines.wrapped("\(part.name.lowercased()): \(part.help)", width: 98)
      if !part.fields.isEmpty { text += list(part.fields.map { ($0.name, $0.help) }) }
    }
    text += "\nbeside tablesh\n"
    for function in library { text += entry(function) }
    text += "\nevents for tablesh.on\n"
    return text + list(LuaEvent.Name.allCases.map { ($0.rawValue, $0.help) })
  }

  static func entry(_ function: FunctionReference) -> String {
    function.usage + "\n" + TextLines.wrapped(function.help, width: 92, indent: "    ")
  }

  static func list(_ items: [(name: String, help: String)]) -> String {
    let width = items.map(\.name.count).max() ?? 0
    return items.map { name, help in
      let lines = TextLines.wrapped(
        help, width: 94 - width, indent: String(repeating: " ", count: width + 6))
      let blanks = String(repeating: " ", count: width - name.count + 2)
      return "    \(name)\(blanks)\(lines.drop { $0 == " " })"
    }.joined()
  }
}

/// Breaks text into lines.
enum TextLines {
  /// Lines of at most so many characters and an indent.
  static func wrapped(_ text: String, width: Int, indent: String = "") -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { indent + $0 + "\n" }.joined()
  }
}
