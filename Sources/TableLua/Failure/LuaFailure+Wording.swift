import Lua
import Wording

extension LuaFailure {
  /// - Parameter expression: where the name stands.
  static func noSuchName(
    _ name: String, among names: [String], in expression: String
  ) -> LuaFailure {
    var hint = columnHint(for: name, in: names)
    if let comparison = comparison(with: name, in: expression) {
      let quoted = "text stands in quotes: \(comparison)\"\(name)\""
      let isNear = !Nearest.nearest(to: name, in: names).isEmpty
      hint = isNear ? hint.map { "\($0) \(quoted)" } : quoted
    }
    return LuaFailure(
      code: "no-such-column", message: "no column or global '\(shown: name)'", hint: hint)
  }

  /// What stands before a name that something is compared with, as `city == ` in `city == Rome`; nil
  /// if it is no such name.
  private static func comparison(with name: String, in expression: String) -> String? {
    let lexer = LuaLexer(expression)
    let texts = lexer.tokens.map(lexer.text(of:))
    guard
      let index = lexer.tokens.indices.dropFirst(2).first(where: {
        lexer.tokens[$0].kind == .name && texts[$0] == name && ["==", "~="].contains(texts[$0 - 1])
      })
    else { return nil }
    let left = lexer.tokens[index - 2].kind == .name ? texts[index - 2] + " " : ""
    return "\(left)\(texts[index - 1]) "
  }

  static func noSuchColumn(_ name: String, among names: [String]) -> LuaFailure {
    LuaFailure(
      code: "no-such-column", message: "no column '\(shown: name)'",
      hint: columnHint(for: name, in: names))
  }

  /// The error for a member that no cell of a column has.
  ///
  /// - Parameter owner: the column, and the members in front of it.
  static func noSuchMember(_ name: String, of owner: String, among names: [String]) -> LuaFailure {
    let near = Nearest.nearest(to: name, in: names).first
    let shown = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    return LuaFailure(
      code: "no-such-member", message: "no row has '\(shown: name)' in '\(shown: owner)'",
      hint: near.map { "did you mean '\(shown: $0)'?" }
        ?? (names.isEmpty ? nil : "it has: \(shown)"))
  }

  private static func columnHint(for name: String, in names: [String]) -> String? {
    if let near = Nearest.nearest(to: name, in: names).first {
      let typed = ShellWord.quoted(near)
      return "did you mean \(typed == near ? "'\(near)'" : typed)?"
    }
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(8).map(ShellWord.quoted).joined(separator: ", ")
    return "columns  # \(shown)\(names.count > 8 ? ", …" : "")"
  }

  /// The code of the error for a global without a value.
  static let unknownGlobal = "no-such-global"

  /// - Parameter names: the names that may have been meant; nil: none are known.
  static func noSuchGlobal(_ name: String, among names: [String]? = nil) -> LuaFailure {
    let hint =
      names.map { Nearest.hint(for: name, in: $0) }
      ?? "columns are variables in where, := and assert every"
    return LuaFailure(code: unknownGlobal, message: "no global '\(shown: name)'", hint: hint)
  }

  /// The failure for something that no plugin declares, such as a rule.
  static func missing(_ what: String, _ name: String, among names: [String]) -> LuaFailure {
    let known = names.isEmpty ? "no plugin declares a \(what)" : names.joined(separator: ", ")
    return LuaFailure(
      code: "no-such-\(what)", message: "no \(what) '\(shown: name)'",
      hint: Nearest.hint(for: name, in: names)
        ?? (names.isEmpty ? known : "\(what)s: \(known)"))
  }

  static func noSuchSection(_ name: String, among names: [String]) -> LuaFailure {
    LuaFailure(
      code: "no-such-section", message: "no section '\(shown: name)'",
      hint: Nearest.hint(for: name, in: names))
  }

  static func noSuchRow(_ what: String) -> LuaFailure {
    LuaFailure(code: "no-such-row", message: "no row \(what)")
  }

  static func notATarget(_ text: String) -> LuaFailure {
    LuaFailure(
      code: "bad-target", message: "'\(shown: text)' names no row",
      hint: "write \"0:2\", \"@KEY\", \"where EXPR\", or give a row")
  }

  static var noTable: LuaFailure {
    LuaFailure(code: "no-table", message: "no table is open", hint: "open FILE")
  }

  static func busy(_ function: String, in what: String) -> LuaFailure {
    LuaFailure(code: "not-now", message: "'\(function)' cannot be called \(what)")
  }

  static let deselectsElsewhere = LuaFailure(
    code: "not-now", message: "'selection:deselect' can be called in will_select only",
    hint: "tablesh.run(\"deselect …\"), where commands can be run")

  static func cannotExit(in what: String?) -> LuaFailure {
    LuaFailure(
      code: "not-now",
      message: "'os.exit' ends a script that tablesh run has started"
        + (what.map { ", and cannot be called \($0)" } ?? ", and nothing else"),
      hint: what == nil
        ? "quit ends the session, in Lua tablesh.run(\"quit\")" : "error(\"why\") fails here")
  }

  static func tooManyRows(_ count: Int, most: Int) -> LuaFailure {
    LuaFailure(
      code: "too-many-rows",
      message: "\(Counts.of(count, "row")) and no end: a loader may emit \(memory(most))",
      hint: "or four times what it has read of its source, if that is more")
  }

  static func tooManyBytes(
    of what: String, most: Int, hint: String = "save PATH writes to a file, piece by piece"
  ) -> LuaFailure {
    LuaFailure(
      code: "too-many-bytes",
      message: "\(what) writes and does not end: it may write \(memory(most)) here", hint: hint)
  }

  private static func memory(_ bytes: Int) -> String {
    for (unit, shift) in [("GiB", 30), ("MiB", 20)] where bytes % (1 << shift) == 0 {
      return "\(bytes >> shift) \(unit)"
    }
    return bytes > 1 << 20 ? "\(bytes >> 20) MiB" : Counts.of(bytes, "byte")
  }

  static func cannotSave(_ loader: String) -> LuaFailure {
    LuaFailure(
      code: "cannot-save", message: "loader '\(loader)' cannot save: it declares no save=",
      hint: "save --as FILE.csv, or export FILE.csv")
  }

  static func cannotRead(_ path: String, _ reason: String) -> LuaFailure {
    LuaFailure(code: "cannot-read", message: "cannot read '\(path)': \(reason)")
  }

  static func denied(_ request: AccessRequest, _ permissions: Permissions) -> LuaFailure {
    LuaFailure(
      code: permissionDenied, message: "\(request.what) needs \(request.flag)\(request.reason)",
      hint: request.advice(permissions) ?? "start tablesh with \(request.flag)")
  }

  /// Returns the error for plugins that are not healthy.
  public static func pluginsFailed(_ names: [String]) -> LuaFailure {
    LuaFailure(
      code: "plugin-failed",
      message: names.count == 1
        ? "plugin '\(names[0])' is not well"
        : "\(names.count) plugins are not well: "
          + names.joined(separator: ", "))
  }

  static func badValue(_ column: String, _ fault: String) -> LuaFailure {
    LuaFailure(code: "bad-value", message: "column '\(shown: column)': \(fault)")
  }

  static func badValue(of row: String, _ fault: String) -> LuaFailure {
    LuaFailure(code: "bad-value", message: "\(row): \(fault)")
  }

  static func ruleErrors(_ errors: RuleErrors) -> LuaFailure {
    LuaFailure(
      code: "rule-errors", message: errors.message,
      hint: errors.hint ?? skippingHint, traceback: errors.traceback)
  }

  private static let skippingHint = "go on without these rows: --skip-errors"

  /// Whether it is one of rows that only `--skip-errors` leaves out.
  package var skipsRows: Bool { hint == Self.skippingHint }

  static func permissionHint(_ message: String) -> String? {
    guard let at = message.firstRange(of: "--allow-") else { return nil }
    return "start tablesh with \(message[at.lowerBound...])"
  }

  /// Returns the hint for a limit.
  static func limitHint(_ kind: LuaError.Kind) -> String? {
    switch kind {
    case .timedOut: "set timeout 300 allows 300 seconds; help limits lists all limits"
    case .memory: "keep fewer values at once"
    case .runtime, .syntax, .interrupted, .exited: nil
    }
  }

  /// Returns a hint for operators of other languages.
  static func syntaxHint(_ message: String) -> String? {
    if message.hasPrefix("too many local variables") { return "write row[\"column\"]" }
    guard let near = message.split(separator: " near ").last, message.contains(" near ") else {
      return nil
    }
    switch near {
    case "'='": return "'==' compares"
    case "'!'": return "'~=' is not equal, 'not' negates"
    case "'&'", "'&&'": return "write 'and'"
    case "'|'", "'||'": return "write 'or'"
    case "'AND'", "'OR'", "'NOT'": return "write '\(near.dropFirst().dropLast().lowercased())'"
    case "'like'", "'LIKE'": return "name:match(\"^S\") is true where name begins with S"
    case "'is'", "'IS'": return "null is nil: name == nil, name ~= nil"
    case "'between'", "'BETWEEN'": return "pay >= 1 and pay <= 9"
    case "'in'", "'IN'": return "name == \"A\" or name == \"B\"; before where: in SECTION where …"
    case "'#'": return "a comment begins with -- in Lua: -- why"
    case "'>'": return "'~=' is not equal, '>=' is at least"
    default: return nil
    }
  }
}
