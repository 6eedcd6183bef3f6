import TableKit
import TableShell
import TablePrinters
import TableRules
import TableSources
import Wording

/// Reads lessons; anything that is none is an error with its place, and nothing is ignored.
struct LessonReader {
  private let folder: LessonFolder
  private let file: String
  private var shown: String { "\(folder.path)/\(file)" }

  /// Reads a lesson.
  ///
  /// - Parameter file: its name in the folder.
  /// - Throws: `source` for what is no YAML; `outside` with the code `bad-lesson` and the place.
  static func read(_ file: String, in folder: LessonFolder) throws(CommandError) -> Lesson {
    let reader = LessonReader(folder: folder, file: file)
    let bytes = try folder.read(file)
    let root = try sourcing(YAMLDocument.read(bytes: bytes, name: reader.shown))
    return try reader.lesson(root, bytes)
  }

  /// The words of the command, which no lesson may be named.
  static let reservedNames = [
    "hint", "solution", "again", "skip", "stop", "next", "task", "show", "report", "reset", "check",
    "new",
  ]

  private func lesson(_ root: JSONValue, _ bytes: [UInt8]) throws(CommandError) -> Lesson {
    let known = ["format", "id", "title", "table", "key", "section-by", "setup", "steps"]
    try check(root, "a lesson", known: known)
    let format = try member("format", of: root)
    guard case .number("1") = format.content else {
      throw problem(format, "'format' must be 1, not \(format)", hint: "format: 1")
    }
    let id = try text(try member("id", of: root), "id")
    guard !id.isEmpty, id.utf8.allSatisfy(Self.isOfName), !id.hasPrefix("-") else {
      throw problem(
        try member("id", of: root), "'\(id)' is no id",
        hint: "an id has small letters, digits and hyphens: moves-1")
    }
    guard !Self.reservedNames.contains(id) else {
      throw problem(
        try member("id", of: root), "'\(id)' is a word of the command lesson",
        hint: "take another id, such as \(id)-1")
    }
    let steps = try list(try member("steps", of: root), "steps")
    guard !steps.isEmpty else { throw problem(root, "a lesson has steps") }
    let table = try member("table", of: root)
    let name = try text(table, "table")
    let isText = TableFormats.readable.contains {
      !$0.isContainer && $0.extensions.contains(name.pathExtension)
    }
    guard isText else {
      throw problem(
        table, "'\(name)' is no table for a lesson",
        hint: "the name of a table in a text format that lies beside the lesson")
    }
    let rows: [UInt8]
    do throws(CommandError) { rows = try folder.read(name) } catch {
      throw problem(table, error.message, hint: error.hint)
    }
    var hash = FNVHash()
    for byte in bytes + rows { hash.mix(byte) }
    return Lesson(
      id: id, title: try line(try member("title", of: root), "title"), folder: folder, file: file,
      table: name, key: try root["key"].map(texts) ?? [],
      sectionColumn: try root["section-by"].map { (value) throws(CommandError) in
        try text(value, "section-by")
      },
      setup: try root["setup"].map(lines) ?? [], steps: try steps.map(step),
      hash: String(hash.value, radix: 16))
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
  }

  // MARK: Steps

  private func step(_ value: JSONValue) throws(CommandError) -> LessonStep {
    let known = [
      "say", "run", "predict", "asks", "task", "goal", "solution", "rules", "wrong", "hint",
      "after",
    ]
    try check(value, "a step", known: known)
    let work = try work(value)
    let say = try value["say"].map { (value) throws(CommandError) in try prose(value, "say") } ?? ""
    if work == nil {
      guard !say.isEmpty else { throw problem(value, "a step says, predicts or is a task") }
      for name in ["wrong", "hint", "rules", "after"] where value[name] != nil {
        throw problem(value, "'\(name)' is for steps with 'predict' or 'task'")
      }
    }
    return LessonStep(
      place: value.place(in: shown), say: say, run: try value["run"].map(lines) ?? [], work: work,
      rules: try value["rules"].map(rules) ?? [], wrong: try value["wrong"].map(wrongs) ?? [],
      hints: try value["hint"].map { (value) throws(CommandError) in
        try value.array == nil
          ? [prose(value, "hint")]
          : list(value, "hint").map { (value) throws(CommandError) in try prose(value, "hint") }
      } ?? [],
      after: try value["after"].map { (value) throws(CommandError) in
        try prose(value, "after")
      } ?? "")
  }

  private func work(_ value: JSONValue) throws(CommandError) -> LessonStep.Work? {
    if let task = value["task"] {
      for name in ["predict", "asks"] where value[name] != nil {
        throw problem(value, "a step with 'task' has no '\(name)'")
      }
      return .task(
        try prose(task, "task"), try goal(try member("goal", of: value)),
        solution: try lines(try member("solution", of: value)))
    }
    for name in ["goal", "solution"] where value[name] != nil {
      throw problem(value, "'\(name)' is for a step with 'task'")
    }
    guard let predict = value["predict"] else {
      if let asks = value["asks"] { throw problem(asks, "'asks' is for a step with 'predict'") }
      return nil
    }
    var question = LessonQuestion.plan
    if let asks = value["asks"] {
      let name = try text(asks, "asks")
      let names = LessonQuestion.allCases.map(\.rawValue)
      guard let known = LessonQuestion(rawValue: name) else {
        throw problem(
          asks, "'asks' is no '\(name)'",
          hint: Nearest.hint(for: name, in: names) ?? "asks: \(names.joined(separator: ", "))")
      }
      question = known
    }
    return .predict(
      LessonLine(text: try text(predict, "predict"), place: predict.place(in: shown)),
      asks: question)
  }

  private func goal(_ value: JSONValue) throws(CommandError) -> LessonGoal {
    let known = ["plan", "table", "selection", "marks", "editing", "conflicts", "assert"]
    try check(value, "a goal", known: known)
    guard value.members?.isEmpty == false else {
      throw problem(value, "a goal has at least one of \(Counts.list(known, last: "and"))")
    }
    var goal = LessonGoal()
    if let plan = value["plan"] {
      do throws(SourceError) {
        goal.plan = try PlanReader.read(bytes: Array(plan.text.utf8), name: "plan")
      } catch {
        throw problem(plan, "'plan': \(error.message)", hint: error.hint)
      }
    }
    if let table = value["table"] {
      guard let members = table.members else {
        throw problem(
          table, "'table' must be a mapping of sections to keys", hint: "table: {Office: [015]}")
      }
      goal.table = try members.map { (member) throws(CommandError) in
        (member.name, try texts(member.value))
      }
    }
    goal.selection = try value["selection"].map(texts)
    goal.marks = try value["marks"].map(texts)
    if let editing = value["editing"] {
      guard case .bool(let isOn) = editing.content else {
        throw problem(editing, "'editing' must be true or false, not \(editing)")
      }
      goal.editing = isOn
    }
    if let conflicts = value["conflicts"] {
      guard case .number(let text) = conflicts.content, let count = Int(text), count >= 0 else {
        throw problem(conflicts, "'conflicts' must be a number, not \(conflicts)")
      }
      goal.conflicts = count
    }
    goal.assert = try value["assert"].map { (value) throws(CommandError) in
      LessonLine(text: try text(value, "assert"), place: value.place(in: shown))
    }
    return goal
  }

  private func rules(_ value: JSONValue) throws(CommandError) -> [TableRule] {
    try list(value, "rules").map { (value) throws(CommandError) in
      let number = try text(value, "rules")
      guard let rule = TableRule(numbered: number) else {
        throw problem(value, "no rule '\(number)'", hint: "explain D lists the rules of D, A to J")
      }
      return rule
    }
  }

  private func wrongs(_ value: JSONValue) throws(CommandError) -> [LessonStep.Wrong] {
    try list(value, "wrong").map { (value) throws(CommandError) in
      try check(value, "a wrong answer", known: ["answer", "say"])
      let answer = try member("answer", of: value)
      return LessonStep.Wrong(
        answer: LessonLine(text: try text(answer, "answer"), place: answer.place(in: shown)),
        say: try prose(try member("say", of: value), "say"))
    }
  }

  // MARK: Values

  private func member(_ name: String, of value: JSONValue) throws(CommandError) -> JSONValue {
    guard let member = value[name] else { throw problem(value, "'\(name)' is missing") }
    return member
  }

  private func check(_ value: JSONValue, _ what: String, known: [String]) throws(CommandError) {
    guard let members = value.members else {
      throw problem(value, "\(what) must be a mapping, not \(value)")
    }
    for member in members where !known.contains(member.name) {
      throw .outside(
        code: "bad-lesson",
        message: "\(member.place(in: shown)): \(what) has no member '\(member.name)'",
        hint: Nearest.hint(for: member.name, in: known) ?? "members: \(Counts.list(known))")
    }
  }

  private func list(_ value: JSONValue, _ name: String) throws(CommandError) -> [JSONValue] {
    guard let elements = value.array else {
      throw problem(value, "'\(name)' must be a list, not \(value)")
    }
    return elements
  }

  /// A text as it is written: a number is one, too, as `007` is a key.
  private func text(_ value: JSONValue, _ name: String) throws(CommandError) -> String {
    switch value.content {
    case .string(let text), .number(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .null, .array, .object:
      throw problem(value, "'\(name)' must be a text, not \(value)")
    }
  }

  /// A text that is printed.
  private func prose(_ value: JSONValue, _ name: String) throws(CommandError) -> String {
    DisplayText.lines(try text(value, name).trimmingBlanks)
  }

  /// A text of one line that is printed.
  private func line(_ value: JSONValue, _ name: String) throws(CommandError) -> String {
    DisplayText(line: try text(value, name)).text
  }

  /// Texts, or paths such as `[0,1]`.
  private func texts(_ value: JSONValue) throws(CommandError) -> [String] {
    try list(value, "a list").map { (value) throws(CommandError) in
      guard let pair = value.array, pair.count == 2 else { return try text(value, "a list") }
      return "\(try text(pair[0], "a path")):\(try text(pair[1], "a path"))"
    }
  }

  /// One command or several.
  private func lines(_ value: JSONValue) throws(CommandError) -> [LessonLine] {
    let values = value.array ?? [value]
    return try values.map { (value) throws(CommandError) in
      LessonLine(text: try text(value, "a command"), place: value.place(in: shown))
    }
  }

  private func problem(_ value: JSONValue, _ text: String, hint: String? = nil) -> CommandError {
    .outside(code: "bad-lesson", message: "\(value.place(in: shown)): \(text)", hint: hint)
  }
}
