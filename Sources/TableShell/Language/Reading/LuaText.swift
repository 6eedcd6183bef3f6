/// The Lua text of a statement, as typed.
struct LuaText: Hashable, Sendable {
  /// The keyword before the text.
  enum Kind: String, Hashable, Sendable {
    /// A condition that picks rows.
    case condition = "where"
    /// Statements to run.
    case chunk = "lua"
    /// An expression to print.
    case expression = "="
    /// The new value of a cell.
    case assignment = ":="
    /// A condition that must hold.
    case assertion = "assert"

    /// The grammar that the text must match.
    var grammar: LuaGrammar { self == .chunk ? .chunk : .expression }
  }

  /// The keyword before it.
  var kind: Kind
  /// The text without the blanks around it; a `\` that continued a line is a blank in it.
  var text: String
  /// Its position: a Lua error in its first line is this many columns further right.
  var place: TextPosition
}

/// The grammar of a piece of Lua text.
enum LuaGrammar: Hashable, Sendable {
  /// An expression list, as after `return`.
  case expression
  /// Statements.
  case chunk
}

/// The Lua compiler's verdict on a piece of text.
enum LuaTextVerdict: Hashable, Sendable {
  /// It compiles.
  case ok
  /// It is incomplete: the compiler reached the end of the text too early.
  case incomplete
  /// It is invalid, whatever may follow.
  case error
}

/// Compiles a piece of text without running it; the command language's only dependency on Lua.
typealias LuaCheck = (_ text: String, _ grammar: LuaGrammar) -> LuaTextVerdict
