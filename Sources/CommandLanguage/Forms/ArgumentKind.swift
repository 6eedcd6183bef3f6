import TableKit

/// What a grammar knows of a placeholder: how it reads its words, and its name in errors. What a
/// session makes of them, and how it completes them, is known to whoever declares one.
package protocol ArgumentKind: Sendable {
  /// The name by which its captures are found.
  var name: String { get }
  /// Its name in errors and completion, with an article: `a section`.
  var what: String { get }
  /// Whether it takes a target.
  var isTarget: Bool { get }
  /// Whether it takes an assignment.
  var isAssignment: Bool { get }
  /// Whether it takes a list of columns.
  var isColumns: Bool { get }
  /// Returns how much of the input it takes.
  var read: @Sendable (ArgumentInput) throws(SyntaxError) -> ArgumentReach { get }
}

/// The input from a placeholder on.
package struct ArgumentInput {
  /// The words.
  package let words: ArraySlice<Word>
  /// The Lua text after the words, unless it was already taken.
  package let lua: LuaText?
  /// The position after the last word.
  package let end: TextPosition
  /// The current table, if any.
  package let table: Table?

  /// Where it starts.
  package var place: TextPosition { words.first?.place ?? end }
}

/// The extent of a placeholder.
package struct ArgumentReach {
  /// The number of words.
  var count: Int
  /// Whether it takes the Lua text, too.
  var takesLua: Bool

  /// Creates an extent.
  package init(count: Int, takesLua: Bool = false) {
    (self.count, self.takesLua) = (count, takesLua)
  }
}

/// The arguments before the cursor.
package struct TypedArguments {
  /// The arguments before the word at the cursor.
  package let words: [Word]
  /// Those of them that belong to the placeholder.
  package let own: ArraySlice<Word>
}
