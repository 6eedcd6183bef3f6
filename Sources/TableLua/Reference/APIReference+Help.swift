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
    for part in [row, selection, event, error, reply] {
      text += "\n" + TextLines.wrapped("\(part.name.lowercased()): \(part.help)", width: 98)
      if !part.fields.isEmpty { text += list(part.fields.map { ($0.name, $0.help) }) }
    }
    text += "\nbeside tablesh\n"
    for function in library { text += entry(function) }
    text += "\nevents for tablesh.on\n"
    return text + list(LuaEvent.Name.allCases.map { ($0.rawValue, $0.help) })
  }

  /// One function, `tablesh.NAME`, with all fields and an example; nil: there is none.
  public static func help(of name: String) -> String? {
    guard name.hasPrefix("tablesh."),
      let function = functions.first(where: { "tablesh." + $0.name == name })
    else { return nil }
    var text = entry(function)
    for parameter in function.parameters {
      guard let part = self.class(parameter.type) else {
        text += "\n\(parameter.name): \(parameter.help)\n"
        continue
      }
      text += "\n" + list(part.fields.map { ($0.name, $0.help + ($0.isOptional ? "" : " *")) })
      text += "  * must be given\n"
      for inner in classes where isPart(inner, of: part) {
        text += "\n" + TextLines.wrapped(inner.name.lowercased() + ": " + inner.help, width: 98)
        text += list(inner.fields.map { ($0.name, $0.help) })
      }
    }
    if !function.example.isEmpty {
      text += "\nexample\n"
      for line in function.example.split(separator: "\n") { text += "  \(line)\n" }
    }
    return text
  }

  /// Whether a table of a kind is written inside a declaration.
  private static func isPart(_ inner: ClassReference, of part: ClassReference) -> Bool {
    inner.variable == nil && inner.index == nil && !inner.fields.isEmpty
      && part.fields.contains { $0.type.contains("." + inner.name) }
  }

  /// The names that `help(of:)` knows.
  public static var helpNames: [String] { functions.map { "tablesh." + $0.name } }

  static func `class`(_ type: String) -> ClassReference? {
    classes.first { "tablesh." + $0.name == type }
  }

  private static func entry(_ function: FunctionReference) -> String {
    function.usage + "\n" + TextLines.wrapped(function.help, width: 92, indent: "    ")
  }

  private static func list(_ items: [(name: String, help: String)]) -> String {
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
