import TableKit

/// The help of one name in Lua, for `help NAME`.
extension APIReference {
  /// A name that has help of its own.
  public struct Topic: Sendable {
    /// The name as typed: `tablesh.rule`, `tablesh.Row`, `table:rows`, `will_save`.
    public var name: String
    /// The kind.
    public var kind: String
  }

  /// The names that `help(of:)` knows; each class and type also without `tablesh.`, as it is
  /// written in a sentence: `row`.
  public static var topics: [Topic] {
    [Topic(name: "tablesh", kind: "all that Lua can use")]
      + functions.map { Topic(name: "tablesh." + $0.name, kind: "Lua function") }
      + fields.map { Topic(name: "tablesh." + $0.name, kind: "Lua value") }
      + library.map { Topic(name: $0.name, kind: "Lua function") }
      + typeNames.map { Topic(name: "tablesh." + $0, kind: "Lua type") }
      + classes.flatMap { part in
        part.methods.map { Topic(name: "\(part.variable ?? ""):\($0.name)", kind: "Lua method") }
      }
      + LuaEvent.Name.allCases.map { Topic(name: $0.name, kind: "event for tablesh.on") }
  }

  /// The help of one name; nil: there is no such name.
  public static func help(of name: String) -> String? {
    if name == "tablesh" { return overview }
    if let function = function(named: name) { return help(of: function) }
    if let field = fields.first(where: { "tablesh." + $0.name == name }) {
      return list([(name, field.help)])
    }
    if let type = typeName(of: name) { return help(ofType: type) }
    return LuaEvent.Name(named: name).map(help)
  }

  /// The words that mean types, as they are written in a sentence.
  public static var typeWords: [String] { typeNames.map { $0.lowercased() } }

  /// The type that a word means, as `tablesh.Row`; nil: none.
  public static func typeName(of word: String) -> String? {
    typeNames.first { type in
      [type, type.lowercased(), "tablesh." + type].contains { $0 === word }
    }.map { "tablesh." + $0 }
  }

  /// The class of a type such as `tablesh.Table`.
  static func `class`(_ type: String) -> ClassReference? {
    classes.first { "tablesh." + $0.name == type }
  }

  private static var typeNames: [String] { classes.map(\.name) + typeAliases.map(\.name) }

  private static func function(named name: String) -> FunctionReference? {
    if let own = functions.first(where: { "tablesh." + $0.name == name }) { return own }
    if let other = library.first(where: { $0.name == name }) { return other }
    for part in classes {
      let method = part.methods.first { "\(part.variable ?? ""):\($0.name)" == name }
      if let method { return method }
    }
    return nil
  }

  private static var overview: String {
    let types = classes.map { "tablesh." + $0.name }.joined(separator: ", ")
    return "tablesh is the one global of scripts, plugins and typed Lua\n"
      + list(
        functions.map { ("tablesh." + $0.name, firstClause($0.help)) }
          + fields.map { ("tablesh." + $0.name, firstClause($0.help)) })
      + "\n"
      + TextLines.wrapped(
        """
        help tablesh.rule explains one function, help will_save one event, help row what scripts are \
        given. help reference has all of it on one page. Types: \(types)
        """, width: 78)
  }

  /// The beginning of a text, up to its first stop, colon or semicolon.
  private static func firstClause(_ text: String) -> String {
    var clause = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      clause += (clause.isEmpty ? "" : " ") + word
      if word.count > 1, let last = word.last, ".:;".contains(last) {
        return String(clause.dropLast())
      }
    }
    return clause
  }

  private static func help(of function: FunctionReference) -> String {
    var text = entry(function)
    for parameter in function.parameters {
      guard let part = self.class(parameter.type), part.name.hasSuffix("Declaration") else {
        text += "\n\(parameter.name): \(parameter.help)\n"
        continue
      }
      text += "\n" + list(part.fields.map { ($0.name, $0.help + ($0.isOptional ? "" : " *")) })
      text += "  * must be given\n"
      for inner in classes where isPart(inner, of: part) {
        text += "\n" + TextLines.wrapped(inner.name.lowercased() + ": " + inner.help, width: 78)
        text += list(inner.fields.map { ($0.name, $0.help) })
      }
    }
    return text + example(function.example)
  }

  /// True if a table of a kind is written inside a declaration.
  private static func isPart(_ inner: ClassReference, of part: ClassReference) -> Bool {
    inner.variable == nil && inner.index == nil && !inner.fields.isEmpty
      && part.fields.contains { $0.type.contains("." + inner.name) }
  }

  private static func help(ofType type: String) -> String {
    guard let part = self.class(type) else {
      let alias = typeAliases.first { "tablesh." + $0.name == type }
      return TextLines.wrapped("\(type): \(alias?.help ?? "")", width: 78)
    }
    var text = TextLines.wrapped("\(type): \(part.help)", width: 78)
    if !part.fields.isEmpty { text += list(part.fields.map { ($0.name, $0.help) }) }
    for method in part.methods { text += entry(method) }
    if let parent = part.parent { text += "the rest: help tablesh.\(parent)\n" }
    return text
  }

  private static func help(of event: LuaEvent.Name) -> String {
    let answer =
      event.isWill
      ? "return nil, \"not now\"" : "print(event.event)"
    return "\(event.name): \(event.help)\n"
      + TextLines.wrapped(OnFunction.reference.help, width: 72, indent: "    ")
      + "\nevent: \(Self.event.help)\n"
      + list(Self.event.fields.map { ($0.name, $0.help) })
      + example("tablesh.on(\"\(event.name)\", function(event) \(answer) end)")
  }

  private static func example(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    return "\nexample\n" + text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }

  /// The reference for a terminal: each function and method with what it does.
  public static var help: String {
    var text = ""
    for function in functions { text += entry(function) }
    text += list(fields.map { ("tablesh." + $0.name, $0.help) })
    for part in classes where part.variable != nil {
      text += "\n" + TextLines.wrapped("\(part.variable ?? ""): \(part.help)", width: 78)
      for method in part.methods { text += entry(method) }
      if !part.fields.isEmpty { text += list(part.fields.map { ($0.name, $0.help) }) }
    }
    for part in [row, event, error, reply, context] {
      text += "\n" + TextLines.wrapped("\(part.name.lowercased()): \(part.help)", width: 78)
      if !part.fields.isEmpty { text += list(part.fields.map { ($0.name, $0.help) }) }
    }
    text += "\nbesides tablesh\n"
    for function in library { text += entry(function) }
    text += "\nevents for tablesh.on\n"
    return text + list(LuaEvent.Name.allCases.map { ($0.name, $0.help) })
  }

  static func entry(_ function: FunctionReference) -> String {
    function.usage + "\n" + TextLines.wrapped(function.help, width: 72, indent: "    ")
  }

  static func list(_ items: [(name: String, help: String)]) -> String {
    let width = items.map(\.name.count).max() ?? 0
    return items.map { name, help in
      let lines = TextLines.wrapped(
        help, width: 74 - width, indent: String(repeating: " ", count: width + 6))
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
