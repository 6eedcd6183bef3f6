/// An exception or a fatal error that a text tells of, whatever it is about.
///
/// It is named where ``CrashMessage`` reads nothing: no table view is to blame then, or its sentence
/// is not known.
///
///     CrashReason("exception 'NSRangeException', reason: '-[__NSArrayM objectAtIndex:]: index 3 …")
///     // NSRangeException: -[__NSArrayM objectAtIndex:]: index 3 …
package struct CrashReason: Hashable, Sendable {
  /// The name of the exception, such as `NSRangeException`; nil if the text does not tell it.
  package let exception: String?
  /// The beginning of what the exception says.
  package let reason: String
  /// The tokens of the text that are taken to be the reason.
  let tokens: Range<Int>
}

extension CrashReason {
  /// The most tokens of a reason that are looked at.
  private static let longest = 60
  /// The most characters of a reason that are quoted.
  private static let longestQuote = 120

  /// Looks for the first exception in a text.
  ///
  /// - Returns: nil when the text tells of none.
  package init?(_ source: String) {
    let text = CrashText(source)
    if let first = Self.all(in: text).first ?? Self.first(in: text, of: Self.loose) {
      self = first
    } else if let line = source.firstMatch(of: /\[(?:UI)?(?:Table|Collection)View\w*\]\s+(\S.*)/) {
      // The category of a log.
      self.init(exception: nil, reason: String(line.output.1), tokens: 0..<text.tokens.count)
    } else {
      return nil
    }
  }

  /// The exception as one line: its name and the beginning of what it says.
  package var quoted: String {
    let line = reason.split { $0.isWhitespace }.joined(separator: " ")
    let short = line.count > Self.longestQuote ? line.prefix(Self.longestQuote) + "…" : line[...]
    return (exception.map { short.isEmpty ? $0 : "\($0): " } ?? "") + short
  }

  /// False if a stack trace follows the name of the exception.
  var isTold: Bool {
    let start = reason.first { !$0.isWhitespace }
    return start != nil && start?.isNumber == false
  }

  private static let beginnings = [
    "due to uncaught exception $exception reason", "due to uncaught exception $exception",
    "fatal exception", "fatal error",
  ].map { CrashPattern($0) }

  /// The exceptions of a text in order, each with its tokens up to the next.
  static func all(in text: CrashText) -> [CrashReason] {
    var reasons: [CrashReason] = []
    while let next = first(in: text, from: reasons.last?.tokens.upperBound ?? 0) {
      if let last = reasons.popLast() {
        reasons.append(last.reaching(next.tokens.lowerBound))
      }
      reasons.append(next)
    }
    if let last = reasons.popLast() { reasons.append(last.reaching(text.tokens.count)) }
    return reasons
  }

  private func reaching(_ end: Int) -> CrashReason {
    CrashReason(
      exception: exception, reason: reason,
      tokens: tokens.lowerBound..<max(tokens.upperBound, end))
  }

  /// What stands before a sentence where no exception is told in full.
  private static let loose = [
    "assertion failure in", "warning once only",
    "nsinternal|nsinvalid|nsrange|nsgeneric inconsistency|argument? exception",
    "nstable|nsoutline|nscollection view exception",
    "exception was caught from the delegate of ~16 did change content",
  ].map { CrashPattern($0) }

  private static func first(
    in text: CrashText, from start: Int = 0, of beginnings: [CrashPattern] = beginnings
  ) -> CrashReason? {
    let matches = beginnings.enumerated().compactMap { order, pattern in
      pattern.firstMatch(text, from: start).map { (order, match: $0) }
    }
    guard
      let match = matches.min(by: { ($0.match.start, $0.0) < ($1.match.start, $1.0) })?.match
    else { return nil }
    var exception = match.facts.text("exception")
    let end = min(match.end + Self.longest, text.tokens.count)
    var reason = match.end < end ? text.spelling(match.end..<end) : ""
    // `terminating due to uncaught exception of type NSException`
    if let name = reason.firstMatch(of: /^\s*(?:of\s+)?type\s+(\w*Exception)\b/) {
      exception = String(name.output.1)
      reason = String(reason[name.range.upperBound...])
    }
    // `NSRangeException: …`
    let start = text.spelling(match.start..<max(match.end, match.start + 1))
    if exception == nil, start.hasSuffix("Exception"), !start.contains(" ") { exception = start }
    // `Fatal Exception: NSRangeException`, and the reason on the next line.
    let word = reason.prefix { !$0.isWhitespace }
    if exception == nil, word.hasSuffix("Exception") {
      exception = String(word)
      reason = String(reason[word.endIndex...])
    }
    if let stack = reason.firstRange(of: "First throw call stack") {
      reason = String(reason[..<stack.lowerBound])
      while let last = reason.last, !last.isLetter, !last.isNumber, last != "]", last != ")" {
        reason.removeLast()
      }
    }
    return CrashReason(
      exception: exception, reason: reason, tokens: match.start..<max(end, match.start + 1))
  }
}
