import CommandLanguage
import TableKit
import Wording

extension Command {
  /// A command that writes dates in another pattern.
  static var date: Command {
    Command(
      name: "date", group: .editing, summary: "write dates in another pattern",
      details: """
        Patterns are made of:
          YYYY YY          2024 24; 69 to 99 are 1969 to 1999
          MMMM MMM MM M    April Apr 04 4; English names
          DDDD DDD DD D    Monday Mon 01 1
          HH mm ss A       hours, minutes, seconds, AM or PM
          %Y-%m-%d         as in strftime: Y y m d e b B a A H I M S p j; %-d has no zero
        date reads all patterns except the last, and writes the last. It also reads cells without \
        a leading zero.
        A cell that is no date is an error, and so is a cell that is two dates by two patterns. \
        Then nothing is changed. A cell that only the last pattern can read stays as it is.
        """,
      options: [
        "skip-errors": "leave cells that are not dates as they are"
      ],
      examples: [
        "date since YYYY-MM-DD DD.MM.YYYY": "2019-04-01 becomes 01.04.2019",
        "date since YYYY-MM-DD DD.MM.YYYY \"D MMMM YYYY\"": "read two patterns",
      ], readOn: ["dates", "number", "replace"], changes: true, yields: true,
      window: .part,
      forms: [
        Form(
          "date [--skip-errors] COLS FROM … TO [TARGET]",
          kinds: [
            "FROM": .datePattern("a pattern to read"), "TO": .datePattern("the pattern to write"),
          ], does: Invocation.writeDates)
      ])
  }
}

extension Invocation {
  fileprivate func writeDates() throws(CommandError) -> CommandResult {
    let (columns, rows) = (try self[.columnList], try rows(otherwise: .everything))
    var rewriting = try DateRewriting(self)
    var rewriter = CellRewriter(self, "date")
    var doubt = ""
    for column in columns {
      let before = (rewriting, rewriter)
      rewriting.begin(passesWritten: true)
      try rewriter.rewrite(column, of: rows) { rewriting.rewrite($0, $1, &$2) }
      guard rewriting.isUnclear else { continue }
      doubt = rewriting.doubt
      (rewriting, rewriter) = before
      rewriting.begin(passesWritten: false)
      try rewriter.rewrite(column, of: rows) { rewriting.rewrite($0, $1, &$2) }
    }
    let reading = "cannot be read as \(Counts.list(rewriting.names, last: "or"))\(doubt)"
    let error = rewriter.ambiguous.error(
      "can be read as different dates, by two patterns", hint: nil, skipping: skippingErrors)
    if let error, !shell.skipsErrors { throw error }
    let isTyped = try document().table.syntax.isTyped
    let result = try rewriter.perform(reading: reading) { column in
      rewriting.luaPattern.map { pattern in
        let cell = ForeignColumns.lua(column)
        let match = isTyped ? "string.match(\(cell), \(pattern))" : "\(cell):match(\(pattern))"
        return "\(cell) and not \(match)"
      }
    }
    return result.noting(
      rewriting.years.notes + [error?.message].compactMap(\.self))
  }
}

/// Writes dates of several patterns in one.
private struct DateRewriting {
  /// The patterns to read, as they were typed.
  let names: [String]
  private let from: [DatePattern]
  private let to: DatePattern
  private(set) var years: ShortYears
  /// Whether cells that only the pattern to write reads pass.
  private var passesWritten = true
  /// Whether any has passed.
  private var hasPassed = false
  /// The first cell that is changed, and that the pattern to write reads as another date.
  private var doubtful: String?
  /// The pattern to write, as it was typed.
  private let written: String
  /// What another pattern makes of a cell.
  private var other: [UInt8] = []

  /// Reads the patterns of the line.
  ///
  /// - Throws: `usage` if one is none, or if the last wants what another does not tell.
  init(_ invocation: Invocation) throws(CommandError) {
    let words = try invocation.all(.word)
    let patterns = try words.map { (word) throws(CommandError) in
      try invocation.reading(DatePattern(word))
    }
    to = patterns[patterns.count - 1]
    from = patterns.dropLast()
    names = words.dropLast().map(\.text)
    written = words[words.count - 1].text
    years = ShortYears(to: to)
    for (pattern, name) in zip(from, names) {
      guard let field = to.missing(from: pattern) else { continue }
      throw invocation.refusal(
        "'\(words[words.count - 1].text)' wants \(field.what), which '\(name)' does not tell")
    }
  }

  /// What the pattern to write makes, as a pattern of Lua in quotes; nil: there is none.
  var luaPattern: String? { to.luaPattern }

  /// Begins a column.
  mutating func begin(passesWritten: Bool) {
    self.passesWritten = passesWritten
    (hasPassed, doubtful) = (false, nil)
  }

  /// Whether cells have passed that may be of the patterns to read all the same.
  var isUnclear: Bool { hasPassed && doubtful != nil }

  /// Why cells do not pass that the pattern to write reads.
  var doubt: String {
    "; as \(written), which reads some of them, '\(shown: doubtful ?? "")' is another date"
  }

  /// Writes the date of a cell.
  mutating func rewrite(
    _ kind: CellKind, _ bytes: UnsafeRawBufferPointer, _ text: inout [UInt8]
  ) -> CellRewriting {
    guard kind == .text || kind == .number else { return .unreadable }
    let cell = bytes.trimmed
    var found: (pattern: Int, date: CalendarDate)?
    for index in from.indices {
      guard let date = from[index].read(cell) else { continue }
      if found == nil {
        found = (index, date)
        to.write(date, into: &text)
      } else if !isWritten(date, as: text) {
        return .ambiguous
      }
    }
    if let (pattern, date) = found {
      years.add(date, from: from[pattern])
      if doubtful == nil, let date = to.read(cell), !isWritten(date, as: text) {
        doubtful = String(decoding: cell, as: UTF8.self)
      }
    } else {
      guard passesWritten, let date = to.read(cell) else { return .unreadable }
      hasPassed = true
      to.write(date, into: &text)
    }
    return kind == .text && bytes.elementsEqual(text) ? .unchanged : .value(.text)
  }

  /// Whether a date is written as a text.
  private mutating func isWritten(_ date: CalendarDate, as text: [UInt8]) -> Bool {
    other.removeAll(keepingCapacity: true)
    to.write(date, into: &other)
    return other == text
  }
}

extension Placeholder {
  /// A pattern of dates; usual ones are completed.
  ///
  /// The first two words behind the column are patterns whatever they look like; behind them a target may
  /// stand.
  fileprivate static func datePattern(_ what: String) -> Placeholder {
    Placeholder(
      "word", what,
      read: { rest in
        guard let word = rest.words.first else { return ArgumentReach(count: 0) }
        let isPattern = rest.words.startIndex < 3 || DatePattern.isLike(word)
        return ArgumentReach(count: isPattern ? 1 : 0)
      },
      complete: { line, word, _ in
        let patterns = DatePattern.usual.map { pattern in
          Completion.Candidate(
            pattern.text.contains(" ") ? Quoting.word(pattern.text) : pattern.text, pattern.example)
        }
        return line.choices(for: word, among: patterns)
      })
  }
}

extension DatePattern {
  /// Whether a word looks like a pattern of dates, and not like a target: it has a `%`, or two runs of
  /// the letters of fields, and in no quotes other letters or digits.
  fileprivate static func isLike(_ word: Word) -> Bool {
    guard (try? DatePattern(word)) != nil, !word.text.hasPrefix("@") else { return false }
    if word.text.contains("%") { return true }
    let letters = word.text.lowercased().unicodeScalars
    let isField = letters.map { "ymdhsa".unicodeScalars.contains($0) }
    let runs = isField.indices.count { isField[$0] && ($0 == 0 || !isField[$0 - 1]) }
    let hasOthers = letters.contains {
      ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        && !"ymdhsat".unicodeScalars.contains($0)
    }
    let isLong = letters.count >= 6 || word.text.hasPrefix("YYYY")
    return (runs > 1 || isLong) && !hasOthers && !word.text.contains("*")
  }
}
