/// A piece of Lua text.
public struct LuaToken: Equatable, Sendable {
  /// What a token is.
  public enum Kind: Equatable, Sendable {
    /// A name that is no keyword.
    case name
    /// A reserved word.
    case keyword
    /// A number.
    case number
    /// A quoted or long string, quotes included.
    case string
    /// A comment.
    case comment
    /// An operator or a bracket.
    case symbol
    /// A string or long comment whose end is missing.
    case unfinished
    /// A byte that begins nothing in Lua.
    case invalid
  }

  /// What it is.
  public var kind: Kind
  /// Where it stands, in bytes of UTF-8 from the beginning of the text.
  public var range: Range<Int>
  /// How many brackets are open before it; a closing bracket counts itself as closed.
  public var depth: Int
}
