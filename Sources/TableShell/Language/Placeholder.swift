import CommandLanguage
import TableInteraction
import TableKit
import Wording

/// A kind of placeholder, such as SECTION: how it reads its words, completes them and is named in
/// errors. `known` lists all kinds; `Slot` adds the type of the value.
package struct Placeholder: ArgumentKind {
  package typealias Read = @Sendable (ArgumentInput) throws(SyntaxError) -> ArgumentReach
  typealias Complete = @Sendable (LineCompleter, Word, TypedArguments) -> Completion

  package let name: String
  package let what: String
  package let isTarget: Bool
  package let isAssignment: Bool
  package let isColumns: Bool
  package let read: Read
  /// Completes the word at the cursor.
  let complete: Complete

  /// - Parameter read: takes one word of any text unless given.
  init(
    _ name: String, _ what: String, isTarget: Bool = false, isAssignment: Bool = false,
    isColumns: Bool = false, read: @escaping Read = { _ in ArgumentReach(count: 1) },
    complete: @escaping Complete = { _, _, _ in .none }
  ) {
    self.name = name
    self.what = what
    self.isTarget = isTarget
    self.isAssignment = isAssignment
    self.isColumns = isColumns
    self.read = read
    self.complete = complete
  }

  /// All that follows, Lua text and all.
  static let restOfLine: Read = { rest in
    ArgumentReach(count: rest.words.count, takesLua: rest.lua != nil)
  }

  /// Returns a completion with fixed words.
  static func words(_ words: [String]) -> Complete {
    { line, word, _ in line.choices(for: word, among: words.map { .init($0) }) }
  }

  /// Returns a placeholder of one word, completed with fixed words; the command checks it.
  static func words(_ name: String, _ what: String, _ words: [String]) -> Placeholder {
    Placeholder(name, what, complete: Self.words(words))
  }
}

/// A kind of placeholder with the type of its values: `try invocation[.section]`.
package struct Slot<Value>: Sendable {
  /// The placeholder that reads its words.
  let kind: Placeholder
  /// Returns the value of a capture.
  let value: @Sendable (Invocation, FormCapture) throws(CommandError) -> Value
}

extension Slot {
  /// One word that is read as a value.
  init(
    _ name: String, _ what: String, isAssignment: Bool = false,
    reading value: @escaping @Sendable (Word) throws(SyntaxError) -> Value,
    complete: @escaping Placeholder.Complete = { _, _, _ in .none }
  ) {
    kind = Placeholder(
      name, what, isAssignment: isAssignment,
      read: { rest throws(SyntaxError) in
        guard let word = rest.words.first else { return .init(count: 0) }
        _ = try value(word)
        return .init(count: 1)
      },
      complete: complete)
    self.value = { invocation, capture throws(CommandError) in
      try invocation.reading(value(capture.word))
    }
  }
}

extension Placeholder {
  /// The placeholders by their names in a synopsis; a command's `kinds` override them.
  static let known: [String: Placeholder] = [
    "TARGET": Slot.target.kind, "PATH": Slot.path.kind, "SECTION": Slot.section.kind,
    "SECTION:end": Slot.place.kind, "PLACE": Slot.place.kind,
    "COL": Slot.column.kind, "COL,…": Slot.names.kind, "COLS": Slot.columnList.kind,
    "COLUMNS": Slot.columns.kind,
    "ON": Slot.columnPairs.kind,
    "COL=VALUE": Slot.assignment.kind,
    "KEY": .key, "FILE": .file,
    "INDEX": Slot.index.kind, "N": Slot.number.kind, "ROWS": Slot.rows.kind,
    "COUNT": Slot.count.kind, "SECONDS": Slot.seconds.kind, "POINTS": Slot.points.kind,
    "EXPR": Slot.lua.kind, "LUA": Slot.lua.kind,
    "POSITION": .position, "FORMAT": .format,
    "NAME": .named("a name"), "TEXT": .named("a text"), "OLD": .named("the old text"),
    "NEW": .named("the new text"), "VALUE": .named("a value"), "C": .named("a character"),
    "SUFFIX": .named("a suffix"), "BUTTON": .named("a button"),
  ]

  /// Returns a placeholder of one word.
  static func named(_ what: String) -> Placeholder { Placeholder("word", what) }

  /// Returns a placeholder of one word, completed with names that the shell lists.
  package static func named(
    _ what: String, complete: @escaping @Sendable (Shell) -> [Completion.Candidate]
  ) -> Placeholder {
    Placeholder(
      "word", what,
      complete: { line, word, _ in line.choices(for: word, among: complete(line.shell)) })
  }

  /// The identifier of a row, with `@` or without.
  static let key = Placeholder(
    "KEY", "a key",
    complete: { line, word, _ in line.keys(word, isBare: !word.starts(with: "@")) })

  /// A text of the column that stands before it.
  static let oldText = Placeholder(
    "word", "the old text",
    complete: { line, word, typed in line.values(word, ofColumn: typed.words.last?.text ?? "") })

  /// The path of a file.
  package static let file = Placeholder(
    "FILE", "a file", complete: { line, word, _ in line.files(word) })

  /// A scroll position: top, middle, bottom or none.
  static let position = Placeholder.words(
    "word", "a position", Viewport.Position.allCases.map(\.rawValue))

  /// The name of an export format.
  static let format = named("a format") { _ in
    ExportFormat.names.filter { (try? ExportFormat(named: $0)) != nil }.map { .init($0) }
  }

  /// The rest of the line.
  static let rest = Placeholder("word", "a text", read: restOfLine)

  /// A query in SQL, which the command reads itself.
  package static let sql = Placeholder("word", "a query in quotes", read: restOfLine)

  /// Rows, in the grammar of targets.
  fileprivate static func rows(_ name: String, _ what: String) -> Placeholder {
    Placeholder(
      name, what, isTarget: true,
      read: { rest throws(SyntaxError) in
        try TargetParser.reach(of: rest.words, lua: rest.lua, at: rest.end)
      },
      complete: { line, word, typed in line.target(word, behind: typed.own) })
  }

  /// A section, whose end is meant.
  static let sectionAsPlace = Placeholder(
    "PLACE", "a section", read: Slot.section.kind.read, complete: Slot.section.kind.complete)
}

extension Slot where Value == Target {
  package static var target: Slot {
    Slot(kind: .rows("TARGET", TargetParser.what)) { invocation, capture throws(CommandError) in
      try invocation.target(capture.words, lua: capture.lua)
    }
  }
}

extension Slot where Value == RowID {
  /// A target that must name exactly one row.
  static var path: Slot {
    Slot(kind: .rows("PATH", "a row")) { invocation, capture throws(CommandError) in
      let rows = try invocation.rows(try invocation.target(capture.words, lua: capture.lua))
      guard rows.count == 1, let row = rows.first else {
        throw invocation.refusal("'\(invocation.command.name)' touches one row, not \(rows.count)")
      }
      return row
    }
  }
}

extension Slot where Value == Destination {
  /// A destination of rows: an index path after the command, or the end of a section.
  static var place: Slot {
    let path = Slot(
      "PLACE", "a path", reading: { (word) throws(SyntaxError) in try Destination(word) },
      complete: { line, word, _ in line.path(word) })
    return Slot(kind: path.kind) { invocation, capture throws(CommandError) in
      try invocation.reading(Destination(capture.word, allowsSection: true))
    }
  }
}

extension Slot where Value == Int {
  /// A section, by its name or index.
  static var section: Slot {
    let reference = Slot<SectionReference>(
      "SECTION", "a section",
      reading: { (word) throws(SyntaxError) in try SectionReference(word) },
      complete: { line, word, _ in line.choices(for: word, among: line.sections()) })
    return Slot(kind: reference.kind) { invocation, capture throws(CommandError) in
      try invocation.section(capture.word)
    }
  }

  /// A number from 0.
  package static var index: Slot { whole("INDEX", "an index", hint: "; indexes count from 0") }
  package static var number: Slot { whole("N", "a number") }
  static var rows: Slot { whole("ROWS", "a number of rows") }
  static var count: Slot { whole("COUNT", "a number of commands") }

  private static func whole(_ name: String, _ what: String, hint: String = "") -> Slot {
    Slot(
      name, what,
      reading: { (word) throws(SyntaxError) in
        let number = Int(word.text)
        guard let number, number >= 0 else {
          throw word.isNo(what, number != nil && hint.isEmpty ? "; the least is 0" : hint)
        }
        return number
      })
  }
}

extension Slot where Value == Double {
  static var seconds: Slot { real("SECONDS", "a number of seconds", 0...1e9) }
  static var points: Slot { real("POINTS", "a number of points", -1e12...1e12) }

  private static func real(_ name: String, _ what: String, _ range: ClosedRange<Double>) -> Slot {
    Slot(
      name, what,
      reading: { (word) throws(SyntaxError) in
        let number = DecimalNumber.double(word.text)
        guard let number, range.contains(number) else {
          let bounds = "\(Points.text(range.lowerBound)) to \(Points.text(range.upperBound))"
          throw word.isNo(what, number == nil ? "" : "; the range is \(bounds)")
        }
        return number
      })
  }
}

extension Word {
  /// Why it cannot stand for `a number of rows`.
  fileprivate func isNo(_ what: String, _ hint: String = "") -> SyntaxError {
    let bare = what.split(separator: " ", maxSplits: 1).last ?? ""
    return misuse("'\(text)' is no \(bare)\(hint)")
  }
}

extension Slot where Value == Assignment {
  /// A column and its new text.
  package static var assignment: Slot {
    Slot(
      "COL=VALUE", "COL=VALUE", isAssignment: true,
      reading: { (word) throws(SyntaxError) in try Assignment(word) },
      complete: { line, word, _ in
        let parts = word.split(at: "=", maxSplits: 1)
        return parts.count == 2
          ? line.values(parts[1], of: word)
          : line.choices(for: word, among: line.columns(suffix: "="))
      })
  }
}

extension Slot where Value == String {
  /// The path of a file.
  package static var file: Slot { Slot(kind: .file) { _, capture in capture.word.path } }

  /// Lua text.
  static var lua: Slot {
    Slot(
      kind: Placeholder(
        "LUA", "a Lua expression",
        read: { rest throws(SyntaxError) in
          guard rest.words.isEmpty, let lua = rest.lua else {
            throw SyntaxError(.usage("a Lua expression is missing"), at: rest.place)
          }
          if lua.kind == .assertion || lua.kind == .every, lua.text.isEmpty {
            throw SyntaxError(.usage("an expression is missing"), at: rest.place)
          }
          return .init(count: 0, takesLua: true)
        })
    ) { _, capture in capture.lua?.text ?? "" }
  }
}

extension Slot where Value == Word {
  /// A word that the command reads itself.
  package static var word: Slot { Slot(kind: .named("a word")) { _, capture in capture.word } }
  /// The identifier of a row.
  static var key: Slot { Slot(kind: .key) { _, capture in capture.word } }
}

extension Slot where Value == [ColumnPair] {
  /// Pairs of columns, separated by commas.
  static var columnPairs: Slot {
    Slot(
      kind: Placeholder(
        "ON", "COL or COL=COL",
        read: { rest throws(SyntaxError) in
          let list = try NameList(rest.words)
          for name in list.names { _ = try ColumnPair(name) }
          return .init(count: list.wordCount)
        },
        complete: { line, word, typed in
          line.columnPair(word.behindLast(",") ?? word, with: typed.words.first?.text ?? "")
        })
    ) { invocation, capture throws(CommandError) in
      try invocation.reading(ColumnPair.list(capture.words))
    }
  }
}
