/// What stands before the cursor of a line, for completion.
package struct TypedLine {
  /// The context of the cursor.
  package enum Context: Equatable {
    /// In a word of a command.
    case word
    /// In the name of a file after `>`.
    case file
    /// Lua text; where it begins, in scalars.
    case lua(LuaText.Kind, start: Int)
    /// In SQL that stands without quotes; where it begins, in scalars.
    case sql(start: Int)
    /// In text without completion: a program, a comment.
    case other
  }

  /// The words before the one at the cursor, the command's name first.
  package var words: [Word] = []
  /// The word at the cursor, perhaps empty.
  package var word: Word
  /// The context of the cursor.
  package var context = Context.word
}

extension TypedLine {
  /// - Parameter text: what stands before the cursor.
  package init(_ text: String, compiles: @escaping LuaCheck) {
    var reader = StatementReader(text, isOpen: true, compiles: compiles)
    while !reader.cursor.isAtEnd { _ = try? reader.next() }
    self = reader.typed
  }
}

extension Word {
  /// Where it starts in its line, in scalars.
  package var start: Int { place.offset }

  /// Whether it starts, unquoted, with a scalar.
  package func starts(with scalar: Unicode.Scalar) -> Bool {
    unquotedStart.unicodeScalars.first == scalar
  }

  /// The part after the last unquoted scalar, or nil if there is none.
  package func behindLast(_ scalar: Unicode.Scalar) -> Word? {
    let pieces = split(at: scalar)
    return pieces.count > 1 ? pieces.last : nil
  }
}
