/// The prefix of a line in a log: a time, and often a process, a level and a place.
///
///     2024-05-01 10:11:12.123456+0200 App[4321:99] …
///     May  1 10:11:12 iPhone App(UIKitCore)[4321] <Notice>: …
///     2024-05-01 10:11:12.12+0200 0x1a2b Error 0x0 4321 0 App: (UIKitCore) [com.apple.UIKit:x] …
///     [10:11:12] …
struct LogPrefix {
  private let scalars: [Unicode.Scalar]
  private let start: Int
  private var position: Int
  /// Where the line starts behind its number.
  private var content: Int
  /// The number of characters in which a process is looked for.
  private static let longestProcess = 80

  init(_ scalars: [Unicode.Scalar], at start: Int) {
    self.scalars = scalars
    self.start = start
    position = start
    content = start
  }

  /// Returns the end of the prefix; the start of the line if there is none.
  mutating func end() -> Int {
    skip { $0 == " " || $0 == "\t" || $0 == ">" || $0 == "|" || $0 == "\"" }
    skipLineNumber()
    let level = position
    if skipWord(among: Self.levels) { skipBlanks() } else { position = level }
    let isBracketed = take("[")
    skipDate()
    guard skipTime() else { return content }
    if isBracketed { _ = take("]") }
    skipBlanks()
    let hasProcess = skipProcess()
    skipBlanks()
    while skipPiece(hasProcess: hasProcess) { skipBlanks() }
    return position
  }

  /// `12 | ` or `12: ` before a line, as a viewer of files writes it.
  private mutating func skipLineNumber() {
    let before = position
    if skipDigits() > 0 {
      skipBlanks()
      if take("|") || take(":") && isAtBlank {
        skipBlanks()
        content = position
        return
      }
    }
    position = before
  }

  // MARK: Pieces

  private static let levels: Set<String> = [
    "default", "info", "debug", "error", "fault", "notice", "warning", "df", "db", "e", "f", "i",
    "a",
  ]
  private static let months: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private mutating func skipDate() {
    let before = position
    if skipWord(among: Self.months) {
      skipBlanks()
      if skipDigits() > 0 {
        skipBlanks()
        return
      }
    } else {
      var parts = 0
      while skipDigits() > 0 {
        parts += 1
        guard parts < 3, take("-") || take("/") || take(".") else { break }
      }
      if parts == 3 {
        _ = take("T") || take(",")
        skipBlanks()
        return
      }
    }
    position = before
  }

  /// `10:11:12`, with what is behind it up to the next blank.
  private mutating func skipTime() -> Bool {
    for part in 0..<3 {
      if part > 0, !take(":") { return false }
      guard (1...2).contains(skipDigits()) else { return false }
    }
    skip { Self.isDigit($0) || ".,+-:Z".unicodeScalars.contains($0) }
    return true
  }

  /// `My App(UIKitCore)[4321:99]`, on this line and near.
  private mutating func skipProcess() -> Bool {
    let limit = min(position + Self.longestProcess, scalars.count)
    var place = position
    while place < limit, scalars[place] != "\n", scalars[place] != "\r" {
      if scalars[place] == "[", place > position,
        Self.isLetter(scalars[place - 1]) || Self.isDigit(scalars[place - 1])
          || scalars[place - 1] == ")"
      {
        var end = place + 1
        while end < scalars.count, Self.isHex(scalars[end]) || scalars[end] == ":" { end += 1 }
        if end > place + 1, end < scalars.count, scalars[end] == "]" {
          position = end + 1
          return true
        }
      }
      place += 1
    }
    return false
  }

  /// One of `<Notice>:`, `:`, `(UIKitCore)`, `[com.apple.UIKit:x]`, `Error`, `0x1a2b`, `4321`,
  /// `App:`; a number or a name only where no process was found, and never what a message starts
  /// with.
  private mutating func skipPiece(hasProcess: Bool) -> Bool {
    let before = position
    if take(":") { return true }
    if let close = Self.groups[peek ?? " "] {
      position += 1
      let inner = position
      skip { $0 != close && $0 != "\n" && $0 != "\r" && $0 != " " }
      let isName = position > inner && Self.isLetter(scalars[inner])
      if isName, take(close) { return true }
      position = before
      return false
    }
    if skipWord(among: Self.levels), isAtBlank { return true }
    position = before
    if hasProcess { return false }
    if take("0") {
      if take("x") {
        skip(Self.isHex)
        return isAtBlank
      }
      position = before
    }
    if skipDigits() > 0, isAtBlank { return true }
    position = before
    skip { Self.isLetter($0) || Self.isDigit($0) || $0 == "_" }
    // `App: (UIKitCore)`, but not `reason: '…'`.
    if position > before, take(":"), take(" "), peek == "(" || peek == "[" { return true }
    position = before
    return false
  }

  private static let groups: [Unicode.Scalar: Unicode.Scalar] = ["<": ">", "(": ")", "[": "]"]

  // MARK: Characters

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private var isAtBlank: Bool { peek == " " || peek == "\t" }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  private mutating func skip(_ isPart: (Unicode.Scalar) -> Bool) {
    while let scalar = peek, isPart(scalar) { position += 1 }
  }

  private mutating func skipBlanks() { skip { $0 == " " || $0 == "\t" } }

  private mutating func skipDigits() -> Int {
    let before = position
    skip(Self.isDigit)
    return position - before
  }

  private mutating func skipWord(among words: Set<String>) -> Bool {
    let before = position
    skip(Self.isLetter)
    if words.contains(String(String.UnicodeScalarView(scalars[before..<position])).lowercased()) {
      return true
    }
    position = before
    return false
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x30 < 10 }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value | 0x20) &- 0x61 < 26
  }

  private static func isHex(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || (scalar.value | 0x20) &- 0x61 < 6
  }
}
