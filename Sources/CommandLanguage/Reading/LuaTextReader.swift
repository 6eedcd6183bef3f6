/// Finds where the Lua text of a statement ends.
///
/// It scans Lua's strings, comments and brackets, and asks the compiler for the rest. A chunk or a
/// printed expression ends with the line at which it is complete, any other expression at the end
/// of its line; all end at a `;` outside strings and brackets if the text before it compiles. In
/// `(COMMAND)` the text ends at the parenthesis instead. The condition of `edit` ends likewise at the
/// word `set`, too: no expression continues with a name after one. If nothing compiles, it ends at the
/// first `set`, so that the error is about what stands before it.
struct LuaTextReader {
  /// The reading position.
  var cursor: Cursor
  /// The keyword before the text.
  let kind: LuaText.Kind
  /// Whether a `)` ends the text.
  let inGroup: Bool
  /// Asks the Lua compiler.
  let compiles: LuaCheck
  /// Whether the text belongs to `edit`, in which the word `set` may end a condition.
  var isOfEdit = false
  /// Whether the source ends at the cursor of a line that is being typed.
  var isOpen = false
  /// Whether the word `set` has ended the text; the cursor is after it.
  private(set) var endedAtSet = false
  /// The index in the source after the last scalar that is not blank.
  private(set) var end = 0

  private var text = String.UnicodeScalarView()
  private var depth = 0
  /// The first word `set` before which the text does not compile: the cursor at it, and that text.
  private var doubtfulSet: (cursor: Cursor, text: String.UnicodeScalarView)?

  /// Creates a reader.
  ///
  /// - Parameter cursor: a cursor after the keyword.
  init(cursor: Cursor, kind: LuaText.Kind, inGroup: Bool, compiles: @escaping LuaCheck) {
    self.cursor = cursor
    self.kind = kind
    self.inGroup = inGroup
    self.compiles = compiles
  }

  /// Reads the text.
  ///
  /// - Throws: `nothingAfterBackslash`, `unfinishedLua` if the source ends too early,
  ///   `optionInWhere`, `assignmentInWhere`.
  mutating func read() throws(SyntaxError) -> LuaText {
    try cursor.skipBlanks()
    let place = cursor.place
    while let scalar = cursor.peek() {
      if try readContinuation() { continue }
      switch scalar {
      case "\n":
        if verdictAtLineEnd != .incomplete { return ended(at: place) }
        take()
      case ";":
        if depth == 0, !inGroup, isBlank || verdict == .ok { return finished(at: place) }
        take()
      case ")":
        if depth == 0, inGroup { return ended(at: place) }
        close()
      case "]", "}": close()
      case "(", "{", "[":
        if scalar == "[", try readLongBracket(from: place) { continue }
        depth += 1
        take()
      case "'", "\"": try readString(scalar)
      case "-" where cursor.peek(1) == "-": try readComment(from: place)
      case "s" where isOfEdit && kind == .condition && isAtSet:
        if verdict == .ok { return finishedAtSet(at: place) }
        if doubtfulSet == nil { doubtfulSet = (cursor, text) }
        take()
      case ":" where cursor.peek(1) == "=" && kind == .condition && isOfEdit:
        if doubtfulSet != nil { return ended(at: place) }
        throw SyntaxError(.assignmentInWhere, at: cursor.place)
      default: take()
      }
    }
    if verdictAtLineEnd == .incomplete { throw SyntaxError(.unfinishedLua, at: place) }
    return ended(at: place)
  }

  /// Ends the text here, or at an earlier `set` if it does not compile.
  private mutating func ended(at place: TextPosition) -> LuaText {
    guard let doubtfulSet, verdict != .ok else { return finished(at: place) }
    (cursor, text) = doubtfulSet
    return finishedAtSet(at: place)
  }

  /// Ends the text before the word `set`, which is next, and reads that.
  private mutating func finishedAtSet(at place: TextPosition) -> LuaText {
    endedAtSet = true
    cursor.advance(Self.set.unicodeScalars.count)
    end = cursor.index
    return finished(at: place)
  }

  private static let set = "set"

  /// Whether the word `set` is next, outside brackets and after some text.
  private var isAtSet: Bool {
    guard depth == 0, !isBlank, cursor.isAt(Self.set), cursor.peek(-1)?.isWordScalar == false else {
      return false
    }
    var ahead = cursor
    ahead.advance(Self.set.unicodeScalars.count)
    guard let next = ahead.peek() else { return !isOpen }
    return next.isBlank || next == "\n" || next == ";" || ahead.continuation != nil
  }

  private var isBlank: Bool { text.allSatisfy { $0.isBlank || $0 == "\n" } }

  private var verdict: LuaTextVerdict { compiles(String(text), kind.grammar) }

  private var verdictAtLineEnd: LuaTextVerdict {
    (kind == .chunk || kind == .expression) && !isBlank ? verdict : .ok
  }

  private func finished(at place: TextPosition) -> LuaText {
    var text = text
    while let last = text.last, last.isBlank || last == "\n" { text.removeLast() }
    return LuaText(kind: kind, text: String(text), place: place)
  }

  /// Appends the next scalars to the text.
  private mutating func take(_ count: Int = 1) {
    for _ in 0..<count {
      guard let scalar = cursor.peek() else { return }
      text.append(scalar)
      cursor.advance()
      if !scalar.isBlank, scalar != "\n" { end = cursor.index }
    }
  }

  private mutating func close() {
    depth = max(0, depth - 1)
    take()
  }

  /// Reads a `\` that ends its line as a blank, if it is next.
  private mutating func readContinuation() throws(SyntaxError) -> Bool {
    guard let length = cursor.continuation else { return false }
    let place = cursor.place
    cursor.advance()
    text.append(" ")
    take(length - 1)
    if cursor.isAtEnd { throw SyntaxError(.nothingAfterBackslash, at: place) }
    return true
  }
}

extension LuaTextReader {
  /// Reads a quoted string; an unclosed one ends at the end of the line.
  private mutating func readString(_ quote: Unicode.Scalar) throws(SyntaxError) {
    take()
    while let scalar = cursor.peek(), scalar != "\n" {
      if let length = cursor.continuation {
        let place = cursor.place
        take(length)
        if cursor.isAtEnd { throw SyntaxError(.nothingAfterBackslash, at: place) }
      } else {
        take(scalar == "\\" ? 2 : 1)
        if scalar == quote { return }
      }
    }
  }

  /// Reads a long string or comment from its opening bracket, `[[` or `[=[`, to its closing one;
  /// returns whether there is one.
  private mutating func readLongBracket(from place: TextPosition) throws(SyntaxError) -> Bool {
    var level = 0
    while cursor.peek(1 + level) == "=" { level += 1 }
    guard cursor.peek() == "[", cursor.peek(1 + level) == "[" else { return false }
    take(level + 2)
    while !cursor.isAtEnd {
      let isClosing =
        cursor.peek() == "]" && (1..<(level + 1)).allSatisfy { cursor.peek($0) == "=" }
        && cursor.peek(level + 1) == "]"
      if isClosing {
        take(level + 2)
        return true
      }
      take()
    }
    throw SyntaxError(.unfinishedLua, at: place)
  }

  /// Reads a comment up to the end of its line, or to its closing bracket.
  private mutating func readComment(from place: TextPosition) throws(SyntaxError) {
    if kind == .condition, let next = cursor.peek(2), next.isWordScalar {
      throw SyntaxError(.optionInWhere(optionHere), at: cursor.place)
    }
    take(2)
    if try readLongBracket(from: place) { return }
    while let scalar = cursor.peek(), scalar != "\n", cursor.continuation == nil { take() }
  }

  /// The option at the cursor, with its hyphens.
  private var optionHere: String {
    var ahead = cursor
    while let scalar = ahead.peek(), scalar == "-" || scalar.isWordScalar { ahead.advance() }
    return cursor.text(cursor.index..<ahead.index)
  }
}
