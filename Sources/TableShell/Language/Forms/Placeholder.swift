import TableInteraction
import TableKit

/// A kind of placeholder, such as SECTION: how it reads its words, completes them and is named in
/// errors. `known` lists all kinds; `Slot` adds the type of the value.
struct Placeholder: Sendable {
  /// The input from a placeholder on.
  struct Rest {
    let words: ArraySlice<Word>
    /// The Lua text after the words, unless it was already taken.
    let lua: LuaText?
    /// The position after the last word.
    let end: TextPosition
    /// The current table, if any.
    let table: Table?
  }

  /// The extent of a placeholder.
  struct Reach {
    /// The number of words.
    var count: Int
    /// Whether it takes the Lua text, too.
    var takesLua = false
  }

  /// The arguments before the cursor.
  struct Typed {
    /// The arguments before the word at the cursor.
    let words: [Word]
    /// Those of them that belong to the placeholder.
    let own: ArraySlice<Word>
  }

  typealias Read = @Sendable (Rest) throws(FormProblem) -> Reach
  typealias Complete = @Sendable (Shell, TypedWord, Typed) -> ShellCompletion

  /// The name by which `Slot` finds its captures.
  let name: String
  /// Its name in errors and completion, with an article: `a section`.
  let what: String
  /// Whether it takes a target.
  var isTarget = false
  /// Whether it takes an assignment.
  var isAssignment = false
  let read: Read
  let complete: Complete

  init(
    _ name: String, _ what: String, isTarget: Bool = false, isAssignment: Bool = false,
    read: @escaping Read, complete: @escaping Complete = { _, _, _ in .none }
  ) {
    self.name = name
    self.what = what
    self.isTarget = isTarget
    self.isAssignment = isAssignment
    self.read = read
    self.complete = complete
  }

  /// Creates a placeholder of one word.
  init(_ name: String, _ what: String, complete: @escaping Complete = { _, _, _ in .none }) {
    self.init(name, what, read: { _ in Reach(count: 1) }, complete: complete)
  }

  /// Returns a reader of one word that must pass a check.
  static func word(_ check: @escaping @Sendable (Word) throws(SyntaxError) -> Void) -> Read {
    { rest throws(FormProblem) in
      guard let word = rest.words.first else { return Reach(count: 0) }
      do throws(SyntaxError) { try check(word) } catch { throw .syntax(error) }
      return Reach(count: 1)
    }
  }

  /// A reader of all remaining words and the Lua text.
  static let restOfLine: Read = { rest in
    Reach(count: rest.words.count, takesLua: rest.lua != nil)
  }

  /// Returns a completion with fixed words.
  static func words(_ words: [String]) -> Complete {
    { shell, word, _ in shell.fitting(word, words.map { .init($0) }) }
  }

  /// Returns a placeholder of one word, completed with fixed words; the command checks it.
  static func words(_ name: String, _ what: String, _ words: [String]) -> Placeholder {
    Placeholder(name, what, complete: Self.words(words))
  }
}

/// An error in the words of a placeholder.
enum FormProblem: Error {
  case syntax(SyntaxError)
  case usage(String)
  /// The words end too early.
  case unfinished(String)

  /// Returns the index of the first word at fault; nil: unknown.
  func index(in words: ArraySlice<Word>) -> Int? {
    guard case .syntax(let error) = self else { return nil }
    return words.lastIndex { $0.place.offset <= error.place.offset }
  }

  /// Whether more words could make it valid.
  var isUnfinished: Bool {
    if case .unfinished = self { return true }
    guard case .syntax(let error) = self else { return false }
    switch error.problem {
    case .missingTarget, .missing, .missingColumn: return true
    default: return false
    }
  }
}

/// A placeholder with the type of its values: `try invocation[.section]` is the section's index.
struct Slot<Value>: Sendable {
  /// The placeholder that reads its words.
  let kind: Placeholder
  /// Returns the value of a capture.
  let value: @Sendable (Invocation, FormCapture) throws(CommandError) -> Value
}

extension Placeholder {
  /// The placeholders by their names in a synopsis; a command's `kinds` override them.
  static let known: [String: Placeholder] = [
    "TARGET": Slot.target.kind, "PATH": Slot.path.kind, "SECTION": Slot.section.kind,
    "SECTION:end": Slot.place.kind, "PLACE": Slot.place.kind,
    "COL": Slot.column.kind, "COL,…": Slot.names.kind, "COL=VALUE": Slot.assignment.kind,
    "KEY": .key, "FILE": Slot.file.kind,
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
  static func named(
    _ what: String, complete: @escaping @Sendable (Shell) -> [ShellCompletion.Candidate]
  ) -> Placeholder {
    Placeholder("word", what) { shell, word, _ in shell.fitting(word, complete(shell)) }
  }

  /// The identifier of a row, with `@` or without.
  static let key = Placeholder("KEY", "a key") { shell, word, _ in
    shell.keyCandidates(word, isBare: !word.starts(with: "@"))
  }

  /// A scroll position: top, middle, bottom or none.
  static let position = Placeholder.words(
    "word", "a position", Viewport.Position.allCases.map(\.rawValue))

  /// The name of an export format.
  static let format = named("a format") { _ in ExportFormat.names.map { .init($0) } }

  /// The rest of the line.
  static let rest = Placeholder("word", "a text", read: restOfLine)
}

extension Slot where Value == Target {
  /// A target, which may name any number of rows.
  static var target: Slot {
    Slot(kind: .rows("TARGET", "a target")) { invocation, capture throws(CommandError) in
      try invocation.target(capture.words, lua: capture.lua)
    }
  }
}

extension Placeholder {
  fileprivate static func rows(_ name: String, _ what: String) -> Placeholder {
    Placeholder(
      name, what, isTarget: true,
      read: { rest throws(FormProblem) in
        do throws(SyntaxError) {
          return try TargetParser.reach(of: rest.words, lua: rest.lua, at: rest.end)
        } catch {
          throw .syntax(error)
        }
      },
      complete: { shell, word, typed in shell.targetCandidates(word, behind: typed.own) })
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
    Slot(
      kind: Placeholder(
        "PLACE", "a path",
        read: Placeholder.word { word throws(SyntaxError) in _ = try Destination(word) },
        complete: { shell, word, _ in shell.pathCandidates(word) })
    ) { invocation, capture throws(CommandError) in
      try invocation.reading { () throws(SyntaxError) in
        try Destination(capture.word, allowsSection: true)
      }
    }
  }
}

extension Placeholder {
  /// A section as a destination: its end.
  static let sectionAsPlace = Placeholder(
    "PLACE", "a section", read: Slot.section.kind.read, complete: Slot.section.kind.complete)
}

extension Slot where Value == Int {
  /// A section, by its name or index.
  static var section: Slot {
    Slot(
      kind: Placeholder(
        "SECTION", "a section",
        read: Placeholder.word { word throws(SyntaxError) in _ = try SectionReference(word) },
        complete: { shell, word, _ in shell.fitting(word, shell.sectionCandidates()) })
    ) { invocation, capture throws(CommandError) in
      try invocation.section(capture.word)
    }
  }

  /// A number from 0.
  static var index: Slot { whole("INDEX", "an index", hint: "; indexes count from 0") }
  static var number: Slot { whole("N", "a number") }
  static var rows: Slot { whole("ROWS", "a number of rows") }
  static var count: Slot { whole("COUNT", "a number of commands") }

  private static func whole(_ name: String, _ what: String, hint: String = "") -> Slot {
    Slot(
      kind: Placeholder(
        name, what,
        read: { rest throws(FormProblem) in
          guard let word = rest.words.first else { return Placeholder.Reach(count: 0) }
          guard let number = Int(word.text), number >= 0 else {
            throw .usage("'\(word.text)' is no \(Placeholder.bare(what))\(hint)")
          }
          return Placeholder.Reach(count: 1)
        })
    ) { _, capture in Int(capture.word.text) ?? 0 }
  }
}

extension Slot where Value == Double {
  static var seconds: Slot { real("SECONDS", "a number of seconds", 0...1e9) }
  static var points: Slot { real("POINTS", "a number of points", -1e12...1e12) }

  private static func real(_ name: String, _ what: String, _ range: ClosedRange<Double>) -> Slot {
    Slot(
      kind: Placeholder(
        name, what,
        read: { rest throws(FormProblem) in
          guard let word = rest.words.first else { return Placeholder.Reach(count: 0) }
          guard let number = Double(word.text), range.contains(number) else {
            throw .usage("'\(word.text)' is no \(Placeholder.bare(what))")
          }
          return Placeholder.Reach(count: 1)
        })
    ) { _, capture in Double(capture.word.text) ?? 0 }
  }
}

extension Placeholder {
  /// Returns a name without its article: `number of rows` for `a number of rows`.
  static func bare(_ what: String) -> String {
    what.split(separator: " ", maxSplits: 1).last.map(String.init) ?? what
  }
}

extension Slot where Value == Column {
  /// A column, by its name.
  static var column: Slot {
    Slot(
      kind: Placeholder("COL", "a column") { shell, word, _ in
        shell.fitting(word.behindLast(",") ?? word, shell.columnCandidates())
      }
    ) { invocation, capture throws(CommandError) in try invocation.column(capture.word) }
  }
}

extension Slot where Value == [Word] {
  /// Column names separated by commas.
  static var names: Slot {
    Slot(
      kind: Placeholder(
        "COL,…", "a column",
        read: { rest throws(FormProblem) in
          do throws(SyntaxError) {
            return Placeholder.Reach(count: try NameList(rest.words).wordCount)
          } catch { throw .syntax(error) }
        })
    ) { invocation, capture throws(CommandError) in
      try invocation.reading { () throws(SyntaxError) in try NameList(capture.words).names }
    }
  }
}

extension Slot where Value == Assignment {
  /// A column and its new text.
  static var assignment: Slot {
    Slot(
      kind: Placeholder(
        "COL=VALUE", "COL=VALUE", isAssignment: true,
        read: Placeholder.word { word throws(SyntaxError) in _ = try Assignment(word) },
        complete: { shell, word, _ in
          word.behindLast("=") == nil
            ? shell.fitting(word, shell.columnCandidates(suffix: "=")) : .none
        })
    ) { invocation, capture throws(CommandError) in
      try invocation.reading { () throws(SyntaxError) in try Assignment(capture.word) }
    }
  }
}

extension Slot where Value == String {
  /// The path of a file.
  static var file: Slot {
    Slot(
      kind: Placeholder("FILE", "a file") { shell, word, _ in shell.fileCandidates(word) }
    ) { _, capture in capture.word.path }
  }

  /// Lua text.
  static var lua: Slot {
    Slot(
      kind: Placeholder(
        "LUA", "a Lua expression",
        read: { rest throws(FormProblem) in
          guard rest.words.isEmpty, let lua = rest.lua else {
            throw .usage("a Lua expression is missing")
          }
          if lua.kind == .assertion, lua.text.isEmpty { throw .usage("an expression is missing") }
          return Placeholder.Reach(count: 0, takesLua: true)
        })
    ) { _, capture in capture.lua?.text ?? "" }
  }
}

extension Slot where Value == Word {
  /// A word that the command reads itself.
  static var word: Slot { Slot(kind: .named("a word")) { _, capture in capture.word } }
  /// The identifier of a row.
  static var key: Slot { Slot(kind: .key) { _, capture in capture.word } }
}

extension FormCapture {
  /// Its first word.
  var word: Word {
    words.first ?? Word(parts: [], place: lua?.place ?? TextPosition(offset: 0, line: 1, column: 1))
  }
}
